/* SPDX-License-Identifier: MIT */
/* The tables beside the tests: lines of words, '#' begins a comment. */
#ifndef TEST_IMAGE_TABLE_H
#define TEST_IMAGE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

enum { TABLE_LINE = 1024, TABLE_WORDS = 32 };

typedef struct table {
    FILE *stream;
    char line[TABLE_LINE], *word[TABLE_WORDS];
    unsigned count;
} table;

bool table_open(table *t, const char *folder, const char *name); /* false after a failed test */
bool table_next(table *t);                                       /* false at the end, after closing it */
unsigned long long table_number(const table *t, unsigned i);

#endif
