/* SPDX-License-Identifier: MIT */
/* Texels into images and out of them: import, export, copy, clear. Images are linear (images.c), so
 * that rows are copied; what a colour is in a format is asked of the instruction that stores it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_wave.h"
#include "images.h"

/* ---- regions --------------------------------------------------------------------------------- */

/* Part of an image. The rows of an array of rows are its elements: y counts them. */
typedef struct region {
    uint8_t *start;            /* its first texel */
    size_t row, slice;         /* bytes from one to the next */
    size_t width, rows, count; /* bytes; rows of a slice; slices */
} region;

static bool is_inside(uint32_t at, uint32_t size, uint32_t most) {
    return at <= most && size <= most - at;
}

/* The size in a dimension that the image does not have is 1, whatever is said. False: part of it is
   outside the image, or it is not linear. */
static bool region_find(const own_image *i, hsa_dim3_t at, hsa_dim3_t size, region *r) {
    const bool rows_are_slices = i->is.geometry == HSA_EXT_IMAGE_GEOMETRY_1DA;
    const uint32_t rows = rows_are_slices ? i->slices : i->height, slices = rows_are_slices ? 1 : i->slices;
    size.y = rows == 1 && !at.y ? 1 : size.y;
    size.z = slices == 1 && !at.z ? 1 : size.z;
    if (!i->row || !is_inside(at.x, size.x, i->width) || !is_inside(at.y, size.y, rows) ||
        !is_inside(at.z, size.z, slices))
        return false;
    *r = (region){.start = i->data + at.z * i->slice + at.y * i->row + (size_t)at.x * i->format.size,
                  .row = i->row,
                  .slice = i->slice,
                  .width = (size_t)size.x * i->format.size,
                  .rows = size.y,
                  .count = size.z};
    return true;
}

/* The same texels in a program's memory; 0: rows, or slices, that follow each other. */
static region region_outside(const region *inside, void *start, size_t row, size_t slice) {
    region r = *inside;
    r.start = memory_host(start);
    r.row = row > r.width ? row : r.width;
    r.slice = slice > r.row * r.rows ? slice : r.row * r.rows;
    return r;
}

static void region_copy(const region *to, const region *from) {
    for (size_t z = 0; z < to->count; z++)
        for (size_t y = 0; y < to->rows; y++)
            memmove(to->start + z * to->slice + y * to->row, from->start + z * from->slice + y * from->row,
                    to->width);
}

/* ---- copies ---------------------------------------------------------------------------------- */

hsa_status_t hsa_ext_image_import(hsa_agent_t who, const void *from, size_t row, size_t slice,
                                  hsa_ext_image_t to, const hsa_ext_image_region_t *part_of) {
    const own_image *i = image_find(to);
    region inside, outside;
    MUST_BE_OPEN;
    LOG("from %p, row %zu, slice %zu", from, row, slice);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!from || !i || !part_of || !region_find(i, part_of->offset, part_of->range, &inside))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    outside = region_outside(&inside, (void *)(uintptr_t)from, row, slice);
    region_copy(&inside, &outside);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_image_export(hsa_agent_t who, hsa_ext_image_t from, void *to, size_t row, size_t slice,
                                  const hsa_ext_image_region_t *part_of) {
    const own_image *i = image_find(from);
    region inside, outside;
    MUST_BE_OPEN;
    LOG("to %p, row %zu, slice %zu", to, row, slice);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!to || !i || !part_of || !region_find(i, part_of->offset, part_of->range, &inside))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    outside = region_outside(&inside, to, row, slice);
    region_copy(&outside, &inside);
    return HSA_STATUS_SUCCESS;
}

/* sRGB goes with its own colours without the curve. */
static uint32_t plain_order(uint32_t order) {
    return order == HSA_EXT_IMAGE_CHANNEL_ORDER_SRGBA ? HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA : order;
}

static bool have_same_format(const own_image *a, const own_image *b) {
    return a->is.format.channel_type == b->is.format.channel_type &&
           plain_order(a->is.format.channel_order) == plain_order(b->is.format.channel_order);
}

