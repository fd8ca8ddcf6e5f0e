/* SPDX-License-Identifier: MIT */
/* What the files that expand rows to forms share. */
#ifndef GISA_GEN_EXPAND_H
#define GISA_GEN_EXPAND_H

#include "spec.h"

/* The form that is being made. */
typedef struct context {
    spec *s;
    header *h;
    const format *f;
    int gen;
    const operand_line *operand; /* that is being resolved */
    uint64_t claimed;            /* bits that the opcode or an operand holds */
    uint64_t owned;              /* those that no other operand may hold */
    uint64_t preset;             /* bits that are ignored and yet written as 1 */
} context;

/* operand.c */
int type_named(const char *name);                  /* -1 = there is no such type */
field find_and_claim(void *ctx, const char *name); /* ctx is a context */
uint8_t word_size(spec *s, const char *word, place at);
bool resolve_operand(context *c, const row_operand *r, bool tail, op_spec *op);

/* roles.c */
void give_role(const context *c, const list_form *lf, op_spec *op);

/* flow.c */
void set_flow(const context *c, list_form *lf); /* once its operands and its class are there */

/* codes.c */
void expand_codes(spec *s, int gen);
void expand_code_operands(generation *g);
/* Of packed numbers: which part is which, whatever the generation, and who may access it. */
void number_parts(spec *s);
void number_tables(spec *s); /* number_tables.c */
void expand_names(spec *s, int gen);

#endif
