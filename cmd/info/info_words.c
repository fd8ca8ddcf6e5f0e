/* SPDX-License-Identifier: MIT */
/* The manual entries of what is no instruction: formats, architectures, registers, operands,
   tables, other words. */
#include "info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "explain/explain.h"

static void title(page *p, const char *name, const char *mark, const char *what) {
    page_put(p, INK_STRONG, name);
    page_put(p, INK_FAINT, *what ? mark : "");
    page_flow(p, 2, INK_FAINT, what);
    page_end_line(p);
}

static void paragraph(page *p, const char *text) {
    page_to(p, 2);
    page_flow(p, 2, INK_PLAIN, text);
    page_end_line(p);
}

static void note_said(question *q, const char *meaning) {
    if (meaning && q->said_count < sizeof q->said / sizeof *q->said)
        q->said[q->said_count++] = meaning;
}

static void say(question *q, const char *meaning) {
    note_said(q, meaning);
    if (meaning)
        paragraph(&q->page, meaning);
}

static bool has_said(const question *q, const char *meaning) {
    for (unsigned i = 0; i < q->said_count; i++)
        if (strcmp(q->said[i], meaning) == 0)
            return true;
    return false;
}

/* ---- formats ---------------------------------------------------------------------------- */

static bool find_format(const question *q, const gisa_isa *isa, uint32_t *index, gisa_format_info *info) {
    for (*index = 0; isa && gisa_format(isa, *index, info) == GISA_OK; ++*index)
        if (question_fits(q, info->name))
            return true;
    return false;
}

static bool overlaps(gisa_bits a, gisa_bits b) {
    return a.width && b.width && a.low < b.low + b.width && b.low < a.low + a.width;
}

/* What the operands that use the bits are, and what the bits do to others. */
typedef struct users {
    phrase docs, negated, absolute, extended, others;
} piece_users;

static void note(phrase *list, const char *between, const char *item) {
    if (!phrase_has(list, between, item))
        phrase_item(list, between, item);
}

static void note_operand(piece_users *u, const gisa_operand_info *info, gisa_bits at) {
    bool held = strcmp(info->codec, "literal") == 0;
    if (strcmp(info->codec, "exp_source") == 0 &&
        (overlaps(info->field[1], at) || overlaps(info->field[2], at))) {
        if (overlaps(info->field[1], at))
            note(&u->docs, "; ", "which of the values are there");
        return;
    }
    for (unsigned n = 0; n < info->field_count; n++)
        held |= overlaps(info->field[n], at);
    if (held)
        note(&u->docs, "; ", info->doc ? info->doc : info->name);
    else if (overlaps(info->neg, at))
        note(&u->negated, ", ", info->name);
    else if (overlaps(info->abs, at))
        note(&u->absolute, ", ", info->name);
    else if (overlaps(info->sext, at))
        note(&u->extended, ", ", info->name);
    else if (!overlaps(info->plus, at))
        note(&u->others, ", ", info->name);
}

static void add_users(const gisa_isa *isa, uint32_t format, const gisa_piece *piece, phrase *p) {
    piece_users u;
    gisa_form_info form;
    memset(&u, 0, sizeof u);
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++) {
        gisa_piece own;
        if (form.format_index != format)
            continue;
        for (unsigned k = 0; gisa_form_piece(isa, i, k, &own) == GISA_OK; k++)
            for (unsigned o = 0; overlaps(own.at, piece->at) && o < form.operand_count; o++) {
                gisa_operand_info info;
                if ((own.operands >> o & 1) && gisa_form_operand(isa, i, o, &info) == GISA_OK)
                    note_operand(&u, &info, piece->at);
            }
    }
    phrase_add(p, "%s", u.docs.text);
    if (u.negated.size)
        phrase_add(p, "%snegates %s", p->size ? "; " : "", u.negated.text);
    if (u.absolute.size)
        phrase_add(p, "%stakes the absolute value of %s", p->size ? "; " : "", u.absolute.text);
    if (u.extended.size)
        phrase_add(p, "%sextends the sign of %s", p->size ? "; " : "", u.extended.text);
    if (u.others.size)
        phrase_add(p, "%sdecides which register %s is", p->size ? "; " : "", u.others.text);
}

