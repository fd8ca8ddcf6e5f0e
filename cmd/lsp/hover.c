/* SPDX-License-Identifier: MIT */
/* Explains what stands at a place: the manual, a number in other notations, a name's definition. */
#ifdef WITH_JANSSON

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lsp.h"
#include "manual.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double double_of(uint64_t bits) {
    double f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void put_integer(draft *to, uint64_t n, bool negative) {
    const uint64_t bits = negative ? 0 - n : n;
    const bool small = negative ? n <= UINT64_C(1) << 31 : n <= UINT32_MAX;
    draft_add(to, "`%s%" PRIu64 "`, `0x%" PRIx64 "`", negative ? "-" : "", n,
              small ? bits & UINT32_MAX : bits);
    if (small && !negative && n >> 31)
        draft_add(to, ", signed `%d`", (int)(int32_t)(uint32_t)n);
    if (small)
        draft_add(to, ", as f32 `%.9g`", (double)float_of((uint32_t)bits));
    else
        draft_add(to, ", as f64 `%.17g`", double_of(bits));
    draft_add(to, "\n");
}

static void put_real(draft *to, double value) {
    const float f = (float)value;
    uint32_t single;
    uint64_t both;
    memcpy(&single, &f, sizeof single);
    memcpy(&both, &value, sizeof both);
    draft_add(to, "`%.9g`, as f32 `0x%08" PRIx32 "`, as f64 `0x%016" PRIx64 "`\n", value, single, both);
}

/* With the sign before it. */
static bool put_number(draft *to, const document *d, const token *t) {
    char text[80], *end;
    const bool negative = t->at && d->text[t->at - 1] == '-';
    if (t->size >= sizeof text)
        return false;
    memcpy(text, d->text + t->at, t->size);
    text[t->size] = 0;
    const bool binary = strncmp(text, "0b", 2) == 0;
    const uint64_t n = binary ? strtoull(text + 2, &end, 2) : strtoull(text, &end, 0);
    if (!*end) {
        put_integer(to, n, negative);
        return true;
    }
    const double value = strtod(text, &end);
    if (!*end)
        put_real(to, negative ? -value : value);
    return !*end;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void put_definition(draft *to, const document *d, const definition *is, const char *name,
                           size_t size) {
    static const char *const kinds[] = {[DEFINES_LABEL] = "label",
                                        [DEFINES_SYMBOL] = "symbol",
                                        [DEFINES_MACRO] = "macro",
                                        [DEFINES_KERNEL] = "kernel"};
    const uint32_t line = document_line_of(d, d->scan.token[is->token].at),
                   from = d->line[line] + (uint32_t)strspn(d->text + d->line[line], " \t"),
                   end = document_line_end(d, line);
    uint64_t address;
    const char *section;
    draft_add(to, "**%.*s**: %s of line %u", (int)size, name, kinds[is->kind], line + 1);
    if (document_address(d, is, &address, &section))
        draft_add(to, ", at `0x%" PRIx64 "` in `%s`", address, *section ? section : "the code");
    draft_add(to, "\n\n```\n%.*s\n```\n", end > from ? (int)(end - from) : 0, d->text + from);
}

static bool put_name(draft *to, document *d, uint32_t i) {
    uint32_t at, size, used, used_size;
    const definition *is =
        document_name_at(d, i, &at, &size) ? document_defined(d, d->text + at, size, at) : NULL;
    if (!is || !document_uses(d, is, i, &used, &used_size))
        return false;
    put_definition(to, d, is, d->text + at, size);
    return true;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* The words of it, where all of the source can be assembled. */
static void put_words(draft *to, const document *d, const statement *s) {
    const uint8_t *bytes;
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        const gisa_placed *p = document_placed(d, d->scan.token[i].at, &bytes);
        if (!p)
            continue;
        draft_add(to, "\n`%s+0x%" PRIx64 "`:", *p->section ? p->section : "code", p->offset);
        for (uint32_t k = 0; k + 4 <= p->size; k += 4)
            draft_add(to, " `%08x`",
                      (unsigned)bytes[k] | (unsigned)bytes[k + 1] << 8 | (unsigned)bytes[k + 2] << 16 |
                          (unsigned)bytes[k + 3] << 24);
        draft_add(to, "\n");
        return;
    }
}

static bool put_instruction(draft *to, document *d, const statement *s, uint32_t i) {
    gisa_insn insn;
    uint32_t at, form;
    if (!document_mnemonic(d, s, &at, &form) || at != i)
        return false;
    if (document_parse(d, s, &insn))
        manual_insn(to, d->isa, &insn);
    else
        manual_form(to, d->isa, form);
    put_words(to, d, s);
    return true;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static bool put(draft *to, document *d, uint32_t i) {
    const token *t = &d->scan.token[i];
    const statement *s = t->statement < d->scan.statements ? &d->scan.statement[t->statement] : NULL;
    if (!s)
        return false;
    if (put_name(to, d, i) || put_instruction(to, d, s, i))
        return true;
    if (t->kind == TOKEN_NUMBER)
        return put_number(to, d, t);
    const lexicon *l = lexicon_of(d->isa, d->own.syntax);
    return l && t->kind == TOKEN_WORD && manual_word(to, l, d->text + t->at, t->size);
}

json_t *lsp_hover(lsp *l, const json_t *params, lsp_error *e) {
    uint32_t at;
    document *d = lsp_place(l, params, &at, e);
    draft text = {0};
    json_t *result = NULL;
    const uint32_t i = d ? scan_token_at(&d->scan, at) : NO_TOKEN;
    if (i == NO_TOKEN)
        return NULL;
    document_analyse(d, &l->usual);
    if (put(&text, d, i) && text.at && !text.no_memory)
        result = json_pack(
            "{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value", message_text(text.at), "range",
            lsp_range_of(l, d, d->scan.token[i].at, d->scan.token[i].at + d->scan.token[i].size));
    draft_free(&text);
    return result;
}

#else
typedef int hover_needs_jansson;
#endif
