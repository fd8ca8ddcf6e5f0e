/* SPDX-License-Identifier: MIT */
/* Layouts of gfx6 to gfx8: rows, tiles of 8 x 8 elements, and macro tiles, which spread tiles over
 * the memory channels (pipes) and banks. A tile mode of the chip says which, and its levels lie one
 * after the other, each with all its slices. */
#include "core/names.h"
#include "gen/gcn_facts.h"
#include "layout.h"

enum { TILE = 8, TILE_ELEMENTS = TILE * TILE, INTERLEAVE = 256 };

/* The columns of ARRAY_MODE. SMALLER is 0 of rows without any alignment. */
enum { KIND, THICKNESS, RESIDENT, FIRST_BANKS, BANKS_TURN, PIPES_TURN, PIECES_TURN, SMALLER, THINNER };

/* The columns of PIPE_CONFIG. */
enum { PIPE_BITS = 4, LOG2_PIPES = PIPE_BITS, BANK_EXTRA };

/* The rows of MICRO_ORDER, in units of 16. */
enum { ORDER_THIN = 1, ORDER_THICK = 3 };

/* A tile mode, and what becomes of its banks. */
typedef struct tile_mode {
    const layout_rules *rules;
    uint32_t size, samples; /* bytes of an element */
    uint32_t registers[2];  /* GB_TILE_MODE, GB_MACROTILE_MODE */
    unsigned array_mode, pipes, row;
    bool samples_together;
} tile_mode;

typedef struct banks {
    uint32_t split, width, height, aspect, count;
} banks;

/* ---- registers -------------------------------------------------------------------------- */

static uint32_t get(uint32_t value, field f) {
    return (uint32_t)field_get(value, f);
}

#define TILE_FIELD(NAME) get(m->registers[0], m->rules->NAME)

/* The register of a mode: eight stand in a row, and the chip is in the third digit. */
static bool find_register(const layout_rules *rules, unsigned table, unsigned mode, uint32_t *value) {
    const int64_t *row = names_numbers(rules->isa, table, rules->chip << 8 | (mode & ~7u));
    unsigned columns = rules->isa->number_tables[table].columns;
    *value = row && mode % 8 < columns ? (uint32_t)row[mode % 8] : 0;
    return row != NULL;
}

static bool read_mode(tile_mode *m, const layout_request *r) {
    const gisa_isa *isa = r->rules->isa;
    const int64_t *config = names_numbers(isa, GCN_TABLE_ADDR_CONFIG, r->rules->chip), *pipes;
    *m = (tile_mode){.rules = r->rules, .size = r->size, .samples = 1u << r->log2_samples};
    if (!config || !find_register(r->rules, GCN_TABLE_TILE_MODE, r->mode, &m->registers[0]))
        return false;
    pipes = names_numbers(isa, GCN_TABLE_PIPE_CONFIG, TILE_FIELD(pipe_config));
    m->array_mode = TILE_FIELD(array_mode);
    m->row = 1024u << get((uint32_t)config[0], r->rules->row_size);
    m->pipes = pipes ? 1u << pipes[LOG2_PIPES] : 0;
    return m->pipes != 0;
}

static const int64_t *array_mode(const gisa_isa *isa, unsigned mode) {
    return names_numbers(isa, GCN_TABLE_ARRAY_MODE, mode);
}

/* ---- banks ------------------------------------------------------------------------------ */

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* gfx7 and gfx8: the size of a tile decides the register. */
static bool find_banks(const tile_mode *m, const int64_t *mode, banks *b) {
    uint32_t one = TILE_ELEMENTS * (uint32_t)mode[THICKNESS] * m->size, tile, macro;
    b->split = m->samples_together ? 64u << TILE_FIELD(tile_split)
                                   : most(INTERLEAVE, (1u << TILE_FIELD(sample_split)) * one);
    b->split = least(m->row, b->split);
    tile = most(64, least(b->split, m->samples * one));
    if (!find_register(m->rules, GCN_TABLE_MACRO_MODE, layout_log2(tile / 64) + (mode[RESIDENT] ? 8u : 0u),
                       &macro))
        return false;
    b->width = 1u << get(macro, m->rules->macro_width);
    b->height = 1u << get(macro, m->rules->macro_height);
    b->aspect = 1u << get(macro, m->rules->macro_aspect);
    b->count = 2u << get(macro, m->rules->macro_banks);
    return true;
}

static void read_banks(const tile_mode *m, banks *b) {
    *b = (banks){64u << TILE_FIELD(tile_split), 1u << TILE_FIELD(bank_width), 1u << TILE_FIELD(bank_height),
                 1u << TILE_FIELD(aspect), 2u << TILE_FIELD(banks)};
}

