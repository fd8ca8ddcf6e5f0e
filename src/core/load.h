/* SPDX-License-Identifier: MIT */
/* Bytes as numbers, the first one lowest, wherever they are and on any processor. */
#ifndef GISA_LOAD_H
#define GISA_LOAD_H

#include <stdint.h>

static inline uint32_t load32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t load64(const uint8_t *p) {
    return load32(p) | (uint64_t)load32(p + 4) << 32;
}

#endif
