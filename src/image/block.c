/* SPDX-License-Identifier: MIT */
/* Decodes blocks of 4 x 4 texels, one texel at a time: BC1 to BC5, whose values are fractions of
 * their endpoints, here exact and rounded once. (D3D allows hardware an error there; what GCN
 * rounds is not published.) BC6 and BC7 are in block_modes.c. */
#include "block.h"

#include "block_modes.h"
#include "component.h"
#include "gen/gcn_facts.h"

enum { TEXELS_IN_ROW = 4 };

static uint64_t little_endian(const uint8_t *bytes, unsigned count) {
    uint64_t value = 0;
    for (unsigned i = count; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static void set_colour(const texel_format *f, unsigned i, uint32_t x, uint32_t divisor,
                       uint32_t components[4]) {
    components[i] = f->number == GCN_IMAGE_NUMBER_SRGB ? component_degamma_ratio(x, divisor)
                                                       : component_ratio(x, divisor);
}

/* Two colours of 5, 6 and 5 bits, and two bits for each texel. Where the first colour is not
   greater and `transparent`, there are three colours and one without alpha. */
static void decode_colours(const texel_format *f, const uint8_t *block, unsigned texel, bool transparent,
                           uint32_t components[4]) {
    static const struct channel { uint8_t shift, width; } channels[3] = {{11, 5}, {5, 6}, {0, 5}};
    static const uint8_t thirds[4] = {0, 3, 1, 2}; /* weight of the second colour */
    uint32_t first = (uint32_t)little_endian(block, 2), second = (uint32_t)little_endian(block + 2, 2);
    unsigned index = (unsigned)(little_endian(block + 4, 4) >> 2 * texel & 3);
    bool three = transparent && first <= second;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t most = (1u << channels[i].width) - 1;
        uint32_t a = first >> channels[i].shift & most, b = second >> channels[i].shift & most;
        if (three)
            set_colour(f, i,
                       index == 0   ? 2 * a
                       : index == 1 ? 2 * b
                       : index == 2 ? a + b
                                    : 0,
                       2 * most, components);
        else
            set_colour(f, i, (3u - thirds[index]) * a + thirds[index] * b, 3 * most, components);
    }
    components[3] = component_ratio(!(three && index == 3), 1);
}

/* Two values, and three bits for each texel: six values between them, or four and the extremes. */
static uint32_t decode_values(const texel_format *f, const uint8_t *block, unsigned texel) {
    bool has_sign = f->number == GCN_IMAGE_NUMBER_SNORM;
    int most = has_sign ? 127 : 255, least = has_sign ? -127 : 0;
    int a = has_sign ? (int8_t)block[0] : block[0], b = has_sign ? (int8_t)block[1] : block[1];
    int index = (int)(little_endian(block + 2, 6) >> 3 * texel & 7);
    int steps = a > b ? 7 : 5, step = index == 0 ? 0 : index == 1 ? steps : index - 1;
    a = a < least ? least : a;
    b = b < least ? least : b;
    if (steps == 5 && index >= 6)
        return component_ratio(index == 6 ? least : most, (uint64_t)most);
    return component_ratio((steps - step) * a + step * b, (uint64_t)(steps * most));
}

static void decode_alpha(const uint8_t *block, unsigned texel, uint32_t components[4]) {
    components[3] = component_ratio((int64_t)(little_endian(block, 8) >> 4 * texel & 15), 15);
}

/* Alpha is never sRGB. */
static uint32_t alpha_values(const texel_format *f, const uint8_t *block, unsigned texel) {
    texel_format plain = *f;
    plain.number = GCN_IMAGE_NUMBER_UNORM;
    return decode_values(&plain, block, texel);
}

/* The integers of BC7 are fractions of 255. */
static void decode_bc7(const texel_format *f, const uint8_t *block, unsigned texel, uint32_t components[4]) {
    uint8_t rgba[4];
    block_bc7(f->isa, block, texel, rgba);
    for (unsigned i = 0; i < 3; i++)
        set_colour(f, i, rgba[i], 255, components);
    components[3] = component_ratio(rgba[3], 255);
}

static void decode_bc6(const texel_format *f, const uint8_t *block, unsigned texel, uint32_t components[4]) {
    uint16_t rgb[3];
    block_bc6(f->isa, block, texel, f->number == GCN_IMAGE_NUMBER_SNORM, rgb);
    for (unsigned i = 0; i < 3; i++)
        components[i] = component_load(GCN_IMAGE_NUMBER_FLOAT, 16, rgb[i]);
}

void block_decode(const texel_format *f, const uint8_t *block, unsigned x, unsigned y,
                  uint32_t components[4]) {
    unsigned texel = TEXELS_IN_ROW * y + x;
    switch (f->coding) {
    case CODING_BC1: decode_colours(f, block, texel, true, components); break;
    case CODING_BC2:
        decode_colours(f, block + 8, texel, false, components);
        decode_alpha(block, texel, components);
        break;
    case CODING_BC3:
        decode_colours(f, block + 8, texel, false, components);
        components[3] = alpha_values(f, block, texel);
        break;
    case CODING_BC4: components[0] = decode_values(f, block, texel); break;
    case CODING_BC5:
        components[0] = decode_values(f, block, texel);
        components[1] = decode_values(f, block + 8, texel);
        break;
    case CODING_BC6: decode_bc6(f, block, texel, components); break;
    case CODING_BC7: decode_bc7(f, block, texel, components); break;
    default: break;
    }
}
