/* SPDX-License-Identifier: MIT */
/* What a file declares at file scope, by the shape of its declarations; no types are understood. */
#include "amalgamate.h"

size_t next(const file *f, size_t i) {
    do
        i++;
    while (i < f->token_count && f->tokens[i].directive);
    return i;
}

bool at_is(const file *f, size_t i, const char *word) {
    return i < f->token_count && is(f->tokens[i].at, word);
}

static bool at_name(const file *f, size_t i) {
    return i < f->token_count && f->tokens[i].kind == TOKEN_NAME;
}

bool aggregate_word(const file *f, size_t i) {
    return at_is(f, i, "struct") || at_is(f, i, "union") || at_is(f, i, "enum");
}

size_t closing(const file *f, size_t i) {
    int depth = 0;
    for (size_t k = i; k < f->token_count; k = next(f, k)) {
        if (at_is(f, k, "(") || at_is(f, k, "[") || at_is(f, k, "{"))
            depth++;
        else if (at_is(f, k, ")") || at_is(f, k, "]") || at_is(f, k, "}"))
            depth--;
        if (depth == 0)
            return k;
    }
    die("%s:%u: the bracket is not closed", f->path, line_of(f, f->tokens[i].at.text));
}

static declared *declare(file *f, span name, name_kind kind) {
    f->names = more(f->names, f->name_count, &f->name_room, sizeof *f->names);
    declared *d = &f->names[f->name_count++];
    *d = (declared){.name = name, .kind = kind};
    return d;
}

size_t declare_aggregate(file *f, size_t i) {
    bool is_enum = at_is(f, i, "enum");
    size_t body = next(f, i);
    if (at_name(f, body))
        body = next(f, i = body);
    if (!at_is(f, body, "{"))
        return i;
    if (at_name(f, i) && !aggregate_word(f, i))
        declare(f, f->tokens[i].at, NAME_TAG);
    size_t end = closing(f, body), before = body;
    for (size_t k = next(f, body); k < end; before = k, k = next(f, k)) {
        size_t behind = next(f, k);
        if (is_enum) {
            if (at_name(f, k) && (at_is(f, before, "{") || at_is(f, before, ",")))
                declare(f, f->tokens[k].at, NAME_OTHER);
        } else if (aggregate_word(f, k)) {
            k = declare_aggregate(f, k);
        } else if (at_is(f, k, "(") && at_is(f, behind, "*")) { /* a pointer to a function */
            size_t name = next(f, behind);
            if (at_name(f, name))
                f->tokens[name].member = true;
            k = closing(f, k);
        } else if (at_is(f, k, "(") || at_is(f, k, "[")) {
            k = closing(f, k);
        } else if (at_name(f, k) && !at_is(f, before, ":")) {
            f->tokens[k].member = at_is(f, behind, ";") || at_is(f, behind, ",") || at_is(f, behind, "[") ||
                                  at_is(f, behind, ":");
        }
    }
    return end;
}

/* The name in `(*const name[])`, whose bracket is token i. */
static size_t name_in_brackets(const file *f, size_t i) {
    size_t end = closing(f, i), name = end;
    for (size_t k = i; k < end; k = next(f, k))
        if (at_name(f, k) && !at_is(f, k, "const") && !at_is(f, k, "volatile") && !at_is(f, k, "restrict"))
            name = k;
    return name;
}

