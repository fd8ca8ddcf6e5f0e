/* SPDX-License-Identifier: MIT */
/* Launches with an observer: who begins and ends, what instructions it is told of, with which
   registers and memory, and what it can do about it. */
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "gisa_observe.h"

TEST_COUNTERS;

/* Each work-item writes 64 * group + its number, through LDS, to the memory of the argument. Two
 * waves meet at a barrier. %s: an addition. */
static const char kernel[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                             "k:\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n"
                             "\ts_movk_i32 s4, 0x80\n"
                             "\ts_mul_i32 s4, s2, s4\n"
                             "\tv_lshlrev_b32 v1, 2, v0\n"
                             "\ts_mov_b32 m0, -1\n"
                             "\tds_write_b32 v1, v0 offset:16\n"
                             "\tds_write_b32 v1, v0 offset:1024\n" /* beyond the LDS */
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\ts_barrier\n"
                             "\tds_read_b32 v2, v1 offset:16\n"
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\tv_or_b32 v2, s4, v2\n"
                             "\ts_lshl_b32 s5, s4, 2\n"
                             "\ts_mov_b32 s10, -1\n"
                             "\ts_mov_b32 s11, 0x24000\n"
                             "\tbuffer_store_dword v2, v1, s[8:11], s5 offen\n"
                             "\ts_waitcnt vmcnt(0)\n"
                             "\ts_endpgm\n"
                             "\t.p2align 6\n\t.amdhsa_kernel k\n"
                             "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n"
                             "\t.amdhsa_group_segment_fixed_size 1000\n"
                             "\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 20\n"
                             "\t.end_amdhsa_kernel\n";

enum { GROUPS = 3, ITEMS = 128, WAVES = 2, INSTRUCTIONS = 18 };

typedef struct seen {
    unsigned groups, groups_ended, waves, waves_ended, before, after, waited, ended, faults;
    unsigned begun, done;                  /* launches */
    unsigned lds, memory, scalar, outside; /* elements */
    bool exact;                            /* nothing that it was told was wrong */
    unsigned stop_at, set_at;              /* numbers of instructions, from 1; 0: nowhere */
    uint64_t stopped;                      /* the address of the last one that it was told of */
} seen;

static void begins(void *ctx, const gisa_observed_launch *launch) {
    seen *s = ctx;
    s->exact &= !s->groups && launch->asked->grid[0] == GROUPS * ITEMS && launch->groups[0] == GROUPS;
    s->exact &= launch->lds_size == 1000 && !launch->private_memory && launch->kernarg;
    s->begun++;
}

static void ends(void *ctx) {
    seen *s = ctx;
    s->exact &= s->groups == s->groups_ended;
    s->done++;
}

static void group_begins(void *ctx, gisa_observed_group *group) {
    seen *s = ctx;
    s->exact &= !group->data && group->id[0] == s->groups && group->size[0] == ITEMS && group->waves == WAVES;
    group->data = s;
    s->groups++;
}

static void group_ends(void *ctx, gisa_observed_group *group) {
    seen *s = ctx;
    s->exact &= group->data == s;
    s->groups_ended++;
}

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    seen *s = ctx;
    s->exact &= !wave->data && wave->group->data == s && wave->vgpr[0][5] == 64 * wave->number + 5;
    wave->data = wave;
    s->waves++;
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    seen *s = ctx;
    s->exact &= wave->data == wave;
    s->waves_ended++;
}

/* The same registers by name. */
static uint64_t named(const gisa_observed_wave *wave, const char *name, unsigned lane) {
    gisa_wave_register reg;
    uint32_t word[2] = {0, 0};
    if (gisa_wave_find(wave->wave, name, &reg, NULL))
        return UINT64_MAX;
    for (unsigned i = 0; i < reg.count && i < 2; i++)
        gisa_wave_get(wave->wave, &reg, lane, i, &word[i]);
    return word[0] | (uint64_t)word[1] << 32;
}

static bool before(void *ctx, gisa_observed_wave *wave, gisa_site *site) {
    seen *s = ctx;
    s->before++;
    s->exact &= named(wave, "pc", 0) == site->pc && site->insn.size != 0;
    s->exact &= named(wave, "exec", 0) == *wave->exec && named(wave, "v1", 7) == wave->vgpr[1][7] &&
                named(wave, "s4", 0) == wave->scalar[4];
    if (s->before == s->set_at)
        wave->vgpr[0][3] = 1000;
    s->stopped = site->pc;
    return s->before != s->stop_at;
}

static void count_access(seen *s, const gisa_wave_access *a, unsigned i) {
    const bool scalar = a->lane == GISA_WAVE_ALL;
    s->exact &= scalar ? a->access == GISA_ACCESS_READ : a->lane == i && a->size == 4;
    s->exact &= a->space != GISA_WAVE_SPACE_LDS || a->address >= 16;
    *(a->space == GISA_WAVE_SPACE_LDS ? &s->lds : scalar ? &s->scalar : &s->memory) += 1;
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    seen *s = ctx;
    s->after++;
    s->waited += step->kind == GISA_WAVE_KIND_WAITS;
    s->ended += step->kind == GISA_WAVE_KIND_ENDED;
    s->faults += step->fault != GISA_CAUSE_NONE;
    s->exact &=
        step->kind != GISA_WAVE_KIND_WENT_ON || step->next_pc == step->site->pc + step->site->insn.size;
    s->exact &= wave->group->waves == WAVES;
    for (uint32_t i = 0; i < step->access_count; i++)
        count_access(s, &step->access[i], i);
    for (uint32_t i = 0; i < step->outside_count; i++) {
        const gisa_wave_access *a = &step->outside[i];
        s->exact &= a->lane == i && a->address == 4 * (64 * wave->number + i) + 1024 &&
                    a->access == GISA_ACCESS_WRITE;
        s->outside++;
    }
    return true;
}

