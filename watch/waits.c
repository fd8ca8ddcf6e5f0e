/* SPDX-License-Identifier: MIT */
/* Waits and hazards: the rules of gisa_check.h on the path that each wave takes. */
#include <stdlib.h>

#include "gisa_check.h"
#include "watch.h"

/* Of a wave. */
typedef struct followed_wave {
    gisa_path *path;
    bool waits; /* its instruction will be tried again */
} followed_wave;

/* Of a launch. */
typedef struct following {
    gisa_follower *follower;
    gisa_site **sites; /* by the follower's numbers */
    uint32_t site_count;
    size_t site_room;
} following;

static bool keep_site(following *f, gisa_site *site) {
    if (f->site_count == f->site_room) {
        const size_t room = f->site_room ? 2 * f->site_room : 64;
        gisa_site **grown = realloc(f->sites, room * sizeof(gisa_site *));
        if (!grown)
            return false;
        f->sites = grown;
        f->site_room = room;
    }
    f->sites[f->site_count++] = site;
    return true;
}

/* The number of a site, so that 0 is none. */
static uint32_t number_of(gisa_watch *watch, following *f, gisa_site *site) {
    void **own = &watch_site_of(site)->own[watch_waits.number];
    uintptr_t number = (uintptr_t)*own;
    if (!number) {
        const uint32_t added = gisa_follower_add(f->follower, site->pc, &site->insn);
        if (added == GISA_FOLLOWER_NONE || !keep_site(f, site)) {
            watch_no_memory(watch);
            return 0;
        }
        number = (uintptr_t)added + 1;
        *own = (void *)number;
    }
    return (uint32_t)number;
}

static void *begin(gisa_watch *watch) {
    following *f = calloc(1, sizeof *f);
    if (f && !(f->follower = gisa_follower_new(watch_isa(watch), NULL))) {
        free(f);
        f = NULL;
    }
    return f;
}

static void end(gisa_watch *watch, void *self) {
    following *f = self;
    (void)watch;
    gisa_follower_free(f->follower);
    free(f->sites);
    free(f);
}

static void wave_begins(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    followed_wave *w = calloc(1, sizeof *w);
    if (w)
        w->path = gisa_path_new(((following *)self)->follower);
    if (!w || !w->path) {
        free(w);
        w = NULL;
        watch_no_memory(watch);
    }
    watch_wave_of(wave)->own[watch_waits.number] = w;
}

static void wave_ends(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    followed_wave *w = watch_wave_of(wave)->own[watch_waits.number];
    (void)watch, (void)self;
    if (w)
        gisa_path_free(w->path);
    free(w);
}

typedef struct finder {
    gisa_watch *watch;
    const following *following;
    gisa_observed_wave *wave;
    const gisa_site *site;
} finder;

/* A store that is under way at a barrier matters if another wave touches what it stores: the check
   of races sees that. NULL: it does not look. */
static watch_site *storing(const finder *d, uint64_t producer) {
    for (uint32_t i = 0; watch_site_of(d->site)->is_barrier && watch_wants(d->watch, &watch_races) &&
                         i < d->following->site_count;
         i++)
        if (d->following->sites[i]->pc == producer)
            return watch_site_of(d->following->sites[i]);
    return NULL;
}

static bool found(void *ctx, const gisa_finding *f) {
    const finder *d = ctx;
    char text[GISA_FINDING_TEXT_MAX];
    size_t size = sizeof text;
    if (gisa_finding_text(watch_isa(d->watch), f, text, &size) != GISA_OK)
        return true;
    watch_site *const store = f->kind < GISA_FINDING_COUNTERS ? NULL : storing(d, f->producer);
    const uint32_t number = watch_found(
        d->watch, &(watch_report){.check = f->kind < GISA_FINDING_COUNTERS ? &watch_waits : &watch_hazards,
                                  .wave = d->wave,
                                  .site = d->site,
                                  .lane = GISA_WAVE_ALL,
                                  .what = text,
                                  .other_pc = f->producer,
                                  .other_what = "after",
                                  .registers = f->registers,
                                  .held = store});
    if (store)
        watch_holds_store(d->watch, store, number);
    return true;
}

static void before(gisa_watch *watch, void *self, gisa_observed_wave *wave, gisa_site *site) {
    followed_wave *w = watch_wave_of(wave)->own[watch_waits.number];
    finder d = {watch, self, wave, site};
    uint32_t number;
    const bool again = w && w->waits;
    if (w)
        w->waits = false;
    if (!w || !w->path || again || !site->insn.size)
        return;
    number = number_of(watch, self, site);
    if (number && gisa_path_step(w->path, number - 1, found, &d) != GISA_STATUS_NO_MEMORY)
        return;
    gisa_path_free(w->path); /* nothing false is found on a path with gaps */
    w->path = NULL;
    watch_no_memory(watch);
}

static void after(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step) {
    followed_wave *w = watch_wave_of(wave)->own[watch_waits.number];
    (void)watch, (void)self;
    watch_site_of(step->site)->after &= ~(UINT32_C(1) << watch_waits.number);
    if (w)
        w->waits = step->kind == GISA_WAVE_KIND_WAITS;
}

const watch_check watch_waits = {.name = "waits",
                                 .bit = GISA_WATCH_WAITS,
                                 .also = GISA_WATCH_HAZARDS,
                                 .number = 4,
                                 .begin = begin,
                                 .end = end,
                                 .wave_begins = wave_begins,
                                 .wave_ends = wave_ends,
                                 .before = before,
                                 .after = after};

/* Found by the other one; it has nothing to do by itself. */
const watch_check watch_hazards = {.name = "hazards", .bit = GISA_WATCH_HAZARDS, .number = 5};
