/* SPDX-License-Identifier: MIT */
/* Formats: every value of components up to 16 bits, and the edges of the wider ones. */
#include <math.h>
#include <string.h>

#include "image/texel.h"
#include "buffers.h"
#include "model.h"

/* ---- loads ------------------------------------------------------------------------------ */

static uint32_t edge(void) {
    static const uint32_t values[] = {0,          1,          2,          0x7fffffff, 0x80000000,
                                      0x80000001, 0xffffffff, 0xfffffffe, 0x7f800000, 0xff800000,
                                      0x7f800001, 0x7fc00000, 0x3f800000, 0xbf800000, 0x00800000};
    uint32_t r = random32();
    return r & 0x100 ? values[(r >> 16) % 15] : random32() >> (r & 31);
}

/* All values are tried on gfx6 and gfx9, and those of 16 bits in one layout; what else there is has
 * the same rules, and a part will do. */
static unsigned step_of(unsigned gen, const layout *l) {
    return gen == GFX7 || gen == GFX8 || (l->width[0] == 16 && l->count > 1) ? 61 : 1;
}

/* One component takes all its values, or many; at first the others are compared as well. */
enum { ALL_COMPARED = 200 };

static void test_loads(unsigned gen, const texel_format *f, const layout *l, unsigned number, unsigned c) {
    uint64_t count = l->width[c] <= 16 ? UINT64_C(1) << l->width[c] : 20000;
    bool good = true;
    for (uint64_t x = 0, tried = 0; x < count && good; x += step_of(gen, l), tried++) {
        uint32_t memory[4] = {random32(), random32(), random32(), random32()}, got[4];
        bool all = tried < ALL_COMPARED;
        model_put(memory, l->low[c], l->width[c], l->width[c] <= 16 ? (uint32_t)x : edge());
        texel_decode(f, memory, 0, 0, got);
        for (unsigned i = all ? 0 : c; i < (all ? 4 : c + 1) && good; i++) {
            uint32_t want = i < l->count ? model_loaded(model_number(gen, l, number, i), l->width[i],
                                                        model_part(memory, l->low[i], l->width[i]))
                                         : model_missing(number, i);
            good = want == got[i];
            if (!good)
                check(false, "gfx%u: load of %u,%u: component %u is %08x, not %08x", gen + 6, l->code, number,
                      i, got[i], want);
        }
    }
    if (good)
        check(true, "loads");
}

/* ---- stores ---------------------------------------------------------------------------- */

/* Values that a format can hold, those half way between them, and their neighbours; or anything. */
static uint32_t value_for(unsigned number, unsigned width, uint32_t k) {
    uint32_t near, step = k % 3;
    if (number == UINT || number == SINT || k % 16 == 0)
        return edge();
    if (number == FLOAT && width < 32) {
        unsigned m = model_mantissa(width);
        near = model_small_float(width, k / 3 & ((width == 16 ? 0xffff : (32u << m) - 1)));
        near += random32() & 1 ? UINT32_C(1) << (22 - m) : 0;
    } else {
        long double x = k / 3 + (random32() & 1 ? 0.5L : 0);
        long double high =
            number == UNORM || number == USCALED ? model_power(width) - 1 : model_power(width - 1) - 1;
        near = model_bits((float)(number == USCALED || number == SSCALED ? x : fmodl(x, high + 2) / high));
        near |= random32() & 0x80000000;
    }
    return near + step - 1;
}

static void test_stores(unsigned gen, const texel_format *f, const layout *l, unsigned number, unsigned c) {
    uint32_t count = l->width[c] <= 16 ? 6u << l->width[c] : 20000;
    bool good = true;
    for (uint32_t k = 0, tried = 0; k < (count < 500 ? 500 : count) && good; k += step_of(gen, l), tried++) {
        uint32_t xyzw[4] = {edge(), edge(), edge(), edge()}, got[4] = {0}, want[4] = {0};
        bool all = tried < ALL_COMPARED;
        for (unsigned i = 0; i < 4 && !all; i++)
            xyzw[i] = 0;
        xyzw[c] = value_for(number, l->width[c], k);
        for (unsigned i = 0; i < l->count; i++)
            if (all || i == c || number == SNORM_OGL) /* which has no 0 */
                model_put(want, l->low[i], l->width[i], model_stored(number, l->width[i], xyzw[i]));
        texel_encode(f, xyzw, got);
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

static void test_d16(const texel_format *f, unsigned number, unsigned step) {
    bool integer = number == UINT || number == SINT;
    for (uint32_t x = 0; x < 0x10000; x++) {
        uint32_t wide = integer ? number == SINT && x >= 0x8000 ? x - 0x10000 : x : model_small_float(16, x);
        if (texel_from_d16(f, (uint16_t)x) != wide || texel_to_d16(f, wide) != x) {
            check(false, "d16 of %u: %04x, %08x", number, x, wide);
            return;
        }
    }
    for (uint32_t k = 0; k < 6 * 0x10000; k += step) {
        uint32_t x = value_for(FLOAT, 16, k), want = integer ? x & 0xffff : model_stored_float(16, x);
        if (texel_to_d16(f, x) != want) {
            check(false, "to d16 of %u: %08x is %04x, not %04x", number, x, texel_to_d16(f, x), want);
            return;
        }
    }
    check(true, "d16");
}

static void test_select(const texel_format *f, unsigned number) {
    const uint32_t xyzw[4] = {11, 22, 33, 44};
    bool good = true;
    for (unsigned code = 0; code < 4096 && good; code++) {
        const uint8_t select[4] = {code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9};
        uint32_t got[4], back[4];
        texel_select(f, select, xyzw, got);
        texel_unselect(select, xyzw, back);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t want = select[i] >= 4   ? xyzw[select[i] - 4]
                            : select[i] == 1 ? model_missing(number, 3)
                                             : 0;
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
static void test_invalid(const texel_format *f, unsigned gen, unsigned data, unsigned number) {
    const uint32_t memory[4] = {~0u, ~0u, ~0u, ~0u};
    const uint8_t ones[4] = {1, 1, 1, 1};
    uint32_t xyzw[4], result[4];
    texel_decode(f, memory, 0, 0, xyzw);
    texel_select(f, ones, xyzw, result);
    check(f->size == 0 && !(xyzw[0] | xyzw[1] | xyzw[2] | xyzw[3] | result[0] | result[1] | result[2]),
          "gfx%u: %u,%u is no format", gen + 6, data, number);
}

void test_formats(const gisa_isa *isa, unsigned gen) {
    static buffer_formats table;
    buffer_formats_init(&table, isa);
    for (unsigned data = 0; data < 16; data++)
        for (unsigned number = 0; number < 8; number++) {
            const texel_format *f = &table.of[data][number];
            const layout *l = model_layout(gen, data, number);
            if (!l) {
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
