/* SPDX-License-Identifier: MIT */
/*
 * What the real_*.c files share. A source is taken apart into a gisa_number; an operation makes the
 * exact result of it, or the exact result with its tail gathered in the last bit; real_round rounds
 * that once.
 */
#ifndef GISA_EMU_REAL_CORE_H
#define GISA_EMU_REAL_CORE_H

#include "real.h"

__extension__ typedef unsigned __int128 gisa_u128;

typedef struct gisa_format {
    int fraction; /* bits of the fraction */
    int bias;     /* of the exponent; the largest exponent of finite numbers as well */
} gisa_format;

static inline uint64_t real_quiet_bit(const gisa_format *f) {
    return UINT64_C(1) << (f->fraction - 1);
}

static inline uint64_t real_infinity(const gisa_format *f) {
    return (uint64_t)(2 * f->bias + 1) << f->fraction;
}

static inline uint64_t real_sign_bit(const gisa_format *f) {
    return (uint64_t)(2 * f->bias + 2) << f->fraction;
}

static inline uint64_t real_default_nan(const gisa_format *f) {
    return real_sign_bit(f) | real_infinity(f) | real_quiet_bit(f);
}

static inline uint64_t real_signed(const gisa_format *f, bool sign, uint64_t magnitude) {
    return sign ? real_sign_bit(f) | magnitude : magnitude;
}

static inline uint64_t real_magnitude(const gisa_format *f, uint64_t bits) {
    return bits & (real_sign_bit(f) - 1);
}

static inline bool real_nan(const gisa_format *f, uint64_t bits) {
    return real_magnitude(f, bits) > real_infinity(f);
}

/* ---- MODE, as one format sees it ------------------------------------------------------------- */

typedef struct gisa_how {
    gisa_format format;
    uint8_t round;
    bool in, out; /* denormals are kept */
    bool ieee;
    bool saturates; /* overflow gives the largest finite number */
    bool tiny_before;
    uint64_t *tiny_count; /* as in gisa_modes */
} gisa_how;

static inline gisa_how real_how_f16(const gisa_modes *m) {
    return (gisa_how){{10, 15}, m->round64, m->in64,        m->out64,
                      m->ieee,  m->ovfl16,  m->tiny_before, m->tiny_count};
}

static inline gisa_how real_how_f32(const gisa_modes *m) {
    return (gisa_how){{23, 127}, m->round32, m->in32,        m->out32,
                      m->ieee,   false,      m->tiny_before, m->tiny_count};
}

static inline gisa_how real_how_f64(const gisa_modes *m) {
    return (gisa_how){{52, 1023}, m->round64, m->in64,        m->out64,
                      m->ieee,    false,      m->tiny_before, m->tiny_count};
}

static inline gisa_how real_flushing(gisa_how how) {
    how.in = how.out = false;
    return how;
}

static inline gisa_how real_rounding(gisa_how how, uint8_t round) {
    how.round = round;
    return how;
}

/* How roots and transcendental functions see MODE: f32 always flushes, f16 and f64 go by MODE; all
   round to nearest. */
static inline gisa_how real_special_f16(const gisa_modes *m) {
    return real_rounding(real_how_f16(m), GISA_ROUND_NEAREST);
}

static inline gisa_how real_special_f32(const gisa_modes *m) {
    return real_rounding(real_flushing(real_how_f32(m)), GISA_ROUND_NEAREST);
}

static inline gisa_how real_special_f64(const gisa_modes *m) {
    return real_rounding(real_how_f64(m), GISA_ROUND_NEAREST);
}

/* A source: a denormal that is flushed is a zero of its sign. */
static inline uint64_t real_source(const gisa_how *how, uint64_t bits) {
    const gisa_format *f = &how->format;
    if (!how->in && real_magnitude(f, bits) >> f->fraction == 0)
        return bits & real_sign_bit(f);
    return bits;
}

/* A NaN that passes through an operation. With IEEE=0 none but the conversions to a narrower format
 * quiets a signalling one (LLVM, issue 139622 and pull request 208733, by tests on hardware). */
static inline uint64_t real_quieted(const gisa_how *how, uint64_t nan) {
    return how->ieee ? nan | real_quiet_bit(&how->format) : nan;
}

/* The first NaN of several sources is the result. Choice: in this order. */
static inline bool real_first_nan(const gisa_how *how, const uint64_t *sources, unsigned count,
                                  uint64_t *result) {
    for (unsigned i = 0; i < count; i++)
        if (real_nan(&how->format, sources[i])) {
            *result = real_quieted(how, sources[i]);
            return true;
        }
    return false;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* significand * 2^(exponent - 127). It is normal when it is 0 or has bit 127 set. The last bit of a
 * result says as well that there is more after it. */
typedef struct gisa_number {
    gisa_u128 significand;
    int exponent;
    bool sign, infinite;
} gisa_number;

static inline int real_leading_zeros(gisa_u128 x) {
    uint64_t high = (uint64_t)(x >> 64);
    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)x | 1);
}