static void show_format_fields(page *p, const gisa_isa *isa, uint32_t format, const picture *q) {
    unsigned width = 0;
    for (unsigned i = 0; i < q->count; i++)
        width = strlen(q->piece[i].name) > width ? (unsigned)strlen(q->piece[i].name) : width;
    for (unsigned i = 0; i < q->count; i++) {
        const gisa_piece *piece = &q->piece[i];
        phrase users = {.size = 0};
        if (piece->kind == GISA_PIECE_OPCODE)
            phrase_add(&users, "which instruction it is");
        else if (*piece->name)
            add_users(isa, format, piece, &users);
        if (!*piece->name)
            continue;
        piece_place(p, piece);
        page_put(p, INK_PLAIN, piece->name);
        unsigned indent = page_last_column(p, 11 + width);
        page_flow(p, indent, INK_PLAIN, users.text);
        page_end_line(p);
    }
}

static void show_format_instructions(page *p, const gisa_isa *isa, uint32_t format) {
    gisa_form_info form;
    unsigned count = 0;
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++)
        count += form.format_index == format;
    page_to(p, 2);
    page_format(p, INK_FAINT, "%u instructions on %s:", count, gisa_name(isa));
    page_end_line(p);
    page_to(p, 2);
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++)
        if (form.format_index == format)
            page_flow(p, 2, INK_PLAIN, form.name);
    page_end_line(p);
}

static void show_format_corrections(question *q, const gisa_isa *isa, uint32_t format) {
    gisa_correction c;
    for (unsigned i = 0; isa && gisa_format_correction(isa, format, i, &c) == GISA_OK; i++) {
        phrase line = {.size = 0};
        if (!i)
            page_heading(&q->page, "Mistakes in documents");
        phrase_add(&line, "%s: %s", c.document, c.text);
        paragraph(&q->page, line.text);
    }
}

bool info_format(question *q) {
    picture drawn[MAX_ARCHITECTURES];
    page *p = &q->page;
    const gisa_isa *newest = NULL;
    uint32_t newest_index = 0;
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_format_info info, other;
        uint32_t index, k, set = 0;
        phrase names = {.size = 0};
        drawn[a].count = 0;
        if (!find_format(q, isa, &index, &info))
            continue;
        if (!any)
            title(p, info.name, ":", info.doc ? info.doc : "");
        any = true;
        note_said(q, info.doc);
        newest = isa;
        newest_index = index;
        drawn[a] = picture_of_format(isa, index);
        bool shown = false;
        for (unsigned b = 0; b < a; b++)
            shown |= drawn[b].count && picture_same(&drawn[a], &drawn[b]);
        if (shown)
            continue;
        for (unsigned b = a; b < MAX_ARCHITECTURES && gisa_at(b); b++)
            if (find_format(q, question_isa(q, b), &k, &other)) {
                picture same = picture_of_format(gisa_at(b), k);
                set |= picture_same(&drawn[a], &same) ? 1u << b : 0;
            }
        architecture_names(set, &names);
        page_heading(p, names.text);
        for (unsigned i = 0, low; (low = picture_dword(isa, info.size, i)) < 64; i++)
            picture_draw_names(p, &drawn[a], low);
        show_format_fields(p, isa, index, &drawn[a]);
    }
    show_format_corrections(q, newest, newest_index);
    if (newest) {
        page_heading(p, "Instructions");
        show_format_instructions(p, newest, newest_index);
        page_to(p, 2);
        page_flow(p, 2, INK_FAINT, "In pictures, - is reserved and must be 0, and ~ is ignored.");
        page_end_line(p);
    }
    return any;
}

/* ---- architectures ---------------------------------------------------------------------- */

