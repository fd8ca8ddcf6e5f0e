/* SPDX-License-Identifier: MIT */
/* Words of all lanes at once, on the host's floats: where a lane is not odd the result is that of
 * the exact word. Those that are more than one operation of the host, and how often a usual source
 * is odd. */
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
BOTH_INTEGER(frexp_exp, f32)
BOTH_INTEGER(frexp_exp, f64)
BOTH_2(ldexp, f32)
BOTH_2(ldexp, f64)

/* At most so many of a hundred are odd: what is denormal, infinite, NaN, or has such a result. */
static void try_one(const char *name, const format *f, word exact, lanes_word *lanes, unsigned most) {
    unsigned odd_ones = 0;
    begin(name, f->bits == 32 ? "of all lanes at once, f32" : "of all lanes at once, f64");
    for (unsigned i = 0; i < TRIALS; i++) {
        const gisa_modes m = usual_modes();
        const bool flush = f->bits == 32 ? !(m.in32 && m.out32) : !(m.in64 && m.out64);
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
    expect("lanes that are odd", odd_ones > TRIALS / 100 * most, false);
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

void test_lanes(uint64_t step) {
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
    TRY_LANES(frexp_mant, f32, 40);
    TRY_LANES(frexp_mant, f64, 40);
    TRY_LANES(frexp_exp, f32, 40);
    TRY_LANES(frexp_exp, f64, 40);
    TRY_LANES(ldexp, f32, 60);
    TRY_LANES(ldexp, f64, 60);
}
