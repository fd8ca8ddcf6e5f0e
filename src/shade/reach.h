/* SPDX-License-Identifier: MIT */
/* What a word reaches without being run: how far into each bank of registers, and what it does to fragments, phases and clip planes. */
#ifndef GISA_SHADE_REACH_H
#define GISA_SHADE_REACH_H

#include <stdbool.h>
#include <stdint.h>

enum { REACH_R, REACH_O, REACH_PA, REACH_SA, REACH_BANKS };

typedef struct shade_reach {
    uint32_t end[REACH_BANKS]; /* behind the last register of the bank */
    bool phase, discards, deepens;
    uint32_t clips; /* planes to which it gives a distance, a bit each */
} shade_reach;

struct gisa_shade;

/* An index register adds nothing, and increments are those at the beginning. */
shade_reach shade_reach_of(const struct gisa_shade *machine, bool secondary, uint64_t bits);

#endif