/* One declaration at file scope, from token i on. Returns the token after it. */
static size_t declare_one(file *f, size_t i) {
    size_t first = i, first_name = f->name_count;
    bool is_static = false, is_extern = false, is_typedef = false, initialised = false;
    declared *d = NULL;
    for (; i < f->token_count; i = next(f, i)) {
        size_t behind = next(f, i);
        if (at_is(f, i, ";"))
            break;
        if (at_is(f, i, "static"))
            is_static = true;
        else if (at_is(f, i, "extern"))
            is_extern = true;
        else if (at_is(f, i, "typedef"))
            is_typedef = true;
        else if (at_is(f, i, "__attribute__") || at_is(f, i, "_Alignas") || at_is(f, i, "_Static_assert"))
            i = closing(f, behind);
        else if (aggregate_word(f, i))
            i = declare_aggregate(f, i);
        else if (at_is(f, i, "="))
            initialised = true;
        else if (at_is(f, i, ",")) {
            d = NULL;
            initialised = false;
        } else if (at_is(f, i, "{") && d && d->kind == NAME_FUNCTION && !initialised) {
            i = closing(f, i);
            break;
        } else if (at_is(f, i, "(") && !d && at_is(f, behind, "*")) {
            d = declare(f, f->tokens[name_in_brackets(f, i)].at, NAME_OBJECT);
            i = closing(f, i);
        } else if (at_is(f, i, "[") && d && !initialised) {
            d->unsized |= at_is(f, behind, "]");
            i = closing(f, i);
        } else if (at_is(f, i, "(") || at_is(f, i, "[") || at_is(f, i, "{")) {
            i = closing(f, i);
        } else if (at_name(f, i) && !d && !initialised &&
                   (at_is(f, behind, "(") || at_is(f, behind, "[") || at_is(f, behind, "=") ||
                    at_is(f, behind, ",") || at_is(f, behind, ";"))) {
            /* In front of (* stands a type, not a function. */
            if (!at_is(f, behind, "(") || !at_is(f, next(f, behind), "*"))
                d = declare(f, f->tokens[i].at, at_is(f, behind, "(") ? NAME_FUNCTION : NAME_OBJECT);
        }
    }
    for (size_t k = first_name; k < f->name_count; k++) {
        declared *n = &f->names[k];
        if (is_typedef && n->kind != NAME_TAG)
            n->kind = NAME_OTHER;
        n->is_static = is_static;
        n->is_extern = is_extern;
        n->first = first;
        n->last = i;
    }
    return next(f, i);
}

/* #define at token i */
static void declare_macro(file *f, size_t i) {
    declare(f, f->tokens[i + 2].at, NAME_OTHER);
    for (size_t k = i + 3; k < f->token_count && f->tokens[k].directive && !f->tokens[k].begins; k++)
        if (at_is(f, k, "##") || at_is(f, k, "#"))
            die("%s:%u: # and ## make names that cannot be followed", f->path,
                line_of(f, f->tokens[k].at.text));
}

/* A header may hand around a struct that only a .c file knows: its tag is shared all the same. */
static void declare_tags(file *f) {
    for (size_t i = 0; i + 1 < f->token_count; i++)
        if (aggregate_word(f, i) && at_name(f, i + 1))
            declare(f, f->tokens[i + 1].at, NAME_TAG)->mentioned = true;
}

void declare_all(file *f) {
    size_t i = 0;
    for (; i + 2 < f->token_count; i++)
        if (f->tokens[i].begins && at_is(f, i + 1, "define"))
            declare_macro(f, i);
    for (i = 0; i < f->token_count && f->tokens[i].directive;)
        i++;
    while (i < f->token_count) {
        if (at_is(f, i, "}") || at_is(f, i, ";"))
            i = next(f, i); /* after a struct without a declarator, or the end of extern "C" */
        else if (at_is(f, i, "extern") && at_is(f, next(f, i), "\"C\""))
            i = next(f, next(f, next(f, i)));
        else
            i = declare_one(f, i);
    }
    if (f->is_header)
        declare_tags(f);
}

bool is_tag(const file *f, size_t i) {
    return i > 0 && aggregate_word(f, i - 1);
}

const declared *find(const file *f, span name, bool tag) {
    for (size_t i = 0; i < f->name_count; i++)
        if (equal(f->names[i].name, name) && (f->names[i].kind == NAME_TAG) == tag)
            return &f->names[i];
    return NULL;
}
