/* SPDX-License-Identifier: MIT */
/* Words that select, compare and convert to integers, against their rules in the host's arithmetic.
 * All values of f32 and f16 are doubles, and the products that are formed here are exact. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#include "words.h"

enum { TRIALS = 100000 };

static const format *const formats[] = {&f16, &f32, &f64};

static bool signalling(const format *f, uint64_t x) {
    return is_nan(f, x) && !(x & quiet_of(f));
}

static uint64_t flush_out(const gisa_modes *m, const format *f, uint64_t x) {
    return is_denormal(f, x) && !keeps_out(m, f) ? x & sign_of(f) : x;
}

/* ---- Minimum, maximum, median ---------------------------------------------------------------- */

static uint64_t extreme(const gisa_modes *m, const format *f, uint64_t a, uint64_t b, bool greater) {
    if (m->minmax_by_mode) {
        a = flush_in(m, f, a);
        b = flush_in(m, f, b);
    }
    uint64_t result;
    if (m->ieee && signalling(f, a))
        result = a | quiet_of(f);
    else if (m->ieee && signalling(f, b))
        result = b | quiet_of(f);
    else if (is_nan(f, a))
        result = b;
    else if (is_nan(f, b))
        result = a;
    else if (value_of(f, a) == 0 && value_of(f, b) == 0)
        result = greater ? a & b : a | b;
    else if (greater)
        result = value_of(f, a) > value_of(f, b) ? a : b;
    else
        result = value_of(f, a) < value_of(f, b) ? a : b;
    return m->minmax_by_mode ? flush_out(m, f, result) : result;
}

static uint64_t extreme3(const gisa_modes *m, const format *f, const uint64_t *s, bool greater) {
    return extreme(m, f, extreme(m, f, s[0], s[1], greater), s[2], greater);
}

/* Whether x is less than y, where -0 is less than +0. */
static bool is_less(const format *f, uint64_t x, uint64_t y) {
    if (value_of(f, x) == value_of(f, y))
        return (x & sign_of(f)) && !(y & sign_of(f));
    return value_of(f, x) < value_of(f, y);
}

/* The middle one of three numbers: at most one is less, and at most one is greater. */
static uint64_t middle(const gisa_modes *m, const format *f, const uint64_t *s) {
    uint64_t v[3];
    unsigned i = 0;
    for (unsigned k = 0; k < 3; k++)
        v[k] = m->minmax_by_mode ? flush_out(m, f, flush_in(m, f, s[k])) : s[k];
    for (; i < 2; i++) {
        const uint64_t others[] = {v[(i + 1) % 3], v[(i + 2) % 3]};
        if (is_less(f, others[0], v[i]) + is_less(f, others[1], v[i]) <= 1 &&
            is_less(f, v[i], others[0]) + is_less(f, v[i], others[1]) <= 1)
            break;
    }
    return v[i];
}

TRY_ALL(2, min)
TRY_ALL(2, max)
TRY_3(min3, f16, 16)
TRY_3(min3, f32, 32)
TRY_3(max3, f16, 16)
TRY_3(max3, f32, 32)
TRY_3(med3, f16, 16)
TRY_3(med3, f32, 32)

static const word mins[] = {try_min_f16, try_min_f32, try_min_f64},
                  maxs[] = {try_max_f16, try_max_f32, try_max_f64};
static const word min3s[] = {try_min3_f16, try_min3_f32}, max3s[] = {try_max3_f16, try_max3_f32},
                  med3s[] = {try_med3_f16, try_med3_f32};

static void selection(void) {
    for (unsigned k = 0; k < 3; k++) {
        const format *f = formats[k];
        begin("min, max", f->name);
        for (unsigned i = 0; i < TRIALS; i++) {
            const gisa_modes m = random_modes();
            uint64_t s[3];
            random_sources(f, s, 3);
            if (i % 8 == 0)
                s[2] = s[i / 8 % 2] ^ (i & 64 ? sign_of(f) : 0);
            compare(&m, s, 2, mins[k](&m, s), extreme(&m, f, s[0], s[1], false));
            compare(&m, s, 2, maxs[k](&m, s), extreme(&m, f, s[0], s[1], true));
            if (k == 2)
                continue;
            compare(&m, s, 3, min3s[k](&m, s), extreme3(&m, f, s, false));
            compare(&m, s, 3, max3s[k](&m, s), extreme3(&m, f, s, true));
            bool any_nan = is_nan(f, s[0]) || is_nan(f, s[1]) || is_nan(f, s[2]);
            compare(&m, s, 3, med3s[k](&m, s), any_nan ? extreme3(&m, f, s, false) : middle(&m, f, s));
        }
        end();
    }
}

