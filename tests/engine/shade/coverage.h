/* SPDX-License-Identifier: MIT */
/* What the words of a row should have been tried with: each value of each of its fields, each
 * combination of channels that are written, and each edge of the formats that it reads. The goals
 * are made from gisa's pictures of formats, so a new field is a new goal. */
#ifndef TESTS_SHADE_COVERAGE_H
#define TESTS_SHADE_COVERAGE_H

#include "shade.h"

enum { MOST_GOALS = 48 /* fields */, MOST_VALUES = 64, MOST_IN_VAIN = 80, KNOWN_IN_VAIN = 2 };

/* A field and its values; of a wide one each bit, as 0 and 1. */
typedef struct goal {
    char name[24];
    gisa_bits at[4]; /* width 0 ends them; the first one is the lowest */
    bool by_bits;
    unsigned values;
    uint64_t done,
        suspect;     /* a bit for each value: executed, and as it should be; in a word that was a fault */
    uint64_t faults; /* those that are known to be a fault always */
    uint8_t vain[MOST_VALUES]; /* so often it was a fault where it was the value that mattered */
} goal;

/* Of a row, or of all pairs in a format that have an operation in common. */
typedef struct coverage {
    char name[64], format[24];
    goal goals[MOST_GOALS];
    unsigned count, focus;
    uint32_t seen[MODEL_FORMATS];
    unsigned executed, faults;
    unsigned secondary; /* how often it was executed in a secondary program */
} coverage;

void coverage_open(const gisa_isa *isa, uint32_t form, const char *name, coverage *c);
/* A word of the form by chance that has something that is missing. */
uint64_t coverage_word(coverage *c, const gisa_form_info *form);
/* The word is another form. */
void coverage_miss(coverage *c, uint64_t word);
/* What has become of it. */
void coverage_note(coverage *c, uint64_t word, bool executed);
/* Is there nothing left to do? Values that were a fault MOST_IN_VAIN times are left. */
bool coverage_full(const coverage *c);
/* Adds up; checks that what is left are values that are known to be a fault always. */
void coverage_close(const coverage *c);
void coverage_report(void);

#endif
