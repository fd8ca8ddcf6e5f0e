/* SPDX-License-Identifier: MIT */
/*
 * Transcendental functions. Choice: no table of the hardware's last bits is published, so results
 * are correctly rounded to nearest: series in fixed point, with 64 bits after the point.
 */
#include "real_special.h"

#include <stddef.h>

static const gisa_u128 one = (gisa_u128)1 << 127;

/* The upper half of a product: of a factor and a fraction in units of 2^-64. */
static uint64_t times(uint64_t a, uint64_t b) {
    return (uint64_t)((gisa_u128)a * b >> 64);
}

/* 1/n in units of 2^-64 */
#define PART(n) (UINT64_MAX / (n))

/* ---- 2^x ------------------------------------------------------------------------------------- */

gisa_number real_exp2_kernel(gisa_number x) {
    /* 1/n! from n = 20 down to 2 */
    static const uint64_t terms[] = {PART(2432902008176640000),
                                     PART(121645100408832000),
                                     PART(6402373705728000),
                                     PART(355687428096000),
                                     PART(20922789888000),
                                     PART(1307674368000),
                                     PART(87178291200),
                                     PART(6227020800),
                                     PART(479001600),
                                     PART(39916800),
                                     PART(3628800),
                                     PART(362880),
                                     PART(40320),
                                     PART(5040),
                                     PART(720),
                                     PART(120),
                                     PART(24),
                                     PART(6),
                                     PART(2)};
    static const uint64_t log_2 = UINT64_C(0xb17217f7d1cf79ab);
    enum { LEAST = -26, MOST = 20 };
    gisa_number y = {one, 0, false, false};
    if (!x.significand)
        return y;
    if (x.exponent < LEAST) { /* next to 1, on the side of the sign */
        y.significand = x.sign ? (one - 1) << 1 | 1 : one | 1;
        y.exponent = x.sign ? -1 : 0;
        return y;
    }
    if (x.exponent > MOST) { /* far beyond all formats */
        y.exponent = x.sign ? -(1 << MOST) : 1 << MOST;
        return y;
    }
    /* whole + fraction * 2^-64: sources have so few bits that this is exact */
    const uint64_t high = (uint64_t)(x.significand >> 64);
    gisa_u128 fixed = x.exponent >= 0 ? (gisa_u128)high << (x.exponent + 1) : high >> (-1 - x.exponent);
    if (x.sign)
        fixed = -fixed;
    const int64_t whole = (int64_t)(fixed >> 64);
    const uint64_t fraction = (uint64_t)fixed;
    /* e^t = 1 + t + t * t * (1/2 + t/6 + ...) */
    const uint64_t t = times(fraction, log_2);
    uint64_t sum = 0;
    for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
        sum = terms[i] + times(sum, t);
    y.significand = one + ((gisa_u128)t << 63) + ((gisa_u128)times(t, times(t, sum)) << 63);
    y.significand |= fraction != 0;
    y.exponent = (int)whole;
    return y;
}

/* ---- log2 x ---------------------------------------------------------------------------------- */

gisa_number real_log2_kernel(gisa_number x) {
    /* 1/(2n + 1) from n = 13 down to 1 */
    static const uint64_t terms[] = {PART(27), PART(25), PART(23), PART(21), PART(19), PART(17), PART(15),
                                     PART(13), PART(11), PART(9),  PART(7),  PART(5),  PART(3)};
    static const uint64_t per_log_2 = UINT64_C(0xb8aa3b295c17f0bc); /* 1/log 2, in units of 2^-63 */
    static const uint64_t root_half = UINT64_C(0xb504f30000000000); /* about, in units of 2^-64 */
    /* x = 2^whole * m, where m is from about sqrt(1/2) to sqrt(2): high in units of 2^-64, or
       2^-63 */
    const uint64_t high = (uint64_t)(x.significand >> 64);
    const bool below = high >= root_half;
    const int whole = x.exponent + below;
    const gisa_number integer = {(gisa_u128)(whole < 0 ? -whole : whole), 127, whole < 0, false};
    const gisa_u128 unit = (gisa_u128)1 << (63 + below);
    const uint64_t difference = (uint64_t)(below ? unit - high : high - unit);
    if (!difference)
        return integer;
    /* z = |m - 1| / (m + 1) = quotient * 2^-(point + shift + 1), where the quotient has bit 63
       set */
    const uint64_t half_sum = (uint64_t)((unit + high) >> 1);
    const int shift = __builtin_clzll(difference);
    const int point = difference << shift >= half_sum ? 63 : 64;
    const uint64_t quotient = (uint64_t)(((gisa_u128)(difference << shift) << point) / half_sum);
    const uint64_t z = quotient >> (point + shift - 63);
    /* log m = 2 z (1 + z^2/3 + z^4/5 + ...) */
    const uint64_t square = times(z, z);
    uint64_t sum = 0;
    for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
        sum = terms[i] + times(sum, square);
    gisa_number y = {(gisa_u128)quotient * per_log_2, 64 - point - shift, below, false};
    y.significand += (y.significand >> 64) * times(sum, square);
    y.significand |= 1;
    return real_sum(real_normal(integer), real_normal(y), GISA_ROUND_NEAREST);
}

/* ---- sin, cos -------------------------------------------------------------------------------- */