/* ---- Comparisons and classes ----------------------------------------------------------------- */

#define TESTS(word) TRY_ALL(2, word)
TESTS(lt)
TESTS(le)
TESTS(gt)
TESTS(ge)
TESTS(eq)
TESTS(lg)
TESTS(unordered)
#define THREE(word)                                                                                          \
    { try_##word##_f16, try_##word##_f32, try_##word##_f64 }
static const word tests[][3] = {THREE(lt), THREE(le), THREE(gt),       THREE(ge),
                                THREE(eq), THREE(lg), THREE(unordered)};

static void comparisons(void) {
    for (unsigned k = 0; k < 3; k++) {
        const format *f = formats[k];
        begin("lt le gt ge eq lg unordered", f->name);
        for (unsigned i = 0; i < TRIALS; i++) {
            const gisa_modes m = random_modes();
            uint64_t s[2];
            random_sources(f, s, 2);
            if (i % 4 == 0)
                s[1] = s[0] ^ (i & 4 ? sign_of(f) : 0);
            const bool nan = is_nan(f, s[0]) || is_nan(f, s[1]);
            const double a = nan ? NAN : value_of(f, flush_in(&m, f, s[0]));
            const double b = nan ? NAN : value_of(f, flush_in(&m, f, s[1]));
            const bool expected[] = {a<b, a <= b, a> b, a >= b, a == b, a < b || a > b, nan};
            for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++)
                compare(&m, s, 2, tests[t][k](&m, s), expected[t]);
        }
        end();
    }
}

TRY_ALL(1, class_mask)
TRY_ALL(1, is_nan)
TRY_ALL(1, neg)
TRY_ALL(1, abs)
TRY_ALL(1, clamp)
static const word classes[] = THREE(class_mask), nans[] = THREE(is_nan), negs[] = THREE(neg),
                  abss[] = THREE(abs), clamps[] = THREE(clamp);

static void single(void) {
    for (unsigned k = 0; k < 3; k++) {
        const format *f = formats[k];
        begin("class_mask is_nan neg abs clamp", f->name);
        for (unsigned i = 0; i < TRIALS; i++) {
            const gisa_modes m = random_modes();
            const uint64_t x = random_source(f, -1), sign = x & sign_of(f), magnitude = x ^ sign;
            const bool infinite = magnitude == infinity_of(f), nan = is_nan(f, x);
            unsigned bit = nan                 ? (x & quiet_of(f) ? 1 : 0)
                           : infinite          ? (sign ? 2 : 9)
                           : !magnitude        ? (sign ? 5 : 6)
                           : is_denormal(f, x) ? (sign ? 4 : 7)
                                               : (sign ? 3 : 8);
            compare(&m, &x, 1, classes[k](&m, &x), 1u << bit);
            compare(&m, &x, 1, nans[k](&m, &x), nan);
            compare(&m, &x, 1, negs[k](&m, &x), sign ? magnitude : magnitude + sign_of(f));
            compare(&m, &x, 1, abss[k](&m, &x), magnitude);
            uint64_t clamped;
            if (nan)
                clamped = m.dx10_clamp ? 0 : x;
            else if (sign)
                clamped = 0;
            else
                clamped = value_of(f, x) > 1 ? bits_of(f, 1) : x;
            compare(&m, &x, 1, clamps[k](&m, &x), clamped);
        }
        end();
    }
    begin("min_legacy, max_legacy", "f32");
    for (unsigned i = 0; i < TRIALS; i++) {
        const gisa_modes m = random_modes();
        uint64_t s[2];
        random_sources(&f32, s, 2);
        const double a = is_nan(&f32, s[0]) ? NAN : value_of(&f32, s[0]);
        const double b = is_nan(&f32, s[1]) ? NAN : value_of(&f32, s[1]);
        compare(&m, s, 2, real_min_legacy_f32(&m, (uint32_t)s[0], (uint32_t)s[1]), a < b ? s[0] : s[1]);
        compare(&m, s, 2, real_max_legacy_f32(&m, (uint32_t)s[0], (uint32_t)s[1]), a >= b ? s[0] : s[1]);
    }
    end();
}

