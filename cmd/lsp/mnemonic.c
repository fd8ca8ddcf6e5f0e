/* SPDX-License-Identifier: MIT */
/* The instruction of a statement. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* The longest beginning of a word that names an instruction: words of USSE have suffixes after
   dots. */
static uint32_t form_of_word(const gisa_isa *isa, const char *word, size_t size) {
    uint32_t form;
    while ((form = gisa_form_named(isa, word, size)) == UINT32_MAX && size) {
        do
            size--;
        while (size && word[size] != '.');
    }
    return form;
}

/* Before it stand predicates and other prefixes, of USSE. */
bool document_mnemonic(const document *d, const statement *s, uint32_t *at, uint32_t *form) {
    const token *t = d->scan.token;
    if (!d->isa || s->in_block)
        return false;
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        if (t[i].kind == TOKEN_DIRECTIVE || t[i].kind == TOKEN_ASSIGNED || t[i].kind == TOKEN_STRING)
            return false;
        if (t[i].kind != TOKEN_MNEMONIC && t[i].kind != TOKEN_WORD)
            continue;
        *form = form_of_word(d->isa, d->text + t[i].at, t[i].size);
        *at = i;
        if (*form != UINT32_MAX)
            return true;
        if (t[i].kind == TOKEN_MNEMONIC && gisa_unit(d->isa) == 4)
            return false;
    }
    return false;
}

static size_t word_size(const char *text, const char *end) {
    size_t size = 0;
    while (text + size < end && (strchr("._$@", text[size]) || (text[size] >= '0' && text[size] <= '9') ||
                                 ((text[size] | 32) >= 'a' && (text[size] | 32) <= 'z')))
        size++;
    return size;
}

/* A number, or a name, whose value is not known here. */
static size_t read_name(void *ctx, const char *text, const char *end, gisa_value *value, const char **why) {
    const size_t size = word_size(text, end);
    char number[40], *stop;
    (void)ctx;
    (void)why;
    *value = (gisa_value){.kind = GISA_VALUE_PENDING};
    if (!size || *text < '0' || *text > '9')
        return size;
    snprintf(number, sizeof number, "%.*s", (int)size, text);
    *value = (gisa_value){.kind = GISA_VALUE_INT, .integer = (int64_t)strtoull(number, &stop, 0)};
    return (size_t)(stop - number);
}

/* Without names first: numbers with fractions, and all else that the parser reads itself. */
bool document_parse(const document *d, const statement *s, gisa_insn *insn) {
    const gisa_env env = {.syntax = d->own.syntax, .expression = read_name};
    const gisa_env numbers = {.syntax = d->own.syntax};
    uint32_t from = s->first;
    while (from < s->first + s->count && (d->scan.token[from].kind == TOKEN_LABEL ||
                                          (from > s->first && d->scan.token[from - 1].kind == TOKEN_LABEL)))
        from++;
    if (!d->isa || from == s->first + s->count)
        return false;
    const uint32_t at = d->scan.token[from].at;
    return gisa_parse(d->isa, d->text + at, s->end - at, &numbers, insn, NULL) == GISA_OK ||
           gisa_parse(d->isa, d->text + at, s->end - at, &env, insn, NULL) == GISA_OK;
}
