/* SPDX-License-Identifier: MIT */
/* What may be under way at the beginning of each block: goes through blocks until nothing is added
   any more, those at lower addresses first. Where a limit ends that, what is known by then is so,
   and findings may be missing. */
#include "check.h"

/* ---- blocks that wait for a visit --------------------------------------------------------- */

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void push(checker *c, uint32_t number) {
    block *b = &c->blocks[number];
    if (b->queued)
        return;
    if (b->visits == MOST_VISITS) {
        c->limited = true;
        return;
    }
    b->queued = true;
    uint32_t i = c->heap_count++;
    c->heap[i] = number;
    for (; i && c->heap[(i - 1) / 2] > c->heap[i]; i = (i - 1) / 2)
        swap(&c->heap[(i - 1) / 2], &c->heap[i]);
}

static uint32_t pop(checker *c) {
    uint32_t top = c->heap[0], i = 0;
    c->heap[0] = c->heap[--c->heap_count];
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < c->heap_count && c->heap[child + 1] < c->heap[child])
            child++;
        if (child >= c->heap_count || c->heap[i] <= c->heap[child])
            break;
        swap(&c->heap[i], &c->heap[child]);
        i = child;
    }
    c->blocks[top].queued = false;
    return top;
}

/* ---- visits ------------------------------------------------------------------------------- */

static void pass_on(checker *c, uint32_t to, const flow_state *s) {
    if (to == NOWHERE || c->ops[to].block == NOWHERE || c->reporting)
        return;
    uint32_t number = c->ops[to].block;
    if (state_join(c, &c->blocks[number].in, s))
        push(c, number);
}

/* A function is entered, and comes back, with nothing under way. */
static void visit(checker *c, uint32_t number, flow_state *s) {
    uint32_t at = c->blocks[number].first;
    state_load(c, s, &c->blocks[number].in);
    for (;;) {
        const op *o = &c->ops[at];
        state_step(c, s, at);
        if (!o->calls)
            pass_on(c, o->target, s);
        if (o->next == NOWHERE || o->calls)
            return;
        if (c->ops[o->next].leads) {
            pass_on(c, o->next, s);
            return;
        }
        at = o->next;
    }
}

void blocks_solve(checker *c) {
    static const flow_state clean;
    flow_state s = clean;
    for (uint32_t i = 0; i < c->block_count; i++)
        push(c, i);
    while (c->heap_count && !c->no_memory && !c->limited) {
        uint32_t number = pop(c);
        c->limited = c->work / MOST_WORK > c->size / c->unit + 4096;
        c->blocks[number].visits++;
        visit(c, number, &s);
    }
    c->reporting = true;
    for (uint32_t i = 0; i < c->block_count && !c->no_memory; i++)
        visit(c, i, &s);
}
