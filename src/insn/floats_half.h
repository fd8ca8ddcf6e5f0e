/* SPDX-License-Identifier: MIT */
/*
 * Words of f16 for all lanes at once, computed in floats, which hold sources, products and what is
 * next to sums. Rounded to nearest once more, results are right: of one operation as a float has
 * more than twice as many bits, else as is said there. What becomes infinite or NaN is odd, and
 * what MODE may flush.
 */
#ifndef GISA_INSN_FLOATS_HALF_H
#define GISA_INSN_FLOATS_HALF_H

enum { HALF_ONE = 0x3c00, HALF_FRACTION = 10, HALF_BIAS = 15 };
/* As f32: the smallest normal number, and what is infinite in any case. */
enum { HALF_LEAST = 113 << 23, HALF_OVER = 143 << 23 };

WORD_ uint32_t half_is_nan(gisa_f16 a) {
    return mark_f32(half_size(a) > HALF_INFINITE);
}
/* Denormal, or the smallest normal number, which a flushed result may have been rounded to. */
WORD_ uint32_t half_is_tiny(uint32_t size) {
    return mark_f32(size - 1 < HALF_NORMAL);
}
WORD_ uint32_t odd_half(const bool flush, gisa_f16 a) {
    return flush ? half_is_tiny(half_size(a)) : 0;
}

/* Exactly; denormals by a sum that is exact. */
WORD_ float widened(gisa_f16 a) {
    const uint32_t size = half_size(a) << HALF_SHIFT, sign = (uint32_t)(a.bits & HALF_SIGN) << 16;
    const float small = as_f32(size + HALF_LEAST) - as_f32(HALF_LEAST);
    const uint32_t infinite = half_size(a) >= HALF_INFINITE ? HALF_UP : 0;
    return as_f32(half_size(a) < HALF_NORMAL ? sign | bits_f32(small) : half_widened(a) + infinite);
}

/* To nearest; denormals by a sum that is rounded where they end. */
WORD_ gisa_f16 narrowed(CONTEXT_, float r) {
    const uint32_t size = abs_bits_f32(r), sign = bits_f32(r) >> 16 & HALF_SIGN;
    const uint32_t small = bits_f32(as_f32(size) + 0.5f) - bits_f32(0.5f);
    const uint32_t usual = (size - HALF_UP + 0xfff + (size >> HALF_SHIFT & 1)) >> HALF_SHIFT;
    const uint32_t half = size < HALF_LEAST ? small : usual;
    *odd |= mark_f32(half >= HALF_INFINITE) | (flush ? half_is_tiny(half) : 0);
    return as_f16((uint16_t)(sign | half));
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

#define HALF_1_(name, expression)                                                                            \
    WORD_ gisa_f16 name##_f16(CONTEXT_, gisa_f16 a) {                                                        \
        const float x = widened(a);                                                                          \
        *odd |= odd_half(flush, a);                                                                          \
        return narrowed(PASS_, expression);                                                                  \
    }
#define HALF_2_(name, expression)                                                                            \
    WORD_ gisa_f16 name##_f16(CONTEXT_, gisa_f16 a, gisa_f16 b) {                                            \
        const float x = widened(a), y = widened(b);                                                          \
        *odd |= odd_half(flush, a) | odd_half(flush, b);                                                     \
        return narrowed(PASS_, expression);                                                                  \
    }
HALF_2_(add, x + y)
HALF_2_(sub, x - y)
HALF_2_(mul, x *y)

/* The float next to sum + rest toward zero, or the one beyond it, whichever has an odd last bit if
   it is not exact: rounded again, it is as the sum would be. The rest is less than half of what the
   sum's last bit is worth. */
WORD_ float to_odd(double sum, double rest) {
    const float r = (float)sum;
    const double left = sum - r, beyond = left != 0 ? left : rest;
    const uint32_t inexact = beyond != 0, far = inexact & ((beyond < 0) != (r < 0));
    return as_f32((bits_f32(r) - far) | inexact);
}
WORD_ gisa_f16 fma_f16(CONTEXT_, gisa_f16 a, gisa_f16 b, gisa_f16 c) {
    const double product = (double)widened(a) * widened(b), z = widened(c), sum = product + z;
    const double of_z = sum - product, rest = (product - (sum - of_z)) + (z - of_z);
    *odd |= odd_half(flush, a) | odd_half(flush, b) | odd_half(flush, c);
    return narrowed(PASS_, to_odd(sum, rest));
}

