/* SPDX-License-Identifier: MIT */
/* What steps and runs tell; faults; code that does harm. */
#include <stdlib.h>
#include <string.h>

#include "wave.h"

static const char *arch;
static gisa_wave *w;
static gisa_wave_step_info info;

static void begin(const gisa_isa *isa, const char *code, const char *before) {
    gisa_error error = {0};
    arch = gisa_name(isa);
    w = gisa_wave_new(isa);
    check(w && gisa_wave_assemble(w, 0x1000, code, GISA_SYNTAX_LLVM, &error) == GISA_OK && set(w, before),
          arch, code);
}

static bool changed(const char *name, uint64_t lanes) {
    char text[GISA_WAVE_NAME];
    for (uint32_t i = 0; i < info.change_count; i++)
        if (gisa_wave_name(w, &info.change[i].reg, 0, text) == GISA_OK && strcmp(text, name) == 0)
            return info.change[i].lanes == lanes;
    return false;
}

static void kinds(const gisa_isa *isa) {
    begin(isa, "v_mov_b32 v3, 5\ns_branch over\ns_nop 0\nover: s_sleep 1\ns_barrier\ns_endpgm",
          "exec=30 v3=1");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && info.pc == 0x1000 && info.next_pc == 0x1004,
          arch, "a step goes on");
    check(info.change_count == 1 && changed("v3", 0x30) && info.insn.size == 4, arch,
          "v3 has changed in two lanes");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_JUMPED && info.next_pc == 0x100c, arch, "a step jumps");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_SLEEPS, arch, "a step sleeps");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && info.next_pc == 0x1014, arch,
          "a barrier of one wave");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_ENDED, arch, "the wave ends");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_ENDED, arch, "and does nothing then");
    check(set(w, "pc=1000") && gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON, arch,
          "but from another pc");
    gisa_wave_free(w);
    begin(isa, "s_sethalt 1\ns_nop 0", "");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_HALTED &&
              gisa_wave_step(w, &info) == GISA_WAVE_KIND_HALTED,
          arch, "a halted wave");
    check(set(w, "status.halt=0") && gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON, arch, "is let go");
    gisa_wave_free(w);
}

static void runs(const gisa_isa *isa) {
    gisa_wave_result r;
    begin(isa, "x: s_add_u32 s0, s0, 1\ns_nop 0\ns_branch x", "");
    check(gisa_wave_run(w, 31, 0, &r) == GISA_WAVE_END_LIMIT && r.instructions == 31 && get(w, "s0", 0) == 11,
          arch, "a limit");
    check(gisa_wave_run(w, 0, 0x1008, &r) == GISA_WAVE_END_ADDRESS && r.instructions == 1 &&
              get(w, "pc", 0) == 0x1008,
          arch, "an address");
    check(gisa_wave_run(w, 0, 0x1008, &r) == GISA_WAVE_END_ADDRESS && r.instructions == 3, arch,
          "one instruction at least is run");
    gisa_wave_free(w);
    begin(isa, "s_nop 0\ns_endpgm", "");
    check(gisa_wave_run(w, 0, 0, &r) == GISA_WAVE_END_ENDED && r.instructions == 2, arch, "an end");
    gisa_wave_free(w);
    begin(isa, "s_nop 0\ns_trap 2", "");
    check(gisa_wave_run(w, 0, 0, &r) == GISA_WAVE_END_FAULT && r.instructions == 1 &&
              r.fault.cause == GISA_CAUSE_TRAP && r.fault.address == 2 && get(w, "pc", 0) == 0x1004,
          arch, "a trap");
    gisa_wave_free(w);
    begin(isa, "s_setpc_b64 s[4:5]", "s[4:5]=123450000");
    check(gisa_wave_run(w, 0, 0, &r) == GISA_WAVE_END_FAULT && r.fault.cause == GISA_CAUSE_INSTRUCTION, arch,
          "a jump to nowhere");
    gisa_wave_free(w);
}

