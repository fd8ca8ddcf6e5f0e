/* SPDX-License-Identifier: MIT */
/* The helpers of division: the sequences that compilers make of them give the host's quotients;
   their tables. */
#include <math.h>

#include "words.h"

static const gisa_modes plain = {
    .in32 = true, .out32 = true, .in64 = true, .out64 = true, .ieee = true, .dx10_clamp = true};

/* ---- x / y as clang 19 compiles it ----------------------------------------------------------- */

static uint32_t quotient32(uint32_t x, uint32_t y) {
    const gisa_modes *m = &plain;
    const uint32_t one = 0x3f800000;
    uint32_t d = real_div_scale_f32(m, y, y, x), n = real_div_scale_f32(m, x, y, x), minus = d ^ 0x80000000;
    bool scaled = real_div_scale_bit_f32(m, x, y, x);
    uint32_t r = real_rcp_f32(m, d);
    r = real_fma_f32(m, real_fma_f32(m, minus, r, one), r, r);
    uint32_t q = real_mul_f32(m, n, r);
    q = real_fma_f32(m, real_fma_f32(m, minus, q, n), r, q);
    q = real_div_fmas_f32(m, real_fma_f32(m, minus, q, n), r, q, scaled);
    return real_div_fixup_f32(m, q, y, x);
}

static uint64_t quotient64(uint64_t x, uint64_t y) {
    const gisa_modes *m = &plain;
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    uint64_t d = real_div_scale_f64(m, y, y, x), n = real_div_scale_f64(m, x, y, x),
             minus = d ^ sign_of(&f64);
    bool scaled = real_div_scale_bit_f64(m, x, y, x);
    uint64_t r = real_rcp_f64(m, d);
    r = real_fma_f64(m, r, real_fma_f64(m, minus, r, one), r);
    r = real_fma_f64(m, r, real_fma_f64(m, minus, r, one), r);
    uint64_t q = real_mul_f64(m, n, r);
    q = real_div_fmas_f64(m, real_fma_f64(m, minus, q, n), r, q, scaled);
    return real_div_fixup_f64(m, q, y, x);
}

static void quotients(void) {
    uint64_t s[2];
    begin("quotients", "f32");
    for (unsigned i = 0; i < 200000; i++) {
        random_sources(&f32, s, 2);
        if (is_nan(&f32, s[0]) || is_nan(&f32, s[1]))
            continue;
        volatile float x = (float)value_of(&f32, s[0]), y = (float)value_of(&f32, s[1]), q = x / y;
        compare(&plain, s, 2, quotient32((uint32_t)s[0], (uint32_t)s[1]),
                isnan(q) ? default_nan(&f32) : bits_of(&f32, q));
    }
    end();
    begin("quotients", "f64");
    for (unsigned i = 0; i < 200000; i++) {
        random_sources(&f64, s, 2);
        if (is_nan(&f64, s[0]) || is_nan(&f64, s[1]))
            continue;
        volatile double x = value_of(&f64, s[0]), y = value_of(&f64, s[1]), q = x / y;
        compare(&plain, s, 2, quotient64(s[0], s[1]), isnan(q) ? default_nan(&f64) : bits_of(&f64, q));
    }
    end();
}

/* ---- The table of div_scale, as published, by powers of two ---------------------------------- */

typedef struct scale_case {
    int denominator, numerator; /* exponent fields */
    int denominator_by, numerator_by;
    bool bit;
} scale_case;

TRY_3(div_scale, f32, 32)
TRY_3(div_scale, f64, 64)
TRY_3(div_scale_bit, f32, 32)
TRY_3(div_scale_bit, f64, 64)

static void scale_table(const format *f, const scale_case *cases, unsigned count, word scale, word bit) {
    const gisa_modes *m = &plain;
    begin("div_scale", f->name);
    for (unsigned i = 0; i < count; i++) {
        /* with different fractions, so that numerator and denominator differ */
        const uint64_t d = (uint64_t)cases[i].denominator << f->fraction | 1;
        const uint64_t n = (uint64_t)cases[i].numerator << f->fraction | 2;
        const uint64_t of_d[] = {d, d, n}, of_n[] = {n, d, n};
        compare(m, of_d, 3, scale(m, of_d), bits_of(f, ldexp(value_of(f, d), cases[i].denominator_by)));
        compare(m, of_n, 3, scale(m, of_n), bits_of(f, ldexp(value_of(f, n), cases[i].numerator_by)));
        compare(m, of_d, 3, bit(m, of_d), cases[i].bit);
        compare(m, of_n, 3, bit(m, of_n), cases[i].bit);
    }
    end();
}

