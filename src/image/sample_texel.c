/* SPDX-License-Identifier: MIT */
/* One texel of a sample: from memory or from the border, decoded and compared. */
#include "gen/gcn_facts.h"
#include "sample_parts.h"

enum { BORDER_ZEROS, BORDER_OPAQUE, BORDER_ONES, BORDER_PALETTE };
enum { COMPONENT_ONE = 0x3f800000 };

bool sample_is_integer(const sample_source *s) {
    return s->image->format.class_ != TEXEL_FLOAT;
}

/* ---- the border ----------------------------------------------------------------------------- */

/* Which component of the colour each one of the texel is, where the resource says so. */
static const uint8_t border_order[6][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {3, 2, 1, 0},
                                           {3, 0, 1, 2}, {2, 1, 0, 3}, {1, 0, 3, 2}};

static sample_texel palette_entry(const sample_source *s) {
    sample_texel t = {{0}};
    const uint64_t at = s->palette + 16 * (uint64_t)s->sampler->border_pointer;
    if (!s->read(s->memory, at, sizeof t.c, t.c))
        t = (sample_texel){{0}};
    return t;
}

static sample_texel border(const sample_source *s) {
    const uint32_t one = sample_is_integer(s) ? 1 : COMPONENT_ONE;
    const uint8_t *order = border_order[s->image->bc_swizzle < 6 ? s->image->bc_swizzle : 0];
    sample_texel colour, t;
    switch (s->sampler->border_type) {
    case BORDER_ZEROS: return (sample_texel){{0}};
    case BORDER_OPAQUE: colour = (sample_texel){{0, 0, 0, one}}; break;
    case BORDER_ONES: return (sample_texel){{one, one, one, one}};
    default: colour = palette_entry(s);
    }
    for (unsigned i = 0; i < 4; i++)
        t.c[i] = colour.c[order[i]];
    return t;
}

/* ---- memory --------------------------------------------------------------------------------- */

static sample_texel load(const sample_source *s, unsigned level, uint32_t x, uint32_t y, uint32_t z) {
    texel_format f = s->image->format;
    uint8_t element[TEXEL_LARGEST] = {0};
    sample_texel t = {{0}};
    if (s->sampler->skip_degamma && f.number == GCN_IMAGE_NUMBER_SRGB)
        f.number = GCN_IMAGE_NUMBER_UNORM;
    if (s->read(s->memory, image_place(s->image, level, x, y, z, 0), f.size, element))
        texel_decode(&f, element, x % f.block_width, y % f.block_height, t.c);
    return t;
}

/* ---- comparison ----------------------------------------------------------------------------- */

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

static bool passes(unsigned function, float reference, float d) {
    unsigned is = reference < d ? LESS : reference > d ? GREATER : EQUAL;
    if (reference != reference || d != d)
        return function == (LESS | GREATER) || function == (LESS | EQUAL | GREATER);
    return function & is;
}

static sample_texel compared(const sample_source *s, const sample_point *p, sample_texel t) {
    float reference = p->reference;
    const bool limits =
        sample_option(s, SAMPLE_REFERENCE_CLAMP) == 0 && s->image->format.number == GCN_IMAGE_NUMBER_UNORM;
    if (limits)
        reference = reference > 1 ? 1 : reference >= 0 ? reference : reference < 0 ? 0 : reference;
    t.c[0] = passes(s->sampler->compare, reference, number_float(t.c[0])) ? COMPONENT_ONE : 0;
    return t;
}

sample_texel sample_fetch(const sample_source *s, const sample_point *p, unsigned level, int32_t x, int32_t y,
                          int32_t z) {
    const bool outside = x == SAMPLE_BORDER || y == SAMPLE_BORDER || z == SAMPLE_BORDER;
    sample_texel t = outside ? border(s) : load(s, level, (uint32_t)x, (uint32_t)y, (uint32_t)z);
    return p->compares ? compared(s, p, t) : t;
}
