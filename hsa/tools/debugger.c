/* SPDX-License-Identifier: MIT */
/* GISA_DEBUG says which launches are debugged: the n-th one, those of a kernel, `all`. Commands are
 * from GISA_DEBUG_SCRIPT=FILE, from an editor (GISA_DEBUG_SOCKET, which gisa dap sets), or from the
 * terminal. A launch begins anew to go back: what kernels can write is put back then. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmd/debug/shell.h"
#include "codes.h"
#include "dialogues.h"
#include "modes.h"

static const command_info this_command = {.name = "hsa"};
static shell *s;
static const dialogue *talking;
static _Atomic(debug *) session;
static debug_points *points; /* for the next session */
static const code *lines_of;
static bool has_failed;

/* ---- which launches -------------------------------------------------------------------------- */

static struct {
    const char *kernel;     /* NULL: any */
    unsigned long long nth; /* 0: any */
} wanted;

static _Atomic unsigned long long launches;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the one that is debugged */

static void read_wanted(const char *which) {
    char *end;
    wanted.nth = strtoull(which, &end, 10);
    if (!*end || strcmp(which, "all") == 0)
        return;
    wanted.nth = 0;
    wanted.kernel = which;
}

/* In C++, _Z3sumPf is sum: a name has its length before it. */
static bool is_named(const char *kernel, const char *name) {
    char mangled[300];
    const size_t size = strlen(name);
    if (strncmp(kernel, name, size) == 0 && (!kernel[size] || strcmp(kernel + size, ".kd") == 0))
        return true;
    snprintf(mangled, sizeof mangled, "%zu%.200s", size, name);
    return strncmp(kernel, "_Z", 2) == 0 && strstr(kernel, mangled);
}

/* With its name, and its number in the object; false: there is none. */
static bool find_kernel(const code *c, const void *descriptor, gisa_kernel *k, int *number) {
    for (*number = 0; c && gisa_kernel_at(c->loaded, (unsigned)*number, k) == GISA_OK; ++*number)
        if (k->descriptor == descriptor)
            return true;
    return false;
}

static bool is_wanted(const tools_launch *l, unsigned long long nth) {
    gisa_kernel k;
    int number;
    if (wanted.nth)
        return nth == wanted.nth;
    if (!wanted.kernel)
        return true;
    return find_kernel(codes_at(l->machine, (uintptr_t)l->launch.descriptor), l->launch.descriptor, &k,
                       &number) &&
           is_named(k.name, wanted.kernel);
}

/* ---- memory that is put back ----------------------------------------------------------------- */

typedef struct blocks {
    debug_block *at;
    unsigned count;
    bool no_memory;
} blocks;

static void add_block(void *ctx, uint64_t address, void *at, size_t size) {
    blocks *b = ctx;
    if (!places_room(&b->at, b->count, sizeof *b->at)) {
        b->no_memory = true;
        return;
    }
    b->at[b->count++] = (debug_block){at, size, address};
}

/* Also variables, which lie in code objects. */
static blocks all_blocks(const gisa_machine *machine) {
    blocks b = {.count = 0};
    host->each_block(add_block, &b);
    for (const code *c = codes_after(NULL); c; c = codes_after(c))
        if (c->loaded && c->machine == machine)
            add_block(&b, c->code.base, (void *)(uintptr_t)c->code.base, c->code.size);
    return b;
}

/* ---- a session ------------------------------------------------------------------------------- */

static void read_lines(const code *c) {
    if (c == lines_of)
        return;
    lines_free(&s->t.lines);
    lines_of = c;
    if (c)
        lines_read(&s->t.lines, c->file, c->size, c->code.base);
}

static void prepare(const tools_launch *l) {
    const code *c = codes_at(l->machine, (uintptr_t)l->launch.descriptor);
    gisa_kernel k = *l->kernel;
    int number;
    if (!find_kernel(c, l->launch.descriptor, &k, &number)) {
        k.name = "?";
        number = -1;
    }
    read_lines(c);
    s->t.r.command = &this_command;
    s->t.r.file = program_name();
    s->t.r.launch = l->launch;
    s->t.r.launch.executed = NULL; /* instructions run more than once */
    s->t.ready.isa = gisa_machine_isa(l->machine);
    s->t.ready.machine = l->machine;
    s->t.ready.loaded = c ? (gisa_loaded *)(uintptr_t)c->loaded : NULL;
    s->t.ready.number = number;
    s->t.ready.kernel = k;
    s->quits = s->leaves = false;
}

