/* SPDX-License-Identifier: MIT */
/* Formatting as edits of the lines that change. What would change the code is not sent. */
#ifdef WITH_JANSSON

#include <stdlib.h>
#include <string.h>

#include "lsp.h"

bool lsp_same_code(const document *d, const char *text, size_t size) {
    placed_source now = {0};
    gisa_asm_options how;
    document_how(d, &how);
    const bool same =
        !d->whole || (placed_assemble(&now, "", text, size, &how) && now.size == d->placed.size &&
                      memcmp(now.object, d->placed.object, now.size) == 0);
    placed_free(&now);
    return same;
}

/* Formatting keeps the number of lines. */
static json_t *edits(const lsp *l, const document *d, char *text) {
    json_t *list = json_array();
    char *p = text;
    for (uint32_t i = 0; i < d->lines; i++) {
        const uint32_t from = d->line[i], end = document_line_end(d, i);
        char *stop = strchr(p, '\n'), *next = stop ? stop + 1 : p + strlen(p);
        char *line_end = stop ? stop : next;
        if (line_end > p && line_end[-1] == '\r')
            line_end--;
        const char kept = *line_end;
        if ((size_t)(line_end - p) != end - from || memcmp(p, d->text + from, end - from) != 0) {
            *line_end = 0;
            json_array_append_new(list, lsp_edit(l, d, from, end, p));
            *line_end = kept;
        }
        p = next;
    }
    return list;
}

json_t *lsp_format(lsp *l, const json_t *params, lsp_error *e) {
    const json_t *options = json_object_get(params, "options"), *tab = json_object_get(options, "tabSize");
    document *d = lsp_document(l, params, e);
    const json_int_t width = json_is_integer(tab) ? json_integer_value(tab) : 8;
    const unsigned columns = width > 0 && width <= 16 ? (unsigned)width : 8;
    char indent[20] = "\t";
    size_t size;
    if (!d)
        return NULL;
    document_analyse(d, &l->usual);
    if (json_is_true(json_object_get(options, "insertSpaces"))) {
        memset(indent, ' ', columns);
        indent[columns] = 0;
    }
    char *text = document_format(d, indent, columns, &size);
    if (!text)
        return lsp_fail(e, LSP_FAILED, "this source cannot be formatted");
    json_t *list = lsp_same_code(d, text, size) ? edits(l, d, text) : NULL;
    if (!list)
        lsp_fail(e, LSP_FAILED, "formatting would change the code");
    free(text);
    return list;
}

#else
typedef int format_needs_jansson;
#endif
