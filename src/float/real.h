/* SPDX-License-Identifier: MIT */
/*
 * The floating-point operations of GCN on bit patterns, exactly: rounding, denormals, NaNs and
 * overflow as MODE says. One function for each float word of bodies (isa/README.md) and each
 * format. Integer arithmetic alone, so nothing depends on the host's floating-point unit. What no
 * document settles is a choice; each choice is made in one place, which says "Choice".
 */
#ifndef GISA_EMU_REAL_H
#define GISA_EMU_REAL_H

#include <stdbool.h>
#include <stdint.h>

enum { GISA_ROUND_NEAREST, GISA_ROUND_UP, GISA_ROUND_DOWN, GISA_ROUND_ZERO };

/* What results depend on: the fields of MODE, and what differs between generations. "32" is f32;
 * "64" is f64 and f16, which share their fields. */
typedef struct gisa_modes {
    uint8_t round32, round64;
    bool in32, out32, in64, out64; /* denormals are kept, not flushed, in sources and in results */
    bool ieee, dx10_clamp;
    bool ovfl16; /* overflow to f16 gives the largest finite number; infinite sources and 1/0 stay infinite */

    /* The model tininess: a result that is flushed counts as denormal before it is rounded, not
     * after; where to count how often that makes a difference (NULL: nowhere). */
    bool tiny_before;
    uint64_t *tiny_count;

    bool minmax_by_mode; /* min, max and med3 flush denormals by MODE (gfx9); otherwise never */
    bool
        half_by_mode; /* conversions from and to f16 go by the fields of f16 (gfx8); otherwise they round as f32
                             * does and keep the denormals of f16 */
    /* The instructions that mix f16 and f32 take and make no denormals of f16, whatever MODE says
       (gfx9). */
    bool mixed_flushes;
    bool frexp_is_naive;   /* frexp of infinities and NaNs: exponent -1, and infinities give NaN (gfx6) */
    bool fract64_uncapped; /* fract of f64 may give 1.0 (gfx6) */
    uint32_t turns_limit; /* beyond this number of turns sin is 0 and cos is 1; 0: there is no limit (gfx9) */
} gisa_modes;

/* Functions of the word in one format: ..._16 of f16 and so on. */
#define REAL_1_16(word) uint16_t real_##word##_f16(const gisa_modes *m, uint16_t a)
#define REAL_1_32(word) uint32_t real_##word##_f32(const gisa_modes *m, uint32_t a)
#define REAL_1_64(word) uint64_t real_##word##_f64(const gisa_modes *m, uint64_t a)
#define REAL_2_16(word) uint16_t real_##word##_f16(const gisa_modes *m, uint16_t a, uint16_t b)
#define REAL_2_32(word) uint32_t real_##word##_f32(const gisa_modes *m, uint32_t a, uint32_t b)
#define REAL_2_64(word) uint64_t real_##word##_f64(const gisa_modes *m, uint64_t a, uint64_t b)
#define REAL_3_16(word) uint16_t real_##word##_f16(const gisa_modes *m, uint16_t a, uint16_t b, uint16_t c)
#define REAL_3_32(word) uint32_t real_##word##_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c)
#define REAL_3_64(word) uint64_t real_##word##_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c)
#define REAL_TEST_16(word) bool real_##word##_f16(const gisa_modes *m, uint16_t a, uint16_t b)
#define REAL_TEST_32(word) bool real_##word##_f32(const gisa_modes *m, uint32_t a, uint32_t b)
#define REAL_TEST_64(word) bool real_##word##_f64(const gisa_modes *m, uint64_t a, uint64_t b)

/* ---- real.c: arithmetic --------------------------------------------------------------------- */

REAL_2_16(add);
REAL_2_32(add);
REAL_2_64(add);
REAL_2_16(sub);
REAL_2_32(sub);
REAL_2_64(sub);
REAL_2_16(mul);
REAL_2_32(mul);
REAL_2_64(mul);
REAL_3_16(fma);
REAL_3_32(fma);
REAL_3_64(fma);

/* The sum to the nearest, whatever MODE says of rounding: what LDS adds. */
REAL_2_32(add_nearest);

/* Two roundings; denormals are always flushed, the product's as well. */
REAL_3_16(mad);
REAL_3_32(mad);

/* a * 2^exponent */
uint16_t real_ldexp_f16(const gisa_modes *m, uint16_t a, int32_t exponent);
uint32_t real_ldexp_f32(const gisa_modes *m, uint32_t a, int32_t exponent);
uint64_t real_ldexp_f64(const gisa_modes *m, uint64_t a, int32_t exponent);

/* Output modifiers, on results: omod is the field (1: *2, 2: *4, 3: /2), and heeds the conditions
 * under which the hardware applies it. */
uint16_t real_omod_f16(const gisa_modes *m, unsigned omod, uint16_t a);
uint32_t real_omod_f32(const gisa_modes *m, unsigned omod, uint32_t a);
uint64_t real_omod_f64(const gisa_modes *m, unsigned omod, uint64_t a);

/* 2^n * (a * b + c), rounded once; denormal sources are kept. */
uint32_t real_fma_scaled_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c, int32_t n);
uint64_t real_fma_scaled_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c, int32_t n);

/* ---- real_select.c: what compares and selects ------------------------------------------------ */

