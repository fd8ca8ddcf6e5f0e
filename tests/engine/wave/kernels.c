/* SPDX-License-Identifier: MIT */
/* The same code in a wave and in a kernel: random instructions that compute, between code that
   fills registers and code that stores them. */
#include <stdlib.h>
#include <string.h>

#include "wave.h"

enum { STORED = 12, PLACE = 4096, TRIALS = 300 };

static uint64_t seed = 99;
static uint32_t chance(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

/* An instruction that computes on registers. */
static void choose(const gisa_isa *isa, uint32_t words[2], unsigned *size) {
    gisa_form_info form;
    gisa_insn insn;
    do {
        words[0] = chance();
        words[1] = chance();
        if (gisa_decode(isa, words, 8, &insn) != GISA_OK || gisa_form(isa, insn.form, &form) != GISA_OK)
            continue;
        *size = insn.size;
        if ((form.class_ == GISA_CLASS_VALU || form.class_ == GISA_CLASS_SALU) &&
            form.flow == GISA_FLOW_NEXT && !(form.writes & GISA_STATE_PC))
            return;
    } while (true);
}

/* Registers from the numbers of lanes; the words; stores of v0 to v11 to the place in s[4:5], by
   lanes that were on at the beginning. */
static void put_code(char *text, size_t room, const uint32_t words[2], unsigned size) {
    size_t n = (size_t)snprintf(text, room,
                                "s_load_dwordx2 s[94:95], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
                                "v_lshlrev_b32 v40, 2, v0\nv_or_b32 v40, s94, v40\nv_mov_b32 v41, s95\n"
                                "s_mov_b32 vcc_lo, 0x12345678\ns_mov_b32 s8, 0x40490fdb\n");
    for (unsigned i = 1; i < STORED; i++)
        n += (size_t)snprintf(text + n, room - n, "v_mul_u32_u24 v%u, 0x%x, v0\nv_xor_b32 v%u, 0x%x, v%u\n",
                              i, i * 7919, i, i * 0x1f3d5b79u, i);
    for (unsigned i = 0; i < size / 4; i++)
        n += (size_t)snprintf(text + n, room - n, ".long 0x%x\n", words[i]);
    n += (size_t)snprintf(text + n, room - n, "s_mov_b64 exec, -1\nv_mov_b32 v43, v41\n");
    for (unsigned i = 0; i < STORED; i++)
        n += (size_t)snprintf(text + n, room - n, "v_or_b32 v42, 0x%x, v40\nflat_store_dword v[42:43], v%u\n",
                              256 * i, i);
    snprintf(text + n, room - n, "s_endpgm\n");
}

static gisa_end_kind run_kernel(const gisa_isa *isa, const char *text, uint64_t *place) {
    static char source[8000];
    gisa_asm_options options = {.isa = isa, .output = GISA_OUTPUT_CO};
    gisa_machine *m = gisa_machine_new(isa);
    gisa_loaded *loaded;
    gisa_kernel kernel;
    gisa_result result = {.end = GISA_END_STOPPED};
    gisa_launch l = {
        .dimensions = 1, .grid = {64}, .group = {64}, .kernarg = &place, .kernarg_size = 8, .limit = 1000};
    void *file = NULL;
    size_t size;
    snprintf(
        source, sizeof source,
        ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\n%s.rodata\n.p2align 6\n.amdhsa_kernel k\n"
        ".amdhsa_next_free_vgpr 256\n.amdhsa_next_free_sgpr 96\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
        ".amdhsa_system_sgpr_workgroup_id_x 0\n.amdhsa_group_segment_fixed_size 65536\n.end_amdhsa_kernel\n",
        text);
    if (m && gisa_assemble("k", source, strlen(source), &options, &file, &size) == GISA_OK &&
        gisa_machine_load(m, file, size, NULL, &loaded) == GISA_OK &&
        gisa_kernel_at(loaded, 0, &kernel) == GISA_OK && gisa_machine_map(m, place, PLACE, NULL) == GISA_OK) {
        l.descriptor = kernel.descriptor;
        gisa_machine_run(m, &l, &result);
    }
    free(file);
    gisa_machine_free(m);
    return result.end;
}

static gisa_wave_end run_wave(const gisa_isa *isa, const char *text, uint64_t *place, bool steps) {
    gisa_wave *w = gisa_wave_new(isa);
    gisa_wave_register v0;
    gisa_wave_end end = GISA_WAVE_END_FAULT;
    uint64_t arguments[8] = {(uintptr_t)place};
    static gisa_wave_step_info info;
    if (w && gisa_wave_assemble(w, 0x7000, text, GISA_SYNTAX_LLVM, NULL) == GISA_OK &&
        gisa_wave_find(w, "v0", &v0, NULL) == GISA_OK && set(w, "s[0:1]=90000") &&
        gisa_wave_map(w, 0x90000, arguments, sizeof arguments, false) == GISA_OK &&
        gisa_wave_map(w, (uintptr_t)place, place, PLACE, true) == GISA_OK) {
        for (uint32_t i = 0; i < GISA_WAVE_LANES; i++)
            gisa_wave_set(w, &v0, i, 0, i);
        while (steps && gisa_wave_step(w, &info) < GISA_WAVE_KIND_ENDED)
            ;
        end = steps ? info.kind == GISA_WAVE_KIND_ENDED ? GISA_WAVE_END_ENDED : GISA_WAVE_END_FAULT
                    : gisa_wave_run(w, 1000, 0, NULL);
    }
    gisa_wave_free(w);
    return end;
}

static void compare(const gisa_isa *isa) {
    uint64_t *place[3];
    unsigned ended = 0;
    for (unsigned i = 0; i < 3; i++)
        place[i] = aligned_alloc(PLACE, PLACE);
    test_begin();
    for (unsigned n = 0; n < TRIALS; n++) {
        uint32_t words[2];
        unsigned size;
        char text[4000], what[120];
        choose(isa, words, &size);
        put_code(text, sizeof text, words, size);
        for (unsigned i = 0; i < 3; i++)
            memset(place[i], 0, PLACE);
        gisa_end_kind kernel = run_kernel(isa, text, place[0]);
        gisa_wave_end run = run_wave(isa, text, place[1], false), steps = run_wave(isa, text, place[2], true);
        snprintf(what, sizeof what,
                 "0x%08x 0x%08x: a kernel ends by %d, a wave by %d and %d, or they store other numbers",
                 words[0], words[1], kernel, run, steps);
        check((kernel == GISA_END_ENDED) == (run == GISA_WAVE_END_ENDED) && run == steps &&
                  memcmp(place[0], place[1], PLACE) == 0 && memcmp(place[0], place[2], PLACE) == 0,
              gisa_name(isa), what);
        ended += kernel == GISA_END_ENDED && place[0][200] != 0;
    }
    test_end();
    check(ended > TRIALS / 2, gisa_name(isa), "most kernels end and have stored something");
    for (unsigned i = 0; i < 3; i++)
        free(place[i]);
}

void test_kernels(void) {
    compare(gisa_find("gfx700"));
    compare(gisa_find("gfx803"));
    compare(gisa_find("gfx900"));
}
