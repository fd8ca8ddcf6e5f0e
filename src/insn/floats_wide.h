/* SPDX-License-Identifier: MIT */
/*
 * The functions after the words for floats in bodies that run on all lanes: host arithmetic, to
 * nearest. A lane in which the hardware may see it differently (a NaN comes out; a denormal is
 * around and MODE flushes them) is marked in the body's variable `odd`, and done again by the exact
 * functions. `flush` is constant in each copy of a body.
 */
#ifndef GISA_EMU_FLOATS_WIDE_H
#define GISA_EMU_FLOATS_WIDE_H

#include "body.h"
#include "floats_bits.h"

#define MAYBE_ __attribute__((unused))
#define CONTEXT_ MAYBE_ uint32_t *odd, MAYBE_ uint64_t *odd64, MAYBE_ const bool flush
#define PASS_ odd, odd64, flush
#define NO_CONTEXT_ (void)0
#define HERE_ &odd, &odd64, flush
/* The same for functions of the spec, and what those do that are left to one lane at a time. */
#define WORDS_CONTEXT_ MAYBE_ gcn_wave *W, MAYBE_ const gisa_op *O, CONTEXT_
#define WORDS_HERE_ W, O, HERE_
#define WORDS_PASS_ W, O, PASS_
#define LEFT_ *odd = ~0u

/* Instructions that saturate run lane by lane. */
WORD_ bool word_CLAMP(const gisa_op *O) {
    (void)O;
    return false;
}

/* ---- what is odd ------------------------------------------------------------------------ */

/* Marks are as wide as the type that they are about: the host compares rows of f64 on their own. */
#define ODD_f32 odd
#define ODD_f64 odd64
WORD_ uint32_t mark_f32(bool is_odd) {
    return -(uint32_t)is_odd;
}
WORD_ uint64_t mark_f64(bool is_odd) {
    return -(uint64_t)is_odd;
}

WORD_ uint32_t nan_f32(float x) {
    return mark_f32(x != x);
}
WORD_ uint64_t nan_f64(double x) {
    return mark_f64(x != x);
}
WORD_ uint32_t abs_bits_f32(float x) {
    return bits_f32(x) & INT32_MAX;
}
WORD_ uint64_t abs_bits_f64(double x) {
    return bits_f64(x) & INT64_MAX;
}

/* Sizes, of the bits of an absolute value, are in the order of numbers, but zero is the greatest.
 * They are signed, as that is what most hosts compare quickly, and compared with a limit once,
 * after the least of all has been found. */
WORD_ int32_t size_f32(uint32_t bits) {
    return (int32_t)(bits + INT32_MAX);
}
WORD_ int64_t size_f64(uint64_t bits) {
    return (int64_t)(bits + INT64_MAX);
}
WORD_ int32_t least_f32(int32_t a, int32_t b) {
    return a < b ? a : b;
}
WORD_ int64_t least_f64(int64_t a, int64_t b) {
    return a < b ? a : b;
}
/* Tiny: denormal, or the smallest normal number, which a flushed result may have been rounded
   to. */
enum { NORMAL_f32 = 0x00800000 };
#define NORMAL_f64 INT64_C(0x0010000000000000)
WORD_ uint32_t is_tiny_f32(int32_t size) {
    return mark_f32(size < INT32_MIN + NORMAL_f32);
}
WORD_ uint64_t is_tiny_f64(int64_t size) {
    return mark_f64(size < INT64_MIN + NORMAL_f64);
}
WORD_ uint32_t is_small_f32(int32_t size) { /* below 2^-98 */
    return mark_f32(size < INT32_MIN + 0x0e800000);
}
WORD_ uint64_t is_small_f64(int64_t size) { /* below 2^-964 */
    return mark_f64(size < INT64_MIN + INT64_C(0x03b0000000000000));
}

#define SIZE_(type, x) size_##type(abs_bits_##type(x))
#define LEAST2_(type, a, b) least_##type(SIZE_(type, a), SIZE_(type, b))
#define LEAST3_(type, a, b, c) least_##type(LEAST2_(type, a, b), SIZE_(type, c))
#define TINY_(type, size) (flush ? is_tiny_##type(size) : 0)

