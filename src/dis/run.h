/* SPDX-License-Identifier: MIT */
/* Many instructions in a row. */
#ifndef GISA_RUN_H
#define GISA_RUN_H

#include "listing.h"

typedef struct run {
    const gisa_isa *isa;
    listing *l;      /* names of labels; NULL = there are none */
    const listed *x; /* where labels and instructions begin; NULL with `l` */
    const uint8_t *code;
    size_t size;
    uint64_t address; /* of code[0] */
} run;

/* Prints the instructions that begin at `begin` (the label there has been printed) and after it,
 * before `end`. Returns where the last one ends; what goes wrong is in d->out. */
uint64_t run_put(const run *r, dis *d, uint64_t begin, uint64_t end);

#endif
