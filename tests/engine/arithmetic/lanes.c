/* SPDX-License-Identifier: MIT */
/* Words of all lanes at once, on the host's floats: where a lane is not odd the result is that of
 * the exact word. Those that are more than one operation of the host, and how often a usual source
 * is odd. */
#include <stdio.h>

#include "insn/floats_wide.h"

#include "words.h"

enum { TRIALS = 300000, STEP = 10007 };

/* Modes in which lanes are done at once at all: rounding to nearest. */
static gisa_modes usual_modes(void) {
    gisa_modes m = random_modes();
    m.round32 = m.round64 = GISA_ROUND_NEAREST;
    m.tiny_before = false;
    return m;
}

/* A source, and an integer beside it. */
typedef uint64_t lanes_word(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *sources);

#define LANES_1(word, of, result)                                                                            \
    static uint64_t lanes_##word##_##of(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {     \
        return result(word##_##of(odd, odd64, flush, as_##of((u##of)s[0])));                                 \
    }
#define LANES_2(word, of, result)                                                                            \
    static uint64_t lanes_##word##_##of(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {     \
        return result(word##_##of(odd, odd64, flush, as_##of((u##of)s[0]), (int32_t)s[1]));                  \
    }
#define EXACT_1(word, of, type)                                                                              \
    static uint64_t exact_##word##_##of(const gisa_modes *m, const uint64_t *s) {                            \
        return (type)real_##word##_##of(m, (u##of)s[0]);                                                     \
    }
#define EXACT_2(word, of, type)                                                                              \
    static uint64_t exact_##word##_##of(const gisa_modes *m, const uint64_t *s) {                            \
        return (type)real_##word##_##of(m, (u##of)s[0], (int32_t)s[1]);                                      \
    }
#define LANES_H2(word, result)                                                                               \
    static uint64_t lanes_##word##_f16(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {      \
        return result(word##_f16(odd, odd64, flush, as_f16((uint16_t)s[0]), as_f16((uint16_t)s[1])));        \
    }                                                                                                        \
    static uint64_t exact_##word##_f16(const gisa_modes *m, const uint64_t *s) {                             \
        return real_##word##_f16(m, (uint16_t)s[0], (uint16_t)s[1]);                                         \
    }
#define LANES_H3(word)                                                                                       \
    static uint64_t lanes_##word##_f16(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {      \
        return bits_f16(word##_f16(odd, odd64, flush, as_f16((uint16_t)s[0]), as_f16((uint16_t)s[1]),        \
                                   as_f16((uint16_t)s[2])));                                                 \
    }                                                                                                        \
    static uint64_t exact_##word##_f16(const gisa_modes *m, const uint64_t *s) {                             \
        return real_##word##_f16(m, (uint16_t)s[0], (uint16_t)s[1], (uint16_t)s[2]);                         \
    }
typedef uint16_t uf16;
typedef uint32_t uf32;
typedef uint64_t uf64;

