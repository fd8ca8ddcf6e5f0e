/* SPDX-License-Identifier: MIT */
/* GISA_CHECK names checks (gisa_watch.h) that look at each launch. What they find goes to standard
 * error when the launch has ended, and, with GISA_FINDINGS=FILE, to a file when the process ends;
 * GISA_SUPPRESS=FILE names findings that are known. With GISA_CHECK_EXIT=N a process that has
 * found something ends with the status N. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callers.h"
#include "codes.h"
#include "modes.h"
#include "results.h"
#include "watched.h"

static uint32_t checks;
static const char *suppressions;
static _Atomic bool has_found;

/* ---- memory ---------------------------------------------------------------------------------- */

enum { EVENT_TEXT = CALLER_TEXT + 160 };

/* What happened to memory since a watch was told last. Watches are told between launches. */
typedef struct event {
    uint64_t start, size; /* size 0: it was freed */
    const char *name;
    const void *caller; /* of the program */
} event;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static event *events;
static size_t event_count, event_room;

static void add_event(uint64_t start, uint64_t size, const char *name) {
    const void *const caller = caller_now();
    pthread_mutex_lock(&lock);
    if (event_count == event_room) {
        event *grown = realloc(events, (2 * event_room + 64) * sizeof *grown);
        if (grown) {
            events = grown;
            event_room = 2 * event_room + 64;
        }
    }
    if (event_count < event_room)
        events[event_count++] = (event){start, size, name, caller};
    pthread_mutex_unlock(&lock);
}

static void allocated(const void *start, size_t size, const char *name) {
    add_event((uintptr_t)start, size, name);
}

static void freed(const void *start) {
    add_event((uintptr_t)start, 0, NULL);
}

/* "the 64 bytes that were allocated at 0x... (coarse-grained) by main at a.cpp:5" */
static const char *name_event(const event *e, char text[EVENT_TEXT]) {
    char caller[CALLER_TEXT];
    caller_text(e->caller, caller);
    snprintf(text, EVENT_TEXT, "the %llu bytes that were allocated at 0x%llx (%s)%s%s",
             (unsigned long long)e->size, (unsigned long long)e->start, e->name, *caller ? " by " : "",
             caller);
    return text;
}

static void tell_event(gisa_watch *watch, const event *e) {
    char name[EVENT_TEXT];
    if (!e->size) { /* it is not mapped any more, and something else may come there */
        gisa_watch_forget(watch, e->start);
        return;
    }
    gisa_watch_memory(watch, e->start, e->size, name_event(e, name), false);
}

static void tell_freed(uint64_t address, const event *e, const event *freed) {
    char name[EVENT_TEXT], caller[CALLER_TEXT];
    caller_text(freed->caller, caller);
    host->complain("GISA_CHECK: 0x%llx is in %s, which have been freed%s%s", (unsigned long long)address,
                   name_event(e, name), *caller ? " by " : "", caller);
}

