/* SPDX-License-Identifier: MIT */
/* The reference for formats. It computes with long double, which holds every product here
   exactly. */
#include <math.h>
#include <string.h>

#include "model.h"

/* Where the components are: AMD's and CLRX's tables of buffer data formats, PAL's channel
   tables. */
static const layout layouts[] = {
    {1, 1, 1, {0}, {8}},
    {2, 2, 1, {0}, {16}},
    {3, 2, 2, {0, 8}, {8, 8}},
    {4, 4, 1, {0}, {32}},
    {5, 4, 2, {0, 16}, {16, 16}},
    {6, 4, 3, {0, 11, 22}, {11, 11, 10}},
    {7, 4, 3, {0, 10, 21}, {10, 11, 11}},
    {8, 4, 4, {0, 2, 12, 22}, {2, 10, 10, 10}},
    {9, 4, 4, {0, 10, 20, 30}, {10, 10, 10, 2}},
    {10, 4, 4, {0, 8, 16, 24}, {8, 8, 8, 8}},
    {11, 8, 2, {0, 32}, {32, 32}},
    {12, 8, 4, {0, 16, 32, 48}, {16, 16, 16, 16}},
    {13, 12, 3, {0, 32, 64}, {32, 32, 32}},
    {14, 16, 4, {0, 32, 64, 96}, {32, 32, 32, 32}},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

uint32_t model_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

long double model_power(unsigned n) {
    return ldexpl(1, (int)n);
}

static bool is_nan32(uint32_t bits) {
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* Floats of 10, 11 and 16 bits have 5 bits of exponent. */
unsigned model_mantissa(unsigned width) {
    return width == 16 ? 10 : width - 5;
}

static bool has_floats(const layout *l) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->width[i] < 10)
            return false;
    return true;
}

/* ---- loads ------------------------------------------------------------------------------ */

uint32_t model_small_float(unsigned width, uint32_t bits) {
    unsigned m = model_mantissa(width);
    uint32_t fraction = bits & ((1u << m) - 1), e = bits >> m & 31;
    bool negative = width == 16 && bits >> 15;
    long double x =
        e ? ldexpl(1 + fraction / model_power(m), (int)e - 15) : ldexpl(fraction / model_power(m), -14);
    if (e == 31)
        return (negative ? 0xff800000 : 0x7f800000) | fraction << (23 - m);
    return model_bits((float)(negative ? -x : x));
}

uint32_t model_loaded(unsigned number, unsigned width, uint32_t bits) {
    long double v = bits, i = bits >= model_power(width - 1) ? v - model_power(width) : v;
    switch (number) {
    case UNORM: return model_bits((float)(v / (model_power(width) - 1)));
    case SNORM: return model_bits((float)fmaxl(i / (model_power(width - 1) - 1), -1));
    case USCALED: return model_bits((float)v);
    case SSCALED: return model_bits((float)i);
    case UINT: return bits;
    case SINT: return (uint32_t)(int64_t)i;
    case SNORM_OGL: return model_bits((float)((2 * i + 1) / (model_power(width) - 1)));
    default: return width == 32 ? bits : model_small_float(width, bits);
    }
}

/* Up to gfx8 the two bits of w are unsigned whatever the format says. */
unsigned model_number(unsigned gen, const layout *l, unsigned number, unsigned i) {
    if (gen > GFX8 || l->code != 9 || i != 3)
        return number;
    return number == SNORM ? UNORM : number == SSCALED ? USCALED : number == SINT ? UINT : number;
}

uint32_t model_missing(unsigned number, unsigned i) {
    return i < 3 ? 0 : number == UINT || number == SINT ? 1 : 0x3f800000;
}

uint32_t model_part(const uint32_t memory[4], unsigned low, unsigned width) {
    uint32_t x = 0;
    for (unsigned k = 0; k < width; k++)
        x |= (memory[(low + k) / 32] >> (low + k) % 32 & 1) << k;
    return x;
}

void model_put(uint32_t memory[4], unsigned low, unsigned width, uint32_t x) {
    for (unsigned k = 0; k < width; k++) {
        uint32_t bit = UINT32_C(1) << (low + k) % 32;
        memory[(low + k) / 32] = (memory[(low + k) / 32] & ~bit) | (x >> k & 1 ? bit : 0);
    }
}

static long double clampl(long double x, long double least, long double most) {
    return x < least ? least : x > most ? most : x;
}

/* What a float of `width` bits must be that is stored from x: the nearest, or the next toward
   zero. */
uint32_t model_stored_float(unsigned width, uint32_t bits) {
    long double x = fabsl(float_of(bits)), place, n;
    unsigned m = model_mantissa(width);
    int e;
    bool negative = bits >> 31, is_signed = width == 16;
    uint32_t sign = negative && is_signed ? 0x8000 : 0, top = 31u << m,
             payload = (bits & 0x7fffff) >> (23 - m);
    if (is_nan32(bits))
        return sign | top | (payload ? payload : 1u << (m - 1));
    if (negative && !is_signed)
        return 0;
    if (isinf(x))
        return sign | top;
    frexpl(x, &e);
    e = x == 0 || e < -13 ? 1 : e > 26 ? 40 : e + 14;
    place = ldexpl(1, e - 15 - (int)m);
    n = is_signed ? nearbyintl(x / place) : floorl(x / place);
    /* n is below 2^(m+1), or that and then in the next binade. */
    uint64_t result = ((uint64_t)(e - 1) << m) + (uint64_t)n;
    if (result >= top)
        return is_signed ? sign | top : top - 1;
    return sign | (uint32_t)result;
}

uint32_t model_stored(unsigned number, unsigned width, uint32_t bits) {
    long double x = is_nan32(bits) ? 0 : float_of(bits), high = model_power(width) - 1,
                most = model_power(width - 1) - 1;
    switch (number) {
    case UNORM: return (uint32_t)(uint64_t)nearbyintl(clampl(x, 0, 1) * high);
    case SNORM: return (uint32_t)(int64_t)nearbyintl(clampl(x, -1, 1) * most);
    case USCALED: return (uint32_t)(uint64_t)truncl(clampl(x, 0, high));
    case SSCALED: return (uint32_t)(int64_t)truncl(clampl(x, -most - 1, most));
    case UINT: return bits > high ? (uint32_t)high : bits;
    case SINT: return (uint32_t)(int64_t)clampl((int32_t)bits, -most - 1, most);
    case SNORM_OGL: return is_nan32(bits) ? 0 : (uint32_t)(int64_t)truncl((clampl(x, -1, 1) * high - 1) / 2);
    default: return width == 32 ? bits : model_stored_float(width, bits);
    }
}

/* ---- whole elements --------------------------------------------------------------------- */

const layout *model_layout(unsigned gen, unsigned data, unsigned number) {
    for (unsigned i = 0; i < LAYOUTS; i++)
        if (layouts[i].code == data)
            return (number == SNORM_OGL ? gen <= GFX7 : number != FLOAT || has_floats(&layouts[i]))
                       ? &layouts[i]
                       : NULL;
    return NULL;
}
