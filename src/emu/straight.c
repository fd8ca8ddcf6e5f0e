/* SPDX-License-Identifier: MIT */
/* Waves of translated kernels that are run to their ends in one go, without beginning: many at a
   time, of one work-group after another. */
#include <string.h>

#include "group.h"
#include "insn/body.h"

/* Instructions that are run at a time, where the launch has no limit: what takes long can be
   stopped. */
enum { MOST_AT_ONCE = 1 << 17 };

const native_entry *group_straight_entry(const launch *l) {
    const gisa_op *op = l->translator && !l->private_size ? program_at(l->program, l->entry) : NULL;
    const native_entry *e = op ? __atomic_load_n(&op->native, __ATOMIC_ACQUIRE) : NULL;
    return e && e->straight && l->group[0] % GISA_LANES == 0 && !program_changed(l->program) ? e : NULL;
}

/* How many groups from the one at `id` on are whole, one after another. */
static uint64_t whole_groups(const launch *l, const uint32_t id[3]) {
    uint32_t whole[3];
    for (unsigned i = 0; i < 3; i++) {
        whole[i] = l->grid[i] / l->group[i];
        if (id[i] >= whole[i])
            return 0;
    }
    if (whole[0] < l->groups[0])
        return whole[0] - id[0];
    if (whole[1] < l->groups[1])
        return (uint64_t)(whole[1] - id[1]) * l->groups[0] - id[0];
    return ((uint64_t)(whole[2] - id[2]) * l->groups[1] - id[1]) * l->groups[0] - id[0];
}

/* One that is idle, and has been begun once: its modes are those of the launch. */
static gcn_wave *ready_wave(const launch *l, resident *g, const native_waves *w) {
    const wave_start start = {{w->id[0], w->id[1], w->id[2]}, w->number, g->slot + w->number, 0};
    if (!g->straight) {
        g->straight = g->state == GROUP_NONE ? &g->set->waves[0] : g->idle[g->idle_count - 1];
        launch_begin_wave(l, g->straight, &start, &g->set->first[w->number]);
    }
    return g->straight;
}

static void set_place(const launch *l, native_waves *w, uint64_t group, unsigned number) {
    const uint32_t at = number * GISA_LANES;
    w->id[0] = (uint32_t)(group % l->groups[0]);
    w->id[1] = (uint32_t)(group / l->groups[0] % l->groups[1]);
    w->id[2] = (uint32_t)(group / l->groups[0] / l->groups[1]);
    w->item[0] = at % l->group[0];
    w->item[1] = at / l->group[0] % l->group[1];
    w->item[2] = at / l->group[0] / l->group[1];
    w->number = number;
}

static void set_registers(const launch *l, native_waves *w, unsigned slot) {
    memset(w->scalars, 0, sizeof w->scalars);
    w->varies = 0;
    for (unsigned i = 0; i < 3; i++) {
        w->groups[i] = l->groups[i];
        w->size[i] = l->group[i];
        w->given[i] = i < launch_items_given(l) ? ~0u : 0;
        w->id_at[i] = CODE_VCC;
    }
    w->per_group = l->group_waves;
    launch_set_scalars(l, w->scalars, w->id, w->per_group, slot, w->id_at);
    for (unsigned i = 0; i < 3; i++)
        if (w->id_at[i] != CODE_VCC)
            w->varies |= (uint64_t)1 << w->id_at[i];
}

/* Up to the end of a group, where a group is not too much. */
static uint64_t at_once(const native_waves *w, uint64_t waves, uint64_t most) {
    if (waves <= most)
        return waves;
    return most > w->per_group ? most / w->per_group * w->per_group - w->number : most;
}

uint64_t group_run_straight(runner *r, resident *g, uint64_t group, unsigned number, uint64_t waves) {
    const launch *l = r->l;
    const native_entry *e = group_straight_entry(l);
    native_waves w;
    uint64_t ran, whole;
    gcn_wave *idle;
    if (!e)
        return 0;
    set_place(l, &w, group, number);
    whole = whole_groups(l, w.id) * l->group_waves;
    set_registers(l, &w, g->slot + number);
    idle = ready_wave(l, g, &w);
    if (!whole || !native_suits(idle, e))
        return 0;
    whole -= number;
    waves = whole < waves ? whole : waves;
    ran = e->straight(idle, &w, at_once(&w, waves, group_room(r, MOST_AT_ONCE) / e->length));
    r->instructions += ran * e->length;
    r->straight += ran;
    return ran;
}
