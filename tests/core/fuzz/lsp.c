/* SPDX-License-Identifier: MIT */
/* Fuzz target: the language server. Any source, any changes of it and any messages: each request
 * has one answer, which is JSON, and the server goes on. Input: architecture (or none); 1: CLRX's
 * syntax, 2: positions in bytes, 4: the rest is a stream of messages; otherwise where changes and
 * requests are (a byte), then a source. */
#include "lsp/lsp.h"
#include "fuzz.h"

enum { MOST_POSITIONS = 6, LONGEST = 4096 };

typedef struct session {
    lsp l;
    char *said;
    size_t said_size;
    json_int_t asked;
} session;

/* ---- messages -------------------------------------------------------------------------------- */

static void put(session *s, const char *data, size_t size) {
    message_input *in = &s->l.in;
    char *grown = realloc(in->at, in->size + size + 1);
    LAW(grown, "no memory");
    memcpy(grown + in->size, data, size);
    in->at = grown;
    in->size += size;
    in->room = in->size + 1;
}

/* Takes the parameters. */
static void tell(session *s, const char *method, json_t *params, bool request) {
    json_t *message = json_pack("{s:s, s:o}", "method", method, "params", params ? params : json_object());
    char head[60];
    LAW(message, "%s: no message", method);
    if (request)
        json_object_set_new(message, "id", json_integer(++s->asked));
    char *text = json_dumps(message, JSON_COMPACT);
    put(s, head, (size_t)snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text)));
    put(s, text, strlen(text));
    free(text);
    json_decref(message);
    LAW(lsp_take_messages(&s->l), "the server does not take %s", method);
}

static json_t *place(unsigned line, unsigned character) {
    return json_pack("{s:i, s:i}", "line", (int)line, "character", (int)character);
}

static json_t *source(void) {
    return json_pack("{s:s}", "uri", "untitled:a.s");
}

static void ask_at(session *s, unsigned line, unsigned character) {
    static const char *const methods[] = {"hover",      "completion",        "signatureHelp", "definition",
                                          "references", "documentHighlight", "prepareRename", "rename"};
    char name[60];
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++) {
        snprintf(name, sizeof name, "textDocument/%s", methods[i]);
        tell(s, name,
             json_pack("{s:o, s:o, s:s}", "textDocument", source(), "position", place(line, character),
                       "newName", "other"),
             true);
    }
}

static void ask_all(session *s) {
    static const char *const methods[] = {"documentSymbol", "foldingRange", "semanticTokens/full",
                                          "inlayHint",      "formatting",   "codeAction"};
    char name[60];
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++) {
        snprintf(name, sizeof name, "textDocument/%s", methods[i]);
        tell(s, name,
             json_pack("{s:o, s:{s:o, s:o}}", "textDocument", source(), "range", "start", place(0, 0), "end",
                       place(1000, 0)),
             true);
    }
    lsp_publish(&s->l);
}

/* ---- sessions -------------------------------------------------------------------------------- */

static void begin(session *s, const gisa_isa *isa, unsigned flags) {
    json_t *encodings = flags & 2 ? json_pack("[s]", "utf-8") : json_array();
    s->l.out = open_memstream(&s->said, &s->said_size);
    LAW(s->l.out, "no memory");
    tell(s, "initialize",
         json_pack("{s:{s:{s:o}}, s:{s:s, s:s, s:b, s:{s:b, s:b}}}", "capabilities", "general",
                   "positionEncodings", encodings, "initializationOptions", "arch", isa ? gisa_name(isa) : "",
                   "syntax", flags & 1 ? "clrx" : "llvm", "advice", 1, "inlayHints", "encoding", 1, "offset",
                   1),
         true);
}

/* Text of the source itself is put into it, where the byte says. */
static void change(session *s, const uint8_t *data, size_t size, unsigned at) {
    char text[16];
    const size_t from = size ? at % size : 0, length = size - from < 8 ? size - from : 8;
    memcpy(text, data + from, length);
    text[length] = 0;
    tell(s, "textDocument/didChange",
         json_pack("{s:{s:s, s:i}, s:[{s:{s:o, s:o}, s:o}]}", "textDocument", "uri", "untitled:a.s",
                   "version", 2, "contentChanges", "range", "start", place(at % 5, at % 11), "end",
                   place(at % 5 + at % 2, at % 11 + at % 3), "text", message_text(text)),
         false);
}

static void edit(session *s, const uint8_t *data, size_t size) {
    const unsigned where = size ? data[0] : 0;
    char *text = malloc(size + 1);
    LAW(text, "no memory");
    memcpy(text, data, size);
    text[size] = 0;
    tell(s, "textDocument/didOpen",
         json_pack("{s:{s:s, s:i, s:o}}", "textDocument", "uri", "untitled:a.s", "version", 1, "text",
                   message_text(size ? text + 1 : text)),
         false);
    free(text);
    ask_all(s);
    for (unsigned i = 0; i < MOST_POSITIONS; i++) {
        ask_at(s, i, (where + 7 * i) % 40);
        change(s, data, size, where + 31 * i);
    }
    ask_all(s);
    LAW(s->l.documents <= 1, "more sources than were opened");
}

/* Every request has one answer, with a result or an error. */
static void check_answers(session *s, bool all) {
    message_input said = {.file = -1, .at = s->said, .size = s->said_size, .room = s->said_size + 1};
    json_t *message;
    json_int_t answers = 0;
    int known;
    while ((known = message_next(&said, &message)) > 0) {
        LAW(json_is_object(message), "an answer that is not JSON");
        const bool answer = !json_object_get(message, "method");
        LAW(!answer || !json_object_get(message, "result") != !json_object_get(message, "error"),
            "neither a result nor an error, or both");
        answers += answer && json_is_integer(json_object_get(message, "id"));
        json_decref(message);
    }
    LAW(known == 0 && !said.size, "half a message");
    LAW(!all || answers == s->asked, "%d answers for %d requests", (int)answers, (int)s->asked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static session s;
    if (size < 2 || size > LONGEST)
        return 0;
    s = (session){.asked = 0};
    begin(&s, fuzz_isa(data[0], true), data[1]);
    if (data[1] & 4) {
        put(&s, (const char *)data + 2, size - 2);
        lsp_take_messages(&s.l);
        lsp_publish(&s.l);
    } else
        edit(&s, data + 2, size - 2);
    fclose(s.l.out);
    check_answers(&s, !(data[1] & 4));
    lsp_release(&s.l);
    free(s.said);
    return 0;
}
