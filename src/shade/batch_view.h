/* SPDX-License-Identifier: MIT */
/* A batch as a wave (gisa_wave.h): one of the caller's own, or one of a draw that is observed. */
#ifndef GISA_SHADE_BATCH_VIEW_H
#define GISA_SHADE_BATCH_VIEW_H

#include "body.h"
#include "emu/wave_own.h"

enum { BATCH_WORD = 8 /* bytes of an instruction */ };

typedef struct batch_view {
    gisa_wave head; /* first */
    gisa_shade_batch *W;
    uint64_t code; /* the address of the primary program; the secondary one follows it */
} batch_view;

/* Of the instruction that is next. */
uint64_t batch_pc(const batch_view *view);

/* For wave_calls. */
gisa_status batch_find(const gisa_wave *wave, const char *name, gisa_wave_register *reg, const char **why);
void batch_name(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                char text[GISA_WAVE_NAME]);
gisa_status batch_get(const gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                      uint32_t *value);
/* All but the program counter. */
gisa_status batch_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                      uint32_t value);
uint32_t *batch_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word);

/* Lists registers that differ; returns how many do, which may be more than there is room for. */
uint32_t batch_changes(gisa_shade_batch *before, gisa_shade_batch *now, gisa_wave_change *at, uint32_t room);
/* Why the instruction was at fault. */
gisa_cause batch_cause(const gisa_shade_batch *faulty, const shade_op *op);

#endif
