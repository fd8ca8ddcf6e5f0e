/* SPDX-License-Identifier: MIT */
/* A body that several rows share: each gets it with its own type in place of T. */
#include <string.h>

#include "core/words.h"
#include "spec.h"

static const char *type_called(const char *name) {
    static const char *const others[] = {"i8", "u8", "fx8", "fx10"};
    for (int i = 0; i < TYPE_WORDS; i++)
        if (strcmp(words_types[i].name, name) == 0)
            return name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return name;
    return NULL;
}

/* The type of a row: the one that its mnemonic ends in, otherwise that of its first operand; NULL =
   it has none. */
static const char *type_of_row(const header *h) {
    const char *last = strrchr(h->name, strchr(h->name, '.') ? '.' : '_');
    const char *type = last ? type_called(last + 1) : NULL;
    return type || !h->operand_count ? type : type_called(h->operand[0].type);
}

/* The body with the header's type in place of the word T, and of T at the end of words like
   fit_T. */
static char *body_of_type(spec *s, const header *h, const char *body) {
    const char *type = type_of_row(h);
    char *text = replaced(body, "T", type ? type : "");
    if (!type && strlen(text) != strlen(body))
        fail(s, h->at, "%s: its body speaks of T, and neither its name nor its first operand says a type",
             h->name);
    return text;
}

/* The row that a flag !like(...) names: mad.f32, or of a certain format ARITH32.dot.f32. */
static const header *row_named(const spec *s, const char *name) {
    const char *dot = strchr(name, '.');
    size_t size = dot ? (size_t)(dot - name) : 0;
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        bool here = strcmp(h->name, name) == 0 || (size && strncmp(h->format, name, size) == 0 &&
                                                   !h->format[size] && strcmp(h->name, dot + 1) == 0);
        if (here && !find_flag(h, "like", -1))
            return h;
    }
    return NULL;
}

void take_bodies_of_others(spec *s) {
    for (int i = 0; i < s->headers.count; i++) {
        header *h = &s->headers.at[i];
        const flag *like = find_flag(h, "like", -1);
        const header *other = like && like->args ? row_named(s, like->args) : NULL;
        if (like && (!other || !other->body || h->body))
            fail(s, h->at, "%s: !like names no row with a body, or it has a body itself", h->name);
        else if (like) {
            h->body = other->body;
            h->body_line = other->body_line;
            h->body_number = other->body_number;
        }
    }
}

/* Headers with the same text have the same number, and so are one function. */
void set_body(spec *s, int first, int index, const char *body, int line) {
    static int bodies;
    header *h = &s->headers.at[index];
    h->body = copy_text(body, strlen(body));
    h->body_line = line;
    apply_templates(s, h);
    h->body = body_of_type(s, h, h->body);
    for (int i = first; i < index && !h->body_number; i++)
        if (strcmp(s->headers.at[i].body, h->body) == 0)
            h->body_number = s->headers.at[i].body_number;
    if (!h->body_number)
        h->body_number = ++bodies;
}