/* Unfused and always flushing. */
WORD_ gisa_f16 mad_f16(CONTEXT_, gisa_f16 a, gisa_f16 b, gisa_f16 c) {
    NO_CONTEXT_;
    *odd |= odd_half(true, a) | odd_half(true, b) | odd_half(true, c);
    const gisa_f16 product = narrowed(odd, odd64, true, widened(a) * widened(b));
    return narrowed(odd, odd64, true, widened(product) + widened(c));
}

WORD_ gisa_f16 ldexp_f16(CONTEXT_, gisa_f16 a, int32_t n) {
    const int32_t by = n < -60 ? -60 : n > 60 ? 60 : n;
    *odd |= odd_half(flush, a);
    return narrowed(PASS_, widened(a) * as_f32((uint32_t)(by + BIAS_f32) << FRACTION_f32));
}

/* ---- selecting and comparing ----------------------------------------------------------------- */

WORD_ gisa_f16 source_f16(CONTEXT_, gisa_f16 a) {
    *odd |= odd_half(flush, a);
    return a;
}
WORD_ gisa_f16 quieted_f16(CONTEXT_, gisa_f16 a) {
    *odd |= half_is_nan(a);
    return a;
}

/* As those of f32 and f64. */
WORD_ uint32_t odd_half_extreme(const bool flush, gisa_f16 r, gisa_f16 a, gisa_f16 b) {
    const uint32_t both = a.bits | b.bits, size = both & (HALF_SIGN - 1);
    return half_is_nan(a) | half_is_nan(b) | odd_half(flush, r) |
           (flush ? mark_f32(size < HALF_NORMAL) & mark_f32(both != 0) : mark_f32(both == HALF_SIGN));
}
WORD_ gisa_f16 min_f16(CONTEXT_, gisa_f16 a, gisa_f16 b) {
    const gisa_f16 r = as_f16(widened(a) < widened(b) ? a.bits : b.bits);
    *odd |= odd_half_extreme(flush, r, a, b);
    return r;
}
WORD_ gisa_f16 max_f16(CONTEXT_, gisa_f16 a, gisa_f16 b) {
    const gisa_f16 r = as_f16(widened(a) > widened(b) ? a.bits : b.bits);
    *odd |= odd_half_extreme(flush, r, a, b);
    return r;
}

#define HALF_TEST_(name, expression)                                                                         \
    WORD_ bool name##_f16(CONTEXT_, gisa_f16 a, gisa_f16 b) {                                                \
        const float x = widened(a), y = widened(b);                                                          \
        *odd |= odd_half(flush, a) | odd_half(flush, b);                                                     \
        return expression;                                                                                   \
    }
HALF_TEST_(lt, x < y)
HALF_TEST_(le, x <= y)
HALF_TEST_(gt, x > y)
HALF_TEST_(ge, x >= y)
HALF_TEST_(eq, x == y)
HALF_TEST_(lg, x<y || x> y)
HALF_TEST_(unordered, x != x || y != y)

/* ---- whole numbers, parts, conversions ------------------------------------------------------- */

#ifdef __SSE4_1__
HALF_1_(trunc, __builtin_truncf(x))
HALF_1_(ceil, __builtin_ceilf(x))
HALF_1_(floor, __builtin_floorf(x))
HALF_1_(rndne, __builtin_rintf(x))
WORD_ gisa_f16 fract_f16(CONTEXT_, gisa_f16 a) {
    const float x = widened(a);
    const gisa_f16 r = narrowed(PASS_, x - __builtin_floorf(x));
    *odd |= odd_half(flush, a) | mark_f32(half_size(r) >= HALF_ONE);
    return r;
}
#else
LEFT1_(trunc_f16, gisa_f16, gisa_f16)
LEFT1_(ceil_f16, gisa_f16, gisa_f16)
LEFT1_(floor_f16, gisa_f16, gisa_f16)
LEFT1_(rndne_f16, gisa_f16, gisa_f16)
LEFT1_(fract_f16, gisa_f16, gisa_f16)
#endif