/* A bank holds at least 256 bytes of a pipe, and at most a row of DRAM. */
static void fit_banks(const tile_mode *m, uint32_t tile, banks *b) {
    uint32_t least_height;
    for (;; b->width /= 2) {
        least_height = most(1, INTERLEAVE / (tile * b->width));
        b->height = layout_align(b->height, least_height);
        if (m->samples == 1)
            b->aspect = layout_align(b->aspect, most(1, INTERLEAVE / (tile * m->pipes * b->width)));
        if (tile * b->width * b->height <= m->row || b->width == 1)
            break;
    }
    while (tile * b->width * b->height > m->row && b->height / 2 >= least_height)
        b->height /= 2;
}

/* False: the chip has no such macro tiles. */
static bool set_macro(const tile_mode *m, layout_level *v, banks *b, uint32_t *alignment) {
    uint32_t whole = TILE_ELEMENTS * v->thickness * m->size * m->samples, tile;
    if (!m->rules->isa->number_tables[GCN_TABLE_MACRO_MODE].rows)
        read_banks(m, b);
    else if (!find_banks(m, v->mode, b))
        return false;
    tile = least(b->split, whole);
    fit_banks(m, tile, b);
    v->split = b->split;
    v->bank_width = (uint8_t)b->width;
    v->bank_height = (uint8_t)b->height;
    v->macro_width = TILE * b->width * m->pipes * b->aspect;
    v->macro_height = TILE * b->height * b->count / b->aspect;
    *alignment = m->pipes * b->width * b->count * b->height * tile;
    return v->macro_height >= TILE;
}

/* ---- levels ----------------------------------------------------------------------------- */

/* The size of a level in elements, before it is padded to tiles. */
static void set_size(const layout_request *r, unsigned level, uint32_t base_pitch, layout_level *v) {
    uint32_t width = level ? layout_half(base_pitch, level) : r->width,
             height = layout_half(r->height, level);
    v->pitch = layout_align(width, r->block_width) / r->block_width;
    v->rows = layout_align(height, r->block_height) / r->block_height;
    v->slices = r->is_3d ? layout_half(r->depth, level) : r->depth;
    if (level || r->padded) {
        v->pitch = layout_power(v->pitch);
        v->rows = layout_power(v->rows);
        v->slices = layout_power(v->slices);
    }
}

static void set_mode(const tile_mode *m, unsigned mode, layout_level *v) {
    v->mode = array_mode(m->rules->isa, mode);
    v->kind = (uint8_t)v->mode[KIND];
    v->thickness = (uint8_t)v->mode[THICKNESS];
}

/* gfx6: an image of fewer slices than a tile has thinner tiles. */
static unsigned thin_out(const tile_mode *m, unsigned mode, uint32_t slices) {
    while (m->rules->isa->number_tables[GCN_TABLE_MACRO_MODE].rows == 0 &&
           slices < (uint32_t)array_mode(m->rules->isa, mode)[THICKNESS])
        mode = (unsigned)array_mode(m->rules->isa, mode)[THINNER];
    return mode;
}

/* Levels below the first one that do not fill a macro tile are tiles. */
static bool is_too_small(const tile_mode *m, const layout_level *v, const banks *b) {
    uint32_t tile = least(TILE_ELEMENTS * m->size * m->samples, b->split);
    return v->pitch < v->macro_width || v->rows < v->macro_height ||
           (v->thickness == 1 && (INTERLEAVE > tile * m->pipes * b->width * b->aspect ||
                                  INTERLEAVE > tile * b->width * b->height));
}

static uint32_t cube_slices(const layout_request *r, uint32_t slices) {
    return r->is_cube ? layout_power(slices) : slices;
}

/* Until all of a level, or a slice of rows, is a multiple of this number of elements. */
static uint32_t widen(uint32_t pitch, uint32_t step, uint32_t rows, uint32_t unit) {
    for (pitch = layout_align(pitch, step); (uint64_t)pitch * rows % unit; pitch += step)
        continue;
    return pitch;
}

static void pad_rows(const tile_mode *m, const layout_request *r, layout_level *v) {
    if (v->mode[SMALLER])
        v->pitch = widen(v->pitch, most(8, 64 / m->size), v->rows, most(64, 256 / m->size));
    v->slices = cube_slices(r, v->slices);
}

static void pad_tiles(const tile_mode *m, const layout_request *r, unsigned level, layout_level *v) {
    uint32_t bytes = m->size * m->samples * v->thickness;
    v->rows = layout_align(v->rows, TILE);
    v->pitch = widen(v->pitch, TILE, v->rows, most(1, INTERLEAVE / bytes));
    v->slices =
        layout_align(level == 0 || v->slices > 1 ? cube_slices(r, v->slices) : v->slices, v->thickness);
}

