/* SPDX-License-Identifier: MIT */
/* What an instruction asks of the order of those around it, and what it costs: wait counters,
   hazards, issue time. */
#include <string.h>

#include "gisa_schedule.h"
#include "manual.h"

/* ---- one fact of one form ------------------------------------------------------------------ */

static void say_certainty(text *t, unsigned certainty, const char *sources) {
    say(t, " <small>%s%s%s</small>", gisa_certainty_name(certainty), *sources ? ": " : "", sources);
}

/* The i-th fact of a form; false after the last. */
typedef bool (*fact_of)(text *t, const variant *v, unsigned i);

static bool say_event(text *t, const variant *v, unsigned i) {
    gisa_event e;
    gisa_counter c;
    gisa_event_kind k;
    if (gisa_form_event(v->isa, v->form, i, &e) != GISA_OK)
        return false;
    gisa_counter_at(v->isa, e.counter, &c);
    gisa_event_kind_at(v->isa, e.kind, &k);
    say(t, "<code>%s</code> rises by %u (%s", c.name, e.amount, k.name);
    if (*e.when)
        say(t, ", where <code>%s</code>", e.when);
    say(t, "). %s", e.doc);
    if (e.writes)
        raw(t, " Until then its results are not there.");
    if (e.reads)
        raw(t, " Until then its sources must not change.");
    say_certainty(t, e.certainty, e.sources);
    return true;
}

/* How many wait states, or which counters at 0. */
static void say_cure(text *t, const gisa_isa *isa, const gisa_hazard *h) {
    gisa_counter c;
    if (h->states)
        say(t, "%u wait state%s", h->states, h->states == 1 ? "" : "s");
    for (unsigned i = 0; gisa_counter_at(isa, i, &c) == GISA_OK; i++)
        if (h->counters >> i & 1)
            say(t, "<code>%s(0)</code> ", c.name);
    if (h->bug)
        raw(t, "A defect");
}

/* "5 wait states after valu writes sgpr"; `side` is the other one. */
static void say_demand(text *t, const gisa_isa *isa, const gisa_hazard *h, const char *where,
                       const char *side) {
    say_cure(t, isa, h);
    say(t, "%s %s <code>%s</code>", h->advice ? " (advice)" : "", where, side);
}

/* What it is about stands on the page of all hazards. */
static bool say_hazard(text *t, const variant *v, unsigned i, bool consumer) {
    unsigned number;
    gisa_hazard h;
    if (gisa_form_hazard(v->isa, v->form, consumer, i, &number) != GISA_OK)
        return false;
    gisa_hazard_at(v->isa, number, &h);
    say(t, "<a href='hazards.html#%s'>%s</a>: ", h.name, h.name);
    say_demand(t, v->isa, &h, consumer ? "after" : "before", consumer ? h.producer : h.consumer);
    return true;
}

static bool say_hazard_after(text *t, const variant *v, unsigned i) {
    return say_hazard(t, v, i, true);
}

static bool say_hazard_before(text *t, const variant *v, unsigned i) {
    return say_hazard(t, v, i, false);
}

static bool say_time(text *t, const variant *v, unsigned i) {
    gisa_time time;
    if (i || gisa_form_time(v->isa, v->form, &time) != GISA_OK)
        return false;
    say(t, "%s clocks of the unit <code>%s</code>", time.clocks, time.unit);
    if (time.doc) {
        raw(t, "; ");
        say_prose(t, time.doc);
    }
    raw(t, ".");
    say_certainty(t, time.certainty, time.sources);
    return true;
}

/* ---- of all forms of a row ----------------------------------------------------------------- */

/* Each fact once, with the place where it holds. */
static void say_facts(page *p, const model *m, const variant *forms, size_t count, const char *title,
                      fact_of fact) {
    static varieties v;
    for (size_t i = 0; i < count; i++) {
        varieties_note(&v, &forms[i]);
        for (unsigned k = 0;; k++) {
            text what = {0};
            if (!fact(&what, &forms[i], k)) {
                text_free(&what);
                break;
            }
            varieties_add(&v, &what, &forms[i]);
        }
    }
    if (v.count)
        say(&p->out, "<dt>%s</dt>\n<dd>", title);
    for (unsigned i = 0; i < v.count; i++) {
        text where = {0};
        say_where(&where, m, &v, &v.at[i]);
        raw(&p->out, "<p>");
        if (where.size)
            say(&p->out, "<span class='where'>%s:</span> ", where.at);
        raw(&p->out, v.at[i].what.at);
        raw(&p->out, "</p>\n");
        text_free(&where);
    }
    if (v.count)
        raw(&p->out, "</dd>\n");
    varieties_free(&v);
}