/* Of one, two, three sources and a result. */
#define ODD1_(type, r, a) nan_##type(r) | TINY_(type, LEAST2_(type, r, a))
#define ODD2_(type, r, a, b) nan_##type(r) | TINY_(type, LEAST3_(type, r, a, b))
#define ODD3_(type, r, a, b, c)                                                                              \
    nan_##type(r) | TINY_(type, least_##type(LEAST2_(type, r, a), LEAST2_(type, b, c)))

/* Of sums and products less has to be looked at. A denormal term changes no sum that is not small
 * itself, or zero, which it then stays. A denormal factor changes no product that is zero. */
#define LOWER_(a, b) ((a) < (b) ? (a) : (b))
#define FACTORS_(type, r, a, b)                                                                              \
    size_##type(LOWER_(LOWER_(abs_bits_##type(a), abs_bits_##type(b)), abs_bits_##type(r)))
#define ODD_SUM_(type, r) nan_##type(r) | (flush ? is_small_##type(SIZE_(type, r)) : 0)
#define ODD_PRODUCT_(type, r, a, b) nan_##type(r) | TINY_(type, FACTORS_(type, r, a, b))

/* A word that `expression` computes. */
#define SUM_(name, type, T, expression)                                                                      \
    WORD_ T name##_##type(CONTEXT_, T a, T b) {                                                              \
        T r = expression;                                                                                    \
        *ODD_##type |= ODD_SUM_(type, r);                                                                    \
        return r;                                                                                            \
    }
#define PRODUCT_(name, type, T, expression)                                                                  \
    WORD_ T name##_##type(CONTEXT_, T a, T b) {                                                              \
        T r = expression;                                                                                    \
        *ODD_##type |= ODD_PRODUCT_(type, r, a, b);                                                          \
        return r;                                                                                            \
    }
#define SAME1_(name, type, T, expression)                                                                    \
    WORD_ T name##_##type(CONTEXT_, T a) {                                                                   \
        T r = expression;                                                                                    \
        *ODD_##type |= ODD1_(type, r, a);                                                                    \
        return r;                                                                                            \
    }
#define SAME2_(name, type, T, expression)                                                                    \
    WORD_ T name##_##type(CONTEXT_, T a, T b) {                                                              \
        T r = expression;                                                                                    \
        *ODD_##type |= ODD2_(type, r, a, b);                                                                 \
        return r;                                                                                            \
    }
#define SAME3_(name, type, T, expression)                                                                    \
    WORD_ T name##_##type(CONTEXT_, T a, T b, T c) {                                                         \
        T r = expression;                                                                                    \
        *ODD_##type |= ODD3_(type, r, a, b, c);                                                              \
        return r;                                                                                            \
    }
/* A test, which is exact as it is but for flushed sources. */
#define TEST_(name, type, T, expression)                                                                     \
    WORD_ bool name##_##type(CONTEXT_, T a, T b) {                                                           \
        *ODD_##type |= TINY_(type, LEAST2_(type, a, b));                                                     \
        return expression;                                                                                   \
    }

/* Words that are left to the exact functions. */
#define LEFT1_(name, T, result)                                                                              \
    WORD_ result name(CONTEXT_, T a) {                                                                       \
        *odd = ~0u;                                                                                          \
        (void)a;                                                                                             \
        return (result){0};                                                                                  \
    }
#define LEFT2_(name, T, result, other)                                                                       \
    WORD_ result name(CONTEXT_, T a, other b) {                                                              \
        *odd = ~0u;                                                                                          \
        (void)a, (void)b;                                                                                    \
        return (result){0};                                                                                  \
    }
#define LEFT3_(name, T, result)                                                                              \
    WORD_ result name(CONTEXT_, T a, T b, T c) {                                                             \
        *odd = ~0u;                                                                                          \
        (void)a, (void)b, (void)c;                                                                           \
        return (result){0};                                                                                  \
    }

/* ---- arithmetic -------------------------------------------------------------------------- */

SUM_(add, f32, float, a + b)
SUM_(add, f64, double, a + b)
SUM_(sub, f32, float, a - b)
SUM_(sub, f64, double, a - b)
PRODUCT_(mul, f32, float, a *b)
PRODUCT_(mul, f64, double, a *b)

#ifdef __FMA__
SAME3_(fma, f32, float, __builtin_fmaf(a, b, c))
SAME3_(fma, f64, double, __builtin_fma(a, b, c))
#else
LEFT3_(fma_f32, float, float)
LEFT3_(fma_f64, double, double)
#endif

