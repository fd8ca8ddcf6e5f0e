/* SPDX-License-Identifier: MIT */
/* One path through code as it is executed: what is under way on it, and what is found there. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct gisa_follower {
    checker c;
    uint64_t *addresses; /* of its operations */
    uint32_t address_room;
};

struct gisa_path {
    gisa_follower *follower;
    flow_state state;
};

gisa_follower *gisa_follower_new(const gisa_isa *isa, const gisa_check_options *options) {
    gisa_follower *f = isa ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    f->c.isa = isa;
    f->c.strict = options && options->advice;
    f->c.unit = gisa_unit(isa);
    f->c.reporting = true;
    sets_number(&f->c, &(gisa_registers){{0}});
    if (!f->c.no_memory && rules_read(&f->c))
        return f;
    gisa_follower_free(f);
    return NULL;
}

void gisa_follower_free(gisa_follower *f) {
    if (!f)
        return;
    check_close(&f->c);
    free(f->addresses);
    free(f);
}

/* Calls, returns and other jumps to an address in registers: no compiler keeps instructions on both
   sides apart. */
static bool leaves(const checker *c, const gisa_insn *insn, uint64_t address) {
    gisa_flow_info flow;
    return gisa_flow_of(c->isa, insn, address, &flow) == GISA_OK && flow.kind != GISA_FLOW_NEXT &&
           flow.kind != GISA_FLOW_END && (flow.kind == GISA_FLOW_CALL || !flow.has_target);
}

uint32_t gisa_follower_add(gisa_follower *f, uint64_t address, const gisa_insn *insn) {
    const uint32_t number = f->c.op_count;
    op *o = scan_op(&f->c, insn);
    if (!o || f->c.no_memory ||
        !check_grow(&f->c, &f->addresses, number, &f->address_room, sizeof *f->addresses))
        return GISA_FOLLOWER_NONE;
    o->calls = leaves(&f->c, insn, address);
    f->addresses[number] = address;
    return number;
}

gisa_path *gisa_path_new(gisa_follower *f) {
    gisa_path *p = calloc(1, sizeof *p);
    if (p)
        p->follower = f;
    return p;
}

void gisa_path_free(gisa_path *path) {
    free(path);
}

gisa_status gisa_path_step(gisa_path *path, uint32_t number, gisa_found found, void *ctx) {
    checker *c;
    if (!path || !found || number >= path->follower->c.op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    c = &path->follower->c;
    if (c->no_memory) /* it does not know of all waits */
        return GISA_STATUS_NO_MEMORY;
    state_step(c, &path->state, number);
    if (c->ops[number].calls)
        path->state.near_count = 0;
    for (uint32_t i = 0; i < c->finding_count && !c->no_memory; i++) {
        gisa_finding f = check_public(c, &c->findings[i]);
        f.consumer = path->follower->addresses[c->findings[i].consumer];
        f.producer = path->follower->addresses[c->findings[i].producer];
        f.advice = c->strict;
        if (!found(ctx, &f)) {
            c->finding_count = 0;
            return GISA_STATUS_FAILED;
        }
    }
    c->finding_count = 0;
    return c->no_memory ? GISA_STATUS_NO_MEMORY : GISA_OK;
}
