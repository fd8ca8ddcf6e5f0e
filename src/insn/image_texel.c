/* SPDX-License-Identifier: MIT */
/* Single texels: loads, stores, atomic operations, and the size of an image. */
#include <string.h>

#include "image_lanes.h"

/* ---- where a texel is ----------------------------------------------------------------------- */

/* Every coordinate counts from the first level and slice that the image has. */
static bool is_inside(const image *t, const image_address *a) {
    const bool slices = t->kind != IMAGE_3D;
    const uint32_t *at = a->place.number;
    return a->mip < t->levels && at[0] < image_width(t, a->mip) &&
           (sample_axes(t->kind) < 2 || at[1] < image_height(t, a->mip)) &&
           (slices ? a->slice.number < t->slices : at[2] < image_depth(t, a->mip)) &&
           a->fragment < 1u << t->log2_samples;
}

/* A lane's texel: where it is, and its place in its block. */
typedef struct spot {
    const image *image; /* NULL: there is none */
    uint64_t address;
    unsigned x, y;
} spot;

static spot find(gcn_wave *w, const gisa_lane *lane, uint32_t parts) {
    const image *t = image_of(w, lane);
    if (!t)
        return (spot){0};
    const image_address a = image_address_of(w, lane, parts, false);
    const uint32_t *at = a.place.number;
    if (!is_inside(t, &a))
        return (spot){0};
    const uint64_t address =
        image_place(t, a.mip, at[0], at[1], t->kind == IMAGE_3D ? at[2] : a.slice.number, a.fragment);
    return (spot){t, address, at[0] % t->format.block_width, at[1] % t->format.block_height};
}

/* ---- loads ---------------------------------------------------------------------------------- */

gisa_b128 image_load(gcn_wave *w, const gisa_lane *lane, uint32_t parts) {
    const spot at = find(w, lane, parts);
    gisa_b128 result = {{0}};
    uint32_t components[4] = {0};
    if (w->image.status != IMAGE_OK)
        return result;
    const texel_format *f = &w->image.image.format;
    if (at.image) {
        uint8_t element[TEXEL_LARGEST] = {0};
        memcpy(element, element_mem(w, lane, at.address, f->size, false), f->size);
        texel_decode(f, element, at.x, at.y, components);
    }
    texel_select(f, w->image.image.select, components, result.w);
    return result;
}

gisa_b128 image_load_bits(gcn_wave *w, const gisa_lane *lane, uint32_t parts, bool with_sign) {
    const spot at = find(w, lane, parts);
    gisa_b128 result = {{0}};
    if (at.image) {
        const texel_format *f = &at.image->format;
        uint8_t element[TEXEL_LARGEST] = {0};
        memcpy(element, element_mem(w, lane, at.address, f->size, false), f->size);
        texel_unpack(f, element, with_sign, result.w);
    }
    return result;
}

/* ---- stores --------------------------------------------------------------------------------- */

static bool is_block(const texel_format *f) {
    return f->block_width > 1 || f->block_height > 1;
}

static void put(gcn_wave *w, const gisa_lane *lane, const spot *at, const void *element) {
    const texel_format *f = &at->image->format;
    memcpy(element_mem(w, lane, at->address, f->size, false), element, f->size);
}

static void refuse(gcn_wave *w, const gisa_lane *lane) {
    image_fault(w, lane, "the image's format is for reading only: nothing can be stored in it");
}

void image_store(gcn_wave *w, const gisa_lane *lane, uint32_t parts, gisa_b128 value) {
    const spot at = find(w, lane, parts);
    uint32_t components[4];
    uint8_t element[TEXEL_LARGEST] = {0};
    if (!at.image)
        return;
    texel_unselect(at.image->select, value.w, components);
    if (texel_encode(&at.image->format, components, element))
        put(w, lane, &at, element);
    else
        refuse(w, lane);
}

void image_store_bits(gcn_wave *w, const gisa_lane *lane, uint32_t parts, gisa_b128 value) {
    const spot at = find(w, lane, parts);
    uint8_t element[TEXEL_LARGEST] = {0};
    if (!at.image)
        return;
    if (is_block(&at.image->format)) {
        refuse(w, lane);
        return;
    }
    texel_pack(&at.image->format, value.w, element);
    put(w, lane, &at, element);
}

/* ---- atomic operations ---------------------------------------------------------------------- */

void *image_atomic(gcn_wave *w, const gisa_lane *lane, uint32_t parts, uint32_t size) {
    const spot at = find(w, lane, parts);
    if (!at.image)
        return element_nowhere(w);
    if (at.image->format.size != size || is_block(&at.image->format)) {
        image_fault(w, lane, "the image's texels have another size than the data of the atomic operation");
        return element_nowhere(w);
    }
    return element_mem(w, lane, at.address, size, true);
}

/* ---- the size of an image ------------------------------------------------------------------- */

gisa_b128 image_size(gcn_wave *w, const gisa_lane *lane, uint32_t parts) {
    const image *t = image_of(w, lane);
    const uint32_t mip = t ? image_address_of(w, lane, parts, false).mip : 0;
    if (!t)
        return (gisa_b128){{0}};
    const unsigned axes = sample_axes(t->kind);
    const bool array = t->kind == IMAGE_1D_ARRAY || t->kind == IMAGE_2D_ARRAY ||
                       t->kind == IMAGE_2D_MSAA_ARRAY || t->kind == IMAGE_CUBE;
    gisa_b128 result = {{0, 0, 0, t->levels}};
    if (mip >= t->levels)
        return result;
    result.w[0] = image_width(t, mip);
    result.w[1] = axes > 1 ? image_height(t, mip) : array ? t->slices : 1;
    result.w[2] = t->kind == IMAGE_3D ? image_depth(t, mip) : axes > 1 && array ? t->slices : 1;
    return result;
}
