/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic, conversions, roots and transcendental functions against MPFR: it computes with the
 * precision of the format and no end of exponents, and then its own way of making denormals is
 * applied, or flushing.
 */
#include "words.h"

#ifndef WITH_MPFR
void test_mpfr(unsigned times) {
    (void)times;
    skip("no MPFR (libmpfr-dev)");
}
#else
#include <mpfr.h>
#include <stdio.h>

#include "float/real_special.h"

static mpfr_t sources_[3], result_, wide_;

static mpfr_rnd_t rounding(unsigned round) {
    static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
    return modes[round];
}

/* The bits of y, which was rounded by r and is off in the direction t. */
static uint64_t finish(const format *f, bool keeps, bool saturates, mpfr_t y, int t, mpfr_rnd_t r) {
    const uint64_t sign = mpfr_signbit(y) ? sign_of(f) : 0;
    const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    if (mpfr_nan_p(y))
        return default_nan(f);
    if (mpfr_inf_p(y))
        return sign | infinity_of(f);
    if (mpfr_zero_p(y))
        return sign;
    /* MPFR's numbers are from 1/2 to 1. */
    const mpfr_exp_t exponent = mpfr_get_exp(y) - 1;
    if (exponent < 1 - f->bias) {
        if (!keeps)
            return sign;
        mpfr_set_emin(2 - f->bias - f->fraction);
        t = mpfr_check_range(y, t, r);
        mpfr_subnormalize(y, t, r);
        mpfr_set_emin(least);
    } else if (exponent > f->bias) {
        if (saturates)
            return sign | (infinity_of(f) - 1);
        mpfr_set_emax(f->bias + 1);
        mpfr_check_range(y, t, r);
        mpfr_set_emax(most);
    }
    return bits_of(f, mpfr_get_d(y, MPFR_RNDN));
}

/* What an operation does; s are the sources as bits, x as numbers. Returns the direction of
   rounding. */
typedef struct context {
    const gisa_modes *m;
    const uint64_t *s;
    mpfr_t *x;
} context;
typedef int operation(mpfr_t y, const context *c, mpfr_rnd_t r);

enum { FLUSHES = 1, NEAREST = 2, KEEPS_IN = 4, NO_INPUT_FLOAT = 8, FLUSHES_IN = 16 };

typedef struct entry {
    const char *name;
    const format *f, *from;
    word try;
    operation *operation;
    unsigned count; /* of sources that are floats */
    unsigned flags;
} entry;

static uint64_t reference(const entry *e, const gisa_modes *m, const uint64_t *s) {
    const format *f = e->f, *from = e->from;
    uint64_t x[4] = {s[0], s[1], s[2], s[3]};
    const mpfr_rnd_t r = rounding(e->flags & NEAREST ? 0 : round_of(m, f));
    for (unsigned i = 0; i < e->count; i++) {
        /* The addend of a fused operation may be NaN, and yet an invalid product comes first. */
        if (i == 2 && (mpfr_mul(wide_, sources_[0], sources_[1], MPFR_RNDN), mpfr_nan_p(wide_)))
            return default_nan(f);
        if (is_nan(from, x[i])) {
            if (f == from)
                return quieted(m, f, x[i]);
            uint64_t nan = x[i] & sign_of(from) ? sign_of(f) : 0, fraction = x[i] & (quiet_of(from) * 2 - 1);
            nan |= infinity_of(f);
            if (f->fraction > from->fraction)
                return quieted(m, f, nan | fraction << (f->fraction - from->fraction));
            return nan | fraction >> (from->fraction - f->fraction) | quiet_of(f);
        }
        if (!(e->flags & KEEPS_IN) && is_denormal(from, x[i]) &&
            (e->flags & (FLUSHES | FLUSHES_IN) || !keeps_in(m, from)))
            x[i] &= sign_of(from);
        mpfr_set_d(sources_[i], value_of(from, x[i]), MPFR_RNDN);
        /* With NaN in the third place the product is looked at all the same. */
    }
    mpfr_set_prec(result_, f->fraction + 1);
    const context c = {m, x, sources_};
    const int t = e->operation(result_, &c, r);
    const bool keeps = !(e->flags & FLUSHES) && keeps_out(m, f);
    return finish(f, keeps, f == &f16 && m->ovfl16, result_, t, r);
}

