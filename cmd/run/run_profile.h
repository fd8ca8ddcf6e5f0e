/* SPDX-License-Identifier: MIT */
/* gisa run --profile: what was asked for, and what is written after the run. */
#ifndef GISA_CMD_RUN_PROFILE_H
#define GISA_CMD_RUN_PROFILE_H

#include <stdio.h>

#include "gisa_profile.h"
#include "loaded_code.h"
#include "tracefile.h"

typedef struct run_profile {
    const char *listing, *coverage; /* names of files, "-": standard output; NULL: not wanted */
    gisa_profile *profile;
    loaded_code *code;
} run_profile;

/* `file`: NULL = the standard output. Lines of the source are for names that end in .info. */
void run_profile_ask(run_profile *p, const char *file);
/* Before the launch; false: has said why not. */
bool run_profile_begin(run_profile *p, gisa_machine *machine, loaded_code *code);
/* After it: the exit status. */
int run_profile_write(run_profile *p);
void run_profile_end(run_profile *p);

/* An instruction of the object, whether it has run or not. */
typedef struct profiled {
    const code_run *run;
    code_place place;
    gisa_insn insn;
    gisa_profile_row row; /* pc: in memory */
    uint8_t flow;         /* gisa_flow */
} profiled;

/* Calls `each` for all instructions, run by run in the order of addresses; the names in `place`
   live as long as the call. */
void run_profile_each(const run_profile *p, void (*each)(void *ctx, const profiled *at), void *ctx);

/* run_listing.c: the disassembly with counts; run_lcov.c: added to a tracefile of lcov, false: no
   line of a source is known. */
void run_listing(const run_profile *p, FILE *to);
bool run_lcov(const run_profile *p, tracefile *to);

#endif
