/* SPDX-License-Identifier: MIT */
/* What a word reaches without being run: how far into each bank of registers, and what it does to
   fragments, phases and clip planes. */
#ifndef GISA_SHADE_REACH_H
#define GISA_SHADE_REACH_H

#include <stdbool.h>
#include <stdint.h>

enum { REACH_R, REACH_O, REACH_PA, REACH_SA, REACH_BANKS };

typedef struct shade_reach {
    uint32_t end[REACH_BANKS]; /* after the last register of the bank */
    bool phase, discards, deepens;
    uint32_t clips; /* planes to which it gives a distance, a bit each */
} shade_reach;

struct gisa_isa;

/* Goes through a program word by word, in the order in which they stand: steps of repeated
 * instructions are those that the last word before them has set. An index register adds nothing. */
typedef struct shade_walk shade_walk;

shade_walk *shade_walk_new(const struct gisa_isa *isa); /* NULL: no memory */
void shade_walk_free(shade_walk *walk);                 /* NULL is allowed */
void shade_walk_begin(shade_walk *walk, bool secondary);
shade_reach shade_walk_on(shade_walk *walk, uint64_t bits);

#endif
