/* SPDX-License-Identifier: MIT */
/* The manual entries of names that are no words of the spec: what other projects call instructions,
 * names of values in tables, registers of banks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain/explain.h"
#include "info.h"

/* ---- names of other projects ------------------------------------------------------------ */

/* The form that an answer means: of the row, or the first one of the format. */
static bool find_form(const gisa_isa *isa, const gisa_called *c, gisa_form_info *info) {
    for (uint32_t i = 0; gisa_form(isa, i, info) == GISA_OK; i++)
        if (strcmp(info->format, c->format) == 0 && (!*c->name || strcmp(info->name, c->name) == 0))
            return true;
    return false;
}

/* The table of a resource, with its parts. */
static void show_resource(question *q, const gisa_isa *isa, const char *table) {
    const char *about = gisa_meaning(isa, NULL, table);
    info_line(&q->page, table, 24, about ? about : "a number with parts");
    info_parts(q, table);
}

/* "mul.f32  ARITH32  Multiplies: D = S0 * S1."; all of a format: "ARITH32  an operation on channels
   of two sources" */
static void show_meant(question *q, const gisa_isa *isa, const gisa_called *c) {
    gisa_form_info info;
    phrase what = {.size = 0}, name = {.size = 0};
    if (!find_form(isa, c, &info)) {
        show_resource(q, isa, c->format);
        return;
    }
    const char *about = *c->name ? info.doc : gisa_meaning(isa, NULL, c->format);
    int size = *c->name ? (int)info.summary : about ? (int)strlen(about) : 0;
    phrase_add(&name, "%s%s%s", c->name, *c->name ? " " : "", c->format);
    phrase_add(&what, "%.*s", size, about ? about : "");
    info_line(&q->page, name.text, 24, what.text);
}

/* The architectures asked for on which this document calls this row or format so; *first = the
 * first of them. Without `exactly` on which it calls anything so. */
static uint32_t architectures_calling(const question *q, const gisa_called *wanted, bool exactly,
                                      unsigned *first) {
    uint32_t set = 0;
    gisa_called c;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned i = 0; gisa_called_at(question_isa(q, a), i, &c) == GISA_OK; i++)
            if (strcmp(c.word, wanted->word) == 0 && strcmp(c.document, wanted->document) == 0 &&
                (!exactly || (strcmp(c.name, wanted->name) == 0 && strcmp(c.format, wanted->format) == 0))) {
                *first = set ? *first : a;
                set |= 1u << a;
            }
    return set;
}

bool info_called(question *q) {
    const char *document = "";
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_called c;
        for (unsigned i = 0; gisa_called_at(isa, i, &c) == GISA_OK; i++) {
            phrase names = {.size = 0};
            unsigned first = a, any;
            if (!question_fits(q, c.word))
                continue;
            architectures_calling(q, &c, true, &first);
            if (first != a)
                continue;
            if (strcmp(document, c.document) != 0) {
                architecture_names(architectures_calling(q, &c, false, &any), &names);
                page_put(&q->page, INK_STRONG, c.word);
                page_format(&q->page, INK_FAINT, ", a word of %s, means on %s:", c.document, names.text);
                page_end_line(&q->page);
            }
            document = c.document;
            show_meant(q, isa, &c);
        }
    }
    return *document != 0;
}

void info_offer_called(nearest *n) {
    const gisa_isa *isa;
    gisa_called c;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (unsigned i = 0; gisa_called_at(isa, i, &c) == GISA_OK; i++)
            nearest_offer(n, c.word);
}

/* ---- names of values -------------------------------------------------------------------- */

bool info_value_is(const gisa_value_name *v, const char *word, size_t size, uint32_t *value) {
    char *end;
    *value = v->value;
    if (v->last == v->value)
        return strlen(v->llvm) == size && memcmp(v->llvm, word, size) == 0;
    size_t letters = strcspn(v->llvm, "0123456789");
    if (size <= letters || memcmp(v->llvm, word, letters) != 0 || !isdigit((unsigned char)word[letters]))
        return false;
    unsigned long first = strtoul(v->llvm + letters, NULL, 10), number = strtoul(word + letters, &end, 10);
    *value = (uint32_t)(v->value + number - first);
    return end == word + size && number >= first && *value <= v->last;
}

