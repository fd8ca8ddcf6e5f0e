/* SPDX-License-Identifier: MIT */
/* What the engines do not need and users ask for: the pictures of formats, corrections of
 * documents, names of other projects. */
#include <stdio.h>
#include <string.h>

#include "spec.h"

/* Fields are listed as the picture shows them, so in the order in which they were read. */
static void describe_formats(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < s->formats.count; i++) {
        const format *f = &s->formats.at[i];
        if (!(f->gens >> gen & 1))
            continue;
        *LIST_ADD(g->formats) = (format_row){.name = intern(s, f->name),
                                             .suffix = intern(s, f->suffix),
                                             .mask = f->mask,
                                             .value = f->value,
                                             .zero = f->zero,
                                             .ignored = f->unused,
                                             .first_field = (uint16_t)g->format_fields.count,
                                             .field_count = (uint8_t)f->field_count,
                                             .class_ = (uint8_t)f->class_,
                                             .size = (uint8_t)f->size};
        for (int k = 0; k < f->field_count; k++)
            *LIST_ADD(g->format_fields) =
                (format_field){intern(s, f->field[k].name),
                               {(uint8_t)f->field[k].shift, (uint8_t)f->field[k].width},
                               (uint8_t)strlen(f->field[k].name)};
    }
    for (int i = 0; i < g->forms.count; i++)
        for (int k = 0; k < g->formats.count; k++)
            if (strcmp(&s->strings.at[g->formats.at[k].name], g->forms.at[i].format) == 0)
                g->forms.at[i].f.format = (uint16_t)k;
}

static const char *title(spec *s, const char *document) {
    for (int i = 0; i < s->documents.count; i++)
        if (strcmp(s->documents.at[i].name, document) == 0)
            return s->documents.at[i].title;
    return NULL;
}

/* ---- patterns of `correct` and `called`: mnemonics, FORMAT.mnemonic, FORMAT -------------- */

static bool fits_format(const char *pattern, const format *f, int gen) {
    return (f->gens >> gen & 1) && fits_pattern(pattern, f->name);
}

static bool names_format(const spec *s, const char *pattern) {
    for (int i = 0; i < s->formats.count; i++)
        if (fits_pattern(pattern, s->formats.at[i].name))
            return *pattern != '*';
    return false;
}

/* A table of parts: what a resource holds. */
static bool names_parts(const spec *s, const char *pattern, int gen) {
    for (int i = 0; i < s->packs.count; i++)
        if ((s->packs.at[i].gens >> gen & 1) && strcmp(s->packs.at[i].name, pattern) == 0)
            return true;
    return false;
}

/* Pairs of operations in a word are meant by their format alone. */
static bool fits_row(const spec *s, const char *pattern, const header *h, int gen) {
    const char *dot = strchr(pattern, '.');
    char first[MAX_NAME];
    bool whole = fits_pattern(pattern, h->name), last = dot && fits_pattern(dot + 1, h->name);
    if (h->opcode[gen] < 0 || !(whole || last) || names_format(s, pattern) ||
        (strchr(h->name, '+') && !strchr(pattern, '+')))
        return false;
    snprintf(first, sizeof first, "%.*s", dot ? (int)(dot - pattern) : 0, pattern);
    if (dot && names_format(s, first))
        return last && fits_pattern(first, h->format);
    return whole;
}

/* Each pattern must mean something on one of the generations given. */
static bool means_something(const spec *s, const char *pattern, unsigned gens) {
    for (int g = 0; g < s->gen_count; g++) {
        if (!(gens >> g & 1))
            continue;
        for (int i = 0; i < s->formats.count; i++)
            if (names_format(s, pattern) && fits_format(pattern, &s->formats.at[i], g))
                return true;
        for (int i = 0; i < s->headers.count; i++)
            if (fits_row(s, pattern, &s->headers.at[i], g))
                return true;
    }
    return false;
}

/* ---- mistakes in documents ---------------------------------------------------------------- */

static bool concerns_row(const spec *s, const correction_line *c, const header *h, int gen) {
    for (int i = 0; i < c->count; i++)
        if (fits_row(s, c->pattern[i], h, gen))
            return true;
    return false;
}

static bool concerns_format(const spec *s, const correction_line *c, const format *f, int gen) {
    for (int i = 0; i < c->count; i++)
        if (names_format(s, c->pattern[i]) && fits_format(c->pattern[i], f, gen))
            return true;
    return false;
}

