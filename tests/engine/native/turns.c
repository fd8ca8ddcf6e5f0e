/* SPDX-License-Identifier: MIT */
/* Checks that waves which wait for each other take their turns in the same order, and for as many
   instructions, interpreted and translated: results that depend on that must be the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"

enum { GROUPS = 3, GROUP = 256, ITEMS = GROUPS * GROUP };

/* The number that a wave takes from the counter in LDS shows the order. In each round another wave
   works longest. The last wave ends first; the second one may fault or halt. Each wave keeps a
   number of each lane in LDS over the barrier, every other wave with gaps. */
static const char source[] = "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
                             "k:\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n"
                             "\ts_load_dwordx2 s[12:13], s[0:1], 0x10\n"
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\tv_readfirstlane_b32 s9, v0\n"
                             "\ts_lshr_b32 s9, s9, 6\n"
                             "\ts_lshl_b32 s10, s2, 10\n"
                             "\tv_lshl_add_u32 v3, v0, 2, s10\n"
                             "\tv_mov_b32 v1, 0\n\tv_mov_b32 v2, 1\n\tv_mov_b32 v6, 0\n"
                             "\ts_and_b32 s14, s9, 1\n"
                             "\ts_add_u32 s14, s14, 2\n"
                             "\tv_and_b32 v7, 63, v0\n"
                             "\tv_lshlrev_b32 v7, s14, v7\n"
                             "\ts_lshl_b32 s14, s9, 9\n"
                             "\tv_or_b32 v7, s14, v7\n"
                             "again:\ts_add_u32 s11, s9, s6\n"
                             "\ts_and_b32 s11, s11, 3\n"
                             "\ts_mul_i32 s11, s11, s7\n"
                             "\ts_add_u32 s11, s11, 1\n"
                             "work:\tv_add_u32 v6, v6, v2\n"
                             "\ts_sub_u32 s11, s11, 1\n"
                             "\ts_cmp_lg_u32 s11, 0\n"
                             "\ts_cbranch_scc1 work\n"
                             "\tds_add_rtn_u32 v5, v1, v2\n"
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\tv_lshl_add_u32 v6, v6, 1, v5\n"
                             "\tds_write_b32 v7, v6 offset:16\n"
                             "\ts_barrier\n"
                             "\tds_read_b32 v5, v7 offset:16\n"
                             "\ts_waitcnt lgkmcnt(0)\n"
                             "\tv_add_u32 v6, v6, v5\n"
                             "\ts_sub_u32 s6, s6, 1\n"
                             "\ts_cmp_lg_u32 s6, s12\n"
                             "\ts_cbranch_scc1 fine\n"
                             "\ts_cmp_eq_u32 s9, 1\n"
                             "\ts_cbranch_scc0 fine\n"
                             "\ts_cmp_lg_u32 s13, 0\n"
                             "\ts_cbranch_scc1 halt\n"
                             "\ts_load_dword s13, s[12:13], 0x0\n"
                             "halt:\ts_sethalt 1\n"
                             "fine:\ts_cmp_lg_u32 s6, s9\n"
                             "\ts_cbranch_scc1 again\n"
                             "\tglobal_store_dword v3, v6, s[4:5]\n"
                             "\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n"
                             "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 24\n"
                             "\t.amdhsa_group_segment_fixed_size 2112\n"
                             "\t.amdhsa_next_free_vgpr 8\n\t.amdhsa_next_free_sgpr 16\n"
                             "\t.end_amdhsa_kernel\n";

typedef struct arguments {
    uint64_t results;
    uint32_t rounds, work, stops_at, halts;
} arguments;

typedef struct engine {
    gisa_machine *machine;
    gisa_kernel kernel;
    gisa_result result;
} engine;

static bool open_engine(engine *e, const void *file, size_t size, uint32_t *results,
                        const gisa_native_options *native) {
    gisa_loaded *loaded;
    gisa_error error;
    e->machine = gisa_machine_new(gisa_find("gfx900"));
    return e->machine && gisa_machine_load(e->machine, file, size, &error, &loaded) == GISA_OK &&
           gisa_kernel_at(loaded, 0, &e->kernel) == GISA_OK &&
           gisa_machine_map(e->machine, results, 4 * ITEMS, "results") == GISA_OK &&
           (!native || gisa_machine_native(e->machine, native) == GISA_OK);
}

static bool run(engine *e, arguments a, uint64_t limit) {
    const gisa_launch l = {.descriptor = e->kernel.descriptor,
                           .dimensions = 1,
                           .grid = {ITEMS, 1, 1},
                           .group = {GROUP, 1, 1},
                           .kernarg = &a,
                           .kernarg_size = sizeof a,
                           .threads = 1,
                           .limit = limit};
    memset((void *)(uintptr_t)a.results, 0, 4 * ITEMS);
    return gisa_machine_run(e->machine, &l, &e->result) == GISA_OK;
}

static void compare(engine *plain, engine *native, arguments a, uint64_t limit) {
    static uint32_t kept[ITEMS];
    uint32_t *const results = (void *)(uintptr_t)a.results; /* of both */
    const gisa_result *x = &plain->result, *y = &native->result;
    if (!test_check(run(plain, a, limit)))
        return;
    memcpy(kept, results, sizeof kept);
    if (!test_check(run(native, a, limit) && x->end == y->end && x->instructions == y->instructions &&
                    strcmp(x->message, y->message) == 0 && strcmp(x->registers, y->registers) == 0 &&
                    memcmp(kept, results, sizeof kept) == 0))
        printf("rounds %u, work %u, stop at %u, limit %llu: interpreted: %llu instructions %s, translated: "
               "%llu instructions %s\n",
               a.rounds, a.work, a.stops_at, (unsigned long long)limit, (unsigned long long)x->instructions,
               x->message, (unsigned long long)y->instructions, y->message);
}

static void compare_all(engine *plain, engine *native, uint32_t *results) {
    static const uint32_t work[] = {0, 3, 2500, 7000}; /* a turn ends before a wave waits, or after it */
    for (unsigned i = 0; i < sizeof work / sizeof *work; i++) {
        arguments a = {(uintptr_t)results, 12, work[i], 0, 0};
        uint64_t all;
        compare(plain, native, a, 0);
        all = plain->result.instructions;
        for (unsigned k = 0; k < 40; k++)
            compare(plain, native, a, 1 + any() % all);
        for (a.stops_at = 2; a.stops_at < 12; a.stops_at += 3)
            for (a.halts = 0; a.halts < 2; a.halts++)
                compare(plain, native, a, 0);
        a.stops_at = 0;
        a.rounds = 4000; /* without work: many rounds in one stay in translated code */
        if (!a.work)
            compare(plain, native, a, 0);
    }
}

void turn_tests(void) {
    uint32_t *results = calloc(ITEMS, 4);
    size_t size = 0;
    void *const file = assemble(gisa_find("gfx900"), source, &size);
    engine plain = {0}, native = {0};
    test_begin();
    if (test_check(file && results && open_engine(&plain, file, size, results, NULL) &&
                   open_engine(&native, file, size, results, native_options())))
        compare_all(&plain, &native, results);
    test_end();
    gisa_machine_free(plain.machine);
    gisa_machine_free(native.machine);
    free(file);
    free(results);
}
