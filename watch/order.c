/* SPDX-License-Identifier: MIT */
/* Who knows of whose accesses. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

bool order_grow(void *array, size_t count, size_t *room, size_t element) {
    void **data = array, *grown;
    const size_t more = *room ? 2 * *room : 64;
    if (count < *room)
        return true;
    grown = count < UINT32_MAX - 1 ? realloc(*data, more * element) : NULL;
    if (!grown)
        return false;
    *data = grown;
    *room = more;
    return true;
}

uint32_t order_add_group(order *o, const uint32_t id[3]) {
    if (!order_grow(&o->groups, o->group_count, &o->group_room, sizeof *o->groups))
        return UINT32_MAX;
    if (!o->time)
        o->time = 1; /* 0 is before everything */
    o->groups[o->group_count] = (order_group){.id = {id[0], id[1], id[2]}};
    return (uint32_t)o->group_count++;
}

uint32_t order_add_wave(order *o, uint32_t group, uint32_t number) {
    if (!order_grow(&o->waves, o->wave_count, &o->wave_room, sizeof *o->waves))
        return UINT32_MAX;
    o->waves[o->wave_count] = (order_wave){.group = group, .number = number};
    return (uint32_t)o->wave_count++;
}

void order_free(order *o) {
    for (size_t i = 0; i < o->group_count; i++)
        free(o->groups[i].known);
    for (size_t i = 0; i < o->wave_count; i++)
        free(o->waves[i].known);
    free(o->groups);
    free(o->waves);
    *o = (order){.time = 0};
}

void order_pass(order *o, uint32_t wave, bool first) {
    order_wave *w = &o->waves[wave];
    order_group *g = &o->groups[w->group];
    if (first)
        g->barrier = o->time++;
    w->barrier = g->barrier;
}

void order_pass_all(order *o, uint32_t wave) {
    order_wave *w = &o->waves[wave];
    w->barrier = o->groups[w->group].all = o->time++;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static uint32_t known_group(const order_group *g, uint32_t group) {
    for (uint32_t i = 0; i < g->known_count; i++)
        if (g->known[i].group == group)
            return g->known[i].time > g->all ? g->known[i].time : g->all;
    return g->all;
}

/* Where there are too many groups to know, all are known up to that time: nothing false is found
   then. */
static bool know_group(order_group *g, uint32_t group, uint32_t time) {
    uint32_t i = 0;
    if (!g->known && !(g->known = calloc(ORDER_KNOWN, sizeof *g->known)))
        return false;
    while (i < g->known_count && g->known[i].group != group)
        i++;
    if (i == ORDER_KNOWN) {
        g->all = time > g->all ? time : g->all;
        return true;
    }
    if (i == g->known_count)
        g->known[g->known_count++] = (order_known){group, 0};
    if (time > g->known[i].time)
        g->known[i].time = time;
    return true;
}

static bool take_from_group(order *o, uint32_t group, uint32_t from, uint32_t time) {
    order_group *g = &o->groups[group];
    const order_group *f = &o->groups[from];
    bool good = know_group(g, from, time);
    for (uint32_t i = 0; i < f->known_count; i++)
        if (f->known[i].group != group)
            good &= know_group(g, f->known[i].group, f->known[i].time);
    g->all = f->all > g->all ? f->all : g->all;
    return good;
}

/* ---------------------------------------------------------------------------------------------- */

bool order_is_known(const order *o, uint32_t before, uint32_t time, uint32_t after) {
    const order_wave *b = &o->waves[before], *a = &o->waves[after];
    if (before == after)
        return true;
    if (b->group != a->group)
        return time <= known_group(&o->groups[a->group], b->group);
    return time <= a->barrier || (a->known && time <= a->known[b->number % ORDER_WAVES]);
}

bool order_take(order *o, uint32_t wave, uint32_t from, uint32_t time) {
    order_wave *w = &o->waves[wave];
    const order_wave *f = &o->waves[from];
    uint32_t *known;
    if (wave == from)
        return true;
    if (w->group != f->group)
        return take_from_group(o, w->group, f->group, time);
    if (!w->known && !(w->known = calloc(ORDER_WAVES, sizeof *w->known)))
        return false;
    known = &w->known[f->number % ORDER_WAVES];
    *known = time > *known ? time : *known;
    for (unsigned i = 0; f->known && i < ORDER_WAVES; i++)
        w->known[i] = f->known[i] > w->known[i] ? f->known[i] : w->known[i];
    return true;
}