hsa_status_t hsa_ext_image_copy(hsa_agent_t who, hsa_ext_image_t from, const hsa_dim3_t *from_at,
                                hsa_ext_image_t to, const hsa_dim3_t *to_at, const hsa_dim3_t *size) {
    const own_image *source = image_find(from), *target = image_find(to);
    region a, b;
    MUST_BE_OPEN;
    LOG("from %#lx to %#lx", (unsigned long)from.handle, (unsigned long)to.handle);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!source || !target || !from_at || !to_at || !size || source->agent != target->agent ||
        !have_same_format(source, target) || !region_find(source, *from_at, *size, &a) ||
        !region_find(target, *to_at, *size, &b) || a.rows != b.rows || a.count != b.count)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    region_copy(&b, &a);
    return HSA_STATUS_SUCCESS;
}

/* ---- clear ----------------------------------------------------------------------------------- */

/* Sets registers from `name` on, the same in all lanes. */
static bool set_registers(gisa_wave *w, const char *name, const uint32_t *values, unsigned count) {
    gisa_wave_register reg;
    bool ok = gisa_wave_find(w, name, &reg, NULL) == GISA_OK;
    for (unsigned i = 0; i < count && ok; i++)
        ok = gisa_wave_set(w, &reg, GISA_WAVE_ALL, i, values[i]) == GISA_OK;
    return ok;
}

/* Stores a colour to an image of one texel. */
static bool run_store(const agent *a, const image_format *f, const uint32_t colour[4], void *texel) {
    static const char code[] = "image_store v[0:3], v[4:5], s[0:7] dmask:0xf unorm\n";
    enum { CODE_AT = 1 << 20 };
    uint32_t words[8];
    gisa_wave *w = gisa_wave_new(gisa_find(a->chip->name));
    const bool ok = w && image_one_texel(a, f, texel, words) &&
                    gisa_wave_map(w, (uintptr_t)texel, texel, PAGE, true) == GISA_OK &&
                    set_registers(w, "s[0:7]", words, 8) && set_registers(w, "v[0:3]", colour, 4) &&
                    gisa_wave_assemble(w, CODE_AT, code, GISA_SYNTAX_LLVM, NULL) == GISA_OK &&
                    gisa_wave_run(w, 1, 0, NULL) != GISA_WAVE_END_FAULT;
    gisa_wave_free(w);
    return ok;
}

/* What sRGB stores for a linear value (IEC 61966-2-1). */
static float curve(float x) {
    return x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1 / 2.4f) - 0.055f;
}

/* No instruction stores sRGB: its codes are those of unorm, of values on the curve. */
static void straighten(image_format *f, uint32_t colour[4]) {
    float value[4];
    if (strcmp(f->number, "srgb") != 0)
        return;
    f->number = "unorm";
    memcpy(value, colour, sizeof value);
    for (unsigned i = 0; i < 3; i++)
        value[i] = curve(value[i]);
    memcpy(colour, value, sizeof value);
}

/* The bytes of a texel that has this colour. */
static bool make_texel(const own_image *i, const void *colour, uint8_t texel[16]) {
    image_format f = i->format;
    uint32_t values[4];
    void *place = aligned_alloc(PAGE, PAGE);
    memcpy(values, colour, sizeof values);
    straighten(&f, values);
    if (place)
        memset(place, 0, PAGE);
    const bool ok = place && run_store(i->agent, &f, values, place);
    if (ok)
        memcpy(texel, place, f.size);
    free(place);
    return ok;
}

static void region_fill(const region *r, const uint8_t *texel, size_t size) {
    for (size_t z = 0; z < r->count; z++)
        for (size_t y = 0; y < r->rows; y++)
            for (size_t x = 0; x < r->width; x += size)
                memcpy(r->start + z * r->slice + y * r->row + x, texel, size);
}

/* Four components are read, as by AMD's runtime, of whatever order. */
hsa_status_t hsa_ext_image_clear(hsa_agent_t who, hsa_ext_image_t image, const void *data,
                                 const hsa_ext_image_region_t *part_of) {
    const own_image *i = image_find(image);
    uint8_t texel[16];
    region r;
    MUST_BE_OPEN;
    LOG("%#lx", (unsigned long)image.handle);
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!i || !data || !part_of || !region_find(i, part_of->offset, part_of->range, &r))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!make_texel(i, data, texel))
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    region_fill(&r, texel, i->format.size);
    return HSA_STATUS_SUCCESS;
}
