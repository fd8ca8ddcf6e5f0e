/* SPDX-License-Identifier: MIT */
/* The directives of shader files among themselves: what a source has said, and words at the
   cursor. */
#ifndef GISA_ASM_GXP_SOURCE_H
#define GISA_ASM_GXP_SOURCE_H

#include "gxp.h"

#include "asm.h"

typedef struct shader_source {
    gxp g;
    size_t rows; /* of all tables, and unknown bytes */
    bool begun;  /* .gxp has said what kind of program it is */
} shader_source;

/* ---- gxp_words.c: each reports what is wrong and is false then -------------------------- */

/* The bytes from `at` to the end of the statement. */
size_t gxp_rest(const assembler *a, const char *at);
/* At the beginning of each directive but .gxp. */
bool gxp_ready(assembler *a);
/* Whether this kind of program has what stands in that block. */
bool gxp_fits(assembler *a, unsigned where);
/* A number of that many bits at the cursor; `is_signed`: or in two's complement. */
bool gxp_bits(assembler *a, unsigned width, bool is_signed, uint64_t *value);
/* The word at the cursor, without moving there; it may be empty. */
ident gxp_word(assembler *a);
void gxp_unknown_word(assembler *a, const ident *n, const gxp_name *names, const char *what);
/* One of the names, or a number of that many bits. */
bool gxp_named(assembler *a, const gxp_name *names, const char *what, unsigned width, uint64_t *value);
/* "bit12", or one of the names: which bit. */
bool gxp_bit_name(assembler *a, const gxp_name *names, const char *what, unsigned width, uint32_t *bit);
/* "none", or bits with commas between them. */
bool gxp_bit_names(assembler *a, const gxp_name *names, const char *what, unsigned width, uint64_t *bits);
/* "f32x4" */
bool gxp_type(assembler *a, unsigned most_type, unsigned most_components, uint32_t *type,
              uint32_t *components);

/* ---- gxp_rows.c ------------------------------------------------------------------------- */

/* Another row, or bytes whose meaning is unknown; false when there are too many. */
bool gxp_count_row(assembler *a);
void dir_gxp_row(assembler *a, int block);

#endif
