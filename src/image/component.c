/* SPDX-License-Identifier: MIT */
/* Converts single components: integers, fractions and floats of any size, from and to the 32 bits
   that a vector register takes. */
#include "component.h"

#include "gen/gcn_facts.h"
#include "number.h"

/* ---- floats of any size ----------------------------------------------------------------- */

typedef struct shape {
    uint8_t exponent, mantissa; /* bits */
    bool has_sign;
    bool truncates; /* rounds toward zero, else to the nearest, ties to even */
} shape;

static const shape single = {8, 23, true, false};

/* Choices: f32 to f16 rounds to the nearest whatever MODE says; the small floats without a sign
 * round toward zero, and what is negative becomes 0. */
static const shape *shape_of(unsigned width) {
    static const shape half = {5, 10, true, false}, eleven = {5, 6, false, true}, ten = {5, 5, false, true};
    switch (width) {
    case 10: return &ten;
    case 11: return &eleven;
    case 16: return &half;
    case 32: return &single;
    default: return NULL;
    }
}

static uint32_t infinity(const shape *t) {
    return ((UINT32_C(1) << t->exponent) - 1) << t->mantissa;
}

static uint32_t sign_bit(const shape *t, bool negative) {
    return t->has_sign && negative ? UINT32_C(1) << (t->exponent + t->mantissa) : 0;
}

static int highest_bit(uint64_t x) {
    int n = 0;
    while (x >>= 1)
        n++;
    return n;
}

/* x / 2^drop, rounded; x < 2^63. */
static uint64_t round_off(uint64_t x, int drop, bool truncates) {
    uint64_t rest, half;
    if (drop <= 0)
        return x << -drop;
    if (drop > 63)
        return 0;
    rest = x & ((UINT64_C(1) << drop) - 1);
    half = UINT64_C(1) << (drop - 1);
    x >>= drop;
    return x + (!truncates && (rest > half || (rest == half && (x & 1))));
}

/* The float that is next to x * 2^exponent; x < 2^63. */
static uint32_t make_float(const shape *t, bool negative, uint64_t x, int exponent) {
    int least = 2 - (1 << (t->exponent - 1)) - t->mantissa; /* exponent of the last place of the smallest */
    int last = highest_bit(x) + exponent - t->mantissa;
    uint64_t bits;
    if (last < least)
        last = least;
    bits = round_off(x, last - exponent, t->truncates);
    bits += (uint64_t)(last - least) << t->mantissa; /* the leading one counts the exponent up */
    if (x == 0)
        bits = 0;
    if (bits >= infinity(t))
        bits = t->truncates ? infinity(t) - 1 : infinity(t);
    return sign_bit(t, negative) | (uint32_t)bits;
}

/* A finite float is magnitude * 2^exponent. */
typedef struct parts {
    bool negative, special; /* infinite or not a number */
    uint32_t mantissa;      /* with the leading one; of a special one without */
    int exponent;
} parts;

static parts take_apart(const shape *t, uint32_t bits) {
    uint32_t e = bits >> t->mantissa & ((UINT32_C(1) << t->exponent) - 1);
    parts p = {.negative = (bits & sign_bit(t, true)) != 0,
               .special = e == (UINT32_C(1) << t->exponent) - 1,
               .mantissa = bits & ((UINT32_C(1) << t->mantissa) - 1)};
    if (e && !p.special)
        p.mantissa |= UINT32_C(1) << t->mantissa;
    p.exponent = (int)(e ? e : 1) + 1 - (1 << (t->exponent - 1)) - t->mantissa;
    return p;
}

/* Choice: the payload of what is not a number is shifted, and set where nothing is left of it, so
   that an f16 comes back as it was. */
static uint32_t convert(const shape *from, const shape *to, uint32_t bits) {
    parts p = take_apart(from, bits);
    int longer = to->mantissa - from->mantissa;
    uint32_t payload;
    if (from == to)
        return bits;
    if (p.special && p.mantissa) {
        payload = longer > 0 ? p.mantissa << longer : p.mantissa >> -longer;
        return sign_bit(to, p.negative) | infinity(to) |
               (payload ? payload : UINT32_C(1) << (to->mantissa - 1));
    }
    if (p.negative && !to->has_sign)
        return 0;
    if (p.special)
        return sign_bit(to, p.negative) | infinity(to);
    return make_float(to, p.negative, p.mantissa, p.exponent);
}

uint32_t component_ratio(int64_t x, uint64_t divisor) {
    uint64_t size = x < 0 ? (uint64_t)-x : (uint64_t)x;
    int shift = 61 - highest_bit(size);
    uint64_t quotient = (size << shift) / divisor;
    bool rest = (size << shift) % divisor != 0;
    return make_float(&single, x < 0, quotient << 1 | rest, -shift - 1);
}

/* ---- integers --------------------------------------------------------------------------- */

static uint32_t ones(unsigned width) {
    return (uint32_t)((UINT64_C(1) << width) - 1);
}

int64_t component_sign_extend(uint32_t x, unsigned width) {
    uint32_t sign = UINT32_C(1) << (width - 1);
    return (int64_t)(x ^ sign) - (int64_t)sign;
}

static int64_t clamp(int64_t x, int64_t least, int64_t most) {
    return x < least ? least : x > most ? most : x;
}

