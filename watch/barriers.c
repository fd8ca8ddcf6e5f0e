/* SPDX-License-Identifier: MIT */
/* Barriers: all work-items of a group have to reach the same ones. Hardware counts waves alone, and
 * only those that have not ended, so that wrong code often goes on. Where a wave is one
 * thread (watch_wave.is_thread) it is right. */
#include <stdio.h>
#include <stdlib.h>

#include "watch.h"

enum { EXEC = 126 }; /* operand codes: 126 and 127 */
enum { WHO = 200 };  /* room for who is missing */

/* Where the first wave came to barrier `number` of the group: waves are at most one apart. */
typedef struct meeting {
    uint32_t number;
    uint32_t wave;
    uint64_t pc;
} meeting;

typedef struct group_state {
    meeting meeting[2];
    uint64_t ended;  /* waves, a bit each */
    uint64_t end_pc; /* of one of them */
    /* of all that have come, the wave that has come to most barriers, and to which one last */
    gisa_observed_wave *last;
    const gisa_site *last_site;
    uint32_t most;
} group_state;

typedef struct wave_state {
    uint32_t arrived; /* at so many barriers */
    bool waits;
    uint32_t held; /* what has been found at the last one, if lanes matter after it */
} wave_state;

static group_state *state_of_group(const gisa_observed_wave *wave) {
    return watch_group_of(wave->group)->own[watch_barriers.number];
}

static wave_state *state_of_wave(const gisa_observed_wave *wave) {
    return watch_wave_of(wave)->own[watch_barriers.number];
}

static void group_begins(gisa_watch *watch, void *self, gisa_observed_group *group) {
    (void)self;
    if (!(watch_group_of(group)->own[watch_barriers.number] = calloc(1, sizeof(group_state))))
        watch_no_memory(watch);
}

static void group_ends(gisa_watch *watch, void *self, gisa_observed_group *group) {
    (void)watch, (void)self;
    free(watch_group_of(group)->own[watch_barriers.number]);
}

static void wave_begins(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    (void)self;
    if (!(watch_wave_of(wave)->own[watch_barriers.number] = calloc(1, sizeof(wave_state))))
        watch_no_memory(watch);
}

static void wave_ends(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    (void)watch, (void)self;
    free(watch_wave_of(wave)->own[watch_barriers.number]);
}

/* ---- what is wrong --------------------------------------------------------------------------- */

/* Some work-items of the wave are not there: the first of them is told. Compilers do not turn
   work-items on again for a barrier after which the wave only ends. */
static void look_at_lanes(gisa_watch *watch, gisa_observed_wave *wave, wave_state *w, const gisa_site *site) {
    const uint64_t missing = watch_wave_of(wave)->items & ~*wave->exec;
    char who[WHO], text[WHO + 80];
    if (!missing || watch_wave_of(wave)->is_thread)
        return;
    watch_say_items(wave, missing, who, sizeof who);
    snprintf(text, sizeof text, "of the wave's %d work-items %d are missing: %s",
             __builtin_popcountll(watch_wave_of(wave)->items), __builtin_popcountll(missing), who);
    w->held = watch_found(
        watch, &(watch_report){.check = &watch_barriers,
                               .wave = wave,
                               .site = site,
                               .lane = (uint32_t)__builtin_ctzll(missing),
                               .what = "waits at a barrier without this work-item, which is inactive",
                               .other_what = text,
                               .registers.bits[EXEC / 64] = UINT64_C(3) << EXEC % 64,
                               .held = true});
}

static void tell_ended(gisa_watch *watch, gisa_observed_wave *wave, const gisa_site *site, uint64_t ended,
                       uint64_t end_pc) {
    char who[WHO], text[WHO + 80];
    if (watch_wave_of(wave)->is_thread)
        return;
    watch_say_waves(wave->group, ended, who, sizeof who);
    snprintf(text, sizeof text, ended & (ended - 1) ? "%s have ended, the last of them here" : "%s ends here",
             who);
    watch_found(watch,
                &(watch_report){.check = &watch_barriers,
                                .wave = wave,
                                .site = site,
                                .lane = GISA_WAVE_ALL,
                                .what = "waits at a barrier that another wave of the group never reaches",
                                .other_pc = end_pc,
                                .other_what = text});
}

/* Different waves meet at different instructions. */
static void look_at_place(gisa_watch *watch, group_state *g, gisa_observed_wave *wave, uint32_t number,
                          const gisa_site *site) {
    meeting *m = &g->meeting[number & 1];
    char who[WHO], text[WHO + 80];
    if (m->number != number)
        *m = (meeting){number, wave->number, site->pc};
    if (m->pc == site->pc || watch_wave_of(wave)->is_thread)
        return;
    watch_say_waves(wave->group, UINT64_C(1) << m->wave % 64, who, sizeof who);
    snprintf(text, sizeof text, "%s waits here", who);
    watch_found(watch, &(watch_report){.check = &watch_barriers,
                                       .wave = wave,
                                       .site = site,
                                       .lane = GISA_WAVE_ALL,
                                       .what = "waits at another barrier than the other waves of the group",
                                       .other_pc = m->pc,
                                       .other_what = text});
}

static bool uses_lanes(const watch_site *s) {
    return (s->state_reads & GISA_STATE_EXEC) ||
           (s->reads.bits[EXEC / 64] | s->writes.bits[EXEC / 64]) >> EXEC % 64;
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void before(gisa_watch *watch, void *self, gisa_observed_wave *wave, gisa_site *site) {
    group_state *g;
    wave_state *w = state_of_wave(wave);
    (void)self;
    watch_site *const facts = watch_site_of(site);
    if (!facts->is_barrier)
        facts->after &= ~(UINT32_C(1) << watch_barriers.number);
    if (!facts->is_barrier && !uses_lanes(facts))
        facts->before &= ~(UINT32_C(1) << watch_barriers.number);
    if (w && w->held && uses_lanes(facts)) {
        watch_tell(watch, w->held);
        w->held = 0;
    }
    if (!facts->is_barrier)
        return;
    g = state_of_group(wave);
    if (!g || !w || w->waits) /* it is tried again */
        return;
    w->arrived++;
    look_at_lanes(watch, wave, w, site);
    look_at_place(watch, g, wave, w->arrived, site);
    if (g->ended)
        tell_ended(watch, wave, site, g->ended, g->end_pc);
    if (w->arrived > g->most) {
        g->most = w->arrived;
        g->last = wave;
        g->last_site = site;
    }
}

static void after(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step) {
    const bool waits = step->kind == GISA_WAVE_KIND_WAITS && watch_site_of(step->site)->is_barrier;
    wave_state *w = state_of_wave(wave);
    group_state *g = state_of_group(wave);
    (void)self;
    if (!g || !w)
        return;
    w->waits = waits;
    if (step->kind != GISA_WAVE_KIND_ENDED)
        return;
    if (g->most > w->arrived && g->last)
        tell_ended(watch, g->last, g->last_site, UINT64_C(1) << wave->number % 64, step->site->pc);
    if (g->last == wave)
        g->last = NULL;
    g->ended |= UINT64_C(1) << wave->number % 64;
    g->end_pc = step->site->pc;
}

const watch_check watch_barriers = {.name = "barriers",
                                    .bit = GISA_WATCH_BARRIERS,
                                    .number = 3,
                                    .group_begins = group_begins,
                                    .group_ends = group_ends,
                                    .wave_begins = wave_begins,
                                    .wave_ends = wave_ends,
                                    .before = before,
                                    .after = after};
