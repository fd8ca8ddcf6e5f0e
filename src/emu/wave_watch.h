/* SPDX-License-Identifier: MIT */
/* GCN waves of one's own in the memory of a machine, and observed as those of a launch are. */
#ifndef GISA_EMU_WAVE_WATCH_H
#define GISA_EMU_WAVE_WATCH_H

#include "gisa_observe.h"

/* As gisa_wave_new, with what is mapped and loaded on a machine, which outlives it; NULL: no
   memory, or another family. */
gisa_wave *wave_new_in(gisa_machine *machine);

/* The runs of `first`, and of waves that have joined it, are observed. GISA_STATUS_NO_MEMORY. */
gisa_status wave_watch(gisa_wave *first, const gisa_observer *observer);
/* Stops that. The observer hears the end of the waves and the group that have not ended. */
void wave_watch_end(gisa_wave *first);

/* Where they are in the grid. */
typedef struct watched_place {
    uint32_t group[3], size[3]; /* the size in work-items */
} watched_place;

/* The waves of a group begin, with the registers that they have; false: no memory. */
bool wave_watch_group(gisa_wave *const wave[], unsigned count, const watched_place *place);
void wave_watch_group_end(gisa_wave *first);
/* The observer has asked for an end. */
bool wave_watch_stopped(const gisa_wave *first);

#endif
