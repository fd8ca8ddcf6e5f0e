/* SPDX-License-Identifier: MIT */
/* Exact floating-point words that compare and select: minimum, maximum, median, tests, classes, cubes, clamp. */
#include "real_core.h"

static uint64_t real_neg(const gisa_how *how, uint64_t a) {
    return a ^ gisa_sign_bit(&how->format);
}

static uint64_t real_abs(const gisa_how *how, uint64_t a) {
    return gisa_magnitude(&how->format, a);
}

WRAP_1(neg)
WRAP_1(abs)

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

/* ---- Minimum, maximum, median ------------------------------------------------------------------------ */

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

static uint64_t real_min3(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    return real_min(how, real_min(how, a, b), c);
}

static uint64_t real_max3(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    return real_max(how, real_max(how, a, b), c);
}

/* The middle one, with -0 below +0: hardware does that on all generations, where the manual's text takes them for equal. */
static uint64_t real_med3(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    const gisa_format *f = &how->format;
    if (gisa_nan(f, a) || gisa_nan(f, b) || gisa_nan(f, c))
        return real_min3(how, a, b, c);
    return real_max(how, real_min(how, a, b), real_min(how, real_max(how, a, b), c));
}

/* How min, max and med3 see MODE. */
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
#define SELECT_3(word, of, bits)                                                                             \
    GISA_3_##bits(word) {                                                                                    \
        const gisa_how how = selecting(m, gisa_how_##of(m));                                                 \
        return (uint##bits##_t)real_##word(&how, a, b, c);                                                   \
    }
SELECT_2(min, f16, 16)
SELECT_2(min, f32, 32)
SELECT_2(min, f64, 64)
SELECT_2(max, f16, 16)
SELECT_2(max, f32, 32)
SELECT_2(max, f64, 64)
SELECT_3(min3, f16, 16)
SELECT_3(min3, f32, 32)
SELECT_3(max3, f16, 16)
SELECT_3(max3, f32, 32)
SELECT_3(med3, f16, 16)
SELECT_3(med3, f32, 32)

/* a < b ? a : b and a >= b ? a : b, so that a NaN gives b. Denormals are never flushed. */
static uint64_t real_min_legacy(const gisa_how *how, uint64_t a, uint64_t b) {
    const gisa_format *f = &how->format;
    return !gisa_nan(f, a) && !gisa_nan(f, b) && value(f, a) < value(f, b) ? a : b;
}

static uint64_t real_max_legacy(const gisa_how *how, uint64_t a, uint64_t b) {
    const gisa_format *f = &how->format;
    return !gisa_nan(f, a) && !gisa_nan(f, b) && value(f, a) >= value(f, b) ? a : b;
}

WRAP_2_(min_legacy, f32, 32)
WRAP_2_(max_legacy, f32, 32)

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

/* Nothing is flushed. */
static uint32_t class_mask(const gisa_how *how, uint64_t a) {
    enum { SIGNALLING = 1, QUIET = 2, NEGATIVE_INFINITE = 4, POSITIVE_INFINITE = 0x200 };
    const gisa_format *f = &how->format;
    const uint64_t magnitude = gisa_magnitude(f, a);
    if (gisa_nan(f, a))
        return signalling(f, a) ? SIGNALLING : QUIET;
    /* 0 infinite, 1 normal, 2 denormal, 3 zero; the classes of positive numbers mirror those of negative ones. */
    unsigned kind = magnitude == gisa_infinity(f) ? 0 : magnitude >> f->fraction ? 1 : magnitude ? 2 : 3;
    return a == magnitude ? (uint32_t)POSITIVE_INFINITE >> kind : (uint32_t)NEGATIVE_INFINITE << kind;
}

#define CLASSES(of, type)                                                                                    \
    uint32_t gisa_class_mask_##of(const gisa_modes *m, type a) {                                             \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return class_mask(&how, a);                                                                          \
    }                                                                                                        \
    bool gisa_is_nan_##of(const gisa_modes *m, type a) {                                                     \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return gisa_nan(&how.format, a);                                                                     \
    }
CLASSES(f16, uint16_t)
CLASSES(f32, uint32_t)
CLASSES(f64, uint64_t)

/* ---- Cubes ------------------------------------------------------------------------------------------- */

enum { X, Y, Z };

/* The axis along which the vector is longest. Denormals count as zero here, whatever MODE says, and NaNs as
 * neither longer nor shorter. */
static unsigned major_axis(const gisa_format *f, uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t sources[] = {a, b, c};
    int64_t length[3];
    bool known[3];
    for (unsigned i = X; i <= Z; i++) {
        length[i] = (int64_t)gisa_magnitude(f, sources[i]);
        if (length[i] >> f->fraction == 0)
            length[i] = 0;
        known[i] = !gisa_nan(f, sources[i]);
    }
    if (known[X] && known[Y] && known[Z] && length[Z] >= length[X] && length[Z] >= length[Y])
        return Z;
    return known[X] && known[Y] && length[Y] >= length[X] ? Y : X;
}

static bool below_zero(const gisa_format *f, uint64_t bits) {
    return bits & gisa_sign_bit(f) && gisa_magnitude(f, bits) >> f->fraction && !gisa_nan(f, bits);
}

static uint64_t real_cubeid(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    static const uint32_t numbers[] = {0, 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000};
    const uint64_t sources[] = {a, b, c};
    unsigned axis = major_axis(&how->format, a, b, c);
    return numbers[2 * axis + below_zero(&how->format, sources[axis])];
}

static uint64_t real_cubesc(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    switch (major_axis(&how->format, a, b, c)) {
    case Z: return below_zero(&how->format, c) ? real_neg(how, a) : a;
    case Y: return a;
    default: return below_zero(&how->format, a) ? c : real_neg(how, c);
    }
}

static uint64_t real_cubetc(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    if (major_axis(&how->format, a, b, c) == Y)
        return below_zero(&how->format, b) ? real_neg(how, c) : c;
    return real_neg(how, b);
}

static uint64_t real_cubema(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t sources[] = {a, b, c};
    return gisa_scale(how, sources[major_axis(&how->format, a, b, c)], 1);
}

WRAP_3_(cubeid, f32, 32)
WRAP_3_(cubesc, f32, 32)
WRAP_3_(cubetc, f32, 32)
WRAP_3_(cubema, f32, 32)

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
