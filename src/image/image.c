/* SPDX-License-Identifier: MIT */
/* Reads the eight dwords of an image's resource (T#), and finds texels of the image. */
#include "image.h"

#include <string.h>

#include "core/names.h"
#include "gen/gcn_facts.h"

/* ---- what the spec says ----------------------------------------------------------------- */

static pack_part part(const gisa_isa *isa, unsigned id) {
    const pack_part *p = names_part(isa, id);
    return p ? *p : (pack_part){.low = {0, 0}};
}

#define IMAGE_PART(NAME) part(isa, GCN_PART_IMAGE_##NAME)

static void read_image_parts(image_parts *p, const gisa_isa *isa) {
    *p = (image_parts){
        .base = IMAGE_PART(base),
        .min_lod = IMAGE_PART(min_lod),
        .data_format = IMAGE_PART(data_format),
        .number_format = IMAGE_PART(number_format),
        .width = IMAGE_PART(width),
        .height = IMAGE_PART(height),
        .select = {IMAGE_PART(select_x), IMAGE_PART(select_y), IMAGE_PART(select_z), IMAGE_PART(select_w)},
        .base_level = IMAGE_PART(base_level),
        .last_level = IMAGE_PART(last_level),
        .type = IMAGE_PART(type),
        .depth = IMAGE_PART(depth),
        .base_array = IMAGE_PART(base_array),
        .min_lod_warn = IMAGE_PART(min_lod_warn),
        .interlaced = IMAGE_PART(interlaced),
        .tiling = IMAGE_PART(tiling),
        .pow2_pad = IMAGE_PART(pow2_pad),
        .pitch = IMAGE_PART(pitch),
        .last_array = IMAGE_PART(last_array),
        .compressed = IMAGE_PART(compressed),
        .swizzle_mode = IMAGE_PART(swizzle_mode),
        .bc_swizzle = IMAGE_PART(bc_swizzle),
        .array_pitch = IMAGE_PART(array_pitch),
        .max_mip = IMAGE_PART(max_mip),
    };
}

#define SAMPLER_PART(NAME) part(isa, GCN_PART_SAMPLER_##NAME)

static void read_sampler_parts(sampler_parts *p, const gisa_isa *isa) {
    *p = (sampler_parts){
        .clamp = {SAMPLER_PART(clamp_x), SAMPLER_PART(clamp_y), SAMPLER_PART(clamp_z)},
        .max_aniso = SAMPLER_PART(max_aniso),
        .compare = SAMPLER_PART(compare),
        .unnormalized = SAMPLER_PART(unnormalized),
        .coord_trunc = SAMPLER_PART(coord_trunc),
        .degamma = SAMPLER_PART(degamma),
        .trunc_coord = SAMPLER_PART(trunc_coord),
        .no_cube_wrap = SAMPLER_PART(no_cube_wrap),
        .filter_mode = SAMPLER_PART(filter_mode),
        .min_lod = SAMPLER_PART(min_lod),
        .max_lod = SAMPLER_PART(max_lod),
        .lod_bias = SAMPLER_PART(lod_bias),
        .lod_bias_sec = SAMPLER_PART(lod_bias_sec),
        .mag_filter = SAMPLER_PART(mag_filter),
        .min_filter = SAMPLER_PART(min_filter),
        .z_filter = SAMPLER_PART(z_filter),
        .mip_filter = SAMPLER_PART(mip_filter),
        .preclamp = SAMPLER_PART(preclamp),
        .border_pointer = SAMPLER_PART(border_pointer),
        .border_type = SAMPLER_PART(border_type),
        .skip_degamma = SAMPLER_PART(skip_degamma),
    };
}

void image_rules_init(image_rules *rules, const gisa_isa *isa) {
    memset(rules, 0, sizeof *rules);
    rules->isa = isa;
    read_image_parts(&rules->image, isa);
    read_sampler_parts(&rules->sampler, isa);
}

/* ---- fields ----------------------------------------------------------------------------- */

static uint64_t bits_of(const uint32_t *words, field f) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < f.width; i++)
        bits |= (uint64_t)(words[(f.shift + i) / 32] >> (f.shift + i) % 32 & 1) << i;
    return bits;
}

/* A part in two places has its high bits first. */
static uint64_t get(const uint32_t *words, const pack_part *p) {
    return bits_of(words, p->high) << p->low.width | bits_of(words, p->low);
}

static float fixed(uint64_t bits, unsigned fraction) {
    return (float)bits / (float)(1u << fraction);
}

static float signed_fixed(uint64_t bits, unsigned width, unsigned fraction) {
    int64_t sign = INT64_C(1) << (width - 1);
    return (float)(((int64_t)bits ^ sign) - sign) / (float)(1u << fraction);
}

/* ---- a resource ------------------------------------------------------------------------- */

enum { TYPE_FIRST = 8 };

static const struct image_type {
    uint8_t alone, array; /* as seen with DA = 0 and 1 */
} types[8] = {{IMAGE_1D, IMAGE_1D},           {IMAGE_2D, IMAGE_2D},
              {IMAGE_3D, IMAGE_3D},           {IMAGE_CUBE, IMAGE_CUBE},
              {IMAGE_1D, IMAGE_1D_ARRAY},     {IMAGE_2D, IMAGE_2D_ARRAY},
              {IMAGE_2D_MSAA, IMAGE_2D_MSAA}, {IMAGE_2D_MSAA, IMAGE_2D_MSAA_ARRAY}};