/* Whether what a kernel has touched has been freed. */
static void tell_fault(uint64_t address) {
    pthread_mutex_lock(&lock);
    for (size_t i = event_count, freed_at = SIZE_MAX; i-- > 0;) {
        const event *e = &events[i];
        if (!e->size && e->start <= address)
            freed_at = freed_at == SIZE_MAX || e->start > events[freed_at].start ? i : freed_at;
        if (!e->size || address - e->start >= e->size)
            continue;
        if (freed_at != SIZE_MAX && events[freed_at].start == e->start)
            tell_freed(address, e, &events[freed_at]);
        break;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Of each GPU: one launch at a time is watched. */
typedef struct watching {
    gisa_machine *machine;
    gisa_watch *watch;
    size_t events; /* that it knows */
    size_t told;   /* findings */
    bool busy, told_busy;
} watching;

enum { MOST_MACHINES = 64 };
static watching all[MOST_MACHINES];

/* NULL: there are too many, or no memory. */
static watching *watching_of(gisa_machine *machine) {
    watching *w = all;
    while (w < all + MOST_MACHINES && w->machine && w->machine != machine)
        w++;
    if (w == all + MOST_MACHINES)
        return NULL;
    w->machine = machine;
    if (!w->watch)
        w->watch = gisa_watch_new(machine, checks);
    return w->watch ? w : NULL;
}

static watching *take(gisa_machine *machine) {
    pthread_mutex_lock(&lock);
    watching *w = watching_of(machine);
    if (w && w->busy) {
        if (!w->told_busy)
            host->complain("GISA_CHECK: launches beside another one on the same GPU are not checked");
        w->told_busy = true;
        w = NULL;
    }
    if (w)
        w->busy = true;
    for (; w && w->events < event_count; w->events++)
        tell_event(w->watch, &events[w->events]);
    pthread_mutex_unlock(&lock);
    return w;
}

/* ---- findings -------------------------------------------------------------------------------- */

static pthread_mutex_t found_lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static watched found;
static size_t written;
static bool is_whole = true;

static void suppress(size_t first) {
    watched_part part = {&found, first};
    findings_list list = watched_list(&part);
    list.partial = true;
    if (suppressions && !findings_suppress(&list, "hsa", suppressions))
        suppressions = NULL;
}

static void tell(watching *w) {
    pthread_mutex_lock(&found_lock);
    const size_t first = found.count;
    watched_add(&found, w->watch, codes_of(w->machine), &w->told);
    if (found.count > first)
        suppress(first);
    if (watched_tell(&found, first, "gisa-hsa: check: "))
        atomic_store(&has_found, true);
    is_whole &= gisa_watch_is_whole(w->watch);
    pthread_mutex_unlock(&found_lock);
}

/* What is new since it was written last. */
static void write_findings(void) {
    const char *path = setting("GISA_FINDINGS");
    pthread_mutex_lock(&found_lock);
    const watched_part part = {&found, written};
    if (path && results_add(path, &part, is_whole))
        written = found.count;
    pthread_mutex_unlock(&found_lock);
}

/* Hardware gives what the packet says. */
static void check_sizes(const tools_launch *l) {
    const bool lds = l->group_size < l->kernel->group_size;
    const bool private_memory = l->private_size < l->kernel->private_size;
    if (lds)
        host->complain("GISA_CHECK: a packet gives %u bytes of LDS; its kernel needs %u", l->group_size,
                       l->kernel->group_size);
    if (private_memory)
        host->complain("GISA_CHECK: a packet gives %u bytes of private memory to each work-item; its kernel "
                       "needs %u",
                       l->private_size, l->kernel->private_size);
    if (lds || private_memory)
        atomic_store(&has_found, true);
}

static gisa_status run(tools_launch *l, gisa_result *result) {
    watching *w = take(l->machine);
    check_sizes(l);
    if (w)
        l->launch.observer = gisa_watch_observer(w->watch);
    const gisa_status status = gisa_machine_run(l->machine, &l->launch, result);
    if (w) {
        tell(w);
        pthread_mutex_lock(&lock);
        w->busy = false;
        pthread_mutex_unlock(&lock);
    }
    if (!status && result->end == GISA_END_FAULT) {
        if (result->cause == GISA_CAUSE_ADDRESS)
            tell_fault(result->address);
        write_findings(); /* most programs are aborted then */
    }
    return status;
}

static int ends(void) {
    const char *status = setting("GISA_CHECK_EXIT");
    write_findings();
    if (!is_whole)
        host->complain("GISA_CHECK: there was no memory for all checks; findings may be missing");
    return status && atomic_load(&has_found) ? (int)strtoul(status, NULL, 0) : -1;
}

/* ---------------------------------------------------------------------------------------------- */

static void loaded(gisa_machine *machine, const gisa_loaded *object, const void *file, size_t size) {
    codes_loaded(machine, object, file, size);
}

static void unloads(gisa_machine *machine, const gisa_loaded *object) {
    (void)machine;
    codes_unloads(object);
}

const tools *checks_open(void) {
    static const tools these = {loaded, unloads, allocated, freed, run, usual_clock, ignore_asking, ends};
    const char *list = setting("GISA_CHECK");
    checks = list ? watched_checks("gisa-hsa: GISA_CHECK", list) : 0;
    suppressions = setting("GISA_SUPPRESS");
    return checks ? &these : NULL;
}
