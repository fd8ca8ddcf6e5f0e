/* SPDX-License-Identifier: MIT */
/* Formats: which there are (formats.txt), and every value of small components against formulas in
 * long double. The fields of components come from formats.txt too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "image_test.h"
#include "table.h"

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, SNORM_OGL, FLOAT, SRGB = 9 };
enum { GENERATIONS = 4, FORMAT_CODES = 64, NUMBERS = 16, WIDE_TRIALS = 4000 };

static const char *const architectures[GENERATIONS] = {"gfx600", "gfx700", "gfx803", "gfx900"};
static texel_rules rules[GENERATIONS];

/* One line of the table. */
typedef struct row {
    unsigned code, number, bits, block_width, block_height, uses[GENERATIONS];
    int low[5], width[5]; /* of x, y, z, w, and of y of the second texel of a pair; width 0: none */
    bool is_block, offered[GENERATIONS];
    const char *data_name, *number_name;
} row;

/* ---- formulas --------------------------------------------------------------------------- */

static uint32_t bits_of(long double x) {
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static long double highest(int width) {
    return ldexpl(1, width) - 1;
}

static float as_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Floats with 5 bits of exponent: 10, 11 and 16 bits. Not a number is -1 in *special. */
static long double small_float(int width, uint32_t bits, bool *is_nan) {
    int mantissa = width == 16 ? 10 : width - 5, e = (int)(bits >> mantissa & 31);
    long double m = (long double)(bits & ((1u << mantissa) - 1));
    bool negative = width == 16 && bits >> 15;
    long double x = e == 31 ? INFINITY
                    : e     ? ldexpl(ldexpl(1, mantissa) + m, e - 15 - mantissa)
                            : ldexpl(m, -14 - mantissa);
    *is_nan = e == 31 && m != 0;
    return negative ? -x : x;
}

static long double signed_value(int width, uint32_t bits) {
    return (long double)bits - (bits >> (width - 1) & 1 ? ldexpl(1, width) : 0);
}

static uint32_t expected(int width, unsigned number, bool w2_unsigned, uint32_t bits, bool *is_nan) {
    long double s = signed_value(width, bits), u = bits;
    *is_nan = false;
    if (w2_unsigned && width == 2)
        s = u;
    switch (number) {
    case UNORM: return bits_of(u / highest(width));
    case SNORM: s = s / (w2_unsigned && width == 2 ? 3 : highest(width - 1)); return bits_of(s < -1 ? -1 : s);
    case USCALED: return bits_of(u);
    case SSCALED: return bits_of(s);
    case UINT: return bits;
    case SINT: return (uint32_t)(int64_t)s;
    case SRGB:
        u /= highest(width);
        return bits_of(u <= 0.04045L ? u / 12.92L : powl((u + 0.055L) / 1.055L, 2.4L));
    default: return width == 32 ? bits : bits_of(small_float(width, bits, is_nan));
    }
}

static bool is_nan32(uint32_t bits) {
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* ---- the table -------------------------------------------------------------------------- */

static unsigned read_uses(const char *text) {
    static const char letters[] = "rlmwa";
    unsigned uses = 0;
    for (const char *p = text; *p && *p != '-'; p++)
        uses |= 1u << (strchr(letters, *p) - letters);
    return uses;
}

/* "15:8", "15", "15:8|31:24": y of the first texel and of the second one */
static void read_bits(row *r, unsigned i, const char *text) {
    const char *second = strchr(text, '|');
    int high, low, count = sscanf(text, "%d:%d", &high, &low);
    if (second)
        read_bits(r, 4, second + 1);
    if (count < 1)
        return;
    r->low[i] = count == 2 ? low : high;
    r->width[i] = count == 2 ? high - low + 1 : 1;
}

static void read_row(row *r, const table *t) {
    *r = (row){.code = (unsigned)table_number(t, 0),
               .number = (unsigned)table_number(t, 1),
               .bits = (unsigned)table_number(t, 4),
               .data_name = t->word[2],
               .number_name = t->word[3],
               .is_block = strcmp(t->word[6], "block") == 0};
    sscanf(t->word[5], "%ux%u", &r->block_width, &r->block_height);
    for (unsigned i = 0; i < 4; i++)
        read_bits(r, i, t->word[6 + i]);
    for (unsigned i = 0; i < GENERATIONS; i++) {
        r->offered[i] = strcmp(t->word[10 + i], "-") != 0;
        r->uses[i] = read_uses(t->word[10 + i]);
    }
}

/* ---- one format ------------------------------------------------------------------------- */

static void put(uint8_t element[16], int low, int width, uint32_t bits) {
    for (int i = 0; i < width; i++) {
        element[(low + i) / 8] &= (uint8_t) ~(1u << (low + i) % 8);
        element[(low + i) / 8] |= (uint8_t)((bits >> i & 1) << (low + i) % 8);
    }
}

static uint32_t get(const uint8_t element[16], int low, int width) {
    uint32_t bits = 0;
    for (int i = 0; i < width; i++)
        bits |= (uint32_t)(element[(low + i) / 8] >> (low + i) % 8 & 1) << i;
    return bits;
}

/* The component comes back where it can: not the second way to say -1, nor which NaN it is. */
static void check_back(const row *r, unsigned gen, const texel_format *f, unsigned i, uint32_t bits,
                       bool is_nan, const uint8_t element[16], const uint32_t components[4]) {
    uint8_t back[16] = {0};
    uint32_t got;
    bool least = r->number == SNORM && bits == 1u << (r->width[i] - 1);
    bool unsure =
        f->w2_unsigned && r->width[i] == 2 && r->number != UNORM && r->number != USCALED && r->number != UINT;
    if (r->number == SRGB || !texel_encode(f, components, back) || unsure)
        return;
    got = get(back, r->low[i], r->width[i]);
    check(is_nan || (r->number == FLOAT && is_nan32(components[i])) ||
              got == (least ? bits + 1 : get(element, r->low[i], r->width[i])),
          "%s %s %s: component %u, %x comes back as %x", architectures[gen], r->data_name, r->number_name, i,
          bits, got);
}

static void check_value(const row *r, unsigned gen, const texel_format *f, unsigned i, uint32_t bits) {
    uint8_t element[16];
    uint32_t got[4], want;
    bool is_nan;
    for (unsigned k = 0; k < sizeof element; k++)
        element[k] = (uint8_t)random32();
    put(element, r->low[i], r->width[i], bits);
    texel_decode(f, element, 0, 0, got);
    want = expected(r->width[i], r->number == SRGB && i == 3 ? UNORM : r->number, gen < 3 && i == 3, bits,
                    &is_nan);
    check(is_nan ? is_nan32(got[i]) : got[i] == want, "%s %s %s: component %u, %x is %08x, not %08x",
          architectures[gen], r->data_name, r->number_name, i, bits, got[i], want);
    check_back(r, gen, f, i, bits, is_nan, element, got);
    if (r->width[4] && i != 1) { /* the other texel of a pair */
        texel_decode(f, element, 1, 0, got);
        check(got[i] == want, "%s %s %s: component %u of the second texel", architectures[gen], r->data_name,
              r->number_name, i);
    }
}

static void check_missing(const row *r, unsigned gen, const texel_format *f) {
    uint8_t element[16];
    uint32_t got[4], one = r->number == UINT || r->number == SINT ? 1 : 0x3f800000;
    memset(element, 0xff, sizeof element);
    texel_decode(f, element, 0, 0, got);
    for (unsigned i = 1; i < 4; i++)
        if (!r->width[i])
            check(got[i] == (i == 3 ? one : 0), "%s %s %s: missing component %u", architectures[gen],
                  r->data_name, r->number_name, i);
}

static void check_second_y(const row *r, unsigned gen, const texel_format *f) {
    for (uint32_t bits = 0; bits < 256; bits++) {
        uint8_t element[16] = {0};
        uint32_t got[4];
        bool is_nan;
        put(element, r->low[4], r->width[4], bits);
        texel_decode(f, element, 1, 0, got);
        check(got[1] == expected(r->width[4], r->number, false, bits, &is_nan),
              "%s %s: y of the second texel", architectures[gen], r->data_name);
    }
}

static void check_shared_exponent(unsigned gen, const texel_format *f) {
    for (uint32_t e = 0; e < 32; e++)
        for (uint32_t m = 0; m < 512; m++) {
            uint32_t word = m | (511 - m) << 9 | (m ^ 0x155) << 18 | e << 27, got[4];
            texel_decode(f, &word, 0, 0, got);
            check(got[0] == bits_of(ldexpl(m, (int)e - 24)) &&
                      got[1] == bits_of(ldexpl(511 - m, (int)e - 24)) &&
                      got[2] == bits_of(ldexpl(m ^ 0x155, (int)e - 24)) && got[3] == 0x3f800000,
                  "%s 5_9_9_9: %08x", architectures[gen], word);
        }
}

/* The table has the bits of the other formats alone. */
static void check_values(const row *r, unsigned gen, const texel_format *f) {
    if (strcmp(r->data_name, "5_9_9_9") == 0) {
        check_shared_exponent(gen, f);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        uint32_t count = r->width[i] > 16 ? WIDE_TRIALS : r->width[i] ? 1u << r->width[i] : 0;
        for (uint32_t k = 0; k < count; k++)
            check_value(r, gen, f, i, r->width[i] > 16 ? random32() : k);
    }
    check_missing(r, gen, f);
    if (r->width[4])
        check_second_y(r, gen, f);
}

/* ---- which formats there are ------------------------------------------------------------ */

static bool is_listed[GENERATIONS][FORMAT_CODES][NUMBERS];

static void check_format(const row *r, unsigned gen) {
    texel_format f;
    bool there = texel_image_format(&f, &rules[gen], r->code, r->number);
    char name[128];
    snprintf(name, sizeof name, "%s %s %s", architectures[gen], r->data_name, r->number_name);
    is_listed[gen][r->code][r->number] = true;
    test_begin();
    check(there || !r->offered[gen], "%s is a format", name);
    check(!there || (f.uses & 31) == r->uses[gen], "%s is used for %u, not %u", name, f.uses & 31u,
          r->uses[gen]);
    check(!there ||
              8u * f.size / f.block_width / f.block_height == r->bits / r->block_width / r->block_height,
          "%s has %u bytes in %u x %u", name, f.size, f.block_width, f.block_height);
    if (there && !r->is_block && r->bits >= 8)
        check_values(r, gen, &f);
    test_end();
}

/* What the table does not list, as its origin leaves out depth, FMASK and one bit: all other codes
   are not there. */
static void test_others(void) {
    static const uint8_t more[][2] = {{20, UNORM}, {20, UINT},  {21, UNORM}, {21, UINT},
                                      {22, UINT},  {22, FLOAT}, {58, UNORM}};
    for (unsigned gen = 0; gen < GENERATIONS; gen++) {
        test_begin();
        for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
            is_listed[gen][more[i][0]][more[i][1]] = true;
        for (unsigned code = 0; code < FORMAT_CODES; code++)
            for (unsigned number = 0; number < NUMBERS; number++) {
                texel_format f;
                bool fmask =
                         gen < 3 ? code >= 44 && code <= 56 && number == UINT : code == 45 && number <= 12,
                     bit = gen < 3 && code == 60 && number % 2 == 0 && number <= USCALED;
                check(texel_image_format(&f, &rules[gen], code, number) <=
                          (is_listed[gen][code][number] || fmask || bit),
                      "%s: format %u, %u", architectures[gen], code, number);
            }
        test_end();
    }
}

/* ---- formats of their own --------------------------------------------------------------- */

static void decode(unsigned gen, unsigned code, unsigned number, uint64_t element, unsigned x,
                   uint32_t got[4]) {
    texel_format f;
    uint8_t bytes[16];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = i < 8 ? (uint8_t)(element >> 8 * i) : 0;
    check(texel_image_format(&f, &rules[gen], code, number), "format %u, %u of %s", code, number,
          architectures[gen]);
    texel_decode(&f, bytes, x, 0, got);
}

/* The number format says how many samples and fragments there are, in the order of vega10_enum.h;
   what elements drivers clear to (Mesa: sample i has fragment i, the others have an unknown one). */
static void test_fmask_of_gfx9(void) {
    static const struct {
        uint64_t clear;
        uint32_t x, y;
        uint8_t size;
    } formats[] = {{0x02, 0x10, 0, 1},
                   {0x0e, 0x1110, 0, 1},
                   {0xfe, 0x11111110, 0, 1},
                   {0x02, 0x10, 0, 1},
                   {0xa4, 0x2210, 0, 1},
                   {0xe4, 0x3210, 0, 1},
                   {0xfffe, 0x11111110, 0x11111111, 2},
                   {0xaaa4, 0x22222210, 0, 2},
                   {0xaaaaaaa4, 0x22222210, 0x22222222, 4},
                   {0x44443210, 0x44443210, 0, 4},
                   {0x76543210, 0x76543210, 0, 4},
                   {0x4444444444443210, 0x44443210, 0x44444444, 8},
                   {0x8888888876543210, 0x76543210, 0x88888888, 8}};
    for (unsigned number = 0; number < sizeof formats / sizeof *formats; number++) {
        uint32_t got[4];
        texel_format f;
        decode(3, 45, number, formats[number].clear, 0, got);
        check(texel_image_format(&f, &rules[3], 45, number) && f.size == formats[number].size &&
                  f.class_ == TEXEL_UINT && got[0] == formats[number].x && got[1] == formats[number].y,
              "FMASK of gfx9, number format %u: %x %x, %u bytes", number, got[0], got[1], f.size);
    }
}

/* From the notes on depth, FMASK and one bit that stand beside the table's origin, and its
   examples. */
static void test_special(void) {
    uint32_t got[4];
    test_begin();
    decode(0, 20, UNORM, 0x42ffffff, 0, got);
    check(got[0] == 0x3f800000 && got[1] == bits_of(0x42 / 255.0L), "8_24: %08x %08x", got[0], got[1]);
    decode(2, 21, UINT, 0x12345678, 0, got);
    check(got[0] == 0x78 && got[1] == 0x123456, "24_8: %x %x", got[0], got[1]);
    decode(3, 22, FLOAT, UINT64_C(0x00000042bf800000), 0, got);
    check(got[0] == 0xbf800000, "X24_8_32: %08x", got[0]);
    for (unsigned x = 0; x < 8; x++) {
        decode(0, 59, UNORM, 0x2d, x, got);
        check(got[0] == (0x2d >> x & 1 ? 0x3f800000u : 0), "one bit, texel %u: %08x", x, got[0]);
        decode(0, 60, UNORM, 0x2d, x, got);
        check(got[0] == (0x2d >> (7 - x) & 1 ? 0x3f800000u : 0), "one bit reversed, texel %u: %08x", x,
              got[0]);
    }
    decode(0, 48, UINT, 0xa4, 0, got);
    check(got[0] == 0x2210, "FMASK of 4 samples and 2 fragments: %x", got[0]);
    decode(0, 49, UINT, 0xe4, 0, got);
    check(got[0] == 0x3210, "FMASK of 4 samples and 4 fragments: %x", got[0]);
    decode(1, 54, UINT, 0x76543210, 0, got);
    check(got[0] == 0x76543210 && got[1] == 0, "FMASK of 8 samples and 8 fragments: %x", got[0]);
    decode(2, 55, UINT, UINT64_C(0x4444444444443210), 0, got);
    check(got[0] == 0x44443210 && got[1] == 0x44444444, "FMASK of 16 samples and 4 fragments: %x %x", got[0],
          got[1]);
    test_fmask_of_gfx9();
    decode(3, 6, FLOAT, 0x3c0, 0, got);
    check(got[0] == 0x3f800000, "10_11_11: 1.0");
    decode(3, 6, FLOAT, 0x7bf, 0, got);
    check(got[0] == bits_of(65024), "10_11_11: 65024");
    decode(3, 7, FLOAT, 0x1e0, 0, got);
    check(got[0] == 0x3f800000, "11_11_10: 1.0");
    decode(3, 34, FLOAT, 15u << 27 | 256, 0, got);
    check(got[0] == 0x3f000000, "5_9_9_9: 0.5");
    decode(3, 34, FLOAT, 16u << 27 | 256, 0, got);
    check(got[0] == 0x3f800000, "5_9_9_9: 1.0");
    decode(3, 10, SRGB, 188 << 8 | 10, 0, got);
    check(got[0] == bits_of(10 / 255.0L / 12.92L) &&
              fabs((double)0.50289f - (double)as_float(got[1])) < 0.00001,
          "sRGB: %08x %08x", got[0], got[1]);
    test_end();
}

void test_texels(const char *folder) {
    table t;
    row r;
    for (unsigned gen = 0; gen < GENERATIONS; gen++)
        texel_rules_init(&rules[gen], gisa_find(architectures[gen]));
    if (!table_open(&t, folder, "formats.txt"))
        return;
    while (table_next(&t)) {
        read_row(&r, &t);
        for (unsigned gen = 0; gen < GENERATIONS; gen++)
            check_format(&r, gen);
    }
    test_others();
    test_special();
}
