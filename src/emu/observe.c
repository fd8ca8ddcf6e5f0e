/* SPDX-License-Identifier: MIT */
/* Tells an observer what a launch does. Places of instructions are found by their addresses. */
#include "observe.h"

#include <stdlib.h>
#include <string.h>

#include "insn/body.h"
#include "site_rows.h"
#include "wave_own.h"

enum { FIRST_SITES = 1 << 10, MOST_ACCESSES = 1 << 12, MOST_OUTSIDE = 1 << 8 };

/* A place for the observer, which comes first, and what is known of it. */
typedef struct known_site {
    gisa_site told;
    site_rows rows;
    bool has_access;
    uint8_t access; /* GISA_ACCESS_READ, GISA_ACCESS_WRITE: what it does to memory */
} known_site;

/* A wave for the observer: what its calls work on comes first. */
typedef struct seen_wave {
    gcn_seen seen;
    gisa_observed_wave told;
} seen_wave;

struct seen_group {
    gisa_observed_group told;
    unsigned count;
    seen_wave waves[];
};

struct observation {
    launch *l;
    const gisa_observer *observer;
    gisa_site **sites; /* by a hash of the address; half of them are NULL */
    size_t site_count, room;
    gisa_site **old; /* whose code was changed */
    size_t old_count;
    known_site nowhere; /* where there is no memory for another one */
    wave_traffic traffic, outside;
    gisa_wave_access access[MOST_ACCESSES], beyond[MOST_OUTSIDE];
    gisa_observed_step step; /* of the instruction that runs */
    row_bases bases;
    gisa_observed_row row[SITE_ELEMENTS];
    changes before;
    gisa_wave_change change[GISA_WAVE_MOST_CHANGES];
};

static void tell_begin(const launch *l, const gisa_observer *observer) {
    gisa_observed_launch told = {.asked = l->asked,
                                 .kernarg = (uintptr_t)l->kernarg,
                                 .groups = {l->groups[0], l->groups[1], l->groups[2]},
                                 .lds_size = l->lds_asked,
                                 .private_size = l->private_size,
                                 .private_memory = (uintptr_t)l->scratch,
                                 .private_bytes = (uint64_t)l->most_resident * l->group_waves * GISA_LANES *
                                                  l->private_size};
    if (observer->begins)
        observer->begins(observer->ctx, &told);
}

observation *observation_new(launch *l) {
    observation *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->l = l;
    o->observer = l->asked->observer;
    o->room = FIRST_SITES;
    o->sites = calloc(o->room, sizeof(gisa_site *));
    if (!o->sites) {
        free(o);
        return NULL;
    }
    tell_begin(l, o->observer);
    return o;
}

void observation_free(observation *o) {
    if (!o)
        return;
    if (o->observer->ends)
        o->observer->ends(o->observer->ctx);
    for (size_t i = 0; i < o->room; i++)
        free(o->sites[i]);
    for (size_t i = 0; i < o->old_count; i++)
        free(o->old[i]);
    free(o->old);
    free(o->sites);
    free(o);
}

/* ---- places of instructions ------------------------------------------------------------------ */

static void decode(const observation *o, uint64_t pc, gisa_insn *insn) {
    uint8_t code[8];
    const size_t size = machine_read(o->l->machine, pc, code, sizeof code);
    if (gisa_decode(o->l->machine->isa, code, size, insn) == GISA_STATUS_END)
        insn->size = 0;
}

static gisa_site **find(gisa_site **sites, size_t room, uint64_t pc) {
    size_t i = (size_t)(pc >> 2) & (room - 1);
    while (sites[i] && sites[i]->pc != pc)
        i = (i + 1) & (room - 1);
    return &sites[i];
}

static bool grow(observation *o) {
    gisa_site **more = calloc(2 * o->room, sizeof(gisa_site *));
    if (!more)
        return false;
    for (size_t i = 0; i < o->room; i++)
        if (o->sites[i])
            *find(more, 2 * o->room, o->sites[i]->pc) = o->sites[i];
    free(o->sites);
    o->sites = more;
    o->room *= 2;
    return true;
}

static gisa_site *new_site(observation *o, uint64_t pc) {
    known_site *k = 2 * o->site_count < o->room || grow(o) ? calloc(1, sizeof *k) : NULL;
    if (k) {
        o->site_count++;
        *find(o->sites, o->room, pc) = &k->told;
    } else {
        k = &o->nowhere;
        *k = (known_site){.access = 0};
    }
    k->told.pc = pc;
    decode(o, pc, &k->told.insn);
    return &k->told;
}

