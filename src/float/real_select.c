/* SPDX-License-Identifier: MIT */
/* Exact floating-point words that compare and select: minimum, maximum, tests, clamp. */
#include "real_core.h"

static uint64_t real_neg(const gisa_how *how, uint64_t a) {
    return a ^ gisa_sign_bit(&how->format);
}

static uint64_t real_abs(const gisa_how *how, uint64_t a) {
    return gisa_magnitude(&how->format, a);
}

static uint64_t real_source(const gisa_how *how, uint64_t a) {
    return gisa_source(how, a);
}

static uint64_t real_quieted(const gisa_how *how, uint64_t a) {
    return gisa_quieted(how, a);
}

WRAP_1(neg)
WRAP_1(abs)
WRAP_1(source)
WRAP_1(quieted)

/* ---- Order ----------------------------------------------------------------------------------------- */

/* A key that orders numbers as integers; -0 is just below +0. */
static int64_t key(const gisa_format *f, uint64_t bits) {
    int64_t magnitude = (int64_t)gisa_magnitude(f, bits);
    return bits & gisa_sign_bit(f) ? -magnitude - 1 : magnitude;
}

/* The same with both zeros as one. */
static int64_t value(const gisa_format *f, uint64_t bits) {
    int64_t k = key(f, bits);
    return k < 0 ? k + 1 : k;
}

static bool signalling(const gisa_format *f, uint64_t bits) {
    return gisa_nan(f, bits) && !(bits & gisa_quiet_bit(f));
}

/* As results are stored. */
static uint64_t flushed(const gisa_how *how, uint64_t bits) {
    if (!how->out && gisa_magnitude(&how->format, bits) >> how->format.fraction == 0)
        return bits & gisa_sign_bit(&how->format);
    return bits;
}

/* ---- Minimum, maximum ------------------------------------------------------------------------ */

static uint64_t extreme(const gisa_how *how, uint64_t a, uint64_t b, bool greater) {
    const gisa_format *f = &how->format;
    if (how->ieee && signalling(f, a))
        return a | gisa_quiet_bit(f);
    if (how->ieee && signalling(f, b))
        return b | gisa_quiet_bit(f);
    /* Choice: of two quiet NaNs, the second one. */
    if (gisa_nan(f, a))
        return gisa_nan(f, b) ? b : flushed(how, gisa_source(how, b));
    a = gisa_source(how, a);
    if (gisa_nan(f, b))
        return flushed(how, a);
    b = gisa_source(how, b);
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
    GISA_2_##bits(word) {                                                                                    \
        const gisa_how how = selecting(m, gisa_how_##of(m));                                                 \
        return (uint##bits##_t)real_##word(&how, a, b);                                                      \
    }
SELECT_2(min, f16, 16)
SELECT_2(min, f32, 32)
SELECT_2(min, f64, 64)
SELECT_2(max, f16, 16)
SELECT_2(max, f32, 32)
SELECT_2(max, f64, 64)
/* ---- Tests ------------------------------------------------------------------------------------------- */

#define TEST(word, of, bits, condition)                                                                      \
    GISA_TEST_##bits(word) {                                                                                 \
        const gisa_how how = gisa_how_##of(m);                                                               \
        const gisa_format *f = &how.format;                                                                  \
        const bool ordered = !gisa_nan(f, a) && !gisa_nan(f, b);                                             \
        const int64_t x = value(f, gisa_source(&how, a)), y = value(f, gisa_source(&how, b));                \
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

/* ---- Clamp ------------------------------------------------------------------------------------------- */

/* To 0 ... 1; denormals are kept. */
static uint64_t clamp(const gisa_how *how, bool nan_is_zero, uint64_t a) {
    const gisa_format *f = &how->format;
    const uint64_t one = (uint64_t)f->bias << f->fraction;
    if (gisa_nan(f, a))
        return nan_is_zero ? 0 : a;
    if (a & gisa_sign_bit(f))
        return 0;
    return a > one ? one : a;
}

#define CLAMP(of, bits)                                                                                      \
    GISA_1_##bits(clamp) {                                                                                   \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return (uint##bits##_t)clamp(&how, m->dx10_clamp, a);                                                \
    }
CLAMP(f16, 16)
CLAMP(f32, 32)
CLAMP(f64, 64)
