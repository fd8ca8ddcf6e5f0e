/* SPDX-License-Identifier: MIT */
/* The functions behind the words for floats in bodies that run on one lane: those of real.h, on the types that bodies have. */
#ifndef GISA_EMU_FLOATS_EXACT_H
#define GISA_EMU_FLOATS_EXACT_H

#include "body.h"
#include "floats_bits.h"

#define CONTEXT_ const gisa_modes *m
#define PASS_ m
#define NO_CONTEXT_ (void)m
#define HERE_ &W->modes

/* From so many floats to the same type, to another one. */
#define SAME1_(name, type, T)                                                                                \
    WORD_ T name##_##type(CONTEXT_, T a) {                                                                   \
        return as_##type(gisa_##name##_##type(m, bits_##type(a)));                                           \
    }
#define SAME2_(name, type, T)                                                                                \
    WORD_ T name##_##type(CONTEXT_, T a, T b) {                                                              \
        return as_##type(gisa_##name##_##type(m, bits_##type(a), bits_##type(b)));                           \
    }
#define SAME3_(name, type, T)                                                                                \
    WORD_ T name##_##type(CONTEXT_, T a, T b, T c) {                                                         \
        return as_##type(gisa_##name##_##type(m, bits_##type(a), bits_##type(b), bits_##type(c)));           \
    }
#define WITH_(name, type, T, other)                                                                          \
    WORD_ T name##_##type(CONTEXT_, T a, other n) {                                                          \
        return as_##type(gisa_##name##_##type(m, bits_##type(a), n));                                        \
    }
#define TO1_(name, type, T, result)                                                                          \
    WORD_ result name##_##type(CONTEXT_, T a) {                                                              \
        return gisa_##name##_##type(m, bits_##type(a));                                                      \
    }
#define TO2_(name, type, T, result)                                                                          \
    WORD_ result name##_##type(CONTEXT_, T a, T b) {                                                         \
        return gisa_##name##_##type(m, bits_##type(a), bits_##type(b));                                      \
    }
#define TO3_(name, type, T, result)                                                                          \
    WORD_ result name##_##type(CONTEXT_, T a, T b, T c) {                                                    \
        return gisa_##name##_##type(m, bits_##type(a), bits_##type(b), bits_##type(c));                      \
    }
#define FROM_INTEGER_(name, type, T, integer)                                                                \
    WORD_ T name(CONTEXT_, integer a) {                                                                      \
        return as_##type(gisa_##name(m, a));                                                                 \
    }
#define FROM_FLOAT_(name, type, T, from, other)                                                              \
    WORD_ T name(CONTEXT_, other a) {                                                                        \
        return as_##type(gisa_##name(m, bits_##from(a)));                                                    \
    }

