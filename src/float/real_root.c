/* SPDX-License-Identifier: MIT */
/*
 * Reciprocals and square roots. Choice: no table of the hardware's last bits is published, so
 * results are correctly rounded to nearest, for all formats; division sequences of compilers are
 * then exact.
 */
#include "real_core.h"

/* ---- Reciprocals ----------------------------------------------------------------------------- */

static uint64_t real_rcp(const gisa_how *how, uint64_t a) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a))
        return real_quieted(how, a);
    gisa_number x = real_take(how, a);
    if (x.infinite)
        return real_signed(f, x.sign, 0);
    if (!x.significand)
        return real_signed(f, x.sign, real_infinity(f));
    const gisa_u128 one = (gisa_u128)1 << 127;
    const uint64_t divisor = (uint64_t)(x.significand >> 64);
    const gisa_u128 quotient = one / divisor;
    gisa_number result = {quotient << 1 | (quotient * divisor != one), 62 - x.exponent, x.sign, false};
    return real_round(how, result);
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* The root of a number of 64 bits, bit by bit; its square is taken off. No branch could be
   predicted here. */
static uint64_t root64(uint64_t *x) {
    uint64_t root = 0, rest = *x;
    for (uint64_t bit = UINT64_C(1) << 62; bit; bit >>= 2) {
        const uint64_t next = root + bit, fits = -(uint64_t)(rest >= next);
        rest -= next & fits;
        root = (root >> 1) + (bit & fits);
    }
    *x = rest;
    return root;
}

/* The root of a number whose top two bits are not both 0: the upper half's root, then as in long
 * division, by twice that root. */
static uint64_t root128(gisa_u128 x) {
    uint64_t rest = (uint64_t)(x >> 64);
    const uint64_t high = root64(&rest), half = rest << 31 | (uint64_t)x >> 33, digit = half / high;
    const gisa_u128 left = (gisa_u128)(half % high) << 33 | ((uint64_t)x & UINT64_C(0x1ffffffff));
    const gisa_u128 square = (gisa_u128)digit * digit;
    const uint64_t root = (high << 32) + digit;
    return left < square ? root - 1 : root;
}

/* What roots give for all but positive finite numbers. */
static bool is_special(const gisa_how *how, uint64_t a, uint64_t of_zero, uint64_t of_infinity,
                       uint64_t *result) {
    const gisa_format *f = &how->format;
    if (real_nan(f, a)) {
        *result = real_quieted(how, a);
        return true;
    }
    gisa_number x = real_take(how, a);
    if (!x.significand)
        *result = real_signed(f, x.sign, of_zero);
    else if (x.sign)
        *result = real_default_nan(f);
    else if (x.infinite)
        *result = of_infinity;
    else
        return false;
    return true;
}

static uint64_t real_sqrt(const gisa_how *how, uint64_t a) {
    uint64_t result;
    if (is_special(how, a, 0, real_infinity(&how->format), &result))
        return result;
    gisa_number x = real_take(how, a);
    const int odd = x.exponent & 1;
    const uint64_t root = root128(x.significand >> (1 - odd));
    /* No root lies in the middle between two numbers, so an exact one may say that there is more,
       too. */
    gisa_number y = {(gisa_u128)root << 64 | 1, (x.exponent - odd) / 2, false, false};
    return real_round(how, y);
}

static uint64_t real_rsq(const gisa_how *how, uint64_t a) {
    uint64_t result;
    if (is_special(how, a, real_infinity(&how->format), 0, &result))
        return result;
    gisa_number x = real_take(how, a);
    const int odd = x.exponent & 1;
    const uint64_t divisor = (uint64_t)(x.significand >> 64);
    gisa_number y = {(gisa_u128)1 << 127, -(x.exponent - odd) / 2, false, false};
    if (odd || divisor << 1) {
        /* x is divisor * 2^(odd - 63) and an even power of two: 2^190 or 2^191 by the divisor, in
           two digits */
        const gisa_u128 dividend = (gisa_u128)1 << (127 - odd), high = dividend / divisor;
        const gisa_u128 low = (dividend % divisor) << 64;
        const uint64_t root = root128(high << 64 | (uint64_t)(low / divisor));
        y.significand = (gisa_u128)root << 64 | 1;
        y.exponent--;
    }
    return real_round(how, y);
}

#define ROOT(word, of, bits)                                                                                 \
    REAL_1_##bits(word) {                                                                                    \
        const gisa_how how = real_special_##of(m);                                                           \
        return (uint##bits##_t)real_##word(&how, a);                                                         \
    }
ROOT(rcp, f16, 16)
ROOT(rcp, f32, 32)
ROOT(rcp, f64, 64)
ROOT(sqrt, f16, 16)
ROOT(sqrt, f32, 32)
ROOT(sqrt, f64, 64)
ROOT(rsq, f16, 16)
ROOT(rsq, f32, 32)
ROOT(rsq, f64, 64)