/* Unfused and always flushing; the product counts as zero, too, when it is a denormal. */
WORD_ float mad_f32(CONTEXT_, float a, float b, float c) {
    float product = a * b, r = product + c;
    *odd |= nan_f32(r) | is_small_f32(least_f32(FACTORS_(f32, product, a, b), SIZE_(f32, r)));
    return r;
}

/* Zero times anything is +0, so that a denormal factor changes the sign of a zero. */
#define LEGACY_(r, a, b) least_f32(size_f32(LOWER_(abs_bits_f32(a), abs_bits_f32(b))), SIZE_(f32, r))
WORD_ float mul_legacy(WORDS_CONTEXT_, float a, float b) {
    float r = a == 0 || b == 0 ? 0 : a * b;
    *odd |= nan_f32(r) | TINY_(f32, LEGACY_(r, a, b));
    return r;
}
WORD_ float mad_legacy(WORDS_CONTEXT_, float a, float b, float c) {
    float product = a == 0 || b == 0 ? 0 : a * b, r = product + c;
    *odd |= nan_f32(r) | is_small_f32(least_f32(LEGACY_(product, a, b), SIZE_(f32, r)));
    return r;
}

/* ---- selecting and comparing ------------------------------------------------------------- */

/* A denormal that MODE may flush is odd, and so is a NaN that is handed on. */
#define SOURCES_AND_NANS_(type, T)                                                                           \
    WORD_ T source_##type(CONTEXT_, T a) {                                                                   \
        *ODD_##type |= TINY_(type, SIZE_(type, a));                                                          \
        return a;                                                                                            \
    }                                                                                                        \
    WORD_ T quieted_##type(CONTEXT_, T a) {                                                                  \
        *ODD_##type |= nan_##type(a);                                                                        \
        return a;                                                                                            \
    }
SOURCES_AND_NANS_(f32, float)
SOURCES_AND_NANS_(f64, double)

WORD_ gisa_f16 neg_f16(CONTEXT_, gisa_f16 a) {
    NO_CONTEXT_;
    return as_f16(a.bits ^ 0x8000);
}
WORD_ float neg_f32(CONTEXT_, float a) {
    NO_CONTEXT_;
    return as_f32(bits_f32(a) ^ 0x80000000);
}
WORD_ double neg_f64(CONTEXT_, double a) {
    NO_CONTEXT_;
    return as_f64(bits_f64(a) ^ UINT64_C(0x8000000000000000));
}

/* Whether a source is flushed matters where it is the result. Where both are zero, or count as
 * zero, their signs do, unless both are +0: the bits of both are looked at together. */
#define EXTREMES_(type, T, integer)                                                                          \
    WORD_ u##integer odd_extreme_##type(const bool flush, T r, T a, T b) {                                   \
        u##integer both = bits_##type(a) | bits_##type(b);                                                   \
        u##integer zeros = flush ? mark_##type((integer)abs_bits_##type(as_##type(both)) < NORMAL_##type) &  \
                                       mark_##type(both != 0)                                                \
                                 : mark_##type(both == bits_##type(-(T)0));                                  \
        return mark_##type(__builtin_isunordered(a, b)) | TINY_(type, SIZE_(type, r)) | zeros;               \
    }                                                                                                        \
    WORD_ T min_##type(CONTEXT_, T a, T b) {                                                                 \
        T r = a < b ? a : b;                                                                                 \
        *ODD_##type |= odd_extreme_##type(flush, r, a, b);                                                   \
        return r;                                                                                            \
    }                                                                                                        \
    WORD_ T max_##type(CONTEXT_, T a, T b) {                                                                 \
        T r = a > b ? a : b;                                                                                 \
        *ODD_##type |= odd_extreme_##type(flush, r, a, b);                                                   \
        return r;                                                                                            \
    }
EXTREMES_(f32, float, int32_t)
EXTREMES_(f64, double, int64_t)

TEST_(lt, f32, float, a < b)
TEST_(lt, f64, double, a < b)
TEST_(le, f32, float, a <= b)
TEST_(le, f64, double, a <= b)
TEST_(gt, f32, float, a > b)
TEST_(gt, f64, double, a > b)
TEST_(ge, f32, float, a >= b)
TEST_(ge, f64, double, a >= b)
TEST_(eq, f32, float, a == b)
TEST_(eq, f64, double, a == b)
TEST_(lg, f32, float, a<b || a> b)
TEST_(lg, f64, double, a<b || a> b)
TEST_(unordered, f32, float, a != a || b != b)
TEST_(unordered, f64, double, a != a || b != b)

