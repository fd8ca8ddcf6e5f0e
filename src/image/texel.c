/* SPDX-License-Identifier: MIT */
/* Formats of buffers and images: what the bits of a component mean. */
#include "texel.h"

#include <stdlib.h>
#include <string.h>

#include "core/names.h"
#include "gen/gcn_facts.h"

typedef enum number_format {
    NUMBER_NONE,
    NUMBER_UNORM,
    NUMBER_SNORM,
    NUMBER_USCALED,
    NUMBER_SSCALED,
    NUMBER_UINT,
    NUMBER_SINT,
    NUMBER_SNORM_OGL,
    NUMBER_FLOAT,
    NUMBER_COUNT
} number_format;

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

/* The f32 that is next to x / divisor; x and divisor below 2^34. */
static uint32_t ratio(int64_t x, uint64_t divisor) {
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

static int64_t sign_extend(uint32_t x, unsigned width) {
    uint32_t sign = UINT32_C(1) << (width - 1);
    return (int64_t)(x ^ sign) - (int64_t)sign;
}

static int64_t clamp(int64_t x, int64_t least, int64_t most) {
    return x < least ? least : x > most ? most : x;
}

/* ---- a component from memory ------------------------------------------------------------ */

static uint32_t load_one(unsigned number, unsigned width, uint32_t bits) {
    int64_t x = sign_extend(bits, width);
    switch (number) {
    case NUMBER_UNORM: return ratio(bits, ones(width));
    case NUMBER_SNORM: return ratio(x < -(int64_t)ones(width - 1) ? x + 1 : x, ones(width - 1));
    case NUMBER_USCALED: return ratio(bits, 1);
    case NUMBER_SSCALED: return ratio(x, 1);
    case NUMBER_UINT: return bits;
    case NUMBER_SINT: return (uint32_t)x;
    case NUMBER_SNORM_OGL: return ratio(2 * x + 1, ones(width));
    case NUMBER_FLOAT: return convert(shape_of(width), &single, bits);
    default: return 0;
    }
}

static uint32_t one(const texel_format *f) {
    return f->class_ == TEXEL_FLOAT ? 0x3f800000 : 1;
}

static unsigned as_unsigned(unsigned number) {
    return number == NUMBER_SNORM ? NUMBER_UNORM : number == NUMBER_SSCALED ? NUMBER_USCALED : NUMBER_UINT;
}

/* How component i is loaded. */
static unsigned number_of(const texel_format *f, unsigned i) {
    bool is_signed = f->number == NUMBER_SNORM || f->number == NUMBER_SSCALED || f->number == NUMBER_SINT;
    return f->w2_unsigned && is_signed && i == 3 && f->width[3] == 2 ? as_unsigned(f->number) : f->number;
}

/* Bits of an element, whose bytes begin with the lowest ones; at most 32. */
static uint32_t bits_at(const uint8_t *bytes, unsigned shift, unsigned width) {
    uint64_t bits = 0;
    for (unsigned i = shift / 8; 8 * i < shift + width; i++)
        bits |= (uint64_t)bytes[i] << 8 * (i - shift / 8);
    return (uint32_t)(bits >> shift % 8) & ones(width);
}

static void decode_plain(const texel_format *f, const uint8_t *bytes, uint32_t components[4]) {
    for (unsigned i = 0; i < f->count; i++)
        components[i] = load_one(number_of(f, i), f->width[i], bits_at(bytes, f->shift[i], f->width[i]));
}

void texel_decode(const texel_format *f, const void *element, unsigned x, unsigned y,
                  uint32_t components[4]) {
    (void)x, (void)y;
    memset(components, 0, 4 * sizeof *components);
    if (!f->size)
        return;
    components[3] = one(f);
    decode_plain(f, element, components);
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
static uint32_t store_one(unsigned number, unsigned width, bool clamps, uint32_t value) {
    parts x = take_apart(&single, value);
    int64_t most = ones(width - 1), high = ones(width);
    switch (number) {
    case NUMBER_UNORM: return x.negative ? 0 : (uint32_t)scaled(x, ones(width), false, high);
    case NUMBER_SNORM: return (uint32_t)negate_if(x.negative, scaled(x, ones(width - 1), false, most));
    case NUMBER_USCALED: return x.negative ? 0 : (uint32_t)scaled(x, 1, true, high);
    case NUMBER_SSCALED: return (uint32_t)negate_if(x.negative, scaled(x, 1, true, most + x.negative));
    case NUMBER_UINT: return clamps ? (uint32_t)clamp(value, 0, high) : value;
    case NUMBER_SINT: return clamps ? (uint32_t)clamp((int32_t)value, -most - 1, most) : value;
    case NUMBER_SNORM_OGL: return (uint32_t)from_ogl(x, ones(width));
    case NUMBER_FLOAT: return convert(&single, shape_of(width), value);
    default: return 0;
    }
}

static void put_bits(uint8_t *bytes, unsigned shift, unsigned width, uint32_t bits) {
    uint64_t all = (uint64_t)(bits & ones(width)) << shift % 8;
    for (unsigned i = shift / 8; 8 * i < shift + width; i++, all >>= 8)
        bytes[i] |= (uint8_t)all;
}

void texel_encode(const texel_format *f, const uint32_t components[4], void *element) {
    memset(element, 0, f->size);
    for (unsigned i = 0; i < f->count; i++)
        put_bits(element, f->shift[i], f->width[i],
                 store_one(f->number, f->width[i], f->clamps_integers, components[i]));
}

/* ---- which component goes where --------------------------------------------------------- */

/* What the resource says of each result; 2 and 3 are reserved (choice: 0). */
enum { SELECT_ZERO, SELECT_ONE, SELECT_X = 4 };

void texel_select(const texel_format *f, const uint8_t select[4], const uint32_t xyzw[4],
                  uint32_t result[4]) {
    for (unsigned i = 0; i < 4; i++)
        if (select[i] >= SELECT_X)
            result[i] = xyzw[select[i] - SELECT_X];
        else
            result[i] = f->size && select[i] == SELECT_ONE ? one(f) : 0;
}

/* Choice: where two results are the same component, the first one is stored. */
void texel_unselect(const uint8_t select[4], const uint32_t value[4], uint32_t xyzw[4]) {
    memset(xyzw, 0, 4 * sizeof *xyzw);
    for (unsigned i = 4; i-- > 0;)
        if (select[i] >= SELECT_X)
            xyzw[select[i] - SELECT_X] = value[i];
}

/* ---- 16 bits ---------------------------------------------------------------------------- */

uint16_t texel_to_d16(const texel_format *f, uint32_t component) {
    return (uint16_t)(f->class_ != TEXEL_FLOAT ? component : convert(&single, shape_of(16), component));
}

uint32_t texel_from_d16(const texel_format *f, uint16_t component) {
    switch (f->number) {
    case NUMBER_UINT: return component;
    case NUMBER_SINT: return (uint32_t)sign_extend(component, 16);
    default: return convert(shape_of(16), &single, component);
    }
}

/* ---- unconverted ------------------------------------------------------------------------ */

void texel_unpack(const texel_format *f, const void *element, bool with_sign, uint32_t components[4]) {
    memset(components, 0, 4 * sizeof *components);
    for (unsigned i = 0; i < f->count; i++) {
        uint32_t bits = bits_at(element, f->shift[i], f->width[i]);
        components[i] = with_sign ? (uint32_t)sign_extend(bits, f->width[i]) : bits;
    }
}

void texel_pack(const texel_format *f, const uint32_t components[4], void *element) {
    memset(element, 0, f->size);
    for (unsigned i = 0; i < f->count; i++)
        put_bits(element, f->shift[i], f->width[i], components[i]);
}

/* ---- what the spec says ----------------------------------------------------------------- */

/* The widths from a name: "2_10_10_10" lists them from the highest bits on, and x has the lowest.
 * What is not named so ("invalid") has none. */
static void set_layout(texel_format *f, const char *name) {
    const char *end = name + strspn(name, "0123456789_");
    unsigned bits = 0;
    if (*end)
        return;
    while (end > name && f->count < 4) {
        const char *begin = end;
        while (begin > name && begin[-1] != '_')
            begin--;
        f->width[f->count] = (uint8_t)atoi(begin);
        f->shift[f->count++] = (uint8_t)bits;
        bits += (unsigned)atoi(begin);
        end = begin > name ? begin - 1 : name;
    }
    f->size = (uint8_t)(bits / 8);
}

static unsigned number_named(const char *name) {
    static const char *const names[NUMBER_COUNT] = {
        [NUMBER_UNORM] = "unorm",         [NUMBER_SNORM] = "snorm", [NUMBER_USCALED] = "uscaled",
        [NUMBER_SSCALED] = "sscaled",     [NUMBER_UINT] = "uint",   [NUMBER_SINT] = "sint",
        [NUMBER_SNORM_OGL] = "snorm_ogl", [NUMBER_FLOAT] = "float"};
    for (unsigned i = NUMBER_UNORM; i < NUMBER_COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return NUMBER_NONE;
}

/* The short name of a value in a table of the spec. */
static const char *name_of(const gisa_isa *isa, const char *table, unsigned value) {
    const name_table *t = names_table(isa, table);
    for (unsigned i = 0; t && i < t->count; i++)
        if (isa->entries[t->first + i].value == value)
            return &isa->strings[isa->entries[t->first + i].clrx];
    return "";
}

/* Choice: a format with floats of a size that there are none of is no format. */
static bool is_format(const texel_format *f) {
    for (unsigned i = 0; i < f->count; i++)
        if (f->number == NUMBER_FLOAT && !shape_of(f->width[i]))
            return false;
    return f->size && f->number != NUMBER_NONE;
}

void buffer_formats_init(buffer_formats *table, const gisa_isa *isa) {
    memset(table, 0, sizeof *table);
    for (unsigned data = 0; data < 16; data++)
        for (unsigned number = 0; number < 8; number++) {
            texel_format *f = &table->of[data][number];
            f->block_width = f->block_height = 1;
            set_layout(f, name_of(isa, "DFMT", data));
            f->number = (uint8_t)number_named(name_of(isa, "NFMT", number));
            f->w2_unsigned = gisa_fact(isa, "format_w2_unsigned", 0);
            f->clamps_integers = gisa_fact(isa, "format_clamps_integers", 0);
            f->class_ = f->number == NUMBER_UINT   ? TEXEL_UINT
                        : f->number == NUMBER_SINT ? TEXEL_SINT
                                                   : TEXEL_FLOAT;
            if (!is_format(f))
                *f = (texel_format){0};
        }
}
