/* SPDX-License-Identifier: MIT */
/* A text that grows, for files that are written when all of it is there. */
#ifndef GISA_CMD_DRAFT_H
#define GISA_CMD_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct draft {
    char *at; /* ends with a 0; NULL: nothing was added yet, or there was no memory */
    size_t size, room;
    bool no_memory; /* something is missing */
} draft;

void draft_add(draft *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void draft_free(draft *d);

#endif
