/* SPDX-License-Identifier: MIT */
/* Draws with an observer: what it is told of batches, instructions, registers and memory, and what
   it can do about it. */
#include <string.h>

#include "gisa_observe.h"
#include "shade.h"

/* Instance i goes round i % 4 times, then stores how often to memory at 0x2000 + 4 * i. The
 * secondary program makes sa0 the 1 that is added. Addresses are counted by hand. */
static const char secondary[] = "mul.f32 r0.x, r2.x, r2.x\nnop.end\n",
                  primary[] = "mov.f32 r0.x, pa0.x\nmov.f32 r2.x, {0}\n"
                              "next:\ntest.sub.f32.gt p0, r16, r0, c0\n!p0 br done\n"
                              "add.f32 r0.x, r0.x, sa4.x\nadd.f32 r2.x, r2.x, sa0.x\nbr next\n"
                              "done:\nsta32.fetch1 pa1, #0, r2\nmov.f32 o0.x, r2.x\n";
enum { COUNT = 70, CODE = 0x10000, LENGTH = 9, NEXT = 2, ADD = 5, STORE = 7, TAG = 6 };

typedef struct seen {
    unsigned groups, groups_ended, waves, waves_ended, before, after, ended, faults, begun, done, secondary;
    unsigned stores, adds, lanes; /* lanes: all that were active, in the primary program */
    bool exact;                   /* nothing that it was told was wrong */
    unsigned stop_at, set_at;     /* numbers of instructions, from 1; 0: nowhere */
    unsigned lines;               /* of a trace */
    uint32_t out[COUNT];
} seen;

static void begins(void *ctx, const gisa_observed_launch *launch) {
    seen *s = ctx;
    s->begun++;
    s->exact &= launch->groups[0] == (COUNT + 63) / 64 && launch->asked;
}

static void ends(void *ctx) {
    ((seen *)ctx)->done++;
}

static void group_begins(void *ctx, gisa_observed_group *group) {
    seen *s = ctx;
    s->secondary += group->id[2];
    s->exact &= group->id[0] == (s->groups ? s->groups - 1 : 0) && group->id[1] == TAG &&
                group->id[2] == !s->groups && group->waves == 1 && group->lds_size == 0;
    s->exact &= group->size[0] == (!s->groups ? 1u : s->groups == 1 ? 64u : COUNT - 64u);
    s->groups++;
}

static void group_ends(void *ctx, gisa_observed_group *group) {
    (void)group;
    ((seen *)ctx)->groups_ended++;
}

static uint32_t value_of(gisa_wave *wave, const char *name, unsigned lane) {
    gisa_wave_register reg;
    uint32_t value = 0xdead;
    if (gisa_wave_find(wave, name, &reg, NULL) == GISA_OK)
        gisa_wave_get(wave, &reg, lane, 0, &value);
    return value;
}

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    seen *s = ctx;
    const bool first = wave->group->id[2];
    s->waves++;
    s->exact &= value_of(wave->wave, "pc", 0) == (first ? CODE + 8 * LENGTH : CODE);
    s->exact &= gisa_wave_step(wave->wave, NULL) == GISA_WAVE_KIND_WAITS; /* others run it */
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    (void)wave;
    ((seen *)ctx)->waves_ended++;
}

static unsigned bits_of(uint64_t mask) {
    return (unsigned)__builtin_popcountll(mask);
}

static bool before(void *ctx, gisa_observed_wave *wave, gisa_site *site) {
    seen *s = ctx;
    gisa_wave_register r2;
    const float half = 0.5f;
    uint32_t bits;
    s->before++;
    s->exact &= site->insn.size == 8 && site->pc == value_of(wave->wave, "pc", 0) && *wave->exec;
    s->lanes += wave->group->id[2] ? 0 : bits_of(*wave->exec);
    memcpy(&bits, &half, sizeof bits);
    if (s->before == s->set_at && gisa_wave_find(wave->wave, "r2", &r2, NULL) == GISA_OK)
        gisa_wave_set(wave->wave, &r2, 3, 0, bits);
    return s->before != s->stop_at;
}

/* Whether r2 alone has changed, in the lanes that were active and no other. */
static bool changed_r2(const gisa_observed_step *step) {
    return step->change_count == 1 && step->change[0].reg.bank == GISA_KIND_TEMP &&
           step->change[0].reg.first == 2 && step->change[0].lanes;
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    seen *s = ctx;
    const uint64_t at = (step->site->pc - CODE) / 8;
    s->after++;
    s->ended += step->kind == GISA_WAVE_KIND_ENDED;
    s->faults += step->fault != GISA_CAUSE_NONE;
    if (at == ADD) {
        s->adds++;
        s->exact &=
            changed_r2(step) && step->kind == GISA_WAVE_KIND_WENT_ON && step->next_pc == step->site->pc + 8;
    }
    for (uint32_t i = 0; at == STORE && i < step->access_count; i++) {
        const gisa_wave_access *a = &step->access[i];
        const uint32_t number = wave->group->id[0] * 64 + a->lane;
        s->stores++;
        s->exact &= a->address == 0x2000 + 4 * number && a->size == 4 && a->access == GISA_ACCESS_WRITE;
    }
    s->exact &= at == STORE || !step->access_count;
    return true;
}

static void line(void *ctx, const char *text) {
    (void)text;
    ((seen *)ctx)->lines++;
}

static void set_inputs(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    (void)ctx;
    for (unsigned k = 0; k < count; k++) {
        const float rounds = (float)((first + k) % 4);
        memcpy(&gisa_shade_row(b, GISA_KIND_PRIMARY, 0)[k], &rounds, sizeof rounds);
        gisa_shade_row(b, GISA_KIND_PRIMARY, 1)[k] = 0x2000 + 4 * ((uint32_t)first + k);
    }
}

