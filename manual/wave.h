/* SPDX-License-Identifier: MIT */
/* One wave with one active lane. */
#ifndef MANUAL_WAVE_H
#define MANUAL_WAVE_H

#include "manual.h"

enum { WAVE_REGISTERS = 64, WAVE_WORDS = 32, WAVE_MEMORY = 65536 };

/* Registers, as far as instructions have changed them: those that none has changed are 0. */
typedef struct wave_state {
    uint32_t vector[WAVE_REGISTERS], scalar[WAVE_REGISTERS]; /* the active lane's */
    uint64_t vcc, exec;
    uint32_t scc;
} wave_state;

/* Called after each line. */
typedef void wave_line(void *ctx, const wave_state *state);

/* The lines may read and write `memory`, WAVE_WORDS words at the address WAVE_MEMORY; NULL = none.
   False: the lines cannot be assembled or executed on this architecture, or they end in a fault. */
bool wave_run(unsigned arch, const char *lines, uint32_t *memory, wave_line *line, void *ctx);

#endif
