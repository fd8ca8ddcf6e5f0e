/* SPDX-License-Identifier: MIT */
/* Decodes blocks of BC6 and BC7 by the tables of their modes (isa/gcn/image.isa): endpoints, a
   partition of the texels into subsets, and for each texel an index between two endpoints. */
#include "block_modes.h"

#include <string.h>

#include "core/names.h"
#include "gen/gcn_facts.h"

enum { TEXELS = 16 };

/* ---- bits of the block, the lowest first ------------------------------------------------ */

typedef struct reader {
    const uint8_t *block;
    unsigned at;
} reader;

static uint32_t take(reader *r, unsigned count) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < count; i++, r->at++)
        bits |= (uint32_t)(r->block[r->at / 8] >> r->at % 8 & 1) << i;
    return bits;
}

/* ---- partitions ------------------------------------------------------------------------- */

/* An entry of a table with `in_row` entries in a row. */
static uint32_t entry(const gisa_isa *isa, unsigned table, unsigned in_row, unsigned index) {
    const int64_t *row = names_numbers(isa, table, index - index % in_row);
    return row ? (uint32_t)row[index % in_row] : 0;
}

typedef struct partition {
    unsigned subsets;
    uint32_t of_texels; /* 2 bits each */
    unsigned anchor[3]; /* of each subset: the texel whose index has one bit less */
} partition;

static partition find_partition(const gisa_isa *isa, unsigned subsets, unsigned number) {
    partition p = {.subsets = subsets};
    if (subsets == 2) {
        p.of_texels = entry(isa, GCN_TABLE_BC_SUBSET2, 8, number);
        p.anchor[1] = entry(isa, GCN_TABLE_BC_ANCHOR2, TEXELS, number);
    } else if (subsets == 3) {
        p.of_texels = entry(isa, GCN_TABLE_BC_SUBSET3, 8, number);
        p.anchor[1] = entry(isa, GCN_TABLE_BC_ANCHOR3, TEXELS, number);
        p.anchor[2] = entry(isa, GCN_TABLE_BC_ANCHOR3_LAST, TEXELS, number);
    }
    return p;
}

static unsigned subset_of(const partition *p, unsigned texel) {
    return p->of_texels >> 2 * texel & 3;
}

/* The index of a texel; the reader goes past all of them. */
static unsigned take_index(reader *r, const partition *p, unsigned bits, unsigned texel) {
    unsigned found = 0;
    for (unsigned i = 0; bits && i < TEXELS; i++) {
        unsigned index = take(r, bits - (p->anchor[subset_of(p, i)] == i));
        found = i == texel ? index : found;
    }
    return found;
}

static int weight_of(const gisa_isa *isa, unsigned bits, unsigned index) {
    const int64_t *weights = names_numbers(isa, GCN_TABLE_BC_WEIGHT, bits);
    return weights ? (int)weights[index] : 0;
}

/* Shifted as C does on all machines that gisa supports: toward minus infinity. */
static int between(int a, int b, int weight) {
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

/* ---- BC7 -------------------------------------------------------------------------------- */

/* The columns of BC7_MODE. */
enum { SUBSETS, PARTITION, ROTATION, SELECTION, COLOUR, ALPHA, ENDPOINT_BIT, SUBSET_BIT, INDEX, SECOND };

enum { MAX_ENDPOINTS = 6 };

/* The upper bits are repeated below. */
static int widen(uint32_t x, unsigned bits) {
    x <<= 8 - bits;
    return (int)(x | x >> bits);
}

static void take_endpoints(reader *r, const int64_t *mode, int ends[MAX_ENDPOINTS][4]) {
    unsigned count = 2 * (unsigned)mode[SUBSETS], bit = 0;
    bool lower = mode[ENDPOINT_BIT] || mode[SUBSET_BIT];
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i < count; i++)
            ends[i][c] = (int)take(r, (unsigned)mode[c < 3 ? COLOUR : ALPHA]);
    for (unsigned i = 0; i < count; i++) {
        if (mode[ENDPOINT_BIT] || (mode[SUBSET_BIT] && i % 2 == 0))
            bit = take(r, 1);
        for (unsigned c = 0; c < 4; c++) {
            unsigned bits = (unsigned)mode[c < 3 ? COLOUR : ALPHA];
            uint32_t x = lower ? (uint32_t)ends[i][c] << 1 | bit : (uint32_t)ends[i][c];
            ends[i][c] = bits ? widen(x, bits + lower) : 255;
        }
    }
}

static void rotate(uint8_t rgba[4], unsigned rotation) {
    uint8_t alpha = rgba[3];
    if (rotation) {
        rgba[3] = rgba[rotation - 1];
        rgba[rotation - 1] = alpha;
    }
}

/* The number of zeros before the first one; 8 is reserved. */
static unsigned take_mode(reader *r) {
    unsigned mode = 0;
    while (mode < 8 && !take(r, 1))
        mode++;
    return mode;
}

/* Reserved modes give 0 in all components. */
void block_bc7(const gisa_isa *isa, const uint8_t *block, unsigned texel, uint8_t rgba[4]) {
    reader r = {block, 0};
    const int64_t *mode = names_numbers(isa, GCN_TABLE_BC7_MODE, take_mode(&r));
    int ends[MAX_ENDPOINTS][4], weight[2];
    memset(rgba, 0, 4);
    if (!mode)
        return;
    partition p = find_partition(isa, (unsigned)mode[SUBSETS], take(&r, (unsigned)mode[PARTITION]));
    unsigned rotation = take(&r, (unsigned)mode[ROTATION]), selection = take(&r, (unsigned)mode[SELECTION]);
    take_endpoints(&r, mode, ends);
    weight[0] = weight_of(isa, (unsigned)mode[INDEX], take_index(&r, &p, (unsigned)mode[INDEX], texel));
    weight[1] = mode[SECOND] ? weight_of(isa, (unsigned)mode[SECOND],
                                         take_index(&r, &p, (unsigned)mode[SECOND], texel))
                             : weight[0];
    const int *a = ends[2 * subset_of(&p, texel)], *b = ends[2 * subset_of(&p, texel) + 1];
    for (unsigned c = 0; c < 4; c++)
        rgba[c] = (uint8_t)between(a[c], b[c], weight[(c == 3) ^ selection]);
    rotate(rgba, rotation);
}

