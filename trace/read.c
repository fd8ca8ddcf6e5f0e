/* SPDX-License-Identifier: MIT */
/* Reads binary traces, of which any byte may be wrong: first what they define and where the blocks
 * of each wave are, then one wave's instructions at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

enum { HEAD = 5, MOST_REGISTERS = 4096, MOST_ACCESSES = 1 << 12 };

typedef struct defined_instruction {
    uint32_t function, text, source;
    uint64_t distance;
} defined_instruction;

/* The blocks of a wave, by the offsets of their payloads. */
typedef struct read_wave {
    gisa_trace_wave told;
    uint64_t *block;
    uint32_t *size;
    size_t count, room;
} read_wave;

struct gisa_trace_file {
    gisa_trace_input input;
    char **texts;
    size_t text_count, text_room;
    defined_instruction *instructions;
    size_t instruction_count, instruction_room;
    read_wave *waves;
    size_t wave_count, wave_room;
    uint8_t *block; /* that is being read */
    size_t block_room;
    bool whole;
    const char *wrong; /* NULL: nothing */
};

/* ---- bytes ----------------------------------------------------------------------------------- */

typedef struct bytes_reader {
    const uint8_t *at, *end;
    bool bad;
} bytes_reader;

static const uint8_t *take(bytes_reader *r, size_t size) {
    const uint8_t *at = r->at;
    if (r->bad || (size_t)(r->end - at) < size) {
        r->bad = true;
        return NULL;
    }
    r->at += size;
    return at;
}

static unsigned take_byte(bytes_reader *r) {
    const uint8_t *at = take(r, 1);
    return at ? *at : 0;
}

static uint64_t take_number(bytes_reader *r) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned byte = take_byte(r);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    r->bad = true;
    return 0;
}

/* One that is less than `limit`. */
static uint32_t take_below(bytes_reader *r, uint64_t limit) {
    const uint64_t value = take_number(r);
    r->bad |= value >= limit;
    return r->bad ? 0 : (uint32_t)value;
}

