/* SPDX-License-Identifier: MIT */
/* Repeats: .rept, .irp, .irpc. */
#include <stdlib.h>
#include <string.h>

#include "expand.h"

typedef struct repeat {
    bool values;   /* .irp, .irpc: one parameter takes a value in each round */
    uint64_t left; /* rounds to come */
    body text;
    argument *arguments;
    bytes argument_text;
    size_t next;
} repeat;

void repeat_free(repeat *r) {
    if (!r)
        return;
    expand_free_body(&r->text);
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
    conditional_check(a, f->conditions);
    source_again(a, f->in->from);
    r->left--;
    if (!r->values) {
        f->p = f->in->text;
        f->line = f->in->first_line;
        return source_charge(a, f->in->size);
    }
    text =
        expand_fill_body(a, &r->text, &r->arguments[r->next++], (const char *)r->argument_text.data, &size);
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
    if (!lex_expect_name(a, &n, "the name of a parameter") || !lex_expect_comma(a))
        return false;
    if (!memory_grow(a, &data, 0, &r->text.parameter_room, sizeof *r->text.parameters))
        return false;
    r->text.parameters = data;
    r->text.parameters[0] = (parameter){.name = arena_text(a, n.text, n.size), .size = n.size};
    r->text.parameter_count = 1;
    r->values = true;
    a->argument_count = 0;
    a->argument_text.size = 0;
    for (bool more = true; more; r->left++) {
        size_t i = (size_t)r->left;
        if (!expand_add_arguments(a, i + 1))
            return false;
        expand_begin_argument(a, i);
        lex_skip_blanks(&a->now);
        if (!expand_read_argument(a, &a->argument_text))
            return false;
        expand_end_argument(a, i);
        more = lex_take(a, ',') || !lex_at_end(a);
    }
    if (characters) {
        size_t count = a->argument_text.size;
        if (!expand_add_arguments(a, count))
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
    return memory_is_whole(a, &r->argument_text);
}

static bool read_rounds(assembler *a, repeat *r) {
    const char *at;
    int64_t count;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!expr_read_absolute(a, &count) || !lex_expect_end(a))
        return false;
    if (count < 0) {
        diagnose_at(a, at, (size_t)(a->now.p - at), "the count is negative");
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
    const argument none = {0};
    if (holes)
        expand_cut_body(a, &r->text, begin, size);
    if (holes && !r->values && !(text = expand_fill_body(a, &r->text, &none, "", &size)))
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
    location at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
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
    ok &= expand_find_end(a, false, &begin, &end, at);
    source_again(a, at); /* which is to blame, not its end */
    if (!ok || !r->left || expand_too_deep(a, a->now.text, 1)) {
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
