/* SPDX-License-Identifier: MIT */
/* Long output in pieces, which several threads print. */
#ifndef GISA_PIECES_H
#define GISA_PIECES_H

#include "dis.h"

typedef struct pieces {
    void *ctx;
    /* Prints what stands from `begin` to `end`. Threads call it at the same time, each with a `dis`
       of its own. */
    void (*put)(void *ctx, dis *d, uint64_t begin, uint64_t end);
    /* The first place at or after `at` where a piece may begin, when one begins at `from`; at most
       `end`. */
    uint64_t (*cut)(void *ctx, uint64_t from, uint64_t at, uint64_t end);
} pieces;

/* Prints everything from `begin` to `end`: the output is the same for any number of threads. What
   goes wrong is in d->out. */
void pieces_put(const pieces *p, dis *d, uint64_t begin, uint64_t end);

#endif