static void keep(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    memcpy(((seen *)ctx)->out + first, gisa_shade_row(b, GISA_KIND_OUTPUT, 0), count * sizeof(uint32_t));
}

/* ---- draws ----------------------------------------------------------------------------------- */

static gisa_shade *open_machine(void *memory, uint32_t size) {
    uint64_t words[MOST_WORDS];
    const float one = 1, less = -1;
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    gisa_shade_primary(m, words, 8 * (size_t)assemble(primary, words));
    gisa_shade_secondary(m, words, 8 * (size_t)assemble(secondary, words));
    memcpy(gisa_shade_uniforms(m) + 2, &one, sizeof one);
    memcpy(gisa_shade_uniforms(m) + 4, &less, sizeof less);
    if (size)
        gisa_shade_map(m, 0x2000, memory, size);
    return m;
}

static gisa_shade_result draw(gisa_shade *m, seen *s, bool observed) {
    const gisa_observer observer = {.ctx = s,
                                    .wants_accesses = true,
                                    .wants_changes = true,
                                    .begins = begins,
                                    .ends = ends,
                                    .group_begins = group_begins,
                                    .group_ends = group_ends,
                                    .wave_begins = wave_begins,
                                    .wave_ends = wave_ends,
                                    .before = before,
                                    .after = after};
    const gisa_shade_draw d = {.instances = COUNT,
                               .threads = 2,
                               .limit = 10000,
                               .begin = set_inputs,
                               .end = keep,
                               .ctx = s,
                               .trace = observed ? NULL : line,
                               .observer = observed ? &observer : NULL,
                               .observed_code = CODE,
                               .observed_as = TAG};
    gisa_shade_result result;
    s->exact = true;
    check(gisa_shade_run(m, &d, &result) == GISA_OK, "a draw that is observed");
    return result;
}

static void test_whole(gisa_shade *m, const float memory[COUNT]) {
    seen plain = {0}, s = {0};
    float value = 0;
    uint32_t word = 0;
    const gisa_shade_result without = draw(m, &plain, false), with = draw(m, &s, true);
    check(with.end == GISA_SHADE_END_ENDED && with.instructions == without.instructions,
          "an observer changes nothing: %s", with.message);
    check(memcmp(plain.out, s.out, sizeof s.out) == 0, "results of a draw that is observed");
    check(s.exact, "what the observer was told");
    check(s.before == with.instructions && s.after == s.before && s.before == plain.lines,
          "it sees each instruction: %u %u, %u lines of a trace", s.before, s.after, plain.lines);
    check(s.begun == 1 && s.done == 1 && s.groups == 3 && s.groups_ended == 3 && s.waves == 3 &&
              s.waves_ended == 3 && s.secondary == 1 && s.ended == 3 && !s.faults,
          "who begins and ends: %u groups, %u waves, %u ends", s.groups, s.waves, s.ended);
    check(s.stores == COUNT && s.adds == 3 * 2, "%u stores, %u additions", s.stores, s.adds);
    /* By hand: 6 instructions outside the loop, of which 2 are the test and the branch that leave
     * it, and 5 each time round; 72 instances with those that complete the last quad, of which each
     * four have 0 + 1 + 2 + 3 rounds, but the last two, which only complete it, have none. */
    const unsigned rounds = 17 * 6 + 0 + 1;
    check(s.lanes == 72 * 6 + rounds * 5, "%u active lanes, expected %u", s.lanes, 72 * 6 + rounds * 5);
    for (unsigned i = 0; i < COUNT; i++)
        check(memory[i] == (float)(i % 4), "memory of instance %u: %g", i, (double)memory[i]);
    check(gisa_shade_read(m, 0x2000 + 4 * 3, &value, 4) == 4 && value == 3, "gisa_shade_read: %g",
          (double)value);
    check(gisa_shade_read(m, 0x2000 + 4 * COUNT - 2, &word, 4) == 2 && gisa_shade_read(m, 0, &word, 4) == 0,
          "gisa_shade_read at the end of what is mapped");
}

static void test_stop(gisa_shade *m) {
    seen s = {.stop_at = 7};
    const gisa_shade_result r = draw(m, &s, true);
    check(r.end == GISA_SHADE_END_STOPPED && strstr(r.message, "observer") && r.instructions == 6 &&
              s.before == 7 && s.after == 6 && s.exact,
          "the observer stops it: %s, after %u", r.message, s.after);
    check(s.groups_ended == s.groups && s.waves_ended == s.waves && s.done == 1, "and hears of the ends");
}

/* r2 of instance 3 before its first addition: the loop adds 3 to that. */
static void test_set(gisa_shade *m) {
    seen s = {.set_at = 2 + ADD + 1};
    float value;
    draw(m, &s, true);
    memcpy(&value, &s.out[3], sizeof value);
    check(value == 3.5f, "a register that the observer sets: %g", (double)value);
}

static void test_faulty(void) {
    gisa_shade *m = open_machine(NULL, 0);
    seen s = {0};
    const gisa_shade_result r = draw(m, &s, true);
    check(r.end == GISA_SHADE_END_FAULT && s.faults == 1 && s.exact && s.waves_ended == s.waves,
          "a fault is told: %s", r.message);
    gisa_shade_free(m);
}

void test_watched(void) {
    float memory[COUNT] = {0};
    gisa_shade *m = open_machine(memory, sizeof memory);
    test_whole(m, memory);
    test_stop(m);
    test_set(m);
    gisa_shade_free(m);
    test_faulty();
}
