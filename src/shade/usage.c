/* SPDX-License-Identifier: MIT */
/* What the two programs of a .gxp file need as far as their words say it: registers of each bank,
 * phases, flags. What index registers add is not known. */
#include "usage.h"

#include "gisa_shade.h"
#include "reach.h"

static uint32_t most(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static void count_word(gxp_usage *u, const shade_reach *r, bool first) {
    u->temporaries = most(u->temporaries, r->end[REACH_R]);
    u->pa = most(u->pa, r->end[REACH_PA]);
    u->sa = most(u->sa, r->end[REACH_SA]);
    u->o = most(u->o, r->end[REACH_O]);
    u->phases += r->phase;
    u->clips |= r->clips;
    u->begins_with_phase |= first && r->phase;
    u->discards |= r->discards;
    u->deepens |= r->deepens;
}

static void count_program(shade_walk *walk, const bytes *code, bool secondary, gxp_usage *u) {
    shade_walk_begin(walk, secondary);
    for (size_t at = 0; at + 8 <= code->size; at += 8) {
        uint64_t word = 0;
        for (unsigned i = 0; i < 8; i++)
            word |= (uint64_t)code->data[at + i] << 8 * i;
        shade_reach r = shade_walk_on(walk, word);
        count_word(u, &r, at == 0 && !secondary);
    }
}

bool shade_usage(const gxp *g, gxp_usage *u) {
    const gisa_isa *isa = gxp_isa();
    shade_walk *walk = isa ? shade_walk_new(isa) : NULL;
    *u = (gxp_usage){0};
    if (walk) {
        count_program(walk, &g->secondary, true, u);
        u->computed_sa = u->sa;
        count_program(walk, &g->primary, false, u);
    }
    shade_walk_free(walk);
    return walk || !isa;
}
