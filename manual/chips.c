/* SPDX-License-Identifier: MIT */
/* A row on the architectures of its family, side by side: opcodes, the words of one text, and the
   operands and modifiers that only some of them have. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

/* The forms of a row in one format. */
typedef struct forms {
    const variant *at;
    size_t count;
} forms;

static forms of_format(const variant *at, size_t left) {
    size_t n = 1;
    while (n < left && strcmp(at[n].info.format, at->info.format) == 0)
        n++;
    return (forms){at, n};
}

/* The i-th form on an architecture, or NULL. */
static const variant *on(const forms *f, unsigned arch, unsigned i) {
    for (size_t k = 0; k < f->count; k++)
        if (f->at[k].arch == arch && !i--)
            return &f->at[k];
    return NULL;
}

static void begin_table(page *p, const model *m, const char *class_, const char *first) {
    say(&p->out,
        "<div class='scroll' role='group' aria-label='%s' tabindex='0'>\n<table class='%s'>\n"
        "<thead><tr><th scope='col'>%s</th>",
        first, class_, first);
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        say(&p->out, "<th scope='col'><a href='arch-%s.html'>%s</a></th>", gisa_name(gisa_at(a)),
            gisa_name(gisa_at(a)));
    raw(&p->out, "</tr></thead>\n<tbody>\n");
}

static void end_table(page *p) {
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

static void say_none(page *p) {
    raw(&p->out, "<td>-</td>");
}

/* ---- opcodes ------------------------------------------------------------------------------- */

static void say_opcode(page *p, const forms *f, unsigned arch) {
    unsigned n = 0;
    while (on(f, arch, n))
        n++;
    if (!n)
        say_none(p);
    else if (n == 1)
        say(&p->out, "<td>0x%02x</td>", (unsigned)on(f, arch, 0)->info.opcode);
    else
        say(&p->out, "<td>%u forms</td>", n);
}

static void say_opcodes(page *p, const model *m, const variant *at, size_t count) {
    begin_table(p, m, "opcodes", "Opcode in");
    for (size_t i = 0; i < count;) {
        forms f = of_format(at + i, count - i);
        say(&p->out, "<tr><th scope='row'><a href='format-%s.html'>%s</a></th>", f.at->info.format,
            f.at->info.format);
        for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
            say_opcode(p, &f, a);
        raw(&p->out, "</tr>\n");
        i += f.count;
    }
    end_table(p);
}

/* ---- words of one text ----------------------------------------------------------------------- */

/* The words that an assembler makes of the text on an architecture; none where it refuses. */
static void say_words(page *p, const gisa_isa *isa, const char *line) {
    gisa_insn insn;
    uint8_t code[8];
    size_t size = sizeof code;
    if (gisa_parse(isa, line, strlen(line), NULL, &insn, NULL) != GISA_OK ||
        gisa_encode(isa, &insn, code, &size) != GISA_OK) {
        say_none(p);
        return;
    }
    raw(&p->out, "<td>");
    for (size_t i = 0; i < size; i += 4)
        say(&p->out, "%s%02x%02x%02x%02x", i ? " " : "", code[i + 3], code[i + 2], code[i + 1], code[i]);
    raw(&p->out, "</td>");
}

/* Of each format the example of the newest form that an assembler chooses. */
static void say_texts(page *p, const model *m, const variant *at, size_t count) {
    begin_table(p, m, "texts", "Words of");
    for (size_t i = 0; i < count;) {
        forms f = of_format(at + i, count - i);
        const variant *newest = &f.at[f.count - 1];
        example e;
        if (!newest->info.never_chosen && make_example(newest, &e)) {
            say(&p->out, "<tr><th scope='row'><code>%s</code></th>", e.llvm);
            for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
                say_words(p, gisa_at(a), e.llvm);
            raw(&p->out, "</tr>\n");
        }
        i += f.count;
    }
    end_table(p);
}

/* ---- operands that only some have ------------------------------------------------------------ */

static bool has_operand(const forms *f, unsigned arch, const char *name) {
    gisa_operand_info o;
    for (unsigned k = 0; on(f, arch, k); k++)
        for (unsigned i = 0; operand_at(on(f, arch, k), i, &o); i++)
            if (strcmp(o.name, name) == 0)
                return true;
    return false;
}

/* Is the operand missing on an architecture that has the format? */
static bool differs(const model *m, const forms *f, const char *name) {
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        if (on(f, a, 0) && !has_operand(f, a, name))
            return true;
    return false;
}

static void say_operand_row(page *p, const model *m, const forms *f, const char *name) {
    say(&p->out, "<tr><th scope='row'><a href='#%sop-%s'>%s</a> <small>%s</small></th>", p->part, name, name,
        f->at->info.format);
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        if (on(f, a, 0))
            raw(&p->out, has_operand(f, a, name) ? "<td>yes</td>" : "<td>no</td>");
        else
            say_none(p);
    raw(&p->out, "</tr>\n");
}

static bool is_seen(const char *const *names, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The operands of a format's forms that are missing somewhere. */
static unsigned collect_differences(const model *m, const forms *f, const char **names, unsigned room) {
    unsigned count = 0;
    gisa_operand_info o;
    for (size_t k = 0; k < f->count; k++)
        for (unsigned i = 0; operand_at(&f->at[k], i, &o); i++)
            if (count < room && !is_seen(names, count, o.name) && differs(m, f, o.name))
                names[count++] = o.name;
    return count;
}

static void say_differences(page *p, const model *m, const variant *at, size_t count) {
    const char *names[64];
    bool any = false;
    for (size_t i = 0; i < count;) {
        forms f = of_format(at + i, count - i);
        unsigned n = collect_differences(m, &f, names, 64);
        if (n && !any)
            begin_table(p, m, "differences", "Takes");
        any |= n > 0;
        for (unsigned k = 0; k < n; k++)
            say_operand_row(p, m, &f, names[k]);
        i += f.count;
    }
    if (any)
        end_table(p);
}

void say_on_chips(page *p, const model *m, const variant *at, size_t count) {
    section_begin(p, m->arch_count > 1 ? "On other chips" : "Opcodes");
    say_opcodes(p, m, at, count);
    if (m->arch_count > 1) {
        say_texts(p, m, at, count);
        say_differences(p, m, at, count);
    }
    section_end(p);
}
