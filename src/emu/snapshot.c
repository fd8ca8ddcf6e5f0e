/* SPDX-License-Identifier: MIT */
/* Compares a wave with what it was: one that comes back to the same state will do the same again
   unless memory changes. */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

struct snapshot {
    uint64_t pc;
    gisa_scalars scalar;
    uint32_t scc, mode, csp, prio, hwreg[GISA_HWREGS];
    gisa_row vgpr[GISA_VGPRS];
};

snapshot *snapshot_new(void) {
    return malloc(sizeof(snapshot));
}

void snapshot_take(snapshot *s, const gcn_wave *w) {
    s->pc = w->pc;
    s->scalar = w->scalar;
    s->scc = w->scc;
    s->mode = w->mode;
    s->csp = w->csp;
    s->prio = w->prio;
    memcpy(s->hwreg, w->hwreg, sizeof s->hwreg);
    memcpy(s->vgpr, w->vgpr, w->vgpr_count * sizeof(gisa_row));
}

/* The special values are computed when they are read. */
unsigned snapshot_changes(const snapshot *s, const gcn_wave *w, unsigned most) {
    unsigned changes = 0;
    if (s->pc != w->pc || s->scc != w->scc || s->mode != w->mode || s->csp != w->csp || s->prio != w->prio ||
        memcmp(s->hwreg, w->hwreg, sizeof s->hwreg) != 0)
        return most + 1;
    for (unsigned i = 0; i < SCALAR_SPECIAL && changes <= most; i++)
        changes += s->scalar.w[i] != w->scalar.w[i];
    for (unsigned i = 0; i < w->vgpr_count && changes <= most; i++)
        changes += memcmp(s->vgpr[i], w->vgpr[i], sizeof(gisa_row)) != 0;
    return changes;
}