/* ---- whole numbers, parts, conversions --------------------------------------------------- */

#ifdef __SSE4_1__
SAME1_(trunc, f32, float, __builtin_truncf(a))
SAME1_(trunc, f64, double, __builtin_trunc(a))
SAME1_(ceil, f32, float, __builtin_ceilf(a))
SAME1_(ceil, f64, double, __builtin_ceil(a))
SAME1_(floor, f32, float, __builtin_floorf(a))
SAME1_(floor, f64, double, __builtin_floor(a))
SAME1_(rndne, f32, float, __builtin_rintf(a))
SAME1_(rndne, f64, double, __builtin_rint(a))
WORD_ float fract_f32(CONTEXT_, float a) {
    float r = a - __builtin_floorf(a);
    *odd |= ODD1_(f32, r, a) | mark_f32(r >= 1);
    return r;
}
WORD_ double fract_f64(CONTEXT_, double a) {
    double r = a - __builtin_floor(a);
    *odd64 |= ODD1_(f64, r, a) | mark_f64(r >= 1);
    return r;
}
#else
LEFT1_(trunc_f32, float, float)
LEFT1_(trunc_f64, double, double)
LEFT1_(ceil_f32, float, float)
LEFT1_(ceil_f64, double, double)
LEFT1_(floor_f32, float, float)
LEFT1_(floor_f64, double, double)
LEFT1_(rndne_f32, float, float)
LEFT1_(rndne_f64, double, double)
LEFT1_(fract_f32, float, float)
LEFT1_(fract_f64, double, double)
#endif

/* Zeros stay what they are, and have the exponent 0. A number that is not normal is odd, and so is
 * a result. */
enum { EXPONENTS_f32 = 255, BIAS_f32 = 127, FRACTION_f32 = 23 };
enum { EXPONENTS_f64 = 2047, BIAS_f64 = 1023, FRACTION_f64 = 52 };
#define EXPONENT_(type, x) ((int32_t)(abs_bits_##type(x) >> FRACTION_##type))
#define ODD_EXPONENT_(type, x, e)                                                                            \
    (abs_bits_##type(x) == 0 ? 0 : mark_##type((uint32_t)((e)-1) >= EXPONENTS_##type - 1))
#define SCALINGS_(type, T, bits)                                                                             \
    WORD_ T ldexp_##type(CONTEXT_, T a, int32_t n) {                                                         \
        const int32_t by = n < -4096 ? -4096 : n > 4096 ? 4096 : n, e = EXPONENT_(type, a);                  \
        *ODD_##type |= ODD_EXPONENT_(type, a, e) | ODD_EXPONENT_(type, a, e + by);                           \
        return as_##type(bits_##type(a) + (a == 0 ? 0 : (uint##bits##_t)by << FRACTION_##type));             \
    }                                                                                                        \
    WORD_ T frexp_mant_##type(CONTEXT_, T a) {                                                               \
        const uint##bits##_t half = (uint##bits##_t)(BIAS_##type - 1) << FRACTION_##type;                    \
        const uint##bits##_t all = (uint##bits##_t)EXPONENTS_##type << FRACTION_##type;                      \
        *ODD_##type |= ODD_EXPONENT_(type, a, EXPONENT_(type, a));                                           \
        return a == 0 ? a : as_##type((bits_##type(a) & ~all) | half);                                       \
    }                                                                                                        \
    WORD_ int32_t frexp_exp_##type(CONTEXT_, T a) {                                                          \
        *ODD_##type |= ODD_EXPONENT_(type, a, EXPONENT_(type, a));                                           \
        return a == 0 ? 0 : EXPONENT_(type, a) - (BIAS_##type - 1);                                          \
    }
SCALINGS_(f32, float, 32)
SCALINGS_(f64, double, 64)

/* What an integer cannot hold is odd, and so is NaN. */
#define TO_INTEGERS_(type, T)                                                                                \
    WORD_ int32_t cvt_i32_##type(CONTEXT_, T a) {                                                            \
        bool fits = a > (T)-2147483648.0 && a < (T)2147483648.0;                                             \
        *ODD_##type |= mark_##type(!fits);                                                                   \
        return (int32_t)(fits ? a : 0);                                                                      \
    }                                                                                                        \
    WORD_ uint32_t cvt_u32_##type(CONTEXT_, T a) {                                                           \
        bool fits = a >= 0 && a < (T)4294967296.0;                                                           \
        *ODD_##type |= mark_##type(!fits);                                                                   \
        return (uint32_t)(fits ? a : 0);                                                                     \
    }
