/* SPDX-License-Identifier: MIT */
/* Reads the doc lines of a row. In their sentences braces mark the words that stand for an operand,
 * {S0}, {S1[4:0]}, {offset}, or for a state that a modifier replaces, {LDS}. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "line.h"

/* ---- reading ----------------------------------------------------------------------------- */

static void fail_at(spec *s, place at, const char *whole, const char *column, const char *text) {
    fail(s, at, "%s\n%s\n%*s^", text, whole, (int)(column - whole), "");
}

/* LDS is the state that the spec calls lds. */
static uint16_t state_called(const char *word, size_t size) {
    for (int i = 0; i < STATE_WORDS; i++) {
        const char *name = words_states[i];
        size_t k = 0;
        while (k < size && name[k] && word[k] == toupper((unsigned char)name[k]))
            k++;
        if (k == size && !name[k])
            return (uint16_t)(1u << i);
    }
    return 0;
}

static size_t name_length(const char *text) {
    size_t size = 0;
    while (isalnum((unsigned char)text[size]) || text[size] == '_')
        size++;
    return size;
}

/* [4:0] or [4]: bits of the operand. Returns what is after it; NULL = it is something else. */
static const char *read_bits(const char *text, gisa_bits *bits) {
    char *end = NULL;
    if (*text != '[')
        return text;
    long high = isdigit((unsigned char)text[1]) ? strtol(text + 1, &end, 10) : -1, low = high;
    if (end && *end == ':')
        low = isdigit((unsigned char)end[1]) ? strtol(end + 1, &end, 10) : -1;
    if (low < 0 || high < low || high > 254 || *end != ']')
        return NULL;
    *bits = (gisa_bits){(uint8_t)low, (uint8_t)(high - low + 1)};
    return end + 1;
}

/* NAME or NAME[bits] and a closing brace. Returns what is after it; NULL = it is something else. */
static const char *read_mark(row_doc *d, const char *text, place at, const char *whole) {
    size_t size = name_length(text);
    gisa_bits bits = {0, 0};
    const char *end = size ? read_bits(text + size, &bits) : NULL;
    if (!end || *end != '}' || end - text > UINT8_MAX || d->size > UINT16_MAX)
        return NULL;
    *LIST_ADD(d->marks) = (marked_word){
        {(uint16_t)d->size, (uint8_t)(end - text), (uint8_t)size, bits, state_called(text, size)},
        at,
        whole,
        (int)(text - whole),
        false};
    return end + 1;
}

static void add_text(row_doc *d, const char *text, size_t size) {
    d->text = resize(d->text, (size_t)d->size + size + 1);
    memcpy(d->text + d->size, text, size);
    d->size += (int)size;
    d->text[d->size] = 0;
}

/* Another doc line. The first one that ends in a full stop ends the first sentence. */
static void add_line(spec *s, row_doc *d, const char *whole, place at) {
    const char *text = whole;
    if (d->size)
        add_text(d, " ", 1);
    while (*text) {
        size_t plain = strcspn(text, "{}");
        add_text(d, text, plain);
        text += plain;
        const char *end = *text == '{' ? read_mark(d, text + 1, at, whole) : NULL;
        if (*text && !end) {
            fail_at(s, at, whole, text, "expected {OPERAND} or {OPERAND[high:low]}");
            return;
        }
        if (end)
            add_text(d, text + 1, (size_t)(end - text) - 2);
        text = end ? end : text;
    }
    if (!d->summary && d->size && d->text[d->size - 1] == '.')
        d->summary = d->size;
}

row_doc *read_doc(spec *s, const char *text, place at) {
    row_doc *d = resize(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    for (const char *end; *text; text = end + (*end == '\n'), at.line++) {
        end = text + strcspn(text, "\n");
        add_line(s, d, copy_text(text, (size_t)(end - text)), at);
    }
    return d;
}

void read_docs(spec *s) {
    for (int i = 0; i < s->headers.count; i++) {
        header *h = &s->headers.at[i];
        for (int k = i; k-- > 0 && s->headers.at[k].doc_at.line == h->doc_at.line && !h->doc;)
            if (strcmp(s->headers.at[k].doc_text, h->doc_text) == 0)
                h->doc = s->headers.at[k].doc;
        if (!h->doc)
            h->doc = read_doc(s, h->doc_text, h->doc_at);
    }
}

/* ---- checking ---------------------------------------------------------------------------- */

static bool stands_for(const spec *s, const row_doc *d, const doc_mark *m, const op_spec *op) {
    const char *names[] = {&s->strings.at[op->name], &s->strings.at[op->word]};
    for (int i = 0; i < 2; i++)
        if (strlen(names[i]) == m->name_size && memcmp(names[i], d->text + m->at, m->name_size) == 0)
            return true;
    return m->state & op->instead_of;
}

/* Which marks of its row's doc the form has an operand for. */
static void note_form(const spec *s, const generation *g, const list_form *lf) {
    row_doc *d = s->headers.at[lf->header].doc;
    for (int k = 0; k < d->marks.count; k++)
        for (int i = 0; i < lf->f.op_count && !d->marks.at[k].used; i++)
            d->marks.at[k].used = stands_for(s, d, &d->marks.at[k].mark, &g->ops.at[lf->ops[i]]);
}

/* "it has D=sdst, S0=ssrc0": what the operands of a row can be called. */
static void list_operands(const spec *s, const row_doc *d, char *text, size_t room) {
    const generation *g = s->g;
    while (g < s->g + s->gen_count) {
        for (int i = 0; i < g->forms.count; i++) {
            const list_form *lf = &g->forms.at[i];
            if (s->headers.at[lf->header].doc != d)
                continue;
            for (int k = 0; k < lf->f.op_count; k++) {
                const op_spec *op = &g->ops.at[lf->ops[k]];
                const char *word = &s->strings.at[op->word];
                size_t used = strlen(text);
                snprintf(text + used, room - used, "%s%s%s%s", used ? ", " : "", word, *word ? "=" : "",
                         &s->strings.at[op->name]);
            }
            return;
        }
        g++;
    }
}

void check_docs(spec *s) {
    for (int g = 0; g < s->gen_count; g++)
        for (int i = 0; i < s->g[g].forms.count; i++)
            note_form(s, &s->g[g], &s->g[g].forms.at[i]);
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        for (int k = 0; k < h->doc->marks.count; k++) {
            marked_word *m = &h->doc->marks.at[k];
            char text[512] = "", all[256] = "";
            if (m->used)
                continue;
            m->used = true; /* the headers of a row share it */
            list_operands(s, h->doc, all, sizeof all);
            snprintf(text, sizeof text, "no operand of %s is called %.*s; it has %s", h->name,
                     m->mark.name_size, h->doc->text + m->mark.at, *all ? all : "none");
            fail_at(s, m->at, m->line, m->line + m->column, text);
        }
    }
}
