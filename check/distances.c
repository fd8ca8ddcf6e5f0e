/* SPDX-License-Identifier: MIT */
/* Hazards between neighbours: how many wait states ago a producer was, and whether it still
   matters. */
#include "check.h"

/* Against which a distance helps, or nothing at all. */
static bool is_about_distance(const gisa_hazard *h) {
    return !h->counters;
}

static bool is_near(const checker *c, const near_producer *n) {
    const gisa_hazard *h = &c->hazard[n->hazard];
    return h->bug || n->distance < h->states;
}

static void add_distance(checker *c, flow_state *s, unsigned states) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->near_count; i++) {
        near_producer n = s->near[i];
        unsigned distance = n.distance + states;
        n.distance = (uint8_t)(distance < UINT8_MAX ? distance : UINT8_MAX);
        if (is_near(c, &n))
            s->near[kept++] = n;
    }
    s->near_count = kept;
}

/* ---- what is too close -------------------------------------------------------------------- */

static bool is_consumer(const checker *c, const op *o, const near_producer *n, const side **of) {
    const gisa_hazard *h = &c->hazard[n->hazard];
    for (uint32_t i = o->side; i < o->side + o->sides; i++) {
        const side *s = &c->sides[i];
        if (s->hazard == n->hazard && s->role == ROLE_CONSUMER &&
            (!h->shared || sets_meet(c, n->live, s->set))) {
            *of = s;
            return true;
        }
    }
    return false;
}

static raw_finding finding_of(checker *c, const near_producer *n, const side *of, uint32_t number) {
    const gisa_hazard *h = &c->hazard[n->hazard];
    return (raw_finding){.kind = h->bug ? GISA_FINDING_DEFECT : GISA_FINDING_STATES,
                         .hazard = n->hazard,
                         .certainty = h->certainty,
                         .consumer = number,
                         .producer = n->op,
                         .least = h->bug ? 0 : (uint32_t)h->states - n->distance,
                         .set = h->hardware ? 0
                                : h->shared ? sets_common(c, n->live, of->set)
                                            : n->live};
}

void distances_require(checker *c, flow_state *s, const op *o, uint32_t number) {
    raw_finding most = {.least = 0};
    uint32_t kept = 0;
    if (!s->near_count || !o->has_consumers)
        return;
    for (uint32_t i = 0; i < s->near_count; i++) {
        const side *of;
        bool meets = is_consumer(c, o, &s->near[i], &of);
        raw_finding f = meets ? finding_of(c, &s->near[i], of, number) : most;
        if (meets && f.kind == GISA_FINDING_DEFECT) {
            report_add(c, &f);
            continue;
        }
        if (meets && f.least > most.least)
            most = f;
        s->near[kept++] = s->near[i];
    }
    s->near_count = kept;
    if (most.least) {
        report_add(c, &most);
        add_distance(c, s, most.least); /* it is said once */
    }
}

/* ---- what happens ------------------------------------------------------------------------- */

static bool has_role(const checker *c, const op *o, unsigned hazard, side_role role) {
    for (uint32_t i = o->side; i < o->side + o->sides; i++)
        if (c->sides[i].hazard == hazard && c->sides[i].role == (uint8_t)role)
            return true;
    return false;
}

/* Registers that other instructions write are no longer what the producer left. False: nothing of
   it is left. */
static bool survives(checker *c, const op *o, near_producer *n) {
    const gisa_hazard *h = &c->hazard[n->hazard];
    if (has_role(c, o, n->hazard, ROLE_ENDS))
        return false;
    if (h->hardware || !sets_meet(c, n->live, o->writes) || has_role(c, o, n->hazard, ROLE_PRODUCER))
        return true;
    n->live = sets_without(c, n->live, o->writes);
    return n->live != 0;
}

void distances_pass(checker *c, flow_state *s, const op *o) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->near_count; i++)
        if (survives(c, o, &s->near[i]))
            s->near[kept++] = s->near[i];
    s->near_count = kept;
    if (kept)
        add_distance(c, s, o->states);
}

static void forget_farthest(flow_state *s) {
    uint32_t farthest = 0;
    for (uint32_t i = 1; i < s->near_count; i++)
        if (s->near[i].distance > s->near[farthest].distance)
            farthest = i;
    s->near[farthest] = s->near[--s->near_count];
}

/* The same instruction may still be near from the last round of a loop. */
static void forget(flow_state *s, uint32_t number, unsigned hazard) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->near_count; i++)
        if (s->near[i].op != number || s->near[i].hazard != hazard)
            s->near[kept++] = s->near[i];
    s->near_count = kept;
}

void distances_issue(checker *c, flow_state *s, const op *o, uint32_t number) {
    for (uint32_t i = o->side; i < o->side + o->sides; i++) {
        const side *from = &c->sides[i];
        if (from->role != ROLE_PRODUCER || !is_about_distance(&c->hazard[from->hazard]))
            continue;
        forget(s, number, from->hazard);
        if (s->near_count == MOST_NEAR)
            forget_farthest(s);
        s->near[s->near_count++] =
            (near_producer){.op = number, .live = from->set, .hazard = from->hazard, .distance = 0};
    }
}
