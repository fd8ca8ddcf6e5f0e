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

/* effects.c: " | v2: 0-15=40400000(3) | vcc=ffff | writes memory+4 0=0x1000: 0=2" */
void effects_add(line *l, const traced *t);
/* text.c: the instruction alone */
void instruction_add(line *l, const gisa_isa *isa, const gisa_insn *insn);

#endif
