/* SPDX-License-Identifier: MIT */
/* gisa run --trace: what is to be traced, and where the text goes. */
#ifndef GISA_CMD_RUN_TRACE_H
#define GISA_CMD_RUN_TRACE_H

#include <stdio.h>

#include "gisa_trace.h"

typedef struct run_trace {
    bool wanted;
    const char *file; /* NULL: standard error */
    gisa_trace_options options;
    char function[256]; /* what options.function points to */
    FILE *to;
    gisa_trace *trace;
} run_trace;

/* NULL, or "wave=0,group=1:0:0,item=5,function=saxpy,file=trace.json"; false: has said what is
   wrong. */
bool run_trace_ask(run_trace *t, const char *list);
void run_trace_offer(void); /* completes such a list */
/* `machine` may be NULL: for a wave without a kernel. false: has said why not. */
bool run_trace_begin(run_trace *t, gisa_machine *machine);
/* false: not everything could be written, which it has said. */
bool run_trace_end(run_trace *t);

#endif