/* Loads and stores where memory is mapped, from all lanes but two. */
static void memory(const gisa_isa *isa) {
    uint32_t words[64], copy[64];
    for (uint32_t i = 0; i < 64; i++)
        words[i] = i * 3;
    begin(isa, "s_load_dword s0, s[4:5], s6\ns_load_dword s1, s[8:9], s6",
          "s[4:5]=50000000000 s6=8 s[8:9]=60000000000");
    check(gisa_wave_map(w, 0x50000000000, words, sizeof words, false) == GISA_OK, arch, "memory is mapped");
    check(gisa_wave_map(w, 0x50000000010, words, 4, false) == GISA_STATUS_BAD_ARGUMENT, arch, "once");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && get(w, "s0", 0) == 6, arch, "a scalar load");
    check(info.access_count == 1 && info.access[0].address == 0x50000000008 && info.access[0].size == 4 &&
              info.access[0].lane == GISA_WAVE_ALL && info.access[0].access == GISA_ACCESS_READ &&
              info.access[0].space == GISA_WAVE_SPACE_MEMORY,
          arch, "which is told");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_FAULT && info.fault.cause == GISA_CAUSE_ADDRESS &&
              info.fault.address == 0x60000000008 && get(w, "pc", 0) == info.pc && get(w, "s1", 0) == 0,
          arch, "a load from nowhere");
    gisa_wave_free(w);
    memcpy(copy, words, sizeof copy);
    begin(isa, "buffer_store_dword v1, v0, s[0:3], 0 offen", "v1=77 s0=0 s1=500 s2=ffffffff s3=24000 exec=5");
    gisa_wave_register v0;
    gisa_wave_find(w, "v0", &v0, NULL);
    for (uint32_t i = 0; i < 64; i++)
        gisa_wave_set(w, &v0, i, 0, 4 * i);
    gisa_wave_map(w, 0x50000000000, words, sizeof words, false);
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_FAULT && memcmp(words, copy, sizeof copy) == 0, arch,
          "memory that may only be read");
    gisa_wave_free(w);
    begin(isa, "buffer_store_dword v1, v0, s[0:3], 0 offen", "v1=77 s0=0 s1=500 s2=ffffffff s3=24000 exec=5");
    for (uint32_t i = 0; i < 64; i++)
        gisa_wave_set(w, &v0, i, 0, 4 * i);
    gisa_wave_map(w, 0x50000000000, words, sizeof words, true);
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && words[0] == 0x77 && words[1] == 3 &&
              words[2] == 0x77,
          arch, "a store from two lanes");
    check(info.access_count == 2 && info.access[1].lane == 2 && info.access[1].address == 0x50000000008 &&
              info.access[1].access == GISA_ACCESS_WRITE && info.change_count == 0,
          arch, "which is told");
    gisa_wave_free(w);
    begin(isa, "ds_add_rtn_u32 v0, v1, v2", "v1=10 v2=1 exec=f0 m0=ffff");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && info.access_count == 4 &&
              info.access[3].lane == 7 && info.access[3].space == GISA_WAVE_SPACE_LDS &&
              info.access[3].address == 16 &&
              info.access[3].access == (GISA_ACCESS_READ | GISA_ACCESS_WRITE) && changed("v0", 0xe0),
          arch, "atomic operations in LDS");
    gisa_wave_free(w);
}

/* The same buffer by one format after another; at the host's own address, where all lanes are done
   at once. */