/* ---- Operations ------------------------------------------------------------------------------ */

#define OPERATION(name, expression)                                                                          \
    static int op_##name(mpfr_t y, const context *c, mpfr_rnd_t r) {                                         \
        mpfr_t *const x = c->x;                                                                              \
        (void)x, (void)r;                                                                                    \
        return expression;                                                                                   \
    }
OPERATION(add, mpfr_add(y, x[0], x[1], r))
OPERATION(mul, mpfr_mul(y, x[0], x[1], r))
OPERATION(fma, mpfr_fma(y, x[0], x[1], x[2], r))
OPERATION(trunc, mpfr_trunc(y, x[0]))
OPERATION(ceil, mpfr_ceil(y, x[0]))
OPERATION(floor, mpfr_floor(y, x[0]))
OPERATION(rndne, mpfr_roundeven(y, x[0]))
OPERATION(set, mpfr_set(y, x[0], r))
OPERATION(i16, mpfr_set_si(y, (int16_t)c->s[0], r))
OPERATION(u16, mpfr_set_ui(y, (uint16_t)c->s[0], r))
OPERATION(i32, mpfr_set_si(y, (int32_t)c->s[0], r))
OPERATION(u32, mpfr_set_ui(y, (uint32_t)c->s[0], r))
OPERATION(rcp, mpfr_ui_div(y, 1, x[0], r))
OPERATION(sqrt, mpfr_sqrt(y, x[0], r))
OPERATION(exp2, mpfr_exp2(y, x[0], r))
OPERATION(log2, mpfr_log2(y, x[0], r))

/* MPFR's exponents end somewhere, too; 5000 is beyond all of f64. */
static int op_ldexp(mpfr_t y, const context *c, mpfr_rnd_t r) {
    const int32_t by = (int32_t)c->s[1];
    return mpfr_mul_2si(y, c->x[0], by > 5000 ? 5000 : by < -5000 ? -5000 : by, r);
}

static int op_rsq(mpfr_t y, const context *c, mpfr_rnd_t r) {
    int t = mpfr_rec_sqrt(y, c->x[0], r);
    if (mpfr_zero_p(c->x[0]))
        mpfr_setsign(y, y, mpfr_signbit(c->x[0]), r);
    return t;
}

static int op_div_fmas(mpfr_t y, const context *c, mpfr_rnd_t r) {
    const bool is32 = mpfr_get_prec(y) == 24;
    int t = mpfr_fma(y, c->x[0], c->x[1], c->x[2], r), scale = is32 ? 64 : 128;
    if (c->s[3])
        mpfr_mul_2si(y, y, mpfr_cmpabs_ui(c->x[2], 2) >= 0 ? scale : -scale, r);
    return t;
}

/* a - floor(a); 1.0 only when told so. */
static int op_fract(mpfr_t y, const context *c, mpfr_rnd_t r) {
    mpfr_floor(wide_, c->x[0]);
    int t = mpfr_sub(y, c->x[0], wide_, r);
    if (mpfr_zero_p(y))
        mpfr_set_zero(y, 1);
    if (!mpfr_nan_p(y) && !mpfr_cmp_ui(y, 1) && !(c->m->fract64_uncapped && mpfr_get_prec(y) == 53))
        mpfr_nextbelow(y);
    return t;
}

static bool beyond(const context *c) {
    return c->m->turns_limit && mpfr_number_p(c->x[0]) && mpfr_cmpabs_ui(c->x[0], c->m->turns_limit) > 0;
}

static int op_sin(mpfr_t y, const context *c, mpfr_rnd_t r) {
    int t = mpfr_sinu(y, c->x[0], 1, r);
    if (beyond(c) || (mpfr_zero_p(y) && !mpfr_zero_p(c->x[0])))
        mpfr_set_zero(y, 1);
    return t;
}

static int op_cos(mpfr_t y, const context *c, mpfr_rnd_t r) {
    return beyond(c) ? mpfr_set_ui(y, 1, r) : mpfr_cosu(y, c->x[0], 1, r);
}

/* ---- Words ----------------------------------------------------------------------------------- */

