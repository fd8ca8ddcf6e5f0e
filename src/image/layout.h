/* SPDX-License-Identifier: MIT */
/* Where the elements of an image are in memory, as bytes from its base. An element is a texel, or a
 * block of a compressed format; coordinates here count elements. Three kinds: rows, the tiles of
 * gfx6 to gfx8 (tile.c), and the swizzled blocks of gfx9 (swizzle.c). */
#ifndef GISA_IMAGE_LAYOUT_H
#define GISA_IMAGE_LAYOUT_H

#include "core/tables.h"

enum { LAYOUT_LEVELS = 16 };

typedef enum layout_kind { LAYOUT_ROWS, LAYOUT_TILES, LAYOUT_MACRO_TILES, LAYOUT_BLOCKS } layout_kind;

/* A set of bits of coordinates whose XOR is one bit of a number: 15:0 are bits of x, 31:16 of y,
   47:32 of z, 63:48 of the sample. */
typedef uint64_t layout_bits;

/* One level of an image. */
typedef struct layout_level {
    uint64_t offset;     /* bytes from the base of the image; in layouts of gfx9 from the base of a slice */
    uint64_t slice_size; /* bytes from one slice to the next */
    uint32_t pitch;      /* elements from one row to the next */
    uint32_t rows, slices;
    uint8_t kind; /* layout_kind */
    /* tiles */
    const int64_t *mode; /* row of ARRAY_MODE */
    uint8_t thickness;   /* slices in a tile */
    uint8_t bank_width, bank_height;
    uint32_t macro_width, macro_height; /* elements */
    uint32_t split;                     /* bytes of a tile in one piece */
    /* blocks of gfx9 */
    uint32_t block_x, block_y, block_z; /* the first block of the level */
    uint32_t tail;                      /* bytes from the first one of its block, in a mip tail */
} layout_level;

/* What all macro tiles of an image share (gfx6 to gfx8). */
typedef struct layout_tile {
    bool samples_together;       /* of a texel */
    const layout_bits *order[2]; /* the number of an element in its tile, of thin and of thick ones */
    bool has_depth[2];           /* the order has two bits of z */
    const layout_bits *pipe, *bank;
    layout_bits bank_extra; /* is ORed to bit 0 of the bank where banks are one tile wide */
    uint8_t log2_pipes, log2_banks;
    uint32_t pipe_swizzle, bank_swizzle;
} layout_tile;

/* What the blocks of an image share (gfx9). */
typedef struct layout_block {
    uint8_t log2_size, log2_width, log2_height, log2_depth;
    bool thick;            /* blocks have depth */
    layout_bits byte[16];  /* of an element in its block */
    layout_bits slice[16]; /* is XORed with it after the offset in a mip tail is in it */
    uint32_t swizzle;      /* likewise */
} layout_block;

typedef struct image_layout {
    uint8_t size, log2_samples, levels;
    uint64_t bytes;     /* of all slices and levels */
    uint32_t base_bits; /* low bits of the base address (of 256 bytes each) that are a swizzle */
    layout_level level[LAYOUT_LEVELS];
    union {
        layout_tile tile;
        layout_block block;
    } of;
} image_layout;

/* What the spec says of layouts: the fields of the registers of a chip, of which each generation
   has some. */
typedef struct layout_rules {
    const gisa_isa *isa;
    unsigned chip; /* IMAGE_CHIP */
    field array_mode, pipe_config, tile_split, micro, sample_split, bank_width, bank_height, aspect, banks;
    field macro_width, macro_height, macro_aspect, macro_banks; /* likewise, in the register of macro tiles */
    field row_size, channel_pipes, channel_engines, channel_banks; /* GB_ADDR_CONFIG */
} layout_rules;

void layout_rules_init(layout_rules *rules, const gisa_isa *isa);

/* What decides a layout. */
typedef struct layout_request {
    const layout_rules *rules;
    unsigned mode;                 /* tile mode, or swizzle mode */
    uint32_t width, height, depth; /* of level 0, in texels; depth: or slices, six for a cube */
    bool is_1d, is_3d, is_cube;
    bool padded; /* POW2_PAD */
    uint8_t block_width, block_height;
    uint8_t size; /* bytes of an element */
    uint8_t log2_samples, levels;
    uint32_t pitch; /* elements; what the resource says */
    uint32_t base;  /* the low bits of the base address / 256 */
} layout_request;

/* False: there is no such layout. */
bool layout_read(image_layout *layout, const layout_request *r);
bool layout_tiles(image_layout *layout, const layout_request *r);  /* tile.c */
bool layout_blocks(image_layout *layout, const layout_request *r); /* swizzle.c */

/* The byte of an element from the base of the image; the coordinates are inside the level. */
uint64_t layout_place(const image_layout *layout, unsigned level, uint32_t x, uint32_t y, uint32_t z,
                      unsigned sample);
uint64_t layout_place_in_tiles(const image_layout *layout, const layout_level *v, uint32_t x, uint32_t y,
                               uint32_t z, unsigned sample);
uint64_t layout_place_in_blocks(const image_layout *layout, const layout_level *v, uint32_t x, uint32_t y,
                                uint32_t z, unsigned sample);

/* Shared by the kinds. */
static inline uint32_t layout_align(uint32_t x, uint32_t unit) {
    return (x + unit - 1) / unit * unit;
}

static inline uint64_t layout_align64(uint64_t x, uint64_t unit) {
    return (x + unit - 1) / unit * unit;
}

static inline uint32_t layout_power(uint32_t x) { /* the smallest power of two that is not below x */
    uint32_t power = 1;
    while (power < x)
        power *= 2;
    return power;
}

static inline uint8_t layout_log2(uint64_t x) { /* rounded down */
    uint8_t n = 0;
    while (x >> n > 1)
        n++;
    return n;
}

static inline uint32_t layout_half(uint32_t size, unsigned level) { /* a size of a level */
    return size >> level ? size >> level : 1;
}

static inline uint64_t layout_coordinates(uint32_t x, uint32_t y, uint32_t z, unsigned sample) {
    return (x & 0xffff) | (uint64_t)(y & 0xffff) << 16 | (uint64_t)(z & 0xffff) << 32 |
           (uint64_t)sample << 48;
}

/* The number whose bits are XORs of coordinates. */
uint32_t layout_number(const layout_bits *bits, unsigned count, uint64_t coordinates);

#endif