/* ---- BC6 -------------------------------------------------------------------------------- */

/* The columns of BC6_MODE; pieces of the endpoints follow. */
enum { MODE_BITS, REGIONS, DIFFERENCES, FIRST_BITS, OTHER_BITS, PIECES = OTHER_BITS + 3 };

enum { COLOURS = 3, BC6_ENDPOINTS = 4 };

/* Two bits where they are 0 or 1, else five. */
static const int64_t *find_bc6_mode(const gisa_isa *isa, reader *r) {
    unsigned mode = take(r, 2);
    if (mode > 1)
        mode |= take(r, 3) << 2;
    return names_numbers(isa, GCN_TABLE_BC6_MODE, mode);
}

/* A piece is the letter and number of a value, and its bits, first to last. */
static uint32_t take_piece(reader *r, uint32_t piece) {
    unsigned first = piece >> 8 & 0xff, last = piece & 0xff;
    uint32_t bits = 0;
    if (first >= last)
        return take(r, first - last + 1) << last;
    for (unsigned i = last + 1; i-- > first;) /* the highest bit comes first */
        bits |= take(r, 1) << i;
    return bits;
}

static unsigned take_bc6_ends(reader *r, const int64_t *mode, unsigned columns,
                              int ends[BC6_ENDPOINTS][COLOURS]) {
    unsigned number = 0;
    memset(ends, 0, BC6_ENDPOINTS * sizeof *ends);
    for (unsigned i = PIECES; i < columns && mode[i]; i++) {
        uint32_t piece = (uint32_t)mode[i], bits = take_piece(r, piece), end = piece >> 16 & 0xff;
        switch (piece >> 24) {
        case 'r': ends[end][0] |= (int)bits; break;
        case 'g': ends[end][1] |= (int)bits; break;
        case 'b': ends[end][2] |= (int)bits; break;
        default: number = bits;
        }
    }
    return number;
}

static int sign_extend(int x, unsigned bits) {
    int sign = 1 << (bits - 1);
    return (x ^ sign) - sign;
}

/* Endpoints after the first one may be differences from it. */
static void resolve_ends(const int64_t *mode, bool has_sign, int ends[BC6_ENDPOINTS][COLOURS]) {
    unsigned first = (unsigned)mode[FIRST_BITS];
    for (unsigned c = 0; c < COLOURS; c++) {
        if (has_sign)
            ends[0][c] = sign_extend(ends[0][c], first);
        for (unsigned i = 1; i < BC6_ENDPOINTS; i++) {
            if (has_sign || mode[DIFFERENCES])
                ends[i][c] = sign_extend(ends[i][c], (unsigned)mode[OTHER_BITS + c]);
            if (!mode[DIFFERENCES])
                continue;
            ends[i][c] = (ends[0][c] + ends[i][c]) & ((1 << first) - 1);
            if (has_sign)
                ends[i][c] = sign_extend(ends[i][c], first);
        }
    }
}

static int unquantize_unsigned(int x, unsigned bits) {
    if (bits >= 15 || x == 0)
        return x;
    return x == (1 << bits) - 1 ? 0xffff : ((x << 16) + 0x8000) >> bits;
}

static int unquantize_signed(int x, unsigned bits) {
    int size = x < 0 ? -x : x;
    if (bits >= 16)
        return x;
    size = size == 0 ? 0 : size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
    return x < 0 ? -size : size;
}

/* The bits of an f16: 31 / 64 or 31 / 32 of the integer, so that there are no infinities. */
static uint16_t finish(int x, bool has_sign) {
    if (!has_sign)
        return (uint16_t)((x * 31) >> 6);
    return x < 0 ? (uint16_t)(((-x * 31) >> 5) | 0x8000) : (uint16_t)((x * 31) >> 5);
}

/* Reserved modes give 0. */
void block_bc6(const gisa_isa *isa, const uint8_t *block, unsigned texel, bool has_sign, uint16_t rgb[3]) {
    reader r = {block, 0};
    const int64_t *mode = find_bc6_mode(isa, &r);
    int ends[BC6_ENDPOINTS][COLOURS];
    memset(rgb, 0, COLOURS * sizeof *rgb);
    if (!mode)
        return;
    unsigned number = take_bc6_ends(&r, mode, isa->number_tables[GCN_TABLE_BC6_MODE].columns, ends),
             bits = (unsigned)mode[FIRST_BITS];
    partition p = find_partition(isa, (unsigned)mode[REGIONS], number);
    unsigned index_bits = p.subsets == 2 ? 3 : 4, subset = subset_of(&p, texel);
    int weight = weight_of(isa, index_bits, take_index(&r, &p, index_bits, texel));
    resolve_ends(mode, has_sign, ends);
    for (unsigned c = 0; c < COLOURS; c++) {
        int a = ends[2 * subset][c], b = ends[2 * subset + 1][c];
        a = has_sign ? unquantize_signed(a, bits) : unquantize_unsigned(a, bits);
        b = has_sign ? unquantize_signed(b, bits) : unquantize_unsigned(b, bits);
        rgb[c] = finish(between(a, b, weight), has_sign);
    }
}
