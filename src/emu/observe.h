/* SPDX-License-Identifier: MIT */
/* What an observer of a launch (gisa_observe.h) is told, and when. */
#ifndef GISA_EMU_OBSERVE_H
#define GISA_EMU_OBSERVE_H

#include "gisa_observe.h"
#include "launch.h"

typedef struct observation observation; /* of a launch */
typedef struct seen_group seen_group;   /* of a work-group of it */

observation *observation_new(launch *l); /* NULL: no memory */
void observation_free(observation *o);

/* NULL: no memory. */
seen_group *observe_group(observation *o, const gisa_group *group, const uint32_t id[3],
                          const uint32_t size[3], unsigned waves);
void observe_group_end(observation *o, seen_group *g); /* and of its waves; NULL is allowed */
void observe_wave(observation *o, seen_group *g, unsigned number, gcn_wave *w);
void observe_wave_end(observation *o, seen_group *g, unsigned number);

/* Runs one instruction with calls around it, and gives the next one as gisa_step does. */
const gisa_op *observe_op(observation *o, seen_group *g, unsigned number, gcn_wave *w, const gisa_op *op);

#endif
