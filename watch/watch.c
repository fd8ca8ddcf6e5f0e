/* SPDX-License-Identifier: MIT */
/* The observer of launches: calls the checks that are wanted. */
#include <stdlib.h>
#include <string.h>

#include "own.h"

/* In the order in which they look at an instruction. */
static const watch_check *const table[] = {&watch_undefined, &watch_bounds, &watch_waits, &watch_races,
                                           &watch_barriers};
enum { TABLE = sizeof table / sizeof *table };

static const char *const names[] = {"undefined", "bounds", "races", "barriers", "waits", "hazards"};

const char *gisa_watch_name(uint32_t check) {
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (check == UINT32_C(1) << i)
            return names[i];
    return NULL;
}

bool own_grow(gisa_watch *watch, void *array, size_t count, size_t *room, size_t element) {
    void **data = array, *grown;
    size_t more = *room ? 2 * *room : 64;
    if (count < *room)
        return true;
    grown = realloc(*data, more * element);
    if (!grown) {
        watch_no_memory(watch);
        return false;
    }
    *data = grown;
    *room = more;
    return true;
}

bool watch_wants(const gisa_watch *watch, const watch_check *check) {
    return watch->checks & check->bit;
}

void watch_holds_store(gisa_watch *watch, watch_site *site, uint32_t number) {
    site->unwaited = number;
    watch->holds_stores |= number != 0;
}

bool watch_any_store(const gisa_watch *watch) {
    return watch->holds_stores;
}

void **watch_kept(gisa_watch *watch, const watch_check *check) {
    return &watch->kept[check->number];
}

void watch_no_memory(gisa_watch *watch) {
    watch->no_memory = true;
}

gisa_machine *watch_machine(const gisa_watch *watch) {
    return watch->machine;
}

const gisa_isa *watch_isa(const gisa_watch *watch) {
    return watch->isa;
}

const gisa_observed_launch *watch_launch(const gisa_watch *watch) {
    return &watch->launch;
}

/* ---- the observer ---------------------------------------------------------------------------- */

/* A check that could not begin is left out. */
static bool runs(const gisa_watch *w, const watch_check *c) {
    return !c->begin || w->self[c->number];
}

static void list_calls(gisa_watch *w) {
    w->calls_before = w->calls_after = 0;
    for (unsigned i = 0; i < w->count; i++) {
        const watch_check *c = w->order[i];
        const uint32_t bit = runs(w, c) ? UINT32_C(1) << c->number : 0;
        w->call[c->number] = (check_call){c->before, c->after, w->self[c->number]};
        w->calls_before |= c->before ? bit : 0;
        w->calls_after |= c->after ? bit : 0;
    }
}

static void begins(void *ctx, const gisa_observed_launch *launch) {
    gisa_watch *w = ctx;
    w->launch = *launch;
    for (unsigned i = 0; i < w->count; i++) {
        const watch_check *c = w->order[i];
        w->self[c->number] = c->begin ? c->begin(w) : NULL;
        if (c->begin && !w->self[c->number])
            watch_no_memory(w);
    }
    list_calls(w);
}

static void free_sites(gisa_watch *w) {
    for (size_t i = 0; i < w->site_count; i++) {
        for (unsigned k = 0; k < w->count; k++) {
            const watch_check *c = w->order[k];
            if (c->site_free && w->sites[i]->own[c->number])
                c->site_free(w->sites[i]->own[c->number]);
        }
        free(w->sites[i]);
    }
    w->site_count = 0;
}

static void ends(void *ctx) {
    gisa_watch *w = ctx;
    free_sites(w);
    for (unsigned i = 0; i < w->count; i++) {
        const watch_check *c = w->order[i];
        if (runs(w, c) && c->end)
            c->end(w, w->self[c->number]);
        w->self[c->number] = NULL;
    }
}

static void group_begins(void *ctx, gisa_observed_group *group) {
    gisa_watch *w = ctx;
    group->data = calloc(1, sizeof(watch_group));
    if (!group->data)
        watch_no_memory(w);
    for (unsigned i = 0; i < w->count && group->data; i++) {
        const watch_check *c = w->order[i];
        if (runs(w, c) && c->group_begins)
            c->group_begins(w, w->self[c->number], group);
    }
}

