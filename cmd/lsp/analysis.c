/* SPDX-License-Identifier: MIT */
/* Assembles and checks a source, and keeps what is wrong with it, with places in its text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "document.h"

enum { MOST_ERRORS = 100, MOST_FINDINGS = 1000, LARGEST_INCLUDE = 64 << 20 };

/* What the assembler calls the source itself; what it includes has names of files. */
static const char itself[] = "";

static char *copy(const char *text) {
    char *own = malloc(strlen(text) + 1);
    return own ? strcpy(own, text) : NULL;
}

static problem *add(document *d) {
    if (!scan_room(&d->problem, d->problems, sizeof *d->problem))
        return NULL;
    problem *p = &d->problem[d->problems++];
    *p = (problem){0};
    return p;
}

/* ---- files that a source includes ----------------------------------------------------------- */

static void *read_regular(const char *path, size_t *size) {
    struct stat about;
    FILE *f = stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= LARGEST_INCLUDE
                  ? fopen(path, "rb")
                  : NULL;
    char *text = f ? malloc((size_t)about.st_size + 1) : NULL;
    if (text)
        *size = fread(text, 1, (size_t)about.st_size, f);
    if (f)
        fclose(f);
    return text;
}

/* In the folder of the source; that of the file that asks comes first. */
static void *read_included(void *ctx, const char *name, const char *from, size_t *size) {
    const document *d = ctx;
    const char *slash = d->path ? strrchr(d->path, '/') : NULL, *inner = strrchr(from, '/');
    char path[4096];
    void *text = NULL;
    if (!slash)
        return NULL;
    const int folder = (int)(slash - d->path) + 1, middle = inner ? (int)(inner - from) + 1 : 0;
    if (*name == '/')
        return read_regular(name, size);
    if (*from != '/' && middle &&
        snprintf(path, sizeof path, "%.*s%.*s%s", folder, d->path, middle, from, name) < (int)sizeof path)
        text = read_regular(path, size);
    if (!text && snprintf(path, sizeof path, "%.*s%s", folder, d->path, name) < (int)sizeof path)
        text = read_regular(path, size);
    return text;
}

/* ---- errors --------------------------------------------------------------------------------- */

/* The bytes that are meant; a whole line where its text is not that of the source. */
static void put_place(const document *d, const gisa_diagnostic *g, uint32_t *at, uint32_t *size) {
    *at = *size = 0;
    if (!g->line || g->line > d->lines)
        return;
    const uint32_t begin = d->line[g->line - 1], end = document_line_end(d, g->line - 1);
    const bool same = g->column && g->source && g->source_size == end - begin &&
                      memcmp(g->source, d->text + begin, end - begin) == 0;
    *at = begin + (same ? g->column - 1 : 0);
    if (!same)
        *at += (uint32_t)strspn(d->text + begin, " \t");
    *at = *at < end ? *at : end;
    *size = same && g->length < end - *at ? g->length : end - *at;
}

static void report(void *ctx, const gisa_diagnostic *g) {
    document *d = ctx;
    problem *last = d->problems ? &d->problem[d->problems - 1] : NULL;
    char message[1200];
    const bool here = strcmp(g->file, itself) == 0;
    if (g->severity == GISA_SEVERITY_NOTE) { /* how the one before came about */
        if (last && here && !last->has_other) {
            uint32_t size;
            put_place(d, g, &last->other_at, &size);
            last->other = copy(g->message);
            last->has_other = last->other != NULL;
            if (!last->size && !last->at) {
                last->at = last->other_at;
                last->size = size;
            }
        }
        return;
    }
    problem *p = add(d);
    if (!p)
        return;
    if (here)
        put_place(d, g, &p->at, &p->size);
    if (!here)
        snprintf(message, sizeof message, "%s:%u: %s", g->file, (unsigned)g->line, g->message);
    p->severity = g->severity == GISA_SEVERITY_ERROR ? 1 : 2;
    p->message = copy(here ? g->message : message);
}

