/* SPDX-License-Identifier: MIT */
/* Waves for a launch, which are kept for the next one. */
#ifndef GISA_EMU_WAVES_H
#define GISA_EMU_WAVES_H

#include "launch.h"

typedef struct wave_set {
    struct wave_set *next;
    unsigned count;
    first_registers first[GROUP_WAVES];
    gcn_wave waves[]; /* that have been initialised */
} wave_set;

/* `count` waves at least; NULL: no memory. */
wave_set *waves_take(gisa_machine *machine, gisa_device *device, gisa_group *group, unsigned count);
void waves_give(gisa_machine *machine, wave_set *set); /* NULL is allowed */
void waves_free(gisa_machine *machine);                /* those that are kept */

#endif
