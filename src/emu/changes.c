/* SPDX-License-Identifier: MIT */
/* Compares the registers of a wave with what they were. */
#include "changes.h"

#include <string.h>

void changes_before(changes *c, const gcn_wave *w) {
    memcpy(c->vgpr, w->vgpr, w->vgpr_count * sizeof(gisa_row));
    c->scalar = w->scalar;
    c->scc = w->scc;
    c->mode = w->mode;
}

/* A list that may be longer than its room. */
typedef struct list {
    gisa_wave_change *at;
    unsigned count, room;
} list;

static void add(list *l, unsigned bank, uint32_t first, uint32_t count, uint64_t lanes) {
    if (l->count < l->room)
        l->at[l->count] = (gisa_wave_change){
            {.bank = (uint16_t)bank, .per_lane = bank == GISA_KIND_VGPR, .first = first, .count = count},
            lanes};
    l->count++;
}

static void add_vectors(list *l, const changes *c, const gcn_wave *w) {
    for (unsigned i = 0; i < w->vgpr_count; i++) {
        uint64_t lanes = 0;
        if (memcmp(c->vgpr[i], w->vgpr[i], sizeof(gisa_row)) == 0)
            continue;
        for (unsigned k = 0; k < GISA_LANES; k++)
            lanes |= (uint64_t)(c->vgpr[i][k] != w->vgpr[i][k]) << k;
        add(l, GISA_KIND_VGPR, i, 1, lanes);
    }
}

static bool is_pair(unsigned code) {
    return code == CODE_VCC || code == CODE_EXEC;
}

static void add_pair(list *l, const changes *c, const gcn_wave *w, unsigned code) {
    if (c->scalar.q[code / 2] != w->scalar.q[code / 2])
        add(l, GISA_KIND_SGPR, code, 2, 0);
}

static void add_scalars(list *l, const changes *c, const gcn_wave *w) {
    for (unsigned i = 0; i < SCALAR_SPECIAL; i++)
        if (c->scalar.w[i] != w->scalar.w[i] && !is_pair(i & ~1u)) {
            if (i < SCALAR_TTMP)
                add(l, GISA_KIND_SGPR, i, 1, 0);
            else
                add(l, GISA_KIND_TTMP, i - SCALAR_TTMP, 1, 0);
        }
    add_pair(l, c, w, CODE_VCC);
    add_pair(l, c, w, CODE_EXEC);
}

unsigned changes_list(const changes *c, const gcn_wave *w, gisa_wave_change *at, unsigned most) {
    list l = {at, 0, most};
    add_vectors(&l, c, w);
    add_scalars(&l, c, w);
    if (c->scc != w->scc)
        add(&l, GISA_WAVE_BANK_SCC, 0, 1, 0);
    if (c->mode != w->mode)
        add(&l, GISA_WAVE_BANK_HWREG, GCN_HWREG_HW_REG_MODE, 1, 0);
    return l.count;
}