static void group_ends(void *ctx, gisa_observed_group *group) {
    gisa_watch *w = ctx;
    for (unsigned i = 0; i < w->count && group->data; i++) {
        const watch_check *c = w->order[i];
        if (runs(w, c) && c->group_ends)
            c->group_ends(w, w->self[c->number], group);
    }
    free(group->data);
    group->data = NULL;
}

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    gisa_watch *w = ctx;
    watch_wave *own = wave->data = wave->group->data ? calloc(1, sizeof *own) : NULL;
    if (!own) {
        watch_no_memory(w);
        return;
    }
    own->items = *wave->exec;
    for (unsigned i = 0; i < w->count; i++) {
        const watch_check *c = w->order[i];
        if (runs(w, c) && c->wave_begins)
            c->wave_begins(w, w->self[c->number], wave);
    }
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    gisa_watch *w = ctx;
    for (unsigned i = 0; i < w->count && wave->data; i++) {
        const watch_check *c = w->order[i];
        if (runs(w, c) && c->wave_ends)
            c->wave_ends(w, w->self[c->number], wave);
    }
    if (wave->data)
        free(watch_wave_of(wave)->call);
    free(wave->data);
    wave->data = NULL;
}

/* Where there was no memory for something, nothing more is looked at: what checks know has gaps,
   and they would find what is not there. */
static bool before(void *ctx, gisa_observed_wave *wave, gisa_site *site) {
    gisa_watch *w = ctx;
    const watch_site *own = site->data ? site->data : own_site(w, site);
    if (w->no_memory || !wave->data || !own)
        return true;
    for (uint32_t left = own->before; left; left &= left - 1) {
        const check_call *c = &w->call[__builtin_ctz(left)];
        c->before(w, c->self, wave, site);
    }
    wave->skips_accesses &= w->wanters < 2; /* one check alone knows what it wants */
    site->skips_before = !own->before;
    return true;
}

static bool is_usual(const gisa_observed_step *step) {
    return step->kind != GISA_WAVE_KIND_WAITS && step->kind != GISA_WAVE_KIND_ENDED &&
           step->fault == GISA_CAUSE_NONE;
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    gisa_watch *w = ctx;
    const watch_site *own = step->site->data;
    if (w->no_memory || !wave->data || !own)
        return true;
    if (own->sets_mask)
        watch_wave_of(wave)->is_thread |= watch_wave_of(wave)->items & ~*wave->exec;
    for (uint32_t left = is_usual(step) ? own->after : w->calls_after; left; left &= left - 1) {
        const check_call *c = &w->call[__builtin_ctz(left)];
        c->after(w, c->self, wave, step);
    }
    if (own->is_call || own->leaves)
        watch_follow_calls(w, wave->data, step);
    step->site->skips_after = !own->after && !own->sets_mask && !own->is_call && !own->leaves;
    return true;
}

/* ---- the watch ------------------------------------------------------------------------------- */

gisa_watch *gisa_watch_new(gisa_machine *machine, uint32_t checks) {
    gisa_watch *w = machine ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return NULL;
    w->machine = machine;
    w->isa = gisa_machine_isa(machine);
    w->checks = checks;
    w->observer = (gisa_observer){.ctx = w,
                                  .wants_rows = true,
                                  .begins = begins,
                                  .ends = ends,
                                  .group_begins = group_begins,
                                  .group_ends = group_ends,
                                  .wave_begins = wave_begins,
                                  .wave_ends = wave_ends,
                                  .before = before,
                                  .after = after};
    for (unsigned i = 0; i < TABLE; i++)
        if (checks & (table[i]->bit | table[i]->also)) {
            w->order[w->count++] = table[i];
            w->observer.wants_accesses |= table[i]->wants_accesses;
            w->wanters += table[i]->wants_accesses;
        }
    return w;
}

void gisa_watch_free(gisa_watch *w) {
    if (!w)
        return;
    for (unsigned i = 0; i < w->count; i++)
        if (w->order[i]->forget)
            w->order[i]->forget(w->kept[w->order[i]->number]);
    free(w->sites);
    own_free_blocks(w);
    own_free_findings(w);
    free(w);
}

const gisa_observer *gisa_watch_observer(gisa_watch *w) {
    return &w->observer;
}

bool gisa_watch_is_whole(const gisa_watch *w) {
    return !w->no_memory;
}
