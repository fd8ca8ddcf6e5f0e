/* SPDX-License-Identifier: MIT */
/*
 * What orders accesses of different waves: barriers, for the waves of a group; and atomic accesses,
 * for all. Time is a count of such events. An access happens before another one where the other
 * one's wave knows the first one's wave up to that time or a later one.
 */
#ifndef GISA_WATCH_ORDER_H
#define GISA_WATCH_ORDER_H

#include "watch.h"

enum { ORDER_WAVES = 16, ORDER_KNOWN = 64 };

/* Another group is known up to a time. */
typedef struct order_known {
    uint32_t group, time;
} order_known;

typedef struct order_group {
    uint32_t id[3];
    uint32_t barrier; /* the time of its last barrier */
    uint32_t all;     /* every group is known up to this time */
    uint32_t known_count;
    order_known *known;
} order_group;

typedef struct order_wave {
    uint32_t group, number; /* the group, as order.groups counts them; the wave in it */
    uint32_t barrier;       /* waves of its own group are known up to this time, */
    uint32_t *known;        /* and each one up to this; NULL: nothing more is known */
} order_wave;

typedef struct order {
    uint32_t time;
    order_group *groups;
    order_wave *waves;
    size_t group_count, group_room, wave_count, wave_room;
} order;

/* Room for one more element of an array; false: no memory. */
bool order_grow(void *array, size_t count, size_t *room, size_t element);

/* The number of the new one; UINT32_MAX: no memory. */
uint32_t order_add_group(order *o, const uint32_t id[3]);
uint32_t order_add_wave(order *o, uint32_t group, uint32_t number);
void order_free(order *o);

/* The wave passes a barrier; `first`: it is the first one of its group to do so. */
void order_pass(order *o, uint32_t wave, bool first);
/* The wave has waited for others, whichever: it knows all that was until now. */
void order_pass_all(order *o, uint32_t wave);
/* Whether what wave `before` did at that time is known to wave `after`. */
bool order_is_known(const order *o, uint32_t before, uint32_t time, uint32_t after);
/* `wave` reads by an atomic access what `from` wrote at that time; false: no memory. */
bool order_take(order *o, uint32_t wave, uint32_t from, uint32_t time);

#endif