/* ---- To integers ----------------------------------------------------------------------------- */

static uint64_t limited(double x, double least, double most) {
    return (uint64_t)(int64_t)(x < least ? least : x > most ? most : x);
}

static double rounded(double x, unsigned round) {
    switch (round) {
    case 0: return nearbyint(x);
    case 1: return ceil(x);
    case 2: return floor(x);
    default: return trunc(x);
    }
}

static void integers(void) {
    begin("to integers", "f32");
    for (unsigned i = 0; i < 4 * TRIALS; i++) {
        const gisa_modes m = random_modes();
        /* near 1, where 8 bits and 16 bits end, and 32 */
        const int near[] = {127, 134, 142, 157, 120};
        const uint64_t x = random_source(&f32, i & 7 ? near[i / 8 % 5] : -1);
        const uint32_t a = (uint32_t)x;
        const bool nan = is_nan(&f32, x);
        const double v = nan ? 0 : value_of(&f32, flush_in(&m, &f32, x));
        const uint32_t far = x & sign_of(&f32) ? 0x80000000 : 0x7fffffff;
        compare(&m, &x, 1, (uint32_t)real_cvt_i32_f32(&m, a),
                (uint32_t)limited(trunc(v), INT32_MIN, INT32_MAX));
        compare(&m, &x, 1, real_cvt_u32_f32(&m, a), limited(trunc(v), 0, UINT32_MAX));
        compare(&m, &x, 1, (uint32_t)real_cvt_flr_f32(&m, a),
                nan ? far : (uint32_t)limited(floor(v), INT32_MIN, INT32_MAX));
        /* v + 0.5 is exact, or v is so small that floor(v + 0.5) is 0 */
        compare(&m, &x, 1, (uint32_t)real_cvt_rpi_f32(&m, a),
                nan              ? far
                : fabs(v) < 0.25 ? 0
                                 : (uint32_t)limited(floor(v + 0.5), INT32_MIN, INT32_MAX));
        compare(&m, &x, 1, real_cvt_u8_f32(&m, a), limited(rounded(v, m.round32), 0, 255));
        compare(&m, &x, 1, (uint16_t)real_norm_i16_f32(&m, a),
                (uint16_t)limited(nearbyint(v * 32767), -32767, 32767));
        compare(&m, &x, 1, real_norm_u16_f32(&m, a), limited(nearbyint(v * 65535), 0, 65535));
    }
    end();
    begin("to integers", "f64");
    for (unsigned i = 0; i < TRIALS; i++) {
        const gisa_modes m = random_modes();
        const uint64_t x = random_source(&f64, i & 3 ? 1023 + (int)(i >> 2) % 34 : -1);
        const double v = is_nan(&f64, x) ? 0 : value_of(&f64, x);
        compare(&m, &x, 1, (uint32_t)real_cvt_i32_f64(&m, x),
                (uint32_t)limited(trunc(v), INT32_MIN, INT32_MAX));
        compare(&m, &x, 1, real_cvt_u32_f64(&m, x), limited(trunc(v), 0, UINT32_MAX));
    }
    end();
    begin("to integers", "f16");
    for (uint64_t x = 0; x < 0x10000; x++) {
        const gisa_modes m = random_modes();
        const uint16_t a = (uint16_t)x;
        const double v = is_nan(&f16, x) ? 0 : value_of(&f16, x);
        compare(&m, &x, 1, (uint16_t)real_cvt_i16_f16(&m, a),
                (uint16_t)limited(trunc(v), INT16_MIN, INT16_MAX));
        compare(&m, &x, 1, real_cvt_u16_f16(&m, a), limited(trunc(v), 0, UINT16_MAX));
        const double kept = is_nan(&f16, x) ? 0 : value_of(&f16, flush_in(&m, &f16, x));
        compare(&m, &x, 1, (uint16_t)real_norm_i16_f16(&m, a),
                (uint16_t)limited(nearbyint(kept * 32767), -32767, 32767));
        compare(&m, &x, 1, real_norm_u16_f16(&m, a), limited(nearbyint(kept * 65535), 0, 65535));
        const bool flushed = (m.mixed_flushes || !m.in64) && x & 0x7fff && !(x & 0x7c00);
        if (!is_nan(&f16, x))
            compare(&m, &x, 1, real_widen_mixed_f16(&m, a), bits_of(&f32, flushed ? copysign(0, v) : v));
    }
    end();
}