/* An angle in turns: significand * 2^(exponent - 63), at most an eighth; and quarters of a turn. */
typedef struct angle {
    uint64_t significand;
    int exponent;
    bool sign;
    unsigned quarters;
} angle;

static angle reduced(gisa_number x, unsigned quarters) {
    enum { LEAST = -16 };
    const uint64_t high = (uint64_t)(x.significand >> 64);
    if (!high || x.exponent < LEAST)
        return (angle){high, x.exponent, x.sign, quarters};
    /* What is beyond whole turns, in units of 2^-64: sources have so few bits that this is
       exact. */
    const int shift = x.exponent + 1;
    uint64_t turn = shift >= 64 ? 0 : shift >= 0 ? high << shift : high >> -shift;
    if (x.sign)
        turn = -turn;
    const unsigned nearest = (unsigned)((turn + (UINT64_C(1) << 61)) >> 62);
    turn -= (uint64_t)nearest << 62;
    angle a = {turn, -1, turn >> 63, quarters + nearest};
    if (a.sign)
        a.significand = -turn;
    if (a.significand) {
        int zeros = __builtin_clzll(a.significand);
        a.significand <<= zeros;
        a.exponent -= zeros;
    }
    return a;
}

gisa_number real_sin_kernel(gisa_number x, unsigned quarters) {
    /* 1/(2n + 1)! from n = 9 down to 1, and 1/(2n)! from 10 */
    static const uint64_t sine[] = {PART(121645100408832000),
                                    PART(355687428096000),
                                    PART(1307674368000),
                                    PART(6227020800),
                                    PART(39916800),
                                    PART(362880),
                                    PART(5040),
                                    PART(120),
                                    PART(6)};
    static const uint64_t cosine[] = {PART(2432902008176640000),
                                      PART(6402373705728000),
                                      PART(20922789888000),
                                      PART(87178291200),
                                      PART(479001600),
                                      PART(3628800),
                                      PART(40320),
                                      PART(720),
                                      PART(24),
                                      PART(2)};
    static const uint64_t eighth = UINT64_C(0xc90fdaa22168c234); /* pi/4, in units of 2^-64 */
    const angle a = reduced(x, quarters);
    const bool is_cosine = a.quarters & 1, minus = a.quarters & 2;
    if (!a.significand)
        return (gisa_number){is_cosine ? one : 0, 0, is_cosine && minus, false};
    /* The angle in radians is arc * 2^(a.exponent - 124). */
    const gisa_u128 arc = (gisa_u128)a.significand * eighth;
    const int shift = 60 - a.exponent;
    const uint64_t t = shift > 127 ? 0 : (uint64_t)(arc >> shift), square = times(t, t);
    const uint64_t *terms = is_cosine ? cosine : sine;
    const size_t count = is_cosine ? sizeof cosine / sizeof *cosine : sizeof sine / sizeof *sine;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum = terms[i] - times(sum, square);
    /* sin t = t - t * (t^2/3! - t^4/5! + ...), cos t = 1 - (t^2/2! - t^4/4! + ...) */
    const uint64_t less = times(sum, square);
    if (is_cosine)
        return (gisa_number){one - ((gisa_u128)less << 63) - 1, 0, minus, false};
    return (gisa_number){(arc - (arc >> 64) * less) | 1, a.exponent + 3, a.sign != minus, false};
}

/* ---- The words ------------------------------------------------------------------------------- */

static uint64_t real_exp2(const gisa_how *how, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.infinite)
        return x.sign ? 0 : a;
    return real_round(how, real_exp2_kernel(x));
}

static uint64_t real_log2(const gisa_how *how, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (!x.significand)
        return real_signed(f, true, real_infinity(f));
    if (x.sign)
        return real_default_nan(f);
    return x.infinite ? a : real_round(how, real_log2_kernel(x));
}

/* quarters: 0 sin, 1 cos. Choice: beyond the limit sin is +0 and cos is 1, and where sin is 0
 * elsewhere but at -0, that is +0. */
static uint64_t wave(const gisa_how *how, uint32_t limit, uint64_t a, unsigned quarters) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.infinite)
        return real_default_nan(f);
    if (!x.significand && !quarters)
        return real_signed(f, x.sign, 0);
    const gisa_number most = real_normal((gisa_number){limit, 127, false, false});
    if (limit &&
        (x.exponent > most.exponent || (x.exponent == most.exponent && x.significand > most.significand)))
        x.significand = 0;
    return real_round(how, real_sin_kernel(x, quarters));
}

#define SPECIAL(word, of, bits)                                                                              \
    REAL_1_##bits(word) {                                                                                    \
        const gisa_how how = real_special_##of(m);                                                           \
        return (uint##bits##_t)real_##word(&how, a);                                                         \
    }
#define WAVE(word, of, bits, quarters)                                                                       \
    REAL_1_##bits(word) {                                                                                    \
        const gisa_how how = real_special_##of(m);                                                           \
        return (uint##bits##_t)wave(&how, m->turns_limit, a, quarters);                                      \
    }
SPECIAL(exp2, f16, 16)
SPECIAL(exp2, f32, 32)
SPECIAL(log2, f16, 16)
SPECIAL(log2, f32, 32)
WAVE(sin, f16, 16, 0)
WAVE(sin, f32, 32, 0)
WAVE(cos, f16, 16, 1)
WAVE(cos, f32, 32, 1)