static void formats(const gisa_isa *isa) {
    static uint32_t word = 0x12348765;
    char before[200];
    snprintf(before, sizeof before, "s0=%x s1=%x s2=4 s3=24000", (uint32_t)(uintptr_t)&word,
             (uint32_t)((uint64_t)(uintptr_t)&word >> 32));
    begin(isa,
          "tbuffer_load_format_x v0, off, s[0:3], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]\n"
          "tbuffer_load_format_x v1, off, s[0:3], 0 format:[BUF_DATA_FORMAT_16,BUF_NUM_FORMAT_UINT]\n"
          "tbuffer_load_format_x v2, off, s[0:3], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_SINT]",
          before);
    gisa_wave_map(w, (uintptr_t)&word, &word, sizeof word, true);
    for (unsigned i = 0; i < 3; i++)
        check(gisa_wave_step(w, NULL) == GISA_WAVE_KIND_WENT_ON, arch, "a load by a format");
    check(get(w, "v0", 63) == 0x12348765 && get(w, "v1", 63) == 0x8765 && get(w, "v2", 63) == 0x12348765,
          arch, "formats of three loads");
    gisa_wave_free(w);
}

static void names(const gisa_isa *isa) {
    static const char *const wrong[] = {
        "",    "v256",    "v[3:2]",       "v[0:256]", "s200",   "x1",     "v",
        "v[1", "s[1:2]]", "v 1",          "mode.",    "mode.x", "lds[2]", "lds[99999999]",
        "1.0", "status.", "v99999999999", "s[4:v5]",  "lds",    "vccz",   "src_scc"};
    static const char *const right[] = {
        "v255",        "V[2:3]",      "s4",    "S[4:7]", "vcc",        "vcc_lo",      "vcc_hi",
        "exec",        "exec_lo",     "m0",    "scc",    "pc",         "mode",        "MODE",
        "hw_reg_mode", "status.priv", "ttmp2", "lds[0]", "lds[16:31]", "mode.denorm", "trapsts"};
    gisa_wave_register reg;
    gisa_error error;
    char name[GISA_WAVE_NAME];
    uint32_t value;
    begin(isa, "s_nop 0", "");
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check(gisa_wave_find(w, wrong[i], &reg, &error) == GISA_STATUS_SYNTAX && *error.message, arch,
              wrong[i]);
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
        check(gisa_wave_find(w, right[i], &reg, &error) == GISA_OK &&
                  gisa_wave_get(w, &reg, 63, reg.count - 1, &value) == GISA_OK &&
                  gisa_wave_name(w, &reg, 0, name) == GISA_OK,
              arch, right[i]);
    check(gisa_wave_find(w, "v1", &reg, NULL) == GISA_OK && gisa_wave_get(w, &reg, 64, 0, &value) &&
              gisa_wave_get(w, &reg, 0, 1, &value) && gisa_wave_set(w, &reg, 64, 0, 1) &&
              !gisa_wave_row(w, &reg, 1) && gisa_wave_row(w, &reg, 0),
          arch, "lanes and words that are not there");
    gisa_wave_find(w, "status.execz", &reg, NULL);
    check(gisa_wave_get(w, &reg, 0, 0, &value) == GISA_OK && !value && gisa_wave_set(w, &reg, 0, 0, 1), arch,
          "execz is computed");
    check(set(w, "exec=0") && gisa_wave_get(w, &reg, 0, 0, &value) == GISA_OK && value, arch, "from exec");
    gisa_wave_find(w, "v255", &reg, NULL);
    reg.count = 100000;
    reg.first = 4294967290u;
    check(gisa_wave_set(w, &reg, 0, 99999, 1) && gisa_wave_set(w, &reg, 0, 7, 1) &&
              gisa_wave_get(w, &reg, 0, 0, &value),
          arch, "a register that is made up");
    gisa_wave_free(w);
}

