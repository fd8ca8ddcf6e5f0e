/* SPDX-License-Identifier: MIT */
/* Results that others have published: constant folding of LLVM 19. Those of a console are in
   tests/cases. */
#include <string.h>

#include "arithmetic.h"

/* As compute kernels run: nearest, denormals kept, IEEE. */
static const gisa_modes plain = {
    .in32 = true, .out32 = true, .in64 = true, .out64 = true, .ieee = true, .dx10_clamp = true};

static uint32_t bits(float x) {
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

/* LLVM's pull request 201896 lists these: hardware orders -0 below +0, on all generations. */
static void test_med3_zeros(void) {
    const gisa_modes *m = &plain;
    const uint32_t minus = 0x80000000, below = 0xc0000000;
    static const uint32_t halves[][4] = {
        {0x8000, 0x8000, 0, 0x8000}, {0x8000, 0, 0, 0}, {0, 0xc000, 0x8000, 0x8000}};
    expect("med3", real_med3_f32(m, minus, minus, 0), minus);
    expect("med3", real_med3_f32(m, minus, 0, minus), minus);
    expect("med3", real_med3_f32(m, 0, minus, minus), minus);
    expect("med3", real_med3_f32(m, below, minus, 0), minus);
    expect("med3", real_med3_f32(m, minus, below, 0), minus);
    expect("med3", real_med3_f32(m, minus, 0, below), minus);
    expect("med3", real_med3_f32(m, minus, 0, 0), 0);
    for (unsigned i = 0; i < sizeof halves / sizeof *halves; i++)
        expect("med3",
               real_med3_f16(m, (uint16_t)halves[i][0], (uint16_t)halves[i][1], (uint16_t)halves[i][2]),
               halves[i][3]);
}

/* An invalid operation gives the quiet NaN with the sign set (CLRX of GCN 1.0 to 1.2; captures of
   later chips), on any host. */
static void test_invalid(void) {
    const gisa_modes *m = &plain;
    const uint32_t nan = 0xffc00000, infinity = 0x7f800000, minus = 0x80000000;
    expect("sqrt(-1)", real_sqrt_f32(m, bits(-1)), nan);
    expect("sqrt(-1)", real_sqrt_f16(m, 0xbc00), 0xfe00);
    expect("sqrt(-infinity)", real_sqrt_f32(m, minus | infinity), nan);
    expect("rsq(-1)", real_rsq_f32(m, bits(-1)), nan);
    expect("log(-1)", real_log2_f32(m, bits(-1)), nan);
    expect("sin(infinity)", real_sin_f32(m, infinity), nan);
    expect("infinity - infinity", real_sub_f32(m, infinity, infinity), nan);
    expect("0 * infinity", real_mul_f32(m, 0, infinity), nan);
    expect("0 * infinity + NaN", real_fma_f32(m, 0, infinity, 0x7fc12345), nan);
}

static void llvm(void) {
    const gisa_modes *m = &plain;
    static const uint32_t fract[][2] = {{0x3fc00000, 0x3f000000}, {0xbfc00000, 0x3f000000}, {0x80000000, 0},
                                        {0xbf800000, 0},          {0xa0000000, 0x3f7fffff}, {1, 1},
                                        {0x4b000001, 0}};
    for (unsigned i = 0; i < sizeof fract / sizeof *fract; i++)
        expect("fract", real_fract_f32(m, fract[i][0]), fract[i][1]);

    static const struct {
        uint32_t x;
        int exponent;
        uint32_t mantissa;
    } frexp[] = {{0x3f800000, 1, 0x3f000000},  {0xc0400000, 2, 0xbf400000},   {1, -148, 0x3f000000},
                 {0x7fffff, -126, 0x3f7ffffe}, {0x7f7fffff, 128, 0x3f7fffff}, {0x80000000, 0, 0x80000000}};
    for (unsigned i = 0; i < sizeof frexp / sizeof *frexp; i++) {
        expect("frexp_exp", (uint32_t)real_frexp_exp_f32(m, frexp[i].x), (uint32_t)frexp[i].exponent);
        expect("frexp_mant", real_frexp_mant_f32(m, frexp[i].x), frexp[i].mantissa);
    }

    static const uint32_t pkrtz[][2] = {{0x477fefff, 0x7bff}, {0x477ff000, 0x7bff}, {0x7f800000, 0x7c00},
                                        {0xc7c35000, 0xfbff}, {0x33800000, 1},      {0x33000000, 0},
                                        {0x3f801fff, 0x3c00}, {0xbf801fff, 0xbc00}};
    for (unsigned i = 0; i < sizeof pkrtz / sizeof *pkrtz; i++)
        expect("cvt_pkrtz", real_cvt_pkrtz_f32(m, pkrtz[i][0]), pkrtz[i][1]);

    static const float cube[][7] = {{0, 0, 0, 4, 0, -0.0f, 0}, {1, -1, 1, 4, 1, 1, 2},
                                    {1, -1, -1, 5, -1, 1, -2}, {-2, 2, 2, 4, -2, -2, 4},
                                    {0, -3, 3, 4, 0, 3, 6},    {-5, -5, 4, 3, -5, -4, -10}};
    for (unsigned i = 0; i < sizeof cube / sizeof *cube; i++) {
        uint32_t x = bits(cube[i][0]), y = bits(cube[i][1]), z = bits(cube[i][2]);
        expect("cubeid", real_cubeid_f32(m, x, y, z), bits(cube[i][3]));
        expect("cubesc", real_cubesc_f32(m, x, y, z), bits(cube[i][4]));
        expect("cubetc", real_cubetc_f32(m, x, y, z), bits(cube[i][5]));
        expect("cubema", real_cubema_f32(m, x, y, z), bits(cube[i][6]));
    }
    expect("cubeid", real_cubeid_f32(m, bits(-3), bits(3), bits(2)), bits(2));
    expect("cubesc", real_cubesc_f32(m, bits(3), bits(1), bits(-2)), bits(2));
    expect("cubetc", real_cubetc_f32(m, bits(1), bits(-3), bits(2)), bits(-2));
    expect("cubema", real_cubema_f32(m, bits(-3), bits(1), bits(2)), bits(-6));

    expect("med3", real_med3_f32(m, bits(1), bits(2), bits(3)), bits(2));
    expect("med3", real_med3_f32(m, bits(3), bits(1), bits(2)), bits(2));
    expect("med3", real_med3_f32(m, bits(-1), bits(5), bits(0)), bits(0));
    test_med3_zeros();
    test_invalid();
    expect("mul_legacy", real_mul_legacy_f32(m, 0x80000000, 0x7fc00000), 0);

    static const uint64_t preop[][3] = {{0x3ff0000000000000, 0, 0x3fe45f306dc9c882},
                                        {0x3ff0000000000000, 1, 0x3c94a7f09d5f47d4},
                                        {0x3fe0000000000000, 3, 0x35f3c439041fe516},
                                        {0x4350000000000000, 0, 0x3fe45f306dc9c882},
                                        {0x4360000000000000, 0, 0x3fc17cc1b727220a},
                                        {0x4360000000000000, 3, 0x35ce21c820ff28b0},
                                        {0x7b00000000000000, 0, 0x10374f463f669e5f},
                                        {0x7b00000000000000, 3, 0x064bc529497535fd},
                                        {0x7e37e43c8800759c, 0, 0x0d0f516ba93dd63f},
                                        {0x7e37e43c8800759c, 2, 0x066ef14a525d4d7f},
                                        {0x7ff0000000000000, 0, 0x0b43dd63f5f2f8bd},
                                        {0x3ff0000000000000, 20, 0x000000000000294a},
                                        {0x3ff0000000000000, 21, 0}};
    for (unsigned i = 0; i < sizeof preop / sizeof *preop; i++)
        expect("trig_preop", real_trig_preop_f64(m, preop[i][0], (uint32_t)preop[i][1]), preop[i][2]);
}

/* LLVM (issue 139622, pull request 208733): where MODE.IEEE is 0, no operation quiets a signalling
   NaN but conversions to f16. */
static void signalling(void) {
    gisa_modes lenient = plain, strict = plain;
    lenient.ieee = false;
    strict.ieee = true;
    const uint32_t nan = 0xff800123, quiet = 0xffc00123;
    uint32_t (*const words[])(const gisa_modes *, uint32_t) = {
        real_rcp_f32, real_rsq_f32, real_sqrt_f32,       real_exp2_f32,      real_log2_f32,
        real_sin_f32, real_cos_f32, real_rcp_legacy_f32, real_rsq_clamp_f32, real_log2_clamp_f32};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        expect("signalling, IEEE=0", words[i](&lenient, nan), nan);
        expect("signalling, IEEE=1", words[i](&strict, nan), quiet);
    }
    expect("div_fixup, IEEE=0", real_div_fixup_f32(&lenient, 0, bits(1), nan), nan);
    expect("div_fixup, IEEE=0", real_div_fixup_f32(&lenient, 0, nan, bits(1)), nan);
    expect("div_fixup, IEEE=1", real_div_fixup_f32(&strict, 0, nan, bits(1)), quiet);
    expect("div_scale, IEEE=1", real_div_scale_f32(&strict, nan, nan, bits(1)), nan);
    expect("cvt_f16, IEEE=0", real_cvt_f16_f32(&lenient, 0x7f802000), 0x7e01);
    expect("cvt_pkrtz, IEEE=0", real_cvt_pkrtz_f32(&lenient, 0x7f802000), 0x7e01);
}

void test_vectors(void) {
    llvm();
    signalling();
}
