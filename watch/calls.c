/* SPDX-License-Identifier: MIT */
/* Follows the calls that each wave is in, for the stack of calls of a finding. */
#include <stdlib.h>

#include "watch.h"

static void enter(gisa_watch *watch, watch_wave *wave, const gisa_site *site) {
    if (!wave->call)
        wave->call = calloc(WATCH_MOST_CALLS, sizeof *wave->call);
    if (!wave->call)
        watch_no_memory(watch);
    else if (wave->calls < WATCH_MOST_CALLS)
        wave->call[wave->calls++] = (watch_call){site->pc, site->pc + site->insn.size};
}

/* A jump to where a call returns to is its return, and that of all calls within it. */
static void leave(watch_wave *wave, uint64_t to) {
    for (unsigned i = wave->calls; i-- > 0;)
        if (wave->call[i].back == to) {
            wave->calls = i;
            return;
        }
}

void watch_follow_calls(gisa_watch *watch, watch_wave *wave, const gisa_observed_step *step) {
    const watch_site *site = watch_site_of(step->site);
    if (step->kind != GISA_WAVE_KIND_JUMPED)
        return;
    if (site->is_call)
        enter(watch, wave, step->site);
    else if (site->leaves)
        leave(wave, step->next_pc);
}