static void pad_macro_tiles(const layout_request *r, layout_level *v) {
    v->pitch = layout_align(v->pitch, v->macro_width);
    v->rows = layout_align(v->rows, v->macro_height);
    v->slices = layout_align(cube_slices(r, v->slices), v->thickness);
}

/* The resource may ask for a wider level 0. Rows of one level take any pitch that holds them
   (choice: also one that drivers do not make). */
static void set_pitch(const layout_request *r, unsigned level, uint32_t width, layout_level *v) {
    if (level || r->pitch < width)
        return;
    if (v->kind == LAYOUT_ROWS && r->levels == 1)
        v->pitch = r->pitch;
    else if (r->pitch > v->pitch)
        v->pitch = layout_align(r->pitch, v->kind == LAYOUT_MACRO_TILES ? v->macro_width : TILE);
}

/* One level; *alignment is what its first byte is aligned to. */
static bool set_level(const tile_mode *m, const layout_request *r, unsigned level, uint32_t base_pitch,
                      layout_level *v, banks *b, uint32_t *alignment) {
    set_size(r, level, base_pitch, v);
    uint32_t width = v->pitch;
    set_mode(m, thin_out(m, m->array_mode, v->slices), v);
    *alignment = v->kind == LAYOUT_ROWS && !v->mode[SMALLER] ? m->size : INTERLEAVE;
    if (v->kind == LAYOUT_MACRO_TILES && !set_macro(m, v, b, alignment))
        return false;
    if (v->kind == LAYOUT_MACRO_TILES && level && is_too_small(m, v, b)) {
        set_mode(m, thin_out(m, (unsigned)v->mode[SMALLER], v->slices), v);
        *alignment = INTERLEAVE;
    }
    switch (v->kind) {
    case LAYOUT_ROWS: pad_rows(m, r, v); break;
    case LAYOUT_TILES: pad_tiles(m, r, level, v); break;
    default: pad_macro_tiles(r, v);
    }
    set_pitch(r, level, width, v);
    v->slice_size = (uint64_t)v->pitch * v->rows * m->size * m->samples;
    return true;
}

/* ---- an image --------------------------------------------------------------------------- */

static const layout_bits *bits_of(const int64_t *row) {
    return (const layout_bits *)row;
}

static bool set_micro(tile_mode *m, image_layout *l) {
    const int64_t *micro = names_numbers(m->rules->isa, GCN_TABLE_MICRO_MODE, TILE_FIELD(micro));
    unsigned log2_size = layout_log2(m->size);
    if (!micro)
        return false;
    m->samples_together = l->of.tile.samples_together = micro[1];
    for (unsigned thick = 0; thick < 2; thick++) {
        unsigned order = (unsigned)micro[0];
        order = order == ORDER_THICK && !thick ? ORDER_THIN : order;
        const int64_t *row = names_numbers(m->rules->isa, GCN_TABLE_MICRO_ORDER, order << 4 | log2_size);
        l->of.tile.order[thick] = bits_of(row);
        l->of.tile.has_depth[thick] = order == ORDER_THICK;
    }
    return l->of.tile.order[0] && l->of.tile.order[1];
}

static bool set_channels(const tile_mode *m, const layout_request *r, const banks *b, image_layout *l) {
    const int64_t *pipe = names_numbers(m->rules->isa, GCN_TABLE_PIPE_CONFIG, TILE_FIELD(pipe_config));
    const int64_t *bank = names_numbers(m->rules->isa, GCN_TABLE_BANK_ORDER, b->count);
    layout_tile *t = &l->of.tile;
    if (!pipe || !bank)
        return false;
    t->pipe = bits_of(pipe);
    t->bank = bits_of(bank);
    t->bank_extra = (layout_bits)pipe[BANK_EXTRA];
    t->log2_pipes = (uint8_t)pipe[LOG2_PIPES];
    t->log2_banks = layout_log2(b->count);
    l->base_bits = (1u << (t->log2_pipes + t->log2_banks)) - 1;
    t->pipe_swizzle = r->base & (m->pipes - 1);
    t->bank_swizzle = r->base >> t->log2_pipes & (b->count - 1);
    return true;
}

bool layout_tiles(image_layout *l, const layout_request *r) {
    tile_mode m;
    banks b = {0};
    uint32_t base_pitch = 0, alignment;
    if (!read_mode(&m, r))
        return false;
    bool in_rows = array_mode(m.rules->isa, m.array_mode)[KIND] == LAYOUT_ROWS;
    if (!in_rows && ((r->size & (r->size - 1)) || !set_micro(&m, l)))
        return false;
    if (in_rows && m.samples > 1)
        return false;
    for (unsigned i = 0; i < r->levels; i++) {
        layout_level *v = &l->level[i];
        if (!set_level(&m, r, i, base_pitch, v, &b, &alignment))
            return false;
        base_pitch = i ? base_pitch : v->pitch * r->block_width;
        v->offset = layout_align64(l->bytes, alignment);
        l->bytes = v->offset + v->slice_size * v->slices;
    }
    return l->level[0].kind != LAYOUT_MACRO_TILES || set_channels(&m, r, &b, l);
}

