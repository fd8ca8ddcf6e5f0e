/* SPDX-License-Identifier: MIT */
/* The first page, which also shows what the search finds, and the page for addresses that do not
   exist. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

static void say_family(page *p, const model *m) {
    say(&p->out, "<li><a class='family' href='%s/index.html'>%s</a><p>", m->family, m->family);
    say_sentence(&p->out, meaning(gisa_at(m->first_arch), NULL, m->family));
    raw(&p->out, "</p><p>");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        say(&p->out, "%s%s", a > m->first_arch ? ", " : "", gisa_name(gisa_at(a)));
    say(&p->out, "</p><p>%u instructions, %u encodings</p></li>\n", (unsigned)m->entry_count,
        (unsigned)m->format_count);
}

static void say_questions(page *p) {
    static const char *const questions[] = {"ds_add", "VOP3P", "gfx900 image", "old value", "HW_REG_MODE"};
    raw(&p->out, "<p class='note'>Search by name, encoding, chip or what it does:");
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        say(&p->out, "%s <a href='#q=%s'>%s</a>", i ? "," : "", questions[i], questions[i]);
    raw(&p->out, ". The key <kbd>/</kbd> goes to the search box.</p>\n");
}

static void say_classes(page *p, const model *m) {
    say(&p->out,
        "<section>\n<h2 id='%s'>Instructions of <span class='family'>%s</span></h2>\n<ul class='cards'>\n",
        m->family, m->family);
    for (size_t i = 0, n; i < m->entry_count; i += n) {
        const entry *e = &m->entries[i];
        for (n = 1; i + n < m->entry_count && e[n].class_ == e->class_;)
            n++;
        say(&p->out, "<li><a href='%s/index.html#class-%s'>", m->family, gisa_class_name(e->class_));
        say_class(&p->out, e->forms->isa, e->class_);
        say(&p->out, "</a><p>%u</p></li>\n", (unsigned)n);
    }
    raw(&p->out, "</ul>\n</section>\n");
}

void write_index(const model *models, unsigned count) {
    page p;
    page_begin(
        &p, "", "index.html", "GPU instructions, one by one",
        "What each instruction of AMD GCN GPUs and of the PS Vita's shaders does, how it is written, and what its "
        "bits are",
        "");
    raw(&p.out,
        "<section id='results' hidden>\n<h2 id='count' role='status'></h2>\n<ol id='hits'></ol>\n"
        "</section>\n<div id='overview'>\n<h1>GPU instructions, one by one</h1>\n"
        "<p class='doc'>What each instruction does, how it is written, and what its bits are on each "
        "chip. All of it comes from the spec that gisa disassembles, assembles and executes with.</p>\n");
    say_questions(&p);
    raw(&p.out, "<ul class='cards wide'>\n");
    for (unsigned i = 0; i < count; i++)
        say_family(&p, &models[i]);
    raw(&p.out, "</ul>\n");
    for (unsigned i = 0; i < count; i++)
        say_classes(&p, &models[i]);
    raw(&p.out, "</div>\n<script src='search.js' defer></script>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}

/* ---- addresses that do not exist ---------------------------------------------------------- */

/* A server shows the page in the place of any address, so it finds out from the address where the
 * manual begins: before the first of its folders, or else before the last name. */
static void say_base(text *t, const model *models, unsigned count) {
    raw(t, "<script>\nvar folder = /^(.*?\\/)(?:(?:isa");
    for (unsigned i = 0; i < count; i++)
        say(t, "|%s", models[i].family);
    raw(t, ")\\/.*|[^\\/]*)$/.exec(location.pathname), base = document.createElement(\"base\");\n"
           "base.href = folder[1];\ndocument.head.appendChild(base);\n</script>\n");
}

void write_missing(const model *models, unsigned count) {
    page p;
    text head = {0};
    char *link;
    page_begin(&p, "", "404.html", "Not found", "There is no page at this address", "");
    say_base(&head, models, count);
    link = strstr(p.out.at, "<link ");
    raw(&head, link);
    p.out.size = (size_t)(link - p.out.at);
    raw(&p.out, head.at);
    text_free(&head);
    raw(&p.out,
        "<h1>Not found</h1>\n<p class='doc'>There is no page at this address. The search above looks into all "
        "pages; <a href='index.html'>the first page</a> leads to all instructions.</p>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}
