/* SPDX-License-Identifier: MIT */
/* What the files of this test share. */
#ifndef TEST_SCHEDULE_H
#define TEST_SCHEDULE_H

#include "gisa_schedule.h"
#include "../../test.h"

enum { MOST_INSTRUCTIONS = 64 };

typedef struct program {
    gisa_insn insn[MOST_INSTRUCTIONS];
    unsigned count;
} program;

/* Says what is wrong, as printf does, where `good` is false. */
__attribute__((format(printf, 2, 3))) bool expect(bool good, const char *format, ...);

/* Parses instructions with ` ; ` between them, writes them as words and decodes those. */
bool read_program(const gisa_isa *isa, const char *text, program *p);

/* Each line of a file of this test, without comments. */
void each_line(const char *name, void (*use)(char *line));

/* waits.c: the first wait that the program lacks: the number of the instruction that needs it, from
   1, and its text; 0 and "-": it lacks none. */
unsigned missing_wait(const gisa_isa *isa, const program *p, char text[64]);

void check_waits(void);
void check_hazards(void);
void check_facts(void);

#endif
