/* SPDX-License-Identifier: MIT */
/* Source texts and where reading stands in them: files, includes, expansions. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

source *source_new(assembler *a, const char *text, size_t size, location from) {
    source *s = calloc(1, sizeof *s);
    if (!s) {
        a->no_memory = a->stop = true;
        return NULL;
    }
    s->text = text;
    s->size = size;
    s->from = from;
    s->file = from.in ? from.in->file : "";
    s->first_line = 1;
    s->references = 1;
    if (from.in)
        from.in->references++;
    s->next = a->sources;
    s->link = &a->sources;
    if (s->next)
        s->next->link = &s->next;
    a->sources = s;
    return s;
}

/* Locations that outlive the reading keep the text, and with it everything that led there. */
void source_keep(source *s) {
    for (; s && !s->kept; s = s->from.in)
        s->kept = true;
}

static void destroy(assembler *a, source *s) {
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    if (s->owned)
        a->expanded_text -= s->size;
    free(s->owned);
    free(s);
}

void source_release(assembler *a, source *s) {
    while (s && --s->references == 0 && !s->kept) {
        source *from = s->from.in;
        destroy(a, s);
        s = from;
    }
}

void sources_free(assembler *a) {
    while (a->frame_count) {
        frame *f = &a->frames[--a->frame_count];
        repeat_free(f->repeat);
    }
    free(a->frames);
    while (a->sources)
        destroy(a, a->sources);
}

bool source_charge(assembler *a, size_t size) {
    a->expanded += size + 16;
    if (a->expanded <= MAX_EXPANDED)
        return true;
    diagnose_fatal(a, a->now.text, (size_t)(a->now.end - a->now.text),
                   "macros, repeats and included files expand to more than %u MiB",
                   (unsigned)(MAX_EXPANDED >> 20));
    return false;
}

/* Takes over the caller's reference to `s`. */
bool source_push(assembler *a, source *s, struct repeat *r) {
    void *data = a->frames;
    if (!s || !memory_grow(a, &data, a->frame_count, &a->frame_room, sizeof *a->frames)) {
        if (s)
            source_release(a, s);
        return false;
    }
    a->frames = data;
    a->frames[a->frame_count++] =
        (frame){s, s->text, s->text + s->size, s->first_line, a->condition_count, r};
    if (s->kind == SOURCE_FILE)
        a->include_depth++;
    else
        a->expansion_depth++;
    return true;
}

void source_pop(assembler *a) {
    frame f = a->frames[a->frame_count - 1];
    conditional_check(a, f.conditions);
    source_again(a, f.in->from);
    a->frame_count--;
    if (f.in->kind == SOURCE_FILE)
        a->include_depth--;
    else
        a->expansion_depth--;
    repeat_free(f.repeat);
    source_release(a, f.in);
}

void source_again(assembler *a, location where) {
    statement s = {.in = where.in, .line = where.line};
    if (s.in) {
        size_t left = s.in->size - where.offset;
        s.text = s.origin = s.in->text + where.offset;
        s.p = s.end = s.text + (where.length < left ? where.length : left);
    }
    a->now = s;
}

/* Lines are counted in the source, whether the statement is a copy or not. */
location source_location(assembler *a, const char *at, size_t length) {
    statement *s = &a->now;
    size_t offset = at >= s->text && at <= s->end ? (size_t)(at - s->text) : 0;
    if (!s->in)
        return (location){0};
    if (s->counted > offset)
        s->counted = s->lines = 0;
    for (; s->counted < offset; s->counted++)
        s->lines += s->origin[s->counted] == '\n';
    return (location){.in = s->in,
                      .offset = (uint32_t)((size_t)(s->origin - s->in->text) + offset),
                      .length = (uint32_t)(length ? length : 1),
                      .line = s->line + s->lines};
}

/* ---- other files ------------------------------------------------------------------------ */

char *source_read(assembler *a, const char *name, const char *at, size_t length, size_t *size) {
    const gisa_asm_options *o = a->options;
    char *text = NULL;
    if (!o->read) {
        diagnose_at(a, at, length, "cannot read '%s': no files can be included here", name);
        return NULL;
    }
    if (++a->includes > MAX_INCLUDES) {
        diagnose_fatal(a, at, length, "more than %d files are included", MAX_INCLUDES);
        return NULL;
    }
    text = o->read(o->ctx, name, a->frames[a->frame_count - 1].in->file, size);
    if (!text)
        diagnose_at(a, at, length, "cannot read '%s'", name);
    else if (!source_charge(a, *size)) {
        free(text);
        text = NULL;
    }
    if (text && (*size > MAX_SOURCE || *size > MAX_OUTPUT || a->expanded_text + *size > MAX_OUTPUT)) {
        diagnose_at(a, at, length, "'%s' is too large", name);
        free(text);
        text = NULL;
    }
    return text;
}

static char *read_file_name(assembler *a, ident *n) {
    bytes text = {0};
    char *copy = NULL;
    lex_skip_blanks(&a->now);
    n->at = a->now.p;
    if (lex_read_string(a, &text)) {
        n->length = (size_t)(a->now.p - n->at);
        copy = arena_text(a, text.data ? (const char *)text.data : "", text.size);
    }
    bytes_free(&text);
    return copy;
}

void dir_include(assembler *a, int kind) {
    ident n = {0};
    size_t size;
    char *file = read_file_name(a, &n), *text;
    source *s;
    (void)kind;
    if (!file || !lex_expect_end(a))
        return;
    if (a->include_depth >= MAX_INCLUDE_DEPTH) {
        diagnose_fatal(a, n.at, n.length, "files include each other more than %d deep", MAX_INCLUDE_DEPTH);
        return;
    }
    if (!(text = source_read(a, file, n.at, n.length, &size)))
        return;
    s = source_new(a, text, size, source_location(a, n.at, n.length));
    if (!s) {
        free(text);
        return;
    }
    s->owned = text;
    s->file = file;
    a->expanded_text += size;
    source_push(a, s, NULL);
}

void dir_incbin(assembler *a, int kind) {
    ident n = {0};
    int64_t skip = 0, count = INT64_MAX;
    size_t size;
    char *file = read_file_name(a, &n), *text;
    (void)kind;
    if (!file)
        return;
    if (lex_take(a, ',')) {
        lex_skip_blanks(&a->now);
        if (!lex_at_end(a) && *a->now.p != ',' && !expr_read_absolute(a, &skip))
            return;
        if (lex_take(a, ',') && !expr_read_absolute(a, &count))
            return;
    }
    if (!lex_expect_end(a))
        return;
    if (skip < 0 || count < 0) {
        diagnose_at(a, n.at, n.length, "the offset and the length in .incbin must not be negative");
        return;
    }
    if (!(text = source_read(a, file, n.at, n.length, &size)))
        return;
    if ((uint64_t)skip < size)
        section_emit_bytes(a, text + skip,
                           (uint64_t)count < size - (size_t)skip ? (size_t)count : size - (size_t)skip);
    free(text);
}
