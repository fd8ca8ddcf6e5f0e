/* SPDX-License-Identifier: MIT */
/* gisa run on code without a kernel: one wave. */
#ifndef GISA_CMD_RUN_WAVE_H
#define GISA_CMD_RUN_WAVE_H

#include "gisa_wave.h"

enum { WAVE_MOST = 64 /* options of a kind */ };

/* Memory of --mem. */
typedef struct wave_block {
    uint64_t address;
    unsigned char *memory;
    size_t size;
} wave_block;

/* What the command line asks for; texts as they were written. */
typedef struct wave_run {
    const char *set[WAVE_MOST], *dump[WAVE_MOST], *memory[WAVE_MOST], *dump_memory[WAVE_MOST];
    unsigned set_count, dump_count, memory_count, dump_memory_count;
    const char *settings;
    const gisa_isa *isa;
    const struct run_models *models;
    gisa_syntax syntax;
    uint64_t limit;
    bool quiet;
    wave_block block[WAVE_MOST];
} wave_run;

/* Is anything asked for that only such code has? */
bool wave_is_asked(const wave_run *run);
/* Runs code (raw, words as text, or assembler source); returns the exit status. */
int wave_execute(wave_run *run, const gisa_isa *isa, const char *file, const void *data, size_t size);

/* run_wave_values.c: "v1=1.0,2.0", "s[4:5]=0x100000000"; false: has said what is wrong. */
bool wave_set(gisa_wave *wave, const char *text);
/* A file of such settings, separated by blanks; '#' begins a comment. */
bool wave_settings(gisa_wave *wave, const char *path);

/* run_wave_dump.c: all registers of the wave; NULL: has said that it is out of memory. */
typedef struct wave_values wave_values;
wave_values *wave_values_take(const gisa_wave *wave);
/* Prints those that differ from what they were. */
void wave_print_changes(const gisa_wave *wave, const wave_values *before);
/* "v0:f32,vcc,s0-7"; false: has said what is wrong. `print`: otherwise only looks whether it is
   right. */
bool wave_dump(const gisa_wave *wave, const char *text, bool print);

#endif
