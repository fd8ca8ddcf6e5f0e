/* SPDX-License-Identifier: MIT */
/* Finds out which architecture and which syntax a source is written for: from a comment in its
 * first lines, from its directives, from what the client has set. */
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* ---- a comment of the first lines ----------------------------------------------------------- */

enum { FIRST_LINES = 10 };

static const gisa_isa *find(const char *name, size_t size) {
    char text[64];
    if (size >= sizeof text)
        return NULL;
    memcpy(text, name, size);
    text[size] = 0;
    return gisa_find(text);
}

/* The value after a key in a line; NULL: it is not there. */
static const char *value_of(const char *line, const char *end, const char *key, size_t *size) {
    const size_t length = strlen(key);
    for (const char *p = line; p + length < end; p++)
        if (memcmp(p, key, length) == 0) {
            *size = strcspn(p + length, " \t\r\n,;\"'");
            return p + length;
        }
    return NULL;
}

/* "gisa: arch=gfx803 syntax=clrx", or an option that compilers take: "-mcpu=gfx900". */
static void read_line(settings *s, const char *line, const char *end) {
    static const char *const arch[] = {"gisa: arch=", "-mcpu="};
    size_t size;
    const char *value;
    for (unsigned i = 0; i < 2; i++)
        if ((value = value_of(line, end, arch[i], &size)) && find(value, size))
            s->isa = find(value, size);
    if (!(value = value_of(line, end, "gisa: ", &size)) || !(value = value_of(value, end, "syntax=", &size)))
        return;
    if (size == 4 && memcmp(value, "clrx", 4) == 0)
        s->syntax = GISA_SYNTAX_CLRX;
    if (size == 4 && memcmp(value, "llvm", 4) == 0)
        s->syntax = GISA_SYNTAX_LLVM;
}

static void read_first_lines(document *d) {
    for (uint32_t i = 0; i < d->lines && i < FIRST_LINES; i++) {
        const char *line = d->text + d->line[i];
        if (strchr("/#;", line[strspn(line, " \t")]))
            read_line(&d->own, line, d->text + document_line_end(d, i));
    }
}

/* ---- directives ------------------------------------------------------------------------------ */

/* "amdgcn-amd-amdhsa--gfx900:xnack-" */
static const gisa_isa *isa_of_target(const char *text, size_t size) {
    const char *colon = memchr(text, ':', size);
    size_t at = colon ? (size_t)(colon - text) : size;
    const size_t end = at;
    while (at && text[at - 1] != '-')
        at--;
    return find(text + at, end - at);
}

/* What a string operand of the statement says; NULL: nothing. */
static const gisa_isa *isa_of_strings(const scan *s, const statement *st) {
    const gisa_isa *isa = NULL;
    for (uint32_t i = st->first; i < st->first + st->count; i++) {
        const token *t = &s->token[i];
        if (t->kind == TOKEN_STRING && t->size > 2)
            isa = isa_of_target(s->text + t->at + 1, t->size - 2);
    }
    return isa;
}

/* The numbers of ".hsa_code_object_isa 8,0,3": gfx803. */
static const gisa_isa *isa_of_numbers(const scan *s, const statement *st) {
    char name[64] = "gfx";
    size_t size = 3, numbers = 0;
    for (uint32_t i = st->first; i < st->first + st->count && numbers < 3; i++) {
        const token *t = &s->token[i];
        if (t->kind != TOKEN_NUMBER || size + t->size >= sizeof name)
            continue;
        memcpy(name + size, s->text + t->at, t->size);
        size += t->size;
        numbers++;
    }
    return numbers == 3 ? find(name, size) : NULL;
}

/* Shader files have registers in banks. */
static const gisa_isa *shader_isa(void) {
    for (unsigned i = 0; gisa_at(i); i++)
        if (gisa_bank_table(gisa_at(i), 0))
            return gisa_at(i);
    return NULL;
}

static void read_directives(document *d) {
    const scan *s = &d->scan;
    for (size_t i = 0; i < s->statements && !d->isa && !d->gxp; i++) {
        const statement *st = &s->statement[i];
        if (st->head == NO_TOKEN || s->token[st->head].kind != TOKEN_DIRECTIVE)
            continue;
        if (scan_is(s, st->head, ".amdgcn_target") || scan_is(s, st->head, ".amd_amdgpu_isa"))
            d->isa = isa_of_strings(s, st);
        else if (scan_is(s, st->head, ".hsa_code_object_isa"))
            d->isa = isa_of_numbers(s, st);
        d->gxp = scan_is(s, st->head, ".gxp");
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

void document_scan(document *d, const settings *usual) {
    if (d->scanned)
        return;
    d->scanned = true;
    d->own = *usual;
    d->own.isa = NULL;
    d->isa = NULL;
    d->gxp = false;
    read_first_lines(d);
    scan_text(&d->scan, d->text, d->size, d->own.syntax == GISA_SYNTAX_CLRX);
    read_directives(d);
    d->asked = d->own.isa ? d->own.isa : d->isa ? NULL : usual->isa;
    if (d->asked)
        d->isa = d->asked;
    if (d->gxp) { /* the assembler knows */
        d->isa = shader_isa();
        d->asked = NULL;
    }
    document_define(d);
}
