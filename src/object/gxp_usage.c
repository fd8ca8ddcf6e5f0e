/* SPDX-License-Identifier: MIT */
/* What the two programs of a .gxp file need as far as their words say it: registers of each bank, phases, flags. What index registers and
 * changed increments add is not known. The engine that runs shaders knows what words reach; a library without it (GISA_CORE_ONLY)
 * cannot count, and its assembler asks for the numbers. */
#include "gxp.h"

#include <string.h>

#include "tables.h"

#ifdef GISA_CORE_ONLY

const bool gxp_counts = false;

gxp_usage gxp_used(const gxp *g) {
    (void)g;
    return (gxp_usage){0};
}

#else

#include "gisa_shade.h"
#include "shade/reach.h"

const bool gxp_counts = true;

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

static void count_program(const gisa_shade *machine, const bytes *code, bool secondary, gxp_usage *u) {
    for (size_t at = 0; at + 8 <= code->size; at += 8) {
        uint64_t word = 0;
        for (unsigned i = 0; i < 8; i++)
            word |= (uint64_t)code->data[at + i] << 8 * i;
        shade_reach r = shade_reach_of(machine, secondary, word);
        count_word(u, &r, at == 0 && !secondary);
    }
}

gxp_usage gxp_used(const gxp *g) {
    gxp_usage u = {0};
    const gisa_isa *isa = gxp_isa();
    gisa_shade *machine = isa ? gisa_shade_new(isa) : NULL;
    if (machine) {
        count_program(machine, &g->primary, false, &u);
        count_program(machine, &g->secondary, true, &u);
    }
    gisa_shade_free(machine);
    return u;
}

#endif
