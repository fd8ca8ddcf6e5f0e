/* SPDX-License-Identifier: MIT */
/* The symbol table: names, labels, numeric labels, assignments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tables.h"
#include "asm.h"

static asm_symbol *new_symbol(assembler *a, const char *text, size_t size) {
    asm_symbol *s = arena_alloc(a, sizeof *s);
    const char *copy = arena_text(a, text, size);
    s->name = copy ? copy : "";
    s->size = copy ? (uint32_t)size : 0;
    s->section = OBJECT_UNDEFINED;
    s->index = -1;
    return s;
}

static bool enlarge(assembler *a) {
    symbol_table *t = &a->symbols;
    size_t room = t->room ? t->room * 2 : 1024;
    asm_symbol **slots = calloc(room, sizeof *slots);
    if (!slots) {
        a->no_memory = a->stop = true;
        return false;
    }
    for (size_t i = 0; i < t->room; i++) {
        asm_symbol *s = t->slots[i];
        if (!s)
            continue;
        size_t k = s->hash & (room - 1);
        while (slots[k])
            k = (k + 1) & (room - 1);
        slots[k] = s;
    }
    free(t->slots);
    t->slots = slots;
    t->room = room;
    return true;
}

static asm_symbol **slot_of(const symbol_table *t, const char *text, size_t size, uint32_t hash) {
    size_t k = hash & (t->room - 1);
    for (; t->slots[k]; k = (k + 1) & (t->room - 1)) {
        const asm_symbol *s = t->slots[k];
        if (s->hash == hash && s->size == size && memcmp(s->name, text, size) == 0)
            break;
    }
    return &t->slots[k];
}

asm_symbol *symbol_find(const assembler *a, const char *text, size_t size) {
    return a->symbols.room ? *slot_of(&a->symbols, text, size, memory_hash_text(text, size)) : NULL;
}

asm_symbol *symbol_named(assembler *a, const char *text, size_t size) {
    symbol_table *t = &a->symbols;
    uint32_t hash = memory_hash_text(text, size);
    asm_symbol **slot, *s;
    if (t->count * 2 >= t->room && !enlarge(a))
        return a->scratch;
    slot = slot_of(t, text, size, hash);
    s = *slot;
    if (s)
        return s;
    s = new_symbol(a, text, size);
    if (a->no_memory)
        return a->scratch;
    s->hash = hash;
    s->temporary = size > 2 && text[0] == '.' && text[1] == 'L';
    *slot = s;
    t->count++;
    if (!t->last)
        t->last = &t->first;
    *t->last = s;
    t->last = &s->next;
    return s;
}

/* ---- labels ----------------------------------------------------------------------------- */

static void place_here(assembler *a, asm_symbol *s, const char *at, size_t length) {
    s->state = SYMBOL_LABEL;
    s->section = a->current;
    s->value = (int64_t)section_here(a);
    s->defined_at = source_location(a, at, length);
    source_keep(s->defined_at.in);
}

static void already_defined(assembler *a, const ident *n, const asm_symbol *s) {
    diagnose_at(a, n->at, n->length, "'%.*s' is already defined", (int)n->size, n->text);
    if (s->defined_at.in)
        diagnose_report(a, GISA_SEVERITY_NOTE, s->defined_at, "it was defined here");
}

void symbol_define_label(assembler *a, const ident *n) {
    asm_symbol *s = symbol_named(a, n->text, n->size);
    if (s->hidden && s->state == SYMBOL_VARIABLE)
        amdgpu_give_up_name(a, s);
    if (s->state != SYMBOL_UNDEFINED)
        already_defined(a, n, s);
    else
        place_here(a, s, n->at, n->length);
}

/* Numeric labels may be defined again and again: a holder, whose name no source can write, knows
 * the last one (1b) and the one to come (1f). */
static asm_symbol *numeric_holder(assembler *a, uint64_t number) {
    char key[24];
    int size = snprintf(key, sizeof key, "\001%llu", (unsigned long long)number);
    asm_symbol *s = symbol_named(a, key, (size_t)size);
    s->hidden = true;
    return s;
}

asm_symbol *symbol_numeric(assembler *a, uint64_t number, bool forward) {
    asm_symbol *holder = numeric_holder(a, number);
    char text[24];
    int size;
    if (!forward)
        return holder->latest;
    if (!holder->coming) {
        size = snprintf(text, sizeof text, "%lluf", (unsigned long long)number);
        holder->coming = new_symbol(a, text, (size_t)size);
        holder->coming->temporary = true;
    }
    return holder->coming;
}