#define BOTH_1(word, of)                                                                                     \
    LANES_1(word, of, bits_##of)                                                                             \
    EXACT_1(word, of, u##of)
#define BOTH_2(word, of)                                                                                     \
    LANES_2(word, of, bits_##of)                                                                             \
    EXACT_2(word, of, u##of)
#define BOTH_INTEGER(word, of)                                                                               \
    LANES_1(word, of, (uint32_t))                                                                            \
    EXACT_1(word, of, uint32_t)
BOTH_1(exp2, f32)
BOTH_1(log2, f32)
BOTH_1(sin, f32)
BOTH_1(cos, f32)
BOTH_1(rcp, f32)
BOTH_1(sqrt, f32)
BOTH_1(rsq, f32)
BOTH_1(frexp_mant, f32)
BOTH_1(frexp_mant, f64)
#ifdef __FMA__
BOTH_1(rsq, f64)
#endif
BOTH_INTEGER(frexp_exp, f32)
BOTH_INTEGER(frexp_exp, f64)
BOTH_2(ldexp, f32)
BOTH_2(ldexp, f64)

#ifdef __SSE4_1__
BOTH_1(trunc, f16)
BOTH_1(ceil, f16)
BOTH_1(floor, f16)
BOTH_1(rndne, f16)
BOTH_1(fract, f16)
#endif
BOTH_1(rcp, f16)
BOTH_1(sqrt, f16)
BOTH_1(rsq, f16)
BOTH_1(exp2, f16)
BOTH_1(log2, f16)
BOTH_1(sin, f16)
BOTH_1(cos, f16)
BOTH_1(frexp_mant, f16)
BOTH_INTEGER(frexp_exp, f16)
BOTH_2(ldexp, f16)
LANES_H2(add, bits_f16)
LANES_H2(sub, bits_f16)
LANES_H2(mul, bits_f16)
LANES_H2(min, bits_f16)
LANES_H2(max, bits_f16)
LANES_H2(lt, )
LANES_H2(le, )
LANES_H2(eq, )
LANES_H2(lg, )
LANES_H2(unordered, )
LANES_H3(fma)
LANES_H3(mad)

static uint64_t lanes_narrow(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {
    return bits_f16(cvt_f16_f32(odd, odd64, flush, as_f32((uint32_t)s[0])));
}
static uint64_t exact_narrow(const gisa_modes *m, const uint64_t *s) {
    return real_cvt_f16_f32(m, (uint32_t)s[0]);
}
static uint64_t lanes_toward_zero(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {
    return cvt_pkrtz(odd, odd64, flush, as_f32((uint32_t)s[0]));
}
static uint64_t exact_toward_zero(const gisa_modes *m, const uint64_t *s) {
    return real_cvt_pkrtz_f32(m, (uint32_t)s[0]);
}
static uint64_t lanes_wide(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {
    return bits_f32(cvt_f32_f16(odd, odd64, flush, as_f16((uint16_t)s[0])));
}
static uint64_t exact_wide(const gisa_modes *m, const uint64_t *s) {
    return real_cvt_f32_f16(m, (uint16_t)s[0]);
}
static uint64_t lanes_signed(uint32_t *odd, uint64_t *odd64, bool flush, const uint64_t *s) {
    return (uint16_t)cvt_i16(odd, odd64, flush, as_f16((uint16_t)s[0]));
}
static uint64_t exact_signed(const gisa_modes *m, const uint64_t *s) {
    return (uint16_t)real_cvt_i16_f16(m, (uint16_t)s[0]);
}

/* Lanes may be odd where a source or a result is denormal, infinite or NaN: at most `most` of a
   hundred. */
static void few(const char *name, unsigned odd_ones, unsigned of, unsigned most) {
    if (odd_ones > of / 100 * most)
        printf("%s: %u of %u lanes are odd\n", name, odd_ones, of);
    expect("how many lanes are odd", odd_ones > of / 100 * most, false);
}

static void try_one(const char *name, const format *f, word exact, lanes_word *lanes, unsigned most) {
    unsigned odd_ones = 0;
    begin(name, f->bits == 32 ? "of all lanes at once, f32" : "of all lanes at once, f64");
    for (unsigned i = 0; i < TRIALS; i++) {
        const gisa_modes m = usual_modes();
        const bool flush = !(m.in32 && m.out32 && m.in64 && m.out64); /* what a word may look at */
        uint32_t odd = 0;
        uint64_t odd64 = 0, s[2] = {0};
        s[0] = i % 2 ? random_source(f, -1) : random_source(f, f->bias);
        if (!(i % 4))
            s[0] = (uint32_t)i * (uint64_t)STEP << (f->bits - 32); /* far apart, all exponents */
        s[1] = i % 3 ? random64() % 64 - 32 : random64();
        const uint64_t got = lanes(&odd, &odd64, flush, s);
        odd_ones += odd || odd64;
        if (!odd && !odd64)
            compare(&m, s, 2, got, exact(&m, s));
    }
    few(name, odd_ones, TRIALS, most);
    end();
}

/* All sources of f16, in eight modes; more than one of them by chance. */
static void try_half(const char *name, word exact, lanes_word *lanes, unsigned count, unsigned most) {
    unsigned odd_ones = 0;
    begin(name, "of all lanes at once, f16");
    for (unsigned i = 0; i < 8 * 65536; i++) {
        const gisa_modes m = usual_modes();
        const bool flush = !(m.in32 && m.out32 && m.in64 && m.out64);
        uint32_t odd = 0;
        uint64_t odd64 = 0, s[3] = {i & 0xffff, random64() % 64 - 32, 0};
        if (count > 1)
            random_sources(&f16, s, count);
        const uint64_t got = lanes(&odd, &odd64, flush, s);
        odd_ones += odd || odd64;
        if (!odd && !odd64)
            compare(&m, s, count, got, exact(&m, s));
    }
    few(name, odd_ones, 8 * 65536, most);
    end();
}

/* All sources of f32, or one in `step`. */
static void try_sources(const char *name, word exact, lanes_word *lanes, uint64_t step) {
    static const gisa_modes m = {.in32 = true, .out32 = true, .ieee = true};
    begin(name, "of all lanes at once, source by source");
    for (uint64_t x = 0; x <= UINT32_MAX; x += step) {
        uint32_t odd = 0;
        uint64_t odd64 = 0;
        const uint64_t got = lanes(&odd, &odd64, false, &x);
        if (!odd && !odd64)
            compare(&m, &x, 1, got, exact(&m, &x));
    }
    end();
}

#define TRY_SOURCES(word, step) try_sources(#word, exact_##word##_f32, lanes_##word##_f32, step)
#define TRY_LANES(word, of, most) try_one(#word, &of, exact_##word##_##of, lanes_##word##_##of, most)

#define TRY_HALF(word, count, most) try_half(#word, exact_##word##_f16, lanes_##word##_f16, count, most)

static void test_halves(void) {
#ifdef __SSE4_1__ /* else they are left to the exact ones */
    TRY_HALF(trunc, 1, 10);
    TRY_HALF(ceil, 1, 10);
    TRY_HALF(floor, 1, 10);
    TRY_HALF(rndne, 1, 10);
    TRY_HALF(fract, 1, 20);
#endif
    TRY_HALF(rcp, 1, 30);
    TRY_HALF(sqrt, 1, 60);
    TRY_HALF(rsq, 1, 60);
    TRY_HALF(exp2, 1, 60);
    TRY_HALF(log2, 1, 60);
    TRY_HALF(sin, 1, 50);
    TRY_HALF(cos, 1, 50);
    TRY_HALF(frexp_mant, 1, 10);
    TRY_HALF(frexp_exp, 1, 10);
    TRY_HALF(ldexp, 1, 70);
    TRY_HALF(add, 2, 70);
    TRY_HALF(sub, 2, 70);
    TRY_HALF(mul, 2, 80);
    TRY_HALF(min, 2, 70);
    TRY_HALF(max, 2, 70);
    TRY_HALF(lt, 2, 70);
    TRY_HALF(le, 2, 70);
    TRY_HALF(eq, 2, 70);
    TRY_HALF(lg, 2, 70);
    TRY_HALF(unordered, 2, 70);
    TRY_HALF(fma, 3, 80);
    TRY_HALF(mad, 3, 80);
    try_half("cvt_f32_f16", exact_wide, lanes_wide, 1, 10);
    try_half("cvt_i16", exact_signed, lanes_signed, 1, 10);
    try_one("cvt_f16_f32", &f32, exact_narrow, lanes_narrow, 60);
    try_one("cvt_pkrtz", &f32, exact_toward_zero, lanes_toward_zero, 80);
}

void test_lanes(uint64_t step) {
    test_halves();
    TRY_SOURCES(exp2, step);
    TRY_SOURCES(log2, step);
    TRY_SOURCES(sin, step);
    TRY_SOURCES(cos, step);
    TRY_SOURCES(rsq, step);
    TRY_LANES(exp2, f32, 60);
    TRY_LANES(log2, f32, 70);
    TRY_LANES(sin, f32, 70);
    TRY_LANES(cos, f32, 70);
    TRY_LANES(rcp, f32, 50);
    TRY_LANES(sqrt, f32, 70);
    TRY_LANES(rsq, f32, 70);
#ifdef __FMA__
    TRY_LANES(rsq, f64, 80);
#endif
    TRY_LANES(frexp_mant, f32, 40);
    TRY_LANES(frexp_mant, f64, 40);
    TRY_LANES(frexp_exp, f32, 40);
    TRY_LANES(frexp_exp, f64, 40);
    TRY_LANES(ldexp, f32, 60);
    TRY_LANES(ldexp, f64, 60);
}
