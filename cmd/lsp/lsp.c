/* SPDX-License-Identifier: MIT */
/* gisa lsp: messages of the Language Server Protocol, in and out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

static int cmd_lsp(int argc, char **argv);
static void offer_nothing(void);

static const option options[] = {{"help", 'h', true, NULL, NULL, "show this text"},
                                 {NULL, 0, false, NULL, NULL, NULL}};

const command_info lsp_command = {
    .name = "lsp",
    .what = "a language server: errors, the manual and completion in an editor",
    .usage = "usage: gisa lsp\n",
    .text =
        "Talks the Language Server Protocol on standard input and output: editors start it.\n"
        "Initialization options, and the section \"gisa\" of the settings, may have \"arch\" (for sources\n"
        "that do not name theirs), \"syntax\" (\"llvm\" or \"clrx\"), \"advice\" (warn also of what compilers\n"
        "do without) and \"inlayHints\": {\"encoding\": true, \"offset\": true}. A comment in the first lines\n"
        "of a source comes before them: // gisa: arch=gfx803 syntax=clrx\n",
    .options = options,
    .after =
        "editors/ in the source has the extension for VS Code and the recipe for Neovim; docs/editors.md\nhas more.\n",
    .offer = offer_nothing,
    .run = cmd_lsp};

static void offer_nothing(void) {}

static bool take(void *ctx, char id, const char *text) {
    bool *help = ctx;
    *help |= id == 'h';
    return id == 'h' || options_wrong(&lsp_command, "unexpected argument", text);
}

#ifndef WITH_JANSSON

static int serve(void) {
    fprintf(stderr, "gisa lsp: this gisa was built without jansson, which reads JSON: install libjansson-dev "
                    "and make gisa again\n");
    return 1;
}

#else

#include <poll.h>
#include <unistd.h>

#include "lexicon.h"
#include "lsp.h"

/* ---- out ------------------------------------------------------------------------------------- */

void lsp_send(lsp *l, json_t *message) {
    if (!message)
        return;
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    if (!message_write(l->out, message))
        l->ends = true;
    json_decref(message);
}

static void send_error(lsp *l, json_t *id, int code, const char *message) {
    lsp_send(l, json_pack("{s:O?, s:{s:i, s:o}}", "id", id, "error", "code", code, "message",
                          message_text(message)));
}

/* ---- requests -------------------------------------------------------------------------------- */

typedef struct method {
    const char *name;
    lsp_action *act;
    bool notification;
} method;

static const method methods[] = {{"initialize", lsp_initialize, false},
                                 {"shutdown", lsp_shutdown, false},
                                 {"exit", lsp_exit, true},
                                 {"workspace/didChangeConfiguration", lsp_configure, true},
                                 {"textDocument/didOpen", lsp_open, true},
                                 {"textDocument/didChange", lsp_change, true},
                                 {"textDocument/didClose", lsp_close, true},
                                 {"textDocument/hover", lsp_hover, false},
                                 {"textDocument/completion", lsp_complete, false},
                                 {"textDocument/signatureHelp", lsp_signature, false},
                                 {"textDocument/definition", lsp_definition, false},
                                 {"textDocument/references", lsp_references, false},
                                 {"textDocument/documentHighlight", lsp_highlight, false},
                                 {"textDocument/prepareRename", lsp_prepare_rename, false},
                                 {"textDocument/rename", lsp_rename, false},
                                 {"textDocument/documentSymbol", lsp_symbols, false},
                                 {"textDocument/foldingRange", lsp_folding, false},
                                 {"textDocument/semanticTokens/full", lsp_semantic_tokens, false},
                                 {"textDocument/semanticTokens/range", lsp_semantic_range, false},
                                 {"textDocument/inlayHint", lsp_inlay_hints, false},
                                 {"textDocument/formatting", lsp_format, false},
                                 {"textDocument/codeAction", lsp_code_actions, false}};

static const method *find_method(const char *name) {
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0)
            return &methods[i];
    return NULL;
}