/* A run of codes that count up: its first and last name. */
static unsigned show_codes_from(page *p, const gisa_isa *isa, unsigned code, const char **before) {
    char room[8], next_room[8], last_room[8], codes[16];
    gisa_code_info first, next;
    unsigned last = code;
    phrase text = {.size = 0};
    gisa_code(isa, code, room, &first);
    snprintf(last_room, sizeof last_room, "%s", "");
    while (gisa_code(isa, last + 1, next_room, &next) == GISA_OK && next.kind == first.kind &&
           (first.kind == GISA_KIND_NONE || first.kind == GISA_KIND_SGPR || first.kind == GISA_KIND_VGPR ||
            first.kind == GISA_KIND_TTMP || first.kind == GISA_KIND_INLINE) &&
           (first.kind != GISA_KIND_INLINE ||
            (!strchr(first.name, '.') == !strchr(next.name, '.') &&
             (*first.name == '-') == (*next.name == '-') && !strchr(next.name, '/')))) {
        last++;
        memcpy(last_room, next_room, sizeof last_room);
        if (next.name != next_room)
            snprintf(last_room, sizeof last_room, "%s", next.name);
    }
    if (first.kind == GISA_KIND_NONE)
        return last + 1;
    if (last > code)
        snprintf(codes, sizeof codes, "%u-%u", code, last);
    else
        snprintf(codes, sizeof codes, "%u", code);
    phrase_add(&text, "%s%s%s", first.name, last > code ? " to " : "", last_room);
    page_to(p, 2);
    page_put(p, INK_FAINT, codes);
    page_to(p, 11);
    page_put(p, INK_PLAIN, text.text);
    const char *word = first.kind == GISA_KIND_SGPR      ? "sgpr"
                       : first.kind == GISA_KIND_VGPR    ? "vgpr"
                       : first.kind == GISA_KIND_TTMP    ? "ttmp"
                       : first.kind == GISA_KIND_LITERAL ? "literal"
                       : first.kind == GISA_KIND_INLINE  ? (strchr(first.name, '.') ? "float" : "integer")
                       : *first.pair                     ? first.pair
                                                         : first.name;
    const char *meaning = gisa_meaning(isa, NULL, word);
    if (meaning && meaning != *before) {
        unsigned indent = page_last_column(p, 30);
        page_flow(p, indent, INK_FAINT, meaning);
    }
    page_end_line(p);
    *before = meaning;
    return last + 1;
}

/* The facts, operand codes and rows of a chip that its architecture does not have so. */
static void show_differences(page *p, const gisa_isa *isa, const gisa_isa *base) {
    phrase heading = {.size = 0};
    gisa_form_info form, other;
    const char *name;
    int64_t value;
    phrase_add(&heading, "Different from %s", gisa_name(base));
    page_heading(p, heading.text);
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++) {
        int64_t there = gisa_fact(base, name, 0);
        phrase text = {.size = 0};
        if (value == there)
            continue;
        const char *meaning = gisa_meaning(isa, NULL, name);
        phrase_add(&text, "%" PRId64 ", not %" PRId64 ": %s", value, there, meaning ? meaning : "");
        info_line(p, name, 26, text.text);
    }
    for (unsigned code = 0; code < 512; code++) {
        char room[8], base_room[8];
        gisa_code_info here, there;
        gisa_code(isa, code, room, &here);
        gisa_code(base, code, base_room, &there);
        phrase text = {.size = 0};
        phrase_add(&text, "operand code %u, which %s reserves", code, gisa_name(base));
        if (here.kind != GISA_KIND_NONE && there.kind == GISA_KIND_NONE)
            info_line(p, here.name, 26, text.text);
    }
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++) {
        bool same = false;
        for (uint32_t k = 0; !same && gisa_form(base, k, &other) == GISA_OK; k++)
            same = other.row == form.row;
        if (!same)
            info_line(p, form.mnemonic, 26, form.doc);
    }
}

/* Which chips have the same instructions; of a chip, whose it has. */
static void show_chips(page *p, const gisa_isa *isa) {
    phrase text = {.size = 0};
    const gisa_isa *base = gisa_base(isa), *chip;
    if (isa != base)
        phrase_add(
            &text,
            "Its instructions are those of %s, but for what follows; 'gisa info' and 'gisa list' show those of %s.",
            gisa_name(base), gisa_name(base));
    else if (gisa_chip(isa, 0))
        phrase_add(&text, "Chips with the same instructions:");
    for (unsigned i = 0; isa == base && (chip = gisa_chip(isa, i)); i++)
        phrase_add(&text, "%s %s%s%s%s", i ? "," : "", gisa_name(chip), *gisa_other_names(chip) ? " (" : "",
                   gisa_other_names(chip), *gisa_other_names(chip) ? ")" : "");
    if (text.size)
        paragraph(p, text.text);
}

