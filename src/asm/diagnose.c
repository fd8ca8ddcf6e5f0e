/* SPDX-License-Identifier: MIT */
/* Messages: what is wrong, where, how it came there, and which known name is near. */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "core/edits.h"

static void give(assembler *a, gisa_severity severity, location at, const char *message) {
    gisa_diagnostic d = {.severity = severity, .message = message, .file = at.in ? at.in->file : ""};
    if (at.in && at.line) {
        const char *text = at.in->text, *begin = text + at.offset, *end = begin, *limit = text + at.in->size;
        while (begin > text && begin[-1] != '\n')
            begin--;
        end = memchr(begin, '\n', (size_t)(limit - begin));
        if (!end)
            end = limit;
        if (end > begin && end[-1] == '\r')
            end--;
        d.line = at.line;
        d.column = (uint32_t)(text + at.offset - begin) + 1;
        d.length = at.length;
        d.source = begin;
        d.source_size = (size_t)(end - begin);
    }
    if (a->options->report)
        a->options->report(a->options->ctx, &d);
}

/* The macros and includes that led to a place, the innermost first. */
static void give_history(assembler *a, const source *s) {
    char message[300];
    for (int shown = 0; s && s->from.in && shown < 8; s = s->from.in) {
        const char *file = s->from.in->file;
        if (s->kind == SOURCE_MACRO)
            snprintf(message, sizeof message, "in macro %s, expanded at %s:%u", s->macro, file, s->from.line);
        else if (s->kind == SOURCE_FILE)
            snprintf(message, sizeof message, "included from %s:%u", file, s->from.line);
        else
            continue;
        give(a, GISA_SEVERITY_NOTE, s->from, message);
        shown++;
    }
}

static void report_list(assembler *a, gisa_severity severity, location at, const char *format, va_list list) {
    char message[600];
    if (severity == GISA_SEVERITY_ERROR) {
        if (a->errors >= a->error_limit)
            return;
        a->errors++;
    }
    vsnprintf(message, sizeof message, format, list);
    give(a, severity, at, message);
    give_history(a, at.in);
    if (severity == GISA_SEVERITY_ERROR && a->errors >= a->error_limit) {
        a->stop = true;
        snprintf(message, sizeof message, "stopped after %u errors", a->errors);
        give(a, GISA_SEVERITY_NOTE, at, message);
    }
}

void diagnose_report(assembler *a, gisa_severity severity, location where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    report_list(a, severity, where, format, list);
    va_end(list);
}

void diagnose_in(assembler *a, location where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    report_list(a, GISA_SEVERITY_ERROR, where, format, list);
    va_end(list);
}

void diagnose_at(assembler *a, const char *at, size_t length, const char *format, ...) {
    va_list list;
    va_start(list, format);
    report_list(a, GISA_SEVERITY_ERROR, source_location(a, at, length), format, list);
    va_end(list);
}

void diagnose_fatal(assembler *a, const char *at, size_t length, const char *format, ...) {
    va_list list;
    va_start(list, format);
    report_list(a, GISA_SEVERITY_ERROR, source_location(a, at, length), format, list);
    va_end(list);
    a->stop = true;
}

void diagnose_expected(assembler *a, const char *what) {
    const statement *s = &a->now;
    const char *p = s->p;
    size_t n = 0;
    while (p < s->end && char_is(*p, CHAR_BLANK))
        p++;
    while (p + n < s->end && char_is(p[n], CHAR_NAME | CHAR_DIGIT))
        n++;
    if (p == s->end)
        diagnose_at(a, p, 1, "expected %s", what);
    else
        diagnose_at(a, p, n, "expected %s instead of '%.*s'", what, n ? (int)(n > 60 ? 60 : n) : 1, p);
}

/* ---- names that are almost right -------------------------------------------------------- */

void diagnose_near_begin(near_search *n, const char *name, size_t size) {
    *n = (near_search){.name = name, .size = size, .least = size < 6 ? 2 : size < 10 ? 3 : 4};
}

void diagnose_near_try(near_search *n, const char *name, size_t size) {
    unsigned edits = edits_between(n->name, n->size, name, size, n->least);
    /* A name that shares nothing is no suggestion. */
    if (edits < n->least && edits < n->size && edits < size) {
        n->least = edits;
        n->best = name;
        n->best_size = size;
    }
}

const char *diagnose_near_text(const near_search *n, char text[120]) {
    text[0] = 0;
    if (n->best)
        snprintf(text, 120, "; did you mean '%.*s'?", (int)n->best_size, n->best);
    return text;
}
