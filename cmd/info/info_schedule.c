/* SPDX-License-Identifier: MIT */
/* Wait counters, hazards and issue times: what an instruction has of them, and the entries of a
   counter and of a hazard. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "info.h"

static const char *const titles[SCHEDULE_TITLES] = {
    [SCHEDULE_COUNTERS] = "Wait counters", [SCHEDULE_HAZARDS] = "Hazards", [SCHEDULE_TIMES] = "Issue"};

/* ---- notes of an instruction -------------------------------------------------------------- */

static void add_note(schedule_notes *n, unsigned title, unsigned architecture, const char *name,
                     const char *text) {
    unsigned i = 0;
    while (i < n->count && (n->note[i].title != title || strcmp(n->note[i].name, name) != 0 ||
                            strcmp(n->note[i].text, text) != 0))
        i++;
    if (i == SCHEDULE_NOTES)
        return;
    if (i == n->count) {
        schedule_note *note = &n->note[n->count++];
        note->title = title;
        note->set = 0;
        snprintf(note->name, sizeof note->name, "%s", name);
        snprintf(note->text, sizeof note->text, "%s", text);
    }
    n->note[i].set |= 1u << architecture;
}

/* "agreed: LLVM Mesa"; "assumed" */
static void add_certainty(phrase *p, unsigned certainty, const char *sources) {
    phrase_add(p, "%s%s%s", gisa_certainty_name(certainty), *sources ? ": " : "", sources);
}

static void note_events(schedule_notes *n, unsigned architecture, const gisa_isa *isa, uint32_t form) {
    gisa_event e;
    gisa_counter c;
    gisa_event_kind k;
    for (unsigned i = 0; gisa_form_event(isa, form, i, &e) == GISA_OK; i++) {
        phrase text = {.size = 0};
        gisa_counter_at(isa, e.counter, &c);
        gisa_event_kind_at(isa, e.kind, &k);
        phrase_add(&text, "%u more, as %s", e.amount, k.name);
        if (*e.when)
            phrase_add(&text, ", where %s", e.when);
        phrase_add(&text, "%s%s; ", e.writes ? "; the result is late" : "",
                   e.reads ? "; sources are read late" : "");
        add_certainty(&text, e.certainty, e.sources);
        add_note(n, SCHEDULE_COUNTERS, architecture, c.name, text.text);
    }
}

/* "5 wait states", "vmcnt lgkmcnt at 0", "a defect" */
static void add_cure(phrase *p, const gisa_isa *isa, const gisa_hazard *h) {
    gisa_counter c;
    if (h->states)
        phrase_add(p, "%u wait state%s", h->states, h->states == 1 ? "" : "s");
    for (unsigned i = 0; gisa_counter_at(isa, i, &c) == GISA_OK; i++)
        if (h->counters >> i & 1)
            phrase_add(p, "%s%s(0)", p->size ? " " : "", c.name);
    if (h->bug)
        phrase_add(p, "%sa defect", h->counters ? ", " : "");
    if (h->advice)
        phrase_add(p, " (advice)");
}

static void note_hazards(schedule_notes *n, unsigned architecture, const gisa_isa *isa, uint32_t form) {
    unsigned number;
    gisa_hazard h;
    for (int consumer = 1; consumer >= 0; consumer--)
        for (unsigned i = 0; gisa_form_hazard(isa, form, consumer, i, &number) == GISA_OK; i++) {
            phrase text = {.size = 0};
            gisa_hazard_at(isa, number, &h);
            add_cure(&text, isa, &h);
            phrase_add(&text, consumer ? " after %s" : " before %s", consumer ? h.producer : h.consumer);
            add_note(n, SCHEDULE_HAZARDS, architecture, h.name, text.text);
        }
}

static void note_time(schedule_notes *n, unsigned architecture, const gisa_isa *isa, uint32_t form) {
    gisa_time t;
    phrase text = {.size = 0};
    if (gisa_form_time(isa, form, &t) != GISA_OK)
        return;
    phrase_add(&text, "%s clocks; ", t.clocks);
    add_certainty(&text, t.certainty, t.sources);
    if (t.doc)
        phrase_add(&text, "; %s", t.doc);
    add_note(n, SCHEDULE_TIMES, architecture, t.unit, text.text);
}

void info_schedule_add(schedule_notes *n, unsigned architecture, const gisa_isa *isa, uint32_t form) {
    n->all |= 1u << architecture;
    note_events(n, architecture, isa, form);
    note_hazards(n, architecture, isa, form);
    note_time(n, architecture, isa, form);
}

