/* SPDX-License-Identifier: MIT */
/*
 * Where the elements are that all lanes of an instruction access: at what its registers give each
 * lane, and offsets that are learned from the first run, which notes element by element. Later
 * runs need not note anything.
 */
#ifndef GISA_EMU_SITE_ROWS_H
#define GISA_EMU_SITE_ROWS_H

#include "gisa_observe.h"
#include "insn/op.h"

enum { SITE_ELEMENTS = 8 };

/* Of an instruction at its place. */
typedef struct site_rows {
    enum { SITE_UNKNOWN, SITE_KNOWN, SITE_NEVER } state;
    uint8_t space, count;
    uint32_t size[SITE_ELEMENTS];
    uint64_t offset[SITE_ELEMENTS];
    uint64_t aligned, rest; /* bits of addresses that have to be as they were */
} site_rows;

/* What its registers give each lane, before it runs. */
typedef struct row_bases {
    bool are_there; /* the instruction has such lanes, and some are active */
    uint64_t exec;
    uint64_t base[GISA_LANES];
} row_bases;

void site_rows_open(row_bases *b, gcn_wave *w, const gisa_op *op);
/* From a run that has noted its elements. */
void site_rows_learn(site_rows *s, const row_bases *b, const gcn_wave *w, const wave_traffic *t);
/* Runs it, and gives the rows; their number, 0: nothing has been done. */
uint32_t site_rows_run(const site_rows *s, const row_bases *b, gcn_wave *w, const gisa_op *op,
                       gisa_observed_row *rows);

#endif