/* ---- addresses -------------------------------------------------------------------------- */

/* The byte of an element in its tile. Slices that the order does not have come above it. */
static uint32_t in_tile(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y, uint32_t z,
                        unsigned sample) {
    bool thick = v->thickness > 1, has_depth = l->of.tile.has_depth[thick];
    unsigned bits = has_depth ? 8 : 6, depth = has_depth ? 4 : 1;
    uint32_t number = layout_number(l->of.tile.order[thick], bits, layout_coordinates(x, y, z, 0));
    number |= z % v->thickness / depth << bits;
    return l->of.tile.samples_together ? ((number << l->log2_samples) + sample) * l->size
                                       : (number + sample * TILE_ELEMENTS * v->thickness) * l->size;
}

static uint64_t in_tiles(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y, uint32_t z,
                         unsigned sample) {
    uint64_t tile = (uint64_t)(TILE_ELEMENTS * v->thickness * l->size) << l->log2_samples;
    return v->offset + z / v->thickness * v->slice_size * v->thickness +
           ((uint64_t)(y / TILE) * (v->pitch / TILE) + x / TILE) * tile + in_tile(l, v, x, y, z, sample);
}

static uint32_t pipe_of(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y, uint32_t z) {
    const layout_tile *t = &l->of.tile;
    uint32_t pipes = 1u << t->log2_pipes, turn = t->pipe_swizzle;
    if (v->mode[PIPES_TURN])
        turn += most(1, pipes / 2 - 1) * (z / v->thickness);
    return layout_number(t->pipe, t->log2_pipes, layout_coordinates(x, y, 0, 0)) ^ (turn & (pipes - 1));
}

static uint32_t bank_of(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y, uint32_t z,
                        uint32_t piece) {
    const layout_tile *t = &l->of.tile;
    uint32_t pipes = 1u << t->log2_pipes, count = 1u << t->log2_banks, turn = t->bank_swizzle, bank;
    bank = layout_number(
        t->bank, t->log2_banks,
        layout_coordinates(x / TILE / (v->bank_width * pipes), y / TILE / v->bank_height, 0, 0));
    if (v->bank_width == 1)
        bank |= layout_number(&t->bank_extra, 1, layout_coordinates(x, y, 0, 0));
    if (v->mode[BANKS_TURN])
        turn += (count / 2 - 1) * (z / v->thickness);
    else if (v->mode[PIPES_TURN])
        turn += most(1, pipes / 2 - 1) * (z / v->thickness) / pipes;
    bank ^= turn;
    if (v->mode[PIECES_TURN])
        bank ^= (count / 2 + 1) * piece;
    return bank & (count - 1);
}

/* A tile of several samples may be in pieces, which are slices of their own. */
static uint64_t in_macro_tiles(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y,
                               uint32_t z, unsigned sample) {
    const layout_tile *t = &l->of.tile;
    uint32_t tile = (uint32_t)(TILE_ELEMENTS * v->thickness * l->size) << l->log2_samples;
    uint32_t byte = in_tile(l, v, x, y, z, sample), pieces = 1, piece = 0;
    if (tile > v->split && v->thickness == 1) {
        pieces = tile / v->split;
        piece = byte / v->split;
        byte %= v->split;
        tile = v->split;
    }
    uint64_t macro = (uint64_t)tile * v->bank_width * v->bank_height, in_row = v->pitch / v->macro_width;
    uint64_t offset =
        in_row * (v->rows / v->macro_height) * macro * (piece + pieces * (z / v->thickness)) +
        (y / v->macro_height * in_row + x / v->macro_width) * macro +
        (y / TILE % v->bank_height * v->bank_width + (x / TILE >> t->log2_pipes) % v->bank_width) * tile +
        byte;
    if (v->mode[FIRST_BANKS]) {
        x %= v->macro_width;
        y %= v->macro_height;
    }
    offset = (offset / INTERLEAVE << t->log2_banks | bank_of(l, v, x, y, z, piece)) << t->log2_pipes << 8 |
             (uint64_t)pipe_of(l, v, x, y, z) << 8 | offset % INTERLEAVE;
    return v->offset + offset;
}

uint64_t layout_place_in_tiles(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y,
                               uint32_t z, unsigned sample) {
    return v->kind == LAYOUT_TILES ? in_tiles(l, v, x, y, z, sample) : in_macro_tiles(l, v, x, y, z, sample);
}
