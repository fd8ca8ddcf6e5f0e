/* SPDX-License-Identifier: MIT */
/* What the parts of the checker share.
 *
 *   bytes -> operations and what they wait for or leave unfinished (scan.c)
 *         -> basic blocks (blocks.c)
 *         -> what is under way at the beginning of each (solve.c)
 *         -> findings (check.c)
 *
 * path.c follows the one path that a wave takes. state.c says what one operation does to what is
 * under way: waits.c for counters, distances.c for wait states. */
#ifndef GISA_CHECK_ROOM_H
#define GISA_CHECK_ROOM_H

#include "gisa_check.h"

enum { MOST_COUNTERS = 8, MOST_HAZARDS = 64, MOST_PENDING = 256, MOST_NEAR = 64, MOST_VISITS = 64 };
enum { MOST_WORK = 4096 }; /* for each unit of code; code of compilers takes 10 to 250 */
enum { MOST_KEPT = 512 << 20, NO_NUMBER = 0xff };
#define NOWHERE UINT32_MAX

/* Sets of registers, each kept once, by number; number 0 is the empty set. */
typedef struct set_pool {
    gisa_registers *at;
    uint32_t *slots; /* number + 1 by hash; half of them are free */
    uint32_t count, room, slot_count;
} set_pool;

/* One instruction. */
typedef struct op {
    uint32_t offset, next, target; /* numbers of operations from scan_all on; NOWHERE */
    uint32_t reads, writes;        /* sets */
    uint32_t event, side, wait;    /* the first in the checker's lists; wait: NOWHERE = it waits for none */
    uint32_t block;                /* that it begins; NOWHERE */
    uint8_t events, sides, states;
    bool leads; /* a block begins here */
    bool calls; /* nothing is under way after it */
    bool has_consumers;
} op;

/* What an operation adds to a counter. */
typedef struct event {
    uint32_t written, read; /* sets */
    uint8_t counter, kind, with, amount, certainty;
    bool ordered, merges;
} event;

enum { COVERED = 1, FIRST_OP = 2 }; /* of checker.op_at */

typedef enum side_role { ROLE_PRODUCER, ROLE_CONSUMER, ROLE_ENDS } side_role;

/* What an operation is of a hazard. */
typedef struct side {
    uint32_t set;
    uint8_t hazard, role;
} side;

typedef struct wait {
    uint8_t least[MOST_COUNTERS];
} wait;

/* An event that may not be over: at least so much was added to its counter later. */
typedef struct pending {
    uint32_t op, event;
    uint8_t younger;
} pending;

/* A producer that may be too close: `distance` or more wait states ago. */
typedef struct near_producer {
    uint32_t op, live; /* live: the registers of it that nothing has written since */
    uint8_t hazard, distance;
} near_producer;

/* What may be under way in front of an operation. */
typedef struct flow_state {
    pending pending[MOST_PENDING];
    near_producer near[MOST_NEAR];
    uint32_t pending_count, near_count;
    gisa_registers busy; /* of all that is pending; perhaps more */
} flow_state;

/* The same between visits of a block. */
typedef struct kept_state {
    pending *pending;
    near_producer *near;
    uint32_t pending_count, near_count;
} kept_state;

typedef struct block {
    uint32_t first; /* operation */
    uint8_t visits;
    bool queued;
    kept_state in;
} block;

/* A finding before it has its addresses. */
typedef struct raw_finding {
    uint32_t consumer, producer, set, least; /* operations; of wait states the missing ones */
    uint8_t kind, counter, hazard, certainty;
    bool advice;
} raw_finding;

typedef struct checker {
    const gisa_isa *isa;
    const uint8_t *code;
    uint64_t address;
    size_t size;
    unsigned unit, counters, hazards;
    uint32_t most[MOST_COUNTERS];
    gisa_hazard hazard[MOST_HAZARDS];
    gisa_event_kind kind[MOST_HAZARDS];
    unsigned kinds;
    bool strict;                     /* with what is advice */
    uint64_t wanted;                 /* these hazards */
    uint64_t endable;                /* those that an instruction in between may end */
    uint64_t *producers, *consumers; /* by form; all ones: not asked yet */
    uint32_t form_room;
    uint32_t *op_at; /* by unit: 0 = nothing yet, COVERED, or an operation's number + FIRST_OP */
    set_pool sets;
    op *ops;
    event *events;
    side *sides;
    wait *waits;
    uint32_t op_count, op_room, event_count, event_room, side_count, side_room, wait_count, wait_room;
    uint32_t *todo; /* offsets where paths begin */
    uint32_t todo_count, todo_room;
    block *blocks;
    uint32_t block_count;
    uint32_t *heap; /* blocks to visit, the first one on top */
    uint32_t heap_count;
    raw_finding *findings;
    uint32_t finding_count, finding_room;
    size_t kept;   /* bytes in states of blocks */
    uint64_t work; /* what was looked at while blocks were visited */
    bool no_memory, limited;
    bool reporting;
} checker;

/* sets.c: makes room for one more element of an array; false: out of memory, which is noted. */
bool check_grow(checker *c, void *array, uint32_t count, uint32_t *room, size_t element);

uint32_t sets_number(checker *c, const gisa_registers *set);
static inline const gisa_registers *sets_at(const checker *c, uint32_t number) {
    return &c->sets.at[number];
}
static inline bool sets_overlap(const gisa_registers *a, const gisa_registers *b) {
    uint64_t common = 0;
    for (unsigned i = 0; i < 8; i++)
        common |= a->bits[i] & b->bits[i];
    return common;
}
static inline bool sets_meet(const checker *c, uint32_t a, uint32_t b) {
    return a && b && sets_overlap(sets_at(c, a), sets_at(c, b));
}
uint32_t sets_common(checker *c, uint32_t a, uint32_t b);
uint32_t sets_union(checker *c, uint32_t a, uint32_t b);
uint32_t sets_without(checker *c, uint32_t a, uint32_t b);

/* rules.c: what the architecture says, once for each check. */
bool rules_read(checker *c);
/* The hazards of which instructions of the form may be the producer, or the consumer. */
uint64_t rules_of_form(checker *c, uint32_t form, bool consumer);

/* scan.c: adds one operation, without its place; NULL: no memory. */
op *scan_op(checker *c, const gisa_insn *insn);
/* Finds the operations, from the entries on, then those that nothing leads to. */
void scan_all(checker *c, const uint64_t *entries, size_t count);

/* blocks.c, solve.c */
void blocks_make(checker *c);
void blocks_solve(checker *c);

/* state.c: an operation happens. Adds findings while c->reporting. */
void state_step(checker *c, flow_state *s, uint32_t number);
void state_load(const checker *c, flow_state *s, const kept_state *from);
/* Adds what is under way to what may be so at the beginning of a block; true: there is more now. */
bool state_join(checker *c, kept_state *to, const flow_state *from);

/* waits.c */
void waits_require(checker *c, flow_state *s, const op *o, uint32_t number);
void waits_pass(checker *c, flow_state *s, const op *o);
void waits_issue(checker *c, flow_state *s, const op *o, uint32_t number);
/* distances.c */
void distances_require(checker *c, flow_state *s, const op *o, uint32_t number);
void distances_pass(checker *c, flow_state *s, const op *o);
void distances_issue(checker *c, flow_state *s, const op *o, uint32_t number);

/* check.c: while c->reporting */
void report_add(checker *c, const raw_finding *f);
/* With addresses. */
gisa_finding check_public(const checker *c, const raw_finding *f);
void check_close(checker *c);

#endif
