/* SPDX-License-Identifier: MIT */
/* Exact floating-point words that compare and select: minimum, maximum, tests, clamp. */
#include "real_core.h"

static uint64_t real_neg(const gisa_how *how, uint64_t a) {
    return a ^ real_sign_bit(&how->format);
}

static uint64_t real_abs(const gisa_how *how, uint64_t a) {
    return real_magnitude(&how->format, a);
}

WRAP_1(neg)
WRAP_1(abs)
WRAP_1(source)
WRAP_1(quieted)

/* ---- Order ----------------------------------------------------------------------------------- */

/* A key that orders numbers as integers; -0 is just below +0. */
static int64_t key(const gisa_format *f, uint64_t bits) {
    int64_t magnitude = (int64_t)real_magnitude(f, bits);
    return bits & real_sign_bit(f) ? -magnitude - 1 : magnitude;
}

/* The same with both zeros as one. */
static int64_t value(const gisa_format *f, uint64_t bits) {
    int64_t k = key(f, bits);
    return k < 0 ? k + 1 : k;
}

static bool signalling(const gisa_format *f, uint64_t bits) {
    return real_nan(f, bits) && !(bits & real_quiet_bit(f));
}

/* As results are stored. */
static uint64_t flushed(const gisa_how *how, uint64_t bits) {
    if (!how->out && real_magnitude(&how->format, bits) >> how->format.fraction == 0)
        return bits & real_sign_bit(&how->format);
    return bits;
}

/* ---- Minimum, maximum ------------------------------------------------------------------------ */

static uint64_t extreme(const gisa_how *how, uint64_t a, uint64_t b, bool greater) {
    const gisa_format *f = &how->format;
    if (how->ieee && signalling(f, a))
        return a | real_quiet_bit(f);
    if (how->ieee && signalling(f, b))
        return b | real_quiet_bit(f);
    /* Choice: of two quiet NaNs, the second one. */
    if (real_nan(f, a))
        return real_nan(f, b) ? b : flushed(how, real_source(how, b));
    a = real_source(how, a);
    if (real_nan(f, b))
        return flushed(how, a);
    b = real_source(how, b);
    return flushed(how, (key(f, a) < key(f, b)) != greater ? a : b);
}

static uint64_t real_min(const gisa_how *how, uint64_t a, uint64_t b) {
    return extreme(how, a, b, false);
}

static uint64_t real_max(const gisa_how *how, uint64_t a, uint64_t b) {
    return extreme(how, a, b, true);
}

/* How min and max see MODE. */
static gisa_how selecting(const gisa_modes *m, gisa_how how) {
    if (!m->minmax_by_mode)
        how.in = how.out = true;
    return how;
}

#define SELECT_2(word, of, bits)                                                                             \
    REAL_2_##bits(word) {                                                                                    \
        const gisa_how how = selecting(m, real_how_##of(m));                                                 \
        return (uint##bits##_t)real_##word(&how, a, b);                                                      \
    }
SELECT_2(min, f16, 16)
SELECT_2(min, f32, 32)
SELECT_2(min, f64, 64)
SELECT_2(max, f16, 16)
SELECT_2(max, f32, 32)
SELECT_2(max, f64, 64)
/* ---- Tests ----------------------------------------------------------------------------------- */

#define TEST(word, of, bits, condition)                                                                      \
    REAL_TEST_##bits(word) {                                                                                 \
        const gisa_how how = real_how_##of(m);                                                               \
        const gisa_format *f = &how.format;                                                                  \
        const bool ordered = !real_nan(f, a) && !real_nan(f, b);                                             \
        const int64_t x = value(f, real_source(&how, a)), y = value(f, real_source(&how, b));                \
        return condition;                                                                                    \
    }
#define TESTS(word, condition)                                                                               \
    TEST(word, f16, 16, condition) TEST(word, f32, 32, condition) TEST(word, f64, 64, condition)

TESTS(lt, ordered &&x < y)
TESTS(le, ordered &&x <= y)
TESTS(gt, ordered &&x > y)
TESTS(ge, ordered &&x >= y)
TESTS(eq, ordered &&x == y)
TESTS(lg, ordered &&x != y)
TESTS(unordered, ((void)x, (void)y, !ordered))

/* ---- Clamp ----------------------------------------------------------------------------------- */

/* To 0 ... 1; denormals are kept. */
static uint64_t clamp(const gisa_how *how, bool nan_is_zero, uint64_t a) {
    const gisa_format *f = &how->format;
    const uint64_t one = (uint64_t)f->bias << f->fraction;
    if (real_nan(f, a))
        return nan_is_zero ? 0 : a;
    if (a & real_sign_bit(f))
        return 0;
    return a > one ? one : a;
}

#define CLAMP(of, bits)                                                                                      \
    REAL_1_##bits(clamp) {                                                                                   \
        const gisa_how how = real_how_##of(m);                                                               \
        return (uint##bits##_t)clamp(&how, m->dx10_clamp, a);                                                \
    }
CLAMP(f16, 16)
CLAMP(f32, 32)
CLAMP(f64, 64)