TO_INTEGERS_(f32, float)
TO_INTEGERS_(f64, double)

#define FROM_INTEGER_(name, T, integer)                                                                      \
    WORD_ T name(CONTEXT_, integer a) {                                                                      \
        NO_CONTEXT_;                                                                                         \
        return (T)a;                                                                                         \
    }
FROM_INTEGER_(cvt_f32_i32, float, int32_t)
FROM_INTEGER_(cvt_f32_u32, float, uint32_t)
FROM_INTEGER_(cvt_f64_i32, double, int32_t)
FROM_INTEGER_(cvt_f64_u32, double, uint32_t)
WORD_ double cvt_f64_f32(CONTEXT_, float a) {
    *odd |= ODD1_(f32, a, a);
    return (double)a;
}
WORD_ float cvt_f32_f64(CONTEXT_, double a) {
    float r = (float)a;
    *odd |= nan_f32(r) | is_tiny_f32(SIZE_(f32, r));
    *odd64 |= is_tiny_f64(SIZE_(f64, a));
    return r;
}

/* ---- division, roots, functions ---------------------------------------------------------- */

#define FMAS_(type, T)                                                                                       \
    WORD_ T div_fmas_##type(WORDS_CONTEXT_, T a, T b, T c, uint8_t scaled) {                                 \
        *ODD_##type |= mark_##type(scaled);                                                                  \
        return fma_##type(PASS_, a, b, c);                                                                   \
    }
FMAS_(f32, float)
FMAS_(f64, double)

/* Division and square root of the host are correctly rounded. */
WORD_ float rcp_f32(CONTEXT_, float a) {
    float r = 1 / a;
    *odd |= nan_f32(r) | is_tiny_f32(SIZE_(f32, a)) | is_tiny_f32(SIZE_(f32, r));
    return r;
}
SAME1_(rcp, f64, double, 1 / a)
WORD_ float sqrt_f32(CONTEXT_, float a) {
    float r = __builtin_sqrtf(a);
    *odd |= nan_f32(r) | is_tiny_f32(SIZE_(f32, a));
    return r;
}
SAME1_(sqrt, f64, double, __builtin_sqrt(a))
/* Two roundings more than there should be, which matters only next to the middle between two
   floats. */
WORD_ float rsq_f32(CONTEXT_, float a) {
    double x = 1 / __builtin_sqrt((double)a);
    uint64_t from_middle = (bits_f64(x) & 0x1fffffff) - 0x0ffffff8;
    float r = (float)x;
    *odd |= nan_f32(r) | is_tiny_f32(SIZE_(f32, a)) | mark_f32(a == 0);
    *odd64 |= mark_f64(from_middle <= 16);
    return r;
}
#ifdef __FMA__
/* y is next to the result, and y + d much nearer: x * y * y is computed with what its parts round
   off, which must not become denormal. Next to the middle between two numbers, and at powers of
   two, it is odd. */
WORD_ double rsq_f64(CONTEXT_, double a) {
    enum { FAR = 100 };
    const double y = 1 / __builtin_sqrt(a), square = y * y, rest = __builtin_fma(y, y, -square);
    const double product = a * square, more = __builtin_fma(a, square, -product);
    const double d = ((1 - product) - more - a * rest) * 0.5 * y, r = y + d, left = d - (r - y);
    const double half = as_f64(bits_f64(r) & (uint64_t)EXPONENTS_f64 << FRACTION_f64) * 0x1p-53;
    const double size = as_f64(abs_bits_f64(left));
    const bool is_power = !(bits_f64(r) << (64 - FRACTION_f64));
    *odd64 |= nan_f64(r) | mark_f64((uint32_t)(EXPONENT_(f64, a) - FAR) >= EXPONENTS_f64 - 2 * FAR) |
              mark_f64(size > half * (1 - 0x1p-30)) | (is_power ? mark_f64(left != 0) : 0);
    return r;
}
#else
LEFT1_(rsq_f64, double, double)
#endif

#include "floats_functions.h"
#include "floats_half.h"
#include "floats_words.h"

#endif
