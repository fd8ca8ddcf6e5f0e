/* SPDX-License-Identifier: MIT */
/*
 * Reference for floating point: every operation is exact in 113 bits, or rounded to odd, and then
 * rounded to the format once. Formats are known by their width w: 16, 32 or 64.
 */
#include <math.h>
#include <string.h>

#include "vop.h"

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
#else
typedef long double wide; /* of 113 bits, too, on the other hosts that gisa is for */
#endif
__extension__ typedef unsigned __int128 u128;

static const wide none;

static int mantissa(int w) {
    return w == 16 ? 10 : w == 32 ? 23 : 52;
}
static int bias(int w) {
    return w == 16 ? 15 : w == 32 ? 127 : 1023;
}
bits f_sign(int w) {
    return UINT64_C(1) << (w - 1);
}
bits f_infinity(int w) {
    return f_sign(w) - (UINT64_C(1) << mantissa(w));
}
static bits largest(int w) {
    return f_infinity(w) - 1;
}
static bits magnitude(int w, bits x) {
    return x & (f_sign(w) - 1);
}
static bits quiet_bit(int w) {
    return UINT64_C(1) << (mantissa(w) - 1);
}
bits f_default_nan(int w) {
    return f_sign(w) | f_infinity(w) | quiet_bit(w);
}
bool f_is_nan(int w, bits x) {
    return magnitude(w, x) > f_infinity(w);
}
bool f_is_inf(int w, bits x) {
    return magnitude(w, x) == f_infinity(w);
}
bool f_is_zero(int w, bits x) {
    return magnitude(w, x) == 0;
}
bool f_is_denormal(int w, bits x) {
    return magnitude(w, x) && !(magnitude(w, x) >> mantissa(w));
}
static bool negative(int w, bits x) {
    return x & f_sign(w);
}
bits f_quiet(const modes *m, int w, bits x) {
    return m->ieee ? x | quiet_bit(w) : x;
}
static bool keeps(const modes *m, int w) {
    return w == 32 ? m->keeps32 : m->keeps64;
}
static int rounding(const modes *m, int w) {
    return w == 32 ? m->round32 : m->round64;
}
bits f_flushed(const modes *m, int w, bits x) {
    return !keeps(m, w) && f_is_denormal(w, x) ? x & f_sign(w) : x;
}

/* ---- values ------------------------------------------------------------------------------- */

static wide power_of_2(int n) {
    u128 x = (u128)(unsigned)(n + 16383) << 112;
    wide y;
    memcpy(&y, &x, sizeof y);
    return y;
}

/* No NaN. */
static wide value(int w, bits x) {
    bits a = magnitude(w, x);
    int p = mantissa(w), e = (int)(a >> p);
    wide y = (wide)(a & ((UINT64_C(1) << p) - 1));
    if (f_is_inf(w, x))
        y = power_of_2(16383) * 2;
    else if (e)
        y = (y + power_of_2(p)) * power_of_2(e - bias(w) - p);
    else
        y = y * power_of_2(1 - bias(w) - p);
    return negative(w, x) ? -y : y;
}

static bool sign_of(wide x) {
    u128 y;
    memcpy(&y, &x, sizeof y);
    return y >> 127;
}

/* The sum, with its last bit set where it is not exact: rounding that to fewer bits is rounding the
   exact sum. */
static wide odd_sum(wide a, wide b) {
    wide s = a + b, part = s - a, error = (a - (s - part)) + (b - part);
    u128 x;
    if (s - s != none || error == none)
        return s;
    memcpy(&x, &s, sizeof x);
    if (!(x & 1))
        x = sign_of(error) == sign_of(s) ? x | 1 : x - 1;
    memcpy(&s, &x, sizeof s);
    return s;
}

static bool rounds_up(int round, bool minus, bool odd, u128 rest, u128 half) {
    switch (round) {
    case NEAREST: return rest > half || (rest == half && odd);
    case UP: return rest && !minus;
    case DOWN: return rest && minus;
    default: return false;
    }
}

/* Rounds to the format; `flush`: a result that is tiny (after rounding to full precision) becomes
   0. */
