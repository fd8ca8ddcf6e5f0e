/* SPDX-License-Identifier: MIT */
/* What one operation does to what is under way, and what is so where paths meet. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

void state_step(checker *c, flow_state *s, uint32_t number) {
    const op *o = &c->ops[number];
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

/* The least of what came later counts. */
static bool join_pending(checker *c, kept_state *to, const pending *p) {
    for (uint32_t i = 0; i < to->pending_count; i++)
        if (to->pending[i].event == p->event) {
            bool less = p->younger < to->pending[i].younger;
            to->pending[i].younger = less ? p->younger : to->pending[i].younger;
            return less;
        }
    uint32_t room = to->pending_count;
    if (room == MOST_PENDING)
        return false;
    if (!(room & (room - 1))) { /* it grows at powers of two */
        pending *grown = realloc(to->pending, (room ? 2 * room : 1) * sizeof *grown);
        if (!grown) {
            c->no_memory = true;
            return false;
        }
        to->pending = grown;
    }
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
    uint32_t room = to->near_count;
    if (room == MOST_NEAR)
        return false;
    if (!(room & (room - 1))) {
        near_producer *grown = realloc(to->near, (room ? 2 * room : 1) * sizeof *grown);
        if (!grown) {
            c->no_memory = true;
            return false;
        }
        to->near = grown;
    }
    to->near[to->near_count++] = *n;
    return true;
}

bool state_join(checker *c, kept_state *to, const flow_state *from) {
    bool more = false;
    for (uint32_t i = 0; i < from->pending_count; i++)
        more |= join_pending(c, to, &from->pending[i]);
    for (uint32_t i = 0; i < from->near_count; i++)
        more |= join_near(c, to, &from->near[i]);
    return more;
}
