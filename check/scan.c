/* SPDX-License-Identifier: MIT */
/* Finds the operations of code: decodes along control flow, and notes of each what the rules need,
   so that nothing is decoded twice. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* ---- one operation ------------------------------------------------------------------------ */

static void add_registers(checker *c, const gisa_insn *insn, op *o) {
    gisa_registers reads, writes;
    if (gisa_registers_of(c->isa, insn, &reads, &writes) != GISA_OK)
        return;
    o->reads = sets_number(c, &reads);
    o->writes = sets_number(c, &writes);
}

/* In the strict view an event is of its own kind, otherwise of the usual one. */
static void add_events(checker *c, const gisa_insn *insn, op *o) {
    gisa_event e;
    gisa_registers written, read;
    o->event = c->event_count;
    for (unsigned i = 0; gisa_event_of(c->isa, insn, i, &e, &written, &read) == GISA_OK; i++) {
        int kind = c->strict ? (int)e.kind : e.usual;
        if (kind < 0 || (unsigned)kind >= c->kinds ||
            !check_grow(c, &c->events, c->event_count, &c->event_room, sizeof *c->events))
            continue;
        const gisa_event_kind *k = &c->kind[kind];
        c->events[c->event_count++] = (event){.written = sets_number(c, &written),
                                              .read = sets_number(c, &read),
                                              .counter = (uint8_t)e.counter,
                                              .kind = (uint8_t)kind,
                                              .with = (uint8_t)k->with,
                                              .amount = (uint8_t)e.amount,
                                              .certainty = e.certainty,
                                              .ordered = k->ordered,
                                              .merges = e.merges};
        o->events++;
    }
}

static void add_side(checker *c, op *o, unsigned hazard, side_role role, const gisa_registers *set) {
    if (o->sides == UINT8_MAX || !check_grow(c, &c->sides, c->side_count, &c->side_room, sizeof *c->sides))
        return;
    uint32_t number = set ? sets_number(c, set) : 0;
    c->sides[c->side_count++] = (side){number, (uint8_t)hazard, (uint8_t)role};
    o->sides++;
    o->has_consumers |= role == ROLE_CONSUMER;
}

static void add_sides(checker *c, const gisa_insn *insn, op *o) {
    gisa_registers set;
    o->side = c->side_count;
    for (side_role role = ROLE_PRODUCER; role <= ROLE_CONSUMER; role++) {
        uint64_t may = rules_of_form(c, insn->form, role == ROLE_CONSUMER);
        for (unsigned i = 0; may; i++, may >>= 1)
            if ((may & 1) && gisa_hazard_side(c->isa, insn, i, role == ROLE_CONSUMER, &set))
                add_side(c, o, i, role, &set);
    }
    for (unsigned i = 0; c->endable >> i; i++)
        if ((c->endable >> i & 1) && gisa_ends_hazard(c->isa, insn, i))
            add_side(c, o, i, ROLE_ENDS, NULL);
}

static void add_wait(checker *c, const gisa_insn *insn, op *o) {
    uint32_t least;
    wait w;
    o->wait = NOWHERE;
    if (!gisa_waits_for(c->isa, insn, 0, &least) ||
        !check_grow(c, &c->waits, c->wait_count, &c->wait_room, sizeof *c->waits))
        return;
    for (unsigned i = 0; i < c->counters; i++)
        w.least[i] = gisa_waits_for(c->isa, insn, i, &least) ? (uint8_t)least : UINT8_MAX;
    o->wait = c->wait_count;
    c->waits[c->wait_count++] = w;
}

op *scan_op(checker *c, const gisa_insn *insn) {
    const unsigned states = gisa_wait_states(c->isa, insn);
    op o = {.next = NOWHERE,
            .target = NOWHERE,
            .block = NOWHERE,
            .states = (uint8_t)(states < UINT8_MAX ? states : UINT8_MAX)};
    if (!check_grow(c, &c->ops, c->op_count, &c->op_room, sizeof *c->ops))
        return NULL;
    add_registers(c, insn, &o);
    add_events(c, insn, &o);
    add_sides(c, insn, &o);
    add_wait(c, insn, &o);
    c->ops[c->op_count] = o;
    return &c->ops[c->op_count++];
}

