/* SPDX-License-Identifier: MIT */
/* Formats: every value of components up to 16 bits, and the edges of the wider ones. The reference computes with long double,
 * which holds every product here exactly. */
#include <math.h>
#include <string.h>

#include "../../src/emu/format.h"
#include "buffers.h"

/* Where the components are: AMD's and CLRX's tables of buffer data formats, PAL's channel tables. */
static const struct layout {
    unsigned code, size, count, low[4], width[4];
} layouts[] = {
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
enum { LAYOUTS = sizeof layouts / sizeof *layouts, GFX7 = 1, GFX8 = 2 };
enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, SNORM_OGL, FLOAT };

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

static long double power(unsigned n) {
    return ldexpl(1, (int)n);
}

static bool is_nan32(uint32_t bits) {
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* Floats of 10, 11 and 16 bits have 5 bits of exponent. */
static unsigned mantissa_of(unsigned width) {
    return width == 16 ? 10 : width - 5;
}

static bool has_floats(const struct layout *l) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->width[i] < 10)
            return false;
    return true;
}

static bool exists(unsigned gen, const struct layout *l, unsigned number) {
    return number == SNORM_OGL ? gen <= GFX7 : number != FLOAT || has_floats(l);
}

/* ---- loads ------------------------------------------------------------------------------ */

static uint32_t small_float(unsigned width, uint32_t bits) {
    unsigned m = mantissa_of(width);
    uint32_t fraction = bits & ((1u << m) - 1), e = bits >> m & 31;
    bool negative = width == 16 && bits >> 15;
    long double x = e ? ldexpl(1 + fraction / power(m), (int)e - 15) : ldexpl(fraction / power(m), -14);
    if (e == 31)
        return (negative ? 0xff800000 : 0x7f800000) | fraction << (23 - m);
    return bits_of((float)(negative ? -x : x));
}

static uint32_t loaded(unsigned number, unsigned width, uint32_t bits) {
    long double v = bits, i = bits >= power(width - 1) ? v - power(width) : v;
    switch (number) {
    case UNORM: return bits_of((float)(v / (power(width) - 1)));
    case SNORM: return bits_of((float)fmaxl(i / (power(width - 1) - 1), -1));
    case USCALED: return bits_of((float)v);
    case SSCALED: return bits_of((float)i);
    case UINT: return bits;
    case SINT: return (uint32_t)(int64_t)i;
    case SNORM_OGL: return bits_of((float)((2 * i + 1) / (power(width) - 1)));
    default: return width == 32 ? bits : small_float(width, bits);
    }
}

/* Up to gfx8 the two bits of w are unsigned whatever the format says. */
static unsigned number_for(unsigned gen, const struct layout *l, unsigned number, unsigned i) {
    if (gen > GFX8 || l->code != 9 || i != 3)
        return number;
    return number == SNORM ? UNORM : number == SSCALED ? USCALED : number == SINT ? UINT : number;
}

static uint32_t missing(unsigned number, unsigned i) {
    return i < 3 ? 0 : number == UINT || number == SINT ? 1 : 0x3f800000;
}

static uint32_t part(const uint32_t memory[4], unsigned low, unsigned width) {
    uint32_t x = 0;
    for (unsigned k = 0; k < width; k++)
        x |= (memory[(low + k) / 32] >> (low + k) % 32 & 1) << k;
    return x;
}

static void put(uint32_t memory[4], unsigned low, unsigned width, uint32_t x) {
    for (unsigned k = 0; k < width; k++) {
        uint32_t bit = UINT32_C(1) << (low + k) % 32;
        memory[(low + k) / 32] = (memory[(low + k) / 32] & ~bit) | (x >> k & 1 ? bit : 0);
    }
}

static uint32_t edge(void) {
    static const uint32_t values[] = {0,          1,          2,          0x7fffffff, 0x80000000,
                                      0x80000001, 0xffffffff, 0xfffffffe, 0x7f800000, 0xff800000,
                                      0x7f800001, 0x7fc00000, 0x3f800000, 0xbf800000, 0x00800000};
    uint32_t r = random32();
    return r & 0x100 ? values[(r >> 16) % 15] : random32() >> (r & 31);
}

/* All values are tried on gfx6 and gfx9, and those of 16 bits in one layout; what else there is has the same rules, and a part will
 * do. */
static unsigned step_of(unsigned gen, const struct layout *l) {
    return gen == GFX7 || gen == GFX8 || (l->width[0] == 16 && l->count > 1) ? 61 : 1;
}