static void show_architecture(page *p, const gisa_isa *isa) {
    phrase text = {.size = 0};
    gisa_form_info form;
    gisa_format_info format;
    unsigned rows = 0;
    uint32_t last_row = UINT32_MAX;
    const char *name;
    int64_t value;
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++) {
        rows += form.row != last_row;
        last_row = form.row;
    }
    title(p, gisa_name(isa), ":", gisa_other_names(isa));
    phrase_add(&text, "%u instructions, %u with their forms in other encodings", rows, gisa_form_count(isa));
    paragraph(p, text.text);
    text.size = 0;
    if (gisa_elf_machine(isa))
        phrase_add(&text, "EF_AMDGPU_MACH in the header of ELF files: 0x%02x", gisa_elf_machine(isa));
    else
        phrase_add(&text, "There are no ELF files of it.");
    paragraph(p, text.text);
    show_chips(p, isa);
    if (isa != gisa_base(isa))
        show_differences(p, isa, gisa_base(isa));
    page_heading(p, "Facts");
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++) {
        const char *meaning = gisa_meaning(isa, NULL, name);
        page_to(p, 2);
        page_put(p, INK_PLAIN, name);
        phrase number = {.size = 0};
        phrase_add(&number, value > 9999 ? "0x%" PRIx64 : "%" PRId64, value);
        page_to(p, p->width < 60 ? 0 : 31);
        page_flow(p, 6, INK_STRONG, number.text);
        unsigned indent = page_last_column(p, 43);
        page_flow(p, indent, INK_FAINT, meaning ? meaning : "");
        page_end_line(p);
    }
    page_heading(p, "Formats");
    for (uint32_t i = 0; gisa_format(isa, i, &format) == GISA_OK; i++)
        info_line(p, format.name, 21, format.doc ? format.doc : "");
    page_heading(p, "Operand codes");
    const char *before = NULL;
    for (unsigned code = 0; code < 512;)
        code = show_codes_from(p, isa, code, &before);
    paragraph(p, "The other codes are reserved.");
}

bool info_architecture(question *q) {
    bool any = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a), *chip;
        for (unsigned k = 0; isa && (chip = gisa_chip(isa, k)); k++)
            if (gisa_find(q->name) == chip) {
                show_architecture(&q->page, chip);
                any = true;
            }
        if (!isa || gisa_find(q->name) != isa)
            continue;
        show_architecture(&q->page, isa);
        any = true;
    }
    return any;
}

/* ---- registers -------------------------------------------------------------------------- */

/* The code that has this name; 512 = none. *pair: it is the name of this and the next one. */
static unsigned find_code(const question *q, const gisa_isa *isa, bool *pair, gisa_code_info *info,
                          char room[8]) {
    for (unsigned code = 0; isa && gisa_code(isa, code, room, info) == GISA_OK; code++) {
        *pair = *info->pair && question_fits(q, info->pair);
        if (info->kind != GISA_KIND_NONE &&
            (*pair || question_fits(q, info->name) || question_fits(q, info->clrx)))
            return code;
    }
    return 512;
}

static const char *code_word(const gisa_isa *isa, const gisa_code_info *info, bool pair) {
    static const char *const kinds[GISA_KIND_COUNT] = {[GISA_KIND_SGPR] = "sgpr",
                                                       [GISA_KIND_VGPR] = "vgpr",
                                                       [GISA_KIND_TTMP] = "ttmp",
                                                       [GISA_KIND_LITERAL] = "literal"};
    if (kinds[info->kind])
        return kinds[info->kind];
    if (info->kind == GISA_KIND_INLINE)
        return strchr(info->name, '.') || strchr(info->name, '/') ? "float" : "integer";
    static char low[64];
    snprintf(low, sizeof low, "%s", pair ? info->pair : info->name);
    size_t size = strlen(low);
    if (!gisa_meaning(isa, NULL, low) && size > 3) /* vcc_lo, vcc_hi: halves of vcc */
        low[size - 3] = 0;
    return low;
}

bool info_register(question *q) {
    page *p = &q->page;
    bool any = false;
    unsigned codes[MAX_ARCHITECTURES];
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_code_info info;
        char room[8];
        bool pair = false;
        uint32_t set = 0;
        phrase names = {.size = 0}, line = {.size = 0};
        codes[a] = find_code(q, isa, &pair, &info, room);
        if (codes[a] == 512)
            continue;
        if (!any) {
            const char *meaning = gisa_meaning(isa, NULL, code_word(isa, &info, pair));
            title(p, pair ? info.pair : info.name, ",",
                  info.kind == GISA_KIND_INLINE ? "a constant" : "a register");
            say(q, meaning);
        }
        any = true;
        bool shown = false;
        for (unsigned b = 0; b < a; b++)
            shown |= codes[b] == codes[a];
        if (shown)
            continue;
        for (unsigned b = a; b < MAX_ARCHITECTURES && gisa_at(b); b++) {
            gisa_code_info other;
            char other_room[8];
            bool other_pair;
            if (find_code(q, question_isa(q, b), &other_pair, &other, other_room) == codes[a])
                set |= 1u << b;
        }
        architecture_names(set, &names);
        if (pair)
            phrase_add(&line, "operand codes %u and %u on %s", codes[a], codes[a] + 1, names.text);
        else
            phrase_add(&line, "operand code %u on %s", codes[a], names.text);
        if (info.kind == GISA_KIND_NAMED && strcmp(info.clrx, info.name) != 0)
            phrase_add(&line, "; CLRX writes %s", info.clrx);
        paragraph(p, line.text);
    }
    return any;
}

