/* SPDX-License-Identifier: MIT */
/* The encodings of a row: a picture for each layout of bits with an example, and a table of the
 * forms that share a layout. */
#include <ctype.h>
#include <string.h>

#include "manual.h"

static void say_words(text *t, const example *e) {
    say(t, "%08x", (unsigned)e->bits);
    if (e->size > 4)
        say(t, " %08x", (unsigned)(e->bits >> 32));
}

/* Percent-encodes what is not a letter or a digit, for the part of an address after '#'. */
static void say_in_address(text *t, const char *words) {
    for (; *words; words++)
        if (isalnum((unsigned char)*words))
            say(t, "%c", *words);
        else
            say(t, "%%%02x", (unsigned)(unsigned char)*words);
}

void say_try_it(page *p, const gisa_isa *isa, const char *line, const char *start) {
    say(&p->out, " <a class='try' href='%s../playground/index.html#a=%s&amp;t=", p->root, gisa_name(isa));
    say_in_address(&p->out, line);
    raw(&p->out, "%0A");
    if (start) {
        raw(&p->out, "&amp;b=");
        say_in_address(&p->out, start);
    }
    raw(&p->out, "'>Try it</a>");
}

static void say_example(page *p, const variant *v, const example *e) {
    say(&p->out, "<p class='example'><code>%s</code> <span>is</span> <code>", e->llvm);
    say_words(&p->out, e);
    say(&p->out, "</code> <span>on %s</span>", gisa_name(v->isa));
    if (has_playground && e->chosen)
        say_try_it(p, v->isa, e->llvm, NULL);
    raw(&p->out, "</p>\n");
    if (strcmp(e->llvm, e->clrx) != 0)
        say(&p->out, "<p class='example'><span>CLRX:</span> <code>%s</code></p>\n", e->clrx);
    if (!e->chosen)
        raw(&p->out,
            "<p class='note never'>No assembler chooses this form: another one has the same text.</p>\n");
}

/* A picture, under the format's name and where it is like that. What the fields are is on the
   format's page. */
static void say_encoding(page *p, const model *m, const variety *picture) {
    const variant *v = picture->newest;
    example e;
    say(&p->out, "<figure>\n<figcaption><h%u><a href='format-%s.html#fields'>%s</a> <small>", p->level + 1,
        v->info.format, v->info.format);
    say_archs(&p->out, m, picture->archs);
    say(&p->out, "</small></h%u></figcaption>\n", p->level + 1);
    if (make_example(v, &e)) {
        say_example(p, v, &e);
        say_form_picture(p, v, &e);
    }
    raw(&p->out, "</figure>\n");
}

/* ---- forms that differ in operands and opcodes alone ---------------------------------------- */

static bool same_place(const variety *a, const variety *b) {
    return a->archs == b->archs && strcmp(a->newest->info.format, b->newest->info.format) == 0;
}

static void say_form(page *p, const variant *v) {
    example e;
    say(&p->out, "<tr><td>0x%02x</td><td><code>", (unsigned)v->info.opcode);
    say_syntax(&p->out, v, GISA_SYNTAX_LLVM);
    raw(&p->out, "</code></td>");
    if (make_example(v, &e)) {
        say(&p->out, "<td><code>%s</code></td><td>", e.llvm);
        say_words(&p->out, &e);
        raw(&p->out, "</td>");
    } else
        raw(&p->out, "<td></td><td></td>");
    raw(&p->out, "</tr>\n");
}

/* The forms of one format on the same architectures, from the i-th picture on. */
static void say_forms(page *p, const varieties *v, unsigned i) {
    const variant *first = v->at[i].newest;
    say(&p->out,
        "<div class='scroll' role='group' aria-label='Forms of %s' tabindex='0'>\n"
        "<table class='forms'>\n<thead><tr><th scope='col'>Opcode</th><th scope='col'>Operands</th>"
        "<th scope='col'>Example</th><th scope='col'>Words on %s</th></tr></thead>\n<tbody>\n",
        first->info.format, gisa_name(first->isa));
    for (unsigned k = i; k < v->count; k++)
        if (same_place(&v->at[k], &v->at[i]))
            say_form(p, v->at[k].newest);
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

static bool is_first(const varieties *v, unsigned i) {
    for (unsigned k = 0; k < i; k++)
        if (same_place(&v->at[k], &v->at[i]))
            return false;
    return true;
}

static bool has_more(const varieties *v, unsigned i) {
    for (unsigned k = i + 1; k < v->count; k++)
        if (same_place(&v->at[k], &v->at[i]))
            return true;
    return false;
}

void say_row_encodings(page *p, const model *m, const variant *forms, size_t count) {
    static varieties v;
    for (size_t i = 0; i < count; i++) {
        text key = {0};
        say_picture_key(&key, &forms[i]);
        varieties_add(&v, &key, &forms[i]);
    }
    section_begin(p, "Encodings");
    for (unsigned i = 0; i < v.count; i++) {
        if (!is_first(&v, i))
            continue;
        say_encoding(p, m, &v.at[i]);
        if (has_more(&v, i))
            say_forms(p, &v, i);
    }
    section_end(p);
    varieties_free(&v);
}
