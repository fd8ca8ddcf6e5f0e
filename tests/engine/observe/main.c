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
        const bool beyond = a->lane == i && a->address == 4 * (64 * wave->number + i) + 1024;
        s->exact &= a->access == GISA_ACCESS_WRITE;
        s->exact &= step->fault ? step->outside_count == 1 && a->space == GISA_WAVE_SPACE_MEMORY : beyond;
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

static gisa_loaded *load(gisa_machine *machine, const gisa_isa *isa, const char *source) {
    const gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_CO, .report = report};
    gisa_loaded *loaded = NULL;
    void *object = NULL;
    size_t size;
    if (gisa_assemble("test", source, strlen(source), &as, &object, &size) == GISA_OK)
        gisa_machine_load(machine, object, size, NULL, &loaded);
    free(object);
    return loaded;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A loop in which addresses and active lanes change; v1 is 8 times the work-item, s4 counts. */
static const char row_kernel[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                                 "k:\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n"
                                 "\tv_lshlrev_b32 v1, 3, v0\n"
                                 "\ts_mov_b32 m0, -1\n"
                                 "\ts_mov_b32 s4, 0\n"
                                 "\ts_waitcnt lgkmcnt(0)\n"
                                 "\tv_mov_b32 v8, s9\n"
                                 "next:\tds_write2_b32 v1, v0, v1 offset0:0 offset1:1\n"
                                 "\ts_waitcnt lgkmcnt(0)\n"
                                 "\tv_or_b32 v9, s4, v1\n" /* on some chips the lowest bits do not count */
                                 "\tds_read2_b32 v[2:3], v1 offset0:1 offset1:0\n"
                                 "\tds_read_b64 v[4:5], v1 offset:16\n"
                                 "\tds_read_u8 v6, v9 offset:3\n"
                                 "\tds_read_b32 v10, v9\n"
                                 "\ts_waitcnt lgkmcnt(0)\n"
                                 "\tv_or_b32 v7, s8, v1\n"
                                 "\tflat_store_dwordx2 v[7:8], v[2:3]\n"
                                 "\ts_waitcnt vmcnt(0) lgkmcnt(0)\n"
                                 "\tflat_load_ushort v6, v[7:8]\n"
                                 "\tflat_load_dwordx2 v[7:8], v[7:8]\n" /* the address is lost */
                                 "\ts_waitcnt vmcnt(0) lgkmcnt(0)\n"
                                 "\tv_mov_b32 v8, s9\n"
                                 "\ts_mov_b32 exec_lo, 0x0ff0f005\n"
                                 "\ts_add_u32 s4, s4, 1\n"
                                 "\ts_cmp_lg_u32 s4, 4\n"
                                 "\ts_cbranch_scc1 next\n"
                                 "\ts_endpgm\n"
                                 "\t.p2align 6\n\t.amdhsa_kernel k\n"
                                 "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n"
                                 "\t.amdhsa_group_segment_fixed_size 2048\n"
                                 "\t.amdhsa_next_free_vgpr 12\n\t.amdhsa_next_free_sgpr 20\n"
                                 "\t.end_amdhsa_kernel\n";

enum { MOST_NOTED = 1 << 14 };

/* All elements of a launch, in order. */
typedef struct noted {
    unsigned count, rows;
    bool exact; /* what rows say of all lanes is so */
    gisa_wave_access at[MOST_NOTED];
} noted;

static void note(noted *n, const gisa_wave_access *a) {
    if (n->count < MOST_NOTED)
        n->at[n->count++] = *a;
}

static bool is_between(const gisa_observed_row *r, uint64_t address) {
    return r->start <= address && address + r->size <= r->end && r->end - r->start <= 8 * GISA_WAVE_LANES;
}

static bool note_all(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    noted *n = ctx;
    (void)wave;
    for (unsigned lane = 0; lane < GISA_WAVE_LANES; lane++)
        for (uint32_t i = 0; i < step->row_count; i++) {
            const gisa_observed_row *r = &step->row[i];
            if (r->lanes >> lane & 1)
                note(n, &(gisa_wave_access){r->base[lane] + r->offset, r->size, lane, r->space, r->access});
            n->exact &= !r->regular || r->base[lane] == r->base[0] + lane * (uint64_t)r->step;
            n->exact &= !(r->lanes >> lane & 1) || is_between(r, r->base[lane] + r->offset);
        }
    for (uint32_t i = 0; i < step->access_count; i++)
        note(n, &step->access[i]);
    n->rows += step->row_count;
    return !(step->row_count && step->access_count);
}

static gisa_result run_noted(gisa_machine *machine, const gisa_kernel *k, void *memory, noted *n, bool rows) {
    uint64_t argument = (uint64_t)(uintptr_t)memory;
    const gisa_observer observer = {.ctx = n, .wants_accesses = true, .wants_rows = rows, .after = note_all};
    const gisa_launch launch = {.descriptor = k->descriptor,
                                .grid = {ITEMS, 1, 1},
                                .group = {ITEMS, 1, 1},
                                .kernarg = &argument,
                                .kernarg_size = sizeof argument,
                                .observer = &observer};
    gisa_result result = {0};
    n->count = n->rows = 0;
    n->exact = true;
    test_check(gisa_machine_run(machine, &launch, &result) == GISA_OK);
    return result;
}

static bool is_same(const noted *a, const noted *b) {
    bool same = a->count == b->count && a->count < MOST_NOTED;
    for (unsigned i = 0; i < a->count && same; i++) {
        const gisa_wave_access *x = &a->at[i], *y = &b->at[i];
        same = (x->address == y->address || x->lane == GISA_WAVE_ALL) && x->size == y->size &&
               x->lane == y->lane && x->space == y->space && x->access == y->access;
    }
    return same;
}

/* Rows say what a list says. */
static void rows(const gisa_isa *isa) {
    gisa_machine *machine = gisa_machine_new(isa);
    gisa_loaded *loaded = load(machine, isa, row_kernel);
    void *memory = aligned_alloc(4096, 4096);
    noted *list = calloc(1, sizeof *list), *with_rows = calloc(1, sizeof *list);
    gisa_kernel k;
    if (test_check(loaded && memory && list && with_rows && gisa_kernel_at(loaded, 0, &k) == GISA_OK)) {
        gisa_machine_map(machine, memory, 4096, NULL);
        test_check(run_noted(machine, &k, memory, list, false).end == GISA_END_ENDED);
        test_check(run_noted(machine, &k, memory, with_rows, true).end == GISA_END_ENDED);
        test_check(!list->rows && list->count == WAVES * ((64 + 3 * 46) * 10 + 2));
        test_check(with_rows->rows >= 7 * 6 && with_rows->exact && is_same(list, with_rows));
    }
    gisa_machine_free(machine);
    free(memory);
    free(list);
    free(with_rows);
}

/* ---------------------------------------------------------------------------------------------- */

static void test(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    setting t = {.machine = gisa_machine_new(isa), .memory = calloc(GROUPS * ITEMS, 4)};
    gisa_loaded *loaded = load(t.machine, isa, kernel);
    if (test_check(t.memory && loaded && gisa_kernel_at(loaded, 0, &t.kernel) == GISA_OK)) {
        whole(&t);
        changed(&t);
        stopped(&t);
        fault(&t);
    }
    gisa_machine_free(t.machine);
    free(t.memory);
    if (strcmp(arch, "gfx600") != 0) /* it has no flat addresses */
        rows(isa);
}

int main(void) {
    const char *archs[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    for (unsigned i = 0; i < sizeof archs / sizeof *archs; i++)
        test(archs[i]);
    return test_close("observe");
}