static void add_correction(spec *s, int gen, const correction_line *c, unsigned row, unsigned in) {
    *LIST_ADD(s->g[gen].corrections) =
        (correction){(uint16_t)row, (uint16_t)in, intern(s, title(s, c->document)), intern(s, c->text)};
}

/* In the order of rows, so that those of one row stand together. */
static void describe_corrections(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < s->headers.count; i++)
        for (int k = 0; k < s->corrections.count; k++)
            if ((s->corrections.at[k].gens >> gen & 1) &&
                concerns_row(s, &s->corrections.at[k], &s->headers.at[i], gen))
                add_correction(s, gen, &s->corrections.at[k], (unsigned)i, NOT_THIS);
    for (int i = 0, index = 0; i < s->formats.count; i++) {
        if (!(s->formats.at[i].gens >> gen & 1))
            continue;
        for (int k = 0; k < s->corrections.count; k++)
            if ((s->corrections.at[k].gens >> gen & 1) &&
                concerns_format(s, &s->corrections.at[k], &s->formats.at[i], gen))
                add_correction(s, gen, &s->corrections.at[k], NOT_THIS, (unsigned)index);
        index++;
    }
    if (g->formats.count >= NOT_THIS || s->headers.count >= NOT_THIS)
        fail(s, (place){"isagen", 0}, "too many rows or formats");
}

static void check_corrections(spec *s) {
    for (int k = 0; k < s->corrections.count; k++) {
        const correction_line *c = &s->corrections.at[k];
        if (!title(s, c->document))
            fail(s, c->at, "no document '%s'", c->document);
        for (int p = 0; p < c->count; p++)
            if (!means_something(s, c->pattern[p], c->gens))
                fail(s, c->at, "no instruction '%s' to correct", c->pattern[p]);
    }
}

/* ---- names of other projects -------------------------------------------------------------- */

static void add_called(spec *s, int gen, const called_line *c, const char *name, const char *in) {
    for (int w = 0; w < c->words; w++)
        *LIST_ADD(s->g[gen].called) =
            (called){intern(s, c->word[w]), intern(s, title(s, c->document)), intern(s, name), intern(s, in)};
}

static void describe_called_line(spec *s, int gen, const called_line *c) {
    for (int p = 0; p < c->count; p++) {
        for (int i = 0; i < s->formats.count; i++)
            if (names_format(s, c->pattern[p]) && fits_format(c->pattern[p], &s->formats.at[i], gen))
                add_called(s, gen, c, "", s->formats.at[i].name);
        if (names_parts(s, c->pattern[p], gen))
            add_called(s, gen, c, "", c->pattern[p]);
        for (int i = 0; i < s->headers.count; i++)
            if (fits_row(s, c->pattern[p], &s->headers.at[i], gen))
                add_called(s, gen, c, s->headers.at[i].name, s->headers.at[i].format);
    }
}

static void describe_called(spec *s, int gen) {
    for (int k = 0; k < s->called.count; k++)
        if (s->called.at[k].gens >> gen & 1)
            describe_called_line(s, gen, &s->called.at[k]);
}

static bool is_resource(const spec *s, const char *pattern, unsigned gens) {
    bool found = false;
    for (int g = 0; g < s->gen_count; g++)
        found |= (gens >> g & 1) && names_parts(s, pattern, g);
    return found;
}

/* A word is said once of a document; it may not be a mnemonic of gisa's own for something else. */
static void check_called(spec *s) {
    for (int k = 0; k < s->called.count; k++) {
        const called_line *c = &s->called.at[k];
        if (!title(s, c->document))
            fail(s, c->at, "no document '%s'", c->document);
        for (int p = 0; p < c->count; p++)
            if (!means_something(s, c->pattern[p], c->gens) && !is_resource(s, c->pattern[p], c->gens))
                fail(s, c->at, "no instruction or format '%s'", c->pattern[p]);
        for (int w = 0; w < c->words; w++)
            for (int i = 0; i < k; i++)
                for (int v = 0; v < s->called.at[i].words; v++)
                    if (strcmp(s->called.at[i].word[v], c->word[w]) == 0 &&
                        strcmp(s->called.at[i].document, c->document) == 0 &&
                        (s->called.at[i].gens & c->gens))
                        fail(s, c->at, "'%s' of %s is called twice", c->word[w], c->document);
    }
}

void describe(spec *s) {
    check_corrections(s);
    check_called(s);
    if (s->errors)
        return;
    for (int g = 0; g < s->gen_count; g++) {
        describe_formats(s, g);
        describe_corrections(s, g);
        describe_called(s, g);
    }
}