static gisa_site *site_at(observation *o, uint64_t pc) {
    gisa_site *s = *find(o->sites, o->room, pc);
    return s ? s : new_site(o, pc);
}

/* Sites of code that is another one now are set aside. */
static void renew(observation *o) {
    gisa_site **all = calloc(o->room, sizeof(gisa_site *)),
              **old = realloc(o->old, (o->old_count + o->site_count) * sizeof(gisa_site *));
    o->old = old ? old : o->old;
    for (size_t i = 0; all && old && i < o->room; i++) {
        gisa_site *s = o->sites[i];
        gisa_insn now;
        if (!s)
            continue;
        decode(o, s->pc, &now);
        if (now.size == s->insn.size && now.bits == s->insn.bits)
            *find(all, o->room, s->pc) = s;
        else {
            o->old[o->old_count++] = s;
            o->site_count--;
        }
    }
    if (all && old) {
        free(o->sites);
        o->sites = all;
    } else
        free(all);
}

static const wave_calls seen_calls = {wave_seen_free, wave_seen_choose,   wave_gcn_find, wave_gcn_name,
                                      wave_gcn_get,   wave_gcn_set_state, wave_gcn_row,  wave_seen_map,
                                      wave_seen_load, wave_seen_step,     wave_seen_run};

/* ---- groups and waves ------------------------------------------------------------------------ */

seen_group *observe_group(observation *o, const gisa_group *group, const uint32_t id[3],
                          const uint32_t size[3], unsigned waves) {
    seen_group *g = calloc(1, sizeof *g + waves * sizeof *g->waves);
    if (!g)
        return NULL;
    g->count = waves;
    g->told = (gisa_observed_group){.waves = waves, .lds = group->lds, .lds_size = group->lds_size};
    memcpy(g->told.id, id, sizeof g->told.id);
    memcpy(g->told.size, size, sizeof g->told.size);
    if (o->observer->group_begins)
        o->observer->group_begins(o->observer->ctx, &g->told);
    return g;
}

void observe_group_end(observation *o, seen_group *g) {
    if (!g)
        return;
    for (unsigned i = 0; i < g->count; i++)
        observe_wave_end(o, g, i);
    if (o->observer->group_ends)
        o->observer->group_ends(o->observer->ctx, &g->told);
    free(g);
}

void observe_wave(observation *o, seen_group *g, unsigned number, gcn_wave *w) {
    seen_wave *s = &g->waves[number];
    s->seen = (gcn_seen){{o->l->machine->isa, &seen_calls}, w};
    s->told = (gisa_observed_wave){.group = &g->told,
                                   .number = number,
                                   .wave = &s->seen.head,
                                   .vgpr = w->vgpr,
                                   .vgpr_count = w->vgpr_count,
                                   .sgpr_count = w->sgpr_count,
                                   .vgprs_given = w->vgprs_given,
                                   .sgprs_given = w->sgprs_given,
                                   .scalar = w->scalar.w,
                                   .exec = wave_exec(w),
                                   .scc = &w->scc,
                                   .private_memory = w->scratch,
                                   .private_size = w->scratch_size};
    if (o->observer->wave_begins)
        o->observer->wave_begins(o->observer->ctx, &s->told);
}