static bits rounded(int w, wide x, int round, bool flush) {
    u128 y;
    int p = mantissa(w), least = 1 - bias(w), e, shift;
    memcpy(&y, &x, sizeof y);
    bool minus = y >> 127;
    bits sign = minus ? f_sign(w) : 0;
    e = (int)(y >> 112 & 0x7fff) - 16383;
    y &= ((u128)1 << 112) - 1;
    if (e == 16384)
        return y ? f_default_nan(w) : sign | f_infinity(w);
    if (e == -16383)
        return sign; /* denormals of 113 bits do not occur */
    y |= (u128)1 << 112;
    shift = 112 - p;
    if (e < least && flush) {
        u128 rest = y & (((u128)1 << shift) - 1), half = (u128)1 << (shift - 1);
        u128 full = (y >> shift) + rounds_up(round, minus, y >> shift & 1, rest, half);
        if (e < least - 1 || !(full >> (p + 1)))
            return sign;
    }
    if (e < least)
        shift += least - e;
    if (shift > 126) { /* far below the last bit */
        y = 1;
        shift = 2;
    }
    u128 rest = y & (((u128)1 << shift) - 1), half = (u128)1 << (shift - 1), kept = y >> shift;
    kept += rounds_up(round, minus, kept & 1, rest, half);
    bits r = e > bias(w) ? f_infinity(w) : (bits)kept + (e > least ? (bits)(e - least) << p : 0);
    if (r >= f_infinity(w))
        r = round == NEAREST || round == (minus ? DOWN : UP) ? f_infinity(w) : largest(w);
    return sign | r;
}

static bits result(const modes *m, int w, wide x) {
    return rounded(w, x, rounding(m, w), !keeps(m, w));
}

/* ---- arithmetic --------------------------------------------------------------------------- */

/* Zero has the sign that both have, or that of the rounding direction. */
static wide sum(wide a, wide b, int round) {
    wide s = odd_sum(a, b);
    if (s == none && sign_of(a) != sign_of(b))
        return round == DOWN ? -none : none;
    return s;
}

bits f_add(const modes *m, int w, bits a, bits b) {
    if (f_is_nan(w, a))
        return f_quiet(m, w, a);
    if (f_is_nan(w, b))
        return f_quiet(m, w, b);
    return result(m, w, sum(value(w, f_flushed(m, w, a)), value(w, f_flushed(m, w, b)), rounding(m, w)));
}

bits f_mul(const modes *m, int w, bits a, bits b) {
    if (f_is_nan(w, a))
        return f_quiet(m, w, a);
    if (f_is_nan(w, b))
        return f_quiet(m, w, b);
    return result(m, w, value(w, f_flushed(m, w, a)) * value(w, f_flushed(m, w, b)));
}

static bool is_nan(wide x) {
    return x != x;
}

bits f_scaled_fma(const modes *m, int w, bits a, bits b, bits c, int n) {
    wide product;
    if (f_is_nan(w, a))
        return f_quiet(m, w, a);
    if (f_is_nan(w, b))
        return f_quiet(m, w, b);
    product = value(w, a) * value(w, b);
    if (is_nan(product))
        return f_default_nan(w);
    if (f_is_nan(w, c))
        return f_quiet(m, w, c);
    return result(m, w, sum(product, value(w, c), rounding(m, w)) * power_of_2(n));
}

bits f_fma(const modes *m, int w, bits a, bits b, bits c) {
    return f_scaled_fma(m, w, f_flushed(m, w, a), f_flushed(m, w, b), f_flushed(m, w, c), 0);
}

/* Two roundings; denormals count as zero everywhere. */
bits f_mad(const modes *mode, int w, bits a, bits b, bits c, bool legacy) {
    modes flushing = *mode, *m = &flushing;
    m->keeps32 = m->keeps64 = false;
    a = f_flushed(m, w, a);
    b = f_flushed(m, w, b);
    if (legacy && (f_is_zero(w, a) || f_is_zero(w, b)))
        return f_add(m, w, 0, c);
    if (!f_is_nan(w, a) && !f_is_nan(w, b) && is_nan(value(w, a) * value(w, b)))
        return f_default_nan(w);
    return f_add(m, w, f_mul(m, w, a, b), c);
}

