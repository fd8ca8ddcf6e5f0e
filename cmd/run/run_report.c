/* SPDX-License-Identifier: MIT */
/* What a run executes: every instruction as it comes, numbers by class, and every instruction with
 * how exact it is. What ends it before its time. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/personality.h>
#include <unistd.h>
#endif

#include "run.h"

static volatile int interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

const volatile int *run_until_interrupt(void) {
    signal(SIGINT, interrupt);
    return &interrupted;
}

/* Begins the program again, with addresses that the host does not choose at random: they are values
 * in registers. A host that does not allow this gives other ones each time. */
void run_at_usual_addresses(char **argv) {
#ifdef __linux__
    int now = personality(0xffffffff);
    if (now == -1 || now & ADDR_NO_RANDOMIZE || personality((unsigned)now | ADDR_NO_RANDOMIZE) == -1)
        return;
    now = personality(0xffffffff);
    if (now != -1 && now & ADDR_NO_RANDOMIZE)
        execv("/proc/self/exe", argv);
#else
    (void)argv;
#endif
}

void run_trace_line(void *ctx, const char *line) {
    (void)ctx;
    if (fprintf(stderr, "%s\n", line) < 0)
        interrupted = 1;
}

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

void run_report(const gisa_isa *isa, const gisa_launch *launch) {
    uint32_t *order = calloc(gisa_form_count(isa), sizeof *order);
    uint32_t count = order ? gisa_executed_order(isa, launch->executed, order) : 0;
    char line[GISA_EXECUTED_LINE];
    for (uint32_t i = 0; i < count; i++)
        if (gisa_executed_line(isa, order[i], launch->executed[order[i]], line))
            fputs(line, stderr);
    free(order);
}

void run_waits_report(const gisa_result *result) {
    if (result->waits)
        fprintf(stderr,
                "work-groups waited for each other: set aside %llu times, at most %u resident at once\n",
                (unsigned long long)result->waits, result->resident);
}
