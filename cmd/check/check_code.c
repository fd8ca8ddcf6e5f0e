/* SPDX-License-Identifier: MIT */
/* Checks the code of a file, and says of each finding where it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

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
                                  .consumer = places_of(c->run, f->consumer, c->lines),
                                  .producer = places_of(c->run, f->producer, c->lines)};
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
    size_t first = r->code.count;
    places_add(&r->code, file);
    r->no_memory |= r->code.no_memory;
    for (size_t i = first; i < r->code.count && !r->no_memory; i++)
        check_run(r, r->code.runs[i], object, lines, advice);
}

static bool keep_open(check_result *r, gisa_file *file) {
    if (!places_room(&r->files, r->file_count, sizeof *r->files)) {
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
    size_t runs = r->code.count, count = r->count;
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
    places_free(&r->code, runs);
    gisa_file_close(file);
    return true;
}

void check_free(check_result *r) {
    places_free(&r->code, 0);
    for (size_t i = 0; i < r->file_count; i++)
        gisa_file_close(r->files[i]);
    free(r->files);
    for (size_t i = 0; i < r->object_count; i++)
        free(r->objects[i]);
    free(r->objects);
    free(r->at);
}

/* ---- words -------------------------------------------------------------------------------- */

const char *check_text(const checked *f, char text[GISA_FINDING_TEXT_MAX]) {
    size_t size = GISA_FINDING_TEXT_MAX;
    if (gisa_finding_text(f->run->isa, &f->finding, text, &size) != GISA_OK)
        *text = 0;
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
