/* SPDX-License-Identifier: MIT */
/* GISA_HSA_REPORT names a file that gets, when the program ends, a line for each kind of instruction that kernels have executed:
 * how often, and how exact what it does is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

static const char *file_name(void) {
    const char *name = getenv("GISA_HSA_REPORT");
    return name && *name ? name : NULL;
}

typedef struct counted {
    gisa_form_info info;
    uint64_t count;
} counted;

static int by_count(const void *a, const void *b) {
    uint64_t x = ((const counted *)a)->count, y = ((const counted *)b)->count;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void write_agent(FILE *file, const agent *a) {
    const gisa_isa *isa = gisa_find(a->chip->name);
    counted *all = calloc(gisa_form_count(isa) + 1, sizeof *all);
    size_t count = 0;
    for (uint32_t i = 0; all && gisa_form(isa, i, &all[count].info) == GISA_OK; i++)
        if (a->executed[i])
            all[count++].count = a->executed[i];
    if (all)
        qsort(all, count, sizeof *all, by_count);
    fprintf(file, "node %u, %s: %zu kinds of instructions\n", a->node, a->chip->name, count);
    for (size_t i = 0; i < count; i++) {
        const char *unsure = all[i].info.unsure, *approximate = all[i].info.approximate;
        fprintf(file, "%14llu  %-28s %s%s\n", (unsigned long long)all[i].count, all[i].info.mnemonic,
                unsure        ? "unknown: "
                : approximate ? "approximate: "
                              : "exact",
                unsure        ? unsure
                : approximate ? approximate
                              : "");
    }
    free(all);
}

static void write_report(void) {
    FILE *file = is_forked() ? NULL : fopen(file_name(), "we");
    if (!file)
        return;
    for (unsigned i = 1; i < agent_count; i++)
        if (agents[i].executed)
            write_agent(file, &agents[i]);
    fclose(file);
}

bool report_wanted(void) {
    static bool registered;
    if (file_name() && !registered)
        registered = atexit(write_report) == 0;
    return file_name() != NULL;
}
