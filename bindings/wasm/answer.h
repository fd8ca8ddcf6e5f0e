/* SPDX-License-Identifier: MIT */
/* What a call from JavaScript answers: a number, and where that does not suffice a text or bytes,
 * which stay until the next call that has such an answer. */
#ifndef GISA_WASM_ANSWER_H
#define GISA_WASM_ANSWER_H

#include <stdio.h>

#include "gisa.h"
#include "json.h"

/* A function that JavaScript calls by this name. */
#define EXPORT(name) __attribute__((export_name(#name))) name

/* Begins the answer, which is written there; json.h writes to it, too. */
FILE *answer_begin(void);
void answer_end(void);

/* The answer is {"error": {...}}; `offset` and `length` are those of error. */
void answer_error(const gisa_error *error);
/* Likewise with the text of the status, or, where there is one, another message. */
void answer_status(gisa_status status, const char *message);
/* The members of such an error, for answers that have others as well. */
void put_error(const char *key, const gisa_error *error);

/* A parameter of a kernel, as a member of an array. */
void put_argument(const gisa_argument *a);
/* How a shader ended: gisa_stage_end, gisa_shade_end, which have the same numbers. */
void answer_end_of(unsigned end, const char *message, uint64_t instructions);

/* A gisa_write for `ctx` = the file of answer_begin. */
bool answer_write(void *ctx, const void *bytes, size_t size);

/* page.c: text that pages of the command put down (terminal.h), in place of the standard output. */
void page_to_file(FILE *file);

#endif
