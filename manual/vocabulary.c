/* SPDX-License-Identifier: MIT */
/* The page of the words that the operations of a family are written in. */
#include "manual.h"

static void say_word(page *p, const gisa_isa *isa, const gisa_body_word *w) {
    say(&p->out, "<tr id='%s'><td><code>%s</code> <small>%s</small></td><td>", w->name, w->name,
        w->declaration);
    say_prose(&p->out, w->meaning);
    if (w->definition)
        say_listing(p, "function", w->definition, isa);
    raw(&p->out, "</td></tr>\n");
}

void write_words(const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch);
    gisa_body_word w;
    page p;
    page_begin(&p, m->family, "words.html", "Words of operations",
               "What the words mean that the operations of instructions are written in", "Words");
    raw(&p.out,
        "<h1>Words of operations</h1>\n<p class='doc'>Operations are C in these words. "
        "<a href='../language.html#bodies'>The language of the spec</a> says the rest.</p>\n"
        "<div class='scroll' role='group' aria-label='Words' tabindex='0'>\n<table class='words'>\n"
        "<thead>\n<tr><th scope='col'>Word</th><th scope='col'>Meaning</th></tr>\n</thead>\n<tbody>\n");
    for (unsigned i = 0; gisa_body_word_at(isa, i, &w) == GISA_OK; i++)
        say_word(&p, isa, &w);
    raw(&p.out, "</tbody>\n</table>\n</div>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}
