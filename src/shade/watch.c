/* SPDX-License-Identifier: MIT */
/* Tells an observer what the batches of a draw do. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

#include "batch_view.h"
#include "gisa_observe.h"

enum { MOST_ACCESSES = 1 << 12 };

struct shade_watch {
    const gisa_shade *machine;
    const gisa_observer *observer;
    gisa_launch asked;
    uint32_t number;          /* that groups have as their second one */
    unsigned batch;           /* instances */
    gisa_site *sites;         /* of the primary program, then of the secondary one */
    gisa_shade_batch *before; /* NULL: changes are not wanted */
    batch_view view;
    gisa_observed_group group;
    gisa_observed_wave wave;
    gisa_observed_step step;
    wave_traffic traffic;
    gisa_wave_access access[MOST_ACCESSES];
    gisa_wave_change change[GISA_WAVE_MOST_CHANGES];
};

static const wave_calls calls = {wave_seen_free, wave_seen_choose, batch_find,   batch_name,
                                 batch_get,      batch_set,        batch_row,    wave_seen_map,
                                 wave_seen_load, wave_seen_step,   wave_seen_run};

/* ---- the draw -------------------------------------------------------------------------------- */

static bool list_sites(shade_watch *w, uint64_t code) {
    const gisa_shade *m = w->machine;
    gisa_site *s = w->sites = calloc((size_t)m->words[0] + m->words[1] + 1, sizeof *s);
    for (unsigned which = 0; s && which < 2; which++)
        for (uint32_t i = 0; i < m->words[which]; i++, s++, code += BATCH_WORD) {
            s->pc = code;
            gisa_decode(m->isa, m->code[which] + (size_t)BATCH_WORD * i, BATCH_WORD, &s->insn);
        }
    return w->sites;
}

static void tell_begin(shade_watch *w, const gisa_shade_draw *asked) {
    const gisa_observed_launch told = {
        .asked = &w->asked, .groups = {(uint32_t)((asked->instances + w->batch - 1) / w->batch), 1, 1}};
    if (w->observer->begins)
        w->observer->begins(w->observer->ctx, &told);
}

shade_watch *shade_watch_new(const gisa_shade *machine, const gisa_shade_draw *asked) {
    shade_watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->machine = machine;
    w->observer = w->asked.observer = asked->observer;
    w->number = asked->observed_as;
    w->batch = asked->batch ? asked->batch : SHADE_LANES;
    w->view = (batch_view){{machine->isa, &calls}, NULL, asked->observed_code};
    if (w->observer->wants_changes)
        w->before = aligned_alloc(64, (sizeof *w->before + 63) / 64 * 64);
    if (!list_sites(w, asked->observed_code) || (w->observer->wants_changes && !w->before)) {
        free(w->sites);
        free(w->before);
        free(w);
        return NULL;
    }
    tell_begin(w, asked);
    return w;
}

void shade_watch_free(shade_watch *w) {
    if (!w)
        return;
    if (w->observer->ends)
        w->observer->ends(w->observer->ctx);
    free(w->sites);
    free(w->before);
    free(w);
}

/* ---- batches --------------------------------------------------------------------------------- */

void shade_watch_begin(shade_watch *w, gisa_shade_batch *W) {
    const gisa_observer *o = w->observer;
    w->view.W = W;
    w->group = (gisa_observed_group){.id = {(uint32_t)(W->first / w->batch), w->number, W->secondary},
                                     .size = {(uint32_t)__builtin_popcountll(W->real), 1, 1},
                                     .waves = 1};
    w->wave = (gisa_observed_wave){.group = &w->group, .wave = &w->view.head, .exec = &W->active};
    if (o->group_begins)
        o->group_begins(o->ctx, &w->group);
    if (o->wave_begins)
        o->wave_begins(o->ctx, &w->wave);
}

void shade_watch_end(shade_watch *w) {
    const gisa_observer *o = w->observer;
    if (o->wave_ends)
        o->wave_ends(o->ctx, &w->wave);
    if (o->group_ends)
        o->group_ends(o->ctx, &w->group);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void run_one(shade_watch *w, const shade_program *program) {
    gisa_shade_batch *W = w->view.W;
    w->traffic = (wave_traffic){w->access, MOST_ACCESSES, 0, NULL};
    W->traffic = w->observer->wants_accesses ? &w->traffic : NULL;
    W->fault_in_memory = false;
    if (w->before)
        memcpy(w->before, W, sizeof *W);
    shade_run_one(W, program);
    W->traffic = NULL;
}

static gisa_wave_kind kind_of(const gisa_shade_batch *W, uint32_t pc) {
    return shade_failed(W)   ? GISA_WAVE_KIND_FAULT
           : !W->running     ? GISA_WAVE_KIND_ENDED
           : W->pc == pc + 1 ? GISA_WAVE_KIND_WENT_ON
                             : GISA_WAVE_KIND_JUMPED;
}

static bool tell(shade_watch *w, gisa_site *site, uint32_t pc) {
    gisa_shade_batch *W = w->view.W;
    const gisa_observer *o = w->observer;
    gisa_observed_step *s = &w->step;
    *s = (gisa_observed_step){.site = site, .kind = kind_of(W, pc), .next_pc = batch_pc(&w->view)};
    if (!o->after || (site->skips_after && s->kind <= GISA_WAVE_KIND_JUMPED))
        return true;
    s->fault = s->kind == GISA_WAVE_KIND_FAULT ? batch_cause(W, W->op) : GISA_CAUSE_NONE;
    s->access = w->access;
    s->access_count = w->traffic.count < MOST_ACCESSES ? w->traffic.count : MOST_ACCESSES;
    s->change = w->change;
    if (w->before) {
        const uint32_t all = batch_changes(w->before, W, w->change, GISA_WAVE_MOST_CHANGES);
        s->change_count = all < GISA_WAVE_MOST_CHANGES ? all : GISA_WAVE_MOST_CHANGES;
    }
    return o->after(o->ctx, &w->wave, s);
}

bool shade_watch_step(shade_watch *w, const shade_program *program) {
    const gisa_observer *o = w->observer;
    const uint32_t pc = w->view.W->pc;
    gisa_site *site = &w->sites[(w->view.W->secondary ? w->machine->words[0] : 0) + pc];
    if (o->before && !site->skips_before && !o->before(o->ctx, &w->wave, site))
        return false;
    run_one(w, program);
    if (!shade_failed(w->view.W))
        shade_end_those_done(w->view.W, program);
    return tell(w, site, pc);
}
