/* SPDX-License-Identifier: MIT */
/* What the parts of a trace share. */
#ifndef GISA_TRACE_ROOM_H
#define GISA_TRACE_ROOM_H

#include "gisa_trace.h"

/* A line that grows. */
typedef struct line {
    char *text; /* NULL: out of memory, once it has been used */
    size_t size, room;
} line;

__attribute__((format(printf, 2, 3))) void line_add(line *l, const char *format, ...);
/* As a part of a string of JSON. */
void line_add_quoted(line *l, const char *text);

/* One instruction that a wave has run. */
typedef struct traced {
    const gisa_isa *isa;
    gisa_wave *wave;
    const gisa_insn *insn; /* size 0: nothing is there */
    uint64_t next_pc;
    bool jumped, waits;
    uint32_t change_count, access_count;
    const gisa_wave_change *change;
    const gisa_wave_access *access;
    uint64_t lanes; /* to be told */
    /* Copies what is there after the instruction; false: it cannot be said. */
    bool (*read)(const void *from, const gisa_wave_access *access, void *to);
    const void *from;
} traced;

/* binary.c: writes the form that read.c reads. NULL, false: no memory, or the caller's function
   says so. */
enum { SOURCE_TEXT = 1024 };
typedef struct binary binary;
binary *binary_new(gisa_machine *machine, const gisa_trace_options *options);
bool binary_step(binary *b, gisa_observed_wave *wave, gisa_site *site, const traced *t);
void binary_wave_ends(binary *b, gisa_observed_wave *wave);
void binary_end(binary *b); /* frees it; NULL is allowed */

/* The format, which docs/traces.md describes. */
#define BINARY_MAGIC "GISATRC1"
enum { BINARY_BLOCK = 1 << 14, BINARY_LARGEST = 1 << 24 };
enum { BLOCK_DEFINITIONS = 'D', BLOCK_WAVE = 'W', BLOCK_END = 'E' };
enum { DEFINES_STRING = 1, DEFINES_INSTRUCTION, DEFINES_WAVE };
enum { REGISTER_PER_LANE = 1, REGISTER_FLOAT = 2 };
enum { ACCESS_SPACE = 3, ACCESS_WRITES = 4, ACCESS_BYTES = 8, ACCESS_WHOLE = 16, ACCESS_RUN = 32 };
enum { MOST_STORED = 64 };

/* effects.c: The type of the operand that a register is written as: "f32", "" if there is none. */
const char *effects_type(const traced *t, const gisa_wave_register *reg);
/* effects.c: " | v2: 0-15=40400000(3) | vcc=ffff | writes memory+4 0=0x1000: 0=2" */
void effects_add(line *l, const traced *t);
/* text.c: the instruction alone */
void instruction_add(line *l, const gisa_isa *isa, const gisa_insn *insn);

#endif
