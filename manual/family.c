/* SPDX-License-Identifier: MIT */
/* The entry page of a family: what it is, its chips, its encodings with pictures, and all of its
   instructions by class, with a line for each. */
#include <string.h>

#include "manual.h"

/* ---- chips ----------------------------------------------------------------------------------- */

static void say_chip_names(page *p, const gisa_isa *isa) {
    const gisa_isa *chip;
    for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++)
        raw(&p->out, i ? ", " : "<p>also "), raw(&p->out, gisa_name(chip));
    if (gisa_chip(isa, 0))
        raw(&p->out, "</p>");
}

static void say_chips(page *p, const model *m) {
    section_begin(p, "Chips");
    raw(&p->out, "<ul class='cards'>\n");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++) {
        const gisa_isa *isa = gisa_at(a);
        unsigned names = 0;
        for (size_t i = 0; i < m->entry_count; i++)
            names += m->entries[i].archs >> a & 1;
        say(&p->out, "<li><a href='arch-%s.html'>%s</a><p>%s</p>", gisa_name(isa), gisa_name(isa),
            gisa_other_names(isa));
        say_chip_names(p, isa);
        say(&p->out, "<p>%u instructions</p></li>\n", names);
    }
    raw(&p->out, "</ul>\n");
    section_end(p);
}

/* ---- encodings ------------------------------------------------------------------------------- */

static void say_encoding(page *p, const model *m, const format_use *f) {
    const gisa_isa *isa = model_newest(m, f->archs);
    unsigned arch = m->first_arch;
    while (gisa_at(arch) != isa)
        arch++;
    say(&p->out, "<figure>\n<figcaption><h3><a href='format-%s.html'>%s</a></h3>\n<p>", f->name, f->name);
    say_sentence(&p->out, meaning(isa, NULL, f->name));
    if (m->arch_count > 1) {
        raw(&p->out, " <small>");
        say_archs(&p->out, m, f->archs);
        raw(&p->out, "</small>");
    }
    raw(&p->out, "</p></figcaption>\n");
    say_format_picture(&p->out, isa, f->index[arch]);
    raw(&p->out, "</figure>\n");
}

static void say_encodings(page *p, const model *m) {
    section_begin(p, "Encodings");
    for (size_t i = 0; i < m->format_count; i++)
        say_encoding(p, m, &m->formats[i]);
    section_end(p);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void say_instruction(page *p, const entry *e) {
    const gisa_form_info *info = &e->forms->info;
    char summary[400];
    size_t size = info->summary < sizeof summary ? info->summary : sizeof summary - 1;
    memcpy(summary, info->doc, size);
    summary[size] = 0;
    say(&p->out, "<li><a href='%s.html'>%s</a> ", file_name(e->name), e->name);
    say_prose(&p->out, summary);
    raw(&p->out, "</li>\n");
}

/* The instructions of one format; gives how many there are. */
static size_t say_format_group(page *p, const entry *e, size_t left) {
    const char *class_ = gisa_class_name(e->class_);
    size_t n = 0;
    say(&p->out, "<h4 id='class-%s-%s'><a href='format-%s.html'>%s</a></h4>\n<ul class='lines'>\n", class_,
        e->format, e->format, e->format);
    for (; n < left && e[n].class_ == e->class_ && strcmp(e[n].format, e->format) == 0; n++)
        say_instruction(p, &e[n]);
    raw(&p->out, "</ul>\n");
    return n;
}

static size_t say_class_group(page *p, const entry *e, size_t left) {
    size_t n = 0;
    say(&p->out, "<h3 id='class-%s'>", gisa_class_name(e->class_));
    say_class(&p->out, e->forms->isa, e->class_);
    raw(&p->out, "</h3>\n");
    while (n < left && e[n].class_ == e->class_)
        n += say_format_group(p, e + n, left - n);
    return n;
}

/* The classes as cards, which lead to their instructions below. */
static void say_classes(page *p, const model *m) {
    raw(&p->out, "<ul class='cards'>\n");
    for (size_t i = 0, n; i < m->entry_count; i += n) {
        const entry *e = &m->entries[i];
        const char *more = class_details(e->forms->isa, e->class_);
        for (n = 1; i + n < m->entry_count && e[n].class_ == e->class_;)
            n++;
        say(&p->out, "<li><a href='#class-%s'>", gisa_class_name(e->class_));
        say_class(&p->out, e->forms->isa, e->class_);
        say(&p->out, "</a><p>%u%s%s</p></li>\n", (unsigned)n, *more ? ", " : "", *more ? more + 2 : "");
    }
    raw(&p->out, "</ul>\n");
}

static void say_instructions(page *p, const model *m) {
    section_begin(p, "Instructions");
    say_classes(p, m);
    for (size_t i = 0; i < m->entry_count;)
        i += say_class_group(p, m->entries + i, m->entry_count - i);
    section_end(p);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void say_contents(page *p, const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch);
    raw(&p->out, "<ul class='cards'>\n<li><a href='#instructions'>Instructions</a>");
    say(&p->out, "<p>%u, by class</p></li>\n<li><a href='#encodings'>Encodings</a>",
        (unsigned)m->entry_count);
    say(&p->out, "<p>%u, with pictures of their bits</p></li>\n", (unsigned)m->format_count);
    if (gisa_bank_table(isa, 0))
        raw(&p->out, "<li><a href='registers.html'>Registers</a><p>banks, swizzles, constants</p></li>\n");
    raw(&p->out, "<li><a href='values.html'>Values</a><p>names of values and of parts of registers</p></li>\n"
                 "<li><a href='words.html'>Words</a><p>what the operations are written in</p></li>\n"
                 "<li><a href='models.html'>Models</a><p>what is not settled about the hardware</p></li>\n");
    say(&p->out, "<li><a href='../isa/%s/index.html'>Spec</a><p>the source of these pages</p></li>\n</ul>\n",
        m->family);
}

void write_family_page(const model *m) {
    const char *what = meaning(gisa_at(m->first_arch), NULL, m->family);
    page p;
    page_begin(&p, m->family, "index.html", "Instruction set", what, "");
    say(&p.out, "<h1 class='family'>%s</h1>\n<p class='doc'>", m->family);
    say_sentence(&p.out, what);
    raw(&p.out, "</p>\n");
    say_contents(&p, m);
    say_chips(&p, m);
    say_instructions(&p, m);
    say_encodings(&p, m);
    page_end(&p, NULL, NULL, NULL, NULL);
}