void symbol_define_numeric(assembler *a, uint64_t number, const char *at, size_t length) {
    asm_symbol *s = symbol_numeric(a, number, true), *holder = numeric_holder(a, number);
    place_here(a, s, at, length);
    holder->latest = s;
    holder->coming = NULL;
}

/* ---- assignments ------------------------------------------------------------------------ */

void symbol_set_absolute(assembler *a, asm_symbol *s, int64_t value) {
    (void)a;
    s->state = SYMBOL_VARIABLE;
    s->section = OBJECT_ABSOLUTE;
    s->definition = NULL;
    s->value = value;
}

/* Does the expression use the symbol? Then it would be defined by itself. */
static bool uses(assembler *a, const expr *e, const asm_symbol *s, unsigned depth) {
    if (!e || depth > MAX_EVALUATION_DEPTH)
        return false;
    switch (e->op) {
    case EXPR_SYMBOL: return e->symbol == s;
    case EXPR_CONSTANT:
    case EXPR_PLACE: return false;
    default: return uses(a, e->left, s, depth + 1) || uses(a, e->right, s, depth + 1);
    }
}

void symbol_assign(assembler *a, const ident *n, bool once) {
    asm_symbol *s;
    term v;
    if (n->size == 1 && n->text[0] == '.') {
        dir_org(a, 0);
        return;
    }
    if (a->clrx && lex_take(a, '%')) {
        registers_set(a, n);
        return;
    }
    if (a->registers)
        registers_forget(a, n->text, n->size);
    if (!expr_read(a, &v) || !lex_expect_end(a))
        return;
    s = symbol_named(a, n->text, n->size);
    if (s->state == SYMBOL_VARIABLE ? once || s->constant : s->state != SYMBOL_UNDEFINED) {
        already_defined(a, n, s);
        return;
    }
    if (v.e && uses(a, v.e, s, 0)) {
        diagnose_at(a, v.at, v.length, "'%.*s' is defined by itself", (int)n->size, n->text);
        return;
    }
    symbol_set_absolute(a, s, v.k);
    s->definition = v.e;
    s->constant = once;
    s->hidden = false;
    s->defined_at = source_location(a, n->at, n->length);
    source_keep(s->defined_at.in);
}

/* NAME or NAME=VALUE from the command line, read as if it stood in a file. */
static void define_one(assembler *a, const char *text) {
    source *s = source_new(a, text, strlen(text), (location){0});
    ident n;
    if (!s)
        return;
    s->file = "<command line>";
    if (!source_push(a, s, NULL))
        return;
    if (!lex_next_statement(a, &a->frames[a->frame_count - 1]) || !lex_read_name(a, &n))
        diagnose_expected(a, "NAME or NAME=VALUE");
    else if (lex_take(a, '='))
        symbol_assign(a, &n, false);
    else if (lex_expect_end(a))
        symbol_set_absolute(a, symbol_named(a, n.text, n.size), 1);
    source_pop(a);
}

void symbol_define_options(assembler *a) {
    for (const char *const *d = a->options->defines; d && *d && !a->stop; d++)
        define_one(a, *d);
}

/* ---- names ------------------------------------------------------------------------------ */

const char *symbol_near(const assembler *a, const char *name, size_t size, char text[120]) {
    near_search n;
    diagnose_near_begin(&n, name, size);
    for (const asm_symbol *s = a->symbols.first; s; s = s->next)
        if (s->state != SYMBOL_UNDEFINED && !s->hidden)
            diagnose_near_try(&n, s->name, s->size);
    return diagnose_near_text(&n, text);
}

bool symbol_is_register_name(const char *text, size_t size) {
    static const char *const files[] = {"v", "s", "ttmp"};
    static const char *const names[] = {"vcc", "vcc_lo", "vcc_hi", "exec", "exec_lo", "exec_hi", "m0", "scc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == size && memcmp(names[i], text, size) == 0)
            return true;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t n = strlen(files[i]), k = n;
        while (size > n && k < size && char_is(text[k], CHAR_DIGIT))
            k++;
        if (size > n && k == size && memcmp(files[i], text, n) == 0)
            return true;
    }
    return false;
}

bool symbol_is_register_elsewhere(const char *text, size_t size) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        for (unsigned k = 0; k < isa->register_name_count; k++) {
            const register_name *r = &isa->register_names[k];
            if (r->size == size && memcmp(&isa->strings[r->text], text, size) == 0)
                return true;
        }
    return false;
}
