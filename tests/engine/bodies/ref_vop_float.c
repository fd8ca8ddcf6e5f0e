/* SPDX-License-Identifier: MIT */
/* Reference for vector instructions on floats: each operation as the documents describe it, on top
   of vop_float.c. */
#include <string.h>

#include "vop.h"

static bool is(const work *k, const char *name) {
    return strcmp(k->name, name) == 0;
}

/* Is the name v_OP_TYPE, also with "pk" or "legacy" of the f16 instructions that gfx9 has
   renamed? */
static bool op_is(const work *k, const char *op) {
    const char *n = k->name + (strncmp(k->name, "v_pk_", 5) == 0 ? 5 : 2), *type = strrchr(n, '_');
    size_t size = strlen(op);
    if (!type || strncmp(n, op, size) != 0 || n[size] != '_' || type[1] != 'f')
        return false;
    return n + size == type || (strncmp(n + size, "_legacy_f16", 11) == 0 && n[size + 11] == 0);
}

static int width_of(const char *type) {
    return type[1] == '1' ? 16 : type[1] == '3' ? 32 : 64;
}

static int rounding(const modes *m, int w) {
    return w == 32 ? m->round32 : m->round64;
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

static bool arithmetic(work *k, int w) {
    const modes *m = k->m;
    const uint64_t *s = k->s;
    uint64_t sign = f_sign(w);
    if (op_is(k, "add"))
        k->d = f_add(m, w, s[0], s[1]);
    else if (op_is(k, "sub"))
        k->d = f_add(m, w, s[0], s[1] ^ sign);
    else if (op_is(k, "subrev"))
        k->d = f_add(m, w, s[0] ^ sign, s[1]);
    else if (op_is(k, "mul"))
        k->d = f_mul(m, w, s[0], s[1]);
    else if (op_is(k, "fma") || is(k, "v_fma_mix_f32"))
        k->d = f_fma(m, w, s[0], s[1], s[2]);
    else if (op_is(k, "fmac"))
        k->d = f_fma(m, w, s[0], s[1], k->d);
    else if (is(k, "v_fma_mixlo_f16") || is(k, "v_fma_mixhi_f16"))
        k->d = f_convert(m, 16, 32, f_fma(m, 32, s[0], s[1], s[2]), m->round64);
    else if (is(k, "v_dot2_f32_f16")) {
        /* LLVM forms it of two fused additions, the upper product first; it says that denormals of
           f32 are flushed. */
        uint64_t part[2][2], sum = s[2];
        for (int i = 0; i < 4; i++)
            part[i / 2][i % 2] = f_convert(m, 32, 16, s[i % 2] >> 16 * (i / 2) & 0xffff, NEAREST);
        for (int i = 2; i-- > 0;)
            sum = f_mad(m, 32, part[i][0], part[i][1], sum, false);
        k->d = sum;
    } else if (is(k, "v_mul_legacy_f32"))
        k->d = f_mul_legacy(m, s[0], s[1]);
    else if (is(k, "v_mad_legacy_f32"))
        k->d = f_mad(m, w, s[0], s[1], s[2], true);
    else if (is(k, "v_mac_legacy_f32"))
        k->d = f_mad(m, w, s[0], s[1], k->d, true);
    else if (op_is(k, "mac"))
        k->d = f_mad(m, w, s[0], s[1], k->d, false);
    else if (op_is(k, "mad") || op_is(k, "madmk") || op_is(k, "madak") || is(k, "v_mad_mix_f32"))
        k->d = f_mad(m, w, s[0], s[1], s[2], false);
    else if (is(k, "v_mad_mixlo_f16") || is(k, "v_mad_mixhi_f16")) {
        modes flushing =
            *m; /* Mesa's compiler, and LLVM's pull request 224911: no denormal of f16 comes out */
        flushing.keeps64 = false;
        flushing.generation = 3; /* the PS4 Pro does as gfx900, so far as results of consoles tell */
        k->d = f_convert(&flushing, 16, 32, f_mad(m, 32, s[0], s[1], s[2], false), m->round64);
    } else if (is(k, "v_mullit_f32"))
        k->d = f_compare(m, 32, s[2], 0) == 1 ? f_mul_legacy(m, s[0], s[1]) : 0xff7fffff;
    else if (op_is(k, "ldexp"))
        k->d = f_ldexp(m, w, s[0], w == 16 ? (int16_t)s[1] : (int32_t)s[1]);
    else
        return false;
    return true;
}

static uint64_t extreme(const work *k, int w, uint64_t a, uint64_t b, bool max) {
    return f_min_max(k->m, w, a, b, max);
}

/* Numbers in their order, -0 below +0 (LLVM, pull request 201896: so on all generations). */
static int64_t rank(int w, uint64_t x) {
    int64_t size = (int64_t)(x & (f_sign(w) - 1));
    return x & f_sign(w) ? -1 - size : size;
}

static bool extremes(work *k, int w) {
    const uint64_t a = k->s[0], b = k->s[1], c = k->s[2];
    bool legacy = is(k, "v_min_legacy_f32") || is(k, "v_max_legacy_f32");
    modes here = *k->m;
    if (here.generation < 3)
        here.keeps32 = here.keeps64 = true;
    if (legacy) {
        int order = f_compare(&here, 32, a, b);
        k->d = (k->name[3] == 'i' ? order == -1 : order == 0 || order == 1) ? a : b;
    } else if (op_is(k, "min") || op_is(k, "max"))
        k->d = extreme(k, w, a, b, op_is(k, "max"));
    else if (op_is(k, "min3") || op_is(k, "max3"))
        k->d = extreme(k, w, extreme(k, w, a, b, op_is(k, "max3")), c, op_is(k, "max3"));
    else if (op_is(k, "med3")) {
        if (f_is_nan(w, a) || f_is_nan(w, b) || f_is_nan(w, c))
            k->d = extreme(k, w, extreme(k, w, a, b, false), c, false);
        else {
            uint64_t s[3] = {f_flushed(&here, w, a), f_flushed(&here, w, b), f_flushed(&here, w, c)};
            for (unsigned i = 0; i < 3; i++) { /* each goes down past those that are greater */
                for (unsigned j = i; j && rank(w, s[j]) < rank(w, s[j - 1]); j--) {
                    uint64_t greater = s[j - 1];
                    s[j - 1] = s[j];
                    s[j] = greater;
                }
            }
            k->d = s[1];
        }
    } else
        return false;
    return true;
}

/* ---- whole numbers, parts -------------------------------------------------------------------- */

/* frexp: the mantissa, and the exponent in *e. */
static uint64_t frexp_of(const modes *m, int w, uint64_t x, int *e) {
    int p = w == 16 ? 10 : w == 32 ? 23 : 52, bias = w == 16 ? 15 : w == 32 ? 127 : 1023;
    uint64_t sign, a;
    x = f_is_nan(w, x) ? x : f_flushed(m, w, x);
    sign = x & f_sign(w);
    a = x ^ sign;
    *e = 0;
    if (f_is_nan(w, x) || f_is_inf(w, x)) {
        *e = m->generation == 0 ? -1 : 0;
        if (f_is_nan(w, x))
            return f_quiet(m, w, x);
        return m->generation == 0 ? f_default_nan(w) : x;
    }
    if (a == 0)
        return x;
    *e = a >> p ? (int)(a >> p) : 1;
    for (; !(a >> p); a <<= 1)
        --*e;
    *e -= bias - 1;
    return sign | (a & ((UINT64_C(1) << p) - 1)) | (uint64_t)(bias - 1) << p;
}

static bool parts(work *k, int w) {
    static const char *const names[] = {"rndne", "ceil", "floor", "trunc"};
    static const int directions[] = {NEAREST, UP, DOWN, ZERO};
    int e = 0;
    for (int i = 0; i < 4; i++)
        if (op_is(k, names[i])) {
            k->d = f_whole(k->m, w, k->s[0], directions[i]);
            return true;
        }
    if (op_is(k, "fract"))
        k->d = f_fract(k->m, w, k->s[0]);
    else if (op_is(k, "frexp_mant"))
        k->d = frexp_of(k->m, w, k->s[0], &e);
    else if (strncmp(k->name, "v_frexp_exp_i", 13) == 0) {
        frexp_of(k->m, w, k->s[0], &e);
        k->d = w == 16 ? (uint16_t)e : (uint32_t)e;
    } else
        return false;
    return true;
}

/* ---- roots and the like ---------------------------------------------------------------------- */

static bool approximations(work *k, int w) {
    static const char *const names[] = {"rcp", "rsq", "sqrt", "exp", "log", "sin", "cos"};
    uint64_t sign, r, most = f_infinity(w) - 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);
        const char *rest = k->name + 2 + size;
        if (strncmp(k->name + 2, names[i], size) != 0 || *rest != '_')
            continue;
        r = f_special(k->m, w, names[i], k->s[0]);
        sign = r & f_sign(w);
        if (f_is_inf(w, r) && strncmp(rest, "_clamp", 6) == 0)
            r = i != 4 || sign ? sign | most : r;
        if (f_is_inf(w, r) && strncmp(rest, "_legacy", 7) == 0 && i < 2)
            r = i == 0 ? sign : 0;
        k->d = r;
        return true;
    }
    return false;
}

