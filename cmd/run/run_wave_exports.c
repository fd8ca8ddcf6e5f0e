/* SPDX-License-Identifier: MIT */
/* gisa run on one wave: prints what it has exported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_wave.h"

/* "mrt0", "param5": names of the table TARGET, which count up. */
static void target_name(const gisa_isa *isa, unsigned target, char name[32]) {
    gisa_value_name n;
    snprintf(name, 32, "%u", target);
    for (unsigned i = 0; gisa_name_of_value(isa, "TARGET", i, &n) == GISA_OK; i++)
        if (target >= n.value && target <= n.last) {
            const size_t letters = strcspn(n.llvm, "0123456789");
            if (n.last > n.value)
                snprintf(name, 32, "%.*s%lu", (int)letters, n.llvm,
                         strtoul(n.llvm + letters, NULL, 10) + target - n.value);
            else
                snprintf(name, 32, "%s", n.llvm);
            return;
        }
}

static bool is_same(const gisa_wave_export *e, unsigned c) {
    for (unsigned lane = 1; lane < GISA_WAVE_LANES; lane++)
        if (e->value[c][lane] != e->value[c][0])
            return false;
    return e->lanes[c] == UINT64_MAX;
}

/* A value for each lane up to the last one that has exported, or one where all are the same. */
static void print_component(const char *name, const gisa_wave_export *e, unsigned c) {
    unsigned last = GISA_WAVE_LANES - 1;
    while (last && !(e->lanes[c] >> last & 1))
        last--;
    printf("%s.%c", name, "xyzw"[c]);
    for (unsigned lane = 0; lane <= (is_same(e, c) ? 0 : last); lane++)
        if (e->lanes[c] >> lane & 1)
            printf(" 0x%0*x", e->compressed ? 4 : 8, e->value[c][lane]);
        else
            printf(" -");
    printf("\n");
}

void wave_print_exports(const gisa_wave *wave, const gisa_isa *isa) {
    for (unsigned target = 0; target < GISA_WAVE_TARGETS; target++) {
        const gisa_wave_export *e = gisa_wave_exported(wave, target);
        char name[32];
        if (!e)
            continue;
        target_name(isa, target, name);
        for (unsigned c = 0; c < 4; c++)
            if (e->lanes[c])
                print_component(name, e, c);
        if (e->done || e->valid)
            printf("%s%s%s\n", name, e->done ? " done" : "", e->valid ? " vm" : "");
    }
}
