/* SPDX-License-Identifier: MIT */
/* The beginning and the end of a session, its settings, and the text of the sources. */
#ifdef WITH_JANSSON

#include <stdlib.h>
#include <string.h>

#include "lsp.h"

/* ---- settings -------------------------------------------------------------------------------- */

static void set_truth(const json_t *object, const char *key, bool *to) {
    const json_t *value = json_object_get(object, key);
    if (json_is_boolean(value))
        *to = json_is_true(value);
}

static void set(lsp *l, const json_t *from) {
    const char *arch = message_string(from, "arch"), *syntax = message_string(from, "syntax");
    const json_t *hints = json_object_get(from, "inlayHints");
    if (arch)
        l->usual.isa = *arch ? gisa_find(arch) : NULL;
    if (syntax)
        l->usual.syntax = strcmp(syntax, "clrx") == 0 ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM;
    set_truth(from, "advice", &l->usual.advice);
    set_truth(hints, "encoding", &l->usual.hint_words);
    set_truth(hints, "offset", &l->usual.hint_offsets);
    if (arch && *arch && !l->usual.isa)
        lsp_send(l, json_pack("{s:s, s:{s:i, s:o}}", "method", "window/showMessage", "params", "type", 2,
                              "message",
                              json_sprintf("gisa: the setting arch names no architecture: %.100s", arch)));
}

json_t *lsp_configure(lsp *l, const json_t *params, lsp_error *e) {
    (void)e;
    set(l, json_object_get(json_object_get(params, "settings"), "gisa"));
    for (size_t i = 0; i < l->documents; i++) {
        document *d = l->document[i];
        document_set(d, d->text, d->size);
    }
    return NULL;
}

/* ---- the session ----------------------------------------------------------------------------- */

static bool takes_utf8(const json_t *capabilities) {
    const json_t *list = json_object_get(json_object_get(capabilities, "general"), "positionEncodings");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (name && strcmp(name, "utf-8") == 0)
            return true;
    }
    return false;
}

static json_t *capabilities(const lsp *l) {
    return json_pack("{s:s, s:{s:b, s:i}, s:b, s:{s:[s,s,s]}, s:{s:[s,s]}, s:b, s:b, s:b, s:{s:b}, s:b, s:b,"
                     " s:{s:o, s:b, s:b}, s:b, s:b, s:{s:[s,s]}}",
                     "positionEncoding", l->utf8 ? "utf-8" : "utf-16", "textDocumentSync", "openClose", true,
                     "change", 2, "hoverProvider", true, "completionProvider", "triggerCharacters", ".", ":",
                     "@", "signatureHelpProvider", "triggerCharacters", " ", ",", "definitionProvider", true,
                     "referencesProvider", true, "documentHighlightProvider", true, "renameProvider",
                     "prepareProvider", true, "documentSymbolProvider", true, "foldingRangeProvider", true,
                     "semanticTokensProvider", "legend", lsp_semantic_legend(), "full", true, "range", true,
                     "inlayHintProvider", true, "documentFormattingProvider", true, "codeActionProvider",
                     "codeActionKinds", "quickfix", "source.fixAll");
}

json_t *lsp_initialize(lsp *l, const json_t *params, lsp_error *e) {
    (void)e;
    l->begun = true;
    l->utf8 = takes_utf8(json_object_get(params, "capabilities"));
    set(l, json_object_get(params, "initializationOptions"));
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(l), "serverInfo", "name", "gisa",
                     "version", gisa_version());
}

json_t *lsp_shutdown(lsp *l, const json_t *params, lsp_error *e) {
    (void)params;
    (void)e;
    l->shut = true;
    return NULL;
}

json_t *lsp_exit(lsp *l, const json_t *params, lsp_error *e) {
    (void)params;
    (void)e;
    l->ends = true;
    l->orderly = l->shut;
    return NULL;
}

