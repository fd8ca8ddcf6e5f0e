/* SPDX-License-Identifier: MIT */
/* The chips of an architecture on its page: what differs on each, in facts, operand codes and
   rows. */
#include <string.h>

#include "manual.h"

static void say_fact(page *p, const gisa_isa *chip, const char *name, int64_t value, int64_t there) {
    say(&p->out,
        "<tr><th scope='row'><code>%s</code></th><td class='number'>%u</td><td class='number'>%u</td><td>",
        name, (unsigned)value, (unsigned)there);
    say_sentence(&p->out, meaning(chip, NULL, name));
    raw(&p->out, "</td></tr>\n");
}

static void say_fact_table(page *p, const gisa_isa *chip, const gisa_isa *base) {
    const char *name;
    int64_t value;
    bool any = false;
    for (unsigned i = 0; gisa_fact_at(chip, i, &name, &value) == GISA_OK; i++) {
        int64_t there = gisa_fact(base, name, 0);
        if (value == there)
            continue;
        if (!any)
            say(&p->out,
                "<div class='scroll'>\n<table>\n<thead><tr><th scope='col'>Number</th><th scope='col'>%s</th>"
                "<th scope='col'>%s</th><th scope='col'>What it is</th></tr></thead>\n<tbody>\n",
                gisa_name(chip), gisa_name(base));
        any = true;
        say_fact(p, chip, name, value, there);
    }
    if (any)
        raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

/* Operand codes that the architecture reserves. */
static void say_own_codes(page *p, const gisa_isa *chip, const gisa_isa *base) {
    char name[2][8];
    gisa_code_info here, there;
    for (unsigned code = 0; gisa_code(chip, code, name[0], &here) == GISA_OK; code++) {
        gisa_code(base, code, name[1], &there);
        if (here.kind != GISA_KIND_NONE && there.kind == GISA_KIND_NONE)
            say(&p->out, "<p>Operand code %u is <code>%s</code>; %s reserves it.</p>\n", code, here.name,
                gisa_name(base));
    }
}

static bool has_row(const gisa_isa *isa, uint32_t row) {
    gisa_form_info form;
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++)
        if (form.row == row)
            return true;
    return false;
}

/* Instructions that are another row than on the architecture, or not there at all. */
static void say_own_rows(page *p, const gisa_isa *chip, const gisa_isa *base) {
    gisa_form_info form;
    uint32_t last = UINT32_MAX;
    bool any = false;
    for (uint32_t i = 0; gisa_form(chip, i, &form) == GISA_OK; i++) {
        if (form.row == last || has_row(base, form.row))
            continue;
        last = form.row;
        raw(&p->out, any ? "" : "<ul class='names'>\n");
        any = true;
        say(&p->out, "<li><a href='%s.html'>%s</a>: %s</li>\n", file_name(form.name), form.name, form.doc);
    }
    if (any)
        raw(&p->out, "</ul>\n");
}

void say_chip_differences(page *p, const gisa_isa *isa) {
    const gisa_isa *chip;
    for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++) {
        if (!i)
            section_begin(p, "Chips");
        say(&p->out, "<h3 id='%s'><code>%s</code></h3>\n<p><code>EF_AMDGPU_MACH</code> 0x%x%s%s</p>\n",
            gisa_name(chip), gisa_name(chip), (unsigned)gisa_elf_machine(chip),
            *gisa_other_names(chip) ? "; also called " : "", gisa_other_names(chip));
        say_fact_table(p, chip, isa);
        say_own_codes(p, chip, isa);
        say_own_rows(p, chip, isa);
    }
    if (gisa_chip(isa, 0))
        section_end(p);
}