static uint64_t take_fixed(bytes_reader *r, unsigned size) {
    const uint8_t *at = take(r, size);
    uint64_t value = 0;
    for (unsigned i = 0; at && i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* ---- growing --------------------------------------------------------------------------------- */

static bool make_room(void *array, size_t count, size_t *room, size_t element) {
    void **data = array;
    const size_t more = *room ? 2 * *room : 16;
    void *grown = count < *room ? *data : realloc(*data, more * element);
    if (!grown)
        return false;
    *room = count < *room ? *room : more;
    *data = grown;
    return true;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static bool define_string(gisa_trace_file *f, bytes_reader *r) {
    const uint32_t size = take_below(r, BINARY_LARGEST);
    const uint8_t *at = take(r, size);
    if (!at)
        return true;
    if (!make_room(&f->texts, f->text_count, &f->text_room, sizeof *f->texts))
        return false;
    char *text = malloc(size + 1u);
    if (!text)
        return false;
    memcpy(text, at, size);
    text[size] = 0;
    for (char *c = text; *c; c++) /* they go to terminals */
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    f->texts[f->text_count++] = text;
    return true;
}

static bool define_instruction(gisa_trace_file *f, bytes_reader *r) {
    defined_instruction d = {.function = take_below(r, f->text_count)};
    d.distance = take_number(r);
    d.text = take_below(r, f->text_count);
    d.source = take_below(r, f->text_count);
    if (r->bad)
        return true;
    if (!make_room(&f->instructions, f->instruction_count, &f->instruction_room, sizeof d))
        return false;
    f->instructions[f->instruction_count++] = d;
    return true;
}

static bool define_wave(gisa_trace_file *f, bytes_reader *r) {
    read_wave w = {.count = 0};
    for (unsigned i = 0; i < 3; i++)
        w.told.group[i] = take_below(r, UINT64_C(1) << 32);
    w.told.number = take_below(r, UINT64_C(1) << 32);
    if (r->bad)
        return true;
    if (!make_room(&f->waves, f->wave_count, &f->wave_room, sizeof w))
        return false;
    f->waves[f->wave_count++] = w;
    return true;
}

/* false: no memory. */
static bool read_definitions(gisa_trace_file *f, bytes_reader *r) {
    bool good = true;
    while (good && !r->bad && r->at < r->end)
        switch (take_byte(r)) {
        case DEFINES_STRING: good = define_string(f, r); break;
        case DEFINES_INSTRUCTION: good = define_instruction(f, r); break;
        case DEFINES_WAVE: good = define_wave(f, r); break;
        default: r->bad = true;
        }
    return good;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static bool add_block(gisa_trace_file *f, bytes_reader *r, uint64_t offset, uint32_t size) {
    const uint32_t number = take_below(r, f->wave_count);
    if (r->bad)
        return true;
    read_wave *w = &f->waves[number];
    size_t room = w->room;
    if (!make_room(&w->block, w->count, &room, sizeof *w->block) ||
        !make_room(&w->size, w->count, &w->room, sizeof *w->size))
        return false;
    w->block[w->count] = offset;
    w->size[w->count++] = size;
    return true;
}

/* The whole of a block in memory; NULL: no memory. */
static uint8_t *room_for(uint8_t **data, size_t *room, size_t size) {
    if (size < *room)
        return *data;
    uint8_t *grown = realloc(*data, size + 1);
    if (!grown)
        return NULL;
    *data = grown;
    *room = size + 1;
    return grown;
}

static gisa_status bad(gisa_trace_file *f, const char *what) {
    f->wrong = what;
    return GISA_STATUS_BAD_FILE;
}

static gisa_status read_block(gisa_trace_file *f, unsigned kind, uint64_t offset, uint32_t size) {
    /* of a wave's block its number alone */
    const uint32_t wanted = kind == BLOCK_WAVE && size > 10 ? 10 : size;
    uint8_t *data = room_for(&f->block, &f->block_room, wanted);
    if (!data)
        return GISA_STATUS_NO_MEMORY;
    if (f->input.read(f->input.ctx, offset, data, wanted) != wanted)
        return GISA_STATUS_END;
    bytes_reader r = {data, data + wanted, false};
    if (!(kind == BLOCK_WAVE ? add_block(f, &r, offset, size) : read_definitions(f, &r)))
        return GISA_STATUS_NO_MEMORY;
    return r.bad ? bad(f, kind == BLOCK_WAVE ? "a block of a wave that is not defined"
                                             : "definitions that mean nothing")
                 : GISA_OK;
}

/* Is the last byte of the payload there? Blocks of waves are not read yet. */
static bool is_there(const gisa_trace_file *f, uint64_t offset, uint32_t size) {
    uint8_t byte;
    return !size || f->input.read(f->input.ctx, offset + size - 1, &byte, 1) == 1;
}

/* GISA_STATUS_END: the file ends here, or is cut. */
static gisa_status next_block(gisa_trace_file *f, uint64_t *offset) {
    uint8_t head[HEAD];
    uint32_t size = 0;
    if (f->input.read(f->input.ctx, *offset, head, HEAD) != HEAD)
        return GISA_STATUS_END;
    for (unsigned i = 0; i < 4; i++)
        size |= (uint32_t)head[1 + i] << 8 * i;
    if (head[0] == BLOCK_END && !size) {
        f->whole = true;
        return GISA_STATUS_END;
    }
    if ((head[0] != BLOCK_DEFINITIONS && head[0] != BLOCK_WAVE) || size > BINARY_LARGEST)
        return bad(f, "expected a block");
    if (!is_there(f, *offset + HEAD, size))
        return GISA_STATUS_END;
    const gisa_status status = read_block(f, head[0], *offset + HEAD, size);
    *offset += status ? 0 : HEAD + (uint64_t)size;
    return status;
}

static gisa_status read_all(gisa_trace_file *f, uint64_t *offset) {
    char magic[sizeof BINARY_MAGIC - 1];
    gisa_status status = GISA_OK;
    if (f->input.read(f->input.ctx, 0, magic, sizeof magic) != sizeof magic ||
        memcmp(magic, BINARY_MAGIC, sizeof magic) != 0)
        return bad(f, "not a binary trace of gisa, or one of another version");
    *offset = sizeof magic;
    while (!status)
        status = next_block(f, offset);
    return status == GISA_STATUS_END ? GISA_OK : status;
}

gisa_status gisa_trace_open(const gisa_trace_input *input, gisa_trace_file **file, gisa_error *error) {
    uint64_t offset = 0;
    if (!input || !input->read || !file)
        return GISA_STATUS_BAD_ARGUMENT;
    gisa_trace_file *f = *file = calloc(1, sizeof *f);
    if (!f)
        return GISA_STATUS_NO_MEMORY;
    f->input = *input;
    const gisa_status status = read_all(f, &offset);
    if (!status)
        return GISA_OK;
    if (error) {
        error->offset = offset < UINT32_MAX ? (uint32_t)offset : UINT32_MAX;
        snprintf(error->message, sizeof error->message, "%s", f->wrong ? f->wrong : "out of memory");
    }
    gisa_trace_close(f);
    *file = NULL;
    return status;
}

void gisa_trace_close(gisa_trace_file *f) {
    if (!f)
        return;
    for (size_t i = 0; i < f->text_count; i++)
        free(f->texts[i]);
    for (size_t i = 0; i < f->wave_count; i++) {
        free(f->waves[i].block);
        free(f->waves[i].size);
    }
    free(f->texts);
    free(f->instructions);
    free(f->waves);
    free(f->block);
    free(f);
}

bool gisa_trace_is_whole(const gisa_trace_file *f) {
    return f && f->whole;
}

gisa_status gisa_trace_wave_at(const gisa_trace_file *f, size_t i, gisa_trace_wave *wave) {
    if (!f || !wave)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= f->wave_count)
        return GISA_STATUS_END;
    *wave = f->waves[i].told;
    return GISA_OK;
}

/* ---- one wave -------------------------------------------------------------------------------- */

struct gisa_trace_cursor {
    const gisa_trace_file *file;
    const read_wave *wave;
    size_t next; /* block */
    uint8_t *block;
    size_t block_room;
    bytes_reader r;
    gisa_trace_register *reg;
    gisa_trace_access *access;
    size_t reg_room, access_room;
};

gisa_trace_cursor *gisa_trace_cursor_new(const gisa_trace_file *f, size_t i) {
    gisa_trace_cursor *c = f && i < f->wave_count ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return NULL;
    c->file = f;
    c->wave = &f->waves[i];
    return c;
}

void gisa_trace_cursor_free(gisa_trace_cursor *c) {
    if (!c)
        return;
    free(c->block);
    free(c->reg);
    free(c->access);
    free(c);
}

static gisa_status load_block(gisa_trace_cursor *c) {
    const gisa_trace_input *in = &c->file->input;
    if (c->next == c->wave->count)
        return GISA_STATUS_END;
    const uint32_t size = c->wave->size[c->next];
    uint8_t *data = room_for(&c->block, &c->block_room, size);
    if (!data)
        return GISA_STATUS_NO_MEMORY;
    if (in->read(in->ctx, c->wave->block[c->next++], data, size) != size)
        return GISA_STATUS_BAD_FILE;
    c->r = (bytes_reader){data, data + size, false};
    take_number(&c->r); /* that of the wave */
    return GISA_OK;
}

static uint64_t take_signed(bytes_reader *r) {
    const uint64_t value = take_number(r);
    return value >> 1 ^ (value & 1 ? UINT64_MAX : 0);
}

/* Some lanes of the mask, from a lane on, with values in step; the lane after them. */
static unsigned take_run(bytes_reader *r, gisa_trace_register *to, unsigned lane, unsigned *left) {
    const uint64_t head = take_number(r);
    uint32_t value = (uint32_t)take_fixed(r, 4);
    const uint32_t step = head & 1 ? (uint32_t)take_signed(r) : 0;
    r->bad |= !(head >> 1) || head >> 1 > *left;
    if (r->bad)
        return lane;
    *left -= (unsigned)(head >> 1);
    for (uint64_t n = head >> 1; n; lane++)
        if (to->lanes >> lane & 1) {
            to->value[lane] = value;
            value += step;
            n--;
        }
    return lane;
}

static void take_lanes(bytes_reader *r, gisa_trace_register *to) {
    unsigned lane = 0, left;
    to->lanes = take_fixed(r, 8);
    left = (unsigned)__builtin_popcountll(to->lanes);
    while (left && !r->bad)
        lane = take_run(r, to, lane, &left);
}

static void take_register(gisa_trace_cursor *c, gisa_trace_register *to) {
    const uint64_t head = take_number(&c->r);
    memset(to, 0, sizeof *to);
    c->r.bad |= head >> 2 >= c->file->text_count;
    if (c->r.bad)
        return;
    to->name = c->file->texts[head >> 2];
    to->per_lane = head & REGISTER_PER_LANE;
    to->is_float = head & REGISTER_FLOAT;
    if (to->per_lane)
        take_lanes(&c->r, to);
    else
        to->value[0] = (uint32_t)take_fixed(&c->r, 4);
}

/* What the accesses of a run share, and how many they are. */
static uint32_t take_run_head(bytes_reader *r, gisa_trace_access *to, uint64_t before, uint64_t *step) {
    const unsigned flags = take_byte(r);
    uint32_t count = 1;
    *to = (gisa_trace_access){.space = flags & ACCESS_SPACE, .writes = flags & ACCESS_WRITES};
    to->size = take_below(r, UINT64_C(1) << 32);
    to->lane = flags & ACCESS_WHOLE ? GISA_WAVE_ALL : take_byte(r);
    to->address = before + take_signed(r);
    if (flags & ACCESS_RUN) {
        count = take_byte(r);
        *step = take_signed(r);
    }
    r->bad |= flags & ACCESS_WHOLE ? count != 1 : !count || to->lane + count > GISA_WAVE_LANES;
    r->bad |= (flags & ACCESS_BYTES) && to->size > MOST_STORED;
    if (flags & ACCESS_BYTES && !r->bad)
        to->byte_count = (uint8_t)to->size;
    return r->bad ? 0 : count;
}

static gisa_status take_accesses(gisa_trace_cursor *c, gisa_trace_record *record, uint64_t before) {
    gisa_trace_access all;
    uint64_t step = 0;
    const uint32_t count = take_run_head(&c->r, &all, before, &step);
    for (uint32_t i = 0; i < count && !c->r.bad; i++) {
        const uint8_t *bytes = take(&c->r, all.byte_count);
        if (!make_room(&c->access, record->access_count, &c->access_room, sizeof *c->access))
            return GISA_STATUS_NO_MEMORY;
        gisa_trace_access *to = &c->access[record->access_count++];
        *to = all;
        if (bytes)
            memcpy(to->bytes, bytes, all.byte_count);
        all.lane += all.lane != GISA_WAVE_ALL;
        all.address += step;
    }
    return GISA_OK;
}

static gisa_status take_effects(gisa_trace_cursor *c, gisa_trace_record *record) {
    uint64_t before = 0;
    record->register_count = take_below(&c->r, MOST_REGISTERS);
    for (uint32_t i = 0; i < record->register_count && !c->r.bad; i++) {
        if (!make_room(&c->reg, i, &c->reg_room, sizeof *c->reg))
            return GISA_STATUS_NO_MEMORY;
        take_register(c, &c->reg[i]);
    }
    const uint32_t runs = take_below(&c->r, MOST_ACCESSES);
    gisa_status status = GISA_OK;
    for (uint32_t i = 0; i < runs && !c->r.bad && !status; i++) {
        status = take_accesses(c, record, before);
        before = record->access_count ? c->access[record->access_count - 1].address : 0;
    }
    record->reg = c->reg;
    record->access = c->access;
    return status;
}

static gisa_status take_record(gisa_trace_cursor *c, gisa_trace_record *record) {
    const gisa_trace_file *f = c->file;
    const uint64_t head = take_number(&c->r);
    gisa_status status = GISA_OK;
    if (c->r.bad || head >> 1 >= f->instruction_count)
        return GISA_STATUS_BAD_FILE;
    const defined_instruction *d = &f->instructions[head >> 1];
    *record = (gisa_trace_record){.function = f->texts[d->function],
                                  .distance = d->distance,
                                  .text = f->texts[d->text],
                                  .source = f->texts[d->source]};
    if (head & 1)
        status = take_effects(c, record);
    return status ? status : c->r.bad ? GISA_STATUS_BAD_FILE : GISA_OK;
}

gisa_status gisa_trace_next(gisa_trace_cursor *c, gisa_trace_record *record) {
    if (!c || !record)
        return GISA_STATUS_BAD_ARGUMENT;
    while (c->r.at == c->r.end) {
        const gisa_status status = c->r.bad ? GISA_STATUS_BAD_FILE : load_block(c);
        if (status)
            return status;
        if (c->r.bad)
            return GISA_STATUS_BAD_FILE;
    }
    return take_record(c, record);
}
