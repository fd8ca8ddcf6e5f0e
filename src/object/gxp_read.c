/* SPDX-License-Identifier: MIT */
/* Reads a .gxp file, trusting nothing that it says about itself. */
#include "gxp.h"

#include <stdlib.h>
#include <string.h>

/* Names may share their text, so a small file can ask for much memory: this bounds it. */
enum { NAME_BYTES_PER_FILE_BYTE = 16, NAME_BYTES_AT_LEAST = 4096 };

typedef struct reader {
    gxp *g;
    object_fault *fault;
    const uint8_t *file;
    size_t size;
    uint64_t name_room;
} reader;

static gisa_status no_memory(reader *r) {
    object_fail(r->fault, 0, "out of memory");
    return GISA_STATUS_NO_MEMORY;
}

static uint64_t number_at(const reader *r, size_t at, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)r->file[at + i] << 8 * i;
    return value;
}

static uint32_t word_at(const reader *r, size_t at) {
    return (uint32_t)number_at(r, at, 4);
}

static bool in_file(const reader *r, uint64_t at, uint64_t size) {
    return at <= r->size && size <= r->size - at;
}

/* What a distance that stands at `at` leads to. */
static uint32_t target_at(const reader *r, uint32_t at) {
    return at + word_at(r, at);
}

/* ---- header and varyings ---------------------------------------------------------------- */

static void read_fields(reader *r, unsigned where, size_t base) {
    gxp *g = r->g;
    for (int f = 0; f < GXP_FIELDS; f++) {
        const gxp_field_info *i = &gxp_fields[f];
        if (i->where != where || !gxp_has_field(g, (gxp_field)f))
            continue;
        uint64_t value = number_at(r, base + i->offset, i->size) >> i->shift;
        g->value[f] = i->width == 64 ? value : value & ((UINT64_C(1) << i->width) - 1);
        g->given[f] = true;
    }
}

static void read_place(reader *r, gxp_block b, uint32_t at) {
    r->g->place[b] = target_at(r, at);
    r->g->placed[b] = true;
}

static gisa_status read_header(reader *r) {
    enum { SHORTEST = 0x98, VERSION = 4, SIZE = 8, FLAGS = 0x14 };
    gxp *g = r->g;
    if (r->size < 4 || memcmp(r->file, "GXP", 4) != 0)
        return object_fail(r->fault, 0, "not a .gxp file; expected 'GXP' and a 0 at its beginning");
    if (r->size > GXP_LARGEST)
        return object_fail(r->fault, 0, "the file has 0x%zx bytes; expected at most 0x%x", r->size,
                           (unsigned)GXP_LARGEST);
    if (r->size < SHORTEST)
        return object_fail(r->fault, 0,
                           "the file is shorter than the header of a .gxp file; expected 0x%x bytes",
                           (unsigned)SHORTEST);
    g->value[GXP_MAJOR] = r->file[VERSION];
    g->value[GXP_MINOR] = r->file[VERSION + 1];
    g->fragment = r->file[FLAGS] & GXP_FLAG_FRAGMENT;
    if (r->size < gxp_header_size(g))
        return object_fail(r->fault, 0,
                           "the file is shorter than the header of its version; expected 0x%x bytes",
                           (unsigned)gxp_header_size(g));
    read_fields(r, GXP_IN_HEADER, 0);
    g->size = word_at(r, SIZE);
    g->length = r->size;
    g->size_given = g->length_given = true;
    if (g->size > g->length)
        return object_fail(r->fault, SIZE, "the header states 0x%x bytes, but the file has 0x%zx",
                           (unsigned)g->size, r->size);
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (b != GXP_INPUTS)
            read_place(r, (gxp_block)b, gxp_blocks[b].place_at);
    return GISA_OK;
}

static gisa_status outside(reader *r, gxp_block b, uint64_t at, uint64_t size) {
    return object_fail(r->fault, at, "the %s lie at 0x%x and have 0x%llx bytes, but the file ends at 0x%zx",
                       gxp_blocks[b].name, (unsigned)r->g->place[b], (unsigned long long)size, r->size);
}

static gisa_status read_varyings(reader *r) {
    gxp *g = r->g;
    uint32_t at = g->place[GXP_VARYINGS];
    uint64_t size = gxp_block_size(g, GXP_VARYINGS);
    if (!in_file(r, at, size))
        return outside(r, GXP_VARYINGS, gxp_blocks[GXP_VARYINGS].place_at, size);
    read_fields(r, g->fragment ? GXP_IN_FRAGMENT : GXP_IN_VERTEX, at);
    if (g->fragment)
        read_place(r, GXP_INPUTS, at + gxp_blocks[GXP_INPUTS].place_at);
    return GISA_OK;
}

/* ---- code ------------------------------------------------------------------------------- */

static gisa_status read_code(reader *r, gxp_block b, uint64_t size, bytes *code) {
    uint32_t at = r->g->place[b];
    if (size && !in_file(r, at, size))
        return outside(r, b, gxp_blocks[b].place_at, size);
    if (size)
        bytes_append(code, r->file + at, (size_t)size);
    return code->failed ? no_memory(r) : GISA_OK;
}

