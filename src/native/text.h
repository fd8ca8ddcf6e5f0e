/* SPDX-License-Identifier: MIT */
/* A unit as C. */
#ifndef GISA_NATIVE_TEXT_H
#define GISA_NATIVE_TEXT_H

#include <stdio.h>

#include "straight.h"

/* What comes before the prelude, of code for one MODE, */
enum { TEXT_HEAD = 64 };
void text_head(char head[TEXT_HEAD], const gisa_float_mode *mode);
/* and what follows it, with the straight way from `entry` on; false: no memory. */
bool text_write(FILE *out, const unit *u, uint64_t entry, unsigned *straight);

/* stretch.c: vector instructions that are one loop over the lanes. */
typedef struct stretch stretch;
/* Functions go to `out`, what calls them to `code`. `live`: what is read from each
   instruction on. */
stretch *stretch_new(FILE *out, FILE *code, const unit *u, const live_set *live);
void stretch_free(stretch *s);
/* Adds instruction `i`, after what it cannot be done together with has been written. */
void stretch_add(stretch *s, size_t i);
/* Whether a scalar instruction may be done before the stretch although it comes after it. */
bool stretch_lets_pass(const stretch *s, const unit_insn *insn);
/* Writes what has been added. */
void stretch_end(stretch *s);

#endif