void document_how(const document *d, gisa_asm_options *how) {
    *how = (gisa_asm_options){.isa = d->asked,
                              .output = d->gxp ? GISA_OUTPUT_GXP : GISA_OUTPUT_ELF,
                              .syntax = d->own.syntax,
                              .read = read_included,
                              .ctx = (void *)(uintptr_t)d,
                              .error_limit = MOST_ERRORS};
}

static void tell_unknown(document *d) {
    problem *p = add(d);
    if (!p)
        return;
    p->size = document_line_end(d, 0);
    p->severity = 4;
    p->message =
        copy("gisa does not know the architecture of this source; expected .amdgcn_target, a comment "
             "\"gisa: arch=gfx900\" in the first lines, or the setting gisa.arch");
}

/* ---- waits and hazards ----------------------------------------------------------------------- */

static uint32_t word_size(const char *text) {
    return (uint32_t)strcspn(text, " \t\r\n");
}

static bool is_here(const document *d, const code_place *p) {
    return p->file && strcmp(p->file, itself) == 0 && p->line && p->line <= d->lines;
}

static void add_finding(document *d, size_t i) {
    const checked *f = &d->checks.at[i];
    char text[GISA_FINDING_TEXT_MAX], other[GISA_TEXT_MAX + 32], line[GISA_TEXT_MAX];
    problem *p = is_here(d, &f->consumer) ? add(d) : NULL;
    if (!p)
        return;
    p->at = f->consumer.direct ? (uint32_t)f->consumer.at : d->line[f->consumer.line - 1];
    p->size = word_size(d->text + p->at);
    p->severity = f->finding.advice ? 3 : 2;
    p->waits = true;
    p->finding = i;
    p->message = copy(check_text(f, text));
    if (!is_here(d, &f->producer))
        return;
    p->other_at = f->producer.direct ? (uint32_t)f->producer.at : d->line[f->producer.line - 1];
    snprintf(other, sizeof other, "it must be after %s",
             places_instruction(f->run, f->producer.address, line));
    p->other = copy(other);
    p->has_other = p->other != NULL;
}

static void check(document *d) {
    check_file(&d->checks, d->placed.file, NULL, &d->placed.lines, d->own.advice);
    for (size_t i = 0; i < d->checks.count && i < MOST_FINDINGS; i++)
        add_finding(d, i);
}

/* ---- the whole ------------------------------------------------------------------------------- */

void document_analyse(document *d, const settings *usual) {
    gisa_asm_options how;
    document_scan(d, usual);
    if (d->analysed)
        return;
    d->analysed = true;
    if (!d->isa) {
        tell_unknown(d);
        return;
    }
    document_how(d, &how);
    how.report = report;
    d->whole = placed_assemble(&d->placed, itself, d->text, d->size, &how);
    if (d->whole)
        check(d);
}

void document_forget_analysis(document *d) {
    for (size_t i = 0; i < d->problems; i++) {
        free(d->problem[i].message);
        free(d->problem[i].other);
    }
    free(d->problem);
    d->problem = NULL;
    d->problems = 0;
    check_free(&d->checks);
    placed_free(&d->placed);
    d->checks = (check_result){0};
    d->placed = (placed_source){0};
    d->whole = false;
}

bool document_bytes(const document *d, const gisa_placed *p, const uint8_t **bytes) {
    gisa_file_section in;
    for (size_t k = 0; d->whole && gisa_file_section_at(d->placed.file, k, &in) == GISA_OK; k++) {
        const bool same =
            strcmp(in.name, p->section) == 0 || (*p->section == '.' && strcmp(in.name, p->section + 1) == 0);
        if (same && in.bytes && p->offset + p->size <= in.size) {
            *bytes = in.bytes + p->offset;
            return true;
        }
    }
    return false;
}

const gisa_placed *document_placed(const document *d, uint32_t at, const uint8_t **bytes) {
    const line_map *m = &d->placed.lines;
    for (size_t i = 0; d->whole && i < m->count; i++)
        if (m->at[i].direct && m->at[i].at == at && document_bytes(d, &m->at[i], bytes))
            return &m->at[i];
    return NULL;
}
