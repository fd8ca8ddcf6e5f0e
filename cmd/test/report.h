/* SPDX-License-Identifier: MIT */
/* What gisa test says of the cases that it runs: plain, TAP, JUnit. */
#ifndef GISA_CMD_TEST_REPORT_H
#define GISA_CMD_TEST_REPORT_H

#include "case_run.h"
#include "draft.h"

typedef struct report {
    bool tap, all;                            /* all: names cases that pass, too */
    const char *junit;                        /* the file; NULL: none */
    unsigned passed, failed, skipped, broken; /* broken: of those that failed */
    draft xml;                                /* entries so far */
} report;

void report_begin(report *r);
/* `arch` may be NULL: the file could not be read. */
void report_case(report *r, const char *path, const test_case *c, const char *arch, const case_outcome *o,
                 double seconds);
/* The closing lines; returns the exit status. */
int report_end(report *r);

#endif
