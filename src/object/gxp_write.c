/* SPDX-License-Identifier: MIT */
/* Writes a .gxp file. Blocks may share bytes where they agree about them. */
#include "gxp.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const gxp *g;
    object_fault *fault;
    uint8_t *image;
    uint8_t *owner; /* of each byte: block + 1, HEADER or NAMES; 0 = nothing has been put there */
    uint64_t size;
} writer;

enum { HEADER = GXP_BLOCKS + 1, NAMES, LARGEST_BLOCK = 48 };

static const char *owner_name(unsigned owner) {
    return owner == HEADER ? "header" : owner == NAMES ? "names" : gxp_blocks[owner - 1].name;
}

/* ---- bytes ------------------------------------------------------------------------------ */

static void put_number(uint8_t *p, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static gisa_status put(writer *w, uint64_t at, const void *data, uint64_t size, unsigned owner) {
    const uint8_t *from = data;
    if (at > w->size || size > w->size - at)
        return object_fail(w->fault, at, "the %s end at 0x%llx, past the end of the file, 0x%llx",
                           owner_name(owner), (unsigned long long)(at + size), (unsigned long long)w->size);
    for (uint64_t i = 0; i < size; i++) {
        uint8_t before = w->owner[at + i];
        if (before && w->image[at + i] != from[i])
            return object_fail(w->fault, at + i, "%s and %s lie at 0x%llx and differ", owner_name(before),
                               owner_name(owner), (unsigned long long)(at + i));
        w->image[at + i] = from[i];
        w->owner[at + i] = (uint8_t)owner;
    }
    return GISA_OK;
}

/* The distance from the place that holds it. */
static void put_distance(uint8_t *block, uint32_t block_at, unsigned offset, uint32_t to) {
    put_number(block + offset, to - (block_at + offset), 4);
}

/* ---- header and varyings ---------------------------------------------------------------- */

static void put_fields(const gxp *g, unsigned where, uint8_t *block) {
    for (int f = 0; f < GXP_FIELDS; f++) {
        const gxp_field_info *i = &gxp_fields[f];
        uint64_t number = 0;
        if (i->where != where || !gxp_has_field(g, (gxp_field)f))
            continue;
        for (unsigned k = 0; k < i->size; k++)
            number |= (uint64_t)block[i->offset + k] << 8 * k;
        put_number(block + i->offset, number | g->value[f] << i->shift, i->size);
    }
}

static uint64_t count_of(const gxp *g, int b) {
    return b == GXP_PRIMARY ? g->primary.size / 8 : g->tables[b].count;
}

static gisa_status put_header(writer *w) {
    enum { SECONDARY_END = 0x4c };
    const gxp *g = w->g;
    uint8_t header[0x9c] = {'G', 'X', 'P', 0};
    put_fields(g, GXP_IN_HEADER, header);
    put_number(header + 8, g->size, 4);
    for (int b = 0; b < GXP_BLOCKS; b++) {
        const gxp_block_info *i = &gxp_blocks[b];
        if (b != GXP_INPUTS)
            put_distance(header, 0, i->place_at, g->place[b]);
        if (i->count_at)
            put_number(header + i->count_at, count_of(g, b), 4);
    }
    put_distance(header, 0, SECONDARY_END, g->place[GXP_SECONDARY] + (uint32_t)g->secondary.size);
    return put(w, 0, header, gxp_header_size(g), HEADER);
}

static gisa_status put_varyings(writer *w) {
    enum { INPUT_COUNT = 12 };
    const gxp *g = w->g;
    uint8_t block[LARGEST_BLOCK] = {0};
    put_fields(g, g->fragment ? GXP_IN_FRAGMENT : GXP_IN_VERTEX, block);
    if (g->fragment) {
        put_number(block + INPUT_COUNT, g->tables[GXP_INPUTS].count, 2);
        put_distance(block, g->place[GXP_VARYINGS], gxp_blocks[GXP_INPUTS].place_at, g->place[GXP_INPUTS]);
    }
    return put(w, g->place[GXP_VARYINGS], block, gxp_block_size(g, GXP_VARYINGS), GXP_VARYINGS + 1);
}

/* ---- tables ----------------------------------------------------------------------------- */

static gisa_status put_row(writer *w, int b, const gxp_row *row, uint64_t at) {
    uint8_t data[GXP_COLUMNS * 4];
    unsigned size = 0;
    for (unsigned c = 0; c < GXP_COLUMNS && gxp_blocks[b].widths[c]; c++) {
        bool name = b == GXP_PARAMETERS && c == GXP_PARAMETER_NAME;
        put_number(data + size, name ? row->name_place - (uint32_t)at : row->v[c], gxp_blocks[b].widths[c]);
        size += gxp_blocks[b].widths[c];
    }
    return put(w, at, data, size, (unsigned)b + 1);
}

static gisa_status put_table(writer *w, int b) {
    const gxp_table *t = &w->g->tables[b];
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < t->count && status == GISA_OK; i++)
        status = put_row(w, b, &t->rows[i], w->g->place[b] + (uint64_t)i * gxp_blocks[b].row_size);
    return status;
}

