/* SPDX-License-Identifier: MIT */
/* The page of an architecture: names, numbers, what operand codes stand for, and what is new on
   it. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

static void say_facts(page *p, const gisa_isa *isa) {
    const char *name;
    int64_t value;
    section_begin(p, "Numbers");
    raw(&p->out, "<div class='scroll'>\n<table>\n<tbody>\n");
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++) {
        say(&p->out, "<tr><th scope='row'><code>%s</code></th><td class='number'>", name);
        say(&p->out, value > 9999 ? "0x%x" : "%u", (unsigned)value);
        raw(&p->out, "</td><td>");
        say_sentence(&p->out, meaning(isa, NULL, name));
        raw(&p->out, "</td></tr>\n");
    }
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
    section_end(p);
}

/* ---- operand codes --------------------------------------------------------------------------- */

/* Codes that stand for registers or numbers one after another are one line. */
static bool goes_on(const gisa_code_info *a, const gisa_code_info *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == GISA_KIND_INLINE)
        return !strchr(a->name, '.') && !strchr(b->name, '.') && !strchr(a->name, 'p') &&
               !strchr(b->name, 'p') && (a->name[0] == '-') == (b->name[0] == '-');
    return a->kind == GISA_KIND_NONE || a->kind == GISA_KIND_SGPR || a->kind == GISA_KIND_VGPR ||
           a->kind == GISA_KIND_TTMP;
}

static const char *code_meaning(const gisa_isa *isa, const gisa_code_info *c) {
    static const char *const kinds[GISA_KIND_COUNT] = {[GISA_KIND_SGPR] = "sgpr",
                                                       [GISA_KIND_VGPR] = "vgpr",
                                                       [GISA_KIND_TTMP] = "ttmp",
                                                       [GISA_KIND_LITERAL] = "literal"};
    if (c->kind == GISA_KIND_INLINE)
        return meaning(isa, NULL, strchr(c->name, '.') || strchr(c->name, 'p') ? "float" : "integer");
    if (kinds[c->kind])
        return meaning(isa, NULL, kinds[c->kind]);
    return meaning(isa, NULL, *c->pair ? c->pair : c->name);
}

static void say_code_line(page *p, const gisa_isa *isa, unsigned first, unsigned last) {
    char name[2][8];
    gisa_code_info a, b;
    gisa_code(isa, first, name[0], &a);
    gisa_code(isa, last, name[1], &b);
    say(&p->out, "<tr><td class='number'>%u", first);
    if (last > first)
        say(&p->out, "&#8211;%u", last);
    if (a.kind == GISA_KIND_NONE) {
        raw(&p->out, "</td><td>reserved</td><td></td></tr>\n");
        return;
    }
    say(&p->out, "</td><td><code>%s</code>", a.name);
    if (last > first)
        say(&p->out, " to <code>%s</code>", b.name);
    if (*a.pair)
        say(&p->out, ", with the next one <code>%s</code>", a.pair);
    if (last == first && strcmp(a.clrx, a.name) != 0)
        say(&p->out, "; in CLRX <code>%s</code>", a.clrx);
    raw(&p->out, "</td><td>");
    say_sentence(&p->out, code_meaning(isa, &a));
    raw(&p->out, "</td></tr>\n");
}

static void say_codes(page *p, const gisa_isa *isa) {
    char name[2][8];
    gisa_code_info a, b;
    section_begin(p, "Operand codes");
    raw(&p->out,
        "<p>What the number in the field of a scalar operand, or of a source, stands for.</p>\n"
        "<div class='scroll' role='group' aria-label='Operand codes' tabindex='0'>\n<table>\n"
        "<thead><tr><th scope='col'>Code</th><th scope='col'>Written</th><th scope='col'>What it is</th>"
        "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0, last; gisa_code(isa, i, name[0], &a) == GISA_OK; i = last + 1) {
        last = i;
        while (gisa_code(isa, last + 1, name[1], &b) == GISA_OK && goes_on(&a, &b))
            last++;
        say_code_line(p, isa, i, last);
    }
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
    section_end(p);
}

/* ---- what it has, and others do not ---------------------------------------------------------- */