static bool attach(const tools_launch *l) {
    const blocks b = all_blocks(l->machine);
    const debug_options o = {
        .block = b.at, .block_count = b.count, .keeps_host = true, .shares_memory = true, .points = points};
    prepare(l);
    points = NULL;
    const bool good = !b.no_memory && target_attach(&s->t, &o);
    atomic_store(&session, s->t.d);
    free(b.at);
    return good;
}

/* It faults, or no wave is left: there is a result. */
static bool is_over(const debug_stop *stop) {
    return !stop->next || stop->why == DEBUG_WHY_FAULT;
}

static void enable_all(debug *d, bool *enabled, bool restore) {
    for (unsigned i = 1; i <= debug_point_most(d); i++)
        if (debug_point_at(d, i)) {
            const bool was = debug_point_at(d, i)->enabled;
            debug_point_enable(d, i, restore && enabled[i]);
            enabled[i] = was;
        }
}

/* From wherever the user has left it. */
static gisa_status run_out(debug *d, gisa_result *result) {
    bool *enabled = calloc(debug_point_most(d) + 1, sizeof *enabled);
    if (enabled)
        enable_all(d, enabled, false);
    while (!is_over(debug_stopped(d))) {
        debug_go(d, &(debug_order){.step = DEBUG_STEP_NONE});
        debug_wait(d, -1);
    }
    if (enabled)
        enable_all(d, enabled, true);
    free(enabled);
    *result = debug_stopped(d)->result;
    return debug_stopped(d)->status;
}

static gisa_status debug_launch(tools_launch *l, unsigned long long nth, gisa_result *result) {
    const bool good = attach(l);
    if (!good && !s->t.d)
        return gisa_machine_run(l->machine, &l->launch, result);
    if (good && !talking->talk(s, nth))
        has_failed = true;
    const gisa_status status = run_out(s->t.d, result);
    atomic_store(&session, NULL);
    points = target_detach(&s->t);
    if (!talking->keeps_points) {
        debug_points_free(points);
        points = NULL;
    }
    return status;
}

/* ---- the mode -------------------------------------------------------------------------------- */

static gisa_status run(tools_launch *l, gisa_result *result) {
    const unsigned long long nth = atomic_fetch_add(&launches, 1) + 1;
    gisa_status status;
    if (s->quits || !is_wanted(l, nth))
        return gisa_machine_run(l->machine, &l->launch, result);
    if (pthread_mutex_trylock(&lock)) {
        host->complain("GISA_DEBUG: a launch beside the one that is debugged is not");
        return gisa_machine_run(l->machine, &l->launch, result);
    }
    status = debug_launch(l, nth, result);
    pthread_mutex_unlock(&lock);
    return status;
}

static bool read_clock(const gisa_machine *machine, uint64_t *time) {
    debug *d = atomic_load(&session);
    (void)machine;
    return d && debug_clock(d, time);
}

static void note_asking(const gisa_machine *machine) {
    debug *d = atomic_load(&session);
    (void)machine;
    if (d)
        debug_asks(d);
}

static void loaded(gisa_machine *machine, const gisa_loaded *object, const void *file, size_t size) {
    codes_loaded(machine, object, file, size);
}

static void unloads(gisa_machine *machine, const gisa_loaded *object) {
    (void)machine;
    codes_unloads(object);
}

static int ends(void) {
    return has_failed ? 1 : -1;
}

const tools *debugger_open(void) {
    static const tools these = {loaded, unloads,    ignore_allocated, ignore_freed,
                                run,    read_clock, note_asking,      ends};
    const char *which = setting("GISA_DEBUG");
    if (!which)
        return NULL;
    read_wanted(which);
    talking = dialogue_open();
    if (!talking)
        return NULL;
    s = talking->s;
    s->hosted = true;
    return &these;
}