static gisa_status put_names(writer *w) {
    const gxp_table *t = &w->g->tables[GXP_PARAMETERS];
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < t->count && status == GISA_OK; i++) {
        const char *name = t->rows[i].name ? t->rows[i].name : "";
        status = put(w, t->rows[i].name_place, name, strlen(name) + 1, NAMES);
    }
    return status;
}

/* ---- the file --------------------------------------------------------------------------- */

static gisa_status put_patches(writer *w) {
    const gxp *g = w->g;
    for (size_t i = 0; i < g->patch_count; i++) {
        const gxp_patch *p = &g->patches[i];
        if (p->at > w->size || p->size > w->size - p->at)
            return object_fail(w->fault, p->at, "bytes at 0x%x lie past the end of the file, 0x%llx",
                               (unsigned)p->at, (unsigned long long)w->size);
        for (uint32_t k = 0; k < p->size; k++) {
            uint8_t byte = g->patched.data[p->from + k];
            unsigned owner = w->owner[p->at + k];
            if (owner && w->image[p->at + k] != byte)
                return object_fail(w->fault, p->at + k, "the byte at 0x%x belongs to the %s",
                                   (unsigned)(p->at + k), owner_name(owner));
            w->image[p->at + k] = byte;
        }
    }
    return GISA_OK;
}

static gisa_status put_all(writer *w) {
    const gxp *g = w->g;
    gisa_status status = put_header(w);
    if (status == GISA_OK)
        status = put_varyings(w);
    if (status == GISA_OK && g->primary.size)
        status = put(w, g->place[GXP_PRIMARY], g->primary.data, g->primary.size, GXP_PRIMARY + 1);
    if (status == GISA_OK && g->secondary.size)
        status = put(w, g->place[GXP_SECONDARY], g->secondary.data, g->secondary.size, GXP_SECONDARY + 1);
    for (int b = 0; b < GXP_BLOCKS && status == GISA_OK; b++)
        status = put_table(w, b);
    if (status == GISA_OK)
        status = put_names(w);
    return status == GISA_OK ? put_patches(w) : status;
}

static bool is_index(int f) {
    return f == GXP_VERTEX_INDEX || f == GXP_INSTANCE_INDEX;
}

/* What no file can say. */
static gisa_status check(const gxp *g, uint64_t limit, object_fault *fault) {
    enum { MOST_INPUTS = 0xffff };
    if (g->primary.size % 8 || g->secondary.size % 8)
        return object_fail(fault, 0, "the %s program has %zu bytes; expected whole instructions of 8",
                           g->primary.size % 8 ? "primary" : "secondary",
                           g->primary.size % 8 ? g->primary.size : g->secondary.size);
    if (g->tables[GXP_INPUTS].count > MOST_INPUTS)
        return object_fail(fault, 0, "%zu inputs; at most %d are possible", g->tables[GXP_INPUTS].count,
                           MOST_INPUTS);
    if (!g->fragment && g->tables[GXP_INPUTS].count)
        return object_fail(fault, 0, "only fragment programs have inputs");
    for (int f = 0; f < GXP_FIELDS; f++)
        if (g->given[f] && !gxp_has_field(g, (gxp_field)f) && is_index(f) && !g->fragment)
            return object_fail(fault, 0, "%s: expected .flags with %s as well", gxp_fields[f].directive,
                               gxp_fields[f].directive + 1);
        else if (g->given[f] && !gxp_has_field(g, (gxp_field)f))
            return object_fail(fault, 0, "%s: a %s program of version %u.%u has no place for it",
                               gxp_fields[f].directive ? gxp_fields[f].directive : "a directive",
                               g->fragment ? "fragment" : "vertex", (unsigned)g->value[GXP_MAJOR],
                               (unsigned)g->value[GXP_MINOR]);
    if (g->length > limit)
        return object_fail(fault, 0, "the file is longer than %llu bytes", (unsigned long long)limit);
    if (g->size > g->length)
        return object_fail(fault, 8, "the header states 0x%x bytes, more than the file has, 0x%llx",
                           (unsigned)g->size, (unsigned long long)g->length);
    return GISA_OK;
}

gisa_status gxp_write(gxp *g, bytes *out, uint64_t limit, object_fault *fault) {
    *fault = (object_fault){0};
    gxp_complete(g);
    if (g->no_memory)
        return GISA_STATUS_NO_MEMORY;
    gisa_status status = check(g, limit, fault);
    if (status != GISA_OK)
        return status;
    size_t size = (size_t)g->length;
    writer w = {.g = g, .fault = fault, .size = g->length, .owner = calloc(size ? size : 1, 1)};
    w.image = bytes_room(out, size ? size : 1);
    if (w.image && w.owner) {
        memset(w.image, 0, size);
        status = put_all(&w);
        out->size += status == GISA_OK ? size : 0;
    } else
        status = GISA_STATUS_NO_MEMORY;
    free(w.owner);
    return status;
}
