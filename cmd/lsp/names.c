/* SPDX-License-Identifier: MIT */
/* Names that a source defines, and where it uses them. */
#include <stdlib.h>
#include <string.h>

#include "document.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void add(document *d, uint32_t name, definition_kind kind) {
    if (scan_room(&d->definition, d->definitions, sizeof *d->definition)) {
        definition *to = &d->definition[d->definitions++];
        to->token = name;
        to->kind = kind;
    }
}

/* The first name among the operands; NO_TOKEN: there is none. */
static uint32_t first_word(const scan *s, const statement *st) {
    for (uint32_t i = st->head + 1; i < st->first + st->count; i++)
        if (s->token[i].kind != TOKEN_COMMENT)
            return s->token[i].kind == TOKEN_WORD ? i : NO_TOKEN;
    return NO_TOKEN;
}

/* Directives of the assembler that define the name after them. */
static void define_by_directive(document *d, const statement *st) {
    static const char *const symbols[] = {".set",    ".equ",   ".equiv",     ".comm",
                                          ".common", ".lcomm", ".amdgpu_lds"};
    const scan *s = &d->scan;
    const uint32_t word = first_word(s, st);
    if (word == NO_TOKEN)
        return;
    for (unsigned i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (scan_is(s, st->head, symbols[i]))
            add(d, word, DEFINES_SYMBOL);
    if (scan_is(s, st->head, ".macro"))
        add(d, word, DEFINES_MACRO);
}

static int compare(const char *a, size_t a_size, const char *b, size_t b_size) {
    const int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : a_size < b_size ? -1 : a_size > b_size;
}

static const document *sorted; /* qsort has no context */

static int by_name(const void *a, const void *b) {
    const definition *x = a, *y = b;
    const token *s = &sorted->scan.token[x->token], *t = &sorted->scan.token[y->token];
    const int order = compare(sorted->text + s->at, s->size, sorted->text + t->at, t->size);
    return order ? order : x->token < y->token ? -1 : x->token > y->token;
}

/* The first definition whose name is not before this one. */
static size_t lower_bound(const document *d, const char *name, size_t size) {
    size_t low = 0, high = d->definitions;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const token *t = &d->scan.token[d->definition[middle].token];
        if (compare(d->text + t->at, t->size, name, size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_named(const document *d, size_t i, const char *name, size_t size) {
    const token *t = i < d->definitions ? &d->scan.token[d->definition[i].token] : NULL;
    return t && t->size == size && memcmp(d->text + t->at, name, size) == 0;
}

/* Labels that .amdhsa_kernel names are kernels. */
static void mark_kernels(document *d) {
    const scan *s = &d->scan;
    for (size_t i = 0; i < s->statements; i++) {
        const statement *st = &s->statement[i];
        if (st->head == NO_TOKEN || !scan_is(s, st->head, ".amdhsa_kernel"))
            continue;
        const uint32_t word = first_word(s, st);
        if (word == NO_TOKEN)
            continue;
        const char *name = d->text + s->token[word].at;
        const size_t size = s->token[word].size;
        for (size_t k = lower_bound(d, name, size); is_named(d, k, name, size); k++)
            if (d->definition[k].kind == DEFINES_LABEL)
                d->definition[k].kind = DEFINES_KERNEL;
    }
}

void document_define(document *d) {
    const scan *s = &d->scan;
    for (uint32_t i = 0; i < s->tokens; i++) {
        if (s->token[i].kind == TOKEN_LABEL)
            add(d, i, DEFINES_LABEL);
        if (s->token[i].kind == TOKEN_ASSIGNED)
            add(d, i, DEFINES_SYMBOL);
        if (s->token[i].kind == TOKEN_DIRECTIVE && s->token[i].statement < s->statements)
            define_by_directive(d, &s->statement[s->token[i].statement]);
    }
    sorted = d;
    if (d->definitions)
        qsort(d->definition, d->definitions, sizeof *d->definition, by_name);
    mark_kernels(d);
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* 1b and 1f: the label before or after the place. */
static const definition *numbered(const document *d, const char *name, size_t size, uint32_t at) {
    const bool forward = name[size - 1] == 'f';
    const definition *best = NULL;
    for (size_t i = lower_bound(d, name, size - 1); is_named(d, i, name, size - 1); i++) {
        const uint32_t there = d->scan.token[d->definition[i].token].at;
        if (forward && there > at)
            return &d->definition[i];
        if (!forward && there <= at)
            best = &d->definition[i];
    }
    return best;
}

const definition *document_defined(const document *d, const char *name, size_t size, uint32_t at) {
    if (size > 1 && is_digit(*name) && (name[size - 1] == 'b' || name[size - 1] == 'f'))
        return numbered(d, name, size, at);
    for (size_t i = lower_bound(d, name, size); is_named(d, i, name, size); i++)
        if (!is_digit(*name) || d->scan.token[d->definition[i].token].at == at)
            return &d->definition[i];
    return NULL;
}

/* NAME.kd is the descriptor of kernel NAME. */
static size_t without_suffix(const document *d, const char *name, size_t size) {
    const definition *is =
        size > 3 && memcmp(name + size - 3, ".kd", 3) == 0 ? document_defined(d, name, size - 3, 0) : NULL;
    return is && is->kind == DEFINES_KERNEL ? size - 3 : size;
}

bool document_name_at(const document *d, uint32_t i, uint32_t *at, uint32_t *size) {
    const token *t = &d->scan.token[i];
    if (t->kind != TOKEN_LABEL && t->kind != TOKEN_ASSIGNED && t->kind != TOKEN_WORD &&
        t->kind != TOKEN_MNEMONIC && t->kind != TOKEN_NUMBER)
        return false;
    *at = t->at;
    *size = (uint32_t)without_suffix(d, d->text + t->at, t->size);
    return true;
}

/* Macros have names of their own, where instructions are and after .macro and .purgem. */
static bool may_be(const document *d, const definition *is, uint32_t i) {
    const scan *s = &d->scan;
    const token *t = &s->token[i];
    const statement *st = t->statement < s->statements ? &s->statement[t->statement] : NULL;
    const bool directive = st && st->head != NO_TOKEN && s->token[st->head].kind == TOKEN_DIRECTIVE,
               of_macros = t->kind == TOKEN_MNEMONIC ||
                           (directive && first_word(s, st) == i &&
                            (scan_is(s, st->head, ".macro") || scan_is(s, st->head, ".purgem")));
    if ((is->kind == DEFINES_MACRO) != of_macros)
        return false;
    /* A block of metadata has names of its own, and those of kernels. */
    return !st || !st->in_block || directive || is->kind == DEFINES_KERNEL;
}

static bool same_name(const document *d, const definition *a, const definition *b) {
    const token *s = &d->scan.token[a->token], *t = &d->scan.token[b->token];
    return s->size == t->size && memcmp(d->text + s->at, d->text + t->at, s->size) == 0 &&
           (!is_digit(d->text[s->at]) || a == b);
}

bool document_uses(const document *d, const definition *is, uint32_t i, uint32_t *at, uint32_t *size) {
    const definition *other;
    if (!document_name_at(d, i, at, size) || !may_be(d, is, i))
        return false;
    other = document_defined(d, d->text + *at, *size, *at);
    return other && same_name(d, is, other);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static bool address_of_symbol(const document *d, const token *t, uint64_t *address, const char **section) {
    gisa_file_symbol symbol;
    gisa_file_section in;
    for (size_t i = 0; gisa_file_symbol_at(d->placed.file, i, &symbol) == GISA_OK; i++)
        if (strlen(symbol.name) == t->size && memcmp(symbol.name, d->text + t->at, t->size) == 0 &&
            symbol.section >= 0 &&
            gisa_file_section_at(d->placed.file, (size_t)symbol.section, &in) == GISA_OK) {
            *address = symbol.address;
            *section = in.name;
            return true;
        }
    return false;
}

/* The instruction after labels alone. */
static uint32_t next_instruction(const document *d, const token *t) {
    const scan *s = &d->scan;
    for (size_t i = t->statement; i < s->statements; i++)
        if (s->statement[i].head != NO_TOKEN)
            return s->token[s->statement[i].head].kind == TOKEN_MNEMONIC ? s->token[s->statement[i].head].at
                                                                         : UINT32_MAX;
    return UINT32_MAX;
}

bool document_address(const document *d, const definition *is, uint64_t *address, const char **section) {
    const token *t = &d->scan.token[is->token];
    const uint8_t *bytes;
    if (!d->whole || (is->kind != DEFINES_LABEL && is->kind != DEFINES_KERNEL))
        return false;
    if (address_of_symbol(d, t, address, section))
        return true;
    const gisa_placed *p = document_placed(d, next_instruction(d, t), &bytes);
    if (!p)
        return false;
    *address = p->offset;
    *section = p->section;
    return true;
}
