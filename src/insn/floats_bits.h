/* SPDX-License-Identifier: MIT */
/* Floats as bits. */
#ifndef GISA_EMU_FLOATS_BITS_H
#define GISA_EMU_FLOATS_BITS_H

#include "state.h"

#define WORD_ static inline __attribute__((always_inline, unused))

WORD_ uint16_t bits_f16(gisa_f16 x) {
    return x.bits;
}
WORD_ uint32_t bits_f32(float x) {
    return (gisa_v32){.f32 = x}.u32;
}
WORD_ uint64_t bits_f64(double x) {
    return (gisa_v64){.f64 = x}.u64;
}
WORD_ gisa_f16 as_f16(uint16_t x) {
    return (gisa_f16){x};
}
/* Halves, and their places in a float: the fraction is shifted, and exponents go up. */
enum { HALF_SIGN = 0x8000, HALF_INFINITE = 0x7c00, HALF_NORMAL = 0x0400 };
enum { HALF_SHIFT = 13, HALF_UP = 112 << 23 };

WORD_ uint32_t half_size(gisa_f16 a) {
    return a.bits & (HALF_SIGN - 1);
}
/* The bits of the float that a normal half is. */
WORD_ uint32_t half_widened(gisa_f16 a) {
    return (uint32_t)(a.bits & HALF_SIGN) << 16 | ((half_size(a) << HALF_SHIFT) + HALF_UP);
}
WORD_ float as_f32(uint32_t x) {
    return (gisa_v32){.u32 = x}.f32;
}
WORD_ double as_f64(uint64_t x) {
    return (gisa_v64){.u64 = x}.f64;
}

/* How many bits a type has, how many of them are the fraction; whether a value is NaN. */
#define PARTS_(type, T, bits, part, infinite)                                                                \
    WORD_ uint32_t float_bits_##type(T x) {                                                                  \
        (void)x;                                                                                             \
        return bits;                                                                                         \
    }                                                                                                        \
    WORD_ uint32_t fraction_bits_##type(T x) {                                                               \
        (void)x;                                                                                             \
        return part;                                                                                         \
    }                                                                                                        \
    WORD_ bool is_nan_##type(T x) {                                                                          \
        return (uint##bits##_t)(bits_##type(x) << 1) > (uint##bits##_t)(infinite << 1);                      \
    }
PARTS_(f16, gisa_f16, 16, 10, 0x7c00)
PARTS_(f32, float, 32, 23, 0x7f800000u)
PARTS_(f64, double, 64, 52, UINT64_C(0x7ff0000000000000))

#endif