typedef struct setting {
    gisa_machine *machine;
    gisa_kernel kernel;
    uint32_t *memory;
} setting;

/* The kernel may write `size` bytes. */
static gisa_result run(const setting *t, seen *s, unsigned size) {
    uint64_t argument = (uint64_t)(uintptr_t)t->memory;
    const gisa_observer observer = {.ctx = s,
                                    .wants_accesses = true,
                                    .begins = begins,
                                    .ends = ends,
                                    .group_begins = group_begins,
                                    .group_ends = group_ends,
                                    .wave_begins = wave_begins,
                                    .wave_ends = wave_ends,
                                    .before = before,
                                    .after = after};
    const gisa_launch launch = {.descriptor = t->kernel.descriptor,
                                .grid = {GROUPS * ITEMS, 1, 1},
                                .group = {ITEMS, 1, 1},
                                .kernarg = &argument,
                                .kernarg_size = sizeof argument,
                                .threads = 4,
                                .observer = &observer};
    gisa_result result = {0};
    s->exact = true;
    gisa_machine_map_guarded(t->machine, argument, t->memory, GROUPS * ITEMS * 4, 0, size, "memory");
    test_check(gisa_machine_run(t->machine, &launch, &result) == GISA_OK);
    gisa_machine_unmap_at(t->machine, argument);
    return result;
}

static bool is_balanced(const seen *s) {
    return s->exact && s->begun == 1 && s->done == 1 && s->groups == s->groups_ended &&
           s->waves == s->waves_ended;
}

/* To the end: everything is told, and the results are as without an observer. */
static void whole(const setting *t) {
    seen s = {0};
    bool same = true;
    const gisa_result r = run(t, &s, GROUPS * ITEMS * 4);
    for (unsigned i = 0; i < GROUPS * ITEMS; i++)
        same &= t->memory[i] == i;
    test_check(r.end == GISA_END_ENDED && same);
    test_check(is_balanced(&s) && s.groups == GROUPS && s.waves == GROUPS * WAVES);
    test_check(r.instructions == INSTRUCTIONS * GROUPS * WAVES && s.after - s.waited == r.instructions);
    test_check(s.before == s.after && s.waited == GROUPS && s.ended == GROUPS * WAVES && !s.faults);
    test_check(s.outside == GROUPS * ITEMS);
    test_check(s.lds == 2 * GROUPS * ITEMS && s.memory == GROUPS * ITEMS && s.scalar >= GROUPS * WAVES);
}

/* A register that is set before an instruction counts: the sixth one writes v0 to LDS. */
static void changed(const setting *t) {
    seen s = {.set_at = 6};
    run(t, &s, GROUPS * ITEMS * 4);
    test_check(is_balanced(&s) && t->memory[2] == 2 && t->memory[4] == 4);
    test_check(t->memory[3] == 1000);
}

/* The write to LDS does not run in the first wave, nor does anything else. */
static void stopped(const setting *t) {
    seen s = {.stop_at = 6};
    const gisa_result r = run(t, &s, GROUPS * ITEMS * 4);
    test_check(r.end == GISA_END_STOPPED && is_balanced(&s) && s.groups == 1 && s.waves == 1);
    test_check(!s.lds && s.before == s.after + 1 && r.pc == s.stopped);
}

/* The store of the second group ends in a fault. */
static void fault(const setting *t) {
    seen s = {0};
    const gisa_result r = run(t, &s, ITEMS * 4);
    test_check(r.end == GISA_END_FAULT && r.cause == GISA_CAUSE_ADDRESS && r.group[0] == 1);
    test_check(is_balanced(&s) && s.faults == 1 && s.groups == 2);
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    printf("%u: %s\n", d->line, d->message);
}

static gisa_loaded *load(gisa_machine *machine, const gisa_isa *isa) {
    const gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO, .report = report};
    gisa_loaded *loaded = NULL;
    void *object = NULL;
    size_t size;
    if (gisa_assemble("test", kernel, strlen(kernel), &as, &object, &size) == GISA_OK)
        gisa_machine_load(machine, object, size, NULL, &loaded);
    free(object);
    return loaded;
}

static void test(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    setting t = {.machine = gisa_machine_new(isa), .memory = calloc(GROUPS * ITEMS, 4)};
    gisa_loaded *loaded = load(t.machine, isa);
    if (test_check(t.memory && loaded && gisa_kernel_at(loaded, 0, &t.kernel) == GISA_OK)) {
        whole(&t);
        changed(&t);
        stopped(&t);
        fault(&t);
    }
    gisa_machine_free(t.machine);
    free(t.memory);
}

int main(void) {
    const char *archs[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    for (unsigned i = 0; i < sizeof archs / sizeof *archs; i++)
        test(archs[i]);
    return test_close("observe");
}
