/* SPDX-License-Identifier: MIT */
/* The elements of memory that an instruction reads or writes, where somebody asks for them. */
#ifndef GISA_EMU_TRAFFIC_H
#define GISA_EMU_TRAFFIC_H

#include "gisa_wave.h"

typedef struct wave_traffic {
    gisa_wave_access *at;         /* has space for `room` of them */
    uint32_t room, count;         /* how many there were, also where there was no room */
    struct wave_traffic *outside; /* likewise beyond the end of the LDS; NULL: not wanted */
} wave_traffic;

/* An instruction that reads an element and writes it tells it once. `t` may be NULL. */
static inline void traffic_note(wave_traffic *t, gisa_wave_access access) {
    const gisa_wave_access *last = t && t->count && t->count <= t->room ? &t->at[t->count - 1] : NULL;
    if (!t || (last && last->address == access.address && last->lane == access.lane &&
               last->size == access.size && last->space == access.space))
        return;
    if (t->count < t->room)
        t->at[t->count] = access;
    t->count++;
}

#endif
