/* SPDX-License-Identifier: MIT */
/* The hash of words: isagen builds its tables with it, the parser looks mnemonics up with it. */
#include "hash.h"

#include "load.h"

/* Sets bit 5 of each byte, which makes capital letters small. */
static inline __attribute__((always_inline)) uint64_t eight(const uint8_t *p, const uint8_t *behind) {
    return (load32(p) | (uint64_t)load32(behind) << 32) | 0x2020202020202020;
}

static inline uint64_t mix(uint64_t h, uint64_t bytes) {
    h = (h ^ bytes) * 0x9e3779b97f4a7c15;
    return h ^ h >> 32;
}

/* Eight bytes at a time; the last eight may repeat some of those before. */
uint32_t hash_of(const char *text, size_t size) {
    const uint8_t *p = (const uint8_t *)text, *last;
    uint64_t h = size, rest = 0;
    if (size >= 4 && size < 8) /* some of them twice */
        return (uint32_t)mix(h, eight(p, p + size - 4));
    if (size < 4) {
        while (size--)
            rest = rest << 8 | (*p++ | 0x20);
        return (uint32_t)mix(h, rest);
    }
    for (last = p + size - 8; p < last; p += 8)
        h = mix(h, eight(p, p + 4));
    return (uint32_t)mix(h, eight(last, last + 4));
}
