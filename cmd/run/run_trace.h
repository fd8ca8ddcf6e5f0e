/* SPDX-License-Identifier: MIT */
/* gisa run --trace: what is to be traced, and where the text goes. */
#ifndef GISA_CMD_RUN_TRACE_H
#define GISA_CMD_RUN_TRACE_H

#include <stdio.h>

#include "gisa_trace.h"
#include "loaded_code.h"

typedef struct run_trace {
    bool wanted;
    const char *file; /* NULL: standard error */
    gisa_trace_options options;
    char function[256]; /* what options.function points to */
    bool source;        /* lines of the source are to be written */
    loaded_code *code;  /* for these */
    FILE *to;
    gisa_trace *trace;
} run_trace;

/* NULL, or "wave=0,group=1:0:0,item=5,function=saxpy,source,file=trace.json"; false: has said what
   is wrong. */
bool run_trace_ask(run_trace *t, const char *list);
void run_trace_offer(void); /* completes such a list */
/* Does it ask for lines of the source? Then `code` is to be open. */
bool run_trace_wants_code(const run_trace *t);
/* `machine` and `code` may be NULL: for a wave without a kernel. false: has said why not. */
bool run_trace_begin(run_trace *t, gisa_machine *machine, loaded_code *code);
/* false: not everything could be written, which it has said. */
bool run_trace_end(run_trace *t);

#endif
