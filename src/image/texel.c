/* SPDX-License-Identifier: MIT */
/* Formats of buffers and images: from an element to the components of its texels, and back. */
#include "texel.h"

#include <string.h>

#include "block.h"
#include "component.h"
#include "core/names.h"
#include "gen/gcn_facts.h"

static uint32_t ones(unsigned width) {
    return (uint32_t)((UINT64_C(1) << width) - 1);
}

static uint32_t one(const texel_format *f) {
    return f->class_ == TEXEL_FLOAT ? 0x3f800000 : 1;
}

/* ---- bits ------------------------------------------------------------------------------- */

/* Bits of an element, whose bytes begin with the lowest ones; at most 32. */
static uint32_t bits_at(const uint8_t *bytes, unsigned shift, unsigned width) {
    uint64_t bits = 0;
    for (unsigned i = shift / 8; 8 * i < shift + width; i++)
        bits |= (uint64_t)bytes[i] << 8 * (i - shift / 8);
    return (uint32_t)(bits >> shift % 8) & ones(width);
}

static void put_bits(uint8_t *bytes, unsigned shift, unsigned width, uint32_t bits) {
    uint64_t all = (uint64_t)(bits & ones(width)) << shift % 8;
    for (unsigned i = shift / 8; 8 * i < shift + width; i++, all >>= 8)
        bytes[i] |= (uint8_t)all;
}

static uint32_t field_at(const texel_format *f, const uint8_t *bytes, unsigned i) {
    return bits_at(bytes, f->shift[i], f->width[i]);
}

/* ---- from memory ------------------------------------------------------------------------ */

static unsigned as_unsigned(unsigned number) {
    switch (number) {
    case GCN_IMAGE_NUMBER_SNORM: return GCN_IMAGE_NUMBER_UNORM;
    case GCN_IMAGE_NUMBER_SSCALED: return GCN_IMAGE_NUMBER_USCALED;
    case GCN_IMAGE_NUMBER_SINT: return GCN_IMAGE_NUMBER_UINT;
    default: return number;
    }
}

/* The number format of component i: w is never sRGB. */
static unsigned number_of(const texel_format *f, unsigned i) {
    if (f->number == GCN_IMAGE_NUMBER_SRGB)
        return GCN_IMAGE_NUMBER_UNORM;
    return f->w2_unsigned && i == 3 && f->width[3] == 2 ? as_unsigned(f->number) : f->number;
}

/* Component i from its bits. */
static uint32_t load_one(const texel_format *f, unsigned i, uint32_t bits) {
    if (f->number == GCN_IMAGE_NUMBER_SRGB && i < 3)
        return component_degamma_ratio(bits, ones(f->width[i]));
    return component_load(number_of(f, i), f->width[i], bits);
}

static void decode_plain(const texel_format *f, const uint8_t *bytes, uint32_t components[4]) {
    for (unsigned i = 0; i < f->count; i++)
        components[i] = load_one(f, i, field_at(f, bytes, i));
}

/* The exponent counts from -15, and mantissas have no leading one. */
static void decode_exponent(const texel_format *f, const uint8_t *bytes, uint32_t components[4]) {
    int exponent = (int)field_at(f, bytes, 3) - 15 - f->width[0];
    for (unsigned i = 0; i < 3; i++)
        components[i] = component_power(field_at(f, bytes, i), exponent);
}

static void decode_pair(const texel_format *f, const uint8_t *bytes, unsigned x, uint32_t components[4]) {
    components[0] = load_one(f, 0, field_at(f, bytes, 0));
    components[1] = load_one(f, 1, field_at(f, bytes, x ? 3 : 1));
    components[2] = load_one(f, 2, field_at(f, bytes, 2));
}

/* Fragments of eight samples in each component, 4 bits each. */
static void decode_fmask(const texel_format *f, const uint8_t *bytes, uint32_t components[4]) {
    for (unsigned sample = 0; sample < f->width[3] / f->width[0]; sample++)
        components[sample / 8] |= bits_at(bytes, sample * f->width[0], f->width[0]) << 4 * (sample % 8);
}

void texel_decode(const texel_format *f, const void *element, unsigned x, unsigned y,
                  uint32_t components[4]) {
    memset(components, 0, 4 * sizeof *components);
    if (!f->size)
        return;
    components[3] = one(f);
    switch (f->coding) {
    case CODING_PLAIN: decode_plain(f, element, components); break;
    case CODING_EXPONENT: decode_exponent(f, element, components); break;
    case CODING_PAIR: decode_pair(f, element, x, components); break;
    case CODING_BITS: components[0] = load_one(f, 0, bits_at(element, x, 1)); break;
    case CODING_BITS_REVERSED: components[0] = load_one(f, 0, bits_at(element, 7 - x, 1)); break;
    case CODING_FMASK: decode_fmask(f, element, components); break;
    default: block_decode(f, element, x, y, components);
    }
}

/* ---- to memory -------------------------------------------------------------------------- */

bool texel_encode(const texel_format *f, const uint32_t components[4], void *element) {
    memset(element, 0, f->size);
    if (f->coding != CODING_PLAIN || f->number == GCN_IMAGE_NUMBER_SRGB)
        return false;
    for (unsigned i = 0; i < f->count; i++)
        put_bits(element, f->shift[i], f->width[i],
                 component_store(f->number, f->width[i], f->clamps_integers, components[i]));
    return true;
}

/* ---- unconverted ------------------------------------------------------------------------ */

void texel_unpack(const texel_format *f, const void *element, bool with_sign, uint32_t components[4]) {
    memset(components, 0, 4 * sizeof *components);
    for (unsigned i = 0; i < f->count; i++) {
        uint32_t bits = field_at(f, element, i);
        components[i] = with_sign ? (uint32_t)component_sign_extend(bits, f->width[i]) : bits;
    }
}