static uint64_t seed = 1;
static uint32_t chance(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

/* Any words, with registers full of addresses near what is mapped: nothing outside changes. */
static void hostile(const gisa_isa *isa) {
    enum { GUARD = 64, INSIDE = 256 };
    uint32_t *block = malloc((2 * GUARD + INSIDE) * 4), code[64];
    gisa_wave_register reg;
    bool good = block != NULL;
    arch = gisa_name(isa);
    memset(block, 0x5a, (2 * GUARD + INSIDE) * 4);
    test_begin();
    for (unsigned n = 0; n < 300 && good; n++) {
        w = gisa_wave_new(isa);
        good = w && gisa_wave_map(w, (uintptr_t)(block + GUARD), block + GUARD, INSIDE * 4, true) == GISA_OK;
        for (unsigned i = 0; i < 64; i++)
            code[i] = chance();
        good = good && gisa_wave_load(w, 0x4000, code, sizeof code) == GISA_OK;
        gisa_wave_find(w, "s[0:99]", &reg, NULL);
        for (unsigned i = 0; i < 100; i += 2) {
            uint64_t at = (uintptr_t)(block + GUARD) + chance() % 1200 - 90;
            gisa_wave_set(w, &reg, 0, i, (uint32_t)at);
            gisa_wave_set(w, &reg, 0, i + 1, (uint32_t)(at >> 32));
        }
        gisa_wave_find(w, "v[0:255]", &reg, NULL);
        for (unsigned i = 0; i < 256; i++)
            gisa_wave_set(w, &reg, GISA_WAVE_ALL, i,
                          (uint32_t)(((uintptr_t)(block + GUARD) + i) >> (i % 2 ? 32 : 0)));
        for (unsigned i = 0; i < 64; i++)
            if (gisa_wave_step(w, n % 2 ? &info : NULL) == GISA_WAVE_KIND_FAULT) {
                char pc[40];
                snprintf(pc, sizeof pc, "pc=%x", 0x4000 + 4 * (i + 1));
                set(w, pc);
            }
        for (unsigned i = 0; i < GUARD; i++)
            good = good && block[i] == 0x5a5a5a5a && block[GUARD + INSIDE + i] == 0x5a5a5a5a;
        gisa_wave_free(w);
        check(good, arch, "nothing changes but what is mapped");
    }
    test_end();
    free(block);
}

/* Errors in texts; code in the place of other code. */
static void code(const gisa_isa *isa) {
    gisa_error error;
    uint32_t word = 0xffffffff;
    begin(isa, "s_mov_b32 s0, 1", "");
    check(gisa_wave_assemble(w, 0x1000, "s_nop 0\nv_nothing v0", GISA_SYNTAX_LLVM, &error) ==
                  GISA_STATUS_FAILED &&
              error.offset == 8 && *error.message,
          arch, "an error in the second line");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && get(w, "s0", 0) == 1, arch,
          "the code before stays");
    check(gisa_wave_assemble(w, 0x1000, "s_mov_b32 s0, 2", GISA_SYNTAX_CLRX, &error) == GISA_OK &&
              gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && get(w, "s0", 0) == 2,
          arch, "other code in the same place");
    check(gisa_wave_load(w, 0x1002, &word, 4) == GISA_STATUS_BAD_ARGUMENT, arch, "code at an odd address");
    check(gisa_wave_load(w, 0x1000, &word, 4) == GISA_OK &&
              gisa_wave_step(w, &info) == GISA_WAVE_KIND_FAULT && info.fault.cause == GISA_CAUSE_INSTRUCTION,
          arch, "no instruction");
    check(gisa_wave_load(w, 0x2000, NULL, 0) == GISA_OK && gisa_wave_step(w, &info) == GISA_WAVE_KIND_FAULT,
          arch, "no code");
    gisa_wave_free(w);
}

void test_steps(void) {
    check(!gisa_wave_new(NULL) && gisa_wave_step(NULL, NULL) == GISA_WAVE_KIND_FAULT, "none",
          "no architecture");
    gisa_wave_free(NULL);
    for (unsigned k = 0; gisa_at(k); k++)
        if (strcmp(gisa_family(gisa_at(k)), "gcn") == 0) {
            kinds(gisa_at(k));
            runs(gisa_at(k));
            memory(gisa_at(k));
            formats(gisa_at(k));
            names(gisa_at(k));
            code(gisa_at(k));
            hostile(gisa_at(k));
        }
}