/* ---- operands and modifiers ------------------------------------------------------------- */

/* The formats in which an operand of this name means the same, with the architectures. */
typedef struct use {
    const char *doc, *codec, *names, *type, *key;
    phrase formats;
    uint32_t set;
    unsigned low, high; /* bits */
} use;

enum { MAX_USES = 24 };

static void note_use(use *uses, unsigned *count, const gisa_operand_info *info, const char *format,
                     unsigned a) {
    unsigned i = 0;
    const char *doc = info->doc ? info->doc : "";
    while (i < *count && strcmp(uses[i].doc, doc) != 0)
        i++;
    if (i == MAX_USES)
        return;
    if (i == *count) {
        uses[i] = (use){.doc = doc, .codec = info->codec, .names = info->names, .key = info->key};
        ++*count;
    }
    uses[i].set |= 1u << a;
    if (!phrase_has(&uses[i].formats, " ", format))
        phrase_item(&uses[i].formats, " ", format);
}

bool info_operand(question *q) {
    static use uses[MAX_USES];
    unsigned count = 0;
    page *p = &q->page;
    const char *name = NULL;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_form_info form;
        for (uint32_t i = 0; isa && gisa_form(isa, i, &form) == GISA_OK; i++)
            for (unsigned k = 0; k < form.operand_count; k++) {
                gisa_operand_info info;
                const char *operand = gisa_operand_name(isa, i, k);
                if (!operand || !question_fits(q, operand) || gisa_form_operand(isa, i, k, &info) != GISA_OK)
                    continue;
                name = info.name;
                note_use(uses, &count, &info, form.format, a);
            }
    }
    if (!count)
        return false;
    title(p, name, ",", *uses[0].key ? "a modifier" : "an operand");
    for (unsigned i = 0; i < count; i++) {
        phrase names = {.size = 0}, where = {.size = 0};
        say(q, uses[i].doc);
        architecture_names(uses[i].set, &names);
        phrase_add(&where, "in %s on %s", uses[i].formats.text, names.text);
        page_to(p, 4);
        page_flow(p, 4, INK_FAINT, where.text);
        page_end_line(p);
        if (*uses[i].names) {
            page_to(p, 4);
            page_flow(p, 4, INK_FAINT, "its values: gisa info");
            page_flow(p, 4, INK_FAINT, uses[i].names);
            page_end_line(p);
        }
    }
    return true;
}

/* ---- tables of values ------------------------------------------------------------------- */

static const char *find_table(const question *q, const gisa_isa *isa) {
    const char *table;
    for (unsigned i = 0; isa && (table = gisa_name_table(isa, i)); i++)
        if (question_fits(q, table))
            return table;
    return NULL;
}

static bool has_entry(const gisa_isa *isa, const char *table, const gisa_value_name *entry) {
    gisa_value_name other;
    for (unsigned i = 0; gisa_name_of_value(isa, table, i, &other) == GISA_OK; i++)
        if (other.value == entry->value && other.last == entry->last &&
            strcmp(other.llvm, entry->llvm) == 0 && strcmp(other.clrx, entry->clrx) == 0)
            return true;
    return false;
}

