/* SPDX-License-Identifier: MIT */
/* Numbers that documents give: wait states of s_nop, widths of counters, clocks; the limits of the
   functions; and that nothing is said of families of which nothing is known. */
#include <stdio.h>
#include <string.h>

#include "schedule.h"

/* Clocks: LLVM, CLRX and ACO say the same of each, or the peak rates of the chips do. */
static const struct clocks_of {
    const char *chip, *code, *unit;
    unsigned least, most, certainty;
} times[] = {
    {"gfx600", "s_add_u32 s0, s0, s0", "salu", 4, 4, GISA_CERTAINTY_AGREED},
    {"gfx600", "v_add_f32_e32 v0, v0, v0", "valu", 4, 4, GISA_CERTAINTY_AGREED},
    {"gfx900", "v_rcp_f32_e32 v0, v0", "valu", 16, 16, GISA_CERTAINTY_AGREED},
    {"gfx600", "v_fma_f64 v[0:1], v[0:1], v[0:1], v[0:1]", "valu", 16, 16, GISA_CERTAINTY_AGREED},
    {"gfx601", "v_fma_f64 v[0:1], v[0:1], v[0:1], v[0:1]", "valu", 64, 64, GISA_CERTAINTY_AGREED},
    {"hawaii", "v_fma_f64 v[0:1], v[0:1], v[0:1], v[0:1]", "valu", 8, 8, GISA_CERTAINTY_AGREED},
    {"gfx803", "v_add_f64 v[0:1], v[0:1], v[0:1]", "valu", 32, 32, GISA_CERTAINTY_AGREED},
    {"gfx906", "v_add_f64 v[0:1], v[0:1], v[0:1]", "valu", 8, 8, GISA_CERTAINTY_AGREED},
    {"gfx803", "v_fma_f32 v0, v0, v0, v0", "valu", 16, 16, GISA_CERTAINTY_AGREED},
    {"gfx900", "v_fma_f32 v0, v0, v0, v0", "valu", 4, 4, GISA_CERTAINTY_AGREED},
    {"hawaii", "v_fma_f32 v0, v0, v0, v0", "valu", 4, 4, GISA_CERTAINTY_AGREED},
    {"gfx900", "v_mul_lo_u32 v0, v0, v0", "valu", 16, 16, GISA_CERTAINTY_AGREED},
    {"gfx900", "v_mul_lo_u16_e32 v0, v0, v0", "valu", 4, 4, GISA_CERTAINTY_AGREED},
    {"gfx700", "s_nop 2", "control", 12, 12, GISA_CERTAINTY_AGREED},
    {"gfx900", "s_cbranch_scc0 0", "control", 4, 20, GISA_CERTAINTY_SINGLE},
    {"gfx700", "buffer_atomic_add v1, off, s[8:11], 0 glc", "vmem", 20, 20, GISA_CERTAINTY_SINGLE},
    {"gfx700", "buffer_atomic_add v1, off, s[8:11], 0", "vmem", 16, 16, GISA_CERTAINTY_SINGLE},
    {"gfx700", "ds_read_b128 v[0:3], v0", "lds", 16, 16, GISA_CERTAINTY_SINGLE},
    {"gfx900", "flat_load_dword v0, v[0:1]", "vmem", 8, 8, GISA_CERTAINTY_ASSUMED},
};

static void check_times(void) {
    static program p;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const struct clocks_of *t = &times[i];
        const gisa_isa *isa = gisa_find(t->chip);
        gisa_time found;
        if (!read_program(isa, t->code, &p))
            continue;
        expect(gisa_time_of(isa, p.insn, &found) == GISA_OK && strcmp(found.unit, t->unit) == 0 &&
                   found.least == t->least && found.most == t->most && found.certainty == t->certainty,
               "%s: %s takes %u to %u clocks of %s (%s), got %u to %u of %s (%s)", t->chip, t->code, t->least,
               t->most, t->unit, gisa_certainty_name(t->certainty), found.least, found.most, found.unit,
               gisa_certainty_name(found.certainty));
    }
}

/* s_nop is so many wait states by SIMM16[2:0], later by [3:0]; all else is one. */
static void check_states(void) {
    static const struct {
        const char *chip, *code;
        unsigned states;
    } cases[] = {{"gfx600", "s_nop 0", 1},   {"gfx600", "s_nop 7", 8},     {"gfx700", "s_nop 15", 8},
                 {"gfx900", "s_nop 15", 16}, {"gfx900", "s_waitcnt 0", 1}, {"gfx900", "s_branch 0", 1}};
    static program p;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gisa_isa *isa = gisa_find(cases[i].chip);
        if (read_program(isa, cases[i].code, &p))
            expect(gisa_wait_states(isa, p.insn) == cases[i].states, "%s on %s is %u wait states, got %u",
                   cases[i].code, cases[i].chip, cases[i].states, gisa_wait_states(isa, p.insn));
    }
}

/* LLVM waits for vmcnt alone after a FLAT load of global memory, where chips have no GLOBAL
   (measured: llc-19 for bonaire and gfx803); where they have it, FLAT is what it cannot know. */
static void check_usual(void) {
    static const struct {
        const char *chip;
        int vmcnt, lgkmcnt; /* 1: another kind; -1: none; 0: the same */
    } cases[] = {{"gfx700", 1, -1}, {"gfx803", 1, -1}, {"gfx900", 0, 0}};
    static program p;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gisa_isa *isa = gisa_find(cases[i].chip);
        gisa_event first, second;
        if (!read_program(isa, "flat_load_dword v0, v[2:3]", &p))
            continue;
        gisa_event_of(isa, p.insn, 0, &first, NULL, NULL);
        gisa_event_of(isa, p.insn, 1, &second, NULL, NULL);
        expect((first.usual != (int)first.kind) == (cases[i].vmcnt != 0) &&
                   (second.usual == -1) == (cases[i].lgkmcnt == -1),
               "what FLAT usually counts on %s", cases[i].chip);
    }
}

