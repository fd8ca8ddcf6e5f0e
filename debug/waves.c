/* SPDX-License-Identifier: MIT */
/* The waves that have begun and not ended, and the calls that each is in. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

debug_wave_id waves_id(const gisa_observed_wave *seen) {
    const uint32_t *g = seen->group->id;
    return (debug_wave_id){{g[0], g[1], g[2]}, seen->number};
}

bool debug_same_wave(const debug_wave_id *a, const debug_wave_id *b) {
    return a->number == b->number && memcmp(a->group, b->group, sizeof a->group) == 0;
}

bool waves_add(waves *all, gisa_observed_wave *seen) {
    static const gisa_wave_register pc = {.bank = GISA_WAVE_BANK_PC, .count = 2};
    uint32_t low = 0, high = 0;
    debug_wave *w = calloc(1, sizeof *w);
    seen->data = w;
    if (w && all->count == all->room) {
        const unsigned room = all->room ? 2 * all->room : 64;
        debug_wave **grown = realloc(all->at, room * sizeof(debug_wave *));
        if (grown) {
            all->at = grown;
            all->room = room;
        }
    }
    if (!w || all->count == all->room) {
        free(w);
        seen->data = NULL;
        return false;
    }
    gisa_wave_get(seen->wave, &pc, 0, 0, &low);
    gisa_wave_get(seen->wave, &pc, 0, 1, &high);
    *w = (debug_wave){.id = waves_id(seen), .seen = seen, .pc = low | (uint64_t)high << 32};
    all->at[all->count++] = w;
    return true;
}

void waves_remove(waves *all, debug_wave *w) {
    unsigned i = 0;
    while (i < all->count && all->at[i] != w)
        i++;
    if (i < all->count) {
        all->count--;
        memmove(&all->at[i], &all->at[i + 1], (all->count - i) * sizeof(debug_wave *));
    }
    if (w)
        free(w->call);
    free(w);
}

debug_wave *debug_wave_at(debug *d, unsigned i) {
    return i < d->waves.count ? d->waves.at[i] : NULL;
}

debug_wave *debug_wave_find(debug *d, const debug_wave_id *id) {
    for (unsigned i = 0; i < d->waves.count; i++)
        if (debug_same_wave(&d->waves.at[i]->id, id))
            return d->waves.at[i];
    return NULL;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void enter(debug_wave *w, const gisa_site *site) {
    if (!w->call)
        w->call = calloc(DEBUG_MOST_CALLS, sizeof *w->call);
    if (w->call && w->calls < DEBUG_MOST_CALLS)
        w->call[w->calls++] = (debug_call){site->pc, site->pc + site->insn.size};
}

/* A jump to where a call returns to is its return, and that of all calls within it. */
static void leave(debug_wave *w, uint64_t to) {
    for (unsigned i = w->calls; i-- > 0;)
        if (w->call[i].back == to) {
            w->calls = i;
            return;
        }
}

void waves_follow(const gisa_isa *isa, debug_wave *w, const gisa_observed_step *step) {
    gisa_flow_info flow;
    if (step->kind != GISA_WAVE_KIND_JUMPED || gisa_flow_of(isa, &step->site->insn, step->site->pc, &flow))
        return;
    if (flow.kind == GISA_FLOW_CALL)
        enter(w, step->site);
    else if (w->calls)
        leave(w, step->next_pc);
}
