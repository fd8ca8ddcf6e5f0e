/* SPDX-License-Identifier: MIT */
/*
 * The words for floats, which take any type that the operation is there for: each is a function NAME_TYPE of floats_wide.h or
 * floats_exact.h. What these functions get besides the operands is CONTEXT_ as parameters, PASS_ when they hand it on, HERE_
 * in a body.
 */
#ifndef GISA_EMU_FLOATS_WORDS_H
#define GISA_EMU_FLOATS_WORDS_H

/* Of integers min, max and the like need nothing of the context. */
#define INTEGER_WORDS_(type, T)                                                                              \
    WORD_ T min_##type(CONTEXT_, T a, T b) {                                                                 \
        NO_CONTEXT_;                                                                                         \
        return a < b ? a : b;                                                                                \
    }                                                                                                        \
    WORD_ T max_##type(CONTEXT_, T a, T b) {                                                                 \
        NO_CONTEXT_;                                                                                         \
        return a < b ? b : a;                                                                                \
    }                                                                                                        \
    WORD_ T min3_##type(CONTEXT_, T a, T b, T c) {                                                           \
        return min_##type(PASS_, min_##type(PASS_, a, b), c);                                                \
    }                                                                                                        \
    WORD_ T max3_##type(CONTEXT_, T a, T b, T c) {                                                           \
        return max_##type(PASS_, max_##type(PASS_, a, b), c);                                                \
    }                                                                                                        \
    WORD_ T med3_##type(CONTEXT_, T a, T b, T c) {                                                           \
        T low = min_##type(PASS_, a, b), high = max_##type(PASS_, a, b);                                     \
        return max_##type(PASS_, low, min_##type(PASS_, high, c));                                           \
    }
INTEGER_WORDS_(u16, uint16_t)
INTEGER_WORDS_(i16, int16_t)
INTEGER_WORDS_(u32, uint32_t)
INTEGER_WORDS_(i32, int32_t)

/* The function for the type of an argument. */
#define F16_(name)                                                                                           \
    gisa_f16:                                                                                                \
    name##_f16
#define F32_(name) float : name##_f32
#define F64_(name) double : name##_f64
#define INTEGERS_(name)                                                                                      \
    uint16_t:                                                                                                \
    name##_u16, int16_t : name##_i16, uint32_t : name##_u32, int32_t : name##_i32
#define ANY_(name, a) _Generic((a), F16_(name), F32_(name), F64_(name))
#define SHORT_(name, a) _Generic((a), F16_(name), F32_(name))
#define LONG_(name, a) _Generic((a), F32_(name), F64_(name))
#define ANY_OR_INTEGER_(name, a) _Generic((a), F16_(name), F32_(name), F64_(name), INTEGERS_(name))
#define SHORT_OR_INTEGER_(name, a) _Generic((a), F16_(name), F32_(name), INTEGERS_(name))

/* ---- arithmetic ------------------------------------------------------------------------------ */

#define add(a, b) ANY_(add, a)(HERE_, a, b)
#define sub(a, b) ANY_(sub, a)(HERE_, a, b)
#define add_nearest(a, b) add_nearest_f32(HERE_, a, b)
#define mul(a, b) ANY_(mul, a)(HERE_, a, b)
#define mul_legacy(a, b) mul_legacy_f32(HERE_, a, b)
#define fma(a, b, c) ANY_(fma, a)(HERE_, a, b, c)
#define mad(a, b, c) SHORT_(mad, a)(HERE_, a, b, c)
#define mad_legacy(a, b, c) mad_legacy_f32(HERE_, a, b, c)
#define ldexp(a, n) ANY_(ldexp, a)(HERE_, a, n)

/* ---- selecting and comparing ----------------------------------------------------------------- */

#define neg(a) ANY_(neg, a)(HERE_, a)
#define abs(a) ANY_(abs, a)(HERE_, a)
#define min(a, b) ANY_OR_INTEGER_(min, a)(HERE_, a, b)
#define max(a, b) ANY_OR_INTEGER_(max, a)(HERE_, a, b)
#define min_legacy(a, b) min_legacy_f32(HERE_, a, b)
#define max_legacy(a, b) max_legacy_f32(HERE_, a, b)
#define min3(a, b, c) SHORT_OR_INTEGER_(min3, a)(HERE_, a, b, c)
#define max3(a, b, c) SHORT_OR_INTEGER_(max3, a)(HERE_, a, b, c)
#define med3(a, b, c) SHORT_OR_INTEGER_(med3, a)(HERE_, a, b, c)
#define lt(a, b) ANY_(lt, a)(HERE_, a, b)
#define le(a, b) ANY_(le, a)(HERE_, a, b)
#define gt(a, b) ANY_(gt, a)(HERE_, a, b)
#define ge(a, b) ANY_(ge, a)(HERE_, a, b)
#define eq(a, b) ANY_(eq, a)(HERE_, a, b)
#define lg(a, b) ANY_(lg, a)(HERE_, a, b)
#define unordered(a, b) ANY_(unordered, a)(HERE_, a, b)
#define class_mask(a) ANY_(class_mask, a)(HERE_, a)
#define cubeid(x, y, z) cubeid_f32(HERE_, x, y, z)
#define cubesc(x, y, z) cubesc_f32(HERE_, x, y, z)
#define cubetc(x, y, z) cubetc_f32(HERE_, x, y, z)
#define cubema(x, y, z) cubema_f32(HERE_, x, y, z)