static void show_entry(question *q, const gisa_isa *isa, const char *table, const gisa_value_name *entry,
                       unsigned width, uint32_t all) {
    page *p = &q->page;
    const char *meaning = gisa_meaning(isa, table, entry->llvm);
    phrase text = {.size = 0};
    uint32_t set = 0;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        if (question_isa(q, a) && has_entry(gisa_at(a), table, entry))
            set |= 1u << a;
    if (entry->last > entry->value)
        phrase_add(&text, "%u-%u", entry->value, entry->last);
    else
        phrase_add(&text, "%u", entry->value);
    page_to(p, 2);
    page_put(p, INK_FAINT, text.text);
    page_to(p, 12);
    page_put(p, INK_PLAIN, entry->llvm);
    if (entry->last > entry->value)
        page_put(p, INK_PLAIN, " ...");
    unsigned indent = page_last_column(p, 14 + width);
    page_flow(p, indent, INK_PLAIN, meaning ? meaning : "");
    if (strcmp(entry->clrx, entry->llvm) != 0) {
        phrase clrx = {.size = 0};
        phrase_add(&clrx, "(CLRX: %s)", entry->clrx);
        page_flow(p, indent, INK_FAINT, clrx.text);
    }
    if (set != all) {
        phrase names = {.size = 0};
        architecture_names(set, &names);
        phrase where = {.size = 0};
        phrase_add(&where, "(%s)", names.text);
        page_flow(p, indent, INK_FAINT, where.text);
    }
    page_end_line(p);
}

static bool find_part(const gisa_isa *isa, const gisa_pack_part *wanted) {
    gisa_pack_part part;
    for (unsigned i = 0; isa && gisa_pack_part_at(isa, i, &part) == GISA_OK; i++)
        if (strcmp(part.pack, wanted->pack) == 0 && strcmp(part.name, wanted->name) == 0 &&
            part.low.low == wanted->low.low && part.low.width == wanted->low.width &&
            part.high.width == wanted->high.width && part.high.low == wanted->high.low)
            return true;
    return false;
}

void info_parts(question *q, const char *pack) {
    gisa_pack_part part;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        for (unsigned i = 0; isa && gisa_pack_part_at(isa, i, &part) == GISA_OK; i++) {
            phrase text = {.size = 0}, names = {.size = 0};
            const char *meaning = gisa_meaning(isa, part.pack, part.name);
            uint32_t set = 0;
            bool shown = strcmp(part.pack, pack) != 0;
            for (unsigned b = 0; b < MAX_ARCHITECTURES && gisa_at(b); b++)
                if (find_part(question_isa(q, b), &part)) {
                    shown |= b < a;
                    set |= 1u << b;
                }
            if (shown)
                continue;
            architecture_names(set, &names);
            phrase_add(&text, "bits ");
            if (part.high.width)
                phrase_add(&text, "%u:%u and ", part.high.low + part.high.width - 1u, part.high.low);
            phrase_add(&text, "%u:%u: %s (%s)", part.low.low + part.low.width - 1u, part.low.low,
                       meaning ? meaning : "", names.text);
            info_line(&q->page, part.name, 12, text.text);
        }
    }
}

static const char *find_pack(const question *q) {
    gisa_pack_part part;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned i = 0; question_isa(q, a) && gisa_pack_part_at(gisa_at(a), i, &part) == GISA_OK; i++)
            if (question_fits(q, part.pack))
                return part.pack;
    return NULL;
}

bool info_table(question *q) {
    page *p = &q->page;
    const char *table = NULL, *pack = find_pack(q);
    uint32_t all = 0;
    unsigned width = 0;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        gisa_value_name entry;
        const char *here = find_table(q, question_isa(q, a));
        if (!here)
            continue;
        table = here;
        all |= 1u << a;
        for (unsigned i = 0; gisa_name_of_value(gisa_at(a), table, i, &entry) == GISA_OK; i++) {
            unsigned size = (unsigned)strlen(entry.llvm) + (entry.last > entry.value ? 4 : 0);
            width = size > width ? size : width;
        }
    }
    if (!table && !pack)
        return false;
    const gisa_isa *some = q->isa ? q->isa : gisa_at(0);
    const char *meaning = gisa_meaning(some, NULL, table ? table : pack);
    title(p, table ? table : pack, ":", meaning ? meaning : "a number with parts");
    note_said(q, meaning);
    if (pack) {
        page_heading(p, "Parts");
        info_parts(q, pack);
    }
    if (table)
        page_heading(p, "Values");
    for (unsigned a = 0; table && a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        gisa_value_name entry;
        if (!(all >> a & 1))
            continue;
        for (unsigned i = 0; gisa_name_of_value(gisa_at(a), table, i, &entry) == GISA_OK; i++) {
            bool shown = false;
            for (unsigned b = 0; b < a && !shown; b++)
                shown = (all >> b & 1) && has_entry(gisa_at(b), table, &entry);
            if (!shown)
                show_entry(q, gisa_at(a), table, &entry, width, all);
        }
    }
    return true;
}

