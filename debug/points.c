/* SPDX-License-Identifier: MIT */
/* Points: where a session stops, and the values that it watches. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static bool is_watch(const debug_point *p) {
    return p->kind == DEBUG_POINT_REGISTER || p->kind == DEBUG_POINT_MEMORY;
}

/* ---- the table ------------------------------------------------------------------------------- */

void points_look(points *p) {
    p->watches_memory = p->watches_registers = false;
    for (unsigned i = 0; i < p->count; i++)
        if (p->at[i].used && p->at[i].p.enabled) {
            p->watches_memory |= p->at[i].p.kind == DEBUG_POINT_MEMORY;
            p->watches_registers |= p->at[i].p.kind == DEBUG_POINT_REGISTER;
        }
}

static size_t size_of(const debug_point *p) {
    if (p->kind == DEBUG_POINT_MEMORY)
        return p->size;
    return p->kind == DEBUG_POINT_REGISTER
               ? (size_t)4 * p->reg.count *
                     (p->lane == GISA_WAVE_ALL && p->reg.per_lane ? GISA_WAVE_LANES : 1)
               : 0;
}

static void read_value(debug *d, owned_point *o, const debug_wave *w, uint8_t *to);

unsigned debug_point_add(debug *d, const debug_point *point) {
    points *all = &d->points;
    const size_t size = size_of(point);
    owned_point o = {.used = true, .p = *point, .value_size = size, .value = calloc(1, size + 1)};
    owned_point *grown = realloc(all->at, (all->count + 1) * sizeof *grown);
    if (grown)
        all->at = grown;
    if (!grown || !o.value || size > DEBUG_MOST_WATCHED) {
        free(o.value);
        return 0;
    }
    if (is_watch(point)) {
        read_value(d, &o, debug_wave_find(d, &point->id), o.value);
        o.known = true;
    }
    grown[all->count++] = o;
    points_look(all);
    return all->count;
}

static void forget(owned_point *o) {
    if (o->used && o->p.forget)
        o->p.forget(o->p.ctx);
    free(o->p.more);
    free(o->value);
    *o = (owned_point){.used = false};
}

bool debug_point_remove(debug *d, unsigned number) {
    if (!debug_point_at(d, number))
        return false;
    forget(&d->points.at[number - 1]);
    points_look(&d->points);
    return true;
}

debug_point *debug_point_at(debug *d, unsigned number) {
    owned_point *o = number && number <= d->points.count ? &d->points.at[number - 1] : NULL;
    return o && o->used ? &o->p : NULL;
}

void debug_point_enable(debug *d, unsigned number, bool enabled) {
    owned_point *o;
    if (!debug_point_at(d, number))
        return;
    o = &d->points.at[number - 1];
    o->p.enabled = enabled;
    if (is_watch(&o->p))
        read_value(d, o, debug_wave_find(d, &o->p.id), o->value);
    points_look(&d->points);
}

unsigned debug_point_most(const debug *d) {
    return d->points.count;
}

void points_free(points *p) {
    for (unsigned i = 0; i < p->count; i++)
        forget(&p->at[i]);
    free(p->at);
}

debug_points *debug_points_take(debug *d) {
    points *p = malloc(sizeof *p);
    if (p)
        *p = d->points;
    if (p)
        d->points = (points){.at = NULL};
    return p;
}

