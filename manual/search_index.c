/* SPDX-License-Identifier: MIT */
/* The index of the search, search-index.js: a record for each page and each table of values. */
#include <stdlib.h>
#include <string.h>

#include "gisa_schedule.h"
#include "manual.h"

/* A string of JavaScript. */
static void js_string(text *t, const char *s) {
    raw(t, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            raw(t, "\\");
        if (*s == '\n')
            raw(t, " ");
        else if (*s != '`')
            raw_bytes(t, s, 1);
    }
    raw(t, "\"");
}

/* Sentences, each once: many rows have the same. */
typedef struct sentences {
    const char **at;
    size_t count;
} sentences;

static size_t sentence_number(sentences *s, const char *doc) {
    size_t i = 0;
    while (i < s->count && strcmp(s->at[i], doc) != 0)
        i++;
    if (i == s->count) {
        s->at = grow(s->at, (s->count + 1) * sizeof *s->at);
        s->at[s->count++] = doc;
    }
    return i;
}

/* Name, page, architectures, what it is, other words that find it, and a sentence. */
static void say_record(text *t, const char *name, const char *link, uint32_t archs, const char *what,
                       const char *more, const char *doc) {
    raw(t, "[");
    js_string(t, name);
    raw(t, ",");
    js_string(t, link);
    say(t, ",%u,", (unsigned)archs);
    js_string(t, what);
    raw(t, ",");
    js_string(t, more);
    raw(t, ",");
    js_string(t, doc);
    raw(t, "],\n");
}

/* The same for an instruction, whose page is called as it is: the number of the family is in the
   place of the page, that of the sentence in the place of the sentence. */
static void say_short_record(text *t, const char *name, unsigned family, uint32_t archs, const char *what,
                             const char *more, size_t doc) {
    raw(t, "[");
    js_string(t, name);
    say(t, ",%u,%u,", family, (unsigned)archs);
    js_string(t, what);
    raw(t, ",");
    js_string(t, more);
    say(t, ",%u],\n", (unsigned)doc);
}

/* Adds a word to words between blanks, unless it is there. */
static void add_word(text *t, const char *word) {
    size_t size = strlen(word);
    if (!size)
        return;
    for (const char *at = t->at; at && (at = strstr(at, word)); at += size)
        if ((at == t->at || at[-1] == ' ') && (at[size] == ' ' || !at[size]))
            return;
    if (t->size)
        raw(t, " ");
    raw(t, word);
}

/* What other projects call this row; what they call all of a format would be too much. */
static void add_called(text *t, const variant *v) {
    gisa_called c;
    for (unsigned k = 0; gisa_called_at(v->isa, k, &c) == GISA_OK; k++)
        if (strcmp(c.format, v->info.format) == 0 && strcmp(c.name, v->info.name) == 0)
            add_word(t, c.word);
}

/* 0 stands for all architectures of the family. */
static uint32_t all(const model *m, uint32_t archs) {
    return is_everywhere(m, archs) ? 0 : archs;
}

static void say_entry_record(text *t, const model *m, unsigned family, sentences *s, const entry *e) {
    text what = {0}, more = {0};
    add_word(&what, gisa_class_name(e->class_));
    raw(&more, "");
    for (size_t i = 0; i < e->count; i++) {
        const gisa_form_info *info = &e->forms[i].info;
        add_word(&what, info->format);
        if (strcmp(info->clrx, info->name) != 0)
            add_word(&more, info->clrx);
        if (*info->aliases)
            add_word(&more, info->aliases);
        add_called(&more, &e->forms[i]);
    }
    say_short_record(t, e->name, family, all(m, e->archs), what.at, more.at,
                     sentence_number(s, e->forms->info.doc));
    text_free(&what);
    text_free(&more);
}

static void say_format_records(text *t, const model *m) {
    for (size_t i = 0; i < m->format_count; i++) {
        const format_use *f = &m->formats[i];
        text link = {0}, doc = {0};
        say(&link, "%s/format-%s.html", m->family, f->name);
        raw(&doc, "");
        say_sentence(&doc, meaning(model_newest(m, f->archs), NULL, f->name));
        say_record(t, f->name, link.at, f->archs, "encoding", "", doc.at);
        text_free(&link);
        text_free(&doc);
    }
}

static void say_arch_records(text *t, const model *m) {
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++) {
        const gisa_isa *isa = gisa_at(a);
        text link = {0};
        say(&link, "%s/arch-%s.html", m->family, gisa_name(isa));
        say_record(t, gisa_name(isa), link.at, UINT32_C(1) << a, "architecture", gisa_other_names(isa),
                   gisa_other_names(isa));
        text_free(&link);
    }
}

