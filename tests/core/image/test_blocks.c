/* SPDX-License-Identifier: MIT */
/* Blocks: BC6 and BC7 against another decoder (blocks.txt), BC1 to BC5 against their definition in
 * long double. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "image_test.h"
#include "table.h"

enum { UNORM, SNORM, SRGB = 9 };
enum { BC1 = 35, BC2, BC3, BC4, BC5, BC6, BC7 };
enum { TEXELS = 16, BLOCKS = 400 };

static texel_rules rules;

static float as_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void read_hex(const char *text, uint8_t *bytes, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

/* ---- BC6, BC7 --------------------------------------------------------------------------- */

static float half(unsigned bits) {
    unsigned e = bits >> 10 & 31, m = bits & 1023;
    float x = e == 31 ? INFINITY : e ? ldexpf((float)(1024 + m), (int)e - 25) : ldexpf((float)m, -24);
    return bits >> 15 ? -x : x;
}

/* Component c of texel i, as the table has it. */
static float expected(const char *texels, bool is_bc7, unsigned i, unsigned c) {
    uint8_t bytes[2];
    if (is_bc7) {
        read_hex(texels + 8 * i + 2 * c, bytes, 1);
        return (float)(bytes[0] / 255.0L);
    }
    read_hex(texels + 12 * i + 4 * c, bytes, 2);
    return c < 3 ? half((unsigned)bytes[0] << 8 | bytes[1]) : 1;
}

static void test_modes(const char *folder) {
    table t;
    texel_format f;
    if (!table_open(&t, folder, "blocks.txt"))
        return;
    while (table_next(&t)) {
        bool is_bc7 = strcmp(t.word[0], "bc7") == 0;
        uint8_t block[16];
        uint32_t got[4];
        test_begin();
        check(texel_image_format(&f, &rules, is_bc7 ? BC7 : BC6,
                                 strcmp(t.word[0], "bc6s") == 0 ? SNORM : UNORM),
              "%s", t.word[0]);
        read_hex(t.word[1], block, sizeof block);
        for (unsigned i = 0; i < TEXELS; i++) {
            texel_decode(&f, block, i % 4, i / 4, got);
            for (unsigned c = 0; c < 4; c++)
                check(as_float(got[c]) == expected(t.word[2], is_bc7, i, c),
                      "%s %s: texel %u, component %u is %g, not %g", t.word[0], t.word[1], i, c,
                      (double)as_float(got[c]), (double)expected(t.word[2], is_bc7, i, c));
        }
        test_end();
    }
}

/* ---- BC1 to BC5 ------------------------------------------------------------------------- */

static long double from_srgb(long double x) {
    return x <= 0.04045L ? x / 12.92L : powl((x + 0.055L) / 1.055L, 2.4L);
}

/* The colour part; `any`: it may be of three colours. */
static void model_colours(const uint8_t *block, unsigned i, bool any, bool srgb, long double rgba[4]) {
    unsigned c[2] = {block[0] | block[1] << 8u, block[2] | block[3] << 8u},
             index = block[4 + i / 4] >> 2 * (i % 4) & 3;
    for (unsigned k = 0; k < 3; k++) {
        long double e[2];
        for (unsigned n = 0; n < 2; n++)
            e[n] = k == 0 ? (c[n] >> 11) / 31.0L : k == 1 ? (c[n] >> 5 & 63) / 63.0L : (c[n] & 31) / 31.0L;
        if (index < 2)
            rgba[k] = e[index];
        else if (!any || c[0] > c[1])
            rgba[k] = index == 2 ? (2 * e[0] + e[1]) / 3 : (e[0] + 2 * e[1]) / 3;
        else
            rgba[k] = index == 2 ? (e[0] + e[1]) / 2 : 0;
        rgba[k] = srgb ? from_srgb(rgba[k]) : rgba[k];
    }
    rgba[3] = !(any && c[0] <= c[1] && index == 3);
}

static long double model_value(const uint8_t *block, unsigned i, bool has_sign) {
    uint64_t indices = 0;
    long double e[2];
    int raw[2];
    for (unsigned k = 8; k-- > 2;)
        indices = indices << 8 | block[k];
    for (unsigned n = 0; n < 2; n++) {
        raw[n] = has_sign ? (int8_t)block[n] : block[n];
        e[n] = has_sign ? (raw[n] == -128 ? -127 : raw[n]) / 127.0L : raw[n] / 255.0L;
    }
    unsigned index = indices >> 3 * i & 7;
    if (index < 2)
        return e[index];
    if (raw[0] > raw[1])
        return ((8 - index) * e[0] + (index - 1) * e[1]) / 7;
    return index < 6 ? ((6 - index) * e[0] + (index - 1) * e[1]) / 5 : index == 7 ? 1 : has_sign ? -1 : 0;
}

