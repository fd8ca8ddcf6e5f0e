/* SPDX-License-Identifier: MIT */
/* Semantic tokens: what each word of a source is, by the tables of its architecture. And inlay
 * hints: the words that instructions become, and where they are. */
#ifdef WITH_JANSSON

#include <inttypes.h>
#include <string.h>

#include "draft.h"
#include "lexicon.h"
#include "lsp.h"

/* ---- semantic tokens ------------------------------------------------------------------------- */

enum {
    SHOWN_KEYWORD,
    SHOWN_MACRO,
    SHOWN_VARIABLE,
    SHOWN_MODIFIER,
    SHOWN_ENUM_MEMBER,
    SHOWN_FUNCTION,
    SHOWN_NUMBER,
    SHOWN_STRING,
    SHOWN_COMMENT,
    SHOWN_NOTHING
};

json_t *lsp_semantic_legend(void) {
    return json_pack("{s:[s,s,s,s,s,s,s,s,s], s:[s]}", "tokenTypes", "keyword", "macro", "variable",
                     "modifier", "enumMember", "function", "number", "string", "comment", "tokenModifiers",
                     "definition");
}

static int shown_word(const document *d, const lexicon *l, uint32_t i) {
    const token *t = &d->scan.token[i];
    const char *name = d->text + t->at;
    uint32_t at, size;
    const definition *is = document_defined(d, name, t->size, t->at);
    if (is && document_uses(d, is, i, &at, &size))
        return is->kind == DEFINES_MACRO ? SHOWN_MACRO : SHOWN_FUNCTION;
    if (lexicon_is_register(l, name, t->size))
        return SHOWN_VARIABLE;
    const word *w = lexicon_find(l, name, t->size, -1);
    if (!w)
        return SHOWN_NOTHING;
    static const uint8_t shown[] = {
        [WORD_MNEMONIC] = SHOWN_KEYWORD,  [WORD_REGISTER] = SHOWN_VARIABLE, [WORD_STEM] = SHOWN_VARIABLE,
        [WORD_MODIFIER] = SHOWN_MODIFIER, [WORD_VALUE] = SHOWN_ENUM_MEMBER, [WORD_DIRECTIVE] = SHOWN_MACRO};
    return shown[w->kind];
}

static int shown_mnemonic(const document *d, const lexicon *l, uint32_t i) {
    const token *t = &d->scan.token[i];
    const definition *is = document_defined(d, d->text + t->at, t->size, t->at);
    uint32_t at, form;
    if (is && is->kind == DEFINES_MACRO)
        return SHOWN_MACRO;
    if (lexicon_find(l, d->text + t->at, t->size, WORD_MNEMONIC))
        return SHOWN_KEYWORD;
    const bool is_one = t->statement < d->scan.statements &&
                        document_mnemonic(d, &d->scan.statement[t->statement], &at, &form) && at == i;
    return is_one ? SHOWN_KEYWORD : SHOWN_NOTHING;
}

static int shown(const document *d, const lexicon *l, uint32_t i) {
    switch (d->scan.token[i].kind) {
    case TOKEN_COMMENT: return SHOWN_COMMENT;
    case TOKEN_STRING: return SHOWN_STRING;
    case TOKEN_NUMBER: return SHOWN_NUMBER;
    case TOKEN_LABEL:
    case TOKEN_ASSIGNED: return SHOWN_FUNCTION;
    case TOKEN_DIRECTIVE: return SHOWN_MACRO;
    case TOKEN_MNEMONIC: return shown_mnemonic(d, l, i);
    case TOKEN_WORD: return shown_word(d, l, i);
    default: return SHOWN_NOTHING;
    }
}

/* Where the token before stood. */
typedef struct cursor {
    json_t *data;
    uint32_t line, character;
} cursor;

