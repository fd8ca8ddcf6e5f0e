/* SPDX-License-Identifier: MIT */
/* Which registers of a wave an instruction has changed: for traces, and for gisa_wave_step. */
#ifndef GISA_EMU_CHANGES_H
#define GISA_EMU_CHANGES_H

#include "gisa_wave.h"
#include "insn/state.h"

/* A wave's registers as they were. */
typedef struct changes {
    gisa_row vgpr[GISA_VGPRS];
    gisa_scalars scalar;
    uint32_t scc, mode;
} changes;

void changes_before(changes *c, const gcn_wave *w);
/* Fills `list` with at most `most` changes; returns how many there are. Vector registers come
   first, VCC and EXEC are one each. */
unsigned changes_list(const changes *c, const gcn_wave *w, gisa_wave_change *list, unsigned most);

#endif