void debug_points_free(debug_points *p) {
    if (p)
        points_free(p);
    free(p);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void read_register(const debug_point *p, const debug_wave *w, uint8_t *to) {
    const bool all = p->lane == GISA_WAVE_ALL && p->reg.per_lane;
    const unsigned lanes = all ? GISA_WAVE_LANES : 1;
    for (unsigned i = 0; i < lanes; i++)
        for (unsigned word = 0; word < p->reg.count; word++, to += 4) {
            uint32_t value = 0;
            gisa_wave_get(w->seen->wave, &p->reg, all ? i : p->lane, word, &value);
            memcpy(to, &value, 4);
        }
}

/* What is not there is 0. */
static void read_value(debug *d, owned_point *o, const debug_wave *w, uint8_t *to) {
    memset(to, 0, o->value_size);
    if (o->p.kind == DEBUG_POINT_MEMORY)
        debug_read(d, w, o->p.lane, o->p.space, o->p.address, to, o->p.size);
    else if (w)
        read_register(&o->p, w, to);
}

static bool is_local(const debug_point *p) {
    return p->kind == DEBUG_POINT_REGISTER || p->space != GISA_WAVE_SPACE_MEMORY;
}

void points_begin_run(debug *d) {
    for (unsigned i = 0; i < d->points.count; i++) {
        owned_point *o = &d->points.at[i];
        if (!o->used || !is_watch(&o->p))
            continue;
        o->known = !is_local(&o->p);
        if (o->known)
            read_value(d, o, NULL, o->value);
    }
}

/* LDS is there with the first wave of its group. */
void points_begin_wave(debug *d, debug_wave *w) {
    for (unsigned i = 0; i < d->points.count; i++) {
        owned_point *o = &d->points.at[i];
        const bool lds = o->used && o->p.kind == DEBUG_POINT_MEMORY && o->p.space == GISA_WAVE_SPACE_LDS;
        if (!o->used || !is_watch(&o->p) || !is_local(&o->p) || (lds && o->known))
            continue;
        if (lds ? memcmp(o->p.id.group, w->id.group, sizeof w->id.group) == 0
                : debug_same_wave(&o->p.id, &w->id)) {
            read_value(d, o, w, o->value);
            o->known = true;
        }
    }
}

static uint64_t first_bytes(const uint8_t *at, size_t size) {
    uint64_t value = 0;
    memcpy(&value, at, size < 8 ? size : 8);
    return value;
}

/* ---- what is reached ------------------------------------------------------------------------- */

static bool holds(debug *d, const debug_point *p, debug_wave *w, unsigned *lane) {
    return !p->holds || p->holds(p->ctx, d, w, lane);
}

static bool is_place(const debug_point *p, uint64_t pc) {
    for (unsigned i = 0; i < p->more_count; i++)
        if (p->more[i] == pc)
            return true;
    return p->address == pc;
}

static bool is_at(const debug_point *p, const debug_wave *w) {
    switch (p->kind) {
    case DEBUG_POINT_CODE: return is_place(p, w->pc);
    case DEBUG_POINT_GROUP:
        return !w->done && !w->id.number &&
               (!p->has_id || memcmp(p->id.group, w->id.group, sizeof w->id.group) == 0);
    case DEBUG_POINT_WAVE: return !w->done && (!p->has_id || debug_same_wave(&p->id, &w->id));
    default: return false;
    }
}

hit points_before(debug *d, debug_wave *w) {
    for (unsigned i = 0; i < d->points.count; i++) {
        const owned_point *o = &d->points.at[i];
        unsigned lane = GISA_WAVE_ALL;
        if (o->used && o->p.enabled && !w->waits && is_at(&o->p, w) && holds(d, &o->p, w, &lane))
            return (hit){.point = i + 1, .id = w->id, .lane = lane, .pc = w->pc};
    }
    return (hit){.point = 0};
}

/* The lane of the first difference in a register of all lanes. */
static unsigned lane_of(const owned_point *o, const uint8_t *now) {
    size_t i = 0;
    if (o->p.lane != GISA_WAVE_ALL || !o->p.reg.per_lane)
        return o->p.lane;
    while (i < o->value_size && o->value[i] == now[i])
        i++;
    return (unsigned)(i / (4 * o->p.reg.count));
}

static bool register_changed(debug *d, owned_point *o, const debug_wave *w, hit *h) {
    static uint8_t now[4 * GISA_WAVE_LANES * 16 + 8];
    size_t at;
    if (!debug_same_wave(&o->p.id, &w->id) || o->value_size > sizeof now)
        return false;
    read_value(d, o, w, now);
    if (memcmp(now, o->value, o->value_size) == 0)
        return false;
    h->lane = lane_of(o, now);
    at = o->value_size > (size_t)4 * o->p.reg.count ? (size_t)4 * o->p.reg.count * h->lane : 0;
    h->size = 4 * o->p.reg.count < 8 ? 4 * o->p.reg.count : 8;
    h->was = first_bytes(o->value + at, h->size);
    h->is = first_bytes(now + at, h->size);
    h->access = GISA_ACCESS_WRITE;
    memcpy(o->value, now, o->value_size);
    return true;
}

/* Private memory by way of a buffer: its bytes lie among those of other lanes. */
static bool touches_private(const debug_point *p, const debug_wave *w, const gisa_wave_access *a) {
    const uint64_t all = (uint64_t)w->seen->private_size * GISA_WAVE_LANES,
                   row = (uint64_t)4 * GISA_WAVE_LANES;
    if (!debug_same_wave(&p->id, &w->id))
        return false;
    for (uint32_t i = 0; i < a->size; i++) {
        const uint64_t at = a->address + i - (uintptr_t)w->seen->private_memory, byte = at / row * 4 + at % 4;
        if (at < all && at % row / 4 == p->lane && byte - p->address < p->size)
            return true;
    }
    return false;
}

static bool touches(const debug_point *p, const debug_wave *w, const gisa_wave_access *a) {
    if (p->space == GISA_WAVE_SPACE_PRIVATE && a->space == GISA_WAVE_SPACE_MEMORY)
        return touches_private(p, w, a);
    if (a->space != p->space || a->address >= p->address + p->size || a->address + a->size <= p->address)
        return false;
    if (p->space == GISA_WAVE_SPACE_LDS)
        return memcmp(p->id.group, w->id.group, sizeof w->id.group) == 0;
    return p->space != GISA_WAVE_SPACE_PRIVATE || (debug_same_wave(&p->id, &w->id) && a->lane == p->lane);
}

/* How the instruction touched the memory of a point, and in which lane first. */
static uint8_t accesses(const debug_point *p, const debug_wave *w, const gisa_observed_step *step,
                        unsigned *lane) {
    uint8_t all = 0;
    for (uint32_t i = 0; i < step->access_count; i++)
        if (touches(p, w, &step->access[i])) {
            *lane = all ? *lane : step->access[i].lane;
            all |= step->access[i].access;
        }
    return all;
}

static bool memory_touched(debug *d, owned_point *o, const debug_wave *w, const gisa_observed_step *step,
                           hit *h) {
    const debug_point *p = &o->p;
    uint8_t *now;
    bool changed;
    h->access = accesses(p, w, step, &h->lane);
    now = h->access ? malloc(o->value_size + 1) : NULL;
    if (!now)
        return false;
    read_value(d, o, w, now);
    changed = memcmp(now, o->value, o->value_size) != 0;
    h->size = o->value_size < 8 ? (uint32_t)o->value_size : 8;
    h->was = first_bytes(o->value, h->size);
    h->is = first_bytes(now, h->size);
    memcpy(o->value, now, o->value_size);
    free(now);
    switch (p->access) {
    case DEBUG_ACCESS_CHANGE: return changed;
    case DEBUG_ACCESS_WRITE: return h->access & GISA_ACCESS_WRITE;
    case DEBUG_ACCESS_READ: return h->access & GISA_ACCESS_READ;
    default: return true;
    }
}

/* All values are brought up to date; the first point that is reached counts. */
hit points_after(debug *d, debug_wave *w, uint64_t pc, const gisa_observed_step *step) {
    hit first = {.point = 0};
    for (unsigned i = 0; i < d->points.count; i++) {
        owned_point *o = &d->points.at[i];
        hit h = {.point = i + 1, .id = w->id, .lane = GISA_WAVE_ALL, .pc = pc};
        if (!o->used || !o->p.enabled || !is_watch(&o->p))
            continue;
        if (o->p.kind == DEBUG_POINT_REGISTER ? register_changed(d, o, w, &h)
                                              : memory_touched(d, o, w, step, &h))
            if (!first.point && holds(d, &o->p, w, &h.lane))
                first = h;
    }
    return first;
}

bool points_take(debug *d, unsigned number) {
    debug_point *p = debug_point_at(d, number);
    if (!p)
        return false;
    p->hits++;
    if (p->ignore) {
        p->ignore--;
        return false;
    }
    return true;
}
