/* SPDX-License-Identifier: MIT */
/* Where a name is defined and used, and other names in its place. */
#ifdef WITH_JANSSON

#include <string.h>

#include "draft.h"
#include "lexicon.h"
#include "lsp.h"

/* What stands at params.position and is defined in the source; NULL: nothing. */
static const definition *named(lsp *l, const json_t *params, document **d, uint32_t *which, lsp_error *e) {
    uint32_t at, from, size;
    const definition *is = NULL;
    *d = lsp_place(l, params, &at, e);
    if (!*d)
        return NULL;
    *which = scan_token_at(&(*d)->scan, at);
    if (*which != NO_TOKEN && document_name_at(*d, *which, &from, &size))
        is = document_defined(*d, (*d)->text + from, size, from);
    return is && document_uses(*d, is, *which, &from, &size) ? is : NULL;
}

json_t *lsp_definition(lsp *l, const json_t *params, lsp_error *e) {
    document *d;
    uint32_t which;
    const definition *is = named(l, params, &d, &which, e);
    if (!is)
        return NULL;
    const struct token *t = &d->scan.token[is->token];
    return lsp_location(l, d, t->at, t->at + t->size);
}

/* Each use of the name: add(list, range). */
static json_t *uses(lsp *l, const document *d, const definition *is, bool declaration, const char *text,
                    json_t *(*make)(const lsp *, const document *, uint32_t, uint32_t, const char *)) {
    json_t *list = json_array();
    uint32_t at, size;
    for (uint32_t i = 0; i < d->scan.tokens; i++)
        if (document_uses(d, is, i, &at, &size) && (declaration || i != is->token))
            json_array_append_new(list, make(l, d, at, at + size, text));
    return list;
}

static json_t *make_location(const lsp *l, const document *d, uint32_t from, uint32_t to, const char *text) {
    (void)text;
    return lsp_location(l, d, from, to);
}

static json_t *make_highlight(const lsp *l, const document *d, uint32_t from, uint32_t to, const char *text) {
    (void)text;
    return json_pack("{s:o}", "range", lsp_range_of(l, d, from, to));
}

json_t *lsp_references(lsp *l, const json_t *params, lsp_error *e) {
    document *d;
    uint32_t which;
    const definition *is = named(l, params, &d, &which, e);
    const json_t *context = json_object_get(params, "context");
    return is ? uses(l, d, is, json_is_true(json_object_get(context, "includeDeclaration")), NULL,
                     make_location)
              : NULL;
}

json_t *lsp_highlight(lsp *l, const json_t *params, lsp_error *e) {
    document *d;
    uint32_t which;
    const definition *is = named(l, params, &d, &which, e);
    return is ? uses(l, d, is, true, NULL, make_highlight) : NULL;
}

/* ---- rename ---------------------------------------------------------------------------------- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_numbered(const document *d, const definition *is) {
    return is_digit(d->text[d->scan.token[is->token].at]);
}

/* Before the direction of 1b and 1f. */
static uint32_t end_of_number(const document *d, uint32_t end) {
    return end - !is_digit(d->text[end - 1]);
}

json_t *lsp_prepare_rename(lsp *l, const json_t *params, lsp_error *e) {
    document *d;
    uint32_t which, at, size;
    const definition *is = named(l, params, &d, &which, e);
    if (!is || !document_uses(d, is, which, &at, &size))
        return NULL;
    return lsp_range_of(l, d, at, is_numbered(d, is) ? end_of_number(d, at + size) : at + size);
}

static bool is_name(const char *text) {
    size_t size = 0;
    while (is_digit(text[size]) || ((text[size] | 32) >= 'a' && (text[size] | 32) <= 'z') ||
           (text[size] && strchr("_.$", text[size])))
        size++;
    return size && !text[size] && !is_digit(*text) && size < 1000;
}

/* The text with another number of a numeric label. */
static void put_renumbered(const document *d, const definition *is, const char *number, draft *to) {
    uint32_t done = 0, at, size;
    for (uint32_t i = 0; i < d->scan.tokens; i++)
        if (document_uses(d, is, i, &at, &size)) {
            draft_add(to, "%.*s%s", (int)(at - done), d->text + done, number);
            done = end_of_number(d, at + size);
        }
    draft_add(to, "%.*s", (int)(d->size - done), d->text + done);
}

/* Numeric labels are found by their order, and macros repeat them: the code must stay the same. */
static const char *refuse_number(const document *d, const definition *is, const char *number) {
    const size_t size = strlen(number);
    draft to = {0};
    if (!size || size > 9 || strspn(number, "0123456789") != size || (*number == '0' && size > 1))
        return "is not a number, as the other labels of this kind are";
    for (size_t i = 0; i < d->scan.tokens; i++)
        if (d->scan.token[i].kind == TOKEN_LABEL && scan_is(&d->scan, (uint32_t)i, number))
            return "is defined already";
    put_renumbered(d, is, number, &to);
    const bool same = to.at && !to.no_memory && lsp_same_code(d, to.at, to.size);
    draft_free(&to);
    return same ? NULL : "would change the code";
}

/* Why the name cannot be that of the definition; NULL: it can. */
static const char *refusal(const document *d, const definition *is, const char *name) {
    const lexicon *l = lexicon_of(d->isa, d->own.syntax);
    const size_t size = strlen(name);
    if (is_numbered(d, is))
        return refuse_number(d, is, name);
    if (!is_name(name))
        return "is not a name: expected letters, digits, '_', '.' and '$', and no digit at the beginning";
    if (document_defined(d, name, size, 0))
        return "is defined already";
    if (l && lexicon_is_register(l, name, size))
        return "is a register";
    if (l && is->kind == DEFINES_MACRO && lexicon_find(l, name, size, WORD_MNEMONIC))
        return "is an instruction";
    for (size_t i = 0; i < d->scan.tokens; i++)
        if (d->scan.token[i].kind == TOKEN_WORD && scan_is(&d->scan, (uint32_t)i, name))
            return "is used already";
    return NULL;
}

static json_t *make_edit(const lsp *l, const document *d, uint32_t from, uint32_t to, const char *text) {
    return lsp_edit(l, d, from, to, text);
}

static json_t *make_number_edit(const lsp *l, const document *d, uint32_t from, uint32_t to,
                                const char *text) {
    return lsp_edit(l, d, from, end_of_number(d, to), text);
}

json_t *lsp_rename(lsp *l, const json_t *params, lsp_error *e) {
    document *d;
    uint32_t which;
    const char *name = message_string(params, "newName");
    const definition *is = named(l, params, &d, &which, e);
    if (e->code)
        return NULL;
    if (!name)
        return lsp_fail(e, LSP_BAD_PARAMS, "expected newName");
    if (!is)
        return lsp_fail(e, LSP_FAILED, "no name that this source defines stands here");
    document_analyse(d, &l->usual);
    const char *why = refusal(d, is, name);
    if (why)
        return lsp_fail(e, LSP_FAILED, "'%.60s' %s", name, why);
    return lsp_workspace_edit(d,
                              uses(l, d, is, true, name, is_numbered(d, is) ? make_number_edit : make_edit));
}

#else
typedef int navigate_needs_jansson;
#endif