static inline gisa_number real_normal(gisa_number x) {
    if (x.significand) {
        int shift = real_leading_zeros(x.significand);
        x.significand <<= shift;
        x.exponent -= shift;
    }
    return x;
}

/* Takes bits apart that are not NaN. */
static inline gisa_number real_unpack(const gisa_format *f, uint64_t bits) {
    uint64_t magnitude = real_magnitude(f, bits);
    int field = (int)(magnitude >> f->fraction);
    uint64_t fraction = magnitude & ((UINT64_C(1) << f->fraction) - 1);
    gisa_number x = {0, 0, bits != magnitude, magnitude == real_infinity(f)};
    if (field) {
        fraction |= UINT64_C(1) << f->fraction;
        x.significand = (gisa_u128)(fraction << (63 - f->fraction)) << 64;
        x.exponent = field - f->bias;
        return x;
    }
    x.significand = (gisa_u128)fraction << (127 - f->fraction);
    x.exponent = 1 - f->bias;
    return real_normal(x);
}

/* A source of an operation, flushed and taken apart; not NaN. */
static inline gisa_number real_take(const gisa_how *how, uint64_t bits) {
    return real_unpack(&how->format, real_source(how, bits));
}

/* x >> by, with the bits that fall out gathered in the last bit. */
static inline gisa_u128 real_shift_right(gisa_u128 x, int by) {
    if (by <= 0)
        return x;
    if (by > 127)
        return x != 0;
    return x >> by | ((x << (128 - by)) != 0);
}

/* Whether a magnitude with the last bit `odd` grows by one, when `rest` follows (its top bit is a
   half). */
static inline bool real_rounds_up(unsigned round, bool sign, bool odd, gisa_u128 rest) {
    const gisa_u128 half = (gisa_u128)1 << 127;
    switch (round) {
    case GISA_ROUND_NEAREST: return (rest > half) | ((rest == half) & odd);
    case GISA_ROUND_UP: return (rest != 0) & !sign;
    case GISA_ROUND_DOWN: return (rest != 0) & sign;
    default: return false;
    }
}

/* ---- real.c ---------------------------------------------------------------------------------- */

/* Rounds a number to the format; overflow and flushing of the result included. */
uint64_t real_round(const gisa_how *how, gisa_number x);

/* The exact sum of normal numbers; neither is infinite. Zero results have the sign that rounding by
   `round` gives them. */
gisa_number real_sum(gisa_number x, gisa_number y, unsigned round);

/* The exact product, normal, of normal factors of at most 64 bits; neither is infinite. */
gisa_number real_product(gisa_number x, gisa_number y);

/* a + b and 2^scale * (a * b + c), with one rounding. */
uint64_t real_add(const gisa_how *how, uint64_t a, uint64_t b);
uint64_t real_scaled_fma(const gisa_how *how, uint64_t a, uint64_t b, uint64_t c, int scale);

/* a * 2^exponent */
uint64_t real_scale(const gisa_how *how, uint64_t a, int32_t exponent);

/* ---- Wrappers: gisa_WORD_FORMAT in terms of real_WORD(how, ...) ------------------------------ */

#define WRAP_1_(word, of, bits)                                                                              \
    REAL_1_##bits(word) {                                                                                    \
        const gisa_how how = real_how_##of(m);                                                               \
        return (uint##bits##_t)real_##word(&how, a);                                                         \
    }
#define WRAP_2_(word, of, bits)                                                                              \
    REAL_2_##bits(word) {                                                                                    \
        const gisa_how how = real_how_##of(m);                                                               \
        return (uint##bits##_t)real_##word(&how, a, b);                                                      \
    }
#define WRAP_3_(word, of, bits)                                                                              \
    REAL_3_##bits(word) {                                                                                    \
        const gisa_how how = real_how_##of(m);                                                               \
        return (uint##bits##_t)real_##word(&how, a, b, c);                                                   \
    }
#define WRAP_1_32(word) WRAP_1_(word, f32, 32)
#define WRAP_1_16_32(word) WRAP_1_(word, f16, 16) WRAP_1_(word, f32, 32)
#define WRAP_1_32_64(word) WRAP_1_(word, f32, 32) WRAP_1_(word, f64, 64)
#define WRAP_1(word) WRAP_1_16_32(word) WRAP_1_(word, f64, 64)
#define WRAP_2(word) WRAP_2_(word, f16, 16) WRAP_2_(word, f32, 32) WRAP_2_(word, f64, 64)
#define WRAP_3_16_32(word) WRAP_3_(word, f16, 16) WRAP_3_(word, f32, 32)
#define WRAP_3_32_64(word) WRAP_3_(word, f32, 32) WRAP_3_(word, f64, 64)
#define WRAP_3(word) WRAP_3_16_32(word) WRAP_3_(word, f64, 64)

#endif