/* ---- conversions ----------------------------------------------------------------------------- */

static uint64_t saturated(const work *k, int w, int round, int64_t least, int64_t most, int64_t nan) {
    (void)k;
    return (uint64_t)(f_is_nan(w, k->s[0]) ? nan : f_to_integer(w, k->s[0], round, least, most));
}

/* x * n to the nearest, within what n allows. */
static uint32_t normed(const modes *m, int w, uint64_t x, int n, bool is_signed) {
    modes plain = {.keeps32 = true, .keeps64 = true, .generation = m->generation};
    uint64_t factor = f_of_integer(&plain, 64, n), wide;
    if (f_is_nan(w, x))
        return 0;
    wide = f_convert(&plain, 64, w, f_flushed(m, w, x), NEAREST);
    return (uint32_t)f_to_integer(64, f_mul(&plain, 64, wide, factor), NEAREST, is_signed ? -n : 0, n) &
           0xffff;
}

static bool conversions(work *k) {
    const modes *m = k->m;
    uint64_t s = k->s[0];
    uint32_t negative_nan = s >> 31 & 1 ? 0x80000000 : 0x7fffffff;
    modes plain = *m;
    plain.keeps32 = plain.keeps64 = true;
    if (is(k, "v_cvt_f32_i32"))
        k->d = f_of_integer(m, 32, (int32_t)s);
    else if (is(k, "v_cvt_f32_u32"))
        k->d = f_of_integer(m, 32, (uint32_t)s);
    else if (is(k, "v_cvt_f64_i32"))
        k->d = f_of_integer(m, 64, (int32_t)s);
    else if (is(k, "v_cvt_f64_u32"))
        k->d = f_of_integer(m, 64, (uint32_t)s);
    else if (is(k, "v_cvt_f16_i16"))
        k->d = f_of_integer(m, 16, (int16_t)s);
    else if (is(k, "v_cvt_f16_u16"))
        k->d = f_of_integer(m, 16, (uint16_t)s);
    else if (strncmp(k->name, "v_cvt_f32_ubyte", 15) == 0)
        k->d = f_of_integer(m, 32, (int64_t)(s >> 8 * (k->name[15] - '0') & 255));
    else if (is(k, "v_cvt_off_f32_i4"))
        k->d = f_ldexp(&plain, 32, f_of_integer(m, 32, (int64_t)(s & 15) - (s & 8 ? 16 : 0)), -4);
    else if (is(k, "v_cvt_i32_f32") || is(k, "v_cvt_i32_f64"))
        k->d = (uint32_t)saturated(k, k->name[11] == '3' ? 32 : 64, ZERO, INT32_MIN, INT32_MAX, 0);
    else if (is(k, "v_cvt_u32_f32") || is(k, "v_cvt_u32_f64"))
        k->d = (uint32_t)saturated(k, k->name[11] == '3' ? 32 : 64, ZERO, 0, UINT32_MAX, 0);
    else if (is(k, "v_cvt_i16_f16"))
        k->d = (uint16_t)saturated(k, 16, ZERO, INT16_MIN, INT16_MAX, 0);
    else if (is(k, "v_cvt_u16_f16"))
        k->d = (uint16_t)saturated(k, 16, ZERO, 0, UINT16_MAX, 0);
    else if (is(k, "v_cvt_flr_i32_f32"))
        k->d = f_is_nan(32, s) ? negative_nan
                               : (uint32_t)f_to_integer(32, f_flushed(m, 32, s), DOWN, INT32_MIN, INT32_MAX);
    else if (is(k, "v_cvt_rpi_i32_f32")) {
        uint64_t half =
            f_add(&(modes){.keeps64 = true, .keeps32 = true}, 64,
                  f_convert(&plain, 64, 32, f_flushed(m, 32, s), ZERO), UINT64_C(0x3fe0000000000000));
        if (f_is_denormal(32, f_flushed(m, 32, s))) /* too small for the sum */
            half = UINT64_C(0x3fe0000000000000);
        k->d = f_is_nan(32, s) ? negative_nan : (uint32_t)f_to_integer(64, half, DOWN, INT32_MIN, INT32_MAX);
    } else if (is(k, "v_cvt_norm_i16_f16"))
        k->d = normed(m, 16, s, 32767, true);
    else if (is(k, "v_cvt_norm_u16_f16"))
        k->d = normed(m, 16, s, 65535, false);
    else if (is(k, "v_cvt_f16_f32"))
        k->d = f_convert(m, 16, 32, s, m->generation < 2 ? m->round32 : m->round64);
    else if (is(k, "v_cvt_f32_f16"))
        k->d = f_convert(m, 32, 16, s, NEAREST);
    else if (is(k, "v_cvt_f32_f64"))
        k->d = f_convert(m, 32, 64, s, rounding(m, 32));
    else if (is(k, "v_cvt_f64_f32"))
        k->d = f_convert(m, 64, 32, s, NEAREST);
    else
        return false;
    return true;
}

