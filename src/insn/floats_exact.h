/* SPDX-License-Identifier: MIT */
/* The functions after the words for floats in bodies that run on one lane: those of real.h, on the
   types that bodies have. */
#ifndef GISA_EMU_FLOATS_EXACT_H
#define GISA_EMU_FLOATS_EXACT_H

#include "body.h"
#include "floats_bits.h"

#define CONTEXT_ const gisa_modes *m
#define NO_CONTEXT_ (void)m
#define HERE_ &W->modes
#define PASS_ &W->modes
/* The same for functions of the spec. */
#define WORDS_CONTEXT_ __attribute__((unused)) gcn_wave *W, __attribute__((unused)) const gisa_op *O
#define WORDS_HERE_ W, O
#define WORDS_PASS_ W, O

WORD_ bool word_CLAMP(const gisa_op *O) {
    return O->saturate;
}

/* From so many floats to the same type, to another one. */
/* name(a) is real_function(a); SAME1_ and the like are those that are there for several types. */
#define NAMED_SAME1_(name, function, type, T)                                                                \
    WORD_ T name(CONTEXT_, T a) {                                                                            \
        return as_##type(real_##function(m, bits_##type(a)));                                                \
    }
#define SAME1_(name, type, T) NAMED_SAME1_(name##_##type, name##_##type, type, T)
#define NAMED_SAME2_(name, function, type, T)                                                                \
    WORD_ T name(CONTEXT_, T a, T b) {                                                                       \
        return as_##type(real_##function(m, bits_##type(a), bits_##type(b)));                                \
    }
#define SAME2_(name, type, T) NAMED_SAME2_(name##_##type, name##_##type, type, T)
#define NAMED_SAME3_(name, function, type, T)                                                                \
    WORD_ T name(CONTEXT_, T a, T b, T c) {                                                                  \
        return as_##type(real_##function(m, bits_##type(a), bits_##type(b), bits_##type(c)));                \
    }
#define SAME3_(name, type, T) NAMED_SAME3_(name##_##type, name##_##type, type, T)
#define NAMED_WITH_(name, function, type, T, other)                                                          \
    WORD_ T name(CONTEXT_, T a, other n) {                                                                   \
        return as_##type(real_##function(m, bits_##type(a), n));                                             \
    }
#define WITH_(name, type, T, other) NAMED_WITH_(name##_##type, name##_##type, type, T, other)
#define NAMED_TO1_(name, function, type, T, result)                                                          \
    WORD_ result name(CONTEXT_, T a) {                                                                       \
        return real_##function(m, bits_##type(a));                                                           \
    }
#define TO1_(name, type, T, result) NAMED_TO1_(name##_##type, name##_##type, type, T, result)
#define NAMED_TO2_(name, function, type, T, result)                                                          \
    WORD_ result name(CONTEXT_, T a, T b) {                                                                  \
        return real_##function(m, bits_##type(a), bits_##type(b));                                           \
    }
#define TO2_(name, type, T, result) NAMED_TO2_(name##_##type, name##_##type, type, T, result)
#define NAMED_TO3_(name, function, type, T, result)                                                          \
    WORD_ result name(CONTEXT_, T a, T b, T c) {                                                             \
        return real_##function(m, bits_##type(a), bits_##type(b), bits_##type(c));                           \
    }
#define TO3_(name, type, T, result) NAMED_TO3_(name##_##type, name##_##type, type, T, result)
#define FROM_INTEGER_(name, type, T, integer)                                                                \
    WORD_ T name(CONTEXT_, integer a) {                                                                      \
        return as_##type(real_##name(m, a));                                                                 \
    }
#define FROM_FLOAT_(name, type, T, from, other)                                                              \
    WORD_ T name(CONTEXT_, other a) {                                                                        \
        return as_##type(real_##name(m, bits_##from(a)));                                                    \
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
NAMED_SAME2_(add_nearest, add_nearest_f32, f32, float)
F16_32_64_(SAME3_, fma)
F16_32_(SAME3_, mad)
F16_32_64_(WITH_, ldexp, int32_t)

F16_32_64_(SAME1_, source)
F16_32_64_(SAME1_, quieted)
F16_32_64_(SAME1_, neg)
F16_32_64_(SAME1_, abs)
F16_32_64_(SAME2_, min)
F16_32_64_(SAME2_, max)
F16_32_64_(TO2_, lt, bool)
F16_32_64_(TO2_, le, bool)
F16_32_64_(TO2_, gt, bool)
F16_32_64_(TO2_, ge, bool)
F16_32_64_(TO2_, eq, bool)
F16_32_64_(TO2_, lg, bool)
F16_32_64_(TO2_, unordered, bool)

F16_32_64_(SAME1_, trunc)
F16_32_64_(SAME1_, ceil)
F16_32_64_(SAME1_, floor)
F16_32_64_(SAME1_, rndne)
F16_32_64_(SAME1_, fract)
F16_32_64_(SAME1_, frexp_mant)
F16_32_64_(TO1_, frexp_exp, int32_t)
F32_64_(TO1_, cvt_i32, int32_t)
F32_64_(TO1_, cvt_u32, uint32_t)
NAMED_TO1_(cvt_i16, cvt_i16_f16, f16, gisa_f16, int16_t)
NAMED_TO1_(cvt_u16, cvt_u16_f16, f16, gisa_f16, uint16_t)
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
NAMED_TO1_(cvt_pkrtz, cvt_pkrtz_f32, f32, float, uint16_t)
WORD_ gisa_f16 cvt_mixed(CONTEXT_, float a) {
    return as_f16(real_cvt_mixed_f32(m, bits_f32(a)));
}

#define FMAS_(name, type, T)                                                                                 \
    WORD_ T name##_##type(CONTEXT_, T a, T b, T c, int32_t n) {                                              \
        return as_##type(real_##name##_##type(m, bits_##type(a), bits_##type(b), bits_##type(c), n));        \
    }
F32_64_(FMAS_, fma_scaled)

F16_32_64_(SAME1_, rcp)
F16_32_64_(SAME1_, sqrt)
F16_32_64_(SAME1_, rsq)
F16_32_(SAME1_, exp2)
F16_32_(SAME1_, log2)
F16_32_(SAME1_, sin)
F16_32_(SAME1_, cos)

#include "floats_words.h"

#endif