void texel_pack(const texel_format *f, const uint32_t components[4], void *element) {
    memset(element, 0, f->size);
    for (unsigned i = 0; i < f->count; i++)
        put_bits(element, f->shift[i], f->width[i], components[i]);
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

unsigned texel_unchanged(const texel_format *f, const uint8_t select[4]) {
    const bool plain =
        f->coding == CODING_PLAIN && (f->class_ != TEXEL_FLOAT || f->number == GCN_IMAGE_NUMBER_FLOAT);
    unsigned i = 0;
    while (plain && i < f->count && f->width[i] == 32 && f->shift[i] == 32 * i && select[i] == SELECT_X + i)
        i++;
    return 4 * i;
}

/* ---- 16 bits ---------------------------------------------------------------------------- */

uint16_t texel_to_d16(const texel_format *f, uint32_t component) {
    return (uint16_t)(f->class_ != TEXEL_FLOAT
                          ? component
                          : component_store(GCN_IMAGE_NUMBER_FLOAT, 16, false, component));
}

uint32_t texel_from_d16(const texel_format *f, uint16_t component) {
    switch (f->class_) {
    case TEXEL_UINT: return component;
    case TEXEL_SINT: return (uint32_t)component_sign_extend(component, 16);
    default: return component_load(GCN_IMAGE_NUMBER_FLOAT, 16, component);
    }
}

/* ---- what the spec says ----------------------------------------------------------------- */

static uint8_t class_of(unsigned number, unsigned coding) {
    if (coding == CODING_BC6 || coding == CODING_EXPONENT)
        return TEXEL_FLOAT;
    return number == GCN_IMAGE_NUMBER_UINT   ? TEXEL_UINT
           : number == GCN_IMAGE_NUMBER_SINT ? TEXEL_SINT
                                             : TEXEL_FLOAT;
}

/* Pairs have a fourth field that is not a component. */
static uint8_t count_of(const texel_format *f) {
    uint8_t count = 0;
    while (count < 4 && f->width[count])
        count++;
    return f->coding == CODING_PAIR || f->coding == CODING_EXPONENT ? 3 : count;
}

void texel_rules_init(texel_rules *rules, const gisa_isa *isa) {
    *rules = (texel_rules){.isa = isa,
                           .w2_unsigned = gisa_fact(isa, "format_w2_unsigned", 0),
                           .clamps_integers = gisa_fact(isa, "format_clamps_integers", 0)};
    for (unsigned code = 0; code < TEXEL_CODES; code++)
        rules->layout[code] = names_numbers(isa, GCN_TABLE_IMAGE_FORMAT, code);
    for (unsigned number = 0; number < NUMBER_FORMATS; number++)
        rules->fmask[number] = names_numbers(isa, GCN_TABLE_FMASK_FORMAT, number);
}

static void read_layout(texel_format *f, const texel_rules *rules, const int64_t *row, unsigned number) {
    f->size = (uint8_t)((row[ELEMENT_BITS] + 7) / 8);
    f->block_width = (uint8_t)row[ELEMENT_WIDTH];
    f->block_height = (uint8_t)row[ELEMENT_HEIGHT];
    f->coding = (uint8_t)row[ELEMENT_CODING];
    f->number = (uint8_t)number;
    f->class_ = class_of(number, f->coding);
    f->uses = (uint8_t)row[ELEMENT_USES + number];
    for (unsigned i = 0; i < 4; i++) {
        f->shift[i] = (uint8_t)row[ELEMENT_FIELDS + i];
        f->width[i] = (uint8_t)(row[ELEMENT_FIELDS + i] >> 8);
    }
    f->count = count_of(f);
    f->isa = rules->isa;
    f->w2_unsigned = rules->w2_unsigned;
    f->clamps_integers = rules->clamps_integers;
}

bool texel_image_format(texel_format *f, const texel_rules *rules, unsigned data, unsigned number) {
    const int64_t *row = data < TEXEL_CODES ? rules->layout[data] : NULL;
    *f = (texel_format){.size = 0};
    if (row && row[ELEMENT_CODING] == CODING_FMASK && !row[ELEMENT_BITS] && number < NUMBER_FORMATS) {
        if (rules->fmask[number])
            read_layout(f, rules, rules->fmask[number], GCN_IMAGE_NUMBER_UINT);
        return f->size;
    }
    if (!row || number >= NUMBER_FORMATS || !(row[ELEMENT_USES + number] & USE_EXISTS))
        return false;
    read_layout(f, rules, row, number);
    return f->coding != CODING_UNSUPPORTED;
}

/* Choice: a format with floats of a size that there are none of is no format. */
static bool is_buffer_format(const texel_format *f) {
    for (unsigned i = 0; i < f->count; i++)
        if (f->number == GCN_IMAGE_NUMBER_FLOAT && !component_is_float(f->width[i]))
            return false;
    return f->size && f->coding == CODING_PLAIN;
}

void buffer_formats_init(buffer_formats *table, const gisa_isa *isa) {
    const name_table *numbers = names_table(isa, "IMAGE_NUMBER");
    texel_rules rules;
    texel_rules_init(&rules, isa);
    memset(table, 0, sizeof *table);
    for (unsigned data = 0; data < 16; data++)
        for (unsigned number = 0; number < 8; number++) {
            texel_format *f = &table->of[data][number];
            const int64_t *row = rules.layout[data];
            if (row && names_has(isa, numbers, number))
                read_layout(f, &rules, row, number);
            if (!is_buffer_format(f))
                *f = (texel_format){.size = 0};
        }
}
