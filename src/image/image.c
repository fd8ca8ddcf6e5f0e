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

#define SAMPLER_PART(NAME) part(isa, GCN_PART_IMAGE_SAMPLER_##NAME)

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
    texel_rules_init(&rules->formats, isa);
    layout_rules_init(&rules->layouts, isa);
    rules->pitch_in_blocks = gisa_fact(isa, "image_pitch_in_blocks", 0);
}

bool image_rules_chip(image_rules *rules, const char *name) {
    const name_table *t = names_table(rules->isa, "IMAGE_CHIP");
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &rules->isa->entries[t->first + i];
        if (strcmp(&rules->isa->strings[e->llvm], name) != 0 ||
            !names_numbers(rules->isa, GCN_TABLE_ADDR_CONFIG, e->value))
            continue;
        rules->layouts.chip = e->value;
        return true;
    }
    return false;
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

enum { TYPE_FIRST = 8, CUBE_FACES = 6, MOST_SAMPLES = 4 /* log2 */ };

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

/* The slices that the view has: those of the resource on gfx9 are not in it. False: none. */
static bool read_slices(image *t, const image_parts *p, const uint32_t *words) {
    uint64_t last = get(words, p->last_array.low.width ? &p->last_array : &p->depth);
    t->slices = 1;
    if (t->is_3d)
        return true;
    t->first_slice = (uint32_t)get(words, &p->base_array);
    if (last < t->first_slice)
        return false;
    t->slices = (uint32_t)last - t->first_slice + 1;
    return true;
}

static bool read_levels(image *t, const image_parts *p, const uint32_t *words, bool samples) {
    uint64_t first = get(words, &p->base_level), last = get(words, &p->last_level);
    t->levels = 1;
    t->log2_samples = samples ? (uint8_t)last : 0;
    if (samples)
        return last <= MOST_SAMPLES;
    t->first_level = (uint8_t)first;
    t->levels = (uint8_t)(last - first + 1);
    return first <= last && (!p->max_mip.low.width || last <= get(words, &p->max_mip));
}

/* How many slices lie in memory, as far as the resource says it. */
static uint32_t slices_of(const image *t, const image_parts *p, const uint32_t *words) {
    uint32_t depth = (uint32_t)get(words, &p->depth) + 1;
    if (t->is_3d || p->max_mip.low.width)
        return depth;
    return t->type == GCN_IMAGE_TYPE_CUBE ? CUBE_FACES * depth : depth;
}

/* The elements of a row, as the resource has them. Pairs of texels always count as two. */
static uint32_t pitch_of(const image *t, const image_rules *rules, const uint32_t *words) {
    uint32_t pitch = (uint32_t)get(words, &rules->image.pitch) + 1;
    bool in_elements = rules->pitch_in_blocks && t->format.block_height > 1;
    return in_elements ? pitch : layout_align(pitch, t->format.block_width) / t->format.block_width;
}

static bool read_layout(image *t, const image_rules *rules, const uint32_t *words) {
    const image_parts *p = &rules->image;
    const layout_request r = {
        .rules = &rules->layouts,
        .mode = (unsigned)(get(words, &p->tiling) | get(words, &p->swizzle_mode)),
        .width = t->width,
        .height = t->height,
        .depth = slices_of(t, p, words),
        .is_1d = t->type == GCN_IMAGE_TYPE_1D || t->type == GCN_IMAGE_TYPE_1D_ARRAY,
        .is_3d = t->is_3d,
        .is_cube = t->type == GCN_IMAGE_TYPE_CUBE,
        .padded = get(words, &p->pow2_pad),
        .block_width = t->format.block_width,
        .block_height = t->format.block_height,
        .size = t->format.size,
        .log2_samples = t->log2_samples,
        .levels = (uint8_t)(p->max_mip.low.width && !t->log2_samples ? get(words, &p->max_mip) + 1
                                                                     : t->first_level + t->levels),
        .pitch = pitch_of(t, rules, words),
        .base = (uint32_t)get(words, &p->base),
    };
    bool good = layout_read(&t->layout, &r);
    t->base = (get(words, &p->base) & ~(uint64_t)t->layout.base_bits) << 8;
    return good;
}

static void read_size(image *t, const image_parts *p, const uint32_t *words) {
    t->width = (uint32_t)get(words, &p->width) + 1;
    t->height = t->type == GCN_IMAGE_TYPE_1D || t->type == GCN_IMAGE_TYPE_1D_ARRAY
                    ? 1
                    : (uint32_t)get(words, &p->height) + 1;
    t->is_3d = t->type == GCN_IMAGE_TYPE_3D;
    t->depth = t->is_3d ? (uint32_t)get(words, &p->depth) + 1 : 1;
}

static void read_rest(image *t, const image_parts *p, const uint32_t *words) {
    for (unsigned i = 0; i < 4; i++)
        t->select[i] = (uint8_t)get(words, &p->select[i]);
    t->bc_swizzle = (uint8_t)get(words, &p->bc_swizzle);
    t->min_lod = fixed(get(words, &p->min_lod), 8);
    t->min_lod_warn = fixed(get(words, &p->min_lod_warn), 8);
}

image_status image_read(image *t, const image_rules *rules, const uint32_t words[8], bool da) {
    const image_parts *p = &rules->image;
    memset(t, 0, sizeof *t);
    t->type = (uint8_t)get(words, &p->type);
    if (is_zero(words))
        return IMAGE_NULL;
    if (t->type < TYPE_FIRST)
        return IMAGE_RESERVED;
    t->kind = da ? types[t->type - TYPE_FIRST].array : types[t->type - TYPE_FIRST].alone;
    read_size(t, p, words);
    read_rest(t, p, words);
    if (get(words, &p->compressed))
        return IMAGE_COMPRESSED;
    if (get(words, &p->interlaced) || get(words, &p->array_pitch) || !read_slices(t, p, words) ||
        !read_levels(t, p, words, t->type >= GCN_IMAGE_TYPE_2D_MSAA))
        return IMAGE_RESERVED;
    if (!texel_image_format(&t->format, &rules->formats, (unsigned)get(words, &p->data_format),
                            (unsigned)get(words, &p->number_format)))
        return IMAGE_FORMAT;
    return read_layout(t, rules, words) ? IMAGE_OK : IMAGE_TILING;
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
