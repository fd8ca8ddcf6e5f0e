/* SPDX-License-Identifier: MIT */
/* Macros: definitions, and calls with their arguments. */
#include <stdlib.h>
#include <string.h>

#include "expand.h"

struct macro {
    const char *name;
    size_t size;
    uint32_t hash;
    const char *file;
    uint32_t first_line;
    location defined_at;
    body text;
    macro *next;
};

/* ---- arguments -------------------------------------------------------------------------- */

/* name=value; false = it is none, and the cursor stays. */
static bool keyword_argument(assembler *a, ident *n) {
    statement saved = a->now;
    if (a->now.p < a->now.end && *a->now.p != '"' && lex_read_name(a, n) && lex_take(a, '=') &&
        !(a->now.p < a->now.end && *a->now.p == '='))
        return true;
    a->now = saved;
    return false;
}

static void unknown_parameter(assembler *a, const macro *m, const ident *n) {
    near_search near;
    char text[120];
    diagnose_near_begin(&near, n->text, n->size);
    for (size_t i = 0; i < m->text.parameter_count; i++)
        diagnose_near_try(&near, m->text.parameters[i].name, m->text.parameters[i].size);
    diagnose_at(a, n->at, n->length, "macro %s has no parameter '%.*s'%s", m->name, (int)n->size, n->text,
                diagnose_near_text(&near, text));
}

/* The arguments of a call, in order or by name. */
static bool read_arguments(assembler *a, const macro *m) {
    const body *b = &m->text;
    bool keywords = false;
    for (size_t at = 0; !lex_at_end(a); at++) {
        ident n;
        size_t i = at;
        lex_skip_blanks(&a->now);
        const char *begin = a->now.p;
        if (keyword_argument(a, &n)) {
            int k = expand_find_parameter(b, n.text, n.size);
            if (k < 0) {
                unknown_parameter(a, m, &n);
                return false;
            }
            i = (size_t)k;
            keywords = true;
        } else if (keywords) {
            diagnose_at(a, begin, 1, "an argument without a name after one with a name");
            return false;
        } else if (i >= b->parameter_count) {
            diagnose_at(a, begin, (size_t)(a->now.end - begin), "too many arguments; macro %s takes %zu",
                        m->name, b->parameter_count);
            return false;
        }
        expand_begin_argument(a, i);
        lex_skip_blanks(&a->now);
        if (b->parameters[i].rest) {
            bytes_append(&a->argument_text, a->now.p, (size_t)(a->now.end - a->now.p));
            a->now.p = a->now.end;
        } else {
            begin = a->now.p;
            if (!expand_read_argument(a, &a->argument_text))
                return false;
            a->arguments[i].given = a->now.p > begin;
        }
        expand_end_argument(a, i);
        lex_take(a, ',');
    }
    return true;
}

static bool fill_defaults(assembler *a, const macro *m, const char *at, size_t length) {
    for (size_t i = 0; i < m->text.parameter_count; i++) {
        const parameter *p = &m->text.parameters[i];
        if (a->arguments[i].given)
            continue;
        if (p->required) {
            diagnose_at(a, at, length, "macro %s needs an argument for '%.*s'", m->name, (int)p->size,
                        p->name);
            return false;
        }
        expand_begin_argument(a, i);
        bytes_append(&a->argument_text, p->otherwise, p->otherwise_size);
        expand_end_argument(a, i);
    }
    return memory_is_whole(a, &a->argument_text);
}

/* ---- macros ----------------------------------------------------------------------------- */

macro *macro_find(const assembler *a, const char *text, size_t size) {
    if (!a->macro_count)
        return NULL;
    uint32_t hash = memory_hash_text(text, size);
    for (macro *m = a->macros[hash % a->macro_room]; m; m = m->next)
        if (m->hash == hash && m->size == size && memcmp(m->name, text, size) == 0)
            return m;
    return NULL;
}

/* Twice as many chains when there are as many macros as chains. */
static bool grow_macros(assembler *a) {
    size_t room = a->macro_room ? a->macro_room * 2 : 64;
    if (a->macro_count < a->macro_room)
        return true;
    macro **grown = calloc(room, sizeof *grown);
    if (!grown) {
        a->no_memory = a->stop = true;
        return false;
    }
    for (size_t i = 0; i < a->macro_room; i++)
        for (macro *m = a->macros[i], *next; m; m = next) {
            next = m->next;
            m->next = grown[m->hash % room];
            grown[m->hash % room] = m;
        }
    free(a->macros);
    a->macros = grown;
    a->macro_room = room;
    return true;
}

void macro_call(assembler *a, macro *m, const char *at, size_t length) {
    size_t size;
    char *text;
    source *s;
    if (expand_too_deep(a, at, length))
        return;
    a->argument_count = 0;
    a->argument_text.size = 0;
    if (!expand_add_arguments(a, m->text.parameter_count) || !read_arguments(a, m) ||
        !fill_defaults(a, m, at, length))
        return;
    text = expand_fill_body(a, &m->text, a->arguments, (const char *)a->argument_text.data, &size);
    if (!text)
        return;
    a->macro_calls++;
    s = source_new(a, text, size, source_location(a, at, length));
    if (!s) {
        free(text);
        return;
    }
    s->kind = SOURCE_MACRO;
    s->owned = text;
    a->expanded_text += size;
    s->file = m->file;
    s->first_line = m->first_line;
    s->macro = m->name;
    source_push(a, s, NULL);
}

