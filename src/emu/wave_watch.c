/* SPDX-License-Identifier: MIT */
/* Tells an observer what waves of one's own do: their group is observed as that of a launch. */
#include "wave_watch.h"

#include <stdlib.h>
#include <string.h>

#include "observe.h"
#include "wave_own.h"

/* Of the first wave of a group. */
struct wave_watch {
    observation *observation;
    seen_group *group; /* NULL: none has begun */
    gisa_launch asked;
    gisa_result result; /* has an end already, so that launch_cut writes no message */
};

gisa_wave *wave_new_in(gisa_machine *machine) {
    return machine ? wave_gcn_new(machine->isa, machine) : NULL;
}

/* ---- an observer ----------------------------------------------------------------------------- */

gisa_status wave_watch(gisa_wave *first, const gisa_observer *observer) {
    gcn_own *o = gcn_of(first);
    struct wave_watch *watch = calloc(1, sizeof *watch);
    wave_watch_end(first);
    if (!watch)
        return GISA_STATUS_NO_MEMORY;
    watch->asked.observer = observer;
    watch->result.end = GISA_END_STOPPED;
    pthread_mutex_init(&o->l.lock, NULL);
    atomic_store(&o->l.over, 0);
    o->l.asked = &watch->asked;
    o->l.result = &watch->result;
    watch->observation = observation_new(&o->l);
    o->watch = watch;
    if (watch->observation)
        return GISA_OK;
    wave_watch_end(first);
    return GISA_STATUS_NO_MEMORY;
}

void wave_watch_end(gisa_wave *first) {
    gcn_own *o = gcn_of(first);
    if (!o->watch)
        return;
    wave_watch_group_end(first);
    observation_free(o->watch->observation);
    pthread_mutex_destroy(&o->l.lock);
    o->l.asked = NULL;
    o->l.result = NULL;
    free(o->watch);
    o->watch = NULL;
}

bool wave_watch_stopped(const gisa_wave *first) {
    const gcn_own *o = gcn_of(first);
    return o->watch && atomic_load(&o->l.over);
}

/* ---- groups ---------------------------------------------------------------------------------- */

bool wave_watch_group(gisa_wave *const wave[], unsigned count, const watched_place *place) {
    gcn_own *o = gcn_of(wave[0]);
    if (!o->watch)
        return true;
    wave_watch_group_end(wave[0]);
    o->watch->group = observe_group(o->watch->observation, &o->group, place->group, place->size, count);
    for (unsigned i = 0; o->watch->group && i < count; i++) {
        gcn_of(wave[i])->number = i;
        observe_wave(o->watch->observation, o->watch->group, i, gcn_of(wave[i])->seen.w);
    }
    return o->watch->group;
}

void wave_watch_group_end(gisa_wave *first) {
    const gcn_own *o = gcn_of(first);
    if (!o->watch)
        return;
    observe_group_end(o->watch->observation, o->watch->group);
    o->watch->group = NULL;
}

/* ---- instructions ---------------------------------------------------------------------------- */

const gisa_op *wave_watch_op(gcn_own *o, const gisa_op *op) {
    const struct wave_watch *watch = o->leader->watch;
    const gisa_op *next;
    if (!watch->group)
        return op->run(o->seen.w, op);
    next = observe_op(watch->observation, watch->group, o->number, o->seen.w, op);
    if (o->seen.w->events & GISA_ENDS)
        observe_wave_end(watch->observation, watch->group, o->number);
    return next;
}
