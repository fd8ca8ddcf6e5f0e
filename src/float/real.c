/* SPDX-License-Identifier: MIT */
/* The core of the exact floating-point operations (rounding, sum, product), and the arithmetic
   words. */
#include "real_core.h"

/* ---- Rounding -------------------------------------------------------------------------------- */

static uint64_t overflow(const gisa_how *how, bool sign) {
    const uint64_t infinity = real_infinity(&how->format);
    bool reaches = how->round == GISA_ROUND_NEAREST || how->round == (sign ? GISA_ROUND_DOWN : GISA_ROUND_UP);
    return real_signed(&how->format, sign, reaches && !how->saturates ? infinity : infinity - 1);
}

/* The model tininess: is a flushed result denormal that was below the smallest normal number, and
   is rounded to it? */
static bool is_tiny_before(const gisa_how *how) {
    if (how->tiny_count)
        __atomic_fetch_add(how->tiny_count, 1, __ATOMIC_RELAXED);
    return how->tiny_before;
}

uint64_t real_round(const gisa_how *how, gisa_number x) {
    const gisa_format *f = &how->format;
    const int least = 1 - f->bias;
    x = real_normal(x);
    if (!x.significand)
        return real_signed(f, x.sign, 0);
    if (x.exponent > f->bias)
        return overflow(how, x.sign);
    if (x.exponent < least) {
        /* A denormal has the smallest exponent and no leading one. Flushed results are rounded as
         * if there were smaller exponents, so that only what becomes normal at full precision is
         * kept. */
        if (how->out) {
            x.significand = real_shift_right(x.significand, least - x.exponent);
            x.exponent = least;
        } else if (x.exponent < least - 1) {
            return real_signed(f, x.sign, 0);
        }
    }
    uint64_t kept = (uint64_t)(x.significand >> (127 - f->fraction));
    kept += real_rounds_up(how->round, x.sign, kept & 1, x.significand << (f->fraction + 1));
    /* The leading one adds to the exponent, and so does a carry. */
    int64_t magnitude = (int64_t)(x.exponent + f->bias - 1) * (INT64_C(1) << f->fraction) + (int64_t)kept;
    if (!how->out && (magnitude >> f->fraction < 1 || (x.exponent < least && is_tiny_before(how))))
        return real_signed(f, x.sign, 0);
    if ((uint64_t)magnitude >= real_infinity(f))
        return overflow(how, x.sign);
    return real_signed(f, x.sign, (uint64_t)magnitude);
}

/* ---- Sum and product ------------------------------------------------------------------------- */

/* Branch-free: a branch would be unpredictable. */
static gisa_u128 negated(gisa_u128 x, bool negate) {
    const gisa_u128 mask = -(gisa_u128)negate;
    return (x ^ mask) - mask;
}

gisa_number real_sum(gisa_number x, gisa_number y, unsigned round) {
    if (!x.significand || !y.significand) {
        gisa_number sum = x.significand ? x : y;
        if (!x.significand && !y.significand && x.sign != y.sign)
            sum.sign = round == GISA_ROUND_DOWN;
        return sum;
    }
    /* In two's complement, with bits for sign and carry: sources and products have many zeros at
       their end. */
    const int distance = x.exponent - y.exponent;
    gisa_u128 sum = negated(real_shift_right(x.significand, distance < 0 ? 2 - distance : 2), x.sign) +
                    negated(real_shift_right(y.significand, distance > 0 ? 2 + distance : 2), y.sign);
    const bool sign = sum ? sum >> 127 : round == GISA_ROUND_DOWN;
    return (gisa_number){negated(sum, sign), (distance < 0 ? y.exponent : x.exponent) + 2, sign, false};
}

gisa_number real_product(gisa_number x, gisa_number y) {
    const gisa_u128 product = (x.significand >> 64) * (y.significand >> 64);
    const int shift = !(product >> 127);
    return (gisa_number){product << shift, x.exponent + y.exponent + 1 - shift, x.sign != y.sign, false};
}

uint64_t real_scaled_fma(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c, int scale) {
    const gisa_format *f = &how->format;
    const uint64_t sources[] = {a, b, c};
    uint64_t nan;
    if (real_first_nan(how, sources, 2, &nan))
        return nan;
    gisa_number x = real_take(how, a), y = real_take(how, b);
    const bool infinite = x.infinite || y.infinite;
    if (infinite && (!x.significand || !y.significand))
        return real_default_nan(f);
    if (real_first_nan(how, sources + 2, 1, &nan))
        return nan;
    gisa_number z = real_take(how, c), product = real_product(x, y);
    if (infinite && z.infinite && product.sign != z.sign)
        return real_default_nan(f);
    if (infinite || z.infinite)
        return real_signed(f, infinite ? product.sign : z.sign, real_infinity(f));
    gisa_number sum = real_sum(product, z, how->round);
    sum.exponent += scale;
    return real_round(how, sum);
}

/* ---- The words ------------------------------------------------------------------------------- */

