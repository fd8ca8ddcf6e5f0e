/* SPDX-License-Identifier: MIT */
/* The formats of HSA's images: which channel type goes with which channel order, as AMD's runtime
 * has them (ROCr, image_lut_kv.cpp), in the names of isa/gcn/image.isa. */
#include <stdio.h>
#include <string.h>

#include "images.h"

/* ---- types of channels ----------------------------------------------------------------------- */

typedef enum type_kind { FRACTION, INTEGER, REAL, PACKED } type_kind;

static const struct channel_type {
    uint8_t bits; /* of a channel; PACKED: of all */
    type_kind kind;
    const char *number, *packed; /* in IMAGE_NUMBER; PACKED: in IMAGE_FORMAT */
} types[] = {
    [HSA_EXT_IMAGE_CHANNEL_TYPE_SNORM_INT8] = {8, FRACTION, "snorm", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_SNORM_INT16] = {16, FRACTION, "snorm", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8] = {8, FRACTION, "unorm", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT16] = {16, FRACTION, "unorm", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT24] = {0, FRACTION, NULL, NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555] = {16, PACKED, "unorm", "1_5_5_5"},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565] = {16, PACKED, "unorm", "5_6_5"},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_SHORT_101010] = {32, PACKED, "unorm", "2_10_10_10"},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT8] = {8, INTEGER, "sint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT16] = {16, INTEGER, "sint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT32] = {32, INTEGER, "sint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8] = {8, INTEGER, "uint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16] = {16, INTEGER, "uint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32] = {32, INTEGER, "uint", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_HALF_FLOAT] = {16, REAL, "float", NULL},
    [HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT] = {32, REAL, "float", NULL},
};

/* ---- orders ---------------------------------------------------------------------------------- */

/* Which types an order has. */
typedef enum order_types {
    NO_TYPE,
    PLAIN,  /* all but packed ones */
    BYTES,  /* those of 8 bits */
    SHADES, /* fractions and floats */
    COLOUR, /* packed ones */
    SRGB,   /* unorm of 8 bits */
    DEPTH   /* unorm of 16 bits, and float */
} order_types;

static const struct channel_order {
    order_types types;
    uint8_t channels;
    const char *select;
} orders[] = {
    [HSA_EXT_IMAGE_CHANNEL_ORDER_A] = {PLAIN, 1, "000x"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_R] = {PLAIN, 1, "x001"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_RG] = {PLAIN, 2, "xy01"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_RA] = {PLAIN, 2, "x00y"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_RGB] = {COLOUR, 1, "zyx1"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA] = {PLAIN, 4, "xyzw"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_BGRA] = {BYTES, 4, "zyxw"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_ARGB] = {BYTES, 4, "yzwx"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_SRGBA] = {SRGB, 4, "xyzw"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_INTENSITY] = {SHADES, 1, "xxxx"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_LUMINANCE] = {SHADES, 1, "xxx1"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_DEPTH] = {DEPTH, 1, "x000"},
    [HSA_EXT_IMAGE_CHANNEL_ORDER_DEPTH_STENCIL] = {NO_TYPE, 0, NULL},
};

static bool goes_with(order_types which, const struct channel_type *t) {
    const bool is_unorm = t->number && strcmp(t->number, "unorm") == 0;
    if (!t->bits)
        return false;
    switch (which) {
    case PLAIN: return t->kind != PACKED;
    case BYTES: return t->kind != PACKED && t->bits == 8;
    case SHADES: return t->kind == FRACTION || t->kind == REAL;
    case COLOUR: return t->kind == PACKED;
    case SRGB: return t->kind == FRACTION && t->bits == 8 && is_unorm;
    case DEPTH:
        return (is_unorm && t->bits == 16 && t->kind == FRACTION) || (t->kind == REAL && t->bits == 32);
    default: return false;
    }
}

/* Depth is the format of images of depth, and of no others. Buffers have neither sRGB nor the
   packed formats of 16 bits. */
static bool fits_geometry(hsa_ext_image_geometry_t geometry, order_types which,
                          const struct channel_type *t) {
    if (geometry == HSA_EXT_IMAGE_GEOMETRY_1DB)
        return which != DEPTH && which != SRGB && !(t->kind == PACKED && t->bits == 16);
    return (which == DEPTH) ==
           (geometry == HSA_EXT_IMAGE_GEOMETRY_2DDEPTH || geometry == HSA_EXT_IMAGE_GEOMETRY_2DADEPTH);
}

/* ---- both ------------------------------------------------------------------------------------ */

/* "8_8_8_8" */
static void name_layout(image_format *f, const struct channel_type *t, unsigned channels) {
    size_t used = 0;
    if (t->kind == PACKED)
        snprintf(f->data, sizeof f->data, "%s", t->packed);
    for (unsigned i = 0; t->kind != PACKED && i < channels; i++)
        used += (size_t)snprintf(f->data + used, sizeof f->data - used, "%s%u", i ? "_" : "", t->bits);
}

bool image_format_find(image_format *f, hsa_ext_image_geometry_t geometry,
                       const hsa_ext_image_format_t *format) {
    if (format->channel_type >= sizeof types / sizeof *types ||
        format->channel_order >= sizeof orders / sizeof *orders ||
        (unsigned)geometry > HSA_EXT_IMAGE_GEOMETRY_2DADEPTH)
        return false;
    const struct channel_type *t = &types[format->channel_type];
    const struct channel_order *o = &orders[format->channel_order];
    if (!goes_with(o->types, t) || !fits_geometry(geometry, o->types, t))
        return false;
    *f = (image_format){.number = o->types == SRGB ? "srgb" : t->number,
                        .select = o->select,
                        .size = o->channels * t->bits / 8u,
                        .capability = HSA_EXT_IMAGE_CAPABILITY_READ_ONLY};
    if (o->types != SRGB)
        f->capability |= HSA_EXT_IMAGE_CAPABILITY_WRITE_ONLY;
    if (o->types != SRGB && o->types != DEPTH)
        f->capability |= HSA_EXT_IMAGE_CAPABILITY_READ_WRITE;
    name_layout(f, t, o->channels);
    return true;
}
