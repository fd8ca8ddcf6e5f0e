/* SPDX-License-Identifier: MIT */
/* Traces: a line for each instruction that a wave executes, with what it has changed in the
   wave. */
#ifndef GISA_EMU_TRACE_H
#define GISA_EMU_TRACE_H

#include "launch.h"

typedef struct trace trace;

trace *trace_new(void); /* free() frees it; NULL: no memory */
void trace_before(trace *t, const gcn_wave *wave);
void trace_after(trace *t, launch *l, const gcn_wave *wave, const gisa_op *op, const uint32_t group[3],
                 unsigned number);

#endif