static unsigned say_names(page *p, const model *m, uint32_t with, uint32_t without, const char *title) {
    unsigned count = 0;
    for (size_t i = 0; i < m->entry_count; i++) {
        const entry *e = &m->entries[i];
        if (!(e->archs & with) || (e->archs & without))
            continue;
        if (!count++) {
            section_begin(p, title);
            raw(&p->out, "<ul class='names'>\n");
        }
        say(&p->out, "<li><a href='%s.html'>%s</a></li>\n", file_name(e->name), e->name);
    }
    if (count) {
        raw(&p->out, "</ul>\n");
        section_end(p);
    }
    return count;
}

/* The one to compare with: the last one before it of the same generation; where it is the first of
   its generation, the first of the one before. */
static unsigned compared_with(unsigned arch) {
    unsigned other = arch - 1, generation = gisa_generation(gisa_at(other));
    while (generation < gisa_generation(gisa_at(arch)) && other &&
           gisa_generation(gisa_at(other - 1)) == generation)
        other--;
    return other;
}

static void say_changes(page *p, const model *m, unsigned arch) {
    char title[100];
    if (arch == m->first_arch)
        return;
    unsigned other = compared_with(arch);
    uint32_t here = UINT32_C(1) << arch, there = UINT32_C(1) << other;
    snprintf(title, sizeof title, "Not on %s", gisa_name(gisa_at(other)));
    say_names(p, m, here, there, title);
    snprintf(title, sizeof title, "On %s, not here", gisa_name(gisa_at(other)));
    say_names(p, m, there, here, title);
}

static void say_formats(page *p, const model *m, unsigned arch) {
    section_begin(p, "Encodings");
    raw(&p->out, "<ul class='names'>\n");
    for (size_t i = 0; i < m->format_count; i++)
        if (m->formats[i].archs >> arch & 1)
            say(&p->out, "<li><a href='format-%s.html'>%s</a></li>\n", m->formats[i].name,
                m->formats[i].name);
    raw(&p->out, "</ul>\n");
    section_end(p);
}

static void link_chips(page *p, const gisa_isa *isa) {
    const gisa_isa *chip;
    if (!gisa_chip(isa, 0))
        return;
    raw(&p->out, "<dt>Chips with the same instructions</dt>\n<dd>");
    for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++) {
        raw(&p->out, i ? ", " : "");
        say(&p->out, "<a href='#%s'><code>%s</code></a>", gisa_name(chip), gisa_name(chip));
    }
    raw(&p->out, "</dd>\n");
}

static void write_arch(const model *m, unsigned arch) {
    const gisa_isa *isa = gisa_at(arch);
    bool before = arch > m->first_arch, behind = arch + 1 < m->first_arch + m->arch_count;
    char file[3][100];
    unsigned names = 0;
    page p;
    for (size_t i = 0; i < m->entry_count; i++)
        names += m->entries[i].archs >> arch & 1;
    snprintf(file[0], sizeof file[0], "arch-%s.html", before ? gisa_name(gisa_at(arch - 1)) : "");
    snprintf(file[1], sizeof file[1], "arch-%s.html", gisa_name(isa));
    snprintf(file[2], sizeof file[2], "arch-%s.html", behind ? gisa_name(gisa_at(arch + 1)) : "");
    page_begin(&p, m->family, file[1], gisa_name(isa), gisa_other_names(isa), "Chips");
    raw(&p.out, "<p class='crumbs'><a href='index.html#chips'>Chips</a></p>\n");
    say(&p.out, "<h1><code>%s</code></h1>\n<dl class='glance'>\n<dt>Also called</dt>\n<dd>%s</dd>\n",
        gisa_name(isa), gisa_other_names(isa));
    if (gisa_elf_machine(isa))
        say(&p.out, "<dt>In ELF files</dt>\n<dd><code>EF_AMDGPU_MACH</code> 0x%x</dd>\n",
            (unsigned)gisa_elf_machine(isa));
    link_chips(&p, isa);
    say(&p.out, "<dt>Instructions</dt>\n<dd>%u, in %u forms</dd>\n</dl>\n", names,
        (unsigned)gisa_form_count(isa));
    say_formats(&p, m, arch);
    say_codes(&p, isa);
    say_facts(&p, isa);
    say_chip_differences(&p, isa);
    say_changes(&p, m, arch);
    page_end(&p, before ? gisa_name(gisa_at(arch - 1)) : NULL, file[0],
             behind ? gisa_name(gisa_at(arch + 1)) : NULL, file[2]);
}

void write_archs(const model *m) {
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        write_arch(m, a);
}