/* ---- sources --------------------------------------------------------------------------------- */

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* "file:///tmp/a%20b.s" is "/tmp/a b.s"; NULL: it is not a file. */
static char *path_of(const char *uri) {
    static const char scheme[] = "file://";
    const char *from = uri + sizeof scheme - 1;
    char *path = strncmp(uri, scheme, sizeof scheme - 1) == 0 ? malloc(strlen(uri) + 1) : NULL, *to = path;
    while (path && *from) {
        const bool coded = *from == '%' && digit(from[1]) >= 0 && digit(from[2]) >= 0;
        *to++ = coded ? (char)(16 * digit(from[1]) + digit(from[2])) : *from;
        from += coded ? 3 : 1;
    }
    if (path)
        *to = 0;
    return path;
}

/* Whether all sources together are small enough. */
static bool fits(const lsp *l) {
    size_t sum = 0;
    for (size_t i = 0; i < l->documents; i++)
        sum += l->document[i]->size;
    return sum <= DOCUMENTS_MOST_BYTES;
}

static document *new_document(lsp *l, const char *uri) {
    document *d = l->documents < DOCUMENTS_MOST ? calloc(1, sizeof *d) : NULL;
    if (!d)
        return NULL;
    d->uri = malloc(strlen(uri) + 1);
    if (!d->uri || !scan_room(&l->document, l->documents, sizeof *l->document)) {
        document_free(d);
        return NULL;
    }
    strcpy(d->uri, uri);
    d->path = path_of(uri);
    return l->document[l->documents++] = d;
}

static void drop(lsp *l, document *d) {
    size_t i = 0;
    while (l->document[i] != d)
        i++;
    document_free(d);
    l->document[i] = l->document[--l->documents];
}

json_t *lsp_open(lsp *l, const json_t *params, lsp_error *e) {
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = message_string(item, "uri"), *text = message_string(item, "text");
    document *d = lsp_find(l, uri);
    if (!uri || !text)
        return lsp_fail(e, LSP_BAD_PARAMS, "expected textDocument: {uri, text}");
    if (!d)
        d = new_document(l, uri);
    if (!d)
        return lsp_fail(e, LSP_FAILED, "too many sources are open, or out of memory");
    d->version = json_integer_value(json_object_get(item, "version"));
    if (!document_set(d, text, strlen(text)) || !fits(l)) {
        drop(l, d);
        lsp_fail(e, LSP_FAILED, "the sources are too large, or out of memory");
    }
    return NULL;
}

static bool change(lsp *l, document *d, const json_t *by) {
    const char *text = message_string(by, "text");
    const json_t *range = json_object_get(by, "range");
    uint32_t from, to;
    if (!text)
        return false;
    if (!range)
        return document_set(d, text, strlen(text));
    return lsp_range(l, d, range, &from, &to) && document_replace(d, from, to, text, strlen(text));
}

/* What cannot be applied leaves a text that is not the client's: the source is closed. */
json_t *lsp_change(lsp *l, const json_t *params, lsp_error *e) {
    const json_t *item = json_object_get(params, "textDocument"),
                 *list = json_object_get(params, "contentChanges");
    document *d = lsp_find(l, message_string(item, "uri"));
    if (!d)
        return lsp_fail(e, LSP_BAD_PARAMS, "the source is not open");
    d->version = json_integer_value(json_object_get(item, "version"));
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!change(l, d, json_array_get(list, i)) || !fits(l)) {
            drop(l, d);
            return lsp_fail(e, LSP_BAD_PARAMS, "this change cannot be applied; the source is closed");
        }
    return NULL;
}

json_t *lsp_close(lsp *l, const json_t *params, lsp_error *e) {
    const char *uri = message_string(json_object_get(params, "textDocument"), "uri");
    document *d = lsp_find(l, uri);
    if (!d)
        return lsp_fail(e, LSP_BAD_PARAMS, "the source is not open");
    lsp_send(l, json_pack("{s:s, s:{s:s, s:[]}}", "method", "textDocument/publishDiagnostics", "params",
                          "uri", uri, "diagnostics"));
    drop(l, d);
    return NULL;
}

#else
typedef int session_needs_jansson;
#endif