/* One component takes all its values, or many; at first the others are compared as well. */
enum { ALL_COMPARED = 200 };

static void test_loads(unsigned gen, const gisa_element_format *f, const struct layout *l, unsigned number,
                       unsigned c) {
    uint64_t count = l->width[c] <= 16 ? UINT64_C(1) << l->width[c] : 20000;
    bool good = true;
    for (uint64_t x = 0, tried = 0; x < count && good; x += step_of(gen, l), tried++) {
        uint32_t memory[4] = {random32(), random32(), random32(), random32()}, got[4];
        bool all = tried < ALL_COMPARED;
        put(memory, l->low[c], l->width[c], l->width[c] <= 16 ? (uint32_t)x : edge());
        gisa_format_load(f, memory, got);
        for (unsigned i = all ? 0 : c; i < (all ? 4 : c + 1) && good; i++) {
            uint32_t want = i < l->count ? loaded(number_for(gen, l, number, i), l->width[i],
                                                  part(memory, l->low[i], l->width[i]))
                                         : missing(number, i);
            good = want == got[i];
            if (!good)
                check(false, "gfx%u: load of %u,%u: component %u is %08x, not %08x", gen + 6, l->code, number,
                      i, got[i], want);
        }
    }
    if (good)
        check(true, "loads");
}

/* ---- stores ----------------------------------------------------------------------------- */

static long double clampl(long double x, long double least, long double most) {
    return x < least ? least : x > most ? most : x;
}

/* What a float of `width` bits must be that is stored from x: the nearest, or the next toward zero. */
static uint32_t stored_float(unsigned width, uint32_t bits) {
    long double x = fabsl(float_of(bits)), place, n;
    unsigned m = mantissa_of(width);
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

static uint32_t stored(unsigned number, unsigned width, uint32_t bits) {
    long double x = is_nan32(bits) ? 0 : float_of(bits), high = power(width) - 1, most = power(width - 1) - 1;
    switch (number) {
    case UNORM: return (uint32_t)(uint64_t)nearbyintl(clampl(x, 0, 1) * high);
    case SNORM: return (uint32_t)(int64_t)nearbyintl(clampl(x, -1, 1) * most);
    case USCALED: return (uint32_t)(uint64_t)truncl(clampl(x, 0, high));
    case SSCALED: return (uint32_t)(int64_t)truncl(clampl(x, -most - 1, most));
    case UINT: return bits > high ? (uint32_t)high : bits;
    case SINT: return (uint32_t)(int64_t)clampl((int32_t)bits, -most - 1, most);
    case SNORM_OGL: return is_nan32(bits) ? 0 : (uint32_t)(int64_t)truncl((clampl(x, -1, 1) * high - 1) / 2);
    default: return width == 32 ? bits : stored_float(width, bits);
    }
}

/* Values that a format can hold, those half way between them, and their neighbours; or anything. */
static uint32_t value_for(unsigned number, unsigned width, uint32_t k) {
    uint32_t near, step = k % 3;
    if (number == UINT || number == SINT || k % 16 == 0)
        return edge();
    if (number == FLOAT && width < 32) {
        unsigned m = mantissa_of(width);
        near = small_float(width, k / 3 & ((width == 16 ? 0xffff : (32u << m) - 1)));
        near += random32() & 1 ? UINT32_C(1) << (22 - m) : 0;
    } else {
        long double x = k / 3 + (random32() & 1 ? 0.5L : 0);
        long double high = number == UNORM || number == USCALED ? power(width) - 1 : power(width - 1) - 1;
        near = bits_of((float)(number == USCALED || number == SSCALED ? x : fmodl(x, high + 2) / high));
        near |= random32() & 0x80000000;
    }
    return near + step - 1;
}

static void test_stores(unsigned gen, const gisa_element_format *f, const struct layout *l, unsigned number,
                        unsigned c) {
    uint32_t count = l->width[c] <= 16 ? 6u << l->width[c] : 20000;
    bool good = true;
    for (uint32_t k = 0, tried = 0; k < (count < 500 ? 500 : count) && good; k += step_of(gen, l), tried++) {
        uint32_t xyzw[4] = {edge(), edge(), edge(), edge()}, got[4], want[4] = {0};
        bool all = tried < ALL_COMPARED;
        for (unsigned i = 0; i < 4 && !all; i++)
            xyzw[i] = 0;
        xyzw[c] = value_for(number, l->width[c], k);
        for (unsigned i = 0; i < l->count; i++)
            if (all || i == c || number == SNORM_OGL) /* which has no 0 */
                put(want, l->low[i], l->width[i], stored(number, l->width[i], xyzw[i]));
        gisa_format_store(f, xyzw, got);
        good = memcmp(got, want, sizeof want) == 0;
        if (!good)
            check(false, "gfx%u: store of %u,%u: %08x %08x %08x %08x is %08x %08x.., not %08x %08x..",
                  gen + 6, l->code, number, xyzw[0], xyzw[1], xyzw[2], xyzw[3], got[0], got[1], want[0],
                  want[1]);
    }
    if (good)
        check(true, "stores");
}

/* ---- the rest --------------------------------------------------------------------------- */

static void test_d16(const gisa_element_format *f, unsigned number, unsigned step) {
    bool integer = number == UINT || number == SINT;
    for (uint32_t x = 0; x < 0x10000; x++) {
        uint32_t wide = integer ? number == SINT && x >= 0x8000 ? x - 0x10000 : x : small_float(16, x);
        if (gisa_format_from_d16(f, (uint16_t)x) != wide || gisa_format_to_d16(f, wide) != x) {
            check(false, "d16 of %u: %04x, %08x", number, x, wide);
            return;
        }
    }
    for (uint32_t k = 0; k < 6 * 0x10000; k += step) {
        uint32_t x = value_for(FLOAT, 16, k), want = integer ? x & 0xffff : stored_float(16, x);
        if (gisa_format_to_d16(f, x) != want) {
            check(false, "to d16 of %u: %08x is %04x, not %04x", number, x, gisa_format_to_d16(f, x), want);
            return;
        }
    }
    check(true, "d16");
}

static void test_select(const gisa_element_format *f, unsigned number) {
    const uint32_t xyzw[4] = {11, 22, 33, 44};
    bool good = true;
    for (unsigned code = 0; code < 4096 && good; code++) {
        const uint8_t select[4] = {code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9};
        uint32_t got[4], back[4];
        gisa_format_select(f, select, xyzw, got);
        gisa_format_unselect(select, xyzw, back);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t want = select[i] >= 4 ? xyzw[select[i] - 4] : select[i] == 1 ? missing(number, 3) : 0;
            uint32_t from = 0;
            for (unsigned k = 4; k-- > 0;)
                from = select[k] == 4 + i ? xyzw[k] : from;
            good = good && got[i] == want && back[i] == from;
        }
        if (!good)
            check(false, "selection %04o of number format %u", code, number);
    }
    if (good)
        check(true, "selections");
}

