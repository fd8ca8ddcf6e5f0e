/* SPDX-License-Identifier: MIT */
/* The tables of wait counters, hazards and issue times, which isagen writes from the spec. */
#ifndef GISA_CORE_SCHEDULE_H
#define GISA_CORE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CERTAINTIES = 4 };

/* The word of the spec's language for a gisa_certainty; NULL = there is none. */
static inline const char *certainty_word(unsigned certainty) {
    static const char *const words[CERTAINTIES] = {NULL, "assumed", "single", "agreed"};
    return certainty < CERTAINTIES ? words[certainty] : NULL;
}

enum { HAZARD_OPERANDS = 4, MAX_COUNTERS = 8, NO_TIME = 0xffff };

/* A condition about an operand of the instruction; one that it does not have is 0. */
enum condition_kind {
    CONDITION_VALUE,   /* its value is one of `values` */
    CONDITION_MORE,    /* it has more than `number` registers */
    CONDITION_LESS,    /* it has fewer */
    CONDITION_CONSTANT /* it is a constant */
};

typedef struct use_condition {
    uint64_t values;  /* a bit for each value from 0 to 62; bit 63: all others */
    uint32_t operand; /* in strings: its name in the spec */
    uint8_t kind, number;
    uint8_t low, width; /* these bits of its value; width 0 = all of it */
} use_condition;

/* What is so of a form under these conditions: a hazard of which it is one side, or an event. */
typedef struct form_use {
    uint16_t number; /* of the hazard, the event */
    uint16_t first;  /* of the conditions */
    uint8_t conditions, side;
    uint32_t when; /* in strings: the conditions as the spec writes them */
} form_use;

enum { SIDE_PRODUCER, SIDE_CONSUMER, SIDE_UNLESS, NO_USE = 0xffff };

/* Which registers a side of a hazard is about. */
enum region {
    REGION_NONE,  /* the instructions themselves */
    REGION_CODES, /* operand codes first .. last, of operands and of implicit state */
    REGION_FILE,  /* likewise, of operands alone */
    REGION_HWREG, /* the hardware register of the instruction */
    REGION_PART   /* bits `low` to `low + width - 1` of hardware register `first` */
};

typedef struct hazard_side {
    uint32_t text;                /* in strings: as the spec writes it */
    uint32_t of[HAZARD_OPERANDS]; /* in strings: the operands that count; none = all do */
    uint16_t first, last;
    uint8_t access, region, low, width;
} hazard_side;

typedef struct hazard_row {
    uint32_t name, doc, sources, unless; /* in strings */
    uint8_t states, counters, certainty;
    bool bug, advice;
    bool shared; /* both sides are about the same registers, and must have one in common */
    hazard_side side[2];
} hazard_row;

typedef struct counter_row {
    uint32_t name, doc;                       /* in strings */
    uint32_t most;                            /* the greatest number that its field of s_waitcnt holds */
    uint8_t low, low_width, high, high_width; /* its field */
} counter_row;

typedef struct count_kind {
    uint32_t name, doc; /* in strings */
    uint8_t counter, with;
    bool ordered;
} count_kind;

enum event_writes { EVENT_WRITES_NOTHING, EVENT_WRITES_ALL, EVENT_WRITES_HALF };
enum { UNCOUNTED = 0xff };
enum event_reads { EVENT_READS_DATA = 1, EVENT_READS_ADDRESS = 2, EVENT_READS_EXEC = 4 };

typedef struct event_row {
    uint32_t doc, sources, writes_if; /* in strings; writes_if: an operand, 0 = always */
    uint8_t counter, kind, amount, certainty, writes, reads;
    uint8_t usual; /* a kind, or UNCOUNTED */
} event_row;

/* base * FACT up to most, and step for each unit of some bits of an operand. */
typedef struct clocks {
    uint16_t base, most, step;
    uint8_t low, width;     /* of the operand's value; width 0 = all of it */
    uint32_t fact, operand; /* in strings; 0 = none */
} clocks;

typedef struct time_row {
    uint32_t unit, text, doc, sources; /* in strings */
    clocks clocks;
    uint8_t certainty;
} time_row;

typedef struct form_schedule {
    uint16_t hazards, events; /* the first use in `uses`; a use of NO_USE ends a list */
    uint16_t time, pause;     /* in times, pauses; NO_TIME = none */
} form_schedule;

/* Operand codes of implicit state; count 0 = it has none. */
typedef struct state_codes {
    uint16_t first, count;
} state_codes;

typedef struct schedule {
    const counter_row *counters;
    const count_kind *kinds;
    const event_row *events;
    const hazard_row *hazards;
    const time_row *times, *pauses;
    const use_condition *conditions;
    const form_use *uses;
    const form_schedule *forms;
    const state_codes *states; /* GISA_STATE_COUNT */
    uint16_t counter_count, kind_count, event_count, hazard_count;
} schedule;

#endif
