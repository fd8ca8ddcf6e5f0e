/* SPDX-License-Identifier: MIT */
/* Work on whole rows: formats of channels, signs, stores under a mask; built once for each level of
 * the host (see Makefile), which LEVEL names. */
#include "formats.h"
#include "insn/name.h"
#include "level.h"

#define TEXT2_(a) #a
#define TEXT_(a) TEXT2_(a)

extern gisa_shade_wide *const NAME(usse_wide)[];
extern const gisa_shade_level JOIN_(shade_level_, LEVEL);

typedef union value {
    float f;
    uint32_t u;
    int32_t i;
} value;

#define LANES_ _Pragma("omp simd") for (unsigned i = 0; i < SHADE_LANES; i++)

/* ---- f16: subnormals are numbers, NaNs keep the bits that fit ---- */

static inline uint32_t from_half(uint32_t half) {
    uint32_t rest = half & 0x7fff, sign = (half & 0x8000) << 16;
    value v = {.u = (rest << 13) + 0x38000000}, small = {.u = (rest << 13) + 0x38800000};
    const value least = {.u = 0x38800000};
    small.f -= least.f; /* what is below 2^-14 has no hidden bit */
    v.u += rest >= 0x7c00 ? 0x38000000 : 0;
    return (rest < 0x400 ? small.u : v.u) | sign;
}

/* To the nearest, to even. */
static inline uint32_t to_half(uint32_t bits) {
    uint32_t rest = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
    value small = {.u = rest};
    uint32_t normal = (rest + 0xc8000fff + (rest >> 13 & 1)) >> 13;
    small.f += 0.5f; /* the last place is then that of the smallest f16 */
    uint32_t result = rest < 0x38800000 ? small.u - 0x3f000000 : normal;
    result = rest >= 0x477ff000 ? 0x7c00 : result;
    result = rest > 0x7f800000 ? 0x7c00 | (rest >> 13 & 0x3ff) | ((rest >> 13 & 0x3ff) ? 0 : 0x200) : result;
    return result | sign;
}

/* ---- formats ---- */

static inline uint32_t of_fraction(int32_t x, int32_t one, int32_t least) {
    value v = {.f = (float)x / (float)one};
    v.f = v.f < (float)least ? (float)least : v.f;
    return v.u;
}

static void decode_integer(uint32_t *to, const uint32_t *words, const shade_operand *o, unsigned shift) {
    const shade_format *f = &shade_formats[o->format];
    unsigned up = 32 - f->bits - shift, down = 32 - f->bits;
    bool is_signed = f->is_signed;
    LANES_ {
        uint32_t x = words[i] << up;
        to[i] = is_signed ? (uint32_t)((int32_t)x >> down) : x >> down;
    }
    if (!o->floating)
        return;
    int32_t one = f->one, least = one ? -(f->most / one) : 0;
    if (o->fraction || f->floating)
        LANES_ to[i] = of_fraction((int32_t)to[i], one, least);
    else
        LANES_ to[i] = ((value){.f = (float)(int32_t)to[i]}).u;
}

static void decode(uint32_t *to, const uint32_t *words, const shade_operand *o, unsigned shift) {
    if (o->format == VIEW_F16)
        LANES_ to[i] = from_half(words[i] >> shift & 0xffff);
    else if (shade_formats[o->format].bits == 32)
        LANES_ to[i] = words[i];
    else
        decode_integer(to, words, o, shift);
}

/* Of a float whose magnitude is below 2^31: to the nearest, to even. */
static inline int32_t nearest(float x) {
    float whole = (float)(int32_t)x, rest = x - whole;
    int32_t n = (int32_t)x;
    float size = rest < 0 ? -rest : rest;
    return n + ((size > 0.5f || (size == 0.5f && (n & 1))) ? (x < 0 ? -1 : 1) : 0);
}

static inline float between(float x, float least, float most) {
    return x >= least ? (x <= most ? x : most) : x < least ? least : 0; /* of a NaN 0 */
}

static void encode(uint32_t *to, const uint32_t *from, const shade_operand *o, bool wrap) {
    const shade_format *f = &shade_formats[o->format];
    if (o->format == VIEW_F16) {
        LANES_ to[i] = to_half(from[i]);
    } else if (!o->floating || o->format == VIEW_F32) {
        LANES_ to[i] = from[i];
    } else if ((o->fraction || f->floating) && f->one) {
        float unit = (float)f->one, most = (float)(f->most / f->one), least = f->is_signed ? -most : 0.0f;
        LANES_ to[i] = (uint32_t)nearest(between(((value){.u = from[i]}).f, least, most) * unit);
    } else {
        float most = wrap ? 2147483520.0f : (float)f->most, least = wrap ? -2147483648.0f : (float)f->least;
        LANES_ to[i] = (uint32_t)(int32_t)between(((value){.u = from[i]}).f, least, most);
    }
}

static void insert(uint32_t *restrict words, const uint32_t *restrict bits, unsigned shift, unsigned width,
                   uint64_t mask) {
    uint32_t part = width == 32 ? ~UINT32_C(0) : ((UINT32_C(1) << width) - 1) << shift;
    if (mask == ~UINT64_C(0) && width == 32) {
        LANES_ words[i] = bits[i];
        return;
    }
    uint32_t low = (uint32_t)mask, high = (uint32_t)(mask >> 32);
#pragma omp simd
    for (unsigned i = 0; i < 32; i++) {
        uint32_t here = part & -(low >> i & 1);
        words[i] = (words[i] & ~here) | (bits[i] << shift & here);
    }
#pragma omp simd
    for (unsigned i = 0; i < 32; i++) {
        uint32_t here = part & -(high >> i & 1);
        words[32 + i] = (words[32 + i] & ~here) | (bits[32 + i] << shift & here);
    }
}

static void sign(uint32_t *to, const uint32_t *from, uint32_t clear, uint32_t flip) {
    LANES_ to[i] = (from[i] & ~clear) ^ flip;
}

static void negate(uint32_t *to, const uint32_t *from) {
    LANES_ to[i] = -from[i];
}

static void fill(uint32_t *to, uint32_t value_) {
    LANES_ to[i] = value_;
}

static void flush(uint32_t *row) {
    LANES_ row[i] = row[i] & 0x7f800000 ? row[i] : row[i] & 0x80000000;
}

/* ---- tests ---- */

static uint64_t test(const uint32_t *row, unsigned condition, const shade_operand *o) {
    bool floating = o->floating, is_signed = shade_formats[o->format].is_signed;
    unsigned above = floating ? 0 : 32u - shade_formats[o->format].bits; /* an integer has no bits there */
    unsigned by_sign = condition >> 3 & 3, by_zero = condition >> 1 & 3;
    bool both = condition & 1;
    uint64_t mask = 0;
    for (unsigned i = 0; i < SHADE_LANES; i++) {
        value v = {.u = row[i] << above};
        bool negative = floating ? v.f < 0 : is_signed && v.i < 0, zero = floating ? v.f == 0 : v.u == 0;
        bool positive = floating ? v.f > 0 : !negative && !zero;
        bool s = by_sign == 0 || (by_sign == 1 ? negative : by_sign == 2 && positive);
        bool z = by_zero == 0 || (by_zero == 1 ? zero : by_zero == 2 && !zero);
        mask |= (uint64_t)(both ? s && z : s || z) << i;
    }
    return mask;
}

const gisa_shade_level JOIN_(shade_level_, LEVEL) = {TEXT_(LEVEL), NAME(usse_wide), decode, encode, insert,
                                                     sign,         negate,          fill,   flush,  test};
