/* SPDX-License-Identifier: MIT */
/* Basic blocks, in the order of their addresses. */
#include <stdlib.h>

#include "check.h"

static int by_offset(const void *a, const void *b) {
    const block *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first; /* offsets until blocks_make numbers them */
}

static uint32_t count_leaders(const checker *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->op_count; i++)
        count += c->ops[i].leads;
    return count;
}

/* Where several paths or a branch lead. */
static void mark_leaders(checker *c) {
    for (uint32_t i = 0; i < c->op_count; i++)
        if (c->ops[i].target != NOWHERE)
            c->ops[c->ops[i].target].leads = true;
}

void blocks_make(checker *c) {
    mark_leaders(c);
    uint32_t count = count_leaders(c);
    c->blocks = calloc(count + 1, sizeof *c->blocks);
    c->heap = calloc(count + 1, sizeof *c->heap);
    if (!c->blocks || !c->heap) {
        c->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < c->op_count; i++)
        if (c->ops[i].leads)
            c->blocks[c->block_count++].first = c->ops[i].offset;
    qsort(c->blocks, c->block_count, sizeof *c->blocks, by_offset);
    for (uint32_t i = 0; i < c->block_count; i++) {
        block *b = &c->blocks[i];
        b->first = c->op_at[b->first / c->unit] - FIRST_OP;
        c->ops[b->first].block = i;
    }
}