/* ---- a component from memory ------------------------------------------------------------ */

uint32_t component_load(unsigned number, unsigned width, uint32_t bits) {
    int64_t x = component_sign_extend(bits, width);
    switch (number) {
    case GCN_IMAGE_NUMBER_UNORM: return component_ratio(bits, ones(width));
    case GCN_IMAGE_NUMBER_SNORM:
        return component_ratio(x < -(int64_t)ones(width - 1) ? x + 1 : x, ones(width - 1));
    case GCN_IMAGE_NUMBER_USCALED: return component_ratio(bits, 1);
    case GCN_IMAGE_NUMBER_SSCALED: return component_ratio(x, 1);
    case GCN_IMAGE_NUMBER_UINT: return bits;
    case GCN_IMAGE_NUMBER_SINT: return (uint32_t)x;
    case GCN_IMAGE_NUMBER_SNORM_OGL: return component_ratio(2 * x + 1, ones(width));
    case GCN_IMAGE_NUMBER_FLOAT:
        return shape_of(width) ? convert(shape_of(width), &single, bits) : component_ratio(bits, 1);
    default: return 0;
    }
}

/* ---- a component to memory -------------------------------------------------------------- */

/* |x| * scale as an integer, at most `most`; what is not a number is 0. */
static int64_t scaled(parts x, uint32_t scale, bool truncates, int64_t most) {
    uint64_t product = (uint64_t)x.mantissa * scale;
    if (x.special)
        return x.mantissa ? 0 : most;
    if (!product)
        return 0;
    if (x.exponent + highest_bit(product) > 40)
        return most;
    return clamp((int64_t)round_off(product, -x.exponent, truncates), 0, most);
}

/* i from x = (2i + 1) / divisor, toward zero. */
static int64_t from_ogl(parts x, uint32_t divisor) {
    int64_t numerator;
    if (x.special || x.exponent + highest_bit(x.mantissa) >= 0) { /* at least 1.0 */
        if (x.special && x.mantissa)
            return 0;
        return x.negative ? -(int64_t)(divisor / 2) - 1 : divisor / 2;
    }
    if (x.exponent < -60) /* far below 1 / divisor */
        return 0;
    numerator = (int64_t)((uint64_t)x.mantissa * divisor);
    return ((x.negative ? -numerator : numerator) - (INT64_C(1) << -x.exponent)) /
           (INT64_C(2) << -x.exponent);
}

static int64_t negate_if(bool negative, int64_t x) {
    return negative ? -x : x;
}

/* Choice: uscaled, sscaled and snorm_ogl, which no driver stores, clamp and truncate. */
uint32_t component_store(unsigned number, unsigned width, bool clamps, uint32_t value) {
    parts x = take_apart(&single, value);
    int64_t most = ones(width - 1), high = ones(width);
    switch (number) {
    case GCN_IMAGE_NUMBER_UNORM: return x.negative ? 0 : (uint32_t)scaled(x, ones(width), false, high);
    case GCN_IMAGE_NUMBER_SNORM:
        return (uint32_t)negate_if(x.negative, scaled(x, ones(width - 1), false, most));
    case GCN_IMAGE_NUMBER_USCALED: return x.negative ? 0 : (uint32_t)scaled(x, 1, true, high);
    case GCN_IMAGE_NUMBER_SSCALED:
        return (uint32_t)negate_if(x.negative, scaled(x, 1, true, most + x.negative));
    case GCN_IMAGE_NUMBER_UINT: return clamps ? (uint32_t)clamp(value, 0, high) : value;
    case GCN_IMAGE_NUMBER_SINT: return clamps ? (uint32_t)clamp((int32_t)value, -most - 1, most) : value;
    case GCN_IMAGE_NUMBER_SNORM_OGL: return (uint32_t)from_ogl(x, ones(width));
    case GCN_IMAGE_NUMBER_FLOAT: return shape_of(width) ? convert(&single, shape_of(width), value) : value;
    default: return 0;
    }
}

/* ---- floats ----------------------------------------------------------------------------- */

bool component_is_float(unsigned width) {
    return shape_of(width) != NULL;
}

uint32_t component_power(uint32_t x, int exponent) {
    return make_float(&single, false, x, exponent);
}

/* ---- sRGB ------------------------------------------------------------------------------- */

/* By Newton's method, in operations that are the same on every host; x is between 0.0003 and 1. */
static double fifth_root(double x) {
    double root = 1;
    for (int i = 0; i < 24; i++)
        root = (4 * root + x / (root * root * root * root)) / 5;
    return root;
}

/* (x + 0.055) / 1.055 to the power of 2.4 */
static double from_srgb(double x) {
    double base = (x + 0.055) / 1.055, square = base * base;
    return x <= 0.04045 ? x / 12.92 : square * fifth_root(square);
}

static uint32_t degamma(double x) {
    return number_bits((float)from_srgb(x < 0 ? 0 : x > 1 ? 1 : x));
}

uint32_t component_degamma(uint32_t x) {
    const float value = number_float(x);
    return degamma(value == value ? value : 0);
}

uint32_t component_degamma_ratio(int64_t x, uint64_t divisor) {
    return degamma((double)x / (double)divisor);
}
