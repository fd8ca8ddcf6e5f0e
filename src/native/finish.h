/* SPDX-License-Identifier: MIT */
/* What output modifiers and clamp make of a float of the host; what needs a closer look is odd. */
#ifndef GISA_NATIVE_FINISH_H
#define GISA_NATIVE_FINISH_H

enum { FINISH_INFINITY = 0x7f800000, FINISH_LEAST = 0x00800000, FINISH_ONE = 0x3f800000 };

/* Zeros and denormals become +0, and so do results that are flushed. */
ALWAYS_ u32 native_scaled_f32(u32 x, const unsigned omod, u32 *odd) {
    static const float factors[] = {1, 2, 4, 0.5f};
    const u32 size = x & 0x7fffffff;
    gisa_v32 r = {.u32 = x};
    r.f32 *= factors[omod & 3];
    *odd |= -(u32)((size >= FINISH_LEAST) & ((r.u32 & 0x7fffffff) < 2 * FINISH_LEAST));
    return size > FINISH_INFINITY ? x : size < FINISH_LEAST ? 0 : r.u32;
}

ALWAYS_ u32 native_clamped_f32(u32 x, u32 *odd) {
    *odd |= -(u32)((x & 0x7fffffff) > FINISH_INFINITY);
    return (i32)x < 0 ? 0 : x > FINISH_ONE ? FINISH_ONE : x;
}

ALWAYS_ u32 native_finished_f32(u32 x, const unsigned omod, const bool clamp, const bool omods, u32 *odd) {
    if (omods && omod & 3)
        x = native_scaled_f32(x, omod, odd);
    return clamp ? native_clamped_f32(x, odd) : x;
}

#endif