/* ---- Exponent and mantissa ------------------------------------------------------------------- */

TRY_ALL(1, frexp_exp)
TRY_ALL(1, frexp_mant)
static const word exps[] = THREE(frexp_exp), mants[] = THREE(frexp_mant);

static void parts(void) {
    for (unsigned k = 0; k < 3; k++) {
        const format *f = formats[k];
        begin("frexp", f->name);
        for (unsigned i = 0; i < TRIALS; i++) {
            const gisa_modes m = random_modes();
            const uint64_t x = random_source(f, -1), kept = flush_in(&m, f, x);
            int exponent = m.frexp_is_naive ? -1 : 0;
            uint64_t mantissa = m.frexp_is_naive ? default_nan(f) : x;
            if (is_nan(f, x))
                mantissa = quieted(&m, f, x);
            else if (isfinite(value_of(f, x)))
                mantissa = bits_of(f, frexp(value_of(f, kept), &exponent));
            compare(&m, &x, 1, (uint32_t)exps[k](&m, &x), (uint32_t)exponent);
            compare(&m, &x, 1, mants[k](&m, &x), mantissa);
        }
        end();
    }
}

/* ---- Cubes ----------------------------------------------------------------------------------- */

static void cubes(void) {
    begin("cube", "f32");
    for (unsigned i = 0; i < TRIALS; i++) {
        const gisa_modes m = random_modes();
        uint64_t s[3];
        double v[3];
        random_sources(&f32, s, 3);
        for (unsigned k = 0; k < 3; k++) {
            if (i & 1)
                s[k] = bits_of(&f32, (double)(int)(random64() >> 60) - 8); /* with many that are equal */
            v[k] = is_nan(&f32, s[k]) ? NAN : is_denormal(&f32, s[k]) ? 0 : value_of(&f32, s[k]);
        }
        const uint64_t minus = sign_of(&f32);
        uint64_t id, sc, tc, major;
        if (fabs(v[2]) >= fabs(v[0]) && fabs(v[2]) >= fabs(v[1])) {
            id = v[2] < 0 ? 5 : 4;
            sc = v[2] < 0 ? s[0] ^ minus : s[0];
            tc = s[1] ^ minus;
            major = s[2];
        } else if (fabs(v[1]) >= fabs(v[0])) {
            id = v[1] < 0 ? 3 : 2;
            sc = s[0];
            tc = v[1] < 0 ? s[2] ^ minus : s[2];
            major = s[1];
        } else {
            id = v[0] < 0 ? 1 : 0;
            sc = v[0] < 0 ? s[2] : s[2] ^ minus;
            tc = s[1] ^ minus;
            major = s[0];
        }
        const uint32_t x = (uint32_t)s[0], y = (uint32_t)s[1], z = (uint32_t)s[2];
        compare(&m, s, 3, real_cubeid_f32(&m, x, y, z), bits_of(&f32, (double)id));
        compare(&m, s, 3, real_cubesc_f32(&m, x, y, z), sc);
        compare(&m, s, 3, real_cubetc_f32(&m, x, y, z), tc);
        compare(&m, s, 3, real_cubema_f32(&m, x, y, z), real_mul_f32(&m, (uint32_t)major, 0x40000000));
    }
    end();
}

void test_rules(void) {
    selection();
    comparisons();
    single();
    integers();
    parts();
    cubes();
}
