/* SPDX-License-Identifier: MIT */
/* Case files in memory (docs/case-files.md). */
#ifndef GISA_CMD_TEST_CASE_H
#define GISA_CMD_TEST_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The first word of a line. */
typedef enum case_word {
    CASE_ARCH,
    CASE_ORIGIN,
    CASE_CODE,
    CASE_LINE, /* of code, after a CASE_CODE */
    CASE_MODEL,
    CASE_STAGE,
    CASE_OPTION, /* of a stage */
    CASE_MEMORY,
    CASE_SET,
    CASE_LIMIT,
    CASE_EXPECT,
    CASE_NAME,
    CASE_WORDS
} case_word;

/* "set", ... */
extern const char *const case_words[CASE_WORDS];

typedef struct case_line {
    case_word word;
    char *text;    /* what follows the word */
    unsigned line; /* in the file, from 1 */
} case_line;

/* A case: its lines, after those that are common to all cases of the file. */
typedef struct test_case {
    char *name;
    unsigned line;
    case_line *at;
    unsigned count;
} test_case;

typedef struct case_file {
    const char *path;
    test_case *at;
    unsigned count;
} case_file;

/* Reads a file; false: has said what is wrong with it. */
bool case_file_read(const char *path, case_file *file);
void case_file_free(case_file *file);

/* Adds a line; false: out of memory. */
bool case_add(test_case *c, case_word word, const char *text, unsigned line);
bool case_copy(test_case *to, const test_case *from);
void case_free(test_case *c);

/* The last line of that word, which is the one that counts where only one may; NULL: there is
   none. */
const case_line *case_last(const test_case *c, case_word word);

/* Writes a case as a file of its own; returns the exit status. */
int case_write(const char *path, const test_case *c);

#endif
