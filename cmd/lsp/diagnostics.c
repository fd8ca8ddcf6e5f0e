/* SPDX-License-Identifier: MIT */
/* Tells the client what is wrong with a source, and offers what helps. */
#ifdef WITH_JANSSON

#include <stdlib.h>
#include <string.h>

#include "lexicon.h"
#include "lsp.h"
#include "draft.h"
#include "phrase.h"

/* Objects of sources that are kept. */
enum { MOST_OBJECTS = 64 << 20 };

/* ---- diagnostics ----------------------------------------------------------------------------- */

static const char *rule_of(const document *d, const problem *p) {
    return p->waits ? check_rule(&d->checks.at[p->finding]) : p->severity == 4 ? "architecture" : "assembler";
}

static json_t *diagnostic(const lsp *l, const document *d, const problem *p) {
    json_t *j = json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", lsp_range_of(l, d, p->at, p->at + p->size),
                          "severity", p->severity, "source", "gisa", "code", rule_of(d, p), "message",
                          message_text(p->message ? p->message : "out of memory"));
    if (j && p->has_other)
        json_object_set_new(j, "relatedInformation",
                            json_pack("[{s:o, s:o}]", "location",
                                      lsp_location(l, d, p->other_at, p->other_at), "message",
                                      message_text(p->other)));
    return j;
}

/* What sources with large objects keep is made anew when it is asked for. */
static void limit_objects(const lsp *l) {
    size_t sum = 0;
    for (size_t i = 0; i < l->documents; i++) {
        document *d = l->document[i];
        sum += d->placed.size;
        if (sum > MOST_OBJECTS) {
            document_forget_analysis(d);
            d->analysed = false;
        }
    }
}

void lsp_publish_document(lsp *l, document *d) {
    json_t *list = json_array();
    document_analyse(d, &l->usual);
    for (size_t i = 0; i < d->problems; i++)
        json_array_append_new(list, diagnostic(l, d, &d->problem[i]));
    d->dirty = false;
    lsp_send(l, json_pack("{s:s, s:{s:s, s:I, s:o}}", "method", "textDocument/publishDiagnostics", "params",
                          "uri", d->uri, "version", (json_int_t)d->version, "diagnostics", list));
    limit_objects(l);
}

/* ---- actions --------------------------------------------------------------------------------- */

static json_t *action(const char *kind, const char *title, const document *d, json_t *edits, json_t *of) {
    return json_pack("{s:s, s:o, s:o, s:o*}", "kind", kind, "title", message_text(title), "edit",
                     lsp_workspace_edit(d, edits), "diagnostics", of);
}

/* The blanks before an instruction, or a tab where a label is there as well. */
static void put_indent(draft *t, const document *d, uint32_t at) {
    const uint32_t begin = d->line[document_line_of(d, at)];
    const size_t blanks = strspn(d->text + begin, " \t");
    draft_add(t, "\n%.*s", begin + blanks >= at ? (int)(at - begin) : 1,
              begin + blanks >= at ? d->text + begin : "\t");
}

/* What has to stand in front of the consumer. */
static void offer_remedy(const lsp *l, const document *d, const problem *p, json_t *list) {
    const checked *f = &d->checks.at[p->finding];
    char line[64];
    size_t size = sizeof line;
    draft text = {0}, title = {0};
    for (unsigned i = 0; gisa_finding_remedy(f->run->isa, &f->finding, i, line, &size) == GISA_OK; i++) {
        draft_add(&title, "%s%s", i ? ", " : "Put in ", line);
        draft_add(&text, "%s", line);
        put_indent(&text, d, p->at);
        size = sizeof line;
    }
    if (text.at && !text.no_memory && !title.no_memory && f->consumer.direct)
        json_array_append_new(list, action("quickfix", title.at, d,
                                           json_pack("[o]", lsp_edit(l, d, p->at, p->at, text.at)),
                                           json_pack("[o]", diagnostic(l, d, p))));
    draft_free(&text);
    draft_free(&title);
}

/* Instructions of nearly the same name in place of one that there is not. */
static void offer_names(const lsp *l, const document *d, const problem *p, json_t *list) {
    const lexicon *words = lexicon_of(d->isa, d->own.syntax);
    const uint32_t i = scan_token_at(&d->scan, p->at);
    char name[64];
    nearest n = {.word = name};
    if (i == NO_TOKEN || d->scan.token[i].kind != TOKEN_MNEMONIC || d->scan.token[i].size >= sizeof name ||
        !words)
        return;
    const token *t = &d->scan.token[i];
    memcpy(name, d->text + t->at, t->size);
    name[t->size] = 0;
    if (lexicon_find(words, name, t->size, WORD_MNEMONIC))
        return;
    for (size_t k = 0; k < words->count; k++)
        if (words->word[k].kind == WORD_MNEMONIC)
            nearest_offer(&n, words->word[k].text);
    for (unsigned k = 0; k < n.count; k++) {
        phrase title = {.size = 0};
        phrase_add(&title, "Change to %s", n.name[k]);
        json_array_append_new(list,
                              action("quickfix", title.text, d,
                                     json_pack("[o]", lsp_edit(l, d, t->at, t->at + t->size, n.name[k])),
                                     json_pack("[o]", diagnostic(l, d, p))));
    }
}

/* All waits and distances at once, as gisa asm --fix puts them in. */
static void offer_all(const lsp *l, const document *d, json_t *list) {
    gisa_asm_options how;
    size_t size, put_in = 0, left;
    document_how(d, &how);
    char *text = check_fix("", d->text, d->size, &how, d->own.advice, &size, &put_in, &left);
    char *whole = text && put_in ? realloc(text, size + 1) : NULL;
    if (!whole) {
        free(text);
        return;
    }
    whole[size] = 0;
    json_array_append_new(list, action("source.fixAll", "Put in all missing waits and distances", d,
                                       json_pack("[o]", lsp_edit(l, d, 0, (uint32_t)d->size, whole)), NULL));
    free(whole);
}

static bool wants(const json_t *params, const char *kind) {
    const json_t *only = json_object_get(json_object_get(params, "context"), "only");
    bool found = !only;
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *asked = json_string_value(json_array_get(only, i));
        found |= asked && strncmp(kind, asked, strlen(asked)) == 0;
    }
    return found;
}

json_t *lsp_code_actions(lsp *l, const json_t *params, lsp_error *e) {
    document *d = lsp_document(l, params, e);
    uint32_t from, to;
    bool waits = false;
    if (!d)
        return NULL;
    if (!lsp_range(l, d, json_object_get(params, "range"), &from, &to))
        return lsp_fail(e, LSP_BAD_PARAMS, "expected range: {start, end}");
    document_analyse(d, &l->usual);
    json_t *list = json_array();
    const bool asked = json_object_get(json_object_get(params, "context"), "only") != NULL;
    for (size_t i = 0; i < d->problems; i++) {
        const problem *p = &d->problem[i];
        const bool inside = p->at <= to && p->at + p->size >= from;
        waits |= p->waits && (inside || asked);
        if (!inside || !wants(params, "quickfix"))
            continue;
        if (p->waits)
            offer_remedy(l, d, p, list);
        else if (d->isa)
            offer_names(l, d, p, list);
    }
    if (waits && wants(params, "source.fixAll"))
        offer_all(l, d, list);
    return list;
}

#else
typedef int diagnostics_need_jansson;
#endif
