/* SPDX-License-Identifier: MIT */
/* Macros and repeats: bodies with holes for arguments, and reading the text that filling them gives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"

/* A part of a body: text, or what stands for a parameter. */
typedef struct piece {
    const char *text;
    uint32_t size;
    int32_t parameter; /* -1: the text; -2: \@ */
} piece;

typedef struct parameter {
    const char *name;
    size_t size;
    const char *otherwise; /* NULL = nothing */
    size_t otherwise_size;
    bool required, rest;
} parameter;

/* A text with holes. */
typedef struct body {
    piece *pieces;
    size_t count, room;
    parameter *parameters;
    size_t parameter_count, parameter_room;
} body;

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

typedef struct argument {
    size_t offset, size; /* in a->argument_text */
    bool given;
} argument;

typedef struct repeat {
    bool values;   /* .irp, .irpc: one parameter takes a value in each round */
    uint64_t left; /* rounds to come */
    body text;
    argument *arguments;
    bytes argument_text;
    size_t next;
} repeat;

/* ---- bodies ----------------------------------------------------------------------------- */

static void add_piece(assembler *a, body *b, const char *text, size_t size, int parameter_index) {
    void *data = b->pieces;
    if (!size && parameter_index == -1)
        return;
    if (!grow(a, &data, b->count, &b->room, sizeof *b->pieces))
        return;
    b->pieces = data;
    b->pieces[b->count++] = (piece){text, (uint32_t)size, parameter_index};
}

static int find_parameter(const body *b, const char *text, size_t size) {
    for (size_t i = 0; i < b->parameter_count; i++)
        if (b->parameters[i].size == size && memcmp(b->parameters[i].name, text, size) == 0)
            return (int)i;
    return -1;
}

