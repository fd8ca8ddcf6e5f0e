/* SPDX-License-Identifier: MIT */
/* What macros and repeats share: texts with holes, and the arguments that fill them. */
#ifndef GISA_ASM_EXPAND_H
#define GISA_ASM_EXPAND_H

#include "asm.h"

/* A part of a body: text, or what stands for a parameter. */
typedef struct piece {
    const char *text;
    uint32_t size;
    int32_t parameter; /* -1: the text; -2: \@ */
} piece;

typedef struct parameter {
    const char *name;
    size_t size;
    const char *otherwise; /* NULL = nothing */
    size_t otherwise_size;
    bool required, rest;
} parameter;

/* A text with holes. */
typedef struct body {
    piece *pieces;
    size_t count, room;
    parameter *parameters;
    size_t parameter_count, parameter_room;
} body;

typedef struct argument {
    size_t offset, size; /* in a->argument_text */
    bool given;
} argument;

/* Cuts a text where b's parameters stand in it; the pieces point into the text. */
void expand_cut_body(assembler *a, body *b, const char *text, size_t size);
void expand_free_body(body *b);
int expand_find_parameter(const body *b, const char *text, size_t size); /* -1 = it has none of this name */
/* The body with its holes filled: malloc'd text; NULL = reported. */
char *expand_fill_body(assembler *a, const body *b, const argument *arguments, const char *texts,
                       size_t *size);
/* Reads statements up to the one that ends the body of a macro or a repeat, whose text is [*begin,
 * *end); false = reported. */
bool expand_find_end(assembler *a, bool is_macro, const char **begin, const char **end, location at);
/* One argument at the cursor, appended to `out`; false = reported. */
bool expand_read_argument(assembler *a, bytes *out);
bool expand_add_arguments(assembler *a, size_t count); /* a->arguments gets as many */
void expand_begin_argument(assembler *a, size_t i);
void expand_end_argument(assembler *a, size_t i);
bool expand_too_deep(assembler *a, const char *at, size_t length); /* reported */

#endif
