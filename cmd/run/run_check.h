/* SPDX-License-Identifier: MIT */
/* gisa run --check: what is asked for, and what was found. */
#ifndef GISA_CMD_RUN_CHECK_H
#define GISA_CMD_RUN_CHECK_H

#include "watched.h"

typedef struct run_check {
    uint32_t checks;                 /* gisa_watch_kind; 0: none is asked for */
    const char *findings, *suppress; /* names of files; NULL: not */
    /* while it runs */
    gisa_watch *watch;
    loaded_code *code;
    watched found;
} run_check;

/* So many instructions, unless --max-insns says otherwise. */
enum { RUN_CHECK_LIMIT = 1000000000 };

/* "races,bounds"; NULL: all. 0 = has said that there is no such check. */
uint32_t run_check_read(const char *list);
void run_check_offer(void); /* completes such a list */

/* Before the launch; false: has said why not. */
bool run_check_begin(run_check *c, gisa_machine *machine, loaded_code *code);
/* Reports; the exit status: 0 without findings, -1: it could not report. `file` is what ran. */
int run_check_report(run_check *c, const char *file);
void run_check_end(run_check *c);

#endif