/* May it be asked now? */
static void check_order(const lsp *l, const method *m, lsp_error *e) {
    const bool begins = m->act == lsp_initialize;
    if (!l->begun && !begins)
        lsp_fail(e, LSP_NOT_BEGUN, "the first request is initialize");
    else if (l->begun && begins)
        lsp_fail(e, LSP_BAD_REQUEST, "initialize has been requested before");
    else if (l->shut)
        lsp_fail(e, LSP_BAD_REQUEST, "the server has been shut down; only exit may follow");
}

static void handle_request(lsp *l, const char *name, json_t *id, const json_t *params) {
    const method *m = find_method(name);
    lsp_error e = {0};
    json_t *result = NULL;
    if (!m || m->notification)
        lsp_fail(&e, LSP_NO_METHOD, "gisa lsp does not know the request '%s'", name);
    else
        check_order(l, m, &e);
    if (!e.code)
        result = m->act(l, params, &e);
    if (e.code)
        send_error(l, id, e.code, e.message);
    else
        lsp_send(l, json_pack("{s:O, s:o?}", "id", id, "result", result));
    if (e.code)
        json_decref(result);
}

/* A faulty notification has no answer; what is unknown may be left out. */
static void handle_notification(lsp *l, const char *name, const json_t *params) {
    const method *m = find_method(name);
    lsp_error e = {0};
    if (m && m->notification && (m->act == lsp_exit || (l->begun && !l->shut)))
        json_decref(m->act(l, params, &e));
    if (e.code)
        fprintf(stderr, "gisa lsp: %s: %s\n", name, e.message);
}

static void handle(lsp *l, const json_t *message) {
    const char *name = message_string(message, "method");
    json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    if (!json_is_object(message))
        send_error(l, NULL, message ? LSP_BAD_REQUEST : LSP_BAD_JSON,
                   message ? "expected an object" : "this message is not JSON");
    else if (id && !json_is_integer(id) && !json_is_string(id))
        send_error(l, NULL, LSP_BAD_REQUEST, "the id is neither a number nor a string");
    else if (name && id)
        handle_request(l, name, id, params);
    else if (name)
        handle_notification(l, name, params);
    else if (!json_object_get(message, "result") && !json_object_get(message, "error"))
        send_error(l, id, LSP_BAD_REQUEST, "expected a method");
}

/* ---- in -------------------------------------------------------------------------------------- */

bool lsp_take_messages(lsp *l) {
    json_t *message;
    while (!l->ends) {
        const int known = message_next(&l->in, &message);
        if (known <= 0)
            return known == 0;
        handle(l, message);
        json_decref(message);
    }
    return true;
}

void lsp_publish(lsp *l) {
    for (size_t i = 0; i < l->documents && !l->ends; i++)
        if (l->document[i]->dirty)
            lsp_publish_document(l, l->document[i]);
}

void lsp_release(lsp *l) {
    for (size_t i = 0; i < l->documents; i++)
        document_free(l->document[i]);
    free(l->document);
    free(l->in.at);
}

/* Keys that come while an answer is made are all read before the next analysis. */
static bool has_more(const lsp *l) {
    struct pollfd from = {l->in.file, POLLIN, 0};
    return poll(&from, 1, 0) > 0;
}

static int serve(void) {
    static lsp l = {.in.file = STDIN_FILENO};
    const int out = dup(STDOUT_FILENO);
    bool ok = true;
    l.out = out < 0 ? NULL : fdopen(out, "w");
    /* The client has the standard output for itself. */
    if (!l.out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fprintf(stderr, "gisa lsp: no file for the standard output\n");
        return 1;
    }
    while (ok && !l.ends && message_read(&l.in)) {
        ok = lsp_take_messages(&l);
        if (ok && !has_more(&l))
            lsp_publish(&l);
    }
    if (!ok)
        fprintf(stderr, "gisa lsp: expected messages with Content-Length\n");
    else if (!l.orderly)
        fprintf(stderr, "gisa lsp: the client ended without the requests shutdown and exit\n");
    lsp_release(&l);
    lexicon_free_all();
    fclose(l.out);
    return ok && l.orderly ? 0 : 1;
}

#endif

static int cmd_lsp(int argc, char **argv) {
    bool help = false;
    if (!options_read(&lsp_command, argc, argv, take, &help))
        return 2;
    if (!help)
        return serve();
    help_print(&lsp_command);
    return 0;
}