/* Zeros stay what they are; what is not normal is odd. */
WORD_ uint32_t odd_half_exponent(gisa_f16 a) {
    const uint32_t size = half_size(a);
    return size ? mark_f32(size - HALF_NORMAL >= HALF_INFINITE - HALF_NORMAL) : 0;
}
WORD_ gisa_f16 frexp_mant_f16(CONTEXT_, gisa_f16 a) {
    enum { HALF = (HALF_BIAS - 1) << HALF_FRACTION };
    NO_CONTEXT_;
    *odd |= odd_half_exponent(a);
    return as_f16((uint16_t)(half_size(a) ? (a.bits & ~HALF_INFINITE) | HALF : a.bits));
}
WORD_ int32_t frexp_exp_f16(CONTEXT_, gisa_f16 a) {
    NO_CONTEXT_;
    *odd |= odd_half_exponent(a);
    return half_size(a) ? (int32_t)(half_size(a) >> HALF_FRACTION) - (HALF_BIAS - 1) : 0;
}

WORD_ int16_t cvt_i16(CONTEXT_, gisa_f16 a) {
    const float x = widened(a);
    const bool fits = x > -32769 && x < 32768;
    NO_CONTEXT_;
    *odd |= mark_f32(!fits);
    return (int16_t)(fits ? x : 0);
}
WORD_ uint16_t cvt_u16(CONTEXT_, gisa_f16 a) {
    const float x = widened(a);
    const bool fits = x >= 0 && x < 65536;
    NO_CONTEXT_;
    *odd |= mark_f32(!fits);
    return (uint16_t)(fits ? x : 0);
}
WORD_ gisa_f16 cvt_f16_i16(CONTEXT_, int16_t a) {
    return narrowed(PASS_, a);
}
WORD_ gisa_f16 cvt_f16_u16(CONTEXT_, uint16_t a) {
    return narrowed(PASS_, a);
}
WORD_ gisa_f16 cvt_f16_f32(CONTEXT_, float a) {
    return narrowed(PASS_, a);
}
WORD_ float cvt_f32_f16(CONTEXT_, gisa_f16 a) {
    *odd |= odd_half(flush, a) | half_is_nan(a);
    return widened(a);
}
/* Denormals are flushed, or not, by another rule. */
WORD_ gisa_f16 cvt_mixed(CONTEXT_, float a) {
    NO_CONTEXT_;
    return narrowed(odd, odd64, true, a);
}
/* Toward zero. */
WORD_ uint16_t cvt_pkrtz(CONTEXT_, float a) {
    const uint32_t size = abs_bits_f32(a);
    NO_CONTEXT_;
    *odd |= size ? mark_f32(size - HALF_LEAST >= HALF_OVER - HALF_LEAST) : 0;
    return (uint16_t)((bits_f32(a) >> 16 & HALF_SIGN) | (size ? (size - HALF_UP) >> HALF_SHIFT : 0));
}

/* ---- division, roots, functions -------------------------------------------------------------- */

/* A denormal has been rounded elsewhere. */
WORD_ gisa_f16 rcp_f16(CONTEXT_, gisa_f16 a) {
    const gisa_f16 r = narrowed(PASS_, 1 / widened(a));
    *odd |= odd_half(flush, a) | half_is_tiny(half_size(r));
    return r;
}
HALF_1_(sqrt, __builtin_sqrtf(x))

/* Of a number that is next to the exact result: not where it is next to the middle. */
WORD_ gisa_f16 rounded_half(CONTEXT_, double exact) {
    const uint64_t middle = UINT64_C(1) << 41, near = UINT64_C(1) << 30;
    const uint64_t from_middle = (bits_f64(exact) & (2 * middle - 1)) - (middle - near);
    const gisa_f16 r = narrowed(PASS_, (float)exact);
    *odd |= half_is_tiny(half_size(r));
    *odd64 |= mark_f64(from_middle <= 2 * near);
    return r;
}
#define HALF_FUNCTION_(name, expression)                                                                     \
    WORD_ gisa_f16 name##_f16(CONTEXT_, gisa_f16 a) {                                                        \
        const float x = widened(a);                                                                          \
        *odd |= odd_half(flush, a);                                                                          \
        return rounded_half(PASS_, expression);                                                              \
    }
HALF_FUNCTION_(rsq, 1 / __builtin_sqrt((double)x))
HALF_FUNCTION_(exp2, power(odd, x))
HALF_FUNCTION_(log2, logarithm(odd, x))
HALF_FUNCTION_(sin, sine(odd, x, 0))
HALF_FUNCTION_(cos, sine(odd, x, 1))

#endif
