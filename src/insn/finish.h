/* SPDX-License-Identifier: MIT */
/* What output modifiers and clamp make of a float of the host; what needs a closer look is odd. For
 * the interpreter, and for translated code. */
#ifndef GISA_INSN_FINISH_H
#define GISA_INSN_FINISH_H

#include <stdbool.h>
#include <stdint.h>

#define FINISH_ static inline __attribute__((always_inline, unused))

enum { FINISH_INFINITY = 0x7f800000, FINISH_LEAST = 0x00800000, FINISH_ONE = 0x3f800000 };

/* Zeros and denormals become +0, and so do results that are flushed. */
FINISH_ uint32_t finish_scaled_f32(uint32_t x, const unsigned omod, uint32_t *odd) {
    static const float factors[] = {1, 2, 4, 0.5f};
    const uint32_t size = x & 0x7fffffff;
    union {
        uint32_t bits;
        float value;
    } r = {x};
    r.value *= factors[omod & 3];
    *odd |= -(uint32_t)((size >= FINISH_LEAST) & ((r.bits & 0x7fffffff) < 2 * FINISH_LEAST));
    return size > FINISH_INFINITY ? x : size < FINISH_LEAST ? 0 : r.bits;
}

FINISH_ uint32_t finish_clamped_f32(uint32_t x, uint32_t *odd) {
    *odd |= -(uint32_t)((x & 0x7fffffff) > FINISH_INFINITY);
    return (int32_t)x < 0 ? 0 : x > FINISH_ONE ? FINISH_ONE : x;
}

FINISH_ uint32_t finish_f32(uint32_t x, const unsigned omod, const bool clamp, const bool omods,
                            uint32_t *odd) {
    if (omods && omod & 3)
        x = finish_scaled_f32(x, omod, odd);
    return clamp ? finish_clamped_f32(x, odd) : x;
}

#undef FINISH_

#endif
