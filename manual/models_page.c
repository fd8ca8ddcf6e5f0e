/* SPDX-License-Identifier: MIT */
/* The page of a family's models: unsettled choices about what the hardware does, and the
   instructions that depend on each. */
#include "manual.h"

static bool depends_on(const entry *e, unsigned number) {
    for (size_t i = 0; i < e->count; i++)
        if (gisa_form_models(e->forms[i].isa, e->forms[i].form) >> number & 1)
            return true;
    return false;
}

static void say_dependents(page *p, const model *m, unsigned number) {
    unsigned count = 0;
    for (size_t i = 0; i < m->entry_count; i++) {
        if (!depends_on(&m->entries[i], number))
            continue;
        raw(&p->out, count++ ? ""
                             : "<details>\n<summary>Instructions that depend on it</summary>\n"
                               "<ul class='names'>\n");
        say(&p->out, "<li><a href='%s.html'>%s</a></li>\n", file_name(m->entries[i].name),
            m->entries[i].name);
    }
    if (count)
        raw(&p->out, "</ul>\n</details>\n");
}

static void say_model(page *p, const model *m, const gisa_model *choice, unsigned number) {
    say(&p->out, "<section>\n<h2 id='%s'><code>%s</code></h2>\n<p>", choice->name, choice->name);
    say_sentence(&p->out, choice->text);
    say(&p->out,
        "</p>\n<dl class='glance'>\n<dt>Options</dt>\n<dd><code>%s</code>; the first one is taken</dd>\n"
        "<dt>Certainty</dt>\n<dd>%s</dd>\n</dl>\n",
        choice->options, choice->certainty);
    say_dependents(p, m, number);
    section_end(p);
}

void write_models(const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch);
    gisa_model choice;
    page p;
    page_begin(
        &p, m->family, "models.html", "Models",
        "What is not settled about the hardware: the options, and the instructions that depend on them",
        "Models");
    raw(&p.out,
        "<h1>Models</h1>\n<p class='doc'>What is not settled about the hardware. <code>gisa run --model "
        "NAME=OPTION</code> takes another option.</p>\n");
    for (unsigned i = 0; gisa_model_at(isa, i, &choice) == GISA_OK; i++)
        say_model(&p, m, &choice, i);
    page_end(&p, NULL, NULL, NULL, NULL);
}
