/* SPDX-License-Identifier: MIT */
/* The first page: what this is, architectures, encodings, all instructions; and the index that its
   search looks into. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

static void say_architectures(page *p, const model *m) {
    raw(&p->out, "<ul class='cards'>\n");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++) {
        const gisa_isa *isa = gisa_at(a);
        unsigned names = 0;
        for (size_t i = 0; i < m->entry_count; i++)
            names += m->entries[i].archs >> a & 1;
        say(&p->out, "<li><a href='%s/arch-%s.html'>%s</a><p>%s</p><p>%u instructions</p></li>\n", m->family,
            gisa_name(isa), gisa_name(isa), gisa_other_names(isa), names);
    }
    raw(&p->out, "</ul>\n");
}

static const gisa_isa *newest(const model *m, uint32_t archs) {
    unsigned a = m->first_arch + m->arch_count - 1;
    while (a > m->first_arch && !(archs >> a & 1))
        a--;
    return gisa_at(a);
}

static void say_encodings(page *p, const model *m) {
    raw(&p->out, "<dl class='formats'>\n");
    for (size_t i = 0; i < m->format_count; i++) {
        const format_use *f = &m->formats[i];
        say(&p->out, "<div><dt><a href='%s/format-%s.html'>%s</a></dt>\n<dd>", m->family, f->name, f->name);
        say_sentence(&p->out, meaning(newest(m, f->archs), NULL, f->name));
        raw(&p->out, "</dd></div>\n");
    }
    raw(&p->out, "</dl>\n");
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* The names of one format; gives how many there are. */
static size_t say_format_group(page *p, const model *m, const entry *e, size_t left) {
    size_t n = 0;
    say(&p->out, "<h4 id='%s-%s-%s'><a href='%s/format-%s.html'>%s</a></h4>\n<ul class='names'>\n", m->family,
        gisa_class_name(e->class_), e->format, m->family, e->format, e->format);
    for (; n < left && e[n].class_ == e->class_ && strcmp(e[n].format, e->format) == 0; n++)
        say(&p->out, "<li><a href='%s/%s.html'>%s</a></li>\n", m->family, e[n].name, e[n].name);
    raw(&p->out, "</ul>\n");
    return n;
}

static size_t say_class_group(page *p, const model *m, const entry *e, size_t left) {
    size_t n = 0;
    say(&p->out, "<section>\n<h3 id='%s-%s'>", m->family, gisa_class_name(e->class_));
    say_class(&p->out, e->forms->isa, e->class_);
    raw(&p->out, "</h3>\n");
    while (n < left && e[n].class_ == e->class_)
        n += say_format_group(p, m, e + n, left - n);
    raw(&p->out, "</section>\n");
    return n;
}

static void say_instructions(page *p, const model *m) {
    for (size_t i = 0; i < m->entry_count;)
        i += say_class_group(p, m, m->entries + i, m->entry_count - i);
}

/* The classes as cards, which lead to their names below. */
static void say_classes(page *p, const model *m) {
    raw(&p->out, "<ul class='cards'>\n");
    for (size_t i = 0, n; i < m->entry_count; i += n) {
        const entry *e = &m->entries[i];
        const char *more = class_details(e->forms->isa, e->class_);
        for (n = 1; i + n < m->entry_count && e[n].class_ == e->class_;)
            n++;
        say(&p->out, "<li><a href='#%s-%s'>", m->family, gisa_class_name(e->class_));
        say_class(&p->out, e->forms->isa, e->class_);
        say(&p->out, "</a><p>%u%s%s</p></li>\n", (unsigned)n, *more ? ", " : "", *more ? more + 2 : "");
    }
    raw(&p->out, "</ul>\n");
}