/* Families of which nothing is known have no such section. */
void say_scheduling(page *p, const model *m, const variant *forms, size_t count) {
    gisa_time time;
    if (gisa_form_time(forms->isa, forms->form, &time) != GISA_OK)
        return;
    section_begin(p, "Waits, hazards and time");
    raw(&p->out, "<dl class='glance'>\n");
    say_facts(p, m, forms, count, "Wait counters", say_event);
    say_facts(p, m, forms, count, "Must keep away from", say_hazard_after);
    say_facts(p, m, forms, count, "Keeps away", say_hazard_before);
    say_facts(p, m, forms, count, "Issue", say_time);
    raw(&p->out, "</dl>\n");
    section_end(p);
}

/* ---- the page of all counters and hazards -------------------------------------------------- */

static void say_counter(page *p, const gisa_isa *isa, unsigned number, const gisa_counter *c) {
    gisa_event_kind k, with;
    say(&p->out, "<h3 id='%s'><code>%s</code></h3>\n<p>", c->name, c->name);
    say_sentence(&p->out, c->doc);
    raw(&p->out, "</p>\n<dl class='glance'>\n");
    for (unsigned i = 0; gisa_event_kind_at(isa, i, &k) == GISA_OK; i++) {
        if (k.counter != number)
            continue;
        gisa_event_kind_at(isa, k.with, &with);
        say(&p->out, "<dt>%s</dt>\n<dd>%s", k.name, k.ordered ? "in order" : "in any order");
        if (k.with != i)
            say(&p->out, " with %s", with.name);
        raw(&p->out, ": ");
        say_prose(&p->out, k.doc);
        raw(&p->out, "</dd>\n");
    }
    raw(&p->out, "</dl>\n");
}

static bool same_demand(const gisa_hazard *a, const gisa_hazard *b) {
    return strcmp(a->name, b->name) == 0 && a->states == b->states && a->advice == b->advice &&
           strcmp(a->producer, b->producer) == 0 && strcmp(a->consumer, b->consumer) == 0;
}

/* The architectures of the family that have it. */
static uint32_t who_has(const model *m, const gisa_hazard *h) {
    uint32_t set = 0;
    gisa_hazard other;
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_hazard_at(gisa_at(a), i, &other) == GISA_OK; i++)
            if (same_demand(h, &other))
                set |= 1u << a;
    return set;
}

/* What it demands, and where. */
static void say_demand_line(page *p, const model *m, const gisa_isa *isa, const gisa_hazard *h) {
    raw(&p->out, "<p><span class='where'>");
    say_archs(&p->out, m, who_has(m, h));
    raw(&p->out, ":</span> ");
    say_demand(&p->out, isa, h, "between", h->producer);
    say(&p->out, " and <code>%s</code>", h->consumer);
    if (*h->unless)
        say(&p->out, ", unless <code>%s</code> is between them", h->unless);
    say_certainty(&p->out, h->certainty, h->sources);
    raw(&p->out, "</p>\n");
}

/* Whether an older architecture has the hazard of this name, or the same demand. */
static bool seen_before(const model *m, unsigned arch, unsigned number, const gisa_hazard *h, bool demand) {
    gisa_hazard other;
    for (unsigned a = m->first_arch; a <= arch; a++)
        for (unsigned i = 0; gisa_hazard_at(gisa_at(a), i, &other) == GISA_OK && (a < arch || i < number);
             i++)
            if (demand ? same_demand(h, &other) : strcmp(h->name, other.name) == 0)
                return true;
    return false;
}

/* All demands of a name, under its doc. */
static void say_named_hazard(page *p, const model *m, const gisa_hazard *named) {
    gisa_hazard h;
    say(&p->out, "<h3 id='%s'><code>%s</code></h3>\n<p>", named->name, named->name);
    say_prose(&p->out, named->doc);
    raw(&p->out, "</p>\n");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_hazard_at(gisa_at(a), i, &h) == GISA_OK; i++)
            if (strcmp(h.name, named->name) == 0 && !seen_before(m, a, i, &h, true))
                say_demand_line(p, m, gisa_at(a), &h);
}

/* Families of which nothing is known have no such page. */
void write_scheduling(const model *m) {
    const gisa_isa *first = gisa_at(m->first_arch);
    gisa_counter c;
    gisa_hazard h;
    page p;
    if (gisa_counter_at(first, 0, &c) != GISA_OK)
        return;
    page_begin(&p, m->family, "hazards.html", "Wait counters and hazards",
               "What the order of instructions has to respect, because the hardware does not wait.", "");
    raw(&p.out, "<h1>Wait counters and hazards</h1>\n");
    p.level = 2;
    section_begin(&p, "Wait counters");
    for (unsigned i = 0; gisa_counter_at(first, i, &c) == GISA_OK; i++)
        say_counter(&p, first, i, &c);
    section_end(&p);
    section_begin(&p, "Hazards");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_hazard_at(gisa_at(a), i, &h) == GISA_OK; i++)
            if (!seen_before(m, a, i, &h, false))
                say_named_hazard(&p, m, &h);
    section_end(&p);
    page_end(&p, NULL, NULL, NULL, NULL);
}
