/* SPDX-License-Identifier: MIT */
/* Tracefiles of lcov: counts of functions, branches and lines of sources, which add up. genhtml and
   editors show them. */
#ifndef GISA_CMD_TRACEFILE_H
#define GISA_CMD_TRACEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tracefile_record tracefile_record;

/* {0} is empty. */
typedef struct tracefile {
    tracefile_record *at;
    size_t count, room;
    bool no_memory; /* something is missing */
} tracefile;

void tracefile_free(tracefile *t);

/* Each adds to what is known of the same thing. */
void tracefile_function(tracefile *t, const char *file, uint32_t line, const char *name, uint64_t times);
void tracefile_line(tracefile *t, const char *file, uint32_t line, uint64_t times);
/* `reached`: the branch itself has run. */
void tracefile_branch(tracefile *t, const char *file, uint32_t line, uint32_t block, uint32_t side,
                      bool reached, uint64_t times);
/* What a tracefile has; false: it is not one, or has records that are not known here. */
bool tracefile_read(tracefile *t, FILE *from);
/* All of another one. */
void tracefile_add(tracefile *t, const tracefile *from);

void tracefile_write(tracefile *t, FILE *to);

#endif
