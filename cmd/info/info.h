/* SPDX-License-Identifier: MIT */
/* The parts of gisa info. */
#ifndef GISA_CMD_INFO_H
#define GISA_CMD_INFO_H

#include "gisa_schedule.h"
#include "phrase.h"
#include "picture.h"

/* What is asked for: a name, on one architecture or all. */
typedef struct question {
    const char *name;
    const gisa_isa *isa; /* NULL = all of them */
    bool exact;          /* letter case counts */
    bool failed;         /* it is known, but there was an error */
    page page;
    const char *said[8]; /* meanings that have been written */
    unsigned said_count;
} question;

enum { MAX_ARCHITECTURES = 32 };

/* The architectures that are asked for, by number. */
const gisa_isa *question_isa(const question *q, unsigned i);
bool question_fits(const question *q, const char *name);
/* "gfx600 gfx700": names of a set of architectures, bit i = the i-th. */
void architecture_names(uint32_t set, phrase *p);

/* Values of a field whose effect is unknown, from the *i-th one on that have one text:
 * "mode=1-3". Returns the text and goes on after them; NULL = there are no more. */
const char *unknown_values(const gisa_isa *isa, uint32_t format, unsigned *i, phrase *values);

/* A line of a list: a name, and a text beside it that is wrapped. */
void info_line(page *p, const char *name, unsigned column, const char *text);

/* Each writes what it knows of the name, and returns whether it knows something. `offer` names to
   look for near ones. */
bool info_instruction(question *q);
void info_offer_instructions(nearest *n);
uint32_t info_instruction_set(const char *name); /* the architectures that have it */
bool info_format(question *q);
bool info_architecture(question *q);
bool info_register(question *q);
bool info_operand(question *q);
bool info_table(question *q);
void info_parts(question *q, const char *table); /* the parts of a packed number, line by line */
bool info_word(question *q);
bool info_shader(question *q); /* the name of a shader file */
bool info_sb(question *q);     /* that of a shader binary of the PS4 */
bool info_pair(question *q);   /* an operation that is there only in pairs */
bool info_called(question *q); /* what other projects call instructions */
bool info_value(question *q);  /* a name of a value in a table */
bool info_bank(question *q);   /* a register of a bank */
bool info_body_word(question *q);
bool info_code(question *q);   /* a word of an instruction in hexadecimal, or an opcode */
bool info_search(question *q); /* where meanings have the word */
void info_offer_body_words(nearest *n);
bool info_counter(question *q);
bool info_hazard(question *q); /* one, or all of them */

/* What is known of the schedule of an instruction, each note once with the architectures. */
enum { SCHEDULE_COUNTERS, SCHEDULE_HAZARDS, SCHEDULE_TIMES, SCHEDULE_TITLES, SCHEDULE_NOTES = 64 };
typedef struct schedule_note {
    unsigned title;
    uint32_t set;
    char name[32], text[320];
} schedule_note;

typedef struct schedule_notes {
    schedule_note note[SCHEDULE_NOTES];
    unsigned count;
    uint32_t all;
} schedule_notes;

void info_schedule_add(schedule_notes *n, unsigned architecture, const gisa_isa *isa, uint32_t form);
void info_schedule_show(page *p, const schedule_notes *n);
/* The words that the body of a form uses. */
void info_body_words(page *p, const gisa_isa *isa, unsigned form);
void info_offer_called(nearest *n);
/* Is the word this name of a value? Those that count up: any of them; *value = which. */
bool info_value_is(const gisa_value_name *v, const char *word, size_t size, uint32_t *value);
void info_offer_words(nearest *n);

#endif