static bool read_parameter(assembler *a, body *b) {
    void *data = b->parameters;
    parameter p = {0};
    ident n, q;
    if (!lex_expect_name(a, &n, "the name of a parameter"))
        return false;
    if (b->parameter_count == MAX_PARAMETERS) {
        diagnose_at(a, n.at, n.length, "a macro can have %d parameters", MAX_PARAMETERS);
        return false;
    }
    if (expand_find_parameter(b, n.text, n.size) >= 0) {
        diagnose_at(a, n.at, n.length, "the macro has a parameter '%.*s' already", (int)n.size, n.text);
        return false;
    }
    p.name = arena_text(a, n.text, n.size);
    p.size = n.size;
    if (lex_take(a, ':')) {
        if (!lex_expect_name(a, &q, "req or vararg"))
            return false;
        p.required = lex_name_is(&q, "req");
        p.rest = lex_name_is(&q, "vararg");
        if (!p.required && !p.rest) {
            diagnose_at(a, q.at, q.length, "unknown qualifier '%.*s'; expected req or vararg", (int)q.size,
                        q.text);
            return false;
        }
    }
    if (lex_take(a, '=')) {
        bytes text = {0};
        lex_skip_blanks(&a->now);
        bool ok = expand_read_argument(a, &text);
        p.otherwise = arena_text(a, text.data ? (const char *)text.data : "", text.size);
        p.otherwise_size = text.size;
        ok = ok && memory_is_whole(a, &text);
        bytes_free(&text);
        if (!ok)
            return false;
    }
    if (!p.name || (b->parameter_count && b->parameters[b->parameter_count - 1].rest)) {
        diagnose_at(a, n.at, n.length, "a vararg parameter must be the last one");
        return false;
    }
    if (!memory_grow(a, &data, b->parameter_count, &b->parameter_room, sizeof *b->parameters))
        return false;
    b->parameters = data;
    b->parameters[b->parameter_count++] = p;
    return true;
}

/* .macro NAME [PARAMETER[:req|:vararg][=DEFAULT]], ... */
void dir_macro(assembler *a, int kind) {
    location at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    frame *f = &a->frames[a->frame_count - 1];
    uint32_t line = f->line;
    const char *begin, *end, *text;
    macro *m;
    ident n;
    bool ok;
    (void)kind;
    ok = lex_expect_name(a, &n, "the name of a macro");
    if (ok && (m = macro_find(a, n.text, n.size))) {
        diagnose_at(a, n.at, n.length, "macro '%.*s' is already defined", (int)n.size, n.text);
        diagnose_report(a, GISA_SEVERITY_NOTE, m->defined_at, "it was defined here");
        ok = false;
    }
    m = arena_alloc(a, sizeof *m);
    if (ok) {
        m->name = arena_text(a, n.text, n.size);
        m->size = n.size;
        m->hash = memory_hash_text(n.text, n.size);
        m->file = f->in->file;
        m->first_line = line;
        m->defined_at = at;
        source_keep(at.in);
        lex_take(a, ',');
    }
    while (ok && !lex_at_end(a)) {
        ok = read_parameter(a, &m->text);
        lex_take(a, ',');
    }
    if (!expand_find_end(a, true, &begin, &end, at) || !ok || !grow_macros(a) ||
        !(text = arena_text(a, begin, (size_t)(end - begin)))) {
        expand_free_body(&m->text);
        return;
    }
    expand_cut_body(a, &m->text, text, (size_t)(end - begin));
    m->next = a->macros[m->hash % a->macro_room];
    a->macros[m->hash % a->macro_room] = m;
    a->macro_count++;
    if (a->isa &&
        gisa_form_named(a->isa, m->name, m->size) != UINT32_MAX) /* it stands for an instruction now */
        known_forget(a);
}

void dir_purgem(assembler *a, int kind) {
    ident n;
    (void)kind;
    if (!lex_expect_name(a, &n, "the name of a macro") || !lex_expect_end(a))
        return;
    macro *m = macro_find(a, n.text, n.size);
    if (!m) {
        diagnose_at(a, n.at, n.length, "there is no macro '%.*s'", (int)n.size, n.text);
        return;
    }
    macro **link = &a->macros[m->hash % a->macro_room];
    while (*link != m)
        link = &(*link)->next;
    *link = m->next;
    a->macro_count--;
    expand_free_body(&m->text);
}

/* .exitm leaves the macro, or the repeat with all its rounds. */
void dir_exitm(assembler *a, int kind) {
    frame *f = &a->frames[a->frame_count - 1];
    (void)kind;
    if (f->in->kind == SOURCE_FILE) {
        diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text), ".exitm outside of a macro");
        return;
    }
    a->condition_count = f->conditions;
    source_pop(a);
}

/* .endm and .endr where nothing has begun */
void dir_stray(assembler *a, int kind) {
    diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
                kind == 'm' ? ".endm without .macro" : ".endr without .rept, .irp or .irpc");
}

void macros_free(assembler *a) {
    for (size_t i = 0; i < a->macro_room; i++)
        for (macro *m = a->macros[i]; m; m = m->next)
            expand_free_body(&m->text);
    free(a->macros);
    free(a->arguments);
    bytes_free(&a->argument_text);
}
