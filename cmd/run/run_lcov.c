/* SPDX-License-Identifier: MIT */
/* A profile by lines, branches and functions of the source, for lcov's tracefiles. */
#include <stdlib.h>
#include <string.h>

#include "run_profile.h"

/* An instruction with a line. */
typedef struct entry {
    char *file;
    char *function; /* where one begins here; NULL: none does */
    uint32_t line;
    uint64_t pc, waves, jumped;
    bool branch;
} entry;

typedef struct entries {
    entry *at;
    size_t count;
    bool no_memory;
} entries;

static char *copy(const char *text) {
    const size_t size = strlen(text) + 1;
    char *made = malloc(size);
    return made ? memcpy(made, text, size) : NULL;
}

static void add(void *ctx, const profiled *at) {
    entries *list = ctx;
    const bool begins = at->place.symbol && at->place.offset == 0;
    if (!at->place.file || !at->place.line || list->no_memory)
        return;
    list->no_memory = !places_room(&list->at, list->count, sizeof *list->at);
    if (list->no_memory)
        return;
    entry *e = &list->at[list->count++];
    *e = (entry){.file = copy(at->place.file),
                 .function = begins ? copy(at->place.symbol) : NULL,
                 .line = at->place.line,
                 .pc = at->row.pc,
                 .waves = at->row.waves,
                 .jumped = at->row.jumped,
                 .branch = at->flow == GISA_FLOW_CONDITIONAL};
    list->no_memory = !e->file || (begins && !e->function);
}

static int by_line(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const int order = strcmp(x->file, y->file);
    if (order)
        return order;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Each branch of a line is a block with two sides: taken, not taken. */
static void add_branch(tracefile *t, const entry *e, uint32_t block) {
    tracefile_branch(t, e->file, e->line, block, 0, e->waves, e->jumped);
    tracefile_branch(t, e->file, e->line, block, 1, e->waves, e->waves - e->jumped);
}

/* A line has run as often as that of its instructions which ran most. */
static void add_line(tracefile *t, const entry *of_line, size_t count) {
    uint64_t most = 0;
    uint32_t block = 0;
    for (size_t i = 0; i < count; i++) {
        const entry *e = &of_line[i];
        most = e->waves > most ? e->waves : most;
        if (e->function)
            tracefile_function(t, e->file, e->line, e->function, e->waves);
        if (e->branch)
            add_branch(t, e, block++);
    }
    tracefile_line(t, of_line->file, of_line->line, most);
}

static bool is_of_line(const entry *e, const entry *line) {
    return e->line == line->line && strcmp(e->file, line->file) == 0;
}

bool run_lcov(const run_profile *p, tracefile *to) {
    entries list = {.at = NULL};
    bool known;
    run_profile_each(p, add, &list);
    known = list.count && !list.no_memory;
    if (known)
        qsort(list.at, list.count, sizeof *list.at, by_line);
    for (size_t i = 0, next; known && i < list.count; i = next) {
        for (next = i; next < list.count && is_of_line(&list.at[next], &list.at[i]); next++)
            ;
        add_line(to, &list.at[i], next - i);
    }
    for (size_t i = 0; i < list.count; i++) {
        free(list.at[i].file);
        free(list.at[i].function);
    }
    free(list.at);
    return known;
}
