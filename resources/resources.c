/* SPDX-License-Identifier: MIT */
/* Puts together resources of buffers and images and samplers by the names of their parts. */
#include "resources.h"

#include <string.h>

/* ---- parts ---------------------------------------------------------------------------------- */

static void put_bits(uint32_t *words, gisa_bits at, uint64_t value) {
    for (unsigned i = 0; i < at.width; i++) {
        const unsigned bit = at.low + i;
        words[bit / 32] &= ~(UINT32_C(1) << bit % 32);
        words[bit / 32] |= (uint32_t)(value >> i & 1) << bit % 32;
    }
}

static bool find_part(const gisa_isa *isa, const char *pack, const char *name, gisa_pack_part *part) {
    for (unsigned i = 0; gisa_pack_part_at(isa, i, part) == GISA_OK; i++)
        if (strcmp(part->pack, pack) == 0 && strcmp(part->name, name) == 0)
            return true;
    return false;
}

bool resource_part(const gisa_isa *isa, const char *pack, const char *name, uint32_t *words, uint64_t value) {
    gisa_pack_part part;
    if (!find_part(isa, pack, name, &part))
        return false;
    put_bits(words, part.low, value);
    put_bits(words, part.high, value >> part.low.width);
    return true;
}

uint64_t resource_most(const gisa_isa *isa, const char *pack, const char *name) {
    gisa_pack_part part;
    if (!find_part(isa, pack, name, &part))
        return 0;
    return (UINT64_C(1) << (part.low.width + part.high.width)) - 1;
}

bool resource_value(const gisa_isa *isa, const char *table, const char *name, size_t size, unsigned *value) {
    gisa_value_name n;
    for (unsigned i = 0; gisa_name_of_value(isa, table, i, &n) == GISA_OK; i++)
        if (strlen(n.clrx) == size && memcmp(n.clrx, name, size) == 0) {
            *value = n.value;
            return true;
        }
    return false;
}

/* Sets a part to the value that has this name. */
static bool put_name(const gisa_isa *isa, const char *pack, const char *part, const char *table,
                     const char *name, uint32_t *words) {
    unsigned value;
    return resource_value(isa, table, name, strlen(name), &value) &&
           resource_part(isa, pack, part, words, value);
}

void resource_select(const gisa_isa *isa, const char *pack, const char *select, uint32_t *words) {
    static const char *const parts[] = {"select_x", "select_y", "select_z", "select_w"};
    static const char codes[] = "01  xyzw";
    for (unsigned i = 0; i < 4; i++)
        resource_part(isa, pack, parts[i], words, (uint64_t)(strchr(codes, select[i]) - codes));
}

/* ---- formats -------------------------------------------------------------------------------- */

bool resource_format_read(const char *text, resource_format *f) {
    static const struct {
        char letter;
        const char *name;
    } letters[] = {{'f', "float"}, {'u', "uint"}, {'i', "sint"}};
    size_t size = strcspn(text, ":");
    const char letter = size ? text[size - 1] : 0;
    f->number = text[size] ? text + size + 1 : "unorm";
    for (unsigned i = 0; i < 3; i++)
        if (letters[i].letter == letter) {
            f->number = letters[i].name;
            size--;
        }
    if (!size || size >= sizeof f->layout)
        return false;
    memcpy(f->layout, text, size);
    f->layout[size] = 0;
    f->components = 1;
    for (size_t i = 0; i < size; i++)
        f->components += text[i] == '_';
    return f->components <= 4;
}

/* ---- images --------------------------------------------------------------------------------- */

static uint64_t bits_of(uint64_t word, gisa_bits at) {
    return word >> at.low & ((UINT64_C(1) << at.width) - 1);
}

/* gisa.h has tables of numbers by rows: a tile mode whose array mode is ARRAY_MODE's "linear
   aligned". It has the same number on every chip. */
