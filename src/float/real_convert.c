/* SPDX-License-Identifier: MIT */
/* Exact floating-point words that go to integers, to other formats, to integral values, and to
   their parts. */
#include "real_core.h"

/* ---- To integers ----------------------------------------------------------------------------- */

/* The magnitude of x as an integer, saturated. x is not infinite. */
static uint64_t integer(gisa_number x, unsigned round) {
    x = real_normal(x);
    if (!x.significand)
        return 0;
    if (x.exponent >= 63)
        return UINT64_MAX;
    uint64_t kept = 0;
    gisa_u128 rest;
    if (x.exponent >= 0) {
        kept = (uint64_t)(x.significand >> (127 - x.exponent));
        rest = x.significand << (x.exponent + 1);
    } else {
        rest = real_shift_right(x.significand, -1 - x.exponent);
    }
    return kept + real_rounds_up(round, x.sign, kept & 1, rest);
}

/* x as an integer, saturated; infinite ones as well. */
static int64_t saturated(gisa_number x, unsigned round, int64_t least, int64_t most) {
    uint64_t magnitude = x.infinite ? UINT64_MAX : integer(x, round);
    if (x.sign)
        return magnitude > (uint64_t)-least ? least : -(int64_t)magnitude;
    return magnitude > (uint64_t)most ? most : (int64_t)magnitude;
}

static int64_t to_integer(const gisa_how *how, uint64_t a, unsigned round, int64_t least, int64_t most) {
    if (real_nan(&how->format, a))
        return 0;
    return saturated(real_take(how, a), round, least, most);
}

#define TO_INTEGER(to, type, from, bits, least, most)                                                        \
    type real_cvt_##to##_##from(const gisa_modes *m, uint##bits##_t a) {                                     \
        const gisa_how how = real_how_##from(m);                                                             \
        return (type)to_integer(&how, a, GISA_ROUND_ZERO, least, most);                                      \
    }
TO_INTEGER(i32, int32_t, f32, 32, INT32_MIN, INT32_MAX)
TO_INTEGER(i32, int32_t, f64, 64, INT32_MIN, INT32_MAX)
TO_INTEGER(u32, uint32_t, f32, 32, 0, UINT32_MAX)
TO_INTEGER(u32, uint32_t, f64, 64, 0, UINT32_MAX)
TO_INTEGER(i16, int16_t, f16, 16, INT16_MIN, INT16_MAX)
TO_INTEGER(u16, uint16_t, f16, 16, 0, UINT16_MAX)

/* ---- From integers --------------------------------------------------------------------------- */

static uint64_t from_integer(gisa_how how, int64_t a) {
    gisa_number x = {(gisa_u128)(a < 0 ? -a : a), 127, a < 0, false};
    return real_round(&how, x);
}

#define FROM_INTEGER(to, bits, from, type)                                                                   \
    uint##bits##_t real_cvt_##to##_##from(const gisa_modes *m, type a) {                                     \
        return (uint##bits##_t)from_integer(real_how_##to(m), a);                                            \
    }
FROM_INTEGER(f32, 32, i32, int32_t)
FROM_INTEGER(f32, 32, u32, uint32_t)
FROM_INTEGER(f64, 64, i32, int32_t)
FROM_INTEGER(f64, 64, u32, uint32_t)
FROM_INTEGER(f16, 16, i16, int16_t)
FROM_INTEGER(f16, 16, u16, uint16_t)

/* ---- To other formats ------------------------------------------------------------------------ */

/* NaNs keep their sign and the upper bits of their fraction. */
static uint64_t convert(const gisa_how *from, const gisa_how *to, uint64_t a) {
    const gisa_format *f = &from->format, *t = &to->format;
    if (real_nan(f, a)) {
        const bool narrower = t->fraction < f->fraction;
        uint64_t payload = a & ((UINT64_C(1) << f->fraction) - 1);
        payload = narrower ? payload >> (f->fraction - t->fraction) : payload << (t->fraction - f->fraction);
        uint64_t nan = real_signed(t, a & real_sign_bit(f), real_infinity(t) | payload);
        return narrower ? nan | real_quiet_bit(t) : real_quieted(to, nan);
    }
    gisa_number x = real_take(from, a);
    return x.infinite ? real_signed(t, x.sign, real_infinity(t)) : real_round(to, x);
}

/* Denormals of f64 vanish, whatever MODE says: none comes near the smallest of f32. */
uint32_t real_cvt_f32_f64(const gisa_modes *m, uint64_t a) {
    const gisa_how from = real_flushing(real_how_f64(m)), to = real_how_f32(m);
    return (uint32_t)convert(&from, &to, a);
}

uint64_t real_cvt_f64_f32(const gisa_modes *m, uint32_t a) {
    const gisa_how from = real_how_f32(m), to = real_how_f64(m);
    return convert(&from, &to, a);
}