static uint32_t byte_of(const modes *m, uint64_t s) {
    return f_is_nan(32, s) ? 0 : (uint32_t)f_to_integer(32, s, m->round32, 0, 255);
}

static bool packing(work *k) {
    const modes *m = k->m;
    const uint64_t *s = k->s;
    modes plain = *m;
    plain.keeps32 = plain.keeps64 = true;
    if (is(k, "v_cvt_pkrtz_f16_f32"))
        k->d = f_convert(&plain, 16, 32, s[0], ZERO) | f_convert(&plain, 16, 32, s[1], ZERO) << 16;
    else if (strncmp(k->name, "v_cvt_pknorm_", 13) == 0) {
        int w = k->name[18] == '3' ? 32 : 16, n = k->name[13] == 'i' ? 32767 : 65535;
        k->d = normed(m, w, s[0], n, n == 32767) | normed(m, w, s[1], n, n == 32767) << 16;
    } else if (is(k, "v_cvt_pk_u8_f32") || is(k, "v_cvt_pkaccum_u8_f32")) {
        uint64_t old = is(k, "v_cvt_pk_u8_f32") ? s[2] : k->d;
        unsigned shift = 8 * (s[1] & 3);
        k->d = (old & ~(UINT64_C(255) << shift)) | (uint64_t)byte_of(m, s[0]) << shift;
    } else
        return false;
    return true;
}

