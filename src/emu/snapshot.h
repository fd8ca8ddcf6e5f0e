/* SPDX-License-Identifier: MIT */
/* The state of a wave, to be compared with a later one. */
#ifndef GISA_EMU_SNAPSHOT_H
#define GISA_EMU_SNAPSHOT_H

#include "insn/state.h"

typedef struct snapshot snapshot;
snapshot *snapshot_new(void); /* NULL: no memory; free() it */
void snapshot_take(snapshot *s, const gcn_wave *w);
/* How many registers hold something else than they held, where the wave is back where it was. Stops
 * counting after `most`; and says more than that of a wave that is somewhere else. */
unsigned snapshot_changes(const snapshot *s, const gcn_wave *w, unsigned most);

#endif