static gisa_status read_programs(reader *r) {
    enum { SECONDARY_END = 0x4c };
    gxp *g = r->g;
    uint32_t begin = g->place[GXP_SECONDARY], end = target_at(r, SECONDARY_END), size = end - begin;
    if (size % 8)
        return object_fail(
            r->fault, SECONDARY_END,
            "the secondary program goes from 0x%x to 0x%x; expected whole instructions of 8 bytes",
            (unsigned)begin, (unsigned)end);
    gisa_status status = read_code(r, GXP_SECONDARY, size, &g->secondary);
    if (status != GISA_OK)
        return status;
    uint64_t count = word_at(r, gxp_blocks[GXP_PRIMARY].count_at);
    return read_code(r, GXP_PRIMARY, count * 8, &g->primary);
}

/* ---- tables ----------------------------------------------------------------------------- */

static uint64_t row_count(const reader *r, gxp_block b) {
    enum { INPUT_COUNT = 12 };
    if (b == GXP_INPUTS)
        return r->g->fragment ? number_at(r, r->g->place[GXP_VARYINGS] + INPUT_COUNT, 2) : 0;
    return word_at(r, gxp_blocks[b].count_at);
}

static gisa_status read_name(reader *r, gxp_row *row, uint32_t at) {
    row->name_place = at + row->v[GXP_PARAMETER_NAME];
    row->name_placed = true;
    uint64_t left = row->name_place < r->size ? r->size - row->name_place : 0;
    const uint8_t *text = r->file + (left ? row->name_place : 0);
    const uint8_t *end = left ? memchr(text, 0, (size_t)left) : NULL;
    if (!end)
        return object_fail(r->fault, at, "the name of the parameter at 0x%x has no end in the file",
                           (unsigned)at);
    size_t size = (size_t)(end - text);
    if (size > r->name_room)
        return object_fail(r->fault, at, "the names of parameters share too much text");
    r->name_room -= size;
    return gxp_name_row(row, (const char *)text, size) ? GISA_OK : no_memory(r);
}

static gisa_status read_row(reader *r, gxp_block b, uint32_t at) {
    gxp_row *row = gxp_add(r->g, b);
    uint32_t next = at;
    if (!row)
        return no_memory(r);
    row->given = UINT32_MAX;
    for (unsigned c = 0; c < GXP_COLUMNS && gxp_blocks[b].widths[c]; c++) {
        row->v[c] = (uint32_t)number_at(r, next, gxp_blocks[b].widths[c]);
        next += gxp_blocks[b].widths[c];
    }
    return b == GXP_PARAMETERS ? read_name(r, row, at) : GISA_OK;
}

static gisa_status read_table(reader *r, gxp_block b) {
    uint64_t count = row_count(r, b), size = count * gxp_blocks[b].row_size;
    gisa_status status = GISA_OK;
    if (count && !in_file(r, r->g->place[b], size))
        return outside(r, b, gxp_blocks[b].count_at, size);
    for (uint64_t i = 0; i < count && status == GISA_OK; i++)
        status = read_row(r, b, r->g->place[b] + (uint32_t)(i * gxp_blocks[b].row_size));
    return status;
}

/* ---- what belongs to nothing ------------------------------------------------------------ */

/* What is written from what was read, without the bytes whose meaning is unknown, has zeros for
   these. */
static gisa_status read_patches(reader *r, const uint8_t *written) {
    enum { TOGETHER = 8 }; /* fewer equal bytes than this do not divide a run */
    for (size_t at = 0; at < r->size;) {
        if (r->file[at] == written[at]) {
            at++;
            continue;
        }
        size_t end = at + 1;
        for (size_t k = end; k < r->size && k - end < TOGETHER; k++)
            if (r->file[k] != written[k])
                end = k + 1;
        if (!gxp_add_patch(r->g, (uint32_t)at, r->file + at, (uint32_t)(end - at)))
            return no_memory(r);
        at = end;
    }
    return GISA_OK;
}

static gisa_status find_patches(reader *r) {
    bytes written = {0}, again = {0};
    gxp_forget_usual(r->g);
    gisa_status status = gxp_write(r->g, &written, r->size, r->fault);
    if (status == GISA_OK)
        status = read_patches(r, written.data);
    /* The writer refuses unknown bytes where something known lies: nothing is lost on the way there
       and back. */
    if (status == GISA_OK && r->g->patch_count)
        status = gxp_write(r->g, &again, r->size, r->fault);
    bytes_free(&written);
    bytes_free(&again);
    return status;
}

gisa_status gxp_read(gxp *g, gxp_counter *count, const void *file, size_t size, object_fault *fault) {
    gxp_init(g, count);
    *fault = (object_fault){0};
    reader r = {.g = g,
                .fault = fault,
                .file = file,
                .size = size,
                .name_room = (uint64_t)size * NAME_BYTES_PER_FILE_BYTE + NAME_BYTES_AT_LEAST};
    gisa_status status = read_header(&r);
    if (status == GISA_OK)
        status = read_varyings(&r);
    if (status == GISA_OK)
        status = read_programs(&r);
    for (int b = 0; b < GXP_BLOCKS && status == GISA_OK; b++)
        if (gxp_blocks[b].row_size)
            status = read_table(&r, (gxp_block)b);
    if (status == GISA_OK)
        status = find_patches(&r);
    if (status != GISA_OK)
        gxp_free(g);
    return status;
}