/* Five numbers, relative to the token before; of a token of several lines for each of them. */
static void put_token(cursor *c, const lsp *l, const document *d, const token *t, int type) {
    uint32_t line, character, end_line, end;
    for (uint32_t at = t->at, stop = t->at + t->size; at < stop;) {
        document_position(d, at, l->utf8, &line, &character);
        const uint32_t line_end = document_line_end(d, line), to = stop < line_end ? stop : line_end;
        document_position(d, to > at ? to : at, l->utf8, &end_line, &end);
        if (to > at) {
            const uint32_t numbers[] = {
                line - c->line, line == c->line ? character - c->character : character, end - character,
                (uint32_t)type, t->kind == TOKEN_LABEL || t->kind == TOKEN_ASSIGNED};
            for (unsigned i = 0; i < 5; i++)
                json_array_append_new(c->data, json_integer(numbers[i]));
            c->line = line;
            c->character = character;
        }
        if (line + 1 >= d->lines)
            break;
        at = d->line[line + 1];
    }
}

static json_t *tokens(const lsp *l, const document *d, uint32_t from, uint32_t to) {
    const lexicon *words = lexicon_of(d->isa, d->own.syntax);
    cursor c = {.data = json_array()};
    for (uint32_t i = 0; words && i < d->scan.tokens; i++) {
        const token *t = &d->scan.token[i];
        const int type = t->at + t->size >= from && t->at <= to ? shown(d, words, i) : SHOWN_NOTHING;
        if (type != SHOWN_NOTHING)
            put_token(&c, l, d, t, type);
    }
    return json_pack("{s:o}", "data", c.data);
}

json_t *lsp_semantic_tokens(lsp *l, const json_t *params, lsp_error *e) {
    const document *d = lsp_document(l, params, e);
    return d ? tokens(l, d, 0, (uint32_t)d->size) : NULL;
}

json_t *lsp_semantic_range(lsp *l, const json_t *params, lsp_error *e) {
    const document *d = lsp_document(l, params, e);
    uint32_t from, to;
    if (!d)
        return NULL;
    if (!lsp_range(l, d, json_object_get(params, "range"), &from, &to))
        return lsp_fail(e, LSP_BAD_PARAMS, "expected range: {start, end}");
    return tokens(l, d, from, to);
}

/* ---- inlay hints ----------------------------------------------------------------------------- */

static json_t *hint(const lsp *l, const document *d, const statement *s, const gisa_placed *p,
                    const uint8_t *bytes) {
    draft text = {0};
    if (d->own.hint_offsets)
        draft_add(&text, "%04" PRIx64 ":", p->offset);
    for (uint32_t i = 0; d->own.hint_words && i + 4 <= p->size; i += 4)
        draft_add(&text, "%s%08x", text.size ? " " : "",
                  (unsigned)bytes[i] | (unsigned)bytes[i + 1] << 8 | (unsigned)bytes[i + 2] << 16 |
                      (unsigned)bytes[i + 3] << 24);
    json_t *place = lsp_range_of(l, d, s->end, s->end);
    json_t *one = json_pack("{s:O, s:o, s:b}", "position", json_object_get(place, "start"), "label",
                            message_text(text.at ? text.at : ""), "paddingLeft", true);
    json_decref(place);
    draft_free(&text);
    return one;
}

/* Of instructions that stand in the source once. */
static void put_hints(const lsp *l, const document *d, uint32_t from, uint32_t to, json_t *list) {
    const line_map *m = &d->placed.lines;
    for (size_t i = 0; i < m->count; i++) {
        const gisa_placed *p = &m->at[i];
        const uint8_t *bytes;
        const uint32_t at = (uint32_t)p->at, s = scan_statement_at(&d->scan, at);
        if (p->direct && at >= from && at <= to && s != NO_STATEMENT && document_bytes(d, p, &bytes))
            json_array_append_new(list, hint(l, d, &d->scan.statement[s], p, bytes));
    }
}

json_t *lsp_inlay_hints(lsp *l, const json_t *params, lsp_error *e) {
    document *d = lsp_document(l, params, e);
    uint32_t from, to;
    if (!d)
        return NULL;
    if (!lsp_range(l, d, json_object_get(params, "range"), &from, &to))
        return lsp_fail(e, LSP_BAD_PARAMS, "expected range: {start, end}");
    json_t *list = json_array();
    document_analyse(d, &l->usual);
    if (d->whole && (d->own.hint_words || d->own.hint_offsets))
        put_hints(l, d, from, to, list);
    return list;
}

#else
typedef int colours_need_jansson;
#endif
