/* SPDX-License-Identifier: MIT */
/* Addresses of elements, and what levels are padded to: tiles.txt, swizzles.txt, swizzle_bits.txt.
   */
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "image_test.h"
#include "table.h"

/* Samples as their logarithm. */
static uint8_t log2_of(unsigned long long x) {
    uint8_t n = 0;
    while (x >> n > 1)
        n++;
    return n;
}

/* The columns that the files of addresses share; `first` is that of the bits. */
static layout_request read_request(const table *f, const image_rules *rules, const char *kind,
                                   unsigned first) {
    return (layout_request){
        .rules = &rules->layouts,
        .mode = (unsigned)table_number(f, 1),
        .size = (uint8_t)(table_number(f, first) / 8),
        .log2_samples = log2_of(table_number(f, first + 1)),
        .width = (uint32_t)table_number(f, first + 2),
        .height = (uint32_t)table_number(f, first + 3),
        .depth = (uint32_t)table_number(f, first + 4),
        .levels = (uint8_t)table_number(f, first + 5),
        .is_1d = strcmp(kind, "1d") == 0,
        .is_3d = strcmp(kind, "3d") == 0,
        .is_cube = strcmp(kind, "cube") == 0,
        .block_width = 1,
        .block_height = 1,
        .pitch = 1,
    };
}

/* ---- gfx6 to gfx8 ------------------------------------------------------------------------ */

/* The names of AMD's address library, by ARRAY_MODE. It takes linear general for linear aligned. */
static const char *const mode_names[16] = {
    "LINEAR_ALIGNED",  "LINEAR_ALIGNED",  "1D_TILED_THIN1",     "1D_TILED_THICK",
    "2D_TILED_THIN1",  "PRT_TILED_THIN1", "PRT_2D_TILED_THIN1", "2D_TILED_THICK",
    "2D_TILED_XTHICK", "PRT_TILED_THICK", "PRT_2D_TILED_THICK", "PRT_3D_TILED_THIN1",
    "3D_TILED_THIN1",  "3D_TILED_THICK",  "3D_TILED_XTHICK",    "PRT_3D_TILED_THICK"};

/* The key of a row of a table stands before its columns. */
static const char *mode_name(const layout_level *v) {
    return mode_names[v->mode[-1]];
}

static void test_tile(const table *f, const image_layout *l, unsigned first) {
    unsigned level = (unsigned)table_number(f, first + 6);
    const layout_level *v = &l->level[level];
    uint64_t at =
        layout_place(l, level, (uint32_t)table_number(f, first + 7), (uint32_t)table_number(f, first + 8),
                     (uint32_t)table_number(f, first + 9), (unsigned)table_number(f, first + 10));
    bool good = v->pitch == table_number(f, first + 12) && v->rows == table_number(f, first + 13) &&
                v->slices == table_number(f, first + 14) && v->offset == table_number(f, first + 15) &&
                at == table_number(f, first + 16) && strcmp(mode_name(v), f->word[first + 11]) == 0;
    check(
        good,
        "%s mode %s, %s, %s bits x %s, %sx%sx%s, level %s of %s, (%s, %s, %s) sample %s, %s, not %s: pitch %u rows %u slices %u "
        "offset %llu address %llu, not %s %s %s %s %s",
        f->word[0], f->word[1], f->word[2], f->word[3], f->word[4], f->word[5], f->word[6], f->word[7],
        f->word[9], f->word[8], f->word[10], f->word[11], f->word[12], f->word[13], mode_name(v), f->word[14],
        v->pitch, v->rows, v->slices, (unsigned long long)v->offset, (unsigned long long)at, f->word[15],
        f->word[16], f->word[17], f->word[18], f->word[19]);
}

static void test_tiles(const char *folder) {
    table f;
    image_rules rules;
    image_layout l;
    if (!table_open(&f, folder, "tiles.txt"))
        return;
    while (table_next(&f)) {
        const gisa_isa *isa = isa_of_chip(f.word[0], &rules);
        layout_request r = read_request(&f, &rules, f.word[2], 3);
        r.padded = r.levels > 1;
        if (!isa || !layout_read(&l, &r))
            check(false, "%s has mode %s", f.word[0], f.word[1]);
        else
            test_tile(&f, &l, 3);
    }
}

/* ---- gfx9 ------------------------------------------------------------------------------- */