/* The page of counters and hazards, by the names of all of them. */
static void say_hazard_record(text *t, const model *m) {
    text link = {0}, more = {0};
    gisa_hazard h;
    gisa_counter c;
    for (unsigned i = 0; gisa_counter_at(gisa_at(m->first_arch), i, &c) == GISA_OK; i++)
        add_word(&more, c.name);
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_hazard_at(gisa_at(a), i, &h) == GISA_OK; i++)
            add_word(&more, h.name);
    say(&link, "%s/hazards.html", m->family);
    if (more.size)
        say_record(t, "hazards", link.at, 0, "waits", more.at,
                   "What the order of instructions has to respect, because the hardware does not wait.");
    text_free(&link);
    text_free(&more);
}

static void say_table_records(text *t, const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch + m->arch_count - 1);
    const char *table;
    for (unsigned i = 0; (table = gisa_name_table(isa, i)); i++) {
        text link = {0}, more = {0}, doc = {0};
        gisa_value_name name;
        say(&link, "%s/values.html#%s", m->family, table);
        raw(&more, "");
        raw(&doc, "");
        for (unsigned k = 0; gisa_name_of_value(isa, table, k, &name) == GISA_OK; k++) {
            add_word(&more, name.llvm);
            add_word(&more, name.clrx);
        }
        say_sentence(&doc, meaning(isa, NULL, table));
        say_record(t, table, link.at, 0, "values", more.at, doc.at);
        text_free(&link);
        text_free(&more);
        text_free(&doc);
    }
}

static void say_model_records(text *t, const model *m) {
    gisa_model choice;
    for (unsigned i = 0; gisa_model_at(gisa_at(m->first_arch), i, &choice) == GISA_OK; i++) {
        text link = {0};
        say(&link, "%s/models.html#%s", m->family, choice.name);
        say_record(t, choice.name, link.at, 0, "model", choice.options, choice.text);
        text_free(&link);
    }
}

static void say_word_records(text *t, const model *m) {
    gisa_body_word w;
    for (unsigned i = 0; gisa_body_word_at(gisa_at(m->first_arch), i, &w) == GISA_OK; i++) {
        text link = {0};
        say(&link, "%s/words.html#%s", m->family, w.name);
        say_record(t, w.name, link.at, 0, "word", "", w.meaning);
        text_free(&link);
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

static void say_archs_and_suffixes(text *t) {
    const gisa_isa *isa;
    gisa_format_info info;
    text suffixes = {0};
    raw(t, "var gisaArchs = [");
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        js_string(t, gisa_name(isa));
        raw(t, ",");
        for (unsigned i = 0; gisa_format(isa, i, &info) == GISA_OK; i++)
            add_word(&suffixes, info.suffix);
    }
    raw(t, "];\nvar gisaSuffixes = ");
    js_string(t, suffixes.size ? suffixes.at : "");
    raw(t, ".split(' ');\n");
    text_free(&suffixes);
}

/* Of each family its folder and all of its architectures. */
static void say_families(text *t, const model *models, unsigned count) {
    raw(t, "var gisaFamilies = [");
    for (unsigned i = 0; i < count; i++)
        say(t, "[\"%s\",%u],", models[i].family, ((1u << models[i].arch_count) - 1) << models[i].first_arch);
    raw(t, "];\n");
}

static void say_sentences(text *t, sentences *s) {
    raw(t, "];\nvar gisaSentences = [\n");
    for (size_t i = 0; i < s->count; i++) {
        js_string(t, s->at[i]);
        raw(t, ",\n");
    }
    raw(t, "];\n");
    free(s->at);
}

void write_search(const model *models, unsigned count) {
    text t = {0};
    sentences s = {0};
    raw(&t,
        "// What index.html searches: name, page, architectures as bits, class and encodings, other names, "
        "sentence.\n");
    say_archs_and_suffixes(&t);
    say_families(&t, models, count);
    raw(&t, "var gisaIndex = [\n");
    for (unsigned i = 0; i < count; i++) {
        const model *m = &models[i];
        for (size_t k = 0; k < m->entry_count; k++)
            say_entry_record(&t, m, i, &s, &m->entries[k]);
        say_format_records(&t, m);
        say_arch_records(&t, m);
        say_table_records(&t, m);
        say_hazard_record(&t, m);
        say_model_records(&t, m);
        say_word_records(&t, m);
    }
    say_sentences(&t, &s);
    write_file("search-index.js", t.at, t.size);
    text_free(&t);
}
