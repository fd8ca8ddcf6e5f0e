/* SPDX-License-Identifier: MIT */
/* gisa run on code without a kernel: one wave. */
#ifndef GISA_CMD_RUN_WAVE_H
#define GISA_CMD_RUN_WAVE_H

#include "run_trace.h"
#include "registers.h"
#include "run_memory.h"
#include "test/case.h"

/* For messages. */
#define RUN_SETTINGS "v1=1.5 v1=1,2,3 s4-7=1,2,3,4 s[4:5]=0x100 exec=0xff"
#define RUN_DUMPS "v0 v0-3:f32 vcc s[4:5]:u64 scc mode lds[0:63]"

/* What becomes of a register that is to be shown. */
typedef void wave_show(void *ctx, const gisa_wave *wave, const named_registers *part);

enum { WAVE_MOST = 64 /* options of a kind */ };

/* What the command line asks for; texts as they were written. */
typedef struct wave_run {
    const char *set[WAVE_MOST], *dump[WAVE_MOST], *memory[WAVE_MOST], *dump_memory[WAVE_MOST];
    unsigned set_count, dump_count, memory_count, dump_memory_count;
    const char *settings;
    const gisa_isa *isa;
    const struct run_models *models;
    gisa_syntax syntax;
    uint64_t limit;
    bool quiet, raw; /* raw: the code is bytes, whatever they look like */
    run_trace *trace;
    /* Called after --set or --settings has set registers of `wave`; NULL: nothing is. */
    void (*was_set)(void *ctx, const gisa_wave *wave, const char *name);
    void *was_set_ctx;
    const char *case_file; /* NULL: none is asked for */
    bool case_failed;      /* it is not whole */
    test_case written;     /* what it says so far */
    wave_block block[WAVE_MOST];
} wave_run;

/* Is anything asked for that only such code has? */
bool wave_is_asked(const wave_run *run);
/* Runs code (raw, words as text, or assembler source); returns the exit status. */
int wave_execute(wave_run *run, const gisa_isa *isa, const char *file, const void *data, size_t size);

/* run_wave_values.c: "v1=1.0,2.0", "s[4:5]=0x100000000"; false: has said what is wrong. Where a
   case is written it gets the setting. */
bool wave_set(wave_run *run, gisa_wave *wave, const char *text);
/* A file of such settings, separated by blanks; '#' begins a comment. */
bool wave_settings(wave_run *run, gisa_wave *wave, const char *path);

/* run_wave_trace.c: gisa_wave_run up to the end of code of `size` bytes, with a line for each
   instruction on standard error. */
void wave_trace(gisa_trace *trace, gisa_wave *wave, const gisa_isa *isa, uint64_t limit, size_t size,
                gisa_wave_result *result);

/* run_case.c: --case. The code and the memory before the run; the registers and the memory after
   it; false: has said what is wrong. */
bool run_case_begin(wave_run *run, const char *file, const void *code, size_t size);
bool run_case_memory(wave_run *run, wave_block *block);
wave_show run_case_show; /* ctx: the wave_run */
bool run_case_finish(wave_run *run, const gisa_wave_result *result);

/* run_wave_dump.c: prints a line for a register. */
wave_show wave_print;
/* "v0:f32,vcc,s0-7"; false: has said what is wrong. `show` NULL: only looks whether it is right. */
bool wave_dump(const gisa_wave *wave, const char *text, wave_show *show, void *ctx);
/* All registers of the wave; NULL: has said that it is out of memory. */
typedef struct wave_values wave_values;
wave_values *wave_values_take(const gisa_wave *wave);
/* Shows those that differ from what they were. */
void wave_changes(const gisa_wave *wave, const wave_values *before, wave_show *show, void *ctx);

/* run_wave_exports.c: what the wave has exported, lane by lane. */
void wave_print_exports(const gisa_wave *wave, const gisa_isa *isa);

#endif
