/* SPDX-License-Identifier: MIT */
/* What the engines do not need and users ask for: the pictures of formats, and the corrections of documents. */
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

bool fits_pattern(const char *pattern, const char *name) {
    if (*pattern == '*')
        return fits_pattern(pattern + 1, name) || (*name && fits_pattern(pattern, name + 1));
    return *pattern ? *pattern == *name && fits_pattern(pattern + 1, name + 1) : !*name;
}

static const char *title(spec *s, const correction_line *c) {
    for (int i = 0; i < s->documents.count; i++)
        if (strcmp(s->documents.at[i].name, c->document) == 0)
            return s->documents.at[i].title;
    return NULL;
}

static bool concerns(const correction_line *c, const char *name) {
    for (int i = 0; i < c->count; i++)
        if (fits_pattern(c->pattern[i], name))
            return true;
    return false;
}

/* In the order of rows, so that those of one row stand together. */
static void describe_corrections(spec *s, int gen) {
    for (int i = 0; i < s->headers.count; i++)
        for (int k = 0; k < s->corrections.count && s->headers.at[i].opcode[gen] >= 0; k++) {
            const correction_line *c = &s->corrections.at[k];
            if ((c->gens >> gen & 1) && concerns(c, s->headers.at[i].name))
                *LIST_ADD(s->g[gen].corrections) =
                    (correction){(uint16_t)i, intern(s, title(s, c) ? title(s, c) : ""), intern(s, c->text)};
        }
}

/* Each pattern must mean something: a row that exists on each of the generations given. */
static void check_corrections(spec *s) {
    for (int k = 0; k < s->corrections.count; k++) {
        const correction_line *c = &s->corrections.at[k];
        if (!title(s, c))
            fail(s, c->at, "no document '%s'", c->document);
        for (int p = 0; p < c->count; p++) {
            bool found = false;
            for (int i = 0; i < s->headers.count && !found; i++)
                for (int g = 0; g < s->gen_count && !found; g++)
                    found = (c->gens >> g & 1) && s->headers.at[i].opcode[g] >= 0 &&
                            fits_pattern(c->pattern[p], s->headers.at[i].name);
            if (!found)
                fail(s, c->at, "no instruction '%s' to correct", c->pattern[p]);
        }
    }
}

void describe(spec *s) {
    check_corrections(s);
    for (int g = 0; g < s->gen_count; g++) {
        describe_formats(s, g);
        describe_corrections(s, g);
    }
}