/* ---- other words ------------------------------------------------------------------------ */

static const char *class_named(const question *q) {
    for (unsigned c = 0; gisa_class_name(c); c++)
        if (question_fits(q, gisa_class_name(c)))
            return gisa_class_name(c);
    return NULL;
}

static const char *state_named(const question *q) {
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (question_fits(q, gisa_state_name(bit)))
            return gisa_state_name(bit);
    return NULL;
}

static void show_class(question *q, const gisa_isa *isa, const char *class_) {
    phrase formats = {.size = 0};
    gisa_format_info format;
    for (uint32_t i = 0; gisa_format(isa, i, &format) == GISA_OK; i++)
        if (strcmp(gisa_class_name(format.class_), class_) == 0)
            phrase_item(&formats, " ", format.name);
    title(&q->page, class_, ",", "a class of instructions");
    paragraph(&q->page, gisa_meaning(isa, NULL, class_) ? gisa_meaning(isa, NULL, class_) : "");
    phrase hint = {.size = 0};
    if (formats.size)
        phrase_add(&hint, "formats on %s: %s; ", gisa_name(isa), formats.text);
    phrase_add(&hint, "gisa list --class %s lists its instructions", class_);
    page_to(&q->page, 2);
    page_flow(&q->page, 2, INK_FAINT, hint.text);
    page_end_line(&q->page);
}

static bool show_fact(question *q) {
    const char *shown = NULL;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const char *name;
        int64_t value;
        for (unsigned i = 0; question_isa(q, a) && gisa_fact_at(gisa_at(a), i, &name, &value) == GISA_OK;
             i++) {
            if (!question_fits(q, name))
                continue;
            if (!shown) {
                title(&q->page, name, ",", "a fact about architectures");
                paragraph(&q->page,
                          gisa_meaning(gisa_at(a), NULL, name) ? gisa_meaning(gisa_at(a), NULL, name) : "");
            }
            shown = name;
            page_to(&q->page, 2);
            page_put(&q->page, INK_PLAIN, gisa_name(gisa_at(a)));
            page_to(&q->page, 12);
            page_format(&q->page, INK_STRONG, value > 9999 ? "0x%" PRIx64 : "%" PRId64, value);
            page_end_line(&q->page);
        }
    }
    return shown != NULL;
}

/* Does some instruction of the architecture read or write this state? Where none does, a word of
   its name is something else. */
static bool has_state(const gisa_isa *isa, const char *state) {
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++)
        for (unsigned bit = 0; gisa_state_name(bit); bit++)
            if (((info.reads | info.writes) >> bit & 1) && strcmp(gisa_state_name(bit), state) == 0)
                return true;
    return false;
}

/* A word that only the list of meanings has: a type, a state (NULL: it is none), a kind of
   register. */
static bool show_meaning(question *q, const char *state) {
    const char *what = state ? "a state of the wave or the GPU" : "";
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const char *word, *text;
        if (state && !q->isa && !has_state(gisa_at(a), state))
            continue;
        for (unsigned i = 0; question_isa(q, a) && gisa_meaning_at(gisa_at(a), i, &word, &text) == GISA_OK;
             i++)
            if (!strchr(word, '.') && question_fits(q, word) && !has_said(q, text)) {
                title(&q->page, word, ",", what);
                paragraph(&q->page, text);
                return true;
            }
    }
    return false;
}

bool info_word(question *q) {
    const gisa_isa *isa = q->isa;
    for (unsigned a = 0; !q->isa && gisa_at(a); a++)
        isa = gisa_at(a);
    const char *class_ = class_named(q);
    bool any = class_ != NULL;
    if (class_)
        show_class(q, isa, class_);
    any |= show_fact(q);
    if (any)
        return true;
    return show_meaning(q, q->isa && state_named(q) && !has_state(q->isa, state_named(q)) ? NULL
                                                                                          : state_named(q));
}

void info_offer_words(nearest *n) {
    const gisa_isa *isa, *chip;
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        const char *word, *text;
        nearest_offer(n, gisa_name(isa));
        for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++)
            nearest_offer(n, gisa_name(chip));
        for (unsigned i = 0; gisa_meaning_at(isa, i, &word, &text) == GISA_OK; i++)
            if (!strchr(word, '.'))
                nearest_offer(n, word);
    }
}
