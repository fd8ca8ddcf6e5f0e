/* SPDX-License-Identifier: MIT */
/* Assembles a source, and remembers the line of each instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "placed.h"

/* Names repeat: the last one first. */
static const char *keep_name(line_map *m, const char *name) {
    for (size_t i = m->name_count; i-- > 0 && m->name_count - i < 8;)
        if (strcmp(m->names[i], name) == 0)
            return m->names[i];
    char *copy = places_room(&m->names, m->name_count, sizeof *m->names) ? malloc(strlen(name) + 1) : NULL;
    if (!copy) {
        m->no_memory = true;
        return "";
    }
    strcpy(copy, name);
    m->names[m->name_count++] = copy;
    return copy;
}

typedef struct assembling {
    const gisa_asm_options *how;
    line_map *lines;
} assembling;

static void remember(void *ctx, const gisa_placed *p) {
    line_map *m = ((assembling *)ctx)->lines;
    if (m->count == m->room) {
        size_t room = m->room ? 2 * m->room : 1024;
        gisa_placed *grown = realloc(m->at, room * sizeof *grown);
        if (!grown) {
            m->no_memory = true;
            return;
        }
        m->at = grown;
        m->room = room;
    }
    gisa_placed *own = &m->at[m->count++];
    *own = *p;
    own->section = keep_name(m, p->section);
    own->file = keep_name(m, p->file);
}

/* The caller's functions have the caller's ctx. */
static void *read_for(void *ctx, const char *name, const char *from, size_t *size) {
    const gisa_asm_options *how = ((assembling *)ctx)->how;
    return how->read ? how->read(how->ctx, name, from, size) : NULL;
}

static void report_for(void *ctx, const gisa_diagnostic *d) {
    const gisa_asm_options *how = ((assembling *)ctx)->how;
    if (how->report)
        how->report(how->ctx, d);
}

static int by_place(const void *a, const void *b) {
    const gisa_placed *x = a, *y = b;
    int order = strcmp(x->section, y->section);
    return order ? order : x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Of raw code there is .text alone, without a name. */
static void keep_text(line_map *m) {
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->at[i].section, ".text") == 0) {
            m->at[kept] = m->at[i];
            m->at[kept++].section = "";
        }
    m->count = kept;
}

bool placed_assemble(placed_source *s, const char *name, const char *text, size_t size,
                     const gisa_asm_options *how) {
    assembling a = {how, &s->lines};
    gisa_asm_options own = *how;
    gisa_error error = {.message = ""};
    bool shader = how->output == GISA_OUTPUT_GXP;
    bool raw = !shader && how->isa && !gisa_elf_machine(how->isa); /* there are no ELF files of it */
    own.output = shader                          ? GISA_OUTPUT_GXP
                 : raw                           ? GISA_OUTPUT_RAW
                 : how->output == GISA_OUTPUT_CO ? GISA_OUTPUT_CO
                                                 : GISA_OUTPUT_ELF;
    own.read = read_for;
    own.report = report_for;
    own.placed = remember;
    own.ctx = &a;
    gisa_status status = gisa_assemble(name, text, size, &own, &s->object, &s->size);
    if (status == GISA_OK && s->lines.no_memory)
        status = GISA_STATUS_NO_MEMORY;
    if (status == GISA_OK)
        status = gisa_file_open(s->object, s->size, how->isa, NULL, &s->file, &error);
    if (status != GISA_OK && status != GISA_STATUS_FAILED)
        fprintf(stderr, "gisa: %s: %s\n", name, *error.message ? error.message : gisa_status_text(status));
    if (raw)
        keep_text(&s->lines);
    if (status == GISA_OK && s->lines.count)
        qsort(s->lines.at, s->lines.count, sizeof *s->lines.at, by_place);
    return status == GISA_OK;
}

void placed_free(placed_source *s) {
    for (size_t i = 0; i < s->lines.name_count; i++)
        free(s->lines.names[i]);
    free(s->lines.names);
    free(s->lines.at);
    gisa_file_close(s->file);
    free(s->object);
}
