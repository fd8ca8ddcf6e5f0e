/* SPDX-License-Identifier: MIT */
/* What the spec says of wait counters, hazards and issue times, as it is read: sets of
   instructions, and what is so of them. gen/forms/schedule.c finds the forms that they mean. */
#ifndef GEN_SCHEDULE_H
#define GEN_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "body.h"
#include "core/schedule.h"
#include "gisa_schedule.h"

enum { SCHEDULE_NAME = 64, SET_TERMS = 48, TERM_CONDITIONS = 3, SIDE_OPERANDS = HAZARD_OPERANDS };

/* What follows `?` or `&` in a term: gds, !gds, vdata>2, soffset=constant, tgt=mrt*|null. */
typedef struct condition_line {
    char operand[SCHEDULE_NAME], value[SCHEDULE_NAME]; /* value: what is after `=` */
    int kind;                                          /* enum condition_kind */
    int number;
    int low, width; /* of the operand's value; width 0 = all of it */
    bool negated;   /* !gds */
} condition_line;

/* A class, a format, FORMAT.name or a name, with * for any text. */
typedef struct term_line {
    char pattern[SCHEDULE_NAME];
    condition_line condition[TERM_CONDITIONS];
    int conditions;
    bool but;                 /* these are not meant */
    char when[SCHEDULE_NAME]; /* the conditions as they stand in the spec */
    int column;
    bool used, decides;
} term_line;

typedef struct set_line {
    term_line term[SET_TERMS];
    int count;
    char *text;       /* as it stands in the spec */
    const char *line; /* the logical line, for carets */
    place at;
} set_line;

/* SET [reads|writes WHAT [of OPERAND|OPERAND]] */
typedef struct side_line {
    set_line set;
    int access; /* GISA_ACCESS_READ, GISA_ACCESS_WRITE; 0 = the instructions themselves */
    char what[SCHEDULE_NAME], of[SIDE_OPERANDS][SCHEDULE_NAME];
    int of_count, what_column;
} side_line;

/* How it is known, and from whom. */
typedef struct source_line {
    int certainty; /* gisa_certainty */
    char *sources;
} source_line;

typedef struct hazard_line {
    char name[SCHEDULE_NAME];
    char *doc;
    unsigned gens;
    int states;
    unsigned counters; /* a bit for each counter that must have reached 0 */
    bool bug, advice;
    source_line source;
    side_line side[2];
    set_line unless;
    place at;
} hazard_line;

typedef struct counter_line {
    char name[SCHEDULE_NAME];
    char *doc;
    place at;
} counter_line;

typedef struct kind_of_count {
    char name[SCHEDULE_NAME];
    char *doc;
    int counter, with; /* the kind with which it shares the order; itself where there is none */
    bool ordered;
} kind_of_count;

typedef struct counts_line {
    char *doc;
    unsigned gens;
    int counter, kind, amount;
    int usual;                     /* a kind; UNCOUNTED; its own one where nothing else is said */
    int writes;                    /* enum event_writes */
    char writes_if[SCHEDULE_NAME]; /* an operand; "" = always */
    unsigned reads;                /* enum event_reads */
    source_line source;
    set_line set;
    place at;
} counts_line;

/* issue UNIT CLOCKS ...; of `pause` there is no unit. */
typedef struct time_line {
    char *doc, *clocks_text;
    char unit[SCHEDULE_NAME];
    clocks clocks;
    unsigned gens;
    source_line source;
    set_line set;
    place at;
} time_line;

#endif
