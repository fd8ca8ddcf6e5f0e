/* SPDX-License-Identifier: MIT */
/* Wait counters, hazards and issue times in the JSON of the spec. */
#include "cmd.h"
#include "gisa_schedule.h"
#include "json.h"
#include "list_json.h"

static void put_source(unsigned certainty, const char *sources) {
    json_text("certainty", gisa_certainty_name(certainty));
    json_text_unless_empty("sources", sources);
}

/* ---- of an architecture ------------------------------------------------------------------- */

static void put_kinds(const gisa_isa *isa, unsigned counter) {
    gisa_event_kind k, with;
    json_begin("kinds", '[');
    for (unsigned i = 0; gisa_event_kind_at(isa, i, &k) == GISA_OK; i++) {
        if (k.counter != counter)
            continue;
        json_begin(NULL, '{');
        json_text("name", k.name);
        json_text("doc", k.doc);
        json_truth("ordered", k.ordered);
        if (k.with != i && gisa_event_kind_at(isa, k.with, &with) == GISA_OK)
            json_text("with", with.name);
        json_end('}');
    }
    json_end(']');
}

static void put_counters(const gisa_isa *isa) {
    gisa_counter c;
    json_line();
    json_begin("counters", '[');
    for (unsigned i = 0; gisa_counter_at(isa, i, &c) == GISA_OK; i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("name", c.name);
        json_text("doc", c.doc);
        json_number("most", c.most);
        put_kinds(isa, i);
        json_end('}');
    }
    json_line();
    json_end(']');
}

static void put_cure(const gisa_isa *isa, const gisa_hazard *h) {
    gisa_counter c;
    if (h->states)
        json_number("states", h->states);
    if (h->counters)
        json_begin("counters", '[');
    for (unsigned i = 0; h->counters && gisa_counter_at(isa, i, &c) == GISA_OK; i++)
        if (h->counters >> i & 1)
            json_text(NULL, c.name);
    if (h->counters)
        json_end(']');
    if (h->bug)
        json_truth("bug", true);
    if (h->advice)
        json_truth("advice", true);
}

static void put_hazards(const gisa_isa *isa) {
    gisa_hazard h;
    json_line();
    json_begin("hazards", '[');
    for (unsigned i = 0; gisa_hazard_at(isa, i, &h) == GISA_OK; i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("name", h.name);
        json_text("doc", h.doc);
        put_cure(isa, &h);
        json_text("producer", h.producer);
        json_text("consumer", h.consumer);
        json_text_unless_empty("unless", h.unless);
        put_source(h.certainty, h.sources);
        json_end('}');
    }
    json_line();
    json_end(']');
}

/* Families of which nothing is known have no such members. */
void list_schedule(const gisa_isa *isa) {
    gisa_counter c;
    if (gisa_counter_at(isa, 0, &c) != GISA_OK)
        return;
    put_counters(isa);
    put_hazards(isa);
}

/* ---- of a form ---------------------------------------------------------------------------- */

static void put_events(const gisa_isa *isa, uint32_t form) {
    gisa_event e;
    gisa_counter c;
    gisa_event_kind k;
    for (unsigned i = 0; gisa_form_event(isa, form, i, &e) == GISA_OK; i++) {
        if (i == 0)
            json_begin("events", '[');
        gisa_counter_at(isa, e.counter, &c);
        gisa_event_kind_at(isa, e.kind, &k);
        json_begin(NULL, '{');
        json_text("counter", c.name);
        json_text("kind", k.name);
        json_number("amount", e.amount);
        json_text_unless_empty("when", e.when);
        if (e.usual != (int)e.kind)
            json_text("usually", gisa_event_kind_at(isa, (unsigned)e.usual, &k) == GISA_OK ? k.name : "none");
        if (e.writes)
            json_truth("writes", true);
        if (e.reads)
            json_truth("reads", true);
        json_text("doc", e.doc);
        put_source(e.certainty, e.sources);
        json_end('}');
    }
    if (gisa_form_event(isa, form, 0, &e) == GISA_OK)
        json_end(']');
}

/* Positions in the list of hazards. */
static void put_side(const gisa_isa *isa, uint32_t form, const char *key, bool consumer) {
    unsigned number;
    json_begin(key, '[');
    for (unsigned i = 0; gisa_form_hazard(isa, form, consumer, i, &number) == GISA_OK; i++)
        json_number(NULL, number);
    json_end(']');
}

void list_form_schedule(const gisa_isa *isa, uint32_t form) {
    gisa_time t;
    if (gisa_form_time(isa, form, &t) != GISA_OK)
        return;
    put_events(isa, form);
    put_side(isa, form, "produces", false);
    put_side(isa, form, "consumes", true);
    json_begin("issue", '{');
    json_text("unit", t.unit);
    json_text("clocks", t.clocks);
    json_text_unless_empty("doc", t.doc);
    put_source(t.certainty, t.sources);
    json_end('}');
}
