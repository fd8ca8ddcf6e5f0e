/* SPDX-License-Identifier: MIT */
/* Texts with holes, and reading the arguments that fill them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expand.h"

bool expand_too_deep(assembler *a, const char *at, size_t length) {
    if (a->expansion_depth < MAX_EXPANSION_DEPTH)
        return false;
    diagnose_fatal(a, at, length, "macros and repeats are nested more than %d deep", MAX_EXPANSION_DEPTH);
    return true;
}

static void add_piece(assembler *a, body *b, const char *text, size_t size, int parameter_index) {
    void *data = b->pieces;
    if (!size && parameter_index == -1)
        return;
    if (!memory_grow(a, &data, b->count, &b->room, sizeof *b->pieces))
        return;
    b->pieces = data;
    b->pieces[b->count++] = (piece){text, (uint32_t)size, parameter_index};
}

int expand_find_parameter(const body *b, const char *text, size_t size) {
    for (size_t i = 0; i < b->parameter_count; i++)
        if (b->parameters[i].size == size && memcmp(b->parameters[i].name, text, size) == 0)
            return (int)i;
    return -1;
}

/* \name is the parameter, \@ the number of the call, \() nothing; any other backslash stays. */
void expand_cut_body(assembler *a, body *b, const char *text, size_t size) {
    const char *p = text, *begin = text, *end = text + size;
    while (p < end && (p = memchr(p, '\\', (size_t)(end - p))) && p + 1 < end) {
        const char *q = p + 1;
        int index = -1;
        if (*q == '@') {
            index = -2;
            q++;
        } else if (*q == '(' && q + 1 < end && q[1] == ')')
            q += 2;
        else {
            while (q < end && char_is(*q, CHAR_NAME))
                q++;
            index = expand_find_parameter(b, p + 1, (size_t)(q - p) - 1);
            if (index < 0) {
                p++;
                continue;
            }
        }
        add_piece(a, b, begin, (size_t)(p - begin), -1);
        if (index != -1)
            add_piece(a, b, "", 0, index);
        p = begin = q;
    }
    add_piece(a, b, begin, (size_t)(end - begin), -1);
}

void expand_free_body(body *b) {
    free(b->pieces);
    free(b->parameters);
}

char *expand_fill_body(assembler *a, const body *b, const argument *arguments, const char *texts,
                       size_t *size) {
    char number[24], *text, *p;
    size_t total = 0, digits = (size_t)snprintf(number, sizeof number, "%zu", a->macro_calls);
    for (size_t i = 0; i < b->count; i++) {
        int k = b->pieces[i].parameter;
        total += k == -1 ? b->pieces[i].size : k == -2 ? digits : arguments[k].size;
    }
    if (total > MAX_EXPANDED_TEXT - a->expanded_text || total > MAX_SOURCE) {
        diagnose_fatal(a, a->now.text, (size_t)(a->now.end - a->now.text),
                       "the expansion of macros takes more than %d MiB", MAX_EXPANDED_TEXT >> 20);
        return NULL;
    }
    if (!source_charge(a, total))
        return NULL;
    p = text = malloc(total + 1);
    if (!text) {
        a->no_memory = a->stop = true;
        return NULL;
    }
    for (size_t i = 0; i < b->count; i++) {
        const piece *c = &b->pieces[i];
        size_t n = c->parameter == -1 ? c->size : c->parameter == -2 ? digits : arguments[c->parameter].size;
        if (!n) /* the arguments may have no text at all */
            continue;
        const char *from = c->parameter == -1   ? c->text
                           : c->parameter == -2 ? number
                                                : texts + arguments[c->parameter].offset;
        memcpy(p, from, n);
        p += n;
    }
    *size = total;
    return text;
}

bool expand_find_end(assembler *a, bool is_macro, const char **begin, const char **end, location at) {
    frame *f = &a->frames[a->frame_count - 1];
    unsigned depth = 1;
    *begin = f->p;
    while (!a->stop && lex_next_statement(a, f)) {
        ident n;
        if (*a->now.p != '.' || !lex_read_name(a, &n))
            continue;
        const directive *d = directive_find(a, n.text, n.size);
        if (!d)
            continue;
        if (is_macro ? d->run == dir_macro : d->run == dir_repeat)
            depth++;
        else if (d->run == dir_stray && d->kind == (is_macro ? 'm' : 'r') && --depth == 0) {
            *end = a->now.origin;
            return true;
        }
    }
    if (!a->stop)
        diagnose_in(a, at,
                    is_macro ? "this macro has no end; expected .endm"
                             : "this repeat has no end; expected .endr");
    return false;
}

/* ---- arguments -------------------------------------------------------------------------- */

/* One argument: up to a comma, or a blank that no operator stands beside. Blanks outside of
 * brackets are dropped, and the quotes of strings. */
bool expand_read_argument(assembler *a, bytes *out) {
    statement *s = &a->now;
    unsigned depth = 0;
    for (;;) {
        const char *p = s->p;
        lex_skip_blanks(s);
        bool blank = s->p > p;
        if (s->p == s->end || (depth == 0 && *s->p == ','))
            break;
        if (depth)
            bytes_append(out, p, (size_t)(s->p - p));
        p = s->p;
        if (depth == 0) {
            if (*p != '.' && strchr("+-~/*=|^&!<>", *p)) {
                if (*p == '=' && !(p + 1 < s->end && p[1] == '=')) {
                    diagnose_at(a, p, 1,
                                "'=' cannot stand in an argument; put the argument in double quotes");
                    return false;
                }
                do
                    bytes_append(out, s->p++, 1);
                while (s->p < s->end && strchr("=|&<>", *s->p));
                lex_skip_blanks(s);
                continue;
            }
            if (blank)
                break;
        }
        depth += *p == '(';
        depth -= *p == ')' && depth;
        if (*p == '"') {
            ident n;
            if (!lex_read_raw_string(a, &n, "a string"))
                return false;
            bytes_append(out, n.text, n.size);
        } else if (char_is(*p, CHAR_NAME)) {
            while (s->p < s->end && char_is(*s->p, CHAR_NAME))
                s->p++;
            bytes_append(out, p, (size_t)(s->p - p));
        } else
            bytes_append(out, s->p++, 1);
    }
    return true;
}

bool expand_add_arguments(assembler *a, size_t count) {
    while (a->argument_count < count) {
        void *data = a->arguments;
        if (!memory_grow(a, &data, a->argument_count, &a->argument_room, sizeof *a->arguments))
            return false;
        a->arguments = data;
        a->arguments[a->argument_count++] = (argument){0};
    }
    return true;
}

void expand_begin_argument(assembler *a, size_t i) {
    a->arguments[i].offset = a->argument_text.size;
    a->arguments[i].given = true;
}

void expand_end_argument(assembler *a, size_t i) {
    a->arguments[i].size = a->argument_text.size - a->arguments[i].offset;
}
