/* SPDX-License-Identifier: MIT */
/* What one operation does to what is under way, and what is so where paths meet. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

void state_step(checker *c, flow_state *s, uint32_t number) {
    const op *o = &c->ops[number];
    c->work += 1 + s->pending_count + s->near_count;
    waits_require(c, s, o, number);
    distances_require(c, s, o, number);
    waits_pass(c, s, o);
    distances_pass(c, s, o);
    waits_issue(c, s, o, number);
    distances_issue(c, s, o, number);
}

void state_load(const checker *c, flow_state *s, const kept_state *from) {
    s->pending_count = from->pending_count;
    s->near_count = from->near_count;
    if (s->pending_count)
        memcpy(s->pending, from->pending, s->pending_count * sizeof *s->pending);
    if (s->near_count)
        memcpy(s->near, from->near, s->near_count * sizeof *s->near);
    memset(&s->busy, 0, sizeof s->busy);
    for (uint32_t i = 0; i < s->pending_count; i++) {
        const event *e = &c->events[s->pending[i].event];
        for (unsigned k = 0; k < 8; k++)
            s->busy.bits[k] |= sets_at(c, e->written)->bits[k] | sets_at(c, e->read)->bits[k];
    }
}

/* ---- where paths meet --------------------------------------------------------------------- */

/* Room for one more; it grows at powers of two, up to what all blocks may have together. */
static bool make_room(checker *c, void *array, uint32_t count, size_t element) {
    void **data = array;
    size_t room = count ? 2 * (size_t)count : 1;
    if (count & (count - 1))
        return true;
    c->limited |= c->kept + (room - count) * element > MOST_KEPT;
    void *grown = c->limited ? NULL : realloc(*data, room * element);
    c->no_memory |= !grown && !c->limited;
    if (!grown)
        return false;
    c->kept += (room - count) * element;
    *data = grown;
    return true;
}

/* The least of what came later counts. */
static bool join_pending(checker *c, kept_state *to, const pending *p) {
    for (uint32_t i = 0; i < to->pending_count; i++)
        if (to->pending[i].event == p->event) {
            bool less = p->younger < to->pending[i].younger;
            to->pending[i].younger = less ? p->younger : to->pending[i].younger;
            return less;
        }
    if (to->pending_count == MOST_PENDING ||
        !make_room(c, &to->pending, to->pending_count, sizeof *to->pending))
        return false;
    to->pending[to->pending_count++] = *p;
    return true;
}

static bool join_known(checker *c, near_producer *known, const near_producer *n) {
    uint32_t live = sets_union(c, known->live, n->live);
    bool more = live != known->live || n->distance < known->distance;
    known->live = live;
    known->distance = n->distance < known->distance ? n->distance : known->distance;
    return more;
}

static bool join_near(checker *c, kept_state *to, const near_producer *n) {
    for (uint32_t i = 0; i < to->near_count; i++)
        if (to->near[i].op == n->op && to->near[i].hazard == n->hazard)
            return join_known(c, &to->near[i], n);
    if (to->near_count == MOST_NEAR || !make_room(c, &to->near, to->near_count, sizeof *to->near))
        return false;
    to->near[to->near_count++] = *n;
    return true;
}

bool state_join(checker *c, kept_state *to, const flow_state *from) {
    bool more = false;
    c->work += 1 + (uint64_t)from->pending_count * (to->pending_count + 1) +
               (uint64_t)from->near_count * (to->near_count + 1);
    for (uint32_t i = 0; i < from->pending_count; i++)
        more |= join_pending(c, to, &from->pending[i]);
    for (uint32_t i = 0; i < from->near_count; i++)
        more |= join_near(c, to, &from->near[i]);
    return more;
}