TRY_ALL(2, add)
TRY_ALL(2, sub)
TRY_ALL(2, mul)
TRY_ALL(3, fma)
TRY_ALL(1, trunc)
TRY_ALL(1, ceil)
TRY_ALL(1, floor)
TRY_ALL(1, rndne)
TRY_ALL(1, fract)
TRY_ALL(1, rcp)
TRY_ALL(1, sqrt)
TRY_ALL(1, rsq)
TRY_(ldexp, f16, (uint16_t)s[0], (int32_t)s[1])
TRY_(ldexp, f32, (uint32_t)s[0], (int32_t)s[1])
TRY_(ldexp, f64, s[0], (int32_t)s[1])
TRY_(div_fmas, f32, (uint32_t)s[0], (uint32_t)s[1], (uint32_t)s[2], s[3])
TRY_(div_fmas, f64, s[0], s[1], s[2], s[3])
TRY_(cvt_f16, i16, (int16_t)s[0])
TRY_(cvt_f16, u16, (uint16_t)s[0])
TRY_(cvt_f32, i32, (int32_t)s[0])
TRY_(cvt_f32, u32, (uint32_t)s[0])
TRY_(cvt_f64, i32, (int32_t)s[0])
TRY_(cvt_f64, u32, (uint32_t)s[0])
TRY_(cvt_f32, f64, s[0])
TRY_(cvt_f64, f32, (uint32_t)s[0])
TRY_(cvt_f16, f32, (uint32_t)s[0])
TRY_(cvt_f32, f16, (uint16_t)s[0])
TRY_1(exp2, f16, 16)
TRY_1(exp2, f32, 32)
TRY_1(log2, f16, 16)
TRY_1(log2, f32, 32)
TRY_1(sin, f16, 16)
TRY_1(sin, f32, 32)
TRY_1(cos, f16, 16)
TRY_1(cos, f32, 32)

