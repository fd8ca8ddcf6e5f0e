/* SPDX-License-Identifier: MIT */
/* Writes what rows say to users, and what their bodies use: apart from the other tables, so that a
   change of a doc compiles this alone. */
#include <stdlib.h>
#include <string.h>

#include "spec.h"

/* Words in the order in which a body uses them. */
typedef struct word_list {
    LIST(const body_word *) words;
    LIST(const body_instance *) functions; /* among them */
} word_list;

static bool has_word(const word_list *list, const body_word *w) {
    for (int i = 0; i < list->words.count; i++)
        if (list->words.at[i] == w)
            return true;
    return false;
}

static void list_word(void *to, const body_node *n) {
    word_list *list = to;
    if (!n->word || has_word(list, n->word))
        return;
    *LIST_ADD(list->words) = n->word;
    if (n->instance)
        *LIST_ADD(list->functions) = n->instance;
}

/* The words of each body, and of the functions that it calls; `first` of a body is where its own
   begin. */
static void emit_word_uses(spec *s, FILE *out, uint16_t *first) {
    int count = 1;
    fprintf(out, "const uint16_t %s_word_uses[] = {%d,\n", s->name, NO_WORD);
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        word_list list = {.words = {NULL, 0, 0}};
        if (!h->body || first[h->body_number])
            continue;
        each_node(h->tree, list_word, &list);
        for (int k = 0; k < list.functions.count; k++)
            each_node(list.functions.at[k]->source.tree, list_word, &list);
        first[h->body_number] = (uint16_t)count;
        for (int k = 0; k < list.words.count; k++)
            fprintf(out, "%d,", list.words.at[k]->number);
        fprintf(out, "%d,\n", NO_WORD);
        count += list.words.count + 1;
    }
    fprintf(out, "};\n");
    if (count > 0xffff)
        fail(s, (place){"isagen", 0}, "too many words in bodies");
}

/* The fields of the word of which the bodies of each row speak; `first` of a row is where its own
   begin. */
static void emit_body_fields(const spec *s, FILE *out, uint16_t *first) {
    int count = 0;
    fprintf(out, "const field %s_body_fields[] = {\n", s->name);
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        first[i] = (uint16_t)count;
        if (h->second_body)
            for (int k = 0; k < 2; k++)
                count += emit_places(s, &s->headers.at[h->part[k]], h->format, out);
        else if (h->tree && s->complete)
            count += emit_places(s, h, h->format, out);
    }
    fprintf(out, "{0,0}};\n");
}

/* The marked words of docs; headers of a row share them. */
static void emit_doc_marks(spec *s, FILE *out) {
    int count = 1;
    fprintf(out, "const doc_mark %s_doc_marks[] = {{0},\n", s->name);
    for (int i = 0; i < s->headers.count; i++) {
        row_doc *d = s->headers.at[i].doc;
        if (d->first_mark)
            continue;
        d->first_mark = count;
        for (int k = 0; k < d->marks.count; k++, count++) {
            const doc_mark *m = &d->marks.at[k].mark;
            fprintf(out, "{%u,%u,%u,{%u,%u},%u},", m->at, m->size, m->name_size, m->bits.low, m->bits.width,
                    m->state);
        }
    }
    fprintf(out, "};\n");
    if (count > UINT16_MAX)
        fail(s, (place){"isagen", 0}, "too many marked words in docs");
}

static void emit_bare_row(const header *h, unsigned words, unsigned fields, FILE *out) {
    fputs("    {.name=", out);
    emit_string(out, h->name);
    fprintf(out, ",.doc=\"\",.source=\"\",.models=0x%x,.words=%u,.fields=%u,.parts=0x%x},\n", h->models,
            words, fields, h->facts.parts);
}

void emit_row_info(spec *s, FILE *out) {
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#include \"core/tables.h\"\n\n",
            s->name);
    uint16_t *words = resize(NULL, ((size_t)s->headers.count + 1) * sizeof *words);
    memset(words, 0, ((size_t)s->headers.count + 1) * sizeof *words);
    uint16_t *fields = resize(NULL, ((size_t)s->headers.count + 1) * sizeof *fields);
    emit_word_uses(s, out, words);
    emit_body_fields(s, out, fields);
    emit_doc_marks(s, out);
    fprintf(out, "const row_info %s_rows[] = {\n", s->name);
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        if (!is_wanted_row(s, h)) { /* rows have numbers, which stay */
            fprintf(out, "    {.name=\"\"},\n");
            continue;
        }
        if (s->only) { /* texts for people are left out */
            emit_bare_row(h, h->body ? words[h->body_number] : 0, fields[i], out);
            continue;
        }
        fputs("    {.name=", out);
        emit_string(out, h->name);
        fputs(",.doc=", out);
        emit_string(out, h->doc->text);
        fputs(",.body=", out);
        emit_string(out, h->body);
        fprintf(out, ",.marks=%d,.mark_count=%d,.summary=%d", h->doc->first_mark, h->doc->marks.count,
                h->doc->summary ? h->doc->summary : h->doc->size);
        fprintf(out, ",.source=\"%s/%s:%d\",.body_number=%d,.second_body=%d,.models=0x%x,", s->name,
                file_name(h->at.file), h->at.line, h->body_number, h->second_body, h->models);
        fprintf(out, ".bytes_read=%u,.bytes_written=%u,.once=%d,.words=%d,.fields=%d,.parts=0x%x},\n",
                h->facts.read, h->facts.written, runs_once(s, h), h->body ? words[h->body_number] : 0,
                fields[i], h->facts.parts);
    }
    fprintf(out, "};\n");
    free(words);
    free(fields);
}
