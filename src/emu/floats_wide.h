/* SPDX-License-Identifier: MIT */
/*
 * The words for floats in bodies that run on all lanes: host arithmetic, to nearest. A lane in which the hardware may see it
 * differently (a NaN comes out; a denormal is around and MODE flushes them) is marked in the body's variable `odd`, and done again
 * by the exact functions. `flush` is constant in each copy of a body.
 */
#ifndef GISA_EMU_FLOATS_WIDE_H
#define GISA_EMU_FLOATS_WIDE_H

#include "body.h"

#define WORD_ static inline __attribute__((always_inline, unused))

WORD_ uint32_t bits_f32(float x) {
    return (gisa_v32){.f32 = x}.u32;
}
WORD_ uint64_t bits_f64(double x) {
    return (gisa_v64){.f64 = x}.u64;
}

/* Denormal, or the smallest normal number, which a flushed result may have been rounded to. */
WORD_ uint32_t tiny_f32(float x) {
    return -(uint32_t)((bits_f32(x) << 1) - 1 < 0x01000000u);
}
WORD_ uint32_t tiny_f64(double x) {
    return -(uint32_t)((bits_f64(x) << 1) - 1 < UINT64_C(0x0020000000000000));
}
WORD_ uint32_t nan_f32(float x) {
    return -(uint32_t)(x != x);
}
WORD_ uint32_t nan_f64(double x) {
    return -(uint32_t)(x != x);
}

/* One word for each format: NAME_f32 and NAME_f64 compute `expression` of a, b, c in type T; all of f16 is left to the exact
 * functions for now. */
#define ODD_ uint32_t *odd, const bool flush
#define TERNARY_(name, type, T, expression, always)                                                          \
    WORD_ T name##_##type(ODD_, T a, T b, T c) {                                                             \
        T r = expression;                                                                                    \
        *odd |= nan_##type(r);                                                                               \
        if (flush || (always))                                                                               \
            *odd |= tiny_##type(a) | tiny_##type(b) | tiny_##type(c) | tiny_##type(r);                       \
        return r;                                                                                            \
    }
#define BINARY_(name, type, T, expression)                                                                   \
    WORD_ T name##_##type(ODD_, T a, T b) {                                                                  \
        T r = expression;                                                                                    \
        *odd |= nan_##type(r);                                                                               \
        if (flush)                                                                                           \
            *odd |= tiny_##type(a) | tiny_##type(b) | tiny_##type(r);                                        \
        return r;                                                                                            \
    }
#define BINARY_F16_(name)                                                                                    \
    WORD_ gisa_f16 name##_f16(ODD_, gisa_f16 a, gisa_f16 b) {                                                \
        (void)flush, (void)b;                                                                                \
        *odd = ~0u;                                                                                          \
        return a;                                                                                            \
    }
#define FORMATS_(x) _Generic((x), float : x##_, double : x##_)

BINARY_(add, f32, float, a + b)
BINARY_(add, f64, double, a + b)
BINARY_F16_(add)
BINARY_(sub, f32, float, a - b)
BINARY_(sub, f64, double, a - b)
BINARY_F16_(sub)
BINARY_(mul, f32, float, a *b)
BINARY_(mul, f64, double, a *b)
BINARY_F16_(mul)
TERNARY_(fma, f32, float, __builtin_fmaf(a, b, c), false)
TERNARY_(fma, f64, double, __builtin_fma(a, b, c), false)

/* Unfused and always flushing; the product counts as zero, too, when it is a denormal. */
WORD_ float mad_f32(ODD_, float a, float b, float c) {
    float product = a * b, r = product + c;
    (void)flush;
    *odd |= nan_f32(r) | tiny_f32(a) | tiny_f32(b) | tiny_f32(c) | tiny_f32(product) | tiny_f32(r);
    return r;
}

#define PICK2_(name, a) _Generic((a), float : name##_f32, double : name##_f64, gisa_f16 : name##_f16)
#define PICK_(name, a) _Generic((a), float : name##_f32, double : name##_f64)
#define add(a, b) PICK2_(add, a)(&odd, flush, a, b)
#define sub(a, b) PICK2_(sub, a)(&odd, flush, a, b)
#define mul(a, b) PICK2_(mul, a)(&odd, flush, a, b)
#define fma(a, b, c) PICK_(fma, a)(&odd, flush, a, b, c)
#define mad(a, b, c) mad_f32(&odd, flush, a, b, c)

#endif