void observe_wave_end(observation *o, seen_group *g, unsigned number) {
    seen_wave *s = &g->waves[number];
    if (s->seen.w && o->observer->wave_ends)
        o->observer->wave_ends(o->observer->ctx, &s->told);
    s->seen.w = NULL;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* How many there are in the list. */
static uint32_t finish_traffic(const wave_traffic *t, uint8_t access) {
    const uint32_t count = t->count < t->room ? t->count : t->room;
    for (uint32_t i = 0; i < count; i++)
        t->at[i].access = access;
    return count;
}

static uint8_t access_of(const gcn_wave *w, known_site *k) {
    if (!k->has_access)
        k->access = wave_gcn_access(w->isa, &k->told.insn);
    k->has_access = true;
    return k->access;
}

static void tell_accesses(observation *o, const gcn_wave *w, gisa_observed_step *step) {
    const bool any = o->traffic.count || o->outside.count || step->row_count;
    const uint8_t access = any ? access_of(w, (known_site *)step->site) : 0;
    step->access = o->traffic.at;
    step->access_count = finish_traffic(&o->traffic, access);
    step->outside = o->outside.at;
    step->outside_count = finish_traffic(&o->outside, access);
    step->row = o->row;
    for (uint32_t i = 0; i < step->row_count; i++)
        o->row[i].access = access;
}

static void tell_changes(observation *o, const gcn_wave *w, gisa_observed_step *step) {
    const unsigned all = changes_list(&o->before, w, o->change, GISA_WAVE_MOST_CHANGES);
    step->change = o->change;
    step->change_count = all < GISA_WAVE_MOST_CHANGES ? all : GISA_WAVE_MOST_CHANGES;
}

/* The observer asks for an end: the wave stands where it is, which is told. */
static void stop(const observation *o, const seen_group *g, unsigned number, gcn_wave *w, uint64_t pc) {
    w->pc = pc;
    launch_cut(o->l, GISA_END_STOPPED, w, g->told.id, number);
}

/* It neither waits nor ends, and there was no fault. */
static bool goes_on(const gcn_wave *w) {
    return !w->waiting && !w->fault.kind && !(w->events & GISA_ENDS);
}

static bool tell(observation *o, seen_group *g, unsigned number, gcn_wave *w, const gisa_op *op,
                 gisa_observed_step *step) {
    const gisa_observer *observer = o->observer;
    step->kind = wave_gcn_kind(w, op, step->next_pc);
    step->fault = launch_cause(w->fault.kind);
    if (observer->wants_accesses)
        tell_accesses(o, w, step);
    if (observer->wants_changes)
        tell_changes(o, w, step);
    return observer->after(observer->ctx, &g->waves[number].told, step);
}

/* ---- running one ----------------------------------------------------------------------------- */

/* Its accesses are noted one by one. */
static const gisa_op *run_noting(observation *o, gcn_wave *w, const gisa_op *op) {
    const gisa_span near = w->near, near_scalar = w->near_scalar;
    const gisa_op *next;
    o->outside = (wave_traffic){o->beyond, MOST_OUTSIDE, 0, NULL};
    o->traffic = (wave_traffic){o->access, MOST_ACCESSES, 0, &o->outside};
    w->traffic = &o->traffic;
    w->near.size = w->near_scalar.size = 0;
    next = op->run(w, op);
    w->traffic = NULL;
    w->near = near;
    w->near_scalar = near_scalar;
    return next;
}

/* As rows, if they are known and all elements are where they mostly are. */
static const gisa_op *run_rows(observation *o, gcn_wave *w, const gisa_op *op, gisa_observed_step *step) {
    site_rows *s = &((known_site *)step->site)->rows;
    const gisa_op *next;
    if (s->state == SITE_NEVER)
        return run_noting(o, w, op);
    site_rows_open(&o->bases, w, op);
    if (o->bases.are_there && s->state == SITE_KNOWN)
        step->row_count = site_rows_run(s, &o->bases, w, op, o->row);
    if (step->row_count)
        return op_next(op);
    next = run_noting(o, w, op);
    if (o->bases.are_there && s->state == SITE_UNKNOWN)
        site_rows_learn(s, &o->bases, w, &o->traffic);
    return next;
}

static const gisa_op *run_op(observation *o, gcn_wave *w, const gisa_op *op, bool skips,
                             gisa_observed_step *step) {
    if (o->observer->wants_changes)
        changes_before(&o->before, w);
    o->traffic.count = o->outside.count = 0;
    if (!o->observer->wants_accesses || skips)
        return op->run(w, op);
    return o->observer->wants_rows ? run_rows(o, w, op, step) : run_noting(o, w, op);
}

const gisa_op *observe_op(observation *o, seen_group *g, unsigned number, gcn_wave *w, const gisa_op *op) {
    const gisa_observer *observer = o->observer;
    gisa_observed_wave *told = &g->waves[number].told;
    const gisa_op *next;
    const unsigned events = w->events;
    gisa_observed_step *const step = &o->step;
    if (!op->units)
        return op->run(w, op);
    w->pc = op_pc(w, op);
    step->row_count = 0;
    step->site = site_at(o, w->pc);
    told->skips_accesses = false;
    if (observer->before && !step->site->skips_before && !observer->before(observer->ctx, told, step->site)) {
        stop(o, g, number, w, w->pc);
        return NULL;
    }
    w->events = 0;
    next = run_op(o, w, op, told->skips_accesses, step);
    step->next_pc = next ? op_pc(w, next) : w->pc;
    if (observer->after && (!step->site->skips_after || !goes_on(w)) && !tell(o, g, number, w, op, step)) {
        stop(o, g, number, w, step->next_pc);
        next = NULL;
    }
    if (w->events & GISA_NEW_CODE)
        renew(o);
    w->events |= events;
    return next;
}
