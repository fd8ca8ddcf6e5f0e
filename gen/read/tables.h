/* SPDX-License-Identifier: MIT */
/* What the readers of tables share: the head of a table, and an entry. */
#ifndef GEN_TABLES_H
#define GEN_TABLES_H

#include "line.h"

enum { MAX_WORDS = 64, MAX_TABLES = 32 };

/* The head of a table: only a table of words may have several names, or none. */
typedef struct table {
    char name[MAX_TABLES][MAX_NAME];
    int names;
    unsigned gens;
    char of[MAX_NAME]; /* layouts: the table of number formats */
} table;

typedef struct entry {
    char word[MAX_WORDS][MAX_NAME];
    int count;
    char *doc; /* NULL = none */
    place at;
} entry;

field bit_range(spec *s, place at, const char *text); /* "7:4", "7" */

/* number_tables.c */
void add_numbers(spec *s, const table *t, entry *e);
void add_layout(spec *s, const table *t, entry *e);

#endif
