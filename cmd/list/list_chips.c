/* SPDX-License-Identifier: MIT */
/* gisa list --chips: a line for each chip, with the facts by which chips of one family differ. */
#include <stdio.h>
#include <string.h>

#include "list.h"

typedef enum cell {
    CELL_NUMBER,
    CELL_TRUTH, /* 1 is "yes", and 0 a dot */
    CELL_RATE   /* 4 is 1/8: the rate of an instruction that takes 4 times two clocks */
} cell;

typedef struct column {
    const char *title, *fact;
    unsigned width;
    cell kind;
} column;

/* In order of importance: a narrow terminal shows the first ones. */
static const column columns[] = {
    {"machine", NULL, 8, CELL_NUMBER},       {"like", NULL, 8, CELL_NUMBER},
    {"XNACK", "xnack", 6, CELL_TRUTH},       {"SRAMECC", "sramecc", 8, CELL_TRUTH},
    {"packed", "d16_packed", 7, CELL_TRUTH}, {"SGPRs", "sgprs", 6, CELL_NUMBER},
    {"LDS", "lds_most", 6, CELL_NUMBER},     {"banks", "lds_banks", 6, CELL_NUMBER},
    {"waves", "simd_waves", 6, CELL_NUMBER}, {"f64", "double_factor", 5, CELL_RATE},
    {"APU", "apu", 4, CELL_TRUTH},
};
enum { COLUMNS = sizeof columns / sizeof *columns, NAME = 10, NAMES = 12 };

/* How many columns there is room for, with some for the names. */
static unsigned columns_in(const page *p) {
    unsigned used = NAME, n = 0;
    while (n < COLUMNS && (!p->terminal || used + columns[n].width + NAMES <= p->width))
        used += columns[n++].width;
    return n;
}

/* Where each wave gets the same number of scalar registers, they may be too few for all waves. */
static int64_t value_of(const gisa_isa *isa, const char *name) {
    int64_t value = gisa_fact(isa, name, 0), each = gisa_fact(isa, "sgprs_allocated", 0);
    int64_t enough = each ? gisa_fact(isa, "simd_sgprs", 0) / each : value;
    return strcmp(name, "simd_waves") == 0 && enough < value ? enough : value;
}

static void put_cell(page *p, const gisa_isa *isa, const column *c) {
    int64_t value = c->fact ? value_of(isa, c->fact) : 0;
    if (!c->fact && c->title[0] == 'm' && gisa_elf_machine(isa))
        page_format(p, INK_PLAIN, "0x%02x", (unsigned)gisa_elf_machine(isa));
    else if (!c->fact && c->title[0] == 'm')
        page_put(p, INK_FAINT, ".");
    else if (!c->fact)
        page_put(p, INK_PLAIN, gisa_base(isa) == isa ? "." : gisa_name(gisa_base(isa)));
    else if (c->kind == CELL_TRUTH || !value)
        page_put(p, value ? INK_PLAIN : INK_FAINT, value ? "yes" : ".");
    else if (c->kind == CELL_RATE)
        page_format(p, INK_PLAIN, "1/%u", 2 * (unsigned)value);
    else
        page_format(p, INK_PLAIN, "%u", (unsigned)value);
}

/* Text that ends at the width of a terminal. */
static void put_names(page *p, const char *names) {
    size_t room = p->width > p->column ? p->width - p->column : 0;
    if (!p->terminal || strlen(names) <= room)
        page_put(p, INK_PLAIN, names);
    else if (room > 3)
        page_format(p, INK_PLAIN, "%.*s...", (int)room - 3, names);
}

static void put_titles(page *p, unsigned shown) {
    unsigned at = NAME;
    page_put(p, INK_FAINT, "chip");
    for (unsigned i = 0; i < shown; at += columns[i++].width) {
        page_to(p, at);
        page_put(p, INK_FAINT, columns[i].title);
    }
    page_to(p, at);
    page_put(p, INK_FAINT, "other names");
    page_end_line(p);
}

static void put_chip(page *p, const gisa_isa *isa, unsigned shown) {
    unsigned at = NAME;
    page_put(p, INK_STRONG, gisa_name(isa));
    for (unsigned i = 0; i < shown; at += columns[i++].width) {
        page_to(p, at);
        put_cell(p, isa, &columns[i]);
    }
    page_to(p, at);
    put_names(p, gisa_other_names(isa));
    page_end_line(p);
}

/* Is it of a family whose chips have code in ELF files? Not all of its own have (the PS4 Pro). */
static bool is_listed(const gisa_isa *isa) {
    const gisa_isa *other;
    bool machines = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (other = gisa_at(a)); a++)
        machines |= gisa_elf_machine(other) && strcmp(gisa_family(other), gisa_family(isa)) == 0;
    return machines;
}

bool list_chips(page *p, uint32_t architectures, bool (*fits)(const void *ctx, const gisa_isa *isa),
                const void *ctx) {
    const gisa_isa *isa, *chip;
    unsigned shown = columns_in(p);
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        if ((architectures && !(architectures >> a & 1)) || !is_listed(isa))
            continue;
        chip = isa;
        for (unsigned k = 0; chip; chip = gisa_chip(isa, k++)) {
            if (!fits(ctx, chip))
                continue;
            if (!any)
                put_titles(p, shown);
            any = true;
            put_chip(p, chip, shown);
        }
    }
    return any;
}
