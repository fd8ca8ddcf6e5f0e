/* SPDX-License-Identifier: MIT */
/* What a run has executed: numbers by class, and every instruction with how exact it is. */
#include <stdio.h>
#include <stdlib.h>

#include "run.h"

typedef struct tally {
    uint64_t executed, lanes, read, written;
} tally;

void run_stats(const gisa_isa *isa, const gisa_launch *launch, const gisa_result *result) {
    tally all[GISA_CLASS_COUNT] = {{0}};
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++) {
        tally *t = &all[info.class_];
        uint64_t times = info.once ? launch->executed[i] : launch->lanes[i];
        t->executed += launch->executed[i];
        t->lanes += launch->lanes[i];
        t->read += times * info.bytes_read;
        t->written += times * info.bytes_written;
    }
    fprintf(stderr, "%-10s %16s %12s %16s %16s\n", "class", "instructions", "lanes each", "bytes read",
            "bytes written");
    for (unsigned c = 0; c < GISA_CLASS_COUNT; c++) {
        const tally *t = &all[c];
        if (!t->executed)
            continue;
        fprintf(stderr, "%-10s %16llu %12.1f", gisa_class_name(c), (unsigned long long)t->executed,
                (double)t->lanes / (double)t->executed);
        if (t->read || t->written)
            fprintf(stderr, " %16llu %16llu", (unsigned long long)t->read, (unsigned long long)t->written);
        fprintf(stderr, "\n");
    }
    fprintf(stderr, "%-10s %16llu\n", "all", (unsigned long long)result->instructions);
}

typedef struct counted {
    gisa_form_info info;
    uint64_t count;
} counted;

static int by_count(const void *a, const void *b) {
    uint64_t x = ((const counted *)a)->count, y = ((const counted *)b)->count;
    return x < y ? 1 : x > y ? -1 : 0;
}

void run_report(const gisa_isa *isa, const gisa_launch *launch) {
    counted *all = calloc(gisa_form_count(isa) + 1, sizeof *all);
    size_t count = 0;
    for (uint32_t i = 0; all && gisa_form(isa, i, &all[count].info) == GISA_OK; i++)
        if (launch->executed[i])
            all[count++].count = launch->executed[i];
    if (all)
        qsort(all, count, sizeof *all, by_count);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "%14llu  %-28s %s%s\n", (unsigned long long)all[i].count, all[i].info.mnemonic,
                all[i].info.unsure        ? "unknown: "
                : all[i].info.approximate ? "approximate: "
                                          : "exact",
                all[i].info.unsure        ? all[i].info.unsure
                : all[i].info.approximate ? all[i].info.approximate
                                          : "");
    free(all);
}
