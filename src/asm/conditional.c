/* SPDX-License-Identifier: MIT */
/* .if and its relatives. */
#include <string.h>

#include "asm.h"

bool conditional_skips(const assembler *a) {
    return a->condition_count && !a->conditions[a->condition_count - 1].active;
}

static void open_condition(assembler *a, bool holds) {
    void *data = a->conditions;
    bool outer = !conditional_skips(a);
    if (a->condition_count >= MAX_CONDITION_DEPTH) {
        diagnose_fatal(a, a->now.text, 1, ".if is nested more than %d deep", MAX_CONDITION_DEPTH);
        return;
    }
    if (!memory_grow(a, &data, a->condition_count, &a->condition_room, sizeof *a->conditions))
        return;
    a->conditions = data;
    a->conditions[a->condition_count++] = (condition){
        .at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text)),
        .taken = holds,
        .active = outer && holds,
        .outer = outer,
    };
}

/* Conditions that a file, a macro or a repeat leaves open. */
void conditional_check(assembler *a, size_t open) {
    while (a->condition_count > open) {
        condition *c = &a->conditions[--a->condition_count];
        if (!a->stop && !a->ended)
            diagnose_in(a, c->at, "this condition has no end; expected .endif");
    }
}

/* ---- the tests -------------------------------------------------------------------------- */

/* Up to the comma (or the end), without blanks around it; quotes are left out. */
static ident read_text(assembler *a, bool to_comma) {
    statement *s = &a->now;
    ident n;
    const char *p;
    lex_skip_blanks(s);
    if (to_comma && s->p < s->end && *s->p == '"' && lex_read_name(a, &n))
        return n;
    for (p = s->p; p < s->end && !(to_comma && *p == ','); p++)
        ;
    n = (ident){s->p, (size_t)(p - s->p), s->p, (size_t)(p - s->p)};
    s->p = p;
    while (n.size && char_is(n.text[n.size - 1], CHAR_BLANK))
        n.size--;
    if (n.size >= 2 && n.text[0] == '"' && n.text[n.size - 1] == '"') {
        n.text++;
        n.size -= 2;
    }
    return n;
}

static bool same_text(assembler *a, bool *same) {
    ident x = read_text(a, true), y;
    if (!lex_expect_comma(a))
        return false;
    y = read_text(a, false);
    *same = x.size == y.size && memcmp(x.text, y.text, x.size) == 0;
    return true;
}

static bool same_strings(assembler *a, bool *same) {
    ident x, y;
    if (!lex_read_raw_string(a, &x, "a string in double quotes") || !lex_expect_comma(a) ||
        !lex_read_raw_string(a, &y, "a string in double quotes"))
        return false;
    *same = x.size == y.size && memcmp(x.text, y.text, x.size) == 0;
    return true;
}

static bool defined(assembler *a, bool *is) {
    ident n;
    const asm_symbol *s;
    if (!lex_expect_name(a, &n, "the name of a symbol"))
        return false;
    s = symbol_find(a, n.text, n.size);
    *is = s && s->state != SYMBOL_UNDEFINED;
    return true;
}

static bool compare(assembler *a, int kind, bool *holds) {
    int64_t k;
    if (!expr_read_absolute(a, &k))
        return false;
    switch (kind) {
    case IF_NONZERO: *holds = k != 0; break;
    case IF_ZERO: *holds = k == 0; break;
    case IF_GREATER: *holds = k > 0; break;
    case IF_GREATER_EQUAL: *holds = k >= 0; break;
    case IF_LESS: *holds = k < 0; break;
    default: *holds = k <= 0; break;
    }
    return true;
}

/* False: reported; the condition then counts as one that does not hold. */
static bool test(assembler *a, int kind, bool *holds) {
    switch (kind) {
    case IF_DEFINED: return defined(a, holds) && lex_expect_end(a);
    case IF_NOT_DEFINED:
        if (!defined(a, holds) || !lex_expect_end(a))
            return false;
        *holds = !*holds;
        return true;
    case IF_BLANK: *holds = lex_at_end(a); return true;
    case IF_NOT_BLANK: *holds = !lex_at_end(a); return true;
    case IF_SAME: return same_text(a, holds);
    case IF_NOT_SAME:
        if (!same_text(a, holds))
            return false;
        *holds = !*holds;
        return true;
    case IF_EQUAL_STRINGS: return same_strings(a, holds) && lex_expect_end(a);
    case IF_UNEQUAL_STRINGS:
        if (!same_strings(a, holds) || !lex_expect_end(a))
            return false;
        *holds = !*holds;
        return true;
    default: return compare(a, kind, holds) && lex_expect_end(a);
    }
}

/* ---- directives ------------------------------------------------------------------------- */

void dir_if(assembler *a, int kind) {
    bool holds = false;
    if (!conditional_skips(a) && !test(a, kind, &holds))
        holds = false;
    open_condition(a, holds);
}

/* The innermost condition of this file, macro or repeat. */
static condition *innermost(assembler *a, const char *what) {
    if (a->condition_count > a->frames[a->frame_count - 1].conditions)
        return &a->conditions[a->condition_count - 1];
    diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text), "%s without .if", what);
    return NULL;
}

/* .else, and .elseif EXPRESSION (kind 1) */
void dir_else(assembler *a, int kind) {
    bool holds = true;
    condition *c = innermost(a, kind ? ".elseif" : ".else");
    if (!c)
        return;
    if (c->last) {
        diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text), "%s after .else",
                    kind ? ".elseif" : ".else");
        return;
    }
    c->active = c->outer && !c->taken;
    if (kind && c->active) {
        if (!compare(a, IF_NONZERO, &holds) || !lex_expect_end(a))
            holds = false;
    } else if (!kind && c->outer)
        lex_expect_end(a);
    c->active = c->active && holds;
    c->taken |= c->active;
    c->last = !kind;
}

void dir_endif(assembler *a, int kind) {
    (void)kind;
    if (innermost(a, ".endif"))
        a->condition_count--;
}

/* Among skipped statements only conditions count. */
void conditional_skip(assembler *a) {
    statement *s = &a->now;
    ident n;
    if (s->p == s->end || *s->p != '.' || !lex_read_name(a, &n))
        return;
    const directive *d = directive_find(a, n.text, n.size);
    if (d && (d->run == dir_if || d->run == dir_else || d->run == dir_endif))
        d->run(a, d->kind);
}
