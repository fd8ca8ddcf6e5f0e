/* SPDX-License-Identifier: MIT */
/* GISA_CHECK names checks (gisa_watch.h) that look at each launch. What they find goes to standard
 * error when the launch has ended; with GISA_CHECK_EXIT=N the process then ends with the status
 * N. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

static uint32_t checks;
static _Atomic bool has_found;

/* ---- what is asked for ----------------------------------------------------------------------- */

static uint32_t check_named(const char *name, size_t size) {
    for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
        if (strlen(gisa_watch_name(bit)) == size && strncmp(gisa_watch_name(bit), name, size) == 0)
            return bit;
    return size == 3 && strncmp(name, "all", 3) == 0 ? GISA_WATCH_ALL : 0;
}

static uint32_t read_list(const char *list) {
    uint32_t all = 0;
    for (size_t size; *list; list += size + (list[size] == ',')) {
        size = strcspn(list, ",");
        if (!check_named(list, size))
            complain("GISA_CHECK: there is no check '%.*s'", (int)size, list);
        all |= check_named(list, size);
    }
    return all;
}

/* What other handlers have left to write is written. */
static void end_process(void) {
    if (is_forked() || !atomic_load(&has_found))
        return;
    fflush(NULL);
    _exit((int)strtoul(getenv("GISA_CHECK_EXIT"), NULL, 0));
}

void checks_start(void) {
    const char *list = getenv("GISA_CHECK"), *status = getenv("GISA_CHECK_EXIT");
    if (checks || !list)
        return;
    checks = read_list(list);
    if (checks && status && *status)
        atexit(end_process);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What happened to memory since a watch was told last. Watches are told between launches. */
typedef struct event {
    uint64_t start, size; /* size 0: it was freed */
    const char *name;
} event;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static event *events;
static size_t event_count, event_room;

static void add_event(uint64_t start, uint64_t size, const char *name) {
    if (!checks)
        return;
    pthread_mutex_lock(&lock);
    if (event_count == event_room) {
        event *grown = realloc(events, (2 * event_room + 64) * sizeof *grown);
        if (grown) {
            events = grown;
            event_room = 2 * event_room + 64;
        }
    }
    if (event_count < event_room)
        events[event_count++] = (event){start, size, name};
    pthread_mutex_unlock(&lock);
}

void checks_allocated(const void *start, size_t size, const char *name) {
    add_event((uintptr_t)start, size, name);
}

void checks_freed(const void *start) {
    add_event((uintptr_t)start, 0, NULL);
}

/* "64 bytes of coarse-grained memory at 0x..." */
static void tell_event(gisa_watch *watch, const event *e) {
    char name[160];
    if (!e->size) { /* it is not mapped any more, and something else may come there */
        gisa_watch_forget(watch, e->start);
        return;
    }
    snprintf(name, sizeof name, "the %llu bytes that were allocated at 0x%llx (%s)",
             (unsigned long long)e->size, (unsigned long long)e->start, e->name);
    gisa_watch_memory(watch, e->start, e->size, name, false);
}

void checks_tell_fault(uint64_t address) {
    pthread_mutex_lock(&lock);
    for (size_t i = event_count, freed = SIZE_MAX; i-- > 0;) {
        const event *e = &events[i];
        if (!e->size && e->start <= address)
            freed = freed == SIZE_MAX || e->start > events[freed].start ? i : freed;
        if (!e->size || address - e->start >= e->size)
            continue;
        if (freed != SIZE_MAX && events[freed].start == e->start)
            complain("GISA_CHECK: 0x%llx is in the %llu bytes that were allocated at 0x%llx (%s) and have "
                     "been freed",
                     (unsigned long long)address, (unsigned long long)e->size, (unsigned long long)e->start,
                     e->name);
        break;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Of each agent: one launch at a time is watched. */
typedef struct watching {
    gisa_watch *watch;
    size_t events; /* that it knows */
    bool busy, told_busy;
    const char **told; /* findings by their texts, which live as long */
    size_t told_count, told_room;
} watching;

static watching all[1 + MOST_GPUS];

static gisa_watch *take(const agent *a, watching *w) {
    gisa_watch *taken = NULL;
    pthread_mutex_lock(&lock);
    if (!w->watch)
        w->watch = gisa_watch_new(a->machine, checks);
    if (!w->busy && w->watch) {
        w->busy = true;
        taken = w->watch;
        for (; w->events < event_count; w->events++)
            tell_event(taken, &events[w->events]);
    } else if (!w->told_busy) {
        w->told_busy = true;
        complain("GISA_CHECK: launches beside another one on the same GPU are not checked");
    }
    pthread_mutex_unlock(&lock);
    return taken;
}

gisa_watch *checks_begin(const agent *a, gisa_launch *launch) {
    gisa_watch *watch = checks ? take(a, &all[a - agents]) : NULL;
    if (watch)
        launch->observer = gisa_watch_observer(watch);
    return watch;
}

/* ---- findings -------------------------------------------------------------------------------- */

enum { PLACE = 300, TEXT = 4096 };

/* "kernel+0x14", and the instruction there. */
static gisa_watch_where where(const agent *a, uint64_t pc, char place[PLACE], char text[GISA_TEXT_MAX]) {
    uint8_t code[8];
    uint64_t distance;
    size_t size = GISA_TEXT_MAX, read = gisa_machine_read(a->machine, pc, code, sizeof code);
    const gisa_isa *isa = gisa_machine_isa(a->machine);
    const gisa_style style = {.address = pc};
    const char *function = gisa_machine_function_at(a->machine, pc, &distance);
    gisa_insn insn;
    *text = 0;
    snprintf(place, PLACE, "%.200s+0x%llx", function ? function : "", (unsigned long long)distance);
    if (!function)
        snprintf(place, PLACE, "0x%llx", (unsigned long long)pc);
    if (gisa_decode(isa, code, read, &insn) == GISA_OK)
        gisa_print(isa, &insn, &style, text, &size);
    return (gisa_watch_where){place, text};
}

static void tell(const agent *a, const gisa_watch_finding *f) {
    char places[2][PLACE], lines[2][GISA_TEXT_MAX], text[TEXT];
    const gisa_watch_where at = where(a, f->pc, places[0], lines[0]);
    gisa_watch_where other = {NULL, NULL};
    if (f->other_pc)
        other = where(a, f->other_pc, places[1], lines[1]);
    gisa_watch_text(f, &at, f->other_pc ? &other : NULL, text, sizeof text);
    fprintf(stderr, "gisa-hsa: check: %s", text);
    atomic_store(&has_found, true);
}

static bool is_new(watching *w, const char *what) {
    for (size_t i = 0; i < w->told_count; i++)
        if (w->told[i] == what)
            return false;
    if (w->told_count == w->told_room) {
        const char **grown = realloc(w->told, (2 * w->told_room + 16) * sizeof(const char *));
        if (!grown)
            return true;
        w->told = grown;
        w->told_room = 2 * w->told_room + 16;
    }
    w->told[w->told_count++] = what;
    return true;
}

void checks_end(const agent *a, gisa_watch *watch) {
    watching *w = &all[a - agents];
    gisa_watch_finding f;
    for (size_t i = 0; watch && gisa_watch_finding_at(watch, i, &f) == GISA_OK; i++)
        if (is_new(w, f.what))
            tell(a, &f);
    if (!watch)
        return;
    pthread_mutex_lock(&lock);
    w->busy = false;
    pthread_mutex_unlock(&lock);
}
