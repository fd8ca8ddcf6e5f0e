/* SPDX-License-Identifier: MIT */
/* Numbers as users write and read them: in arguments, settings, dumps and case files. */
#ifndef GISA_CMD_NUMERALS_H
#define GISA_CMD_NUMERALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUMERAL_TEXT = 32 };

typedef enum numeral_kind { NUMERAL_HEX, NUMERAL_SIGNED, NUMERAL_UNSIGNED, NUMERAL_FLOAT } numeral_kind;

/* "f32": how bits are meant. */
typedef struct numeral_type {
    const char *name;
    uint8_t bits; /* 8, 16, 32 or 64 */
    numeral_kind kind;
} numeral_type;

/* All names, with a blank between them, for messages. */
#define NUMERAL_TYPES "hex f16 f32 f64 i8 u8 i16 u16 i32 u32 i64 u64 x64"

/* NULL: there is no such type. */
const numeral_type *numeral_type_named(const char *name, size_t size);
/* Bits alone: NUMERAL_HEX. */
const numeral_type *numeral_type_plain(unsigned bits);

/* Reads one number of the type, up to a blank, a comma or the end; returns the bytes used, 0 = it
 * is not one, or too large. 0x... are bits. A plain type takes the number as it looks: 1.5 is a
 * float, 5 and -5 are integers. */
size_t numeral_read(const numeral_type *type, const char *text, uint64_t *bits);
void numeral_text(const numeral_type *type, uint64_t bits, char text[NUMERAL_TEXT]);

/* A float of these bits. */
double numeral_value(const numeral_type *type, uint64_t bits);

uint32_t numeral_half(double value); /* rounded once, to the nearest f16 */
double numeral_of_half(uint32_t half);

/* A list of numbers. */
typedef struct numeral_item {
    uint64_t bits;
    bool any; /* '?': not compared */
} numeral_item;

typedef struct numeral_list {
    numeral_item *at;
    size_t count;
} numeral_list;

/* Reads numbers with commas or blanks between them: "1.5,2.5", "0 62*7 -1"; 3*7 is 7 7 7.
 * NULL: all is well; otherwise says what is wrong, and the list is empty. */
const char *numerals_read(const numeral_type *type, const char *text, numeral_list *list);
void numerals_free(numeral_list *list);

#endif
