/* SPDX-License-Identifier: MIT */
/* What an architecture says of counters and hazards, read once for each check. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static bool read_counters(checker *c) {
    gisa_counter counter;
    while (gisa_counter_at(c->isa, c->counters, &counter) == GISA_OK) {
        if (c->counters == MOST_COUNTERS)
            return false;
        c->most[c->counters++] = counter.most;
    }
    while (c->kinds < MOST_HAZARDS && gisa_event_kind_at(c->isa, c->kinds, &c->kind[c->kinds]) == GISA_OK)
        c->kinds++;
    return c->counters > 0;
}

static bool read_hazards(checker *c) {
    gisa_hazard h;
    for (unsigned i = 0; gisa_hazard_at(c->isa, i, &h) == GISA_OK; i++) {
        if (i == MOST_HAZARDS)
            return false;
        c->hazard[i] = h;
        c->hazards = i + 1;
        if (!h.advice || c->strict)
            c->wanted |= UINT64_C(1) << i;
        if (*h.unless)
            c->endable |= UINT64_C(1) << i;
    }
    c->endable &= c->wanted;
    return true;
}

bool rules_read(checker *c) {
    return read_counters(c) && read_hazards(c);
}

static bool make_room(checker *c, uint32_t form) {
    uint32_t room = form + form / 2 + 256;
    if (form < c->form_room)
        return true;
    uint64_t *producers = realloc(c->producers, room * sizeof *producers);
    if (producers)
        c->producers = producers;
    uint64_t *consumers = realloc(c->consumers, room * sizeof *consumers);
    if (consumers)
        c->consumers = consumers;
    if (!producers || !consumers) {
        c->no_memory = true;
        return false;
    }
    memset(producers + c->form_room, 0xff, (room - c->form_room) * sizeof *producers);
    memset(consumers + c->form_room, 0xff, (room - c->form_room) * sizeof *consumers);
    c->form_room = room;
    return true;
}

uint64_t rules_of_form(checker *c, uint32_t form, bool consumer) {
    unsigned number;
    uint64_t found = 0;
    if (!make_room(c, form))
        return 0;
    uint64_t *known = consumer ? &c->consumers[form] : &c->producers[form];
    if (*known != UINT64_MAX)
        return *known;
    for (unsigned i = 0; gisa_form_hazard(c->isa, form, consumer, i, &number) == GISA_OK; i++)
        found |= UINT64_C(1) << number;
    return *known = found & c->wanted;
}
