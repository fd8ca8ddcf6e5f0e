/* SPDX-License-Identifier: MIT */
/* The same calls for USSE. */
#include <string.h>

#include "wave.h"

static gisa_wave *w;
static gisa_wave_step_info info;

static bool begin(const char *code, const char *before) {
    gisa_error error = {0};
    w = gisa_wave_new(gisa_find("sgx543"));
    return check(w && gisa_wave_assemble(w, 0, code, GISA_SYNTAX_LLVM, &error) == GISA_OK && set(w, before),
                 "sgx543", code);
}

static void values(void) {
    static const struct {
        const char *code, *before, *reg;
        uint64_t expected;
    } all[] = {
        {"mul.f32 r0.x, pa0.x, sa4.x", "pa0=3fc00000 sa4=40000000", "r0", 0x40400000},
        {"dot.f32 r0.x, pa0.xyzw, sa0.xyzw",
         "pa0=3f800000 pa1=40000000 pa2=40400000 pa3=40800000 sa0=3f800000 sa1=3f800000 sa2=3f800000 sa3=3f000000",
         "r0", 0x41000000},
        {"mov.f32 r0.x, i0.x", "i0.x=3f800000", "r0", 0x3f800000},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        if (begin(all[i].code, all[i].before))
            check(gisa_wave_run(w, 0, 0, NULL) == GISA_WAVE_END_ENDED &&
                      get(w, all[i].reg, 63) == all[i].expected,
                  "sgx543", all[i].code);
        gisa_wave_free(w);
    }
}

static void steps(void) {
    char name[GISA_WAVE_NAME];
    begin("mov.f32 r2.x, pa0.x\nmov.f32 r4.x, pa0.x", "pa0=3f800000");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && info.next_pc == 8 && info.insn.size == 8 &&
              info.change_count == 1 && info.change[0].lanes == UINT64_MAX &&
              gisa_wave_name(w, &info.change[0].reg, 0, name) == GISA_OK && strcmp(name, "r2") == 0,
          "sgx543", "a step and what it changes");
    check(gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON &&
              gisa_wave_step(w, &info) == GISA_WAVE_KIND_ENDED,
          "sgx543", "the end");
    check(set(w, "pc=0 pa0=5") && gisa_wave_step(w, &info) == GISA_WAVE_KIND_WENT_ON && get(w, "r2", 0) == 5,
          "sgx543", "and again");
    gisa_wave_free(w);
}

static void names(void) {
    static const char *const right[] = {"r0", "R127",   "o1",     "pa4",   "sa0", "i0",    "i3.w",
                                        "p0", "index1", "index2", "depth", "pc",  "r[0:3]"};
    static const char *const wrong[] = {"r128",   "v0",   "i4", "i0.q",   "p4",   "index0",
                                        "index3", "r0.x", "",   "r[3:0]", "exec", "sa"};
    gisa_wave_register reg;
    uint32_t value;
    begin("mov.f32 r2.x, pa0.x", "");
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
        check(gisa_wave_find(w, right[i], &reg, NULL) == GISA_OK &&
                  gisa_wave_get(w, &reg, 63, reg.count - 1, &value) == GISA_OK,
              "sgx543", right[i]);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check(gisa_wave_find(w, wrong[i], &reg, NULL) == GISA_STATUS_SYNTAX, "sgx543", wrong[i]);
    reg = (gisa_wave_register){.bank = GISA_KIND_TEMP, .per_lane = true, .first = 4294967295u, .count = 90};
    check(gisa_wave_get(w, &reg, 0, 80, &value) && gisa_wave_set(w, &reg, 0, 1, 1) != GISA_OK, "sgx543",
          "a register that is made up");
    gisa_wave_free(w);
}

/* Any words: each step gives an answer, and memory that may only be read is not written. */
static void hostile(void) {
    uint64_t seed = 7;
    test_begin();
    for (unsigned n = 0; n < 2000; n++) {
        uint32_t words[8], memory[64] = {0};
        for (unsigned i = 0; i < 8; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            words[i] = (uint32_t)(seed >> 32);
        }
        w = gisa_wave_new(gisa_find("sgx543"));
        bool good = w && gisa_wave_map(w, 0x1000, memory, sizeof memory, n & 1) == GISA_OK &&
                    set(w, "pa0=1000 r0=1010 sa0=1000 sa1=4") &&
                    gisa_wave_load(w, 0, words, sizeof words) == GISA_OK;
        for (unsigned i = 0; i < 8 && good; i++) {
            const uint64_t pc = get(w, "pc", 0);
            if (gisa_wave_step(w, &info) == GISA_WAVE_KIND_FAULT)
                good = *info.fault.message && info.change_count == 0 && get(w, "pc", 0) == pc;
        }
        for (unsigned i = 0; i < 64 && !(n & 1); i++)
            good = good && !memory[i];
        check(good, "sgx543", "random words");
        gisa_wave_free(w);
    }
    test_end();
}

void test_shaders(void) {
    values();
    steps();
    names();
    hostile();
}