const char *image_status_text(image_status status) {
    static const char *const texts[IMAGE_STATUS_COUNT] = {
        [IMAGE_OK] = "the image can be read",
        [IMAGE_NULL] = "the image is all zeros",
        [IMAGE_COMPRESSED] = "the image is compressed by metadata (DCC, HTILE), which gisa does not decode",
        [IMAGE_RESERVED] = "the image's resource has a reserved value",
        [IMAGE_FORMAT] = "the image's format does not exist or is not supported",
        [IMAGE_TILING] = "the image's layout does not exist, or not for its format and kind",
    };
    return status < IMAGE_STATUS_COUNT ? texts[status] : "";
}

static bool is_zero(const uint32_t words[8]) {
    uint32_t any = 0;
    for (unsigned i = 0; i < 8; i++)
        any |= words[i];
    return any == 0;
}

image_status image_read(image *t, const image_rules *rules, const uint32_t words[8], bool da) {
    const image_parts *p = &rules->image;
    uint64_t type = get(words, &p->type), data = get(words, &p->data_format),
             number = get(words, &p->number_format);
    memset(t, 0, sizeof *t);
    if (is_zero(words))
        return IMAGE_NULL;
    if (type < TYPE_FIRST)
        return IMAGE_RESERVED;
    t->kind = da ? types[type - TYPE_FIRST].array : types[type - TYPE_FIRST].alone;
    if (get(words, &p->compressed))
        return IMAGE_COMPRESSED;
    if (!texel_image_format(&t->format, rules->isa, (unsigned)data, (unsigned)number))
        return IMAGE_FORMAT;
    t->base = get(words, &p->base) << 8;
    t->width = (uint32_t)get(words, &p->width) + 1;
    t->height = (uint32_t)get(words, &p->height) + 1;
    t->depth = t->kind == IMAGE_3D ? (uint32_t)get(words, &p->depth) + 1 : 1;
    t->first_slice = t->kind == IMAGE_3D ? 0 : (uint32_t)get(words, &p->base_array);
    t->slices =
        t->kind == IMAGE_3D
            ? 1
            : (uint32_t)get(words, p->last_array.low.width ? &p->last_array : &p->depth) - t->first_slice + 1;
    t->first_level = (uint8_t)get(words, &p->base_level);
    t->levels = (uint8_t)(get(words, &p->last_level) - t->first_level + 1);
    for (unsigned i = 0; i < 4; i++)
        t->select[i] = (uint8_t)get(words, &p->select[i]);
    t->min_lod = fixed(get(words, &p->min_lod), 8);
    t->min_lod_warn = fixed(get(words, &p->min_lod_warn), 8);
    /* first slice: rows of level 0 */
    t->layout.size = t->format.size;
    t->layout.level[0].pitch = (uint32_t)get(words, &p->pitch) + 1;
    if (t->layout.level[0].pitch < t->width)
        t->layout.level[0].pitch = t->width;
    t->layout.level[0].rows = t->height;
    t->levels = 1;
    t->first_level = 0;
    return IMAGE_OK;
}

void sampler_read(sampler *s, const image_rules *rules, const uint32_t words[4]) {
    const sampler_parts *p = &rules->sampler;
    *s = (sampler){
        .clamp = {(uint8_t)get(words, &p->clamp[0]), (uint8_t)get(words, &p->clamp[1]),
                  (uint8_t)get(words, &p->clamp[2])},
        .compare = (uint8_t)get(words, &p->compare),
        .max_aniso = (uint8_t)get(words, &p->max_aniso),
        .unnormalized = get(words, &p->unnormalized),
        .coord_trunc = get(words, &p->coord_trunc),
        .degamma = get(words, &p->degamma),
        .trunc_coord = get(words, &p->trunc_coord),
        .no_cube_wrap = get(words, &p->no_cube_wrap),
        .preclamp = get(words, &p->preclamp),
        .skip_degamma = get(words, &p->skip_degamma),
        .filter_mode = (uint8_t)get(words, &p->filter_mode),
        .mag_filter = (uint8_t)get(words, &p->mag_filter),
        .min_filter = (uint8_t)get(words, &p->min_filter),
        .z_filter = (uint8_t)get(words, &p->z_filter),
        .mip_filter = (uint8_t)get(words, &p->mip_filter),
        .border_type = (uint8_t)get(words, &p->border_type),
        .border_pointer = (uint16_t)get(words, &p->border_pointer),
        .min_lod = fixed(get(words, &p->min_lod), 8),
        .max_lod = fixed(get(words, &p->max_lod), 8),
        .lod_bias = signed_fixed(get(words, &p->lod_bias), p->lod_bias.low.width, 8),
        .lod_bias_sec = signed_fixed(get(words, &p->lod_bias_sec), p->lod_bias_sec.low.width, 4),
    };
}

/* ---- texels ----------------------------------------------------------------------------- */

static uint32_t size_at(uint32_t size, unsigned level) {
    return size >> level ? size >> level : 1;
}

uint32_t image_width(const image *t, unsigned level) {
    return size_at(t->width, t->first_level + level);
}

uint32_t image_height(const image *t, unsigned level) {
    return size_at(t->height, t->first_level + level);
}

uint32_t image_depth(const image *t, unsigned level) {
    return size_at(t->depth, t->first_level + level);
}

uint64_t image_place(const image *t, unsigned level, uint32_t x, uint32_t y, uint32_t z, unsigned fragment) {
    return t->base + layout_place(&t->layout, t->first_level + level, x / t->format.block_width,
                                  y / t->format.block_height, z + t->first_slice, fragment);
}