/* AMD's manuals: vmcnt has 4 bits, on gfx9 6; the others 3 and 4. */
static void check_counters(void) {
    static const struct {
        const char *name;
        uint32_t most, gfx9;
    } counters[] = {{"vmcnt", 15, 63}, {"lgkmcnt", 15, 15}, {"expcnt", 7, 7}};
    const gisa_isa *isa;
    gisa_counter c;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (unsigned i = 0; strcmp(gisa_family(isa), "gcn") == 0 && i < 3; i++)
            expect(gisa_counter_at(isa, i, &c) == GISA_OK && strcmp(c.name, counters[i].name) == 0 &&
                       c.most == (gisa_generation(isa) >= 3 ? counters[i].gfx9 : counters[i].most),
                   "%s counts up to %u on %s", counters[i].name, counters[i].most, gisa_name(isa));
}

/* The status of tfe and lwe is one register after the data, which the text counts with tfe alone
   (llvm-mc-19: vdata has as many registers as dmask has bits, and one more with tfe). */
static void check_statuses(void) {
    static const struct {
        const char *code;
        unsigned last; /* the last vector register that is written; 0: none */
    } cases[] = {{"image_load v[4:5], v0, s[0:7] dmask:0x3 unorm", 5},
                 {"image_load v[4:5], v0, s[0:7] dmask:0x3 unorm lwe", 6},
                 {"image_load v[4:6], v0, s[0:7] dmask:0x3 unorm tfe", 6},
                 {"image_load v[4:6], v0, s[0:7] dmask:0x3 unorm tfe lwe", 6},
                 {"image_sample v4, v[0:1], s[0:7], s[8:11] dmask:0x1 lwe", 5},
                 {"image_atomic_add v4, v0, s[0:7] dmask:0x1 unorm glc lwe", 5},
                 {"image_atomic_add v4, v0, s[0:7] dmask:0x1 unorm lwe", 0},
                 {"image_store v4, v0, s[0:7] dmask:0x1 unorm lwe", 0}};
    static const char *const chips[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    static program p;
    for (size_t i = 0; i < 4 * sizeof cases / sizeof *cases; i++) {
        enum { FIRST_VECTOR = 256 };
        const gisa_isa *isa = gisa_find(chips[i % 4]);
        gisa_registers reads, writes;
        unsigned last = 0;
        if (!read_program(isa, cases[i / 4].code, &p) ||
            gisa_registers_of(isa, p.insn, &reads, &writes) != GISA_OK)
            continue;
        for (unsigned r = 0; r < FIRST_VECTOR; r++)
            if (writes.bits[(FIRST_VECTOR + r) / 64] >> r % 64 & 1)
                last = r;
        expect(last == cases[i / 4].last, "%s: %s writes up to v%u, got v%u", chips[i % 4], cases[i / 4].code,
               cases[i / 4].last, last);
    }
}

/* Each form of GCN has an issue time; others have nothing. */
static void check_forms(void) {
    const gisa_isa *isa;
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        bool gcn = strcmp(gisa_family(isa), "gcn") == 0;
        gisa_time time;
        gisa_event event;
        unsigned number;
        test_begin();
        for (uint32_t i = 0; i < gisa_form_count(isa); i++) {
            test_check((gisa_form_time(isa, i, &time) == GISA_OK) == gcn);
            test_check(gcn || (gisa_form_event(isa, i, 0, &event) == GISA_STATUS_END &&
                               gisa_form_hazard(isa, i, true, 0, &number) == GISA_STATUS_END));
        }
        if (test_count.bad)
            printf("failed: issue times of %s\n", gisa_name(isa));
        test_end();
    }
}

static void check_arguments(void) {
    const gisa_isa *isa = gisa_find("gfx900");
    gisa_insn bad = {.form = UINT32_MAX};
    gisa_registers r;
    gisa_hazard h;
    gisa_event event;
    gisa_event_kind kind;
    gisa_counter c;
    gisa_time time;
    unsigned number;
    uint32_t least;
    expect(gisa_hazard_at(isa, 1000, &h) == GISA_STATUS_END &&
               gisa_counter_at(isa, 3, &c) == GISA_STATUS_END &&
               gisa_event_kind_at(isa, 100, &kind) == GISA_STATUS_END,
           "numbers past the last one");
    expect(gisa_form_event(isa, UINT32_MAX, 0, &event) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_event_of(isa, &bad, 0, &event, &r, &r) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_hazard_between(isa, &bad, &bad, 0, &number, &r) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_form_time(isa, UINT32_MAX, &time) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_time_of(isa, &bad, &time) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_registers_of(isa, &bad, &r, &r) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_wait_states(isa, &bad) == 1 && !gisa_waits_for(isa, &bad, 0, &least) &&
               !gisa_ends_hazard(isa, &bad, 0),
           "a form that does not exist");
    expect(gisa_hazard_at(NULL, 0, &h) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_counter_at(isa, 0, NULL) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_hazard_between(isa, NULL, NULL, 0, &number, &r) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_registers_of(isa, NULL, &r, &r) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_wait_states(isa, NULL) == 1,
           "null pointers");
    expect(!gisa_certainty_name(GISA_CERTAINTY_NONE) && !gisa_certainty_name(GISA_CERTAINTY_COUNT) &&
               strcmp(gisa_certainty_name(GISA_CERTAINTY_AGREED), "agreed") == 0,
           "names of certainties");
}

void check_facts(void) {
    check_times();
    check_states();
    check_counters();
    check_statuses();
    check_usual();
    check_forms();
    check_arguments();
}