uint64_t real_add(const gisa_how *how, uint64_t a, uint64_t b) {
    const gisa_format *f = &how->format;
    const uint64_t sources[] = {a, b};
    uint64_t nan;
    if (real_first_nan(how, sources, 2, &nan))
        return nan;
    gisa_number x = real_take(how, a), y = real_take(how, b);
    if (x.infinite && y.infinite && x.sign != y.sign)
        return real_default_nan(f);
    if (x.infinite || y.infinite)
        return real_signed(f, x.infinite ? x.sign : y.sign, real_infinity(f));
    return real_round(how, real_sum(x, y, how->round));
}

/* The sum with the second source negated: its NaNs come back with their sign flipped. */
static uint64_t real_sub(const gisa_how *how, uint64_t a, uint64_t b) {
    return real_add(how, a, b ^ real_sign_bit(&how->format));
}

/* LLVM (pull request 89468): MODE's field for denormals counts, the one for rounding does not. */
uint32_t real_add_nearest_f32(const gisa_modes *m, uint32_t a, uint32_t b) {
    const gisa_how how = real_rounding(real_how_f32(m), GISA_ROUND_NEAREST);
    return (uint32_t)real_add(&how, a, b);
}

static uint64_t real_mul(const gisa_how *how, uint64_t a, uint64_t b) {
    const gisa_format *f = &how->format;
    const uint64_t sources[] = {a, b};
    uint64_t nan;
    if (real_first_nan(how, sources, 2, &nan))
        return nan;
    gisa_number x = real_take(how, a), y = real_take(how, b);
    if (!x.infinite && !y.infinite)
        return real_round(how, real_product(x, y));
    if (!x.significand || !y.significand)
        return real_default_nan(f);
    return real_signed(f, x.sign != y.sign, real_infinity(f));
}

static uint64_t real_fma(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    return real_scaled_fma(how, a, b, c, 0);
}

/* Choice: a denormal product is flushed before the addition. */
static uint64_t real_mad(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c) {
    const gisa_how flushing = real_flushing(*how);
    return real_add(&flushing, real_mul(&flushing, a, b), c);
}

uint64_t real_scale(const gisa_how *how, uint64_t a, int32_t exponent) {
    enum { MORE_THAN_ENOUGH = 10000 };
    if (real_nan(&how->format, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.infinite)
        return a;
    x.exponent += exponent > MORE_THAN_ENOUGH    ? MORE_THAN_ENOUGH
                  : exponent < -MORE_THAN_ENOUGH ? -MORE_THAN_ENOUGH
                                                 : exponent;
    return real_round(how, x);
}

/* Works only where denormal results are flushed and IEEE is off. Zeros and denormals become +0. */
static uint64_t real_omod(const gisa_how *how, unsigned omod, uint64_t a) {
    static const int exponents[] = {0, 1, 2, -1};
    if (!(omod & 3) || how->out || how->ieee || real_nan(&how->format, a))
        return a;
    if (real_magnitude(&how->format, a) >> how->format.fraction == 0)
        return 0;
    return real_scale(how, a, exponents[omod & 3]);
}

WRAP_2(add)
WRAP_2(sub)
WRAP_2(mul)
WRAP_3(fma)
WRAP_3_16_32(mad)

static gisa_how keeping_sources(gisa_how how) {
    how.in = true;
    return how;
}

uint32_t real_fma_scaled_f32(const gisa_modes *m, uint32_t a, uint32_t b, uint32_t c, int32_t n) {
    const gisa_how how = keeping_sources(real_how_f32(m));
    return (uint32_t)real_scaled_fma(&how, a, b, c, n);
}

uint64_t real_fma_scaled_f64(const gisa_modes *m, uint64_t a, uint64_t b, uint64_t c, int32_t n) {
    const gisa_how how = keeping_sources(real_how_f64(m));
    return real_scaled_fma(&how, a, b, c, n);
}

uint16_t real_ldexp_f16(const gisa_modes *m, uint16_t a, int32_t exponent) {
    const gisa_how how = real_how_f16(m);
    return (uint16_t)real_scale(&how, a, exponent);
}

uint32_t real_ldexp_f32(const gisa_modes *m, uint32_t a, int32_t exponent) {
    const gisa_how how = real_how_f32(m);
    return (uint32_t)real_scale(&how, a, exponent);
}

uint64_t real_ldexp_f64(const gisa_modes *m, uint64_t a, int32_t exponent) {
    const gisa_how how = real_how_f64(m);
    return real_scale(&how, a, exponent);
}

uint16_t real_omod_f16(const gisa_modes *m, unsigned omod, uint16_t a) {
    const gisa_how how = real_how_f16(m);
    return (uint16_t)real_omod(&how, omod, a);
}

uint32_t real_omod_f32(const gisa_modes *m, unsigned omod, uint32_t a) {
    const gisa_how how = real_how_f32(m);
    return (uint32_t)real_omod(&how, omod, a);
}

uint64_t real_omod_f64(const gisa_modes *m, unsigned omod, uint64_t a) {
    const gisa_how how = real_how_f64(m);
    return real_omod(&how, omod, a);
}
