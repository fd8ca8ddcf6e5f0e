/* SPDX-License-Identifier: MIT */
/* Images: what the eight dwords of a resource (T#) and the four of a sampler (S#) say, and where a
 * texel is. Nothing here touches memory. What differs between generations and chips is in
 * isa/gcn/image.isa. */
#ifndef GISA_IMAGE_IMAGE_H
#define GISA_IMAGE_IMAGE_H

#include "layout.h"
#include "texel.h"

typedef enum image_status {
    IMAGE_OK,
    IMAGE_NULL,       /* all zeros: reads give 0, writes are dropped */
    IMAGE_COMPRESSED, /* its metadata say how to read it, and gisa does not decode them */
    IMAGE_RESERVED,   /* a field has a value that nothing public defines */
    IMAGE_FORMAT,     /* there is no such format, or gisa does not support it */
    IMAGE_TILING,     /* there is no such layout, or none of this format or kind of image */
    IMAGE_STATUS_COUNT
} image_status;

/* A sentence for users, about "the image". */
const char *image_status_text(image_status status);

/* As seen through the bit DA of the instruction. */
typedef enum image_kind {
    IMAGE_1D,
    IMAGE_2D,
    IMAGE_3D,
    IMAGE_CUBE,
    IMAGE_1D_ARRAY,
    IMAGE_2D_ARRAY,
    IMAGE_2D_MSAA,
    IMAGE_2D_MSAA_ARRAY
} image_kind;

typedef struct image {
    image_kind kind;
    uint8_t type; /* IMAGE_TYPE */
    bool is_3d;
    uint64_t base;                 /* byte address */
    uint32_t width, height, depth; /* of level 0 of the resource (before BASE_LEVEL), texels */
    uint32_t first_slice, slices;  /* those that the view has; faces of cubes count */
    uint8_t first_level, levels;   /* those that the view has */
    uint8_t log2_samples;
    uint8_t select[4];  /* DST_SEL */
    uint8_t bc_swizzle; /* of border colours */
    float min_lod, min_lod_warn;
    texel_format format;
    image_layout layout;
} image;

typedef struct sampler {
    uint8_t clamp[3]; /* x, y, z: table CLAMP */
    uint8_t compare;  /* table COMPARE */
    uint8_t max_aniso;
    bool unnormalized, coord_trunc, degamma, trunc_coord, no_cube_wrap, preclamp, skip_degamma;
    uint8_t filter_mode;
    uint8_t mag_filter, min_filter, z_filter, mip_filter;
    uint8_t border_type;
    uint16_t border_pointer;
    float min_lod, max_lod, lod_bias, lod_bias_sec;
} sampler;

/* The parts of a T#, in the order of isa/gcn/image.isa. */
typedef struct image_parts {
    pack_part base, min_lod, data_format, number_format, width, height, select[4], base_level, last_level,
        type, depth, base_array, min_lod_warn, interlaced, tiling, pow2_pad, pitch, last_array, compressed,
        swizzle_mode, bc_swizzle, array_pitch, max_mip;
} image_parts;

typedef struct sampler_parts {
    pack_part clamp[3], max_aniso, compare, unnormalized, coord_trunc, degamma, trunc_coord, no_cube_wrap,
        filter_mode, min_lod, max_lod, lod_bias, lod_bias_sec, mag_filter, min_filter, z_filter, mip_filter,
        preclamp, border_pointer, border_type, skip_degamma;
} sampler_parts;

/* What the spec says of the images of an architecture. */
typedef struct image_rules {
    const gisa_isa *isa;
    texel_rules formats;
    layout_rules layouts;
    bool pitch_in_blocks; /* of compressed formats */
    image_parts image;
    sampler_parts sampler;
} image_rules;

/* The tile modes are those of the architecture's usual chip; another one may be set by its name in
   the table IMAGE_CHIP ("liverpool"); false: there is none of this architecture. */
void image_rules_init(image_rules *rules, const gisa_isa *isa);
bool image_rules_chip(image_rules *rules, const char *name);

/* The image of a resource, as an instruction sees it whose bit DA is `da`. After another status
   than IMAGE_OK only `kind` is set. */
image_status image_read(image *image, const image_rules *rules, const uint32_t words[8], bool da);
void sampler_read(sampler *sampler, const image_rules *rules, const uint32_t words[4]);

/* The size of a level, counted from first_level, in texels. */
uint32_t image_width(const image *image, unsigned level);
uint32_t image_height(const image *image, unsigned level);
uint32_t image_depth(const image *image, unsigned level); /* 1 unless it is a 3D image */

/* The address of the element of a texel: x, y, and z, which is the depth of a 3D image or the slice
   counted from first_slice. All of it must be inside the view. */
uint64_t image_place(const image *image, unsigned level, uint32_t x, uint32_t y, uint32_t z,
                     unsigned fragment);

#endif
