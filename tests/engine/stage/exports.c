/* SPDX-License-Identifier: MIT */
/* What a wave keeps of its exports, and the rules of exports. */
#include <string.h>

#include "stage.h"

static void put_values(gisa_wave *wave) {
    for (unsigned lane = 0; lane < 64; lane++)
        for (unsigned r = 0; r < 4; r++) {
            char name[4] = {'v', (char)('0' + r), 0, 0};
            set(wave, name, lane, 0x10001 * (lane + 100 * r) + 0x70000);
        }
}

static uint32_t value_of(unsigned r, unsigned lane) {
    return 0x10001 * (lane + 100 * r) + 0x70000;
}

static gisa_wave_end run(gisa_wave *wave, const char *text, gisa_wave_result *result) {
    gisa_wave_reset(wave);
    put_values(wave);
    return assemble(wave, text) ? gisa_wave_run(wave, 0, 0, result) : GISA_WAVE_END_FAULT;
}

/* Every set of components, some lanes active. */
static void test_components(gisa_wave *wave, const char *arch) {
    const uint64_t exec = 0x8000000000000f05;
    for (unsigned en = 0; en < 16; en++) {
        const gisa_wave_export *e;
        char text[100];
        bool good = true;
        snprintf(text, sizeof text, "exp mrt3 %s, %s, %s, %s vm", en & 1 ? "v0" : "off",
                 en & 2 ? "v1" : "off", en & 4 ? "v2" : "off", en & 8 ? "v3" : "off");
        gisa_wave_reset(wave);
        put_values(wave);
        set_exec(wave, exec);
        assemble(wave, text);
        gisa_wave_run(wave, 0, 0, NULL);
        e = gisa_wave_exported(wave, 3);
        good = e && e->times == 1 && e->exec == exec && !e->done && e->valid && !e->compressed;
        for (unsigned c = 0; good && c < 4; c++) {
            good = e->lanes[c] == (en >> c & 1 ? exec : 0);
            for (unsigned lane = 0; lane < 64; lane++)
                good = good && (!(e->lanes[c] >> lane & 1) || e->value[c][lane] == value_of(c, lane));
        }
        check(good, arch, text);
    }
}

/* Compressed: the first register holds x and y, the second z and w; one enabled bit of a pair is
   enough. The text of words with EN = 5 is given as such. */
static void test_compressed(gisa_wave *wave, const char *arch, const gisa_isa *isa) {
    const uint32_t op = gisa_generation(isa) < 2 ? 0x3e : 0x31;
    for (unsigned en = 0; en < 16; en++) {
        const uint32_t words[2] = {op << 26 | 1 << 10 | 2 << 4 | en, 0x03020100};
        const gisa_wave_export *e;
        bool good;
        char what[60];
        gisa_wave_reset(wave);
        put_values(wave);
        gisa_wave_load(wave, 0x1000, words, sizeof words);
        gisa_wave_run(wave, 0, 0, NULL);
        e = gisa_wave_exported(wave, 2);
        good = e && e->compressed;
        for (unsigned c = 0; good && c < 4; c++) {
            const bool on = en & (c < 2 ? 3 : 12);
            good = (e->lanes[c] == UINT64_MAX) == on &&
                   (!on || e->value[c][9] == (value_of(c / 2, 9) >> (c & 1 ? 16 : 0) & 0xffff));
        }
        snprintf(what, sizeof what, "compr with EN = 0x%x", en);
        check(good, arch, what);
    }
}

/* The last value counts, lane by lane and component by component. */
static void test_last(gisa_wave *wave, const char *arch) {
    const gisa_wave_export *e;
    uint64_t valid;
    run(wave,
        "exp param5 v0, v1, off, off\ns_mov_b64 exec, 3\nexp param5 v2, off, off, v3\n"
        "exp pos0 v0, v0, v0, v0 done\nexp param0 v1, v1, v1, v1",
        NULL);
    e = gisa_wave_exported(wave, 32 + 5);
    check(e && e->times == 2 && e->last == 1 && e->exec == 3, arch, "two exports to a target");
    check(e && e->value[0][1] == value_of(2, 1) && e->value[0][2] == value_of(0, 2) &&
              e->value[1][0] == value_of(1, 0) && e->lanes[3] == 3 && e->lanes[2] == 0,
          arch, "the last value of each lane counts");
    check(gisa_wave_export_count(wave, &valid) == 4 && valid == UINT64_MAX, arch, "the count of exports");
    check(gisa_wave_exported(wave, 32) && !gisa_wave_exported(wave, 33) && !gisa_wave_exported(wave, 64),
          arch, "targets without exports");
    gisa_wave_forget_exports(wave);
    check(gisa_wave_export_count(wave, NULL) == 0 && !gisa_wave_exported(wave, 32), arch,
          "exports are forgotten");
}

