/* SPDX-License-Identifier: MIT */
/* What requests name: sources, positions, ranges; and the same in answers. */
#ifdef WITH_JANSSON

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lsp.h"

json_t *lsp_fail(lsp_error *e, int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    e->code = code;
    vsnprintf(e->message, sizeof e->message, format, list);
    va_end(list);
    return NULL;
}

/* ---- in -------------------------------------------------------------------------------------- */

document *lsp_find(lsp *l, const char *uri) {
    for (size_t i = 0; uri && i < l->documents; i++)
        if (strcmp(l->document[i]->uri, uri) == 0)
            return l->document[i];
    return NULL;
}

document *lsp_document(lsp *l, const json_t *params, lsp_error *e) {
    const char *uri = message_string(json_object_get(params, "textDocument"), "uri");
    document *d = lsp_find(l, uri);
    if (d)
        document_scan(d, &l->usual);
    else
        lsp_fail(e, LSP_BAD_PARAMS, uri ? "%.200s is not open" : "expected textDocument.uri%.0s",
                 uri ? uri : "");
    return d;
}

/* Numbers up to 2^31 - 1. */
static bool read_number(const json_t *object, const char *key, uint64_t *number) {
    const json_t *n = json_object_get(object, key);
    if (!json_is_integer(n) || json_integer_value(n) < 0)
        return false;
    *number = (uint64_t)json_integer_value(n);
    return true;
}

static bool read_position(const lsp *l, const document *d, const json_t *position, uint32_t *at) {
    uint64_t line, character;
    if (!read_number(position, "line", &line) || !read_number(position, "character", &character))
        return false;
    *at = document_offset(d, line, character, l->utf8);
    return true;
}

document *lsp_place(lsp *l, const json_t *params, uint32_t *at, lsp_error *e) {
    document *d = lsp_document(l, params, e);
    if (d && read_position(l, d, json_object_get(params, "position"), at))
        return d;
    if (d)
        lsp_fail(e, LSP_BAD_PARAMS, "expected position: {line, character}");
    return NULL;
}

bool lsp_range(const lsp *l, const document *d, const json_t *range, uint32_t *from, uint32_t *to) {
    return read_position(l, d, json_object_get(range, "start"), from) &&
           read_position(l, d, json_object_get(range, "end"), to) && *from <= *to;
}

/* ---- out ------------------------------------------------------------------------------------- */

static json_t *position_of(const lsp *l, const document *d, uint32_t at) {
    uint32_t line, character;
    document_position(d, at, l->utf8, &line, &character);
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)character);
}

json_t *lsp_range_of(const lsp *l, const document *d, uint32_t from, uint32_t to) {
    return json_pack("{s:o, s:o}", "start", position_of(l, d, from), "end", position_of(l, d, to));
}

json_t *lsp_location(const lsp *l, const document *d, uint32_t from, uint32_t to) {
    return json_pack("{s:s, s:o}", "uri", d->uri, "range", lsp_range_of(l, d, from, to));
}

json_t *lsp_edit(const lsp *l, const document *d, uint32_t from, uint32_t to, const char *text) {
    return json_pack("{s:o, s:o}", "range", lsp_range_of(l, d, from, to), "newText", message_text(text));
}

json_t *lsp_workspace_edit(const document *d, json_t *edits) {
    return json_pack("{s:{s:o}}", "changes", d->uri, edits);
}

#else
typedef int params_need_jansson;
#endif