static void scale_tables(void) {
    static const scale_case single[] = {
        {127, 127, 0, 0, 0},   {100, 195, 0, 0, 0},     {100, 196, 64, 0, 1},    {0, 50, 64, 64, 0},
        {0, 96, 64, 0, 1},     {253, 200, -64, -64, 0}, {254, 254, -64, -64, 0}, {252, 200, 0, 0, 0},
        {253, 157, -64, 0, 1}, {253, 158, -64, -64, 0}, {250, 154, 0, 64, 1},    {250, 155, 0, 0, 0},
        {100, 24, 64, 64, 0},  {100, 25, 0, 0, 0},      {130, 24, 0, 64, 1}};
    static const scale_case large[] = {
        {1023, 1023, 0, 0, 0},       {1000, 1767, 0, 0, 0},   {1000, 1768, 128, 0, 1},
        {0, 500, 128, 128, 0},       {0, 768, 128, 0, 1},     {2045, 1500, -128, -128, 0},
        {2046, 2046, -128, -128, 0}, {2044, 1500, 0, 0, 0},   {2045, 1277, -128, 0, 1},
        {2045, 1278, -128, -128, 0}, {2000, 1232, 0, 128, 1}, {2000, 1233, 0, 0, 0},
        {500, 53, 128, 128, 0},      {500, 54, 0, 0, 0},      {821, 53, 0, 128, 1}};
    const gisa_modes *m = &plain;
    scale_table(&f32, single, sizeof single / sizeof *single, try_div_scale_f32, try_div_scale_bit_f32);
    scale_table(&f64, large, sizeof large / sizeof *large, try_div_scale_f64, try_div_scale_bit_f64);
    const uint32_t three = 0x40400000;
    expect("div_scale, denominator 0", real_div_scale_f32(m, three, 0, three), 0xffc00000);
    expect("div_scale, numerator 0", real_div_scale_f32(m, three, three, 0x80000000), 0xffc00000);
    expect("div_scale, infinite", real_div_scale_f32(m, 0x7f800000, 0x7f800000, three), 0x7f800000);
    gisa_modes flushing = plain;
    flushing.in32 = false;
    expect("div_scale, flushed", real_div_scale_f32(&flushing, three, 5, three), 0xffc00000);
}

/* ---- div_fixup, rule by rule ----------------------------------------------------------------- */

static uint64_t overflow(const gisa_modes *m, const format *f, bool sign) {
    const unsigned round = round_of(m, f);
    const bool most = round == 3 || round == (sign ? 1 : 2) || (f == &f16 && m->ovfl16);
    return (sign ? sign_of(f) : 0) | (infinity_of(f) - most);
}

static uint64_t underflow(const gisa_modes *m, const format *f, bool sign) {
    return (sign ? sign_of(f) : 0) | (keeps_out(m, f) && round_of(m, f) == (sign ? 2 : 1));
}

static uint64_t fixed(const gisa_modes *m, const format *f, const uint64_t *s) {
    const uint64_t a = flush_in(m, f, s[0]), b = flush_in(m, f, s[1]), c = flush_in(m, f, s[2]);
    const uint64_t sign = (b ^ c) & sign_of(f), most = infinity_of(f);
    const uint64_t denominator = b & (sign_of(f) - 1), numerator = c & (sign_of(f) - 1);
    if (is_nan(f, c))
        return m->ieee ? c | quiet_of(f) : c;
    if (is_nan(f, b))
        return m->ieee ? b | quiet_of(f) : b;
    if ((!denominator && !numerator) || (denominator == most && numerator == most))
        return default_nan(f);
    if (!denominator || numerator == most)
        return sign | most;
    if (denominator == most || !numerator)
        return sign;
    const int distance = (int)(numerator >> f->fraction) - (int)(denominator >> f->fraction);
    if ((f == &f32 && distance < -150) || (f == &f64 && distance < -1075))
        return underflow(m, f, sign);
    if (is_nan(f, a) || (a & (sign_of(f) - 1)) == most)
        return overflow(m, f, sign);
    if (is_denormal(f, a) && !keeps_out(m, f))
        return sign;
    return sign | (a & (sign_of(f) - 1));
}

TRY_ALL(3, div_fixup)

static void fixups(const format *f, word try) {
    uint64_t s[3];
    begin("div_fixup", f->name);
    for (unsigned i = 0; i < 100000; i++) {
        const gisa_modes m = random_modes();
        random_sources(f, s, 3);
        if (i & 1)
            s[i / 2 % 3] = random_source(f, i & 8 ? 1 : 2 * f->bias);
        compare(&m, s, 3, try(&m, s), fixed(&m, f, s));
    }
    end();
}

void test_division(void) {
    quotients();
    scale_tables();
    fixups(&f16, try_div_fixup_f16);
    fixups(&f32, try_div_fixup_f32);
    fixups(&f64, try_div_fixup_f64);
}