bits f_mul_legacy(const modes *m, bits a, bits b) {
    if (f_is_zero(32, f_flushed(m, 32, a)) || f_is_zero(32, f_flushed(m, 32, b)))
        return 0;
    return f_mul(m, 32, a, b);
}

bits f_ldexp(const modes *m, int w, bits a, int n) {
    n = n > 4000 ? 4000 : n < -4000 ? -4000 : n;
    if (f_is_nan(w, a))
        return f_quiet(m, w, a);
    return result(m, w, value(w, f_flushed(m, w, a)) * power_of_2(n));
}

/* ---- conversions and whole numbers -------------------------------------------------------- */

bits f_convert(const modes *m, int to, int from, bits x, int round) {
    bool flush = !keeps(m, to);
    if (f_is_nan(from, x)) {
        bits payload = magnitude(from, x) & (quiet_bit(from) * 2 - 1);
        int shift = mantissa(to) - mantissa(from);
        bits sign = negative(from, x) ? f_sign(to) : 0;
        payload = shift >= 0 ? payload << shift : payload >> -shift;
        if (to < from || m->ieee)
            payload |= quiet_bit(to);
        return sign | f_infinity(to) | payload;
    }
    if (m->generation < 2 && (to == 16 || from == 16))
        flush = false; /* f16 denormals were always made and taken; f32 results of f16 are never denormal */
    else
        x = f_flushed(m, from, x);
    if (from == 64 && f_is_denormal(64, x)) /* too small for f32 in any case, and not seen */
        x &= f_sign(64);
    if (m->generation < 2 && to == 16)
        x = f_flushed(m, from, x);
    return rounded(to, value(from, x), round, flush);
}

bits f_of_integer(const modes *m, int w, int64_t x) {
    return rounded(w, (wide)x, rounding(m, w), false);
}

/* A whole number in direction `round`. */
static wide whole(wide x, int round) {
    wide a = sign_of(x) ? -x : x, t;
    if (!(a < power_of_2(60)))
        return x;
    t = (wide)(int64_t)a;
    if (round == NEAREST)
        t += a - t > power_of_2(-1) || (a - t == power_of_2(-1) && (int64_t)a & 1) ? 1 : 0;
    else if (round != ZERO && (round == DOWN) == sign_of(x))
        t += a > t ? 1 : 0;
    return sign_of(x) ? -t : t;
}

int64_t f_to_integer(int w, bits x, int round, int64_t least, int64_t most) {
    wide y = whole(value(w, x), round);
    return y <= (wide)least ? least : y >= (wide)most ? most : (int64_t)y;
}

bits f_whole(const modes *m, int w, bits x, int round) {
    if (f_is_nan(w, x))
        return f_quiet(m, w, x);
    return rounded(w, whole(value(w, f_flushed(m, w, x)), round), NEAREST, false);
}

bits f_fract(const modes *m, int w, bits x) {
    if (f_is_nan(w, x))
        return f_quiet(m, w, x);
    if (f_is_inf(w, x))
        return f_default_nan(w);
    wide y = value(w, f_flushed(m, w, x));
    bits r = result(m, w, sum(y, -whole(y, DOWN), NEAREST)), below_one = (bits)bias(w) << mantissa(w);
    if (m->generation == 0 && w == 64)
        return r;
    return r >= below_one ? below_one - 1 : r;
}

/* ---- the functions that hardware approximates, correctly rounded ----------------------------- */

static wide root(wide x) {
    wide y = (wide)sqrt((double)x);
    for (int i = 0; i < 4; i++)
        y = (y + x / y) / 2;
    return y;
}

static wide sine(wide turns, bool cosine) {
    static const long double pi = 3.141592653589793238462643383279502884L;
    long double x;
    turns -= whole(turns, NEAREST);
    for (int quarter = -2; quarter < 3; quarter++) /* exact where the result is */
        if (turns == (wide)quarter / 4)
            return ((quarter + cosine) & 3) == 1 ? 1 : ((quarter + cosine) & 3) == 3 ? -1 : 0;
    x = 2 * pi * (long double)turns;
    return (wide)(cosine ? cosl(x) : sinl(x));
}