/* With no lane active an export is done all the same: so a shader ends whose pixels are all
   discarded. */
static void test_no_lanes(gisa_wave *wave, const char *arch) {
    uint64_t valid = 1;
    const gisa_wave_export *e;
    run(wave, "s_mov_b64 exec, 0\nexp null off, off, off, off done vm", NULL);
    e = gisa_wave_exported(wave, 9);
    check(e && e->done && e->valid && e->exec == 0 && gisa_wave_export_count(wave, &valid) == 1 && valid == 0,
          arch, "an export without active lanes");
}

static const struct {
    const char *text, *says; /* NULL: there is no fault */
} rules[] = {
    {"exp mrt0 v0, v0, v0, v0 done vm\nexp mrt1 v0, v0, v0, v0 vm", "after the one that said done"},
    {"exp mrtz v0, off, off, off done vm\nexp mrt0 v0, v0, v0, v0", "after the one that said done"},
    {"exp mrt0 v0, v0, v0, v0 done vm\nexp null off, off, off, off done vm", "second export that says done"},
    {"exp pos0 v0, v0, v0, v0 done\nexp pos1 v0, v0, v0, v0", "after the one that said done"},
    {"exp pos0 v0, v0, v0, v0 done\nexp pos1 v0, v0, v0, v0 done", "second export that says done"},
    {"exp pos0 v0, v0, v0, v0\nexp pos1 v0, v0, v0, v0 done\nexp param3 v0, v0, v0, v0", NULL},
    {"exp pos0 v0, v0, v0, v0 done\nexp mrt0 v0, v0, v0, v0 done vm", NULL},
    {"exp param0 v0, v0, v0, v0 done\nexp param1 v0, v0, v0, v0", NULL},
    {"exp mrt7 v0, v0, v0, v0\nexp mrt0 v0, v0, v0, v0 done vm", NULL},
};

static void test_rules(gisa_wave *wave, const char *arch) {
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        gisa_wave_result result;
        const gisa_wave_end end = run(wave, rules[i].text, &result);
        if (rules[i].says)
            check(end == GISA_WAVE_END_FAULT && result.fault.cause == GISA_CAUSE_INSTRUCTION &&
                      strstr(result.fault.message, rules[i].says),
                  arch, rules[i].text);
        else
            check(end == GISA_WAVE_END_ADDRESS, arch, rules[i].text);
    }
}

/* Targets 10, 11, 16 to 31 do not exist. */
static void test_targets(gisa_wave *wave, const char *arch, const gisa_isa *isa) {
    const uint32_t op = gisa_generation(isa) < 2 ? 0x3e : 0x31;
    for (uint32_t target = 0; target < 64; target++) {
        const uint32_t words[2] = {op << 26 | target << 4 | 15, 0};
        const bool exists = target < 10 || (target >= 12 && target < 16) || target >= 32;
        gisa_wave_result result;
        char what[40];
        gisa_wave_reset(wave);
        gisa_wave_load(wave, 0x1000, words, sizeof words);
        gisa_wave_run(wave, 0, 0, &result);
        snprintf(what, sizeof what, "target %u", target);
        check((result.end == GISA_WAVE_END_ADDRESS) == exists &&
                  (exists || result.end == GISA_WAVE_END_FAULT) &&
                  (gisa_wave_exported(wave, target) != NULL) == exists,
              arch, what);
    }
}

void test_exports(void) {
    for (unsigned n = 0; n < 4; n++) {
        const gisa_isa *isa = gisa_find(arch_names[n]);
        gisa_wave *wave = gisa_wave_new(isa), *usse = gisa_wave_new(gisa_find("sgx543"));
        test_components(wave, arch_names[n]);
        test_compressed(wave, arch_names[n], isa);
        test_last(wave, arch_names[n]);
        test_no_lanes(wave, arch_names[n]);
        test_rules(wave, arch_names[n]);
        test_targets(wave, arch_names[n], isa);
        check(!gisa_wave_exported(usse, 0) && !gisa_wave_export_count(usse, NULL) && !gisa_wave_join(usse) &&
                  gisa_wave_reset(usse) == GISA_STATUS_BAD_ARGUMENT,
              "sgx543", "USSE has no exports");
        gisa_wave_free(wave);
        gisa_wave_free(usse);
    }
}