/* ---- paths -------------------------------------------------------------------------------- */

static void begin_path(checker *c, uint64_t offset) {
    if (offset < c->size && offset % c->unit == 0 &&
        check_grow(c, &c->todo, c->todo_count, &c->todo_room, sizeof *c->todo))
        c->todo[c->todo_count++] = (uint32_t)offset;
}

/* Notes where control goes; `next` and `target` are offsets until link_all. */
static void add_flow(checker *c, const gisa_insn *insn, op *o) {
    gisa_flow_info flow;
    uint64_t at = c->address + o->offset;
    o->next = o->target = NOWHERE;
    if (gisa_flow_of(c->isa, insn, at, &flow) != GISA_OK)
        return;
    uint64_t target = flow.target - c->address;
    o->calls = flow.kind == GISA_FLOW_CALL;
    if (flow.goes_on)
        o->next = o->offset + insn->size;
    if (flow.has_target && target < c->size) {
        o->target = (uint32_t)target;
        begin_path(c, target);
    }
}

/* Adds the operation at the offset; false: there is no instruction. */
static bool add_op(checker *c, uint32_t offset) {
    gisa_insn insn;
    gisa_status status = gisa_decode(c->isa, c->code + offset, c->size - offset, &insn);
    c->op_at[offset / c->unit] = COVERED;
    if (status != GISA_OK && status != GISA_STATUS_RESERVED)
        return false;
    const uint32_t number = c->op_count;
    op *o = scan_op(c, &insn);
    if (!o)
        return false;
    o->offset = offset;
    add_flow(c, &insn, o);
    c->op_at[offset / c->unit] = FIRST_OP + number;
    for (uint32_t i = 1; i < insn.size / c->unit; i++)
        if (!c->op_at[offset / c->unit + i])
            c->op_at[offset / c->unit + i] = COVERED;
    return true;
}

static op *op_of(const checker *c, uint64_t offset) {
    uint32_t at = offset < c->size ? c->op_at[offset / c->unit] : 0;
    return at >= FIRST_OP ? &c->ops[at - FIRST_OP] : NULL;
}

/* Follows one path until it ends or comes to what has been seen; both its ends lead blocks. */
static void follow(checker *c, uint32_t offset) {
    bool first = true;
    while (offset < c->size && !c->no_memory) {
        op *known = op_of(c, offset);
        if (known) {
            known->leads = true;
            return;
        }
        if (!add_op(c, offset))
            return;
        op *o = &c->ops[c->op_count - 1];
        o->leads = first;
        first = o->target != NOWHERE || o->calls || o->next == NOWHERE;
        if (o->next == NOWHERE)
            return;
        offset = o->next;
    }
}

static void follow_all(checker *c) {
    while (c->todo_count && !c->no_memory)
        follow(c, c->todo[--c->todo_count]);
}

static uint32_t number_of(const checker *c, uint32_t offset) {
    const op *o = offset == NOWHERE ? NULL : op_of(c, offset);
    return o ? (uint32_t)(o - c->ops) : NOWHERE;
}

/* From offsets to numbers of operations. */
static void link_all(checker *c) {
    for (uint32_t i = 0; i < c->op_count; i++) {
        c->ops[i].next = number_of(c, c->ops[i].next);
        c->ops[i].target = number_of(c, c->ops[i].target);
    }
}

void scan_all(checker *c, const uint64_t *entries, size_t count) {
    c->op_at = calloc(c->size / c->unit + 2, sizeof *c->op_at);
    c->no_memory |= !c->op_at;
    sets_number(c, &(gisa_registers){{0}});
    for (size_t i = count; i-- > 0 && !c->no_memory;)
        begin_path(c, entries[i] - c->address);
    if (!c->no_memory)
        follow_all(c);
    for (uint64_t at = 0; at + c->unit <= c->size && !c->no_memory; at += c->unit)
        if (!c->op_at[at / c->unit]) {
            begin_path(c, at);
            follow_all(c);
        }
    if (!c->no_memory)
        link_all(c);
}