/* ---- whole numbers, parts, conversions ------------------------------------------------------- */

#define trunc(a) ANY_(trunc, a)(HERE_, a)
#define ceil(a) ANY_(ceil, a)(HERE_, a)
#define floor(a) ANY_(floor, a)(HERE_, a)
#define rndne(a) ANY_(rndne, a)(HERE_, a)
#define fract(a) ANY_(fract, a)(HERE_, a)
#define frexp_mant(a) ANY_(frexp_mant, a)(HERE_, a)
#define frexp_exp(a) ANY_(frexp_exp, a)(HERE_, a)
#define cvt_i32(a) LONG_(cvt_i32, a)(HERE_, a)
#define cvt_u32(a) LONG_(cvt_u32, a)(HERE_, a)
#define cvt_i16(a) cvt_i16_f16(HERE_, a)
#define cvt_u16(a) cvt_u16_f16(HERE_, a)
#define cvt_rpi(a) cvt_rpi_f32(HERE_, a)
#define cvt_flr(a) cvt_flr_f32(HERE_, a)
#define cvt_u8(a) cvt_u8_f32(HERE_, a)
#define cvt_pkrtz(a) (cvt_pkrtz_f32(HERE_, a).bits)
#define cvt_mixed(a) cvt_mixed_f32(HERE_, a)
#define norm_i16(a) SHORT_(norm_i16, a)(HERE_, a)
#define norm_u16(a) SHORT_(norm_u16, a)(HERE_, a)
#define cvt_f32_i32(a) cvt_f32_i32(HERE_, a)
#define cvt_f32_u32(a) cvt_f32_u32(HERE_, a)
#define cvt_f64_i32(a) cvt_f64_i32(HERE_, a)
#define cvt_f64_u32(a) cvt_f64_u32(HERE_, a)
#define cvt_f16_i16(a) cvt_f16_i16(HERE_, a)
#define cvt_f16_u16(a) cvt_f16_u16(HERE_, a)
#define cvt_f32_f64(a) cvt_f32_f64(HERE_, a)
#define cvt_f64_f32(a) cvt_f64_f32(HERE_, a)
#define cvt_f16_f32(a) cvt_f16_f32(HERE_, a)
#define cvt_f32_f16(a) cvt_f32_f16(HERE_, a)

/* ---- division, roots, functions -------------------------------------------------------------- */

#define div_scale(a, b, c) LONG_(div_scale, a)(HERE_, a, b, c)
#define div_scale_bit(a, b, c) LONG_(div_scale_bit, a)(HERE_, a, b, c)
#define div_fmas(a, b, c, bit) LONG_(div_fmas, a)(HERE_, a, b, c, bit)
#define div_fixup(a, b, c) ANY_(div_fixup, a)(HERE_, a, b, c)
#define rcp(a) ANY_(rcp, a)(HERE_, a)
#define sqrt(a) ANY_(sqrt, a)(HERE_, a)
#define rsq(a) ANY_(rsq, a)(HERE_, a)
#define rcp_clamp(a) LONG_(rcp_clamp, a)(HERE_, a)
#define rsq_clamp(a) LONG_(rsq_clamp, a)(HERE_, a)
#define rcp_legacy(a) rcp_legacy_f32(HERE_, a)
#define rsq_legacy(a) rsq_legacy_f32(HERE_, a)
#define log2_clamp(a) log2_clamp_f32(HERE_, a)
#define exp2(a) SHORT_(exp2, a)(HERE_, a)
#define log2(a) SHORT_(log2, a)(HERE_, a)
#define sin(a) SHORT_(sin, a)(HERE_, a)
#define cos(a) SHORT_(cos, a)(HERE_, a)
#define trig_preop(a, segment) trig_preop_f64(HERE_, a, segment)

#endif
