/* SPDX-License-Identifier: MIT */
/* gisa_check_code: what compilers must do too, then, where it is asked for, what is advice. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

void report_add(checker *c, const raw_finding *f) {
    if (c->reporting && check_grow(c, &c->findings, c->finding_count, &c->finding_room, sizeof *c->findings))
        c->findings[c->finding_count++] = *f;
}

void check_close(checker *c) {
    for (uint32_t i = 0; i < c->block_count; i++) {
        free(c->blocks[i].in.pending);
        free(c->blocks[i].in.near);
    }
    free(c->blocks);
    free(c->heap);
    free(c->todo);
    free(c->waits);
    free(c->sides);
    free(c->events);
    free(c->ops);
    free(c->op_at);
    free(c->sets.at);
    free(c->sets.slots);
    free(c->producers);
    free(c->consumers);
    free(c->findings);
}

/* ---- findings ----------------------------------------------------------------------------- */

gisa_finding check_public(const checker *c, const raw_finding *f) {
    bool states = f->kind == GISA_FINDING_STATES;
    return (gisa_finding){.kind = f->kind,
                          .certainty = f->certainty,
                          .advice = f->advice,
                          .counter = f->counter,
                          .least = states ? 0 : f->least,
                          .states = states ? f->least : 0,
                          .hazard = f->hazard,
                          .consumer = c->address + c->ops[f->consumer].offset,
                          .producer = c->address + c->ops[f->producer].offset,
                          .registers = *sets_at(c, f->set)};
}

typedef struct list {
    gisa_finding *at;
    size_t count;
} list;

/* Something to wait for by a counter. */
static bool is_wait(const gisa_finding *f) {
    return f->kind <= GISA_FINDING_COUNTERS;
}

static int by_place(const void *a, const void *b) {
    const gisa_finding *x = a, *y = b;
    if (x->consumer != y->consumer)
        return x->consumer < y->consumer ? -1 : 1;
    if (is_wait(x) != is_wait(y))
        return is_wait(x) ? -1 : 1;
    if (x->counter != y->counter)
        return x->counter < y->counter ? -1 : 1;
    return x->hazard != y->hazard && !is_wait(x) ? (x->hazard < y->hazard ? -1 : 1) : x->advice - y->advice;
}

static bool add_findings(list *all, const checker *c, bool advice) {
    size_t count = all->count + c->finding_count;
    gisa_finding *grown = realloc(all->at, (count + 1) * sizeof *grown);
    if (!grown)
        return false;
    all->at = grown;
    for (uint32_t i = 0; i < c->finding_count; i++) {
        grown[all->count] = check_public(c, &c->findings[i]);
        grown[all->count++].advice = advice;
    }
    qsort(grown, all->count, sizeof *grown, by_place);
    return true;
}

/* Whether the second one says the same, perhaps more strictly. */
static bool is_same(const gisa_finding *f, const gisa_finding *second) {
    return f->consumer == second->consumer && is_wait(f) == is_wait(second) &&
           f->counter == second->counter && (is_wait(f) || f->hazard == second->hazard);
}

static bool give(list *all, gisa_found found, void *ctx) {
    for (size_t i = 0; i < all->count;) {
        gisa_finding *f = &all->at[i++];
        for (; i < all->count && is_same(f, &all->at[i]); i++)
            f->least = all->at[i].least < f->least ? all->at[i].least : f->least;
        if (!found(ctx, f))
            return false;
    }
    return true;
}

/* ---- the check ---------------------------------------------------------------------------- */

static gisa_status check_once(checker *c, const uint64_t *entries, size_t count, list *all) {
    gisa_status status = GISA_OK;
    c->unit = gisa_unit(c->isa);
    if (!rules_read(c))
        return GISA_STATUS_BAD_ARGUMENT;
    scan_all(c, entries, count);
    if (!c->no_memory)
        blocks_make(c);
    if (!c->no_memory)
        blocks_solve(c);
    if (c->no_memory || !add_findings(all, c, c->strict))
        status = GISA_STATUS_NO_MEMORY;
    else if (c->limited)
        status = GISA_STATUS_NO_SPACE;
    return status;
}

gisa_status gisa_check_code(const gisa_isa *isa, const void *bytes, size_t size, uint64_t address,
                            const uint64_t *entries, size_t count, const gisa_check_options *options,
                            gisa_found found, void *ctx) {
    bool advice = options && options->advice;
    list all = {NULL, 0};
    gisa_status status = GISA_OK;
    if (!isa || !found || (!bytes && size) || (!entries && count))
        return GISA_STATUS_BAD_ARGUMENT;
    if (size > GISA_CHECK_MOST_BYTES)
        return GISA_STATUS_NO_SPACE;
    for (int strict = 0; strict <= (advice ? 1 : 0) && (status == GISA_OK || status == GISA_STATUS_NO_SPACE);
         strict++) {
        checker c = {.isa = isa, .code = bytes, .size = size, .address = address, .strict = strict};
        gisa_status now = check_once(&c, entries, count, &all);
        status = now == GISA_OK ? status : now;
        check_close(&c);
    }
    if ((status == GISA_OK || status == GISA_STATUS_NO_SPACE) && !give(&all, found, ctx))
        status = GISA_STATUS_FAILED;
    free(all.at);
    return status;
}