/* How conversions see f16. */
static gisa_how half(const gisa_modes *m) {
    gisa_how how = real_how_f16(m);
    if (!m->half_by_mode) {
        how.round = m->round32;
        how.in = how.out = true;
    }
    return how;
}

uint16_t real_cvt_f16_f32(const gisa_modes *m, uint32_t a) {
    const gisa_how from = real_how_f32(m), to = half(m);
    return (uint16_t)convert(&from, &to, a);
}

/* Choice: with half_by_mode, MODE decides about denormal sources; manuals say that they are always
   kept. */
uint32_t real_cvt_f32_f16(const gisa_modes *m, uint16_t a) {
    const gisa_how from = half(m), to = real_how_f32(m);
    return (uint32_t)convert(&from, &to, a);
}

uint16_t real_cvt_pkrtz_f32(const gisa_modes *m, uint32_t a) {
    const gisa_how from = real_how_f32(m);
    gisa_how to = real_rounding(real_how_f16(m), GISA_ROUND_ZERO);
    to.out = true;
    return (uint16_t)convert(&from, &to, a);
}

uint32_t real_widen_mixed_f16(const gisa_modes *m, uint16_t a) {
    const gisa_modes quiet = {.in64 = m->in64 && !m->mixed_flushes};
    const gisa_how from = real_how_f16(&quiet), to = real_how_f32(&quiet);
    return (uint32_t)convert(&from, &to, a);
}

uint16_t real_cvt_mixed_f32(const gisa_modes *m, uint32_t a) {
    const gisa_how from = real_how_f32(m);
    gisa_how to = real_how_f16(m);
    to.out &= !m->mixed_flushes;
    return (uint16_t)convert(&from, &to, a);
}

/* ---- To integral values ---------------------------------------------------------------------- */

/* Zeros keep the sign of the source. */
static uint64_t integral(const gisa_how *how, uint64_t a, uint8_t round) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.exponent >= f->fraction)
        return a;
    gisa_number result = {integer(x, round), 127, x.sign, false};
    return real_round(how, result);
}

static uint64_t real_trunc(const gisa_how *how, uint64_t a) {
    return integral(how, a, GISA_ROUND_ZERO);
}

static uint64_t real_ceil(const gisa_how *how, uint64_t a) {
    return integral(how, a, GISA_ROUND_UP);
}

static uint64_t real_floor(const gisa_how *how, uint64_t a) {
    return integral(how, a, GISA_ROUND_DOWN);
}

static uint64_t real_rndne(const gisa_how *how, uint64_t a) {
    return integral(how, a, GISA_ROUND_NEAREST);
}

WRAP_1(trunc)
WRAP_1(ceil)
WRAP_1(floor)
WRAP_1(rndne)

/* a - floor(a), which rounds to 1.0 just below an integer. */
static uint64_t uncapped_fract(const gisa_how *how, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    if (real_magnitude(f, a) == real_infinity(f))
        return real_default_nan(f);
    uint64_t fract = real_add(how, a, real_floor(how, a) ^ real_sign_bit(f));
    return real_magnitude(f, fract) ? fract : 0;
}

static uint64_t real_fract(const gisa_how *how, uint64_t a) {
    const gisa_format *f = &how->format;
    const uint64_t one = (uint64_t)f->bias << f->fraction, fract = uncapped_fract(how, a);
    return fract == one ? one - 1 : fract;
}

WRAP_1_16_32(fract)

uint64_t real_fract_f64(const gisa_modes *m, uint64_t a) {
    const gisa_how how = real_how_f64(m);
    return m->fract64_uncapped ? uncapped_fract(&how, a) : real_fract(&how, a);
}

/* ---- Exponent and mantissa ------------------------------------------------------------------- */

static uint64_t frexp_mant(const gisa_how *how, bool naive, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.infinite)
        return naive ? real_default_nan(f) : a;
    x.exponent = -1;
    return real_round(how, x);
}

static int32_t frexp_exp(const gisa_how *how, bool naive, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_magnitude(f, a) >= real_infinity(f))
        return naive ? -1 : 0;
    gisa_number x = real_take(how, a);
    return x.significand ? x.exponent + 1 : 0;
}

#define FREXP(of, bits)                                                                                      \
    REAL_1_##bits(frexp_mant) {                                                                              \
        const gisa_how how = real_how_##of(m);                                                               \
        return (uint##bits##_t)frexp_mant(&how, m->frexp_is_naive, a);                                       \
    }                                                                                                        \
    int32_t real_frexp_exp_##of(const gisa_modes *m, uint##bits##_t a) {                                     \
        const gisa_how how = real_how_##of(m);                                                               \
        return frexp_exp(&how, m->frexp_is_naive, a);                                                        \
    }
FREXP(f16, 16)
FREXP(f32, 32)
FREXP(f64, 64)