/* ---- cubes ----------------------------------------------------------------------------------- */

static bool cubes(work *k) {
    modes flushing = {.generation = k->m->generation};
    const uint64_t *s = k->s;
    uint64_t a[3], minus = 0x80000000, one = 0x3f800000;
    bool negative[3];
    int axis;
    if (strncmp(k->name, "v_cube", 6) != 0)
        return false;
    for (int i = 0; i < 3; i++) {
        a[i] = s[i] & 0x7fffffff;
        negative[i] = f_compare(&flushing, 32, s[i], 0) == -1;
    }
    int zx = f_compare(&flushing, 32, a[2], a[0]), zy = f_compare(&flushing, 32, a[2], a[1]),
        yx = f_compare(&flushing, 32, a[1], a[0]);
    axis = (zx == 0 || zx == 1) && (zy == 0 || zy == 1) ? 2 : yx == 0 || yx == 1 ? 1 : 0;
    switch (k->name[6]) {
    case 'i': k->d = f_of_integer(&flushing, 32, 2 * axis + negative[axis]); break;
    case 's':
        k->d = axis == 2   ? s[0] ^ (negative[2] ? minus : 0)
               : axis == 1 ? s[0]
                           : s[2] ^ (negative[0] ? 0 : minus);
        break;
    case 't': k->d = axis == 1 ? s[2] ^ (negative[1] ? minus : 0) : s[1] ^ minus; break;
    default: k->d = f_mul(k->m, 32, one + 0x800000, s[axis]); break;
    }
    return true;
}

/* ---- division -------------------------------------------------------------------------------- */

static int exponent(int w, uint64_t x) {
    return (int)((x & (f_sign(w) - 1)) >> (w == 32 ? 23 : 52));
}

