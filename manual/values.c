/* SPDX-License-Identifier: MIT */
/* The page of values: names of values, and the parts of packed immediates. */
#include <string.h>

#include "manual.h"

enum { MAX_TABLES = 64 };

/* ---- tables of names ------------------------------------------------------------------------- */

/* A line of a table, and the architectures that have it. */
typedef struct value_line {
    gisa_value_name name;
    const gisa_isa *isa;
    uint32_t archs;
} value_line;
enum { MAX_LINES = 200 };

static bool same(const gisa_value_name *a, const gisa_value_name *b) {
    return a->value == b->value && a->last == b->last && strcmp(a->llvm, b->llvm) == 0 &&
           strcmp(a->clrx, b->clrx) == 0;
}

static size_t collect_lines(const model *m, const char *table, value_line lines[MAX_LINES]) {
    size_t count = 0;
    gisa_value_name name;
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_name_of_value(gisa_at(a), table, i, &name) == GISA_OK; i++) {
            size_t k = 0;
            while (k < count && !same(&lines[k].name, &name))
                k++;
            if (k == MAX_LINES)
                break;
            if (k == count)
                lines[count++] = (value_line){name, gisa_at(a), 0};
            lines[k].archs |= UINT32_C(1) << a;
        }
    return count;
}

static void say_value(text *t, unsigned value) {
    say(t, value > 99 ? "0x%x" : "%u", value);
}

/* Is it the same name in LLVM's syntax as an earlier one? */
static bool is_again(const value_line *lines, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (lines[k].name.value == lines[i].name.value && strcmp(lines[k].name.llvm, lines[i].name.llvm) == 0)
            return true;
    return false;
}

/* Has an earlier line the same name, perhaps with another value? Then it has the anchor. */
static bool is_name_again(const value_line *lines, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (strcmp(lines[k].name.llvm, lines[i].name.llvm) == 0)
            return true;
    return false;
}

/* CLRX's names of a line, where they differ. */
static void say_clrx(text *t, const value_line *lines, size_t count, size_t i) {
    const char *between = "";
    for (size_t k = i; k < count; k++)
        if (lines[k].name.value == lines[i].name.value &&
            strcmp(lines[k].name.llvm, lines[i].name.llvm) == 0 &&
            strcmp(lines[k].name.clrx, lines[k].name.llvm) != 0) {
            say(t, "%s<code>%s</code>", between, lines[k].name.clrx);
            between = ", ";
        }
}

static void say_line(page *p, const model *m, const char *table, const value_line *lines, size_t count,
                     size_t i) {
    const value_line *l = &lines[i];
    bool several = l->name.last > l->name.value;
    raw(&p->out, "<tr");
    if (!is_name_again(lines, i))
        say(&p->out, " id='%s-%s'", table, l->name.llvm);
    raw(&p->out, "><td class='number'>");
    say_value(&p->out, l->name.value);
    if (several) {
        raw(&p->out, "&#8211;");
        say_value(&p->out, l->name.last);
    }
    say(&p->out, "</td><td><code>%s</code>%s</td><td>", l->name.llvm, several ? ", ..." : "");
    say_clrx(&p->out, lines, count, i);
    raw(&p->out, "</td><td>");
    say_sentence(&p->out, meaning(l->isa, table, l->name.llvm));
    if (!is_everywhere(m, l->archs)) {
        raw(&p->out, " <small>");
        say_archs(&p->out, m, l->archs);
        raw(&p->out, "</small>");
    }
    raw(&p->out, "</td></tr>\n");
}

static void say_table(page *p, const model *m, const char *table) {
    value_line lines[MAX_LINES];
    size_t count = collect_lines(m, table, lines);
    say(&p->out,
        "<div class='scroll' role='group' aria-label='%s' tabindex='0'>\n<table>\n<thead><tr>"
        "<th scope='col'>Value</th><th scope='col'>Name</th><th scope='col'>In CLRX</th>"
        "<th scope='col'>What it is</th></tr></thead>\n<tbody>\n",
        table);
    for (size_t i = 0; i < count; i++)
        if (!is_again(lines, i))
            say_line(p, m, table, lines, count, i);
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

/* ---- packed immediates ----------------------------------------------------------------------- */

static void say_bits(text *t, gisa_bits at) {
    if (at.width == 1)
        say(t, "%u", at.low);
    else
        say(t, "%u:%u", at.low + at.width - 1u, at.low);
}

/* A part and its bits, which may differ between architectures. */
static void say_part(page *p, const model *m, const char *pack, const char *name) {
    uint32_t left = 0;
    gisa_pack_part part;
    text bits[MAX_ARCHS] = {{0}};
    const gisa_isa *isa = NULL;
    bool first = true; /* the line with the anchor */
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_pack_part_at(gisa_at(a), i, &part) == GISA_OK; i++)
            if (strcmp(part.pack, pack) == 0 && strcmp(part.name, name) == 0) {
                left |= UINT32_C(1) << a;
                isa = gisa_at(a);
                if (part.high.width)
                    say_bits(&bits[a], part.high), raw(&bits[a], ", ");
                say_bits(&bits[a], part.low);
            }
    for (unsigned a = 0; a < MAX_ARCHS && isa; a++) {
        uint32_t alike = 0;
        if (!(left >> a & 1))
            continue;
        for (unsigned b = a; b < MAX_ARCHS; b++)
            if ((left >> b & 1) && strcmp(bits[a].at, bits[b].at) == 0)
                alike |= UINT32_C(1) << b;
        left &= ~alike;
        raw(&p->out, "<tr");
        if (first)
            say(&p->out, " id='%s-%s'", pack, name);
        say(&p->out, "><td class='number'>%s</td><td><code>%s</code></td><td>", bits[a].at, name);
        first = false;
        say_sentence(&p->out, meaning(isa, pack, name));
        if (!is_everywhere(m, alike)) {
            raw(&p->out, " <small>");
            say_archs(&p->out, m, alike);
            raw(&p->out, "</small>");
        }
        raw(&p->out, "</td></tr>\n");
    }
    for (unsigned a = 0; a < MAX_ARCHS; a++)
        text_free(&bits[a]);
}