void info_schedule_show(page *p, const schedule_notes *n) {
    for (unsigned title = 0; title < SCHEDULE_TITLES; title++) {
        unsigned width = 0;
        for (unsigned i = 0; i < n->count; i++)
            if (n->note[i].title == title && strlen(n->note[i].name) > width)
                width = (unsigned)strlen(n->note[i].name);
        if (width)
            page_heading(p, titles[title]);
        for (unsigned i = 0; i < n->count; i++) {
            phrase line = {.size = 0}, names = {.size = 0};
            if (n->note[i].title != title)
                continue;
            architecture_names(n->note[i].set, &names);
            phrase_add(&line, "%s", n->note[i].text);
            if (n->note[i].set != n->all)
                phrase_add(&line, " (%s)", names.text);
            info_line(p, n->note[i].name, 4 + width, line.text);
        }
    }
}

/* ---- entries ------------------------------------------------------------------------------ */

static bool is_called(const question *q, const char *name) {
    return (q->exact ? strcmp(q->name, name) : strcasecmp(q->name, name)) == 0;
}

static void show_counter(question *q, const gisa_isa *isa, unsigned number, const gisa_counter *c) {
    gisa_event_kind k;
    const char *table = gisa_codec_tables("waitcnt"), *meaning = gisa_meaning(isa, table, c->name);
    phrase part = {.size = 0};
    phrase_add(&part, "%s.%s", table, c->name);
    page_put(&q->page, INK_STRONG, c->name);
    page_put(&q->page, INK_PLAIN, ":");
    page_flow(&q->page, 2, INK_PLAIN, c->doc);
    page_end_line(&q->page);
    if (meaning)
        info_line(&q->page, part.text, 4 + (unsigned)part.size, meaning);
    page_heading(&q->page, "Kinds of events");
    for (unsigned i = 0; gisa_event_kind_at(isa, i, &k) == GISA_OK; i++) {
        gisa_event_kind with;
        phrase line = {.size = 0};
        if (k.counter != number)
            continue;
        gisa_event_kind_at(isa, k.with, &with);
        phrase_add(&line, "%s", k.ordered ? "in order" : "in any order");
        if (k.with != i)
            phrase_add(&line, " with %s", with.name);
        phrase_add(&line, ": %s", k.doc);
        info_line(&q->page, k.name, 14, line.text);
    }
}

/* The first architecture that has the counter; they differ in its width alone. */
bool info_counter(question *q) {
    gisa_counter c;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        for (unsigned i = 0; isa && gisa_counter_at(isa, i, &c) == GISA_OK; i++)
            if (is_called(q, c.name)) {
                show_counter(q, isa, i, &c);
                return true;
            }
    }
    return false;
}

static void show_hazard(question *q, const gisa_isa *isa, const gisa_hazard *h, uint32_t set) {
    phrase line = {.size = 0}, names = {.size = 0};
    add_cure(&line, isa, h);
    phrase_add(&line, " between `%s` and `%s`", h->producer, h->consumer);
    if (*h->unless)
        phrase_add(&line, ", unless `%s` is between them", h->unless);
    architecture_names(set, &names);
    phrase_add(&line, " on %s; ", names.text);
    add_certainty(&line, h->certainty, h->sources);
    page_to(&q->page, 2);
    page_flow(&q->page, 2, INK_PLAIN, line.text);
    page_end_line(&q->page);
}

static bool same_hazard(const gisa_hazard *a, const gisa_hazard *b) {
    return strcmp(a->name, b->name) == 0 && a->states == b->states && a->advice == b->advice &&
           strcmp(a->producer, b->producer) == 0 && strcmp(a->consumer, b->consumer) == 0;
}

/* The architectures that have it; 0 where an earlier one than `from` has. */
static uint32_t hazard_set(const question *q, const gisa_hazard *h, unsigned from) {
    uint32_t set = 0;
    gisa_hazard other;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned i = 0; question_isa(q, a) && gisa_hazard_at(gisa_at(a), i, &other) == GISA_OK; i++)
            if (same_hazard(h, &other))
                set |= 1u << a;
    return set & ((1u << from) - 1) ? 0 : set;
}

/* One hazard, or with the word hazard all of them. */
bool info_hazard(question *q) {
    bool all = is_called(q, "hazard") || is_called(q, "hazards"), any = false;
    char last[64] = "";
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_hazard h;
        for (unsigned i = 0; isa && gisa_hazard_at(isa, i, &h) == GISA_OK; i++) {
            uint32_t set = all || is_called(q, h.name) ? hazard_set(q, &h, a) : 0;
            if (!set)
                continue;
            if (strcmp(last, h.name) != 0) {
                page_put(&q->page, INK_STRONG, h.name);
                page_put(&q->page, INK_PLAIN, ":");
                page_flow(&q->page, 2, INK_PLAIN, h.doc);
                page_end_line(&q->page);
            }
            snprintf(last, sizeof last, "%s", h.name);
            show_hazard(q, isa, &h, set);
            any = true;
        }
    }
    return any;
}
