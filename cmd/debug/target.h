/* SPDX-License-Identifier: MIT */
/* What is debugged: a launch as `gisa run` would make it, the session that runs it, its source, and
   what the user looks at. */
#ifndef GISA_CMD_DEBUG_TARGET_H
#define GISA_CMD_DEBUG_TARGET_H

#include "../run/run_launch.h"
#include "../run/run_wave.h"
#include "debug.h"
#include "lines.h"

typedef struct target {
    run_request r;
    run_ready ready;
    wave_run setup;          /* --set, --settings and --mem of code without a kernel */
    bool is_code;            /* it is such code, */
    uint32_t code_lines;     /* with lines up to this one; 0: it is no source */
    struct stages *stages;   /* shader stages in place of a kernel; NULL: there are none */
    struct shaders *shaders; /* likewise shaders of the PS Vita */
    bool is_ready;
    debug *d;
    lines lines;
    gisa_wave *names; /* finds registers by name, also where no wave is left */
    /* What the user looks at. */
    debug_wave_id wave;
    unsigned lane;
    /* For debug_options. */
    void (*stopped)(void *ctx);
    void (*progress)(void *ctx, uint64_t number, uint64_t all);
    void *ctx;
    void *data, *assembled; /* the file, and the code object that was made of it */
} target;

/* target.c, for stages.c and shaders.c: source to a code object, and where its lines are. */
typedef struct placed_lines {
    struct placed_line *at;
    size_t count;
    bool no_memory;
} placed_lines;
/* In LLVM's syntax; lines behind `last` are not the user's; NULL: has said what is wrong. */
void *target_assemble(const target *t, const char *file, const char *source, size_t size, uint32_t last,
                      size_t *object_size, placed_lines *placed);
/* Of an object that is loaded: its own, or else those that were placed. */
bool target_add_lines(target *t, const void *object, size_t size, const gisa_loaded *loaded,
                      const placed_lines *placed);
void target_free_placed(placed_lines *placed);
/* For gisa_asm_options.placed; ctx: placed_lines. */
void target_remember(void *ctx, const gisa_placed *place);
/* Of code without sections at an address; false: has said what is wrong. */
bool target_add_placed(target *t, const placed_lines *placed, uint64_t address);
/* Begins the session; `o` has what is special. */
bool target_start(target *t, debug_options *o);

/* Loads what t->r asks for, and starts the session; false: has said what is wrong. */
bool target_open(target *t);
void target_close(target *t);

/* Likewise a launch of a program of the host: t->r.launch, t->ready and t->lines stand already, and
   `o` has what is special about it. */
bool target_attach(target *t, const debug_options *o);
/* Ends that session; it stands. The points are for the next one; NULL: there are none. */
debug_points *target_detach(target *t);

/* "kernel", "stage" or "shader". */
const char *target_kind(const target *t);

/* The wave that the user looks at; NULL: none is left. */
debug_wave *target_wave(const target *t);
/* Where it stands; 0: there is none. */
uint64_t target_pc(const target *t);
/* After a stop: the user looks at what it is about. */
void target_look(target *t);

/* The function that code belongs to; false: it belongs to nothing. */
typedef struct target_function {
    const char *name;
    uint64_t start;
    size_t size; /* 0: not known */
} target_function;
bool target_function_at(const target *t, uint64_t pc, target_function *f);
/* "saxpy+0x24", or "0x7f..." where code belongs to nothing. */
enum { TARGET_PLACE = 200 };
void target_place(const target *t, uint64_t pc, char text[TARGET_PLACE]);
/* The address of a function or object; false: there is none of that name. */
bool target_symbol(const target *t, const char *name, uint64_t *address);
/* A kernel's argument by its name, with its number from 0. */
bool target_argument(const target *t, const char *name, unsigned *number, gisa_argument *m);
/* The instruction at an address; size 0: nothing can be decoded there. */
gisa_insn target_decode(const target *t, uint64_t pc);
/* Its text, with names in place of addresses. */
void target_print(const target *t, uint64_t pc, const gisa_insn *insn, char text[GISA_TEXT_MAX]);

#endif
