/* SPDX-License-Identifier: MIT */
/* Wait counters: what an operation must wait for, what a wait ends, and what begins. */
#include <string.h>

#include "check.h"

/* ---- order -------------------------------------------------------------------------------- */

/* Whether all that is under way of a counter goes down in the order of issue. */
static bool is_in_order(const checker *c, const flow_state *s, unsigned counter) {
    unsigned with = NO_NUMBER;
    for (uint32_t i = 0; i < s->pending_count; i++) {
        const event *e = &c->events[s->pending[i].event];
        if (e->counter != counter)
            continue;
        if (!e->ordered || (with != NO_NUMBER && with != e->with))
            return false;
        with = e->with;
    }
    return true;
}

/* What is over when the counter is at most this. */
static void reach(checker *c, flow_state *s, unsigned counter, uint32_t least) {
    uint32_t kept = 0;
    if (least && !is_in_order(c, s, counter))
        return;
    for (uint32_t i = 0; i < s->pending_count; i++)
        if (c->events[s->pending[i].event].counter != counter || s->pending[i].younger < least)
            s->pending[kept++] = s->pending[i];
    s->pending_count = kept;
    if (!kept)
        memset(&s->busy, 0, sizeof s->busy);
}

/* ---- what must be waited for -------------------------------------------------------------- */

/* The event of this operation that goes the same way, in order, as one under way; NULL: none. */
static const event *follows(const checker *c, const op *o, const event *e) {
    for (uint32_t i = o->event; e->ordered && i < o->event + o->events; i++)
        if (c->events[i].kind == e->kind && c->events[i].counter == e->counter)
            return &c->events[i];
    return NULL;
}

/* What of a set does not come by the same way as what is under way. */
static uint32_t other_than(checker *c, uint32_t set, const event *same, bool counts) {
    return same && counts ? sets_without(c, set, same->written) : set;
}

static bool is_hit(checker *c, const op *o, const event *e, raw_finding *f) {
    const event *same = follows(c, o, e);
    if (sets_meet(c, e->written, o->reads)) {
        uint32_t reads = other_than(c, o->reads, same, same && same->merges);
        if (sets_meet(c, e->written, reads)) {
            *f = (raw_finding){.kind = GISA_FINDING_READS, .set = sets_common(c, e->written, reads)};
            return true;
        }
    }
    if (sets_meet(c, e->written, o->writes)) {
        uint32_t writes = other_than(c, o->writes, same, true);
        if (sets_meet(c, e->written, writes)) {
            *f = (raw_finding){.kind = GISA_FINDING_WRITES, .set = sets_common(c, e->written, writes)};
            return true;
        }
    }
    if (!sets_meet(c, e->read, o->writes))
        return false;
    *f = (raw_finding){.kind = GISA_FINDING_TAKES, .set = sets_common(c, e->read, o->writes)};
    return true;
}

/* Hazards that are over when a counter is down. */
static bool is_hazard(checker *c, const op *o, const pending *p, raw_finding *f) {
    const op *from = &c->ops[p->op];
    unsigned counter = c->events[p->event].counter;
    for (uint32_t i = o->side; i < o->side + o->sides; i++) {
        const side *to = &c->sides[i];
        const gisa_hazard *h = &c->hazard[to->hazard];
        if (to->role != ROLE_CONSUMER || !(h->counters >> counter & 1))
            continue;
        for (uint32_t k = from->side; k < from->side + from->sides; k++) {
            const side *s = &c->sides[k];
            if (s->role != ROLE_PRODUCER || s->hazard != to->hazard ||
                (h->shared && !sets_meet(c, s->set, to->set)))
                continue;
            *f = (raw_finding){.kind = h->bug ? GISA_FINDING_DEFECT : GISA_FINDING_COUNTERS,
                               .hazard = to->hazard,
                               .set = h->shared ? sets_common(c, s->set, to->set) : 0,
                               .certainty = h->certainty};
            return true;
        }
    }
    return false;
}

/* Of several reasons to wait for a counter the one that asks for most counts. */
static void note_need(raw_finding need[MOST_COUNTERS], const raw_finding *f) {
    raw_finding *n = &need[f->counter];
    bool is_wait = f->kind < GISA_FINDING_COUNTERS, was_wait = n->kind < GISA_FINDING_COUNTERS;
    if (f->least < n->least || (f->least == n->least && is_wait && !was_wait))
        *n = *f;
}

void waits_require(checker *c, flow_state *s, const op *o, uint32_t number) {
    raw_finding need[MOST_COUNTERS];
    bool any = false, touches;
    if (!s->pending_count)
        return;
    touches = sets_overlap(&s->busy, sets_at(c, o->reads)) || sets_overlap(&s->busy, sets_at(c, o->writes));
    if (!touches && !o->has_consumers)
        return;
    for (unsigned i = 0; i < c->counters; i++)
        need[i] = (raw_finding){.least = NOWHERE};
    for (uint32_t i = 0; i < s->pending_count; i++) {
        const pending *p = &s->pending[i];
        const event *e = &c->events[p->event];
        raw_finding f;
        if (!(touches && is_hit(c, o, e, &f)) && !(o->has_consumers && is_hazard(c, o, p, &f)))
            continue;
        any = true;
        f.certainty = f.kind < GISA_FINDING_COUNTERS ? e->certainty : f.certainty;
        f.counter = e->counter;
        f.consumer = number;
        f.producer = p->op;
        f.least = is_in_order(c, s, e->counter) ? p->younger : 0;
        note_need(need, &f);
    }
    for (unsigned i = 0; any && i < c->counters; i++)
        if (need[i].least != NOWHERE) {
            report_add(c, &need[i]);
            reach(c, s, i, need[i].least); /* it is said once */
        }
}

/* ---- what happens ------------------------------------------------------------------------- */

void waits_pass(checker *c, flow_state *s, const op *o) {
    for (unsigned i = 0; o->wait != NOWHERE && i < c->counters; i++)
        if (c->waits[o->wait].least[i] < c->most[i])
            reach(c, s, i, c->waits[o->wait].least[i]);
}

/* The event is the youngest of its counter now. */
static void grow_older(checker *c, flow_state *s, uint32_t number) {
    const event *e = &c->events[number];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->pending_count; i++) {
        pending p = s->pending[i];
        unsigned younger = p.younger + (c->events[p.event].counter == e->counter ? e->amount : 0u);
        p.younger = (uint8_t)(younger < UINT8_MAX ? younger : UINT8_MAX);
        if (p.event != number)
            s->pending[kept++] = p;
    }
    s->pending_count = kept;
}

void waits_issue(checker *c, flow_state *s, const op *o, uint32_t number) {
    for (uint32_t i = o->event; i < o->event + o->events; i++) {
        const event *e = &c->events[i];
        grow_older(c, s, i);
        if (s->pending_count == MOST_PENDING) { /* as much is never under way */
            memmove(s->pending, s->pending + 1, (MOST_PENDING - 1) * sizeof *s->pending);
            s->pending_count--;
        }
        s->pending[s->pending_count++] = (pending){number, i, 0};
        for (unsigned k = 0; k < 8; k++)
            s->busy.bits[k] |= sets_at(c, e->written)->bits[k] | sets_at(c, e->read)->bits[k];
        reach(c, s, e->counter, c->most[e->counter]); /* no counter exceeds its field: the oldest is over */
    }
}