/* As operations take it: a denormal that MODE flushes is a zero of its sign. A NaN as operations
   hand it on. */
REAL_1_16(source);
REAL_1_32(source);
REAL_1_64(source);
REAL_1_16(quieted);
REAL_1_32(quieted);
REAL_1_64(quieted);

REAL_1_16(clamp);
REAL_1_32(clamp);
REAL_1_64(clamp);

REAL_1_16(neg);
REAL_1_32(neg);
REAL_1_64(neg);
REAL_1_16(abs);
REAL_1_32(abs);
REAL_1_64(abs);

REAL_2_16(min);
REAL_2_32(min);
REAL_2_64(min);
REAL_2_16(max);
REAL_2_32(max);
REAL_2_64(max);

/* Ordered comparisons: false when a source is NaN. */
REAL_TEST_16(lt);
REAL_TEST_32(lt);
REAL_TEST_64(lt);
REAL_TEST_16(le);
REAL_TEST_32(le);
REAL_TEST_64(le);
REAL_TEST_16(gt);
REAL_TEST_32(gt);
REAL_TEST_64(gt);
REAL_TEST_16(ge);
REAL_TEST_32(ge);
REAL_TEST_64(ge);
REAL_TEST_16(eq);
REAL_TEST_32(eq);
REAL_TEST_64(eq);
REAL_TEST_16(lg);
REAL_TEST_32(lg);
REAL_TEST_64(lg);
REAL_TEST_16(unordered);
REAL_TEST_32(unordered);
REAL_TEST_64(unordered);

/* ---- real_convert.c: other formats and integers ---------------------------------------------- */

REAL_1_16(trunc);
REAL_1_32(trunc);
REAL_1_64(trunc);
REAL_1_16(ceil);
REAL_1_32(ceil);
REAL_1_64(ceil);
REAL_1_16(floor);
REAL_1_32(floor);
REAL_1_64(floor);
REAL_1_16(rndne);
REAL_1_32(rndne);
REAL_1_64(rndne);
REAL_1_16(fract);
REAL_1_32(fract);
REAL_1_64(fract);
REAL_1_16(frexp_mant);
REAL_1_32(frexp_mant);
REAL_1_64(frexp_mant);
int32_t real_frexp_exp_f16(const gisa_modes *m, uint16_t a);
int32_t real_frexp_exp_f32(const gisa_modes *m, uint32_t a);
int32_t real_frexp_exp_f64(const gisa_modes *m, uint64_t a);

/* gisa_cvt_TO_FROM */
uint32_t real_cvt_f32_i32(const gisa_modes *m, int32_t a);
uint32_t real_cvt_f32_u32(const gisa_modes *m, uint32_t a);
uint64_t real_cvt_f64_i32(const gisa_modes *m, int32_t a);
uint64_t real_cvt_f64_u32(const gisa_modes *m, uint32_t a);
uint16_t real_cvt_f16_i16(const gisa_modes *m, int16_t a);
uint16_t real_cvt_f16_u16(const gisa_modes *m, uint16_t a);
uint32_t real_cvt_f32_f64(const gisa_modes *m, uint64_t a);
uint64_t real_cvt_f64_f32(const gisa_modes *m, uint32_t a);
uint16_t real_cvt_f16_f32(const gisa_modes *m, uint32_t a);
uint32_t real_cvt_f32_f16(const gisa_modes *m, uint16_t a);
uint16_t real_cvt_pkrtz_f32(const gisa_modes *m, uint32_t a); /* f32 to f16, toward zero */

/* Of the instructions that mix f16 and f32: a source of 16 bits as f32, with NaNs as they are; a
 * result as f16. MODE's fields for denormals of f16 count where mixed_flushes is not set. */
uint32_t real_widen_mixed_f16(const gisa_modes *m, uint16_t a);
uint16_t real_cvt_mixed_f32(const gisa_modes *m, uint32_t a);

/* To integers: truncated and saturated, NaN gives 0. */
int32_t real_cvt_i32_f32(const gisa_modes *m, uint32_t a);
int32_t real_cvt_i32_f64(const gisa_modes *m, uint64_t a);
uint32_t real_cvt_u32_f32(const gisa_modes *m, uint32_t a);
uint32_t real_cvt_u32_f64(const gisa_modes *m, uint64_t a);
int16_t real_cvt_i16_f16(const gisa_modes *m, uint16_t a);
uint16_t real_cvt_u16_f16(const gisa_modes *m, uint16_t a);

/* ---- real_root.c: reciprocals and roots, correctly rounded to nearest ------------------------ */

REAL_1_16(rcp);
REAL_1_32(rcp);
REAL_1_64(rcp);
REAL_1_16(sqrt);
REAL_1_32(sqrt);
REAL_1_64(sqrt);
REAL_1_16(rsq);
REAL_1_32(rsq);
REAL_1_64(rsq);

/* ---- real_special.c: transcendental functions, correctly rounded to nearest ------------------ */

REAL_1_16(exp2);
REAL_1_32(exp2);
REAL_1_16(log2);
REAL_1_32(log2);
/* Of angles in turns. */
REAL_1_16(sin);
REAL_1_32(sin);
REAL_1_16(cos);
REAL_1_32(cos);

#endif