static unsigned linear_mode(const gisa_isa *isa) {
    enum { LINEAR_ALIGNED = 1, ROW = 0xff };
    gisa_pack_part mode;
    gisa_number_row row;
    if (!find_part(isa, "TILE_REGISTER", "array_mode", &mode))
        return 0; /* gfx9: swizzle mode 0 is linear */
    for (unsigned i = 0; gisa_number_row_at(isa, i, &row) == GISA_OK; i++)
        for (unsigned k = 0; strcmp(row.table, "TILE_MODE") == 0 && k < row.count; k++)
            if (bits_of((uint64_t)row.columns[k], mode.low) == LINEAR_ALIGNED)
                return (unsigned)(row.key & ROW) + k;
    return 0;
}

bool resource_image_retarget(const gisa_isa *isa, uint32_t words[RESOURCE_IMAGE], uint64_t base,
                             const char *data_format, const char *number, const char *select) {
    static const char pack[] = "IMAGE";
    resource_part(isa, pack, "base", words, base >> 8);
    resource_select(isa, pack, select, words);
    return put_name(isa, pack, "data_format", "IMAGE_FORMAT", data_format, words) &&
           put_name(isa, pack, "number_format", "IMAGE_NUMBER", number, words);
}

bool resource_image_words(const gisa_isa *isa, const resource_image *from, uint32_t words[RESOURCE_IMAGE]) {
    static const char pack[] = "IMAGE";
    memset(words, 0, RESOURCE_IMAGE * sizeof *words);
    resource_part(isa, pack, "width", words, from->width - 1);
    resource_part(isa, pack, "height", words, from->height - 1);
    resource_part(isa, pack, "depth", words, from->depth - 1);
    resource_part(isa, pack, "last_array", words, strcmp(from->type, "3d") == 0 ? 0 : from->depth - 1);
    resource_part(isa, pack, "pitch", words, from->pitch - 1);
    resource_part(isa, pack, "tiling", words, linear_mode(isa));
    return put_name(isa, pack, "type", "IMAGE_TYPE", from->type, words) &&
           resource_image_retarget(isa, words, from->base, from->data_format, from->number, from->select);
}

/* ---- buffers, samplers ---------------------------------------------------------------------- */

bool resource_buffer_words(const gisa_isa *isa, const resource_buffer *from,
                           uint32_t words[RESOURCE_BUFFER]) {
    static const char pack[] = "BUFFER";
    const bool in_bytes = !from->stride || gisa_fact(isa, "buffer_structured_swizzled", 0);
    memset(words, 0, RESOURCE_BUFFER * sizeof *words);
    resource_part(isa, pack, "base", words, from->base);
    resource_part(isa, pack, "stride", words, from->stride);
    resource_part(isa, pack, "records", words,
                  in_bytes && from->stride ? (uint64_t)from->count * from->stride : from->count);
    resource_select(isa, pack, from->select, words);
    return put_name(isa, pack, "data_format", "DFMT", from->data_format, words) &&
           put_name(isa, pack, "number_format", "NFMT", from->number, words);
}

bool resource_sampler_words(const gisa_isa *isa, const resource_sampler *from,
                            uint32_t words[RESOURCE_SAMPLER]) {
    static const char pack[] = "IMAGE_SAMPLER";
    memset(words, 0, RESOURCE_SAMPLER * sizeof *words);
    resource_part(isa, pack, "unnormalized", words, from->unnormalized);
    resource_part(isa, pack, "max_lod", words, resource_most(isa, pack, "max_lod"));
    resource_part(isa, pack, "mag_filter", words, from->linear);
    resource_part(isa, pack, "min_filter", words, from->linear);
    return put_name(isa, pack, "clamp_x", "CLAMP", from->clamp, words) &&
           put_name(isa, pack, "clamp_y", "CLAMP", from->clamp, words) &&
           put_name(isa, pack, "clamp_z", "CLAMP", from->clamp, words);
}
