/* SPDX-License-Identifier: MIT */
/* Bytes as numbers, the first one lowest, wherever they are and on any processor. */
#ifndef GISA_LOAD_H
#define GISA_LOAD_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t load32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t load64(const uint8_t *p) {
    return load32(p) | (uint64_t)load32(p + 4) << 32;
}

static inline void store32(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}

static inline void store64(uint8_t *p, uint64_t value) {
    store32(p, (uint32_t)value);
    store32(p + 4, (uint32_t)(value >> 32));
}

/* The core works on any host. The emulator keeps registers in the host's memory as a GPU has them,
 * so it does not work where the highest byte comes first. */
#define EMULATOR_NEEDS "gisa executes code on little-endian processors only, and this one is big-endian"
static inline bool host_is_little_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

#endif