static void test_swizzle(const table *f, const image_layout *l) {
    unsigned level = (unsigned)table_number(f, 10);
    const layout_level *v = &l->level[level];
    const layout_block *b = &l->of.block;
    unsigned long long at =
        layout_place(l, level, (uint32_t)table_number(f, 11), (uint32_t)table_number(f, 12),
                     (uint32_t)table_number(f, 13), (unsigned)table_number(f, 14));
    bool rows = strcmp(f->word[18], "-") == 0;
    unsigned long long start =
        ((uint64_t)v->block_z * (v->rows >> b->log2_height) + v->block_y) * (v->pitch >> b->log2_width)
        << b->log2_size;
    start += (unsigned long long)v->block_x << b->log2_size;
    bool good = v->pitch == table_number(f, 17) && (rows || v->rows == table_number(f, 18)) &&
                at == table_number(f, 22) &&
                (rows || (start == table_number(f, 20) && v->tail == table_number(f, 21)));
    check(
        good,
        "%s mode %s, %s, %s bits x %s, %sx%sx%s, level %s of %s, (%s, %s, %s) sample %s xor %s: pitch %u rows %u start "
        "%llu tail %u address %llu, not %s %s %s %s %s",
        f->word[0], f->word[2], f->word[3], f->word[4], f->word[5], f->word[6], f->word[7], f->word[8],
        f->word[10], f->word[9], f->word[11], f->word[12], f->word[13], f->word[14], f->word[15], v->pitch,
        v->rows, start, v->tail, at, f->word[17], f->word[18], f->word[20], f->word[21], f->word[22]);
}

static void test_swizzles(const char *folder) {
    table f;
    image_rules rules;
    image_layout l;
    if (!table_open(&f, folder, "swizzles.txt"))
        return;
    while (table_next(&f)) {
        const gisa_isa *isa = isa_of_chip(f.word[0], &rules);
        layout_request r = read_request(&f, &rules, f.word[3], 4);
        r.base = (uint32_t)table_number(&f, 15);
        if (r.levels == 1)
            r.pitch = (uint32_t)table_number(&f, 17);
        if (!isa || !layout_read(&l, &r))
            check(false, "%s has mode %s of %s, %s bits, %s samples", f.word[0], f.word[2], f.word[3],
                  f.word[4], f.word[5]);
        else
            test_swizzle(&f, &l);
    }
}

/* "x3^y4"; "-" is none */
static uint64_t read_bits(const char *p) {
    static const char letters[] = "xyzs";
    uint64_t bits = 0;
    while (*p && *p != '-') {
        unsigned coordinate = (unsigned)(strchr(letters, *p) - letters);
        char *end;
        bits ^= UINT64_C(1) << (16 * coordinate + strtoul(p + 1, &end, 10));
        p = *end == '^' ? end + 1 : end;
    }
    return bits;
}

static void test_bits(const char *folder) {
    table f;
    image_rules rules;
    image_layout l;
    if (!table_open(&f, folder, "swizzle_bits.txt"))
        return;
    while (table_next(&f)) {
        const gisa_isa *isa = isa_of_chip(f.word[0], &rules);
        layout_request r = {.rules = &rules.layouts,
                            .mode = (unsigned)table_number(&f, 1),
                            .width = 512,
                            .height = 512,
                            .depth = 8,
                            .is_3d = strcmp(f.word[3], "3d") == 0,
                            .block_width = 1,
                            .block_height = 1,
                            .size = (uint8_t)(table_number(&f, 5) / 8),
                            .log2_samples = log2_of(table_number(&f, 4)),
                            .levels = 1};
        if (!isa || !layout_read(&l, &r)) {
            check(false, "%s has mode %s of %s, %s bits, %s samples", f.word[0], f.word[2], f.word[3],
                  f.word[5], f.word[4]);
            continue;
        }
        const layout_block *b = &l.of.block;
        char size[32];
        snprintf(size, sizeof size, "%dx%dx%d", 1 << b->log2_width, 1 << b->log2_height, 1 << b->log2_depth);
        bool good = strcmp(size, f.word[6]) == 0 && b->log2_size == f.count - 7;
        for (unsigned i = 7; i < f.count && good; i++)
            good = (b->byte[i - 7] ^ b->slice[i - 7]) == read_bits(f.word[i]);
        check(good, "%s %s %s, %s samples, %s bits: blocks of %s, or their order", f.word[0], f.word[2],
              f.word[3], f.word[4], f.word[5], size);
    }
}

void test_layouts(const char *folder) {
    test_tiles(folder);
    test_swizzles(folder);
    test_bits(folder);
}