/* It loads 0, whatever is selected, and stores nothing. */
static void test_invalid(const gisa_element_format *f, unsigned gen, unsigned data, unsigned number) {
    const uint32_t memory[4] = {~0u, ~0u, ~0u, ~0u};
    const uint8_t ones[4] = {1, 1, 1, 1};
    uint32_t xyzw[4], result[4];
    gisa_format_load(f, memory, xyzw);
    gisa_format_select(f, ones, xyzw, result);
    check(f->size == 0 && !(xyzw[0] | xyzw[1] | xyzw[2] | xyzw[3] | result[0] | result[1] | result[2]),
          "gfx%u: %u,%u is no format", gen + 6, data, number);
}

static const struct layout *layout_of(unsigned data) {
    for (unsigned i = 0; i < LAYOUTS; i++)
        if (layouts[i].code == data)
            return &layouts[i];
    return NULL;
}

void test_formats(const gisa_isa *isa, unsigned gen) {
    static gisa_format_table table;
    gisa_format_table_init(&table, isa);
    for (unsigned data = 0; data < 16; data++)
        for (unsigned number = 0; number < 8; number++) {
            const gisa_element_format *f = &table.of[data][number];
            const struct layout *l = layout_of(data);
            if (!l || !exists(gen, l, number)) {
                test_invalid(f, gen, data, number);
                continue;
            }
            check(f->size == l->size && f->count == l->count, "gfx%u: size of %u,%u", gen + 6, data, number);
            for (unsigned c = 0; c < l->count; c++) {
                test_loads(gen, f, l, number, c);
                test_stores(gen, f, l, number, c);
            }
            if (data == 4) {
                test_d16(f, number, number == FLOAT ? 7 * step_of(gen, l) : 61);
                test_select(f, number);
            }
        }
}
