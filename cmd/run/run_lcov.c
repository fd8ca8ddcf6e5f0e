/* SPDX-License-Identifier: MIT */
/* gisa run --profile=FILE.info: lines, branches and functions of the source in the form of lcov's
   tracefiles, which genhtml and editors show. */
#include <inttypes.h>
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

static void put_functions(const entries *list, size_t from, size_t to, FILE *out) {
    uint64_t found = 0, hit = 0;
    for (size_t i = from; i < to; i++)
        if (list->at[i].function) {
            fprintf(out, "FN:%" PRIu32 ",%s\n", list->at[i].line, list->at[i].function);
            fprintf(out, "FNDA:%" PRIu64 ",%s\n", list->at[i].waves, list->at[i].function);
            found++;
            hit += list->at[i].waves != 0;
        }
    fprintf(out, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
}

static void put_side(FILE *out, uint32_t line, unsigned block, unsigned side, const entry *e, uint64_t n) {
    fprintf(out, "BRDA:%" PRIu32 ",%u,%u,", line, block, side);
    if (e->waves)
        fprintf(out, "%" PRIu64 "\n", n);
    else
        fprintf(out, "-\n");
}

/* Each branch of a line is a block with two sides: taken, not taken. */
static void put_branches(const entries *list, size_t from, size_t to, FILE *out) {
    uint64_t found = 0, hit = 0;
    unsigned block = 0;
    for (size_t i = from; i < to; i++) {
        const entry *e = &list->at[i];
        block = i > from && e->line == e[-1].line ? block : 0;
        if (!e->branch)
            continue;
        put_side(out, e->line, block, 0, e, e->jumped);
        put_side(out, e->line, block++, 1, e, e->waves - e->jumped);
        found += 2;
        hit += (unsigned)(e->jumped != 0) + (unsigned)(e->waves > e->jumped);
    }
    fprintf(out, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", found, hit);
}

/* A line has run as often as that of its instructions which ran most. */
static void put_lines(const entries *list, size_t from, size_t to, FILE *out) {
    uint64_t found = 0, hit = 0;
    for (size_t i = from, next; i < to; i = next) {
        uint64_t most = 0;
        for (next = i; next < to && list->at[next].line == list->at[i].line; next++)
            most = list->at[next].waves > most ? list->at[next].waves : most;
        fprintf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", list->at[i].line, most);
        found++;
        hit += most != 0;
    }
    fprintf(out, "LF:%" PRIu64 "\nLH:%" PRIu64 "\n", found, hit);
}

static void put_file(const entries *list, size_t from, size_t to, FILE *out) {
    fprintf(out, "TN:\nSF:%s\n", list->at[from].file);
    put_functions(list, from, to, out);
    put_branches(list, from, to, out);
    put_lines(list, from, to, out);
    fprintf(out, "end_of_record\n");
}

bool run_lcov(const run_profile *p, FILE *to) {
    entries list = {.at = NULL};
    bool known;
    run_profile_each(p, add, &list);
    known = list.count && !list.no_memory;
    if (known)
        qsort(list.at, list.count, sizeof *list.at, by_line);
    for (size_t i = 0, next; known && i < list.count; i = next) {
        for (next = i; next < list.count && strcmp(list.at[next].file, list.at[i].file) == 0; next++)
            ;
        put_file(&list, i, next, to);
    }
    for (size_t i = 0; i < list.count; i++) {
        free(list.at[i].file);
        free(list.at[i].function);
    }
    free(list.at);
    return known;
}