/* \name is the parameter, \@ the number of the call, \() nothing; any other backslash stays. */
static void cut_body(assembler *a, body *b, const char *text, size_t size) {
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
            index = find_parameter(b, p + 1, (size_t)(q - p) - 1);
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

static void free_body(body *b) {
    free(b->pieces);
    free(b->parameters);
}

/* The body with its holes filled: malloc'd text; NULL = reported. */
static char *fill_body(assembler *a, const body *b, const argument *arguments, const char *texts,
                       size_t *size) {
    char number[24], *text, *p;
    size_t total = 0, digits = (size_t)snprintf(number, sizeof number, "%zu", a->macro_calls);
    for (size_t i = 0; i < b->count; i++) {
        int k = b->pieces[i].parameter;
        total += k == -1 ? b->pieces[i].size : k == -2 ? digits : arguments[k].size;
    }
    if (total > MAX_EXPANDED_TEXT - a->expanded_text || total > MAX_SOURCE) {
        fatal_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
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
        const char *from = c->parameter == -1   ? c->text
                           : c->parameter == -2 ? number
                                                : texts + arguments[c->parameter].offset;
        size_t n = c->parameter == -1 ? c->size : c->parameter == -2 ? digits : arguments[c->parameter].size;
        if (n)
            memcpy(p, from, n);
        p += n;
    }
    *size = total;
    return text;
}

/* Reads statements up to the one that ends this body; its text is [*begin, *end). */
static bool find_end(assembler *a, bool is_macro, const char **begin, const char **end, location at) {
    frame *f = &a->frames[a->frame_count - 1];
    unsigned depth = 1;
    *begin = f->p;
    while (!a->stop && next_statement(a, f)) {
        ident n;
        if (*a->now.p != '.' || !read_name(a, &n))
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
        error_in(a, at,
                 is_macro ? "this macro has no end; expected .endm"
                          : "this repeat has no end; expected .endr");
    return false;
}

/* ---- arguments -------------------------------------------------------------------------- */

/* One argument: up to a comma, or a blank that no operator stands beside. Blanks outside of brackets are
 * dropped, and the quotes of strings. */
static bool read_argument(assembler *a, bytes *out) {
    statement *s = &a->now;
    unsigned depth = 0;
    for (;;) {
        const char *p = s->p;
        skip_blanks(s);
        bool blank = s->p > p;
        if (s->p == s->end || (depth == 0 && *s->p == ','))
            break;
        if (depth)
            bytes_append(out, p, (size_t)(s->p - p));
        p = s->p;
        if (depth == 0) {
            if (*p != '.' && strchr("+-~/*=|^&!<>", *p)) {
                if (*p == '=' && !(p + 1 < s->end && p[1] == '=')) {
                    error_at(a, p, 1, "'=' cannot stand in an argument; put the argument in double quotes");
                    return false;
                }
                do
                    bytes_append(out, s->p++, 1);
                while (s->p < s->end && strchr("=|&<>", *s->p));
                skip_blanks(s);
                continue;
            }
            if (blank)
                break;
        }
        depth += *p == '(';
        depth -= *p == ')' && depth;
        if (*p == '"') {
            ident n;
            if (!read_raw_string(a, &n, "a string"))
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

static bool add_arguments(assembler *a, size_t count) {
    while (a->argument_count < count) {
        void *data = a->arguments;
        if (!grow(a, &data, a->argument_count, &a->argument_room, sizeof *a->arguments))
            return false;
        a->arguments = data;
        a->arguments[a->argument_count++] = (argument){0};
    }
    return true;
}

static void begin_argument(assembler *a, size_t i) {
    a->arguments[i].offset = a->argument_text.size;
    a->arguments[i].given = true;
}

static void end_argument(assembler *a, size_t i) {
    a->arguments[i].size = a->argument_text.size - a->arguments[i].offset;
}

/* name=value; false = it is none, and the cursor stays. */
static bool keyword_argument(assembler *a, ident *n) {
    statement saved = a->now;
    if (a->now.p < a->now.end && *a->now.p != '"' && read_name(a, n) && take(a, '=') &&
        !(a->now.p < a->now.end && *a->now.p == '='))
        return true;
    a->now = saved;
    return false;
}

static void unknown_parameter(assembler *a, const macro *m, const ident *n) {
    near_search near;
    char text[120];
    near_begin(&near, n->text, n->size);
    for (size_t i = 0; i < m->text.parameter_count; i++)
        near_try(&near, m->text.parameters[i].name, m->text.parameters[i].size);
    error_at(a, n->at, n->length, "macro %s has no parameter '%.*s'%s", m->name, (int)n->size, n->text,
             near_text(&near, text));
}

/* The arguments of a call, in order or by name. */
static bool read_arguments(assembler *a, const macro *m) {
    const body *b = &m->text;
    bool keywords = false;
    for (size_t at = 0; !at_end(a); at++) {
        ident n;
        size_t i = at;
        skip_blanks(&a->now);
        const char *begin = a->now.p;
        if (keyword_argument(a, &n)) {
            int k = find_parameter(b, n.text, n.size);
            if (k < 0) {
                unknown_parameter(a, m, &n);
                return false;
            }
            i = (size_t)k;
            keywords = true;
        } else if (keywords) {
            error_at(a, begin, 1, "an argument without a name behind one with a name");
            return false;
        } else if (i >= b->parameter_count) {
            error_at(a, begin, (size_t)(a->now.end - begin), "too many arguments; macro %s takes %zu",
                     m->name, b->parameter_count);
            return false;
        }
        begin_argument(a, i);
        skip_blanks(&a->now);
        if (b->parameters[i].rest) {
            bytes_append(&a->argument_text, a->now.p, (size_t)(a->now.end - a->now.p));
            a->now.p = a->now.end;
        } else {
            begin = a->now.p;
            if (!read_argument(a, &a->argument_text))
                return false;
            a->arguments[i].given = a->now.p > begin;
        }
        end_argument(a, i);
        take(a, ',');
    }
    return true;
}

static bool fill_defaults(assembler *a, const macro *m, const char *at, size_t length) {
    for (size_t i = 0; i < m->text.parameter_count; i++) {
        const parameter *p = &m->text.parameters[i];
        if (a->arguments[i].given)
            continue;
        if (p->required) {
            error_at(a, at, length, "macro %s needs an argument for '%.*s'", m->name, (int)p->size, p->name);
            return false;
        }
        begin_argument(a, i);
        bytes_append(&a->argument_text, p->otherwise, p->otherwise_size);
        end_argument(a, i);
    }
    if (a->argument_text.failed)
        a->no_memory = a->stop = true;
    return !a->argument_text.failed;
}

/* ---- macros ----------------------------------------------------------------------------- */

enum { BUCKETS = sizeof((assembler *)0)->macros / sizeof(macro *) };

macro *macro_find(const assembler *a, const char *text, size_t size) {
    if (!a->macro_count)
        return NULL;
    uint32_t hash = hash_text(text, size);
    for (macro *m = a->macros[hash % BUCKETS]; m; m = m->next)
        if (m->hash == hash && m->size == size && memcmp(m->name, text, size) == 0)
            return m;
    return NULL;
}

static bool too_deep(assembler *a, const char *at, size_t length) {
    if (a->expansion_depth < MAX_EXPANSION_DEPTH)
        return false;
    fatal_at(a, at, length, "macros and repeats are nested more than %d deep", MAX_EXPANSION_DEPTH);
    return true;
}

void macro_call(assembler *a, macro *m, const char *at, size_t length) {
    size_t size;
    char *text;
    source *s;
    if (too_deep(a, at, length))
        return;
    a->argument_count = 0;
    a->argument_text.size = 0;
    if (!add_arguments(a, m->text.parameter_count) || !read_arguments(a, m) ||
        !fill_defaults(a, m, at, length))
        return;
    text = fill_body(a, &m->text, a->arguments, (const char *)a->argument_text.data, &size);
    if (!text)
        return;
    a->macro_calls++;
    s = source_new(a, text, size, location_of(a, at, length));
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
    if (!expect_name(a, &n, "the name of a parameter"))
        return false;
    if (find_parameter(b, n.text, n.size) >= 0) {
        error_at(a, n.at, n.length, "the macro has a parameter '%.*s' already", (int)n.size, n.text);
        return false;
    }
    p.name = arena_text(a, n.text, n.size);
    p.size = n.size;
    if (take(a, ':')) {
        if (!expect_name(a, &q, "req or vararg"))
            return false;
        p.required = name_is(&q, "req");
        p.rest = name_is(&q, "vararg");
        if (!p.required && !p.rest) {
            error_at(a, q.at, q.length, "unknown qualifier '%.*s'; expected req or vararg", (int)q.size,
                     q.text);
            return false;
        }
    }
    if (take(a, '=')) {
        bytes text = {0};
        skip_blanks(&a->now);
        bool ok = read_argument(a, &text);
        p.otherwise = arena_text(a, text.data ? (const char *)text.data : "", text.size);
        p.otherwise_size = text.size;
        bytes_free(&text);
        if (!ok)
            return false;
    }
    if (!p.name || (b->parameter_count && b->parameters[b->parameter_count - 1].rest)) {
        error_at(a, n.at, n.length, "a vararg parameter must be the last one");
        return false;
    }
    if (!grow(a, &data, b->parameter_count, &b->parameter_room, sizeof *b->parameters))
        return false;
    b->parameters = data;
    b->parameters[b->parameter_count++] = p;
    return true;
}

/* .macro NAME [PARAMETER[:req|:vararg][=DEFAULT]], ... */
void dir_macro(assembler *a, int kind) {
    location at = location_of(a, a->now.text, (size_t)(a->now.end - a->now.text));
    frame *f = &a->frames[a->frame_count - 1];
    uint32_t line = f->line;
    const char *begin, *end, *text;
    macro *m;
    ident n;
    bool ok;
    (void)kind;
    ok = expect_name(a, &n, "the name of a macro");
    if (ok && (m = macro_find(a, n.text, n.size))) {
        error_at(a, n.at, n.length, "macro '%.*s' is already defined", (int)n.size, n.text);
        report_in(a, GISA_NOTE, m->defined_at, "it was defined here");
        ok = false;
    }
    m = arena_alloc(a, sizeof *m);
    if (ok) {
        m->name = arena_text(a, n.text, n.size);
        m->size = n.size;
        m->hash = hash_text(n.text, n.size);
        m->file = f->in->file;
        m->first_line = line;
        m->defined_at = at;
        source_keep(at.in);
        take(a, ',');
    }
    while (ok && !at_end(a)) {
        ok = read_parameter(a, &m->text);
        take(a, ',');
    }
    if (!find_end(a, true, &begin, &end, at) || !ok ||
        !(text = arena_text(a, begin, (size_t)(end - begin)))) {
        free_body(&m->text);
        return;
    }
    cut_body(a, &m->text, text, (size_t)(end - begin));
    m->next = a->macros[m->hash % BUCKETS];
    a->macros[m->hash % BUCKETS] = m;
    a->macro_count++;
}

void dir_purgem(assembler *a, int kind) {
    ident n;
    (void)kind;
    if (!expect_name(a, &n, "the name of a macro") || !expect_end(a))
        return;
    macro *m = macro_find(a, n.text, n.size);
    if (!m) {
        error_at(a, n.at, n.length, "there is no macro '%.*s'", (int)n.size, n.text);
        return;
    }
    macro **link = &a->macros[m->hash % BUCKETS];
    while (*link != m)
        link = &(*link)->next;
    *link = m->next;
    a->macro_count--;
    free_body(&m->text);
}

/* .exitm leaves the macro, or the repeat with all its rounds. */
void dir_exitm(assembler *a, int kind) {
    frame *f = &a->frames[a->frame_count - 1];
    (void)kind;
    if (f->in->kind == SOURCE_FILE) {
        error_at(a, a->now.text, (size_t)(a->now.end - a->now.text), ".exitm outside of a macro");
        return;
    }
    a->condition_count = f->conditions;
    source_pop(a);
}

/* .endm and .endr where nothing has begun */
void dir_stray(assembler *a, int kind) {
    error_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
             kind == 'm' ? ".endm without .macro" : ".endr without .rept, .irp or .irpc");
}

void macros_free(assembler *a) {
    for (size_t i = 0; i < BUCKETS; i++)
        for (macro *m = a->macros[i]; m; m = m->next)
            free_body(&m->text);
    free(a->arguments);
    bytes_free(&a->argument_text);
}

/* ---- repeats ---------------------------------------------------------------------------- */

void repeat_free(repeat *r) {
    if (!r)
        return;
    free_body(&r->text);
    free(r->arguments);
    bytes_free(&r->argument_text);
    free(r);
}

/* The next round begins; false = there is none. */
bool repeat_next(assembler *a, frame *f) {
    repeat *r = f->repeat;
    size_t size;
    char *text;
    source *s;
    if (!r || !r->left || a->stop)
        return false;
    check_conditions(a, f->conditions);
    r->left--;
    if (!r->values) {
        f->p = f->in->text;
        f->line = f->in->first_line;
        return source_charge(a, f->in->size);
    }
    text = fill_body(a, &r->text, &r->arguments[r->next++], (const char *)r->argument_text.data, &size);
    if (!text)
        return false;
    s = source_new(a, text, size, f->in->from);
    if (!s) {
        free(text);
        return false;
    }
    s->kind = SOURCE_REPEAT;
    s->owned = text;
    s->first_line = f->in->first_line;
    a->expanded_text += size;
    source_release(a, f->in);
    f->in = s;
    f->p = s->text;
    f->end = s->text + s->size;
    f->line = s->first_line;
    return true;
}

static bool read_values(assembler *a, repeat *r, bool characters) {
    ident n;
    void *data = r->text.parameters;
    if (!expect_name(a, &n, "the name of a parameter") || !expect_comma(a))
        return false;
    if (!grow(a, &data, 0, &r->text.parameter_room, sizeof *r->text.parameters))
        return false;
    r->text.parameters = data;
    r->text.parameters[0] = (parameter){.name = arena_text(a, n.text, n.size), .size = n.size};
    r->text.parameter_count = 1;
    r->values = true;
    a->argument_count = 0;
    a->argument_text.size = 0;
    for (bool more = true; more; r->left++) {
        size_t i = (size_t)r->left;
        if (!add_arguments(a, i + 1))
            return false;
        begin_argument(a, i);
        skip_blanks(&a->now);
        if (!read_argument(a, &a->argument_text))
            return false;
        end_argument(a, i);
        more = take(a, ',') || !at_end(a);
    }
    if (characters) {
        size_t count = a->argument_text.size;
        if (!add_arguments(a, count))
            return false;
        for (size_t i = 0; i < count; i++)
            a->arguments[i] = (argument){i, 1, true};
        r->left = count;
    }
    /* The repeat takes the arguments over. */
    r->arguments = a->arguments;
    r->argument_text = a->argument_text;
    a->arguments = NULL;
    a->argument_count = a->argument_room = 0;
    a->argument_text = (bytes){0};
    return !r->argument_text.failed;
}

static bool read_rounds(assembler *a, repeat *r) {
    const char *at;
    int64_t count;
    skip_blanks(&a->now);
    at = a->now.p;
    if (!read_absolute(a, &count) || !expect_end(a))
        return false;
    if (count < 0) {
        error_at(a, at, (size_t)(a->now.p - at), "the count is negative");
        return false;
    }
    r->left = (uint64_t)count;
    return true;
}

static source *repeat_source(assembler *a, repeat *r, const char *begin, size_t size, location at,
                             uint32_t line) {
    bool holes = r->values || memchr(begin, '\\', size);
    char *text = NULL;
    source *s;
    if (holes)
        cut_body(a, &r->text, begin, size);
    if (holes && !r->values && !(text = fill_body(a, &r->text, NULL, NULL, &size)))
        return NULL;
    s = source_new(a, text ? text : begin, r->values ? 0 : size, at);
    if (!s) {
        free(text);
        return NULL;
    }
    s->kind = SOURCE_REPEAT;
    s->first_line = line;
    s->owned = text;
    a->expanded_text += text ? size : 0;
    return s;
}

/* .rept COUNT; .irp NAME, VALUE, ...; .irpc NAME, CHARACTERS */
void dir_repeat(assembler *a, int kind) {
    location at = location_of(a, a->now.text, (size_t)(a->now.end - a->now.text));
    uint32_t line = a->frames[a->frame_count - 1].line;
    const char *begin, *end;
    repeat *r = calloc(1, sizeof *r);
    source *s;
    bool ok;
    if (!r) {
        a->no_memory = a->stop = true;
        return;
    }
    ok = kind ? read_values(a, r, kind == 2) : read_rounds(a, r);
    if (!find_end(a, false, &begin, &end, at) || !ok || !r->left || too_deep(a, begin, 1)) {
        repeat_free(r);
        return;
    }
    s = repeat_source(a, r, begin, (size_t)(end - begin), at, line);
    if (!s) {
        repeat_free(r);
        return;
    }
    /* An empty frame: repeat_next begins each round, the first one too. */
    if (!source_push(a, s, r)) {
        repeat_free(r);
        return;
    }
    a->frames[a->frame_count - 1].p = a->frames[a->frame_count - 1].end;
}
