/* SPDX-License-Identifier: MIT */
/* Formats of buffers and images: from the bytes of an element to its components and back. A
 * component is the 32 bits that a vector register takes: a float, or an integer in the formats uint
 * and sint. All in integers, so that it is the same on every host. */
#ifndef GISA_IMAGE_TEXEL_H
#define GISA_IMAGE_TEXEL_H

#include "core/tables.h"

/* What a register has of a component. */
typedef enum texel_class { TEXEL_FLOAT, TEXEL_UINT, TEXEL_SINT } texel_class;

enum { TEXEL_LARGEST = 16 /* bytes of an element */ };

/* One data format with one number format. An element is a texel, or a block of texels. */
typedef struct texel_format {
    uint8_t size;                      /* bytes; 0 = it is no format: loads give 0 and stores do nothing */
    uint8_t block_width, block_height; /* texels */
    uint8_t coding;                    /* enum coding of core/tables.h */
    uint8_t class_;                    /* texel_class */
    uint8_t count;                     /* components */
    uint8_t number;                    /* NUM_FORMAT */
    uint8_t uses;                      /* what drivers use images of it for: USE_LOADS ... of core/tables.h */
    uint8_t width[4], shift[4];        /* bits; x lies lowest in most */
    const gisa_isa *isa;               /* whose tables blocks are decoded by */
    bool w2_unsigned;                  /* a component w of two bits is loaded as unsigned */
    bool clamps_integers; /* stores of too large integers give the largest one, else the low bits */
} texel_format;

/* What the spec says of formats. */
enum { TEXEL_CODES = 64 };

typedef struct texel_rules {
    const gisa_isa *isa;
    const int64_t *layout[TEXEL_CODES];   /* rows of IMAGE_FORMAT by their codes; NULL = none */
    const int64_t *fmask[NUMBER_FORMATS]; /* likewise of FMASK_FORMAT */
    bool w2_unsigned, clamps_integers;
} texel_rules;

void texel_rules_init(texel_rules *rules, const gisa_isa *isa);

/* The format of images with these codes. False: there is none, or gisa does not support it. */
bool texel_image_format(texel_format *f, const texel_rules *rules, unsigned data, unsigned number);

/* The formats of buffers of an architecture. */
typedef struct buffer_formats {
    texel_format of[16][8]; /* data format, number format */
} buffer_formats;

void buffer_formats_init(buffer_formats *table, const gisa_isa *isa);

/* The components of a texel of an element; missing ones are 0, 0, 1 in y, z, w. sRGB is decoded;
   nothing is selected. `x` and `y` are the place in the block, 0 where an element is a texel. */
void texel_decode(const texel_format *f, const void *element, unsigned x, unsigned y, uint32_t components[4]);

/* The element that has these components. False where nothing can be stored in the format (blocks,
   sRGB); then the element is zeros. */
bool texel_encode(const texel_format *f, const uint32_t components[4], void *element);

/* What the resource selects: the results of a load, from components; components of a store, from
 * the values that the instruction has and 0 where it has none. */
void texel_select(const texel_format *f, const uint8_t select[4], const uint32_t components[4],
                  uint32_t result[4]);
void texel_unselect(const uint8_t select[4], const uint32_t value[4], uint32_t components[4]);

/* How many bytes from the first one on are, bit for bit, the first results of a load; they may be
   fewer than an element has. */
unsigned texel_unchanged(const texel_format *f, const uint8_t select[4]);

/* A component in 16 bits, as d16 instructions have it: a float, or the low bits of an integer. */
uint16_t texel_to_d16(const texel_format *f, uint32_t component);
uint32_t texel_from_d16(const texel_format *f, uint16_t component);

/* The raw bits of a component, as image_load_pck gives them (extended by zeros, or by the sign) and
   image_store_pck takes them. */
void texel_unpack(const texel_format *f, const void *element, bool with_sign, uint32_t components[4]);
void texel_pack(const texel_format *f, const uint32_t components[4], void *element);

#endif
