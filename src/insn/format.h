/* SPDX-License-Identifier: MIT */
/* Formats of buffers: from the bytes of an element to its components and back. A component is the
 * 32 bits that a vector register takes: a float, or an integer in the formats uint and sint. All in
 * integers, so that it is the same on every host. */
#ifndef GISA_EMU_FORMAT_H
#define GISA_EMU_FORMAT_H

#include "core/tables.h"

typedef enum gisa_number_format {
    NUMBER_NONE,
    NUMBER_UNORM,
    NUMBER_SNORM,
    NUMBER_USCALED,
    NUMBER_SSCALED,
    NUMBER_UINT,
    NUMBER_SINT,
    NUMBER_SNORM_OGL,
    NUMBER_FLOAT,
    NUMBER_COUNT
} gisa_number_format;

/* One data format with one number format. */
typedef struct gisa_element_format {
    uint8_t size;  /* bytes; 0 = it is no format: loads give 0 and stores do nothing */
    uint8_t count; /* components */
    uint8_t number;
    uint8_t width[4], shift[4]; /* bits; x lies lowest */
    bool w2_unsigned;           /* a component w of two bits is loaded as unsigned */
    bool clamps_integers;       /* stores of too large integers give the largest one, else the low bits */
} gisa_element_format;

typedef struct gisa_format_table {
    gisa_element_format of[16][8]; /* data format, number format */
} gisa_format_table;

/* All formats of an architecture, from the tables DFMT and NFMT of its spec. */
void format_table_init(gisa_format_table *table, const gisa_isa *isa);

/* The components of an element; missing ones are 0, 0, 1 in y, z, w. The element is in the low
   bytes of `memory`. */
void format_load(const gisa_element_format *f, const uint32_t memory[4], uint32_t xyzw[4]);

/* The element that has these components. */
void format_store(const gisa_element_format *f, const uint32_t xyzw[4], uint32_t memory[4]);

/* What the resource selects: the results of a load, from components; components of a store, from
 * the values that the instruction has and 0 where it has none. */
void format_select(const gisa_element_format *f, const uint8_t select[4], const uint32_t xyzw[4],
                   uint32_t result[4]);
void format_unselect(const uint8_t select[4], const uint32_t value[4], uint32_t xyzw[4]);

/* A component in 16 bits, as d16 instructions have it: a float, or the low bits of an integer. */
uint16_t format_to_d16(const gisa_element_format *f, uint32_t component);
uint32_t format_from_d16(const gisa_element_format *f, uint16_t component);

#endif