#define ALL(count, word, flags)                                                                              \
    {#word, &f16, &f16, try_##word##_f16, op_##word, count, flags},                                          \
        {#word, &f32, &f32, try_##word##_f32, op_##word, count, flags}, {                                    \
#word, &f64, &f64, try_##word##_f64, op_##word, count, flags                                         \
    }
#define SPECIAL(word)                                                                                        \
    {#word, &f16, &f16, try_##word##_f16, op_##word, 1, NEAREST}, {                                          \
#word, &f32, &f32, try_##word##_f32, op_##word, 1, NEAREST | FLUSHES                                 \
    }

static const entry entries[] = {ALL(2, add, 0),
                                ALL(2, mul, 0),
                                ALL(3, fma, 0),
                                ALL(1, ldexp, 0),
                                ALL(1, trunc, 0),
                                ALL(1, ceil, 0),
                                ALL(1, floor, 0),
                                ALL(1, rndne, 0),
                                ALL(1, fract, 0),
                                {"div_fmas", &f32, &f32, try_div_fmas_f32, op_div_fmas, 3, KEEPS_IN},
                                {"div_fmas", &f64, &f64, try_div_fmas_f64, op_div_fmas, 3, KEEPS_IN},
                                {"cvt_f16_i16", &f16, &f16, try_cvt_f16_i16, op_i16, 0, 0},
                                {"cvt_f16_u16", &f16, &f16, try_cvt_f16_u16, op_u16, 0, 0},
                                {"cvt_f32_i32", &f32, &f32, try_cvt_f32_i32, op_i32, 0, 0},
                                {"cvt_f32_u32", &f32, &f32, try_cvt_f32_u32, op_u32, 0, 0},
                                {"cvt_f64_i32", &f64, &f64, try_cvt_f64_i32, op_i32, 0, 0},
                                {"cvt_f64_u32", &f64, &f64, try_cvt_f64_u32, op_u32, 0, 0},
                                {"cvt_f32_f64", &f32, &f64, try_cvt_f32_f64, op_set, 1, FLUSHES_IN},
                                {"cvt_f64_f32", &f64, &f32, try_cvt_f64_f32, op_set, 1, 0},
                                {"cvt_f16_f32", &f16, &f32, try_cvt_f16_f32, op_set, 1, 0},
                                {"cvt_f32_f16", &f32, &f16, try_cvt_f32_f16, op_set, 1, 0},
                                SPECIAL(rcp),
                                SPECIAL(sqrt),
                                SPECIAL(rsq),
                                SPECIAL(exp2),
                                SPECIAL(log2),
                                SPECIAL(sin),
                                SPECIAL(cos),
                                {"rcp", &f64, &f64, try_rcp_f64, op_rcp, 1, NEAREST},
                                {"sqrt", &f64, &f64, try_sqrt_f64, op_sqrt, 1, NEAREST},
                                {"rsq", &f64, &f64, try_rsq_f64, op_rsq, 1, NEAREST}};

/* A conversion of f16 on the older chips: as if MODE said so. */
static gisa_modes as_seen(const entry *e, gisa_modes m) {
    if (e->f != e->from && (e->f == &f16 || e->from == &f16) && !m.half_by_mode) {
        m.round64 = m.round32;
        m.in64 = m.out64 = true;
    }
    return m;
}

static void try_one(const entry *e, const uint64_t *s) {
    const gisa_modes m = random_modes(), seen = as_seen(e, m);
    compare(&m, s, 4, e->try(&m, s), reference(e, &seen, s));
}

/* Sources whose results come nearest to where rounding turns, of exp2, sin and cos, as --all finds
   them. */
static const uint32_t hard[] = {0x3b429d37, 0xb52d1f9a, 0x3d7d7f58, 0x3e40a02a};

static void run(const entry *e, unsigned times) {
    enum { TRIALS = 40000, SPECIAL_TRIALS = 200000 };
    uint64_t s[4] = {0};
    begin(e->name, e->f->name);
    for (unsigned i = 0; e->flags & NEAREST && e->from == &f32 && i < sizeof hard / sizeof *hard; i++) {
        s[0] = hard[i];
        try_one(e, s);
    }
    if (e->from == &f16 && e->count < 2)
        for (unsigned i = 0; i < 0x10000 * times; i++) {
            s[0] = i & 0xffff;
            s[1] = (uint64_t)((int)(random64() >> 58) - 32);
            try_one(e, s);
        }
    for (unsigned i = 0; i < (e->flags & NEAREST ? SPECIAL_TRIALS : TRIALS) * times; i++) {
        random_sources(e->from, s, 3);
        s[3] = random64() >> 63;
        if (e->operation == op_ldexp)
            s[1] = i & 7 ? (uint64_t)((int)(random64() >> 52) - 2048) : random64();
        if (!e->count)
            s[0] = random64() >> (random64() >> 59);
        try_one(e, s);
    }
    end();
}

/* sub is add of the negated source; mad is two operations that flush. */
TRY_3(mad, f16, 16)
TRY_3(mad, f32, 32)
TRY_3(mad_legacy, f32, 32)
TRY_2(mul_legacy, f32, 32)

static const entry *find(const char *name, const format *f) {
    for (unsigned i = 0;; i++)
        if (entries[i].f == f && entries[i].name[0] == name[0] && entries[i].name[1] == name[1])
            return &entries[i];
}

static void compound(const format *f, word sub, word mad, word mul_legacy, word mad_legacy) {
    const entry *add = find("add", f), *mul = find("mul", f);
    entry flushing_add = *add, flushing_mul = *mul;
    uint64_t s[4] = {0};
    flushing_add.flags = flushing_mul.flags = FLUSHES;
    begin("sub, mad, legacy", f->name);
    for (unsigned i = 0; i < 40000; i++) {
        const gisa_modes m = random_modes();
        random_sources(f, s, 3);
        const uint64_t negated[4] = {s[0], s[1] ^ sign_of(f)};
        compare(&m, s, 2, sub(&m, s), reference(add, &m, negated));
        if (!mad)
            continue;
        const uint64_t product[4] = {reference(&flushing_mul, &m, s), s[2]};
        compare(&m, s, 3, mad(&m, s), reference(&flushing_add, &m, product));
        if (!mul_legacy)
            continue;
        bool zero = !(flush_in(&m, f, s[0]) << 33) || !(flush_in(&m, f, s[1]) << 33);
        compare(&m, s, 2, mul_legacy(&m, s), zero ? 0 : reference(mul, &m, s));
        zero = !(s[0] << 33 >> 56) || !(s[1] << 33 >> 56);
        const uint64_t legacy[4] = {zero ? 0 : product[0], s[2]};
        compare(&m, s, 3, mad_legacy(&m, s), reference(&flushing_add, &m, legacy));
    }
    end();
}

/* Roots of the older chips, which make other things of infinite results. */
TRY_1(rcp_legacy, f32, 32)
TRY_1(rcp_clamp, f32, 32)
TRY_1(rcp_clamp, f64, 64)
TRY_1(rsq_legacy, f32, 32)
TRY_1(rsq_clamp, f32, 32)
TRY_1(rsq_clamp, f64, 64)
TRY_1(log2_clamp, f32, 32)

static void older(const char *name, word try, const entry *e, bool legacy, bool keeps_sign) {
    uint64_t s[4] = {0};
    begin(name, e->f->name);
    for (unsigned i = 0; i < 20000; i++) {
        const gisa_modes m = random_modes();
        random_sources(e->f, s, 1);
        const uint64_t y = reference(e, &m, s), sign = y & sign_of(e->f);
        const bool infinite = (y ^ sign) == infinity_of(e->f);
        const uint64_t instead = legacy ? (keeps_sign ? sign : 0) : y - 1;
        /* log2 of infinity is infinite; what is clamped is log2 of zero. */
        compare(&m, s, 1, try(&m, s), infinite && (try != try_log2_clamp_f32 || sign) ? instead : y);
    }
    end();
}

static uint64_t omod_reference(const gisa_modes *m, const format *f, unsigned omod, uint64_t x) {
    entry ldexp_ = *find("ldexp", f);
    const uint64_t s[4] = {x, (uint64_t)(omod == 3 ? -1 : (int)omod)};
    if (!omod || keeps_out(m, f) || m->ieee || is_nan(f, x))
        return x;
    if (is_denormal(f, x) || !(x & (sign_of(f) - 1)))
        return 0;
    return reference(&ldexp_, m, s);
}

static void omod(void) {
    begin("omod", "all formats");
    for (unsigned i = 0; i < 60000; i++) {
        const gisa_modes m = random_modes();
        const unsigned modifier = random64() >> 62;
        uint64_t x = random_source(&f16, -1);
        compare(&m, &x, 1, real_omod_f16(&m, modifier, (uint16_t)x), omod_reference(&m, &f16, modifier, x));
        x = random_source(&f32, -1);
        compare(&m, &x, 1, real_omod_f32(&m, modifier, (uint32_t)x), omod_reference(&m, &f32, modifier, x));
        x = random_source(&f64, -1);
        compare(&m, &x, 1, real_omod_f64(&m, modifier, x), omod_reference(&m, &f64, modifier, x));
    }
    end();
}

/* f32 to f16 toward zero, with denormals whatever MODE says. */
static void pkrtz(void) {
    static const entry e = {"cvt_pkrtz", &f16, &f32, NULL, op_set, 1, 0};
    uint64_t s[4] = {0};
    begin(e.name, e.f->name);
    for (unsigned i = 0; i < 100000; i++) {
        gisa_modes m = random_modes(), seen = m;
        seen.round64 = 3;
        seen.out64 = true;
        s[0] = random_source(&f32, i & 1 ? 127 - (int)(i >> 1) % 30 : -1);
        compare(&m, s, 1, real_cvt_pkrtz_f32(&m, (uint32_t)s[0]), reference(&e, &seen, s));
    }
    end();
}

/* The result of instructions that mix f16 and f32: by MODE's fields of f16, also where conversions
   do without them; no denormal, where they flush. */
static void mixed(void) {
    static const entry e = {"cvt_mixed", &f16, &f32, NULL, op_set, 1, 0};
    uint64_t s[4] = {0};
    begin(e.name, e.f->name);
    for (unsigned i = 0; i < 100000; i++) {
        gisa_modes m = random_modes(), seen = m;
        seen.half_by_mode = true;
        seen.out64 = m.out64 && !m.mixed_flushes;
        s[0] = random_source(&f32, i & 1 ? 127 - (int)(i >> 1) % 30 : -1);
        compare(&m, s, 1, real_cvt_mixed_f32(&m, (uint32_t)s[0]), reference(&e, &seen, s));
    }
    end();
}

/* ---- The kernels of transcendental functions ------------------------------------------------- */

static int sine(mpfr_t y, const mpfr_t x) {
    return mpfr_sinu(y, x, 1, MPFR_RNDN);
}

static int cosine(mpfr_t y, const mpfr_t x) {
    return mpfr_cosu(y, x, 1, MPFR_RNDN);
}

static int power(mpfr_t y, const mpfr_t x) {
    return mpfr_exp2(y, x, MPFR_RNDN);
}

static int logarithm(mpfr_t y, const mpfr_t x) {
    return mpfr_log2(y, x, MPFR_RNDN);
}

static gisa_number sine_kernel(gisa_number x) {
    return real_sin_kernel(x, 0);
}

static gisa_number cosine_kernel(gisa_number x) {
    return real_sin_kernel(x, 1);
}

/* Results before rounding are within the error that their header promises. */
static void kernel(const char *name, gisa_number (*try)(gisa_number), int (*exactly)(mpfr_t, const mpfr_t)) {
    const gisa_format single = {23, 127};
    double worst = -1e9;
    mpfr_t y, z;
    mpfr_inits2(140, y, z, NULL);
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t x = random_source(&f32, i & 7 ? 127 + 4 - (int)(i >> 3) % 20 : -1) &
                           (exactly == logarithm ? 0x7fffffff : 0xffffffff);
        /* Not for sources that the words do not hand on (denormals, and powers that overflow), nor
         * for powers that are next to 1. */
        if (is_nan(&f32, x) || (x & 0x7fffffff) < 0x800000 || (x & 0x7fffffff) >= 0x7f800000 ||
            (exactly == power && ((x & 0x7fffffff) > 0x43800000 || (x & 0x7fffffff) < 0x32800000)))
            continue;
        gisa_number got = try(real_unpack(&single, x));
        mpfr_set_d(sources_[0], value_of(&f32, x), MPFR_RNDN);
        exactly(y, sources_[0]);
        mpfr_set_ui(z, (uint64_t)(got.significand >> 64), MPFR_RNDN);
        mpfr_mul_2si(z, z, 64, MPFR_RNDN);
        mpfr_add_ui(z, z, (uint64_t)got.significand, MPFR_RNDN);
        mpfr_mul_2si(z, z, got.exponent - 127, MPFR_RNDN);
        if (got.sign)
            mpfr_neg(z, z, MPFR_RNDN);
        mpfr_sub(z, z, y, MPFR_RNDN);
        if (mpfr_zero_p(z))
            continue;
        mpfr_div(z, z, y, MPFR_RNDN);
        mpfr_abs(z, z, MPFR_RNDN);
        mpfr_log2(z, z, MPFR_RNDN);
        const double error = mpfr_get_d(z, MPFR_RNDN);
        if (!(error <= worst))
            worst = error;
    }
    mpfr_clears(y, z, NULL);
    printf("%s: off by 2^%.1f of the result before rounding\n", name, worst);
    expect(name, worst < -GISA_KERNEL_BITS, 1);
}

