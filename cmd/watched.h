/* SPDX-License-Identifier: MIT */
/* What watched launches have found (gisa_watch.h): names of checks, findings in words and in
   files. */
#ifndef GISA_CMD_WATCHED_H
#define GISA_CMD_WATCHED_H

#include <stdio.h>

#include "findings.h"
#include "gisa_watch.h"
#include "loaded_code.h"

/* "races,bounds"; NULL: all. 0 = has said, in the name of `who` ("gisa run"), that there is no such
   check. */
uint32_t watched_checks(const char *who, const char *list);

/* A finding, with its place as it was when it was found. */
typedef struct watched_finding {
    const gisa_watch *watch;
    size_t number; /* in the watch */
    finding found;
} watched_finding;

typedef struct watched {
    watched_finding *at;
    size_t count;
    bool no_memory;
} watched;

/* Adds the findings of a watch from number *next on, which becomes that of the one after them. The
   watch and the code stay. */
void watched_add(watched *w, const gisa_watch *watch, const loaded_code *code, size_t *next);
void watched_free(watched *w);

/* Those from `first` on, for findings_suppress; the list lives as long as *ctx. */
typedef struct watched_part {
    watched *all;
    size_t first;
} watched_part;
findings_list watched_list(watched_part *ctx);

/* To standard error, each after `before` (""); how many. What is suppressed is left out. */
size_t watched_tell(const watched *w, size_t first, const char *before);
/* A document: SARIF where the name of the file that it is for ends so, else JSON. `file` is what
   has run; `complete`: nothing was missed. */
void watched_write(const watched_part *part, bool complete, const char *file, const char *path, FILE *to);

#endif