static void say_hero(page *p, size_t names) {
    static const char *const questions[] = {"ds_add", "VOP3P", "gfx900 image", "old value", "HW_REG_MODE"};
    say(&p->out,
        "<section class='hero'>\n<h1>GPU instructions, one by one</h1>\n"
        "<p class='doc'>What each of %u instructions does, how it is written, and what its bits are on each generation "
        "of AMD's GCN GPUs. All of it comes from the spec that gisa disassembles and assembles with.</p>\n"
        "<p class='note'>Search by name, encoding, architecture or what it does:",
        (unsigned)names);
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        say(&p->out, "%s <a href='#q=%s'>%s</a>", i ? "," : "", questions[i], questions[i]);
    raw(&p->out, ". The key <kbd>/</kbd> goes to the search box.</p>\n</section>\n");
}

void write_index(const model *models, unsigned count) {
    page p;
    size_t names = 0;
    for (unsigned i = 0; i < count; i++)
        names += models[i].entry_count;
    page_begin(&p, "", "index.html", "gisa manual",
               "The instructions of AMD GCN GPUs: what they do and how they are encoded", "");
    raw(&p.out, "<section id='results' hidden>\n<h2 id='count' role='status'></h2>\n<ol id='hits'></ol>\n"
                "</section>\n<div id='overview'>\n");
    say_hero(&p, names);
    raw(&p.out, "<section>\n<h2 id='architectures'>Architectures</h2>\n");
    for (unsigned i = 0; i < count; i++)
        say_architectures(&p, &models[i]);
    raw(&p.out, "</section>\n<section>\n<h2 id='instructions'>Instructions</h2>\n");
    for (unsigned i = 0; i < count; i++)
        say_classes(&p, &models[i]);
    raw(&p.out, "</section>\n<section>\n<h2 id='encodings'>Encodings</h2>\n");
    for (unsigned i = 0; i < count; i++)
        say_encodings(&p, &models[i]);
    raw(&p.out, "</section>\n<section>\n<h2>All instructions</h2>\n");
    for (unsigned i = 0; i < count; i++)
        say_instructions(&p, &models[i]);
    raw(&p.out,
        "</section>\n</div>\n<script src='search-index.js'></script>\n<script src='search.js'></script>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}

/* ---- the index of the search ----------------------------------------------------------------- */

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

static void say_entry_record(text *t, const model *m, const entry *e) {
    text link = {0}, what = {0}, more = {0};
    say(&link, "%s/%s.html", m->family, e->name);
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
    say_record(t, e->name, link.at, e->archs, what.at, more.at, e->forms->info.doc);
    text_free(&link);
    text_free(&what);
    text_free(&more);
}

static void say_format_records(text *t, const model *m) {
    for (size_t i = 0; i < m->format_count; i++) {
        const format_use *f = &m->formats[i];
        text link = {0}, doc = {0};
        say(&link, "%s/format-%s.html", m->family, f->name);
        raw(&doc, "");
        say_sentence(&doc, meaning(newest(m, f->archs), NULL, f->name));
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

static void say_table_records(text *t, const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch + m->arch_count - 1);
    const char *table;
    for (unsigned i = 0; (table = gisa_name_table(isa, i)); i++) {
        text link = {0}, more = {0}, doc = {0};
        gisa_value_name name;
        say(&link, "values.html#%s-%s", m->family, table);
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

void write_search(const model *models, unsigned count) {
    text t = {0};
    raw(&t,
        "// What index.html searches: name, page, architectures as bits, class and encodings, other names, sentence.\n");
    say_archs_and_suffixes(&t);
    raw(&t, "var gisaIndex = [\n");
    for (unsigned i = 0; i < count; i++) {
        const model *m = &models[i];
        for (size_t k = 0; k < m->entry_count; k++)
            say_entry_record(&t, m, &m->entries[k]);
        say_format_records(&t, m);
        say_arch_records(&t, m);
        say_table_records(&t, m);
    }
    raw(&t, "];\n");
    write_file("search-index.js", t.at, t.size);
    text_free(&t);
}
