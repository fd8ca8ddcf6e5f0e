/* SPDX-License-Identifier: MIT */
/* Where the elements of an image are in memory, as an address of an element in bytes from the base.
 * An element is a texel, or a block of a compressed format; all coordinates here count elements.
 * Three kinds: rows (linear), the tiles of gfx6 to gfx8, and the swizzled blocks of gfx9. */
#ifndef GISA_IMAGE_LAYOUT_H
#define GISA_IMAGE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum { LAYOUT_LEVELS = 16 };

typedef enum layout_kind { LAYOUT_LINEAR, LAYOUT_TILED, LAYOUT_SWIZZLED } layout_kind;

/* One level of an image. */
typedef struct layout_level {
    uint64_t offset;     /* bytes from the base of the image, or of its slice (LAYOUT_SWIZZLED, and
                            linear levels of gfx9) */
    uint64_t slice_size; /* bytes from one slice to the next; thick tiles: of one slice of texels */
    uint32_t pitch;      /* elements from one row to the next */
    uint32_t rows, slices;
    uint32_t x, y, z; /* LAYOUT_SWIZZLED: the first block of the level */
    uint16_t tail;    /* LAYOUT_SWIZZLED: bytes from the first byte of the block, in the mip tail */
    uint8_t mode;     /* LAYOUT_TILED: the mode of this level (ARRAY_MODE) */
} layout_level;

/* Bits of an address as XOR of bits of coordinates: bits 15:0 of a mask are x, 31:16 y, 47:32 z,
   63:48 the sample. */
typedef uint64_t layout_bits;

/* The parameters of macro tiles (gfx6 to gfx8). */
typedef struct layout_tile {
    uint8_t micro;       /* the order of elements in a tile: MICRO_MODE */
    uint8_t pipe_config; /* PIPE_CONFIG */
    uint8_t log2_pipes;  /* */
    uint8_t banks;       /* 2, 4, 8, 16 */
    uint8_t bank_width, bank_height, aspect;
    uint32_t split;                      /* bytes of a tile in one piece */
    uint32_t swizzle_pipe, swizzle_bank; /* from the base address */
    layout_bits order[9];                /* bits of the number of an element in its micro tile */
    layout_bits pipe[4];
} layout_tile;

/* The parameters of swizzled blocks (gfx9). */
typedef struct layout_block {
    uint8_t log2_size;                           /* bytes: 8, 12 or 16 */
    uint8_t log2_width, log2_height, log2_depth; /* elements */
    layout_bits address[16];                     /* bits of the byte in the block */
    uint32_t swizzle;                            /* from the base address, XORed with the byte */
} layout_block;

typedef struct image_layout {
    layout_kind kind;
    uint8_t size;         /* bytes of an element */
    uint8_t log2_samples; /* */
    uint8_t levels;
    uint64_t bytes; /* all of the image */
    layout_level level[LAYOUT_LEVELS];
    layout_tile tile;
    layout_block block;
} image_layout;

/* The byte of an element from the base of the image; the coordinates are inside the level. */
uint64_t layout_place(const image_layout *layout, unsigned level, uint32_t x, uint32_t y, uint32_t z,
                      unsigned sample);

#endif
