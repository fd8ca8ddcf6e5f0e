/* SPDX-License-Identifier: MIT */
/* The outline of a source: kernels, labels, symbols and macros; and what folds. */
#ifdef WITH_JANSSON

#include <stdlib.h>
#include <string.h>

#include "lsp.h"

/* ---- symbols --------------------------------------------------------------------------------- */

/* SymbolKind */
static int kind_of(const definition *is) {
    switch (is->kind) {
    case DEFINES_KERNEL: return 12; /* function */
    case DEFINES_SYMBOL: return 14; /* constant */
    case DEFINES_MACRO: return 6;   /* method */
    default: return 20;             /* key */
    }
}

static int by_token(const void *a, const void *b) {
    const definition *x = a, *y = b;
    return x->token < y->token ? -1 : x->token > y->token;
}

/* In the order of the source; the caller's to free. */
static definition *in_order(const document *d) {
    definition *copy = malloc((d->definitions + 1) * sizeof *copy);
    if (!copy || !d->definitions)
        return copy;
    memcpy(copy, d->definition, d->definitions * sizeof *copy);
    qsort(copy, d->definitions, sizeof *copy, by_token);
    return copy;
}

/* Up to the line before the next kernel. */
static uint32_t end_of_kernel(const document *d, const definition *all, size_t i) {
    for (size_t k = i + 1; k < d->definitions; k++)
        if (all[k].kind == DEFINES_KERNEL)
            return document_line_end(d, document_line_of(d, d->scan.token[all[k].token].at) - 1);
    return (uint32_t)d->size;
}

static json_t *symbol(const lsp *l, const document *d, const definition *is, uint32_t end) {
    const token *t = &d->scan.token[is->token];
    const uint32_t line_end = document_line_end(d, document_line_of(d, t->at));
    return json_pack("{s:s%, s:i, s:o, s:o}", "name", d->text + t->at, (size_t)t->size, "kind", kind_of(is),
                     "range", lsp_range_of(l, d, t->at, end > line_end ? end : line_end), "selectionRange",
                     lsp_range_of(l, d, t->at, t->at + t->size));
}

/* Labels after a kernel are its children. */
json_t *lsp_symbols(lsp *l, const json_t *params, lsp_error *e) {
    document *d = lsp_document(l, params, e);
    definition *all = d ? in_order(d) : NULL;
    json_t *list = all ? json_array() : NULL, *inside = NULL;
    for (size_t i = 0; all && i < d->definitions; i++) {
        const bool kernel = all[i].kind == DEFINES_KERNEL;
        json_t *one = symbol(l, d, &all[i], kernel ? end_of_kernel(d, all, i) : 0);
        json_array_append_new(inside && all[i].kind == DEFINES_LABEL ? inside : list, one);
        if (kernel) {
            inside = json_array();
            json_object_set_new(one, "children", inside);
        }
    }
    free(all);
    return list;
}

/* ---- folding --------------------------------------------------------------------------------- */

enum { DEEPEST = 256 };

typedef struct folding {
    json_t *list;
    uint32_t open[DEEPEST]; /* lines */
    char what[DEEPEST];
    unsigned depth;
} folding;

static void fold(folding *f, uint32_t from, uint32_t to, const char *kind) {
    if (to > from)
        json_array_append_new(f->list, json_pack("{s:I, s:I, s:s*}", "startLine", (json_int_t)from, "endLine",
                                                 (json_int_t)to, "kind", kind));
}

static bool starts(const document *d, const token *t, const char *text) {
    return t->size >= strlen(text) && memcmp(d->text + t->at, text, strlen(text)) == 0;
}

/* What a directive begins (small letter) or ends (capital): macros, repetitions, conditions. */
static char nesting(const document *d, uint32_t head) {
    static const char *const begins[] = {".macro", ".rep", ".irp", ".if"};
    const token *t = &d->scan.token[head];
    if (scan_is(&d->scan, head, ".endm") || scan_is(&d->scan, head, ".endmacro"))
        return 'M';
    if (scan_is(&d->scan, head, ".endr"))
        return 'R';
    if (scan_is(&d->scan, head, ".endif"))
        return 'I';
    for (unsigned i = 0; i < 4; i++)
        if (starts(d, t, begins[i]))
            return "mrri"[i];
    return 0;
}

static void nest(folding *f, char what, uint32_t line) {
    if (what >= 'a' && f->depth < DEEPEST) {
        f->open[f->depth] = line;
        f->what[f->depth++] = what;
    } else if (what && what < 'a' && f->depth && f->what[f->depth - 1] == (what | 32))
        fold(f, f->open[--f->depth], line ? line - 1 : 0, NULL);
}

static void fold_statements(folding *f, const document *d) {
    uint32_t block = UINT32_MAX;
    for (size_t i = 0; i < d->scan.statements; i++) {
        const statement *s = &d->scan.statement[i];
        const uint32_t line = document_line_of(d, s->at);
        if (s->in_block && block == UINT32_MAX && i)
            block = document_line_of(d, d->scan.statement[i - 1].at);
        if (!s->in_block && block != UINT32_MAX) {
            fold(f, block, line ? line - 1 : 0, NULL);
            block = UINT32_MAX;
        }
        if (s->head != NO_TOKEN && d->scan.token[s->head].kind == TOKEN_DIRECTIVE)
            nest(f, nesting(d, s->head), line);
    }
}

/* Comments of several lines. */
static void fold_comments(folding *f, const document *d) {
    uint32_t first = 0, last = UINT32_MAX - 1;
    for (size_t i = 0; i < d->scan.tokens; i++) {
        const token *t = &d->scan.token[i];
        if (t->kind != TOKEN_COMMENT || t->statement != NO_STATEMENT)
            continue;
        const uint32_t line = document_line_of(d, t->at), from = d->line[line];
        if (from + strspn(d->text + from, " \t") != t->at)
            continue; /* after a statement */
        if (line != last + 1) {
            if (last != UINT32_MAX - 1)
                fold(f, first, last, "comment");
            first = line;
        }
        last = document_line_of(d, t->at + t->size);
    }
    if (last != UINT32_MAX - 1)
        fold(f, first, last, "comment");
}

/* Kernels, up to the line before the next one. */
static void fold_kernels(folding *f, const document *d) {
    definition *all = in_order(d);
    for (size_t i = 0; all && i < d->definitions; i++)
        if (all[i].kind == DEFINES_KERNEL) {
            uint32_t end = document_line_of(d, end_of_kernel(d, all, i));
            const uint32_t line = document_line_of(d, d->scan.token[all[i].token].at);
            while (end > line && document_line_end(d, end) == d->line[end])
                end--;
            fold(f, line, end, NULL);
        }
    free(all);
}

json_t *lsp_folding(lsp *l, const json_t *params, lsp_error *e) {
    const document *d = lsp_document(l, params, e);
    folding f = {.depth = 0};
    if (!d)
        return NULL;
    f.list = json_array();
    fold_statements(&f, d);
    fold_comments(&f, d);
    fold_kernels(&f, d);
    return f.list;
}

#else
typedef int outline_needs_jansson;
#endif