/* Has an architecture before `a` a part of this name? Then it was said there. */
static bool is_said(const model *m, unsigned a, const gisa_pack_part *wanted) {
    gisa_pack_part part;
    for (unsigned b = m->first_arch; b < a; b++)
        for (unsigned i = 0; gisa_pack_part_at(gisa_at(b), i, &part) == GISA_OK; i++)
            if (strcmp(part.pack, wanted->pack) == 0 && strcmp(part.name, wanted->name) == 0)
                return true;
    return false;
}

static void say_pack(page *p, const model *m, const char *pack) {
    gisa_pack_part part;
    bool any = false;
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        for (unsigned i = 0; gisa_pack_part_at(gisa_at(a), i, &part) == GISA_OK; i++) {
            if (strcmp(part.pack, pack) != 0 || is_said(m, a, &part))
                continue;
            if (!any)
                say(&p->out,
                    "<div class='scroll' role='group' aria-label='Parts of %s' tabindex='0'>\n<table>\n"
                    "<thead><tr><th scope='col'>Bits</th><th scope='col'>Part</th>"
                    "<th scope='col'>What it is</th></tr></thead>\n<tbody>\n",
                    pack);
            any = true;
            say_part(p, m, pack, part.name);
        }
    if (any)
        raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

/* ---- state ----------------------------------------------------------------------------------- */

static void say_states(page *p, const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch + m->arch_count - 1);
    raw(&p->out,
        "<section>\n<h2 id='state'>State</h2>\n<p>What instructions read and write besides their operands.</p>\n"
        "<dl class='operands'>\n");
    for (unsigned i = 0; i < GISA_STATE_COUNT; i++) {
        const char *name = gisa_state_name(i);
        say(&p->out, "<dt id='%s'>%s</dt>\n<dd>", name, name);
        say_sentence(&p->out, meaning(isa, NULL, name));
        raw(&p->out, "</dd>\n");
    }
    raw(&p->out, "</dl>\n</section>\n");
}

/* ---- the page -------------------------------------------------------------------------------- */

static void add_table(const char *tables[MAX_TABLES], unsigned *count, const char *name) {
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(tables[i], name) == 0)
            return;
    if (*count < MAX_TABLES)
        tables[(*count)++] = name;
}

static void say_tables(page *p, const model *m) {
    const char *tables[MAX_TABLES], *name;
    unsigned count = 0;
    const gisa_isa *isa = gisa_at(m->first_arch + m->arch_count - 1);
    gisa_pack_part part;
    gisa_value_name any;
    for (unsigned i = 0; (name = gisa_name_table(isa, i)); i++)
        add_table(tables, &count, name);
    for (unsigned i = 0; gisa_pack_part_at(isa, i, &part) == GISA_OK; i++)
        add_table(tables, &count, part.pack);
    raw(&p->out, "<ul class='names'>\n");
    for (unsigned i = 0; i < count; i++)
        say(&p->out, "<li><a href='#%s'>%s</a></li>\n", tables[i], tables[i]);
    raw(&p->out, "</ul>\n");
    for (unsigned i = 0; i < count; i++) {
        say(&p->out, "<section>\n<h2 id='%s'>%s</h2>\n<p>", tables[i], tables[i]);
        say_sentence(&p->out, meaning(isa, NULL, tables[i]));
        raw(&p->out, "</p>\n");
        say_pack(p, m, tables[i]);
        if (gisa_name_of_value(isa, tables[i], 0, &any) == GISA_OK)
            say_table(p, m, tables[i]);
        raw(&p->out, "</section>\n");
    }
    say_states(p, m);
}

void write_values(const model *m) {
    page p;
    page_begin(&p, m->family, "values.html", "Values with names",
               "Names of values of modifiers and constants, and parts of packed constants and registers",
               "Values");
    raw(&p.out,
        "<h1>Values with names</h1>\n"
        "<p class='doc'>Modifiers and constants whose values have names, and constants that hold several.</p>\n");
    say_tables(&p, m);
    page_end(&p, NULL, NULL, NULL, NULL);
}