/* The architectures of which this table has the word as this value. */
static uint32_t architectures_with(const question *q, const char *table, uint32_t wanted, unsigned *first) {
    uint32_t set = 0, value;
    gisa_value_name v;
    *first = MAX_ARCHITECTURES;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned i = 0; gisa_name_of_value(question_isa(q, a), table, i, &v) == GISA_OK; i++)
            if (info_value_is(&v, q->name, strlen(q->name), &value) && value == wanted) {
                *first = set ? *first : a;
                set |= 1u << a;
            }
    return set;
}

static void show_value(question *q, unsigned a, const char *table, uint32_t value, bool *any) {
    phrase line = {.size = 0};
    unsigned first;
    uint32_t set = architectures_with(q, table, value, &first);
    const char *about = gisa_meaning(gisa_at(a), table, q->name), *of = gisa_meaning(gisa_at(a), NULL, table);
    if (first != a)
        return;
    if (!*any) {
        page_put(&q->page, INK_STRONG, q->name);
        page_put(&q->page, INK_FAINT, ", a name of values");
        page_end_line(&q->page);
    }
    *any = true;
    phrase_add(&line, "%u on ", (unsigned)value);
    architecture_names(set, &line);
    phrase_add(&line, "%s%s%s%s", about || of ? ": " : "", about ? about : "", about && of ? "; " : "",
               of ? of : "");
    info_line(&q->page, table, 14, line.text);
}

/* Does an entry of the table before this one say the same? Names have one for each way in
   which other assemblers write them. */
static bool is_said(const question *q, const gisa_isa *isa, const char *table, unsigned i, uint32_t wanted) {
    gisa_value_name v;
    uint32_t value;
    while (i-- > 0)
        if (gisa_name_of_value(isa, table, i, &v) == GISA_OK &&
            info_value_is(&v, q->name, strlen(q->name), &value) && value == wanted)
            return true;
    return false;
}

bool info_value(question *q) {
    bool any = false;
    const char *table;
    gisa_value_name v;
    uint32_t value;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned t = 0; question_isa(q, a) && (table = gisa_name_table(gisa_at(a), t)); t++)
            for (unsigned i = 0; gisa_name_of_value(gisa_at(a), table, i, &v) == GISA_OK; i++)
                if (info_value_is(&v, q->name, strlen(q->name), &value) &&
                    !is_said(q, gisa_at(a), table, i, value))
                    show_value(q, a, table, value, &any);
    return any;
}

/* ---- registers of banks ----------------------------------------------------------------- */

static bool has_kind(const gisa_isa *isa, unsigned wanted) {
    const char *table;
    unsigned kind;
    for (unsigned t = 0; isa && (table = gisa_bank_table(isa, t)); t++)
        for (unsigned i = 0; gisa_bank_at(isa, table, i, &kind) == GISA_OK; i++)
            if (kind == wanted)
                return true;
    return false;
}

/* "pa" and "pa12" of bank pa. */
static bool is_of_bank(const char *name, unsigned kind) {
    const char *letters = gisa_bank_letters(kind);
    size_t size = letters ? strlen(letters) : 0;
    return size && strncmp(name, letters, size) == 0 && !name[size + strspn(name + size, "0123456789")];
}

bool info_bank(question *q) {
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        for (unsigned kind = GISA_KIND_TEMP; kind < GISA_KIND_COUNT; kind++) {
            const char *meaning = gisa_meaning(isa, NULL, gisa_kind_name(kind));
            if (!is_of_bank(q->name, kind) || (!has_kind(isa, kind) && kind != GISA_KIND_INTERNAL) ||
                !meaning)
                continue;
            page_put(&q->page, INK_STRONG, q->name);
            page_format(&q->page, INK_FAINT, ", a register of bank %s on %s", gisa_bank_letters(kind),
                        gisa_name(isa));
            page_end_line(&q->page);
            page_to(&q->page, 2);
            page_flow(&q->page, 2, INK_PLAIN, meaning);
            page_end_line(&q->page);
            return true;
        }
    }
    return false;
}
