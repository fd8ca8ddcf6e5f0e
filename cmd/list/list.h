/* SPDX-License-Identifier: MIT */
/* The parts of gisa list. */
#ifndef GISA_CMD_LIST_H
#define GISA_CMD_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "info/info.h"

/* An instruction in one format: a row of the spec. */
typedef struct row {
    unsigned family;     /* the number of its first architecture */
    gisa_form_info info; /* on the first architecture that has it and is asked for */
    uint32_t set;        /* architectures */
    uint32_t opcode[MAX_ARCHITECTURES];
    uint32_t models; /* on which its operation depends: gisa_form_models */
    uint32_t pairs;  /* rows that this one stands for: all pairs with the same first operation; 0 = itself */
    char pattern[64], doc[256]; /* what is then written */
} row;

typedef struct rows {
    row *at;
    size_t count, room;
} rows;

/* How certain it is what a row computes. */
typedef enum row_certainty {
    IS_EXACT,
    IS_APPROXIMATE,
    IS_CHOSEN, /* exact but for models */
    IS_UNSURE,
    IS_NOT_THERE,
    CERTAINTIES
} row_certainty;
row_certainty certainty_of(const row *r);

/* How many rows of each group there are, and how certain they are; choices and unknown fields of
 * the architectures that are asked for, bit i = the i-th; 0 = all of them. The rows are sorted. */
void list_coverage(page *p, const rows *r, uint32_t architectures);

/* The chips of the architectures that are asked for, likewise, and how they differ; those alone
 * whose name, or one of whose other names, fits. */
bool list_chips(page *p, uint32_t architectures, bool (*fits)(const void *ctx, const gisa_isa *isa),
                const void *ctx);

/* Writes the spec as one JSON document (docs/spec-json.md) to the standard output: that of a set of
 * architectures, bit i = the i-th; 0 = those of the first family that have a row which fits; and of
 * the rows of which a form fits. Nothing where none does: *found. Says why it failed. */
bool list_json(uint32_t architectures, bool (*fits)(const void *ctx, const gisa_form_info *f),
               const void *ctx, bool *found);

#endif