void test_mpfr(unsigned times) {
    for (unsigned i = 0; i < 3; i++)
        mpfr_init2(sources_[i], 53);
    mpfr_init2(result_, 53);
    mpfr_init2(wide_, 1100);
    for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
        run(&entries[i], times);
    compound(&f16, try_sub_f16, try_mad_f16, NULL, NULL);
    compound(&f32, try_sub_f32, try_mad_f32, try_mul_legacy_f32, try_mad_legacy_f32);
    compound(&f64, try_sub_f64, NULL, NULL, NULL);
    const entry *rcp32 = find("rcp", &f32), *rsq32 = find("rsq", &f32), *log32 = find("log2", &f32);
    older("rcp_legacy", try_rcp_legacy_f32, rcp32, true, true);
    older("rcp_clamp", try_rcp_clamp_f32, rcp32, false, true);
    older("rcp_clamp", try_rcp_clamp_f64, find("rcp", &f64), false, true);
    older("rsq_legacy", try_rsq_legacy_f32, rsq32, true, false);
    older("rsq_clamp", try_rsq_clamp_f32, rsq32, false, true);
    older("rsq_clamp", try_rsq_clamp_f64, find("rsq", &f64), false, true);
    older("log2_clamp", try_log2_clamp_f32, log32, false, true);
    omod();
    pkrtz();
    mixed();
    kernel("exp2", real_exp2_kernel, power);
    kernel("log2", real_log2_kernel, logarithm);
    kernel("sin", sine_kernel, sine);
    kernel("cos", cosine_kernel, cosine);
}
#endif
