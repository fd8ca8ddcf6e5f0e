/* SPDX-License-Identifier: MIT */
/* GISA_HSA_REPORT names a file that gets, when the program ends, a line for each kind of
 * instruction that kernels have executed: how often, and how exact what it does is. It is written
 * at exit, and when a signal ends the program (as abort does) for which the program has no handler
 * of its own; so all memory is there beforehand, and nothing is called that handlers must not. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

static const char *file_name(void) {
    const char *name = getenv("GISA_HSA_REPORT");
    return name && *name ? name : NULL;
}

static void put(int file, const char *text, size_t size) {
    while (size) {
        ssize_t done = write(file, text, size);
        if (done <= 0)
            return;
        text += done;
        size -= (size_t)done;
    }
}

static void put_text(int file, const char *text) {
    put(file, text, strlen(text));
}

static void put_number(int file, uint64_t number) {
    char digits[21], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    put(file, at, (size_t)(digits + sizeof digits - at));
}

static void write_agent(int file, const agent *a) {
    const gisa_isa *isa = gisa_find(a->chip->name);
    uint32_t count = gisa_executed_order(isa, a->executed, a->executed_order);
    char line[GISA_EXECUTED_LINE];
    put_text(file, "node ");
    put_number(file, a->node);
    put_text(file, ", ");
    put_text(file, a->chip->name);
    put_text(file, ": ");
    put_number(file, count);
    put_text(file, " kinds of instructions\n");
    if (__atomic_load_n(&a->waits, __ATOMIC_RELAXED)) {
        put_text(file, "work-groups waited, for each other or for the host, and were set aside: times ");
        put_number(file, __atomic_load_n(&a->waits, __ATOMIC_RELAXED));
        put_text(file, "\n");
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t form = a->executed_order[i];
        put(file, line,
            gisa_executed_line(isa, form, __atomic_load_n(&a->executed[form], __ATOMIC_RELAXED), line));
    }
}

static const char *name;

static void write_report(void) {
    static _Atomic bool begun;
    int file = is_forked() || atomic_exchange(&begun, true)
                   ? -1
                   : open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    for (unsigned i = 1; i < agent_count; i++)
        if (agents[i].executed)
            write_agent(file, &agents[i]);
    close(file);
}

/* The signal comes once more, and then ends the program as if it had not been caught. */
static void end_by_signal(int number) {
    write_report();
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void) {
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, ours = {.sa_handler = end_by_signal, .sa_flags = SA_NODEFER};
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &ours, NULL);
    }
}

void report_start(agent *a) {
    const gisa_isa *isa = gisa_find(a->chip->name);
    if (!file_name())
        return;
    a->executed = calloc(gisa_form_count(isa), sizeof *a->executed);
    a->executed_order = calloc(gisa_form_count(isa), sizeof *a->executed_order);
    if (!a->executed || !a->executed_order) {
        free(a->executed);
        a->executed = NULL;
        return;
    }
    if (!name && (name = strdup(file_name())) && atexit(write_report) == 0)
        watch_signals();
}
