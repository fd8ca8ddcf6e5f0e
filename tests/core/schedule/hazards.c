/* SPDX-License-Identifier: MIT */
/* Hazards between two instructions: the pairs of hazards.txt, and what decides about some of
   them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

/* The wait states that must lie between the two; with `advice` also those that compilers leave
   out. */
static unsigned states_between(const gisa_isa *isa, const program *p, bool advice) {
    unsigned number, most = 0;
    gisa_hazard h;
    for (unsigned i = 0; gisa_hazard_between(isa, &p->insn[0], &p->insn[1], i, &number, NULL) == GISA_OK; i++)
        if (gisa_hazard_at(isa, number, &h) == GISA_OK && (advice || !h.advice) && h.states > most)
            most = h.states;
    return most;
}

static void check_pair(char *text) {
    static const char *const chips[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    static program p;
    const char *states[4];
    for (unsigned i = 0; i < 4; i++)
        states[i] = strtok(i ? NULL : text, " ");
    const char *code = strtok(NULL, "");
    for (unsigned i = 0; i < 4; i++) {
        const gisa_isa *isa = gisa_find(chips[i]);
        if (*states[i] == '.' || !read_program(isa, code, &p))
            continue;
        unsigned found = states_between(isa, &p, false);
        expect(found == strtoul(states[i], NULL, 10), "%s: %s\n  expected %s wait states, got %u", chips[i],
               code, states[i], found);
    }
}

/* Rules of the manuals that no pair above has: chip, the states that they ask for with and without
   advice, code. */
static const struct rule {
    const char *chip;
    unsigned states, with_advice;
    const char *code;
} rules[] = {
    {"gfx700", 0, 5, "v_readfirstlane_b32 s0, v0 ; buffer_load_dword v1, off, s[8:11], s0"},
    {"gfx900", 5, 5, "v_cmp_eq_u32_e64 s[8:9], v0, v1 ; buffer_load_dword v1, off, s[8:11], 0"},
    {"gfx900", 5, 5, "v_readfirstlane_b32 s3, v0 ; global_load_dword v1, v2, s[2:3]"},
    {"gfx900", 0, 0, "v_readfirstlane_b32 s4, v0 ; global_load_dword v1, v2, s[2:3]"},
    {"gfx900", 0, 0, "v_cmpx_eq_u32_e32 vcc, v0, v1 ; buffer_load_dword v1, off, s[8:11], 0"},
    {"gfx900", 2, 2, "s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s0 ; v_mov_b32_e32 v0, 0"},
    {"gfx900", 0, 0, "s_setreg_b32 hwreg(HW_REG_MODE, 0, 8), s0 ; v_mov_b32_e32 v0, 0"},
    {"gfx900", 0, 0, "s_setreg_b32 hwreg(HW_REG_MODE, 29, 3), s0 ; v_mov_b32_e32 v0, 0"},
    {"gfx900", 2, 2,
     "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3 ; s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s0"},
    {"gfx900", 5, 5, "v_cmp_eq_u32_e32 vcc, v0, v1 ; v_mov_b32_e32 v2, src_vccz"},
    {"gfx900", 0, 0, "v_cmp_eq_u32_e32 vcc, v0, v1 ; v_mov_b32_e32 v2, src_execz"},
    {"gfx900", 0, 2,
     "v_mov_b32_e32 v2, 0 ; v_add_f32_dpp v1, v0, v2 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf"},
    {"gfx803", 1, 1, "image_store v[0:3], v[4:5], s[0:7] dmask:0xf unorm r128 ; v_mov_b32_e32 v1, 0"},
    {"gfx803", 0, 0, "image_store v[0:3], v[4:5], s[0:7] dmask:0xf unorm ; v_mov_b32_e32 v1, 0"},
    {"gfx803", 0, 0, "image_store v[0:1], v[4:5], s[0:7] dmask:0x3 unorm r128 ; v_mov_b32_e32 v1, 0"},
    {"gfx600", 1, 1, "v_interp_mov_f32 v0, p0, attr0.x ; v_readfirstlane_b32 s0, v0"},
    {"gfx700", 0, 0, "v_interp_mov_f32 v0, p0, attr0.x ; v_readfirstlane_b32 s0, v0"},
    {"gfx900", 1, 1, "global_store_dwordx3 v[4:5], v[0:2], off ; v_mov_b32_e32 v2, 0"},
    {"gfx900", 0, 0, "global_store_dwordx3 v[4:5], v[0:2], off ; v_mov_b32_e32 v4, 0"},
    {"gfx900", 1, 1, "buffer_atomic_cmpswap_x2 v[0:3], off, s[8:11], 0 ; v_mov_b32_e32 v3, 0"},
};

static void check_rule(const struct rule *r) {
    static program p;
    const gisa_isa *isa = gisa_find(r->chip);
    if (!read_program(isa, r->code, &p))
        return;
    unsigned found = states_between(isa, &p, false), advised = states_between(isa, &p, true);
    expect(found == r->states && advised == r->with_advice,
           "%s: %s\n  expected %u wait states, %u with advice, got %u and %u", r->chip, r->code, r->states,
           r->with_advice, found, advised);
}

/* The hazard of this name between two instructions; UINT32_MAX = it is not. */
static unsigned hazard_named(const gisa_isa *isa, const program *p, const char *name,
                             gisa_registers *common) {
    unsigned number;
    gisa_hazard h;
    for (unsigned i = 0; gisa_hazard_between(isa, &p->insn[0], &p->insn[1], i, &number, common) == GISA_OK;
         i++)
        if (gisa_hazard_at(isa, number, &h) == GISA_OK && strcmp(h.name, name) == 0)
            return number;
    return UINT32_MAX;
}

static void check_parts(void) {
    static program p;
    const gisa_isa *isa = gisa_find("gfx900");
    gisa_registers common;
    gisa_hazard h;
    if (read_program(isa, "v_cmp_eq_u32_e64 s[10:11], v0, v1 ; buffer_load_dword v1, off, s[8:11], s10",
                     &p)) {
        gisa_registers producer, consumer;
        unsigned number = hazard_named(isa, &p, "valu_sgpr_vmem", &common);
        expect(gisa_hazard_side(isa, &p.insn[0], number, false, &producer) &&
                   producer.bits[0] == UINT64_C(3) << 10 &&
                   gisa_hazard_side(isa, &p.insn[1], number, true, &consumer) &&
                   consumer.bits[0] == UINT64_C(15) << 8 &&
                   !gisa_hazard_side(isa, &p.insn[1], number, false, NULL) &&
                   gisa_hazard_at(isa, number, &h) == GISA_OK && h.shared && !h.hardware,
               "the sides of valu_sgpr_vmem are s[10:11] and s[8:11]");
        expect(number != UINT32_MAX && common.bits[0] == UINT64_C(3) << 10 && !common.bits[4],
               "valu_sgpr_vmem is about s[10:11]");
    }
    if (read_program(isa, "s_mov_b32 vcc_lo, 0 ; s_cbranch_vccz 0 ; s_mov_b64 vcc, 0", &p)) {
        unsigned number = hazard_named(isa, &p, "vcc_half_vccz", NULL);
        expect(number != UINT32_MAX && gisa_hazard_at(isa, number, &h) == GISA_OK && h.bug && !h.states,
               "half of VCC does not renew VCCZ");
        p.insn[0] = p.insn[2];
        expect(hazard_named(isa, &p, "vcc_half_vccz", NULL) == UINT32_MAX, "all of VCC renews VCCZ");
    }
    if (read_program(isa, "s_store_dword s0, s[2:3], 0x0 ; s_endpgm ; s_dcache_wb ; s_nop 0", &p)) {
        unsigned number = hazard_named(isa, &p, "scalar_store_end", NULL);
        expect(number != UINT32_MAX && gisa_ends_hazard(isa, &p.insn[2], number) &&
                   !gisa_ends_hazard(isa, &p.insn[3], number),
               "s_dcache_wb saves a scalar store from s_endpgm, s_nop does not");
    }
}

void check_hazards(void) {
    each_line("hazards.txt", check_pair);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        check_rule(&rules[i]);
    check_parts();
}
