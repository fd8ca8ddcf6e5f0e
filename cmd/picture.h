/* SPDX-License-Identifier: MIT */
/* The bits of an instruction as a row of boxes. */
#ifndef GISA_CMD_PICTURE_H
#define GISA_CMD_PICTURE_H

#include "gisa.h"
#include "terminal.h"

enum { MAX_PIECES = 64 };

/* The pieces of an instruction, first dword first. */
typedef struct picture {
    gisa_piece piece[MAX_PIECES];
    unsigned count;
} picture;

picture picture_of_form(const gisa_isa *isa, uint32_t form);
picture picture_of_format(const gisa_isa *isa, uint32_t format);
/* Of a dword after an instruction, or of a word that is nothing. */
picture picture_of_word(const char *name, unsigned low);
bool picture_same(const picture *a, const picture *b); /* apart from the value of the opcode */

/* The value of a piece in a word. */
uint64_t piece_value(const gisa_piece *piece, uint64_t bits);
/* Does the word break the rule of the piece: a reserved bit is set, an ignored one is not as
   assemblers write it? */
bool piece_is_odd(const gisa_piece *piece, uint64_t bits);
/* The name that the picture shows; "-" reserved, "~" ignored, "" fixed. */
const char *piece_name(const gisa_piece *piece);
/* Begins the row of a piece in a list: "31:24", and on to column 9. */
void piece_place(page *p, const gisa_piece *piece);

/* The lowest bits of the dwords of an instruction of `size` bytes, in the order in which they are
 * drawn; 64 after the last. Of words of 64 bits the upper half comes first. */
unsigned picture_dword(const gisa_isa *isa, unsigned size, unsigned i);

/* Draws the dword that begins at bit `low`: names and the bits of a word. */
void picture_draw_word(page *p, const picture *q, unsigned low, uint64_t bits);
/* Draws it with names, and with digits where the bits are fixed. */
void picture_draw_names(page *p, const picture *q, unsigned low);

#endif
