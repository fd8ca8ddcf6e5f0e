/* SPDX-License-Identifier: MIT */
/* Registers of banks: the page of banks, swizzles and constants, and what the page of an
   instruction says of the banks of an operand. */
#include <string.h>

#include "manual.h"

static void say_kind(text *t, const gisa_isa *isa, unsigned kind) {
    const char *letters = gisa_bank_letters(kind);
    if (kind == GISA_KIND_NONE) {
        raw(t, "reserved");
        return;
    }
    say(t, "<code>%s</code>", *letters ? letters : gisa_kind_name(kind));
    if (*meaning(isa, NULL, gisa_kind_name(kind)))
        say(t, ", %s", meaning(isa, NULL, gisa_kind_name(kind)));
}

static void begin_table(page *p, const char *label, const char *first, const char *second) {
    say(&p->out,
        "<div class='scroll' role='group' aria-label='%s' tabindex='0'>\n<table>\n<thead><tr>"
        "<th scope='col'>%s</th><th scope='col'>%s</th></tr></thead>\n<tbody>\n",
        label, first, second);
}

static void end_table(page *p) {
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
}

static void say_banks(page *p, const gisa_isa *isa, const char *table) {
    unsigned kind;
    say(&p->out, "<h3 id='%s'>%s</h3>\n", table, table);
    begin_table(p, table, "Selector", "Bank");
    for (unsigned i = 0; gisa_bank_at(isa, table, i, &kind) == GISA_OK; i++) {
        say(&p->out, "<tr><td class='number'>%u</td><td>", i);
        say_kind(&p->out, isa, kind);
        raw(&p->out, "</td></tr>\n");
    }
    end_table(p);
}

static void say_swizzles(page *p, const gisa_isa *isa, const char *table) {
    char letters[5];
    say(&p->out, "<h3 id='%s'>%s</h3>\n<ol class='swizzles' start='0'>\n", table, table);
    for (unsigned i = 0; gisa_swizzle_at(isa, table, i, letters) == GISA_OK; i++)
        say(&p->out, "<li><span>%u</span> <code>%s</code></li>\n", i, letters);
    raw(&p->out, "</ol>\n");
}

static void say_constants(page *p, const gisa_isa *isa) {
    uint32_t words[2];
    section_begin(p, "Constants");
    raw(&p->out, "<p>Entries of the table of constants; each has two words.</p>\n");
    begin_table(p, "Constants", "Entry", "Words, and what they are as 32-bit floats");
    for (unsigned i = 0; gisa_constant_at(isa, i, words) == GISA_OK; i++) {
        say(&p->out, "<tr id='constant-%u'><td class='number'>%u</td><td><code>%08x %08x</code> ", i, i,
            words[0], words[1]);
        say_float(&p->out, words[0], 32);
        raw(&p->out, ", ");
        say_float(&p->out, words[1], 32);
        raw(&p->out, "</td></tr>\n");
    }
    end_table(p);
    section_end(p);
}

void write_registers(const model *m) {
    const gisa_isa *isa = gisa_at(m->first_arch);
    const char *table;
    page p;
    if (!gisa_bank_table(isa, 0))
        return;
    page_begin(&p, m->family, "registers.html", "Registers",
               "Banks of registers by selector, swizzles of channels, and the table of constants",
               "Registers");
    raw(&p.out,
        "<h1>Registers</h1>\n<p class='doc'>An operand has a selector, which says the bank, and a number "
        "in the bank. Operands with a swizzle say which channels of the register they read.</p>\n");
    section_begin(&p, "Banks");
    for (unsigned i = 0; (table = gisa_bank_table(isa, i)); i++)
        say_banks(&p, isa, table);
    section_end(&p);
    section_begin(&p, "Swizzles");
    raw(&p.out, "<p>The channels that are read, by selector: <code>x y z w</code>, and the constants "
                "<code>0 1 2</code> and <code>h</code>, one half.</p>\n");
    for (unsigned i = 0; (table = gisa_swizzle_table(isa, i)); i++)
        say_swizzles(&p, isa, table);
    section_end(&p);
    say_constants(&p, isa);
    page_end(&p, NULL, NULL, NULL, NULL);
}

/* ---- an operand ------------------------------------------------------------------------------ */

/* " r, o, pa (DEST)": each bank once. */
static void say_choice(text *t, const gisa_isa *isa, const gisa_bank_info *b) {
    unsigned kind, entries = 1u << (b->choice.width + b->extension.width);
    uint64_t seen = 0;
    const char *between = " Banks: ";
    for (unsigned i = 0; i < entries && gisa_bank_at(isa, b->banks, i, &kind) == GISA_OK; i++) {
        if (kind == GISA_KIND_NONE || seen >> kind & 1)
            continue;
        seen |= UINT64_C(1) << kind;
        say(t, "%s<code>%s</code>", between,
            *gisa_bank_letters(kind) ? gisa_bank_letters(kind) : gisa_kind_name(kind));
        between = ", ";
    }
    say(t, " (<a href='registers.html#%s'>%s</a>).", b->banks, b->banks);
}

static void say_range(text *t, const gisa_bank_info *b) {
    unsigned last = (1u << b->number.width) - 1;
    if (!b->number.width)
        return;
    say(t, " Numbers 0 to %u", b->doubled ? 2 * last : last);
    raw(t, b->doubled ? ", even ones." : ".");
    if (b->internal)
        say(t, " In bank <code>r</code>, those from %u on are the internal registers.",
            b->doubled ? 2u * b->internal : b->internal);
}

void say_bank(text *t, const variant *v, unsigned operand) {
    gisa_bank_info b;
    if (gisa_form_bank(v->isa, v->form, operand, &b) != GISA_OK)
        return;
    say_choice(t, v->isa, &b);
    say_range(t, &b);
    if (strcmp(b.swizzles, "FREE") == 0)
        raw(t, " Any swizzle.");
    else if (*b.swizzles)
        say(t, " Swizzles: <a href='registers.html#%s'>%s</a>.", b.swizzles, b.swizzles);
    if (*b.channels)
        say(t, " Channels: <code>%s</code>.", b.channels);
}