static void model_texel(unsigned code, unsigned number, const uint8_t *block, unsigned i,
                        long double rgba[4]) {
    rgba[0] = rgba[1] = rgba[2] = 0;
    rgba[3] = 1;
    switch (code) {
    case BC1: model_colours(block, i, true, number == SRGB, rgba); break;
    case BC2:
        model_colours(block + 8, i, false, number == SRGB, rgba);
        rgba[3] = (block[i / 2] >> 4 * (i % 2) & 15) / 15.0L;
        break;
    case BC3:
        model_colours(block + 8, i, false, number == SRGB, rgba);
        rgba[3] = model_value(block, i, false);
        break;
    case BC5:
        rgba[0] = model_value(block, i, number == SNORM);
        rgba[1] = model_value(block + 8, i, number == SNORM);
        break;
    default: rgba[0] = model_value(block, i, number == SNORM);
    }
}

/* Rounded once: the nearest float, but for what long double itself rounds. */
static bool is_near(float got, long double want) {
    return got == (float)want || fabsl(got - want) <= ldexpl(fabsl(want), -24) * 1.000001L + 1e-18L;
}

static void test_fractions(unsigned code, unsigned number) {
    texel_format f;
    uint8_t block[16];
    test_begin();
    check(texel_image_format(&f, &rules, code, number), "BC%u, %u", code - BC1 + 1, number);
    for (unsigned k = 0; k < BLOCKS; k++) {
        for (unsigned i = 0; i < sizeof block; i++)
            block[i] = (uint8_t)random32();
        if (k % 8 == 0) /* equal ends */
            block[1] = block[2] = block[3] = block[9] = block[0] = block[8];
        if (k % 16 == 1) { /* -128 and -127 */
            block[0] = 0x80;
            block[1] = 0x81;
        }
        for (unsigned i = 0; i < TEXELS; i++) {
            uint32_t got[4];
            long double want[4];
            texel_decode(&f, block, i % 4, i / 4, got);
            model_texel(code, number, block, i, want);
            for (unsigned c = 0; c < 4; c++)
                check(is_near(as_float(got[c]), want[c]),
                      "BC%u, %u: texel %u, component %u is %.9g, not %.9Lg", code - BC1 + 1, number, i, c,
                      (double)as_float(got[c]), want[c]);
        }
    }
    test_end();
}

/* Examples from the definitions. */
static void test_examples(void) {
    const uint8_t opaque[8] = {0x00, 0xf8, 0x1f, 0x00, 0xaa, 0xaa, 0xaa, 0xaa},
                  equal[8] = {0x1f, 0, 0x1f, 0, 0xff, 0xff, 0xff, 0xff};
    const uint8_t falling[8] = {255, 0, 2}, rising[8] = {0, 255, 6 | 7 << 3};
    texel_format f;
    uint32_t c[4];
    test_begin();
    texel_image_format(&f, &rules, BC1, UNORM);
    texel_decode(&f, opaque, 1, 2, c);
    check(as_float(c[0]) == 2 / 3.0f && c[1] == 0 && as_float(c[2]) == 1 / 3.0f && as_float(c[3]) == 1,
          "BC1, index 2");
    texel_decode(&f, equal, 3, 3, c);
    check(!(c[0] | c[1] | c[2] | c[3]), "BC1, no alpha");
    texel_image_format(&f, &rules, BC4, UNORM);
    texel_decode(&f, falling, 0, 0, c);
    check(as_float(c[0]) == 6 / 7.0f, "BC4, index 2");
    texel_decode(&f, rising, 0, 0, c);
    check(c[0] == 0, "BC4, the least");
    texel_decode(&f, rising, 1, 0, c);
    check(as_float(c[0]) == 1, "BC4, the greatest");
    test_end();
}

void test_blocks(const char *folder) {
    texel_rules_init(&rules, gisa_find("gfx803"));
    test_modes(folder);
    for (unsigned code = BC1; code <= BC3; code++) {
        test_fractions(code, UNORM);
        test_fractions(code, SRGB);
    }
    for (unsigned code = BC4; code <= BC5; code++) {
        test_fractions(code, UNORM);
        test_fractions(code, SNORM);
    }
    test_examples();
}
