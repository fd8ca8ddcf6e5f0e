/* SPDX-License-Identifier: MIT */
/* The helpers of division: scaling of denominator and numerator, the last step, and what it cannot do. */
#include "real_core.h"

/* What the helpers of a format go by. All are differences of exponent fields, or powers of two. */
typedef struct division {
    int far;   /* exponents that are so far apart need scaling ... */
    int scale; /* ... by this power */
    int tiny; /* a numerator with at most this exponent field is scaled up. Choice for f32: 23 and 24 are both
                * documented, and no quotient tells them apart */
    int lost; /* below this difference a quotient is less than every denormal */
} division;

static const division division_f16 = {0, 0, 0, INT32_MIN}, division_f32 = {96, 64, 24, -150},
                      division_f64 = {768, 128, 53, -1075};

static int exponent_field(const gisa_format *f, uint64_t bits) {
    return (int)(gisa_magnitude(f, bits) >> f->fraction);
}

/* ---- div_scale --------------------------------------------------------------------------------------- */

/* What happens to the value. */
typedef struct scaling {
    int exponent;
    bool bit;
} scaling;

/* The first case that applies counts. */
static scaling scaling_of(const gisa_how *how, const division *d, uint64_t a, uint64_t b, uint64_t c) {
    const int denominator = exponent_field(&how->format, b), numerator = exponent_field(&how->format, c);
    const int distance = numerator - denominator, last = 2 * how->format.bias + 1;
    const bool is_denominator = a == b;
    if (distance >= d->far)
        return (scaling){is_denominator ? d->scale : 0, true};
    if (!denominator) /* denormal */
        return (scaling){d->scale, false};
    if (denominator >= last - 2) { /* its reciprocal is denormal */
        bool bit = distance <= -d->far;
        return (scaling){bit && !is_denominator ? 0 : -d->scale, bit};
    }
    if (distance <= -d->far) /* the quotient is denormal */
        return (scaling){is_denominator ? 0 : d->scale, true};
    if (numerator <= d->tiny)
        return (scaling){d->scale, false};
    return (scaling){0, false};
}

static uint64_t div_scale(const gisa_how *how, const division *d, uint64_t a, uint64_t b, uint64_t c) {
    const gisa_format *f = &how->format;
    a = gisa_source(how, a);
    b = gisa_source(how, b);
    c = gisa_source(how, c);
    if (!gisa_magnitude(f, b) || !gisa_magnitude(f, c))
        return gisa_default_nan(f);
    const int exponent = scaling_of(how, d, a, b, c).exponent;
    if (!exponent || gisa_magnitude(f, a) >= gisa_infinity(f))
        return a;
    /* Choice: scaling rounds and overflows as any operation does. */
    return gisa_scale(how, a, exponent);
}

static bool div_scale_bit(const gisa_how *how, const division *d, uint64_t a, uint64_t b, uint64_t c) {
    return scaling_of(how, d, gisa_source(how, a), gisa_source(how, b), gisa_source(how, c)).bit;
}

/* ---- div_fmas ---------------------------------------------------------------------------------------- */

/* Scales back in the direction that the addend tells. Denormal sources are kept, whatever MODE says. */
static uint64_t div_fmas(gisa_how how, const division *d, uint64_t a, uint64_t b, uint64_t c, bool scaled) {
    const int up = exponent_field(&how.format, c) > how.format.bias ? d->scale : -d->scale;
    how.in = true;
    return gisa_scaled_fma(&how, a, b, c, scaled ? up : 0);
}

/* ---- div_fixup --------------------------------------------------------------------------------------- */

static uint64_t div_fixup(const gisa_how *how, const division *d, uint64_t a, uint64_t b, uint64_t c) {
    const gisa_format *f = &how->format;
    const uint64_t infinity = gisa_infinity(f);
    a = gisa_source(how, a);
    b = gisa_source(how, b);
    c = gisa_source(how, c);
    const bool sign = (b ^ c) & gisa_sign_bit(f);
    const uint64_t denominator = gisa_magnitude(f, b), numerator = gisa_magnitude(f, c);
    if (numerator > infinity)
        return gisa_quieted(how, c);
    if (denominator > infinity)
        return gisa_quieted(how, b);
    if (denominator == numerator && (!numerator || numerator == infinity))
        return gisa_default_nan(f);
    if (!denominator || numerator == infinity)
        return gisa_signed(f, sign, infinity);
    if (!numerator || denominator == infinity)
        return gisa_signed(f, sign, 0);

    gisa_number quotient = {(gisa_u128)1 << 127, 0, sign, false};
    if (exponent_field(f, c) - exponent_field(f, b) < d->lost)
        quotient.exponent = -4 * f->bias; /* below all */
    else if (gisa_magnitude(f, a) >= infinity)
        quotient.exponent = 4 * f->bias; /* above all */
    else
        quotient = gisa_unpack(f, a);
    quotient.sign = sign;
    return gisa_round(how, quotient);
}

/* ---- The words --------------------------------------------------------------------------------------- */

#define DIVIDE(of, bits)                                                                                     \
    GISA_3_##bits(div_scale) {                                                                               \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return (uint##bits##_t)div_scale(&how, &division_##of, a, b, c);                                     \
    }                                                                                                        \
    bool gisa_div_scale_bit_##of(const gisa_modes *m, uint##bits##_t a, uint##bits##_t b,                    \
                                 uint##bits##_t c) {                                                         \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return div_scale_bit(&how, &division_##of, a, b, c);                                                 \
    }                                                                                                        \
    uint##bits##_t gisa_div_fmas_##of(const gisa_modes *m, uint##bits##_t a, uint##bits##_t b,               \
                                      uint##bits##_t c, bool scaled) {                                       \
        return (uint##bits##_t)div_fmas(gisa_how_##of(m), &division_##of, a, b, c, scaled);                  \
    }
#define FIXUP(of, bits)                                                                                      \
    GISA_3_##bits(div_fixup) {                                                                               \
        const gisa_how how = gisa_how_##of(m);                                                               \
        return (uint##bits##_t)div_fixup(&how, &division_##of, a, b, c);                                     \
    }
DIVIDE(f32, 32)
DIVIDE(f64, 64)
FIXUP(f16, 16)
FIXUP(f32, 32)
FIXUP(f64, 64)
