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

/* An instruction that reads an element and writes it tells it once. `t` may be NULL. The members
   are stored one by one: a structure that goes through the stack takes several times as long. */
static inline void traffic_add(wave_traffic *t, uint64_t address, uint32_t size, uint32_t lane,
                               uint8_t space) {
    const gisa_wave_access *last = t && t->count && t->count <= t->room ? &t->at[t->count - 1] : NULL;
    if (!t || (last && last->address == address && last->lane == lane && last->size == size &&
               last->space == space))
        return;
    if (t->count < t->room) {
        gisa_wave_access *to = &t->at[t->count];
        to->address = address;
        to->size = size;
        to->lane = lane;
        to->space = space;
        to->access = 0;
    }
    t->count++;
}

/* Likewise, with what was done, where that is known already. */
static inline void traffic_note(wave_traffic *t, gisa_wave_access access) {
    const uint32_t before = t ? t->count : 0;
    traffic_add(t, access.address, access.size, access.lane, access.space);
    if (t && before < t->count && before < t->room)
        t->at[before].access = access.access;
}

#endif