static void div_scale(work *k, int w) {
    const modes *m = k->m;
    uint64_t s0 = f_flushed(m, w, k->s[0]), s1 = f_flushed(m, w, k->s[1]), s2 = f_flushed(m, w, k->s[2]);
    int t = w == 32 ? 96 : 768, by = w == 32 ? 64 : 128, de = exponent(w, s1), ne = exponent(w, s2),
        delta = ne - de;
    bool denominator = s0 == s1;
    int n = 0;
    k->bit = false;
    if (delta >= t) {
        n = denominator ? by : 0;
        k->bit = true;
    } else if (de == 0)
        n = by;
    else if (de >= (w == 32 ? 253 : 2045)) {
        k->bit = delta <= -t;
        n = k->bit && !denominator ? 0 : -by;
    } else if (delta <= -t) {
        n = denominator ? 0 : by;
        k->bit = true;
    } else if (ne <= (w == 32 ? 24 : 53))
        n = by;
    if (f_is_zero(w, s1) || f_is_zero(w, s2))
        k->d = f_default_nan(w);
    else if (f_is_nan(w, s0))
        k->d = s0;
    else
        k->d = n ? f_ldexp(m, w, s0, n) : s0;
}

static void div_fixup(work *k, int w) {
    const modes *m = k->m;
    uint64_t q = k->s[0], s1 = k->s[1], s2 = k->s[2], sign, d;
    if (!f_is_nan(w, s1))
        s1 = f_flushed(m, w, s1);
    if (!f_is_nan(w, s2))
        s2 = f_flushed(m, w, s2);
    sign = (s1 ^ s2) & f_sign(w);
    if (f_is_nan(w, s2))
        d = f_quiet(m, w, s2);
    else if (f_is_nan(w, s1))
        d = f_quiet(m, w, s1);
    else if ((f_is_zero(w, s1) && f_is_zero(w, s2)) || (f_is_inf(w, s1) && f_is_inf(w, s2)))
        d = f_default_nan(w);
    else if (f_is_zero(w, s1) || f_is_inf(w, s2))
        d = sign | f_infinity(w);
    else if (f_is_inf(w, s1) || f_is_zero(w, s2))
        d = sign;
    else if (w != 16 && exponent(w, s2) - exponent(w, s1) < (w == 32 ? -150 : -1075))
        d = f_ldexp(m, w, sign | (w == 32 ? 0x3f800000 : UINT64_C(0x3ff0000000000000)), -4000);
    else if (f_is_nan(w, q) || f_is_inf(w, q))
        d = f_ldexp(m, w,
                    sign | (w == 16   ? 0x3c00
                            : w == 32 ? 0x3f800000
                                      : UINT64_C(0x3ff0000000000000)),
                    4000);
    else
        d = f_flushed(m, w, (q & ~f_sign(w)) | sign);
    k->d = d;
}

static bool division(work *k, int w) {
    int by = w == 32 ? 64 : 128, two = w == 32 ? 128 : 1024;
    if (op_is(k, "div_scale"))
        div_scale(k, w);
    else if (op_is(k, "div_fmas"))
        k->d = f_scaled_fma(k->m, w, k->s[0], k->s[1], k->s[2],
                            !k->vcc                       ? 0
                            : exponent(w, k->s[2]) >= two ? by
                                                          : -by);
    else if (op_is(k, "div_fixup"))
        div_fixup(k, w);
    else
        return false;
    return true;
}

/* Results that LLVM computes: a value, a segment, the bits of 2/pi there. */
static bool trig_preop(work *k) {
    static const uint64_t known[][3] = {
        {0x3ff0000000000000, 0, 0x3fe45f306dc9c882}, {0x3ff0000000000000, 1, 0x3c94a7f09d5f47d4},
        {0x3fe0000000000000, 3, 0x35f3c439041fe516}, {0x4350000000000000, 0, 0x3fe45f306dc9c882},
        {0x4360000000000000, 0, 0x3fc17cc1b727220a}, {0x4360000000000000, 3, 0x35ce21c820ff28b0},
        {0x7b00000000000000, 0, 0x10374f463f669e5f}, {0x7b00000000000000, 3, 0x064bc529497535fd},
        {0x7e37e43c8800759c, 0, 0x0d0f516ba93dd63f}, {0x7e37e43c8800759c, 2, 0x066ef14a525d4d7f},
        {0x7ff0000000000000, 0, 0x0b43dd63f5f2f8bd}, {0x3ff0000000000000, 20, 0x000000000000294a},
        {0x3ff0000000000000, 21, 0x0000000000000000}};
    if (!is(k, "v_trig_preop_f64"))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((k->s[0] & ~f_sign(64)) == known[i][0] && (k->s[1] & 31) == known[i][1])
            k->d = known[i][2];
    return true;
}

bool ref_vop_float(work *k) {
    const char *type = strrchr(k->name, '_') + 1;
    int w = width_of(type);
    return arithmetic(k, w) || extremes(k, w) || parts(k, w) || trig_preop(k) || approximations(k, w) ||
           packing(k) || cubes(k) || division(k, w) || conversions(k);
}
