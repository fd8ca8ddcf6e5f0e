/* SPDX-License-Identifier: MIT */
/* GISA_PROFILE=FILE.info adds the coverage of all launches to a tracefile of lcov, which other
 * processes add to as well; any other name gets the disassembly with counts, "-": standard error.
 * Both are written when the process ends, or when a launch has ended with a fault. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmd/run/run_profile.h"
#include "codes.h"
#include "files.h"
#include "modes.h"

static const char *path;
static bool for_lcov;

/* The counts of a GPU. */
typedef struct counts {
    gisa_machine *machine;
    gisa_profile *all;
} counts;

enum { MOST_MACHINES = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static counts machines[MOST_MACHINES];
static tracefile covered; /* that is not in the file yet */
static char *text;        /* likewise, of the disassembly */
static size_t text_size;
static bool is_partial, has_ended;

/* ---- launches -------------------------------------------------------------------------------- */

/* NULL: there are too many. */
static counts *counts_of(gisa_machine *machine) {
    counts *c = machines;
    while (c < machines + MOST_MACHINES && c->machine && c->machine != machine)
        c++;
    if (c == machines + MOST_MACHINES)
        return NULL;
    c->machine = machine;
    return c;
}

static void add(gisa_machine *machine, gisa_profile *one) {
    pthread_mutex_lock(&lock);
    counts *c = counts_of(machine);
    if (c && !c->all)
        c->all = gisa_profile_new(machine, !for_lcov);
    if (c && c->all)
        gisa_profile_add(c->all, one);
    is_partial |= !c || !c->all || !gisa_profile_is_whole(c->all);
    pthread_mutex_unlock(&lock);
}

/* ---- what is written ------------------------------------------------------------------------- */

/* Was any instruction of the object executed? */
static bool has_run(const code *c, gisa_profile *all) {
    gisa_profile_row row;
    for (size_t i = 0; gisa_profile_at(all, i, &row) == GISA_OK; i++)
        if (row.waves && row.pc - c->code.base < c->code.size)
            return true;
    return false;
}

static void list(const run_profile *p, const gisa_machine *machine) {
    char *more = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&more, &size);
    if (!to)
        return;
    fprintf(to, "%s on %s:\n", program_name(), gisa_name(gisa_machine_isa(machine)));
    run_listing(p, to);
    fclose(to);
    char *grown = more ? realloc(text, text_size + size + 1) : NULL;
    if (grown) {
        memcpy(grown + text_size, more, size + 1);
        text = grown;
        text_size += size;
    }
    is_partial |= !grown;
    free(more);
}

/* One object alone: its lines. */
static void collect_code(const code *c, const counts *of) {
    loaded_code alone = c->code;
    run_profile p = {.profile = of->all, .code = &alone};
    alone.next = NULL;
    if (for_lcov)
        run_lcov(&p, &covered);
    else if (has_run(c, of->all))
        list(&p, of->machine);
}

/* The counts become lines of sources, of the code that is loaded now; they begin anew. */
static void collect(void) {
    for (counts *c = machines; c < machines + MOST_MACHINES && c->machine; c++) {
        for (const code *object = codes_after(NULL); c->all && object; object = codes_after(object))
            if (object->loaded && object->machine == c->machine)
                collect_code(object, c);
        gisa_profile_free(c->all);
        c->all = NULL;
    }
}

static bool add_coverage(void *ctx, FILE *before, FILE *to) {
    (void)ctx;
    tracefile all = {.at = NULL};
    const bool good = !before || tracefile_read(&all, before);
    if (good)
        tracefile_add(&all, &covered);
    if (good)
        tracefile_write(&all, to);
    else
        host->complain("%s: not a tracefile that gisa has written; nothing is added to it", path);
    tracefile_free(&all);
    return good;
}

static bool add_text(void *ctx, FILE *before, FILE *to) {
    int c;
    (void)ctx;
    while (before && (c = getc(before)) != EOF)
        putc(c, to);
    fwrite(text, 1, text_size, to);
    return true;
}

static void write_coverage(void) {
    if (!covered.count)
        host->complain("--profile: no line of a source is known: compile with -g");
    else
        files_update(path, add_coverage, NULL);
    tracefile_free(&covered);
}

static void write_text(void) {
    if (text_size && strcmp(path, "-") == 0)
        fwrite(text, 1, text_size, stderr);
    else if (text_size)
        files_update(path, add_text, NULL);
    text_size = 0;
}

static bool has_counts(void) {
    return machines->all || covered.count || text_size;
}

static void write_all(void) {
    pthread_mutex_lock(&lock);
    const bool any = has_counts();
    collect();
    if (any)
        (for_lcov ? write_coverage : write_text)();
    if (is_partial)
        host->complain("--profile: there was no memory for all counts");
    is_partial = false;
    pthread_mutex_unlock(&lock);
}

/* ---- the mode -------------------------------------------------------------------------------- */

/* Launches may run beside each other: each has counts of its own at first. */
static gisa_status run(tools_launch *l, gisa_result *result) {
    gisa_profile *one = gisa_profile_new(l->machine, !for_lcov);
    l->launch.observer = gisa_profile_observer(one);
    const gisa_status status = gisa_machine_run(l->machine, &l->launch, result);
    if (one)
        add(l->machine, one);
    gisa_profile_free(one);
    if (!status && result->end == GISA_END_FAULT)
        write_all(); /* most programs are aborted then */
    return status;
}

static void loaded(gisa_machine *machine, const gisa_loaded *object, const void *file, size_t size) {
    codes_loaded(machine, object, file, size);
}

/* Other code may come to its addresses. */
static void unloads(gisa_machine *machine, const gisa_loaded *object) {
    (void)machine;
    pthread_mutex_lock(&lock);
    if (!has_ended)
        collect();
    codes_unloads(object);
    pthread_mutex_unlock(&lock);
}

static int ends(void) {
    write_all();
    has_ended = true;
    return -1;
}

const tools *profile_open(void) {
    static const tools these = {loaded, unloads,     ignore_allocated, ignore_freed,
                                run,    usual_clock, ignore_asking,    ends};
    path = setting("GISA_PROFILE");
    const size_t size = path ? strlen(path) : 0;
    for_lcov = size >= 5 && strcmp(path + size - 5, ".info") == 0;
    return path ? &these : NULL;
}