/* The logarithm and the power are not exact: what is exact in the format is so in both. */
static wide special(const char *name, wide x, bool *none_such) {
    if (strcmp(name, "rcp") == 0)
        return 1 / x;
    if (strcmp(name, "sqrt") == 0)
        return x == none || x - x != none ? x : root(x);
    if (strcmp(name, "rsq") == 0)
        return x == none ? 1 / x : x - x != none ? none : 1 / root(x);
    if (strcmp(name, "exp") == 0)
        return (wide)exp2l((long double)x);
    if (strcmp(name, "log") == 0)
        return (wide)log2l((long double)x);
    if (strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0)
        return sine(x, *name == 'c');
    *none_such = true;
    return x;
}

bits f_special(const modes *m, int w, const char *name, bits x) {
    bool roots = strcmp(name, "rsq") == 0 || strcmp(name, "sqrt") == 0 || strcmp(name, "log") == 0;
    bool waves = strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0, none_such = false;
    bool flush = w == 32 ? !waves || !m->keeps32 : !m->keeps64;
    bits sign = x & f_sign(w);
    if (f_is_nan(w, x))
        return f_quiet(m, w, x);
    if ((w == 32 || !m->keeps64) && f_is_denormal(w, x))
        x = sign;
    if ((roots && sign && !f_is_zero(w, x)) || (waves && f_is_inf(w, x)))
        return f_default_nan(w);
    if (waves && m->generation < 3 && (wide)256 < value(w, x & ~f_sign(w)))
        return *name == 's' ? 0 : (bits)bias(w) << mantissa(w);
    if (strcmp(name, "sin") == 0 && f_is_zero(w, x))
        return x;
    if (strcmp(name, "log") == 0 && f_is_zero(w, x))
        return f_sign(w) | f_infinity(w);
    bits r = rounded(w, special(name, value(w, x), &none_such), NEAREST, flush);
    return none_such ? ~UINT64_C(0) : r;
}

/* ---- comparing ---------------------------------------------------------------------------- */

int f_compare(const modes *m, int w, bits a, bits b) {
    if (f_is_nan(w, a) || f_is_nan(w, b))
        return 2;
    wide x = value(w, f_flushed(m, w, a)), y = value(w, f_flushed(m, w, b));
    return x < y ? -1 : x > y;
}

bits f_min_max(const modes *mode, int w, bits a, bits b, bool max) {
    modes here = *mode, *m = &here;
    if (m->generation < 3)
        m->keeps32 = m->keeps64 = true;
    if (m->ieee && f_is_nan(w, a) && !(a & quiet_bit(w)))
        return a | quiet_bit(w);
    if (m->ieee && f_is_nan(w, b) && !(b & quiet_bit(w)))
        return b | quiet_bit(w);
    if (f_is_nan(w, a))
        return f_flushed(m, w, b);
    if (f_is_nan(w, b))
        return f_flushed(m, w, a);
    a = f_flushed(m, w, a);
    b = f_flushed(m, w, b);
    if (f_is_zero(w, a) && f_is_zero(w, b))
        return max ? a & b : a | b;
    return (f_compare(m, w, a, b) < 0) == max ? b : a;
}

/* ---- results ------------------------------------------------------------------------------ */

bits f_omod(const modes *m, int w, bits x, unsigned omod) {
    static const int powers[] = {0, 1, 2, -1};
    if (!omod || keeps(m, w) || m->ieee || f_is_nan(w, x) || f_is_inf(w, x))
        return x;
    if (f_is_zero(w, x) || f_is_denormal(w, x))
        return 0;
    return rounded(w, value(w, x) * power_of_2(powers[omod]), rounding(m, w), true);
}

bits f_clamp(const modes *m, int w, bits x) {
    bits one = (bits)bias(w) << mantissa(w);
    if (f_is_nan(w, x))
        return m->dx10_clamp ? 0 : x;
    return negative(w, x) ? 0 : x > one ? one : x;
}
