/* SPDX-License-Identifier: MIT */
/* Checks the code of a file: cuts it into runs, and says of each finding where it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* ---- runs --------------------------------------------------------------------------------- */

bool check_room(void *array, size_t count, size_t element) {
    void **data = array, *grown = realloc(*data, (count + 1) * element);
    if (grown)
        *data = grown;
    return grown != NULL;
}

static code_run *new_run(check_result *r, const gisa_isa *isa, const gisa_file_code *code,
                         const char *section) {
    code_run *run = check_room(&r->runs, r->run_count, sizeof *r->runs) ? calloc(1, sizeof *run) : NULL;
    if (!run) {
        r->no_memory = true;
        return NULL;
    }
    *run = (code_run){.isa = isa, .bytes = code->bytes, .address = code->address, .section = section};
    r->runs[r->run_count++] = run;
    return run;
}

static bool follows(const code_run *run, const gisa_file_code *code) {
    return code->bytes == run->bytes + run->size && code->address == run->address + run->size;
}

static bool add_code(code_run *run, const gisa_file_code *code) {
    if (!check_room(&run->entries, run->entry_count, sizeof *run->entries) ||
        !check_room(&run->names, run->entry_count, sizeof *run->names))
        return false;
    run->entries[run->entry_count] = code->address;
    run->names[run->entry_count++] = code->name;
    run->size += code->size;
    return true;
}

/* ---- places ------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const gisa_placed *x = a, *y = b;
    int order = strcmp(x->section, y->section);
    return order ? order : x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void add_line(code_place *p, const line_map *lines, const char *section) {
    gisa_placed key = {.section = section, .offset = p->address};
    const gisa_placed *found =
        lines && lines->count ? bsearch(&key, lines->at, lines->count, sizeof *lines->at, by_place) : NULL;
    if (!found)
        return;
    p->file = found->file;
    p->line = found->line;
    p->column = found->column;
    p->direct = found->direct;
    p->at = found->at;
}

/* The last function that begins at the address or before it. */
static code_place place_of(const code_run *run, uint64_t address, const line_map *lines) {
    code_place p = {.address = address};
    size_t low = 0, high = run->entry_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (run->entries[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && *run->names[low - 1]) {
        p.symbol = run->names[low - 1];
        p.offset = address - run->entries[low - 1];
    }
    add_line(&p, lines, run->section);
    return p;
}

/* ---- findings ----------------------------------------------------------------------------- */

typedef struct collector {
    check_result *r;
    const code_run *run;
    const char *object;
    const line_map *lines;
} collector;

static bool collect(void *ctx, const gisa_finding *f) {
    collector *c = ctx;
    check_result *r = c->r;
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        checked *grown = realloc(r->at, room * sizeof *grown);
        if (!grown) {
            r->no_memory = true;
            return false;
        }
        r->at = grown;
        r->room = room;
    }
    r->at[r->count++] = (checked){.finding = *f,
                                  .run = c->run,
                                  .object = c->object,
                                  .consumer = place_of(c->run, f->consumer, c->lines),
                                  .producer = place_of(c->run, f->producer, c->lines)};
    return true;
}

static void check_run(check_result *r, const code_run *run, const char *object, const line_map *lines,
                      bool advice) {
    collector c = {r, run, object, lines};
    gisa_check_options options = {.advice = advice};
    gisa_status status = gisa_check_code(run->isa, run->bytes, run->size, run->address, run->entries,
                                         run->entry_count, &options, collect, &c);
    r->bytes += run->size;
    r->limited |= status == GISA_STATUS_NO_SPACE;
    r->no_memory |= status == GISA_STATUS_NO_MEMORY;
}

void check_file(check_result *r, const gisa_file *file, const char *object, const line_map *lines,
                bool advice) {
    gisa_file_info info;
    gisa_file_code code;
    code_run *run = NULL;
    size_t first = r->run_count, section = SIZE_MAX;
    gisa_file_about(file, &info);
    for (size_t i = 0; !r->no_memory && gisa_file_code_at(file, i, &code) == GISA_OK; i++) {
        gisa_file_section in = {.name = ""};
        gisa_file_section_at(file, code.section, &in);
        if (!run || code.section != section || !follows(run, &code))
            run = new_run(r, info.isa, &code, in.name);
        section = code.section;
        r->no_memory |= !run || !add_code(run, &code);
    }
    for (size_t i = first; i < r->run_count && !r->no_memory; i++)
        check_run(r, r->runs[i], object, lines, advice);
}

static void free_runs(check_result *r, size_t first) {
    for (size_t i = first; i < r->run_count; i++) {
        free(r->runs[i]->entries);
        free(r->runs[i]->names);
        free(r->runs[i]);
    }
    r->run_count = first;
}

static bool keep_open(check_result *r, gisa_file *file) {
    if (!check_room(&r->files, r->file_count, sizeof *r->files)) {
        gisa_file_close(file);
        r->no_memory = true;
        return false;
    }
    r->files[r->file_count++] = file;
    return true;
}

bool check_bytes(check_result *r, const void *data, size_t size, const gisa_isa *isa, const char *object,
                 bool advice, gisa_error *error) {
    gisa_file *file;
    gisa_file_info info;
    size_t runs = r->run_count, count = r->count;
    if (gisa_file_open(data, size, isa, NULL, &file, error) != GISA_OK)
        return false;
    gisa_file_about(file, &info);
    gisa_counter counter;
    if (!info.isa || gisa_counter_at(info.isa, 0, &counter) != GISA_OK) {
        snprintf(error->message, sizeof error->message, "%s",
                 info.isa ? "gisa knows no waits and hazards of this architecture"
                          : "the file does not say its architecture; say it with -a");
        gisa_file_close(file);
        return false;
    }
    check_file(r, file, object, NULL, advice);
    if (r->count > count || r->no_memory)
        return keep_open(r, file);
    free_runs(r, runs);
    gisa_file_close(file);
    return true;
}

void check_free(check_result *r) {
    free_runs(r, 0);
    for (size_t i = 0; i < r->file_count; i++)
        gisa_file_close(r->files[i]);
    free(r->files);
    for (size_t i = 0; i < r->object_count; i++)
        free(r->objects[i]);
    free(r->objects);
    free(r->runs);
    free(r->at);
}

/* ---- words -------------------------------------------------------------------------------- */

const char *check_text(const checked *f, char text[GISA_FINDING_TEXT_MAX]) {
    size_t size = GISA_FINDING_TEXT_MAX;
    if (gisa_finding_text(f->run->isa, &f->finding, text, &size) != GISA_OK)
        *text = 0;
    return text;
}

const char *check_instruction(const checked *f, uint64_t address, char text[GISA_TEXT_MAX]) {
    const code_run *run = f->run;
    uint64_t offset = address - run->address;
    size_t size = GISA_TEXT_MAX;
    gisa_insn insn;
    gisa_style style = {.address = address};
    *text = 0;
    if (offset < run->size &&
        gisa_decode(run->isa, run->bytes + offset, run->size - offset, &insn) == GISA_OK)
        gisa_print(run->isa, &insn, &style, text, &size);
    return text;
}

const char *check_rule(const checked *f) {
    gisa_counter counter = {.name = ""};
    gisa_hazard hazard = {.name = ""};
    if (f->finding.kind < GISA_FINDING_COUNTERS)
        gisa_counter_at(f->run->isa, f->finding.counter, &counter);
    else
        gisa_hazard_at(f->run->isa, f->finding.hazard, &hazard);
    return f->finding.kind < GISA_FINDING_COUNTERS ? counter.name : hazard.name;
}
