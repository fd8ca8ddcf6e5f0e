/* SPDX-License-Identifier: MIT */
/* A model of the wait counters for straight-line code, on what gisa_schedule.h says alone, and the
   cases of waits.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

enum { MOST_PENDING = 256, MOST_COUNTERS = 8 };

/* Something under way. */
typedef struct pending {
    const gisa_insn *insn;
    gisa_event event;
    gisa_event_kind kind;
    gisa_registers written, read;
} pending;

typedef struct model {
    const gisa_isa *isa;
    pending list[MOST_PENDING]; /* in the order of issue */
    unsigned count;
} model;

static void drop(model *m, unsigned i) {
    memmove(&m->list[i], &m->list[i + 1], (--m->count - i) * sizeof *m->list);
}

/* What of a counter is younger than entry i; 0 where something else may overtake it. */
static unsigned younger(const model *m, unsigned i) {
    const pending *e = &m->list[i];
    unsigned amount = 0;
    for (unsigned k = 0; k < m->count; k++) {
        const pending *other = &m->list[k];
        if (other->event.counter != e->event.counter)
            continue;
        if (!other->kind.ordered || other->kind.with != e->kind.with)
            return 0;
        if (k > i)
            amount += other->event.amount;
    }
    return amount;
}

/* After a wait for `least`, those are done for which it is enough. */
static void wait_for(model *m, unsigned counter, unsigned least) {
    gisa_counter c;
    gisa_counter_at(m->isa, counter, &c);
    if (least >= c.most)
        return;
    for (unsigned i = 0; i < m->count; i++)
        if (m->list[i].event.counter == counter && (!least || younger(m, i) >= least))
            drop(m, i--);
}

static void issue(model *m, const gisa_insn *insn) {
    pending e = {.insn = insn};
    for (unsigned i = 0; gisa_event_of(m->isa, insn, i, &e.event, &e.written, &e.read) == GISA_OK; i++) {
        gisa_counter c;
        gisa_event_kind_at(m->isa, e.event.kind, &e.kind);
        gisa_counter_at(m->isa, e.event.counter, &c);
        if (m->count < MOST_PENDING)
            m->list[m->count++] = e;
        for (unsigned k = 0; k < m->count; k++) /* no counter exceeds its field: the oldest is done */
            if (m->list[k].event.counter == e.event.counter && younger(m, k) >= c.most)
                drop(m, k--);
    }
}

/* Does the instruction write what is under way by the same way, in order? */
static bool follows_in_order(const model *m, const pending *e, const gisa_insn *insn, gisa_event *event,
                             gisa_registers *late) {
    for (unsigned i = 0; gisa_event_of(m->isa, insn, i, event, late, NULL) == GISA_OK; i++)
        if (event->kind == e->event.kind && e->kind.ordered)
            return true;
    return false;
}

static bool hazard_needs(const model *m, const pending *e, const gisa_insn *insn) {
    unsigned number;
    gisa_hazard h;
    for (unsigned i = 0; gisa_hazard_between(m->isa, e->insn, insn, i, &number, NULL) == GISA_OK; i++)
        if (gisa_hazard_at(m->isa, number, &h) == GISA_OK && !h.advice &&
            (h.counters >> e->event.counter & 1))
            return true;
    return false;
}

/* Must the event be over before the instruction? */
static bool is_hit(const model *m, const pending *e, const gisa_insn *insn) {
    gisa_registers reads, writes, late;
    gisa_event event;
    gisa_registers_of(m->isa, insn, &reads, &writes);
    if (follows_in_order(m, e, insn, &event, &late))
        for (unsigned i = 0; i < 8; i++) {
            writes.bits[i] &= ~late.bits[i];
            if (event.merges)
                reads.bits[i] &= ~late.bits[i];
        }
    return gisa_registers_meet(&e->written, &reads) || gisa_registers_meet(&e->written, &writes) ||
           gisa_registers_meet(&e->read, &writes) || hazard_needs(m, e, insn);
}

/* The waits that are needed before the instruction: least[counter], UINT32_MAX = none. */
static bool needed(const model *m, const gisa_insn *insn, uint32_t least[MOST_COUNTERS]) {
    bool any = false;
    for (unsigned c = 0; c < MOST_COUNTERS; c++)
        least[c] = UINT32_MAX;
    for (unsigned i = 0; i < m->count; i++) {
        unsigned counter = m->list[i].event.counter, enough = younger(m, i);
        if (!is_hit(m, &m->list[i], insn))
            continue;
        any = true;
        least[counter] = enough < least[counter] ? enough : least[counter];
    }
    return any;
}

static void write_waits(const gisa_isa *isa, const uint32_t least[MOST_COUNTERS], char text[64]) {
    gisa_counter c;
    size_t size = 0;
    for (unsigned i = 0; gisa_counter_at(isa, i, &c) == GISA_OK; i++)
        if (least[i] != UINT32_MAX)
            size += (size_t)snprintf(text + size, 64 - size, "%s%s(%u)", size ? "," : "", c.name, least[i]);
}

unsigned missing_wait(const gisa_isa *isa, const program *p, char text[64]) {
    static model m;
    m.isa = isa;
    m.count = 0;
    for (unsigned i = 0; i < p->count; i++) {
        uint32_t least[MOST_COUNTERS], wait;
        if (needed(&m, &p->insn[i], least)) {
            write_waits(isa, least, text);
            return i + 1;
        }
        for (unsigned c = 0; c < MOST_COUNTERS; c++)
            if (gisa_waits_for(isa, &p->insn[i], c, &wait))
                wait_for(&m, c, wait);
        issue(&m, &p->insn[i]);
    }
    strcpy(text, "-");
    return 0;
}

static const char *const chips[] = {"gfx600", "gfx700", "gfx803", "gfx900"};

static void check_line(char *text) {
    char *generations = strtok(text, " "), *number = strtok(NULL, " "), *wait = strtok(NULL, " ");
    strtok(NULL, " "); /* where it is known from */
    const char *code = strtok(NULL, "");
    static program p;
    for (const char *g = generations; *g; g++) {
        const gisa_isa *isa = gisa_find(chips[*g - '6']);
        char found[64];
        if (!read_program(isa, code, &p))
            continue;
        unsigned at = missing_wait(isa, &p, found);
        expect(at == strtoul(number, NULL, 10) && strcmp(found, wait) == 0,
               "%s: %s\n  expected %s before instruction %s, got %s before %u", gisa_name(isa), code, wait,
               number, found, at);
    }
}

void check_waits(void) {
    each_line("waits.txt", check_line);
}
