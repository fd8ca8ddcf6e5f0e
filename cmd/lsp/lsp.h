/* SPDX-License-Identifier: MIT */
/* gisa lsp: the Language Server Protocol 3.17 on standard input and output. */
#ifndef GISA_CMD_LSP_H
#define GISA_CMD_LSP_H

#include "document.h"
#include "message.h"

typedef struct lsp {
    FILE *out; /* the client */
    message_input in;
    document **document;
    size_t documents;
    settings usual;
    bool utf8; /* positions count bytes; otherwise units of UTF-16 */
    bool begun, shut, ends, orderly;
} lsp;

/* Codes of errors. */
enum {
    LSP_BAD_JSON = -32700,
    LSP_BAD_REQUEST = -32600,
    LSP_NO_METHOD = -32601,
    LSP_BAD_PARAMS = -32602,
    LSP_NOT_BEGUN = -32002,
    LSP_FAILED = -32803
};

typedef struct lsp_error {
    int code; /* 0: none */
    char message[300];
} lsp_error;

/* Handles a request: the result, which the caller takes (NULL: null), or an error. */
typedef json_t *lsp_action(lsp *l, const json_t *params, lsp_error *e);

/* lsp.c */
/* Handles all messages that are there; false: what came is not the protocol. */
bool lsp_take_messages(lsp *l);
/* Publishes the problems of sources that have changed. */
void lsp_publish(lsp *l);
void lsp_release(lsp *l);
void lsp_send(lsp *l, json_t *message); /* takes it */

/* session.c: the beginning, the end, settings, and the text of sources */
lsp_action lsp_initialize, lsp_shutdown, lsp_exit, lsp_configure, lsp_open, lsp_change, lsp_close;

/* params.c */
json_t *lsp_fail(lsp_error *e, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The source that params.textDocument names, scanned; NULL: an error. */
document *lsp_document(lsp *l, const json_t *params, lsp_error *e);
document *lsp_find(lsp *l, const char *uri);
/* The byte at params.position, also. */
document *lsp_place(lsp *l, const json_t *params, uint32_t *at, lsp_error *e);
/* A range of the protocol as bytes; false: it is none. */
bool lsp_range(const lsp *l, const document *d, const json_t *range, uint32_t *from, uint32_t *to);
json_t *lsp_range_of(const lsp *l, const document *d, uint32_t from, uint32_t to);
json_t *lsp_location(const lsp *l, const document *d, uint32_t from, uint32_t to);
/* {range, newText} */
json_t *lsp_edit(const lsp *l, const document *d, uint32_t from, uint32_t to, const char *text);
/* {uri: edits}: an edit of the workspace; takes the edits. */
json_t *lsp_workspace_edit(const document *d, json_t *edits);

/* diagnostics.c */
void lsp_publish_document(lsp *l, document *d);
lsp_action lsp_code_actions;

/* The other files have what their names say. */
lsp_action lsp_hover, lsp_complete, lsp_signature;
lsp_action lsp_definition, lsp_references, lsp_highlight, lsp_prepare_rename, lsp_rename;
lsp_action lsp_symbols, lsp_folding;
lsp_action lsp_semantic_tokens, lsp_semantic_range, lsp_inlay_hints, lsp_format;
json_t *lsp_semantic_legend(void);

/* format_edits.c */
/* Whether another text becomes the same file; only known where the source became one. */
bool lsp_same_code(const document *d, const char *text, size_t size);

#endif
