/* SPDX-License-Identifier: MIT */
/* differences.txt: where gisa and LLVM 19 answer differently, who is right, and an example of
   each. */
#ifndef TESTS_ORACLE_DIFFERENCES_H
#define TESTS_ORACLE_DIFFERENCES_H

#include <stdbool.h>
#include <stddef.h>

enum { DIFFERENCE_EXAMPLES = 96, DIFFERENCE_MAX = 128 };

typedef struct example {
    char *arch, *input, *gisa, *llvm; /* "-" = refused, "crash" = the process died */
} example;

typedef struct difference {
    char *rule, *test; /* the test program it belongs to */
    char *right, *why;
    example examples[DIFFERENCE_EXAMPLES];
    unsigned example_count;
    size_t excused; /* how many differences the rule has excused in this run */
} difference;

typedef struct differences {
    difference list[DIFFERENCE_MAX];
    unsigned count;
    char *text;
} differences;

/* Reads the entries that belong to `test`. false: the file is missing or faulty; the reason is
   printed. */
bool differences_read(differences *d, const char *file, const char *test);

/* The entry of this name, NULL = there is none. */
difference *differences_find(differences *d, const char *rule);

#endif
