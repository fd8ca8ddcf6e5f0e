/* SPDX-License-Identifier: MIT */
/* Waves of translated kernels that are run to their end in one go, without beginning. */
#include "insn/body.h"
#include "group.h"

static const native_entry *entry_of(const launch *l) {
    const gisa_op *op = program_at(l->program, l->entry);
    const native_entry *e = op ? __atomic_load_n(&op->native, __ATOMIC_ACQUIRE) : NULL;
    return e && e->straight ? e : NULL;
}

/* The place of the first work-item of a wave whose items lie in one line along x; false: they do
   not. */
static bool first_item(const launch *l, const resident *g, unsigned number, uint32_t item[3]) {
    const uint32_t width = l->group[0], at = number * GISA_LANES, given = launch_items_given(l);
    for (unsigned i = 0; i < 3; i++)
        if (l->grid[i] - g->id[i] * l->group[i] < l->group[i])
            return false;
    if (width % GISA_LANES)
        return false;
    item[0] = at % width;
    item[1] = given > 1 ? at / width % l->group[1] : 0;
    item[2] = given > 2 ? at / width / l->group[1] : 0;
    return true;
}

/* One that is idle, and has been begun once: its modes are those of the launch. */
static gcn_wave *ready_wave(const launch *l, resident *g, unsigned number) {
    const wave_start start = {{g->id[0], g->id[1], g->id[2]}, number, g->slot + number, 0};
    if (!g->straight) {
        g->straight = g->idle[g->idle_count - 1];
        launch_begin_wave(l, g->straight, &start, &g->set->first[number]);
    }
    return g->straight;
}

uint64_t group_run_straight(runner *r, resident *g, unsigned number, uint64_t left) {
    const launch *l = r->l;
    const native_entry *e = l->translator && !l->private_size ? entry_of(l) : NULL;
    uint32_t item[3];
    uint64_t ran;
    gcn_wave *w;
    if (!e || e->length > left || program_changed(l->program) || !first_item(l, g, number, item))
        return 0;
    w = ready_wave(l, g, number);
    if (!native_suits(w, e))
        return 0;
    launch_set_scalars(l, w, g->id, g->wave_count, g->slot + number);
    ran = e->straight(w, item);
    if (ran) {
        g->group.waves--;
        g->ended[number] = true;
        r->straight++;
    }
    return ran;
}
