/* SPDX-License-Identifier: MIT */
/* Counts a launch for gisa run --profile, and writes the files. */
#include "run_profile.h"

#include <stdlib.h>
#include <string.h>

static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "gisa run: %s: %s\n", what, why);
    return false;
}

void run_profile_ask(run_profile *p, const char *file) {
    const size_t size = file ? strlen(file) : 0;
    if (size >= 5 && strcmp(file + size - 5, ".info") == 0)
        p->coverage = file;
    else
        p->listing = file ? file : "-";
}

bool run_profile_begin(run_profile *p, gisa_machine *machine, loaded_code *code) {
    p->profile = gisa_profile_new(machine, p->listing != NULL);
    p->code = code;
    return (p->profile && !code->code.no_memory) || refuse("--profile", "out of memory");
}

void run_profile_end(run_profile *p) {
    gisa_profile_free(p->profile);
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Rows are by address, as are the instructions of a run: `*next` is the first one that is not
   before. */
static void find_row(const run_profile *p, uint64_t pc, size_t *next, gisa_profile_row *row) {
    while (gisa_profile_at(p->profile, *next, row) == GISA_OK && row->pc < pc)
        (*next)++;
    if (gisa_profile_at(p->profile, *next, row) != GISA_OK || row->pc != pc)
        *row = (gisa_profile_row){.pc = pc};
}

static void each_of_run(const run_profile *p, const code_run *run, void (*each)(void *, const profiled *),
                        void *ctx) {
    size_t next = 0;
    profiled at = {.run = run};
    gisa_flow_info flow;
    for (uint64_t offset = 0; offset < run->size; offset += at.insn.size) {
        const gisa_status status =
            gisa_decode(run->isa, run->bytes + offset, (size_t)(run->size - offset), &at.insn);
        const uint64_t pc = p->code->base + run->address + offset;
        const code_run *found;
        find_row(p, pc, &next, &at.row);
        if (status != GISA_OK && !at.row.waves)
            continue;
        at.place = loaded_code_at(p->code, pc, &found);
        if (p->code->placed && !at.place.file && !at.row.waves)
            continue; /* what the assembler has filled a gap with */
        at.flow = gisa_flow_of(run->isa, &at.insn, pc, &flow) == GISA_OK ? flow.kind : 0;
        each(ctx, &at);
    }
}

void run_profile_each(const run_profile *p, void (*each)(void *, const profiled *), void *ctx) {
    for (size_t i = 0; i < p->code->code.count; i++)
        each_of_run(p, p->code->code.runs[i], each, ctx);
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool lists(const run_profile *p, FILE *to) {
    run_listing(p, to);
    return true;
}

static bool covers(const run_profile *p, FILE *to) {
    tracefile t = {.at = NULL};
    const bool known = run_lcov(p, &t) && !t.no_memory;
    if (known)
        tracefile_write(&t, to);
    tracefile_free(&t);
    return known;
}

static bool write_file(const run_profile *p, const char *path, bool (*write)(const run_profile *, FILE *)) {
    const bool out = strcmp(path, "-") == 0;
    FILE *to = out ? stdout : fopen(path, "w");
    bool known, good;
    if (!to)
        return refuse(path, "cannot be written");
    known = write(p, to);
    good = fflush(to) == 0 && !ferror(to);
    good &= out || fclose(to) == 0;
    if (!known && !out)
        remove(path);
    if (!known)
        return refuse("--profile", "no line of a source is known: compile with -g, or run assembler source");
    return good || refuse(path, "cannot be written");
}

int run_profile_write(run_profile *p) {
    bool good = true;
    if (!gisa_profile_is_whole(p->profile))
        refuse("--profile", "there was no memory for all counts");
    if (p->listing)
        good &= write_file(p, p->listing, lists);
    if (p->coverage)
        good &= write_file(p, p->coverage, covers);
    return !good;
}