/* For the types that have the word. */
#define F16_32_64_(KIND, name, ...)                                                                          \
    KIND(name, f16, gisa_f16, ##__VA_ARGS__)                                                                 \
    KIND(name, f32, float, ##__VA_ARGS__) KIND(name, f64, double, ##__VA_ARGS__)
#define F16_32_(KIND, name, ...)                                                                             \
    KIND(name, f16, gisa_f16, ##__VA_ARGS__) KIND(name, f32, float, ##__VA_ARGS__)
#define F32_64_(KIND, name, ...) KIND(name, f32, float, ##__VA_ARGS__) KIND(name, f64, double, ##__VA_ARGS__)

F16_32_64_(SAME2_, add)
F16_32_64_(SAME2_, sub)
F16_32_64_(SAME2_, mul)
SAME2_(add_nearest, f32, float)
SAME2_(mul_legacy, f32, float)
F16_32_64_(SAME3_, fma)
F16_32_(SAME3_, mad)
SAME3_(mad_legacy, f32, float)
F16_32_64_(WITH_, ldexp, int32_t)

F16_32_64_(SAME1_, neg)
F16_32_64_(SAME1_, abs)
F16_32_64_(SAME2_, min)
F16_32_64_(SAME2_, max)
SAME2_(min_legacy, f32, float)
SAME2_(max_legacy, f32, float)
F16_32_(SAME3_, min3)
F16_32_(SAME3_, max3)
F16_32_(SAME3_, med3)
F16_32_64_(TO2_, lt, bool)
F16_32_64_(TO2_, le, bool)
F16_32_64_(TO2_, gt, bool)
F16_32_64_(TO2_, ge, bool)
F16_32_64_(TO2_, eq, bool)
F16_32_64_(TO2_, lg, bool)
F16_32_64_(TO2_, unordered, bool)
F16_32_64_(TO1_, class_mask, uint32_t)
SAME3_(cubeid, f32, float)
SAME3_(cubesc, f32, float)
SAME3_(cubetc, f32, float)
SAME3_(cubema, f32, float)

F16_32_64_(SAME1_, trunc)
F16_32_64_(SAME1_, ceil)
F16_32_64_(SAME1_, floor)
F16_32_64_(SAME1_, rndne)
F16_32_64_(SAME1_, fract)
F16_32_64_(SAME1_, frexp_mant)
F16_32_64_(TO1_, frexp_exp, int32_t)
F32_64_(TO1_, cvt_i32, int32_t)
F32_64_(TO1_, cvt_u32, uint32_t)
TO1_(cvt_i16, f16, gisa_f16, int16_t)
TO1_(cvt_u16, f16, gisa_f16, uint16_t)
TO1_(cvt_rpi, f32, float, int32_t)
TO1_(cvt_flr, f32, float, int32_t)
TO1_(cvt_u8, f32, float, uint8_t)
F16_32_(TO1_, norm_i16, int16_t)
F16_32_(TO1_, norm_u16, uint16_t)
FROM_INTEGER_(cvt_f32_i32, f32, float, int32_t)
FROM_INTEGER_(cvt_f32_u32, f32, float, uint32_t)
FROM_INTEGER_(cvt_f64_i32, f64, double, int32_t)
FROM_INTEGER_(cvt_f64_u32, f64, double, uint32_t)
FROM_INTEGER_(cvt_f16_i16, f16, gisa_f16, int16_t)
FROM_INTEGER_(cvt_f16_u16, f16, gisa_f16, uint16_t)
FROM_FLOAT_(cvt_f32_f64, f32, float, f64, double)
FROM_FLOAT_(cvt_f64_f32, f64, double, f32, float)
FROM_FLOAT_(cvt_f16_f32, f16, gisa_f16, f32, float)
FROM_FLOAT_(cvt_f32_f16, f32, float, f16, gisa_f16)
FROM_FLOAT_(cvt_pkrtz_f32, f16, gisa_f16, f32, float)
FROM_FLOAT_(cvt_mixed_f32, f16, gisa_f16, f32, float)

F32_64_(SAME3_, div_scale)
F32_64_(TO3_, div_scale_bit, bool)
F16_32_64_(SAME3_, div_fixup)
#define FMAS_(name, type, T)                                                                                 \
    WORD_ T name##_##type(CONTEXT_, T a, T b, T c, bool scaled) {                                            \
        return as_##type(gisa_##name##_##type(m, bits_##type(a), bits_##type(b), bits_##type(c), scaled));   \
    }
F32_64_(FMAS_, div_fmas)

F16_32_64_(SAME1_, rcp)
F16_32_64_(SAME1_, sqrt)
F16_32_64_(SAME1_, rsq)
F32_64_(SAME1_, rcp_clamp)
F32_64_(SAME1_, rsq_clamp)
SAME1_(rcp_legacy, f32, float)
SAME1_(rsq_legacy, f32, float)
SAME1_(log2_clamp, f32, float)
F16_32_(SAME1_, exp2)
F16_32_(SAME1_, log2)
F16_32_(SAME1_, sin)
F16_32_(SAME1_, cos)
WITH_(trig_preop, f64, double, uint32_t)

#include "floats_words.h"

#endif
