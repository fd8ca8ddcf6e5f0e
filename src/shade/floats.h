/* SPDX-License-Identifier: MIT */
/* Functions of floats for bodies, without calls, so that loops over them become vector code. The
 * same bits on every level of the host: each works in double precision and rounds once at the
 * end. */
#ifndef GISA_SHADE_FLOATS_H
#define GISA_SHADE_FLOATS_H

#include <stdint.h>

#define SHADE_INLINE static __attribute__((unused, always_inline)) inline

typedef union shade_f32 {
    float f;
    uint32_t u;
} shade_f32;

typedef union shade_f64 {
    double f;
    uint64_t u;
    int64_t i;
} shade_f64;

/* a * b + c. The product is exact in double precision; the sum is made odd where it is not, so that
   rounding it again is harmless. */
SHADE_INLINE double shade_odd_sum(float a, float b, float c) {
    double product = (double)a * b, more = c, sum = product + more;
    double back = sum - product, error = (product - (sum - back)) + (more - back);
    shade_f64 odd = {.f = sum};
    int64_t away = (error > 0) == (sum > 0) ? 0 : -1; /* towards zero first, then the last bit set */
    odd.i += (error > 0 || error < 0) && !(odd.u & 1) ? 1 + 2 * away : 0;
    return odd.f;
}

/* a * b + c rounded once. */
SHADE_INLINE float shade_fma(float a, float b, float c) {
#ifdef __FMA__
    return __builtin_fmaf(a, b, c);
#else
    return (float)shade_odd_sum(a, b, c);
#endif
}

/* The same where the result is rounded to f16 after this: made odd instead of rounded, if
   `narrow`. */
SHADE_INLINE float shade_fma_to(_Bool narrow, float a, float b, float c) {
    double sum = shade_odd_sum(a, b, c);
    shade_f32 near = {.f = (float)sum}, odd = near;
    double size = sum < 0 ? -sum : sum, rounded = near.f < 0 ? -(double)near.f : near.f;
    odd.u -= rounded > size;
    odd.u |= rounded > size || rounded < size;
    return narrow ? odd.f : near.f;
}

SHADE_INLINE float shade_floor(float x) {
    float inside = x < 8388608.0f && x > -8388608.0f ? x : 0, whole = (float)(int32_t)inside;
    whole -= whole > inside ? 1.0f : 0.0f;
    return inside == x && x != 0 ? whole : x;
}

SHADE_INLINE float shade_rsq(float x) {
    double root = __builtin_sqrt((double)x);
    shade_f32 sign = {.f = x};
    float infinite = sign.u >> 31 ? -__builtin_inff() : __builtin_inff();
    return x == 0 ? infinite : (float)(1 / root);
}

/* 2 to the power of x. */
SHADE_INLINE float shade_exp2(float x) {
    static const double c[] = {1,
                               0.69314718055994530942,
                               0.24022650695910071233,
                               0.055504108664821579953,
                               0.0096181291076284771619,
                               0.0013333558146428443423,
                               0.00015403530393381609954,
                               0.000015252733804059840280,
                               0.0000013215486790144309488,
                               1.0178086009239699728e-07,
                               7.0549116208011233299e-09,
                               4.4455382718708114976e-10};
    const double shift = 6755399441055744.0; /* adding it leaves an integer in the low bits */
    double inside = x < 200 ? (x > -200 ? (double)x : -200) : 200;
    shade_f64 whole = {.f = inside + shift}, scale;
    double rest = inside - (whole.f - shift), sum = c[11];
    for (int i = 10; i >= 0; i--)
        sum = sum * rest + c[i];
    scale.i = ((int64_t)(int32_t)(uint32_t)whole.u + 1023) << 52;
    return x != x ? x : (float)(sum * scale.f);
}

SHADE_INLINE float shade_log2(float x) {
    shade_f64 v = {.f = x};
    int64_t exponent = (int64_t)(v.u >> 52 & 0x7ff) - 1023;
    shade_f64 part = {.u = (v.u & 0xfffffffffffffu) | 0x3ff0000000000000u};
    int high = part.f > 1.4142135623730951;
    part.f *= high ? 0.5 : 1;
    double s = (part.f - 1) / (part.f + 1), q = s * s, sum = 1.0 / 19;
    for (int k = 17; k > 0; k -= 2)
        sum = sum * q + 1.0 / k;
    double result = (double)(int32_t)(exponent + high) + 2 * s * sum * 1.4426950408889634074;
    float finite = (float)result;
    return x > 0    ? (x > 3.4028234663852886e38f ? x : finite)
           : x == 0 ? -__builtin_inff()
                    : __builtin_nanf("");
}

#endif
