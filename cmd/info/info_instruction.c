/* SPDX-License-Identifier: MIT */
/* The manual entry of an instruction. */
#include "gisa_shade.h"
#include "info.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "explain/explain.h"

/* A form that has the name, with the architectures on which it looks the same. */
typedef struct form_at {
    unsigned architecture;
    const gisa_isa *isa;
    uint32_t index;
    gisa_form_info info;
} form_at;

typedef struct found {
    form_at *form;
    size_t count, room;
} found;

/* ---- forms of a name -------------------------------------------------------------------- */

/* Is `name` the word, or the word with the suffix? */
static bool is_spelling(const char *name, const char *word, size_t size, const char *suffix, bool exact) {
    int (*compare)(const char *, const char *, size_t) = exact ? strncmp : strncasecmp;
    return compare(name, word, size) == 0 &&
           (!name[size] || compare(name + size, suffix, strlen(suffix) + 1) == 0);
}

static bool is_called(const gisa_form_info *f, const char *name, bool exact) {
    if (is_spelling(name, f->name, strlen(f->name), f->suffix, exact) ||
        is_spelling(name, f->clrx, strlen(f->clrx), f->suffix, exact))
        return true;
    for (const char *p = f->aliases; *p; p += strspn(p, " ")) {
        size_t size = strcspn(p, " ");
        if (is_spelling(name, p, size, f->suffix, exact))
            return true;
        p += size;
    }
    return false;
}

/* Is the word what an operand at the mnemonic may be: .f32, .sat? */
static bool is_suffix(const gisa_isa *isa, uint32_t form, const char *word, size_t size) {
    gisa_operand_info o;
    gisa_value_name v;
    uint32_t value;
    for (unsigned i = 0; gisa_form_operand(isa, form, i, &o) == GISA_OK; i++) {
        if (!(o.flags & GISA_INFO_IS_SUFFIX))
            continue;
        if (strlen(o.key) == size && memcmp(o.key, word, size) == 0)
            return true;
        for (unsigned k = 0; *o.names && gisa_name_of_value(isa, o.names, k, &v) == GISA_OK; k++)
            if (info_value_is(&v, word, size, &value))
                return true;
    }
    return false;
}

/* The name with suffixes: rcp.f32.fx10 of rcp. */
static bool is_dotted(const gisa_isa *isa, uint32_t form, const gisa_form_info *f, const char *name) {
    size_t size = strlen(f->name);
    if (strncmp(name, f->name, size) != 0 || name[size] != '.')
        return false;
    for (const char *p = name + size; *p; p += 1 + strcspn(p + 1, "."))
        if (!is_suffix(isa, form, p + 1, strcspn(p + 1, ".")))
            return false;
    return true;
}

static bool add(found *f, form_at form) {
    if (f->count == f->room) {
        size_t room = f->room ? 2 * f->room : 32;
        form_at *more = realloc(f->form, room * sizeof *more);
        if (!more)
            return false;
        f->form = more;
        f->room = room;
    }
    f->form[f->count++] = form;
    return true;
}

static bool collect(const question *q, found *f) {
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_form_info info;
        for (uint32_t i = 0; isa && gisa_form(isa, i, &info) == GISA_OK; i++)
            if ((is_called(&info, q->name, q->exact) || is_dotted(isa, i, &info, q->name)) &&
                !add(f, (form_at){a, isa, i, info})) {
                fprintf(stderr, "gisa info: out of memory\n");
                return false;
            }
    }
    return true;
}

uint32_t info_instruction_set(const char *name) {
    uint32_t set = 0;
    const gisa_isa *isa;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && (isa = gisa_at(a)); a++) {
        gisa_form_info info;
        for (uint32_t i = 0; !(set >> a & 1) && gisa_form(isa, i, &info) == GISA_OK; i++)
            if (is_called(&info, name, false))
                set |= 1u << a;
    }
    return set;
}

/* Is it one of the two operations of the pair? */
static bool is_in_pair(const gisa_form_info *f, const char *name) {
    const char *second = strchr(f->name, '+');
    size_t size = strlen(name);
    return second &&
           ((strncmp(f->name, name, size) == 0 && f->name[size] == '+') || strcmp(second + 1, name) == 0);
}

bool info_pair(question *q) {
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_form_info info;
        for (uint32_t i = 0; isa && gisa_form(isa, i, &info) == GISA_OK; i++) {
            phrase line = {.size = 0};
            if (!is_in_pair(&info, q->name))
                continue;
            phrase_add(&line,
                       "an operation on %s that is there only in words with two of them: gisa list '%s+*'",
                       gisa_name(isa), q->name);
            info_line(&q->page, q->name, 4 + (unsigned)strlen(q->name), line.text);
            return true;
        }
    }
    return false;
}

void info_offer_instructions(nearest *n) {
    const gisa_isa *isa;
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        gisa_form_info info;
        for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++) {
            nearest_offer(n, info.name);
            if (strcmp(info.mnemonic, info.name) != 0)
                nearest_offer(n, info.mnemonic);
            if (strcmp(info.clrx, info.name) != 0)
                nearest_offer(n, info.clrx);
        }
    }
}

/* ---- opcodes ---------------------------------------------------------------------------- */

/* One instruction: rows that differ neither in what they do nor in their text. */
static bool same_entry(const form_at *x, const form_at *y) {
    const gisa_form_info *a = &x->info, *b = &y->info;
    return strcmp(gisa_family(x->isa), gisa_family(y->isa)) == 0 && strcmp(a->name, b->name) == 0 &&
           strcmp(a->doc, b->doc) == 0 && !a->body == !b->body && (!a->body || strcmp(a->body, b->body) == 0);
}

/* The same mnemonic in the same format. */
static bool same_line(const gisa_form_info *a, const gisa_form_info *b) {
    return strcmp(a->mnemonic, b->mnemonic) == 0 && strcmp(a->format, b->format) == 0;
}

/* The opcode of the line of form i on an architecture; "." = it is not there. */
static void add_opcode(const found *f, size_t i, unsigned architecture, phrase *p) {
    for (size_t k = i; k < f->count; k++)
        if (f->form[k].architecture == architecture && same_line(&f->form[i].info, &f->form[k].info)) {
            phrase_add(p, "0x%x", f->form[k].info.opcode);
            return;
        }
    phrase_add(p, ".");
}

/* Architectures of the family that are asked for. */
static bool has_column(const question *q, const found *f, unsigned architecture) {
    const gisa_isa *isa = question_isa(q, architecture);
    return isa && strcmp(gisa_family(isa), gisa_family(f->form[0].isa)) == 0;
}

enum { OPCODE_COLUMN = 8 };

/* One line for each mnemonic and format, with the opcodes in columns, or below it where the
   terminal is narrow. */
static void show_opcodes(page *p, const question *q, const found *f) {
    unsigned names = 0, formats = 0, architectures = 0;
    for (size_t i = 0; i < f->count; i++) {
        unsigned name = (unsigned)strlen(f->form[i].info.mnemonic),
                 format = (unsigned)strlen(f->form[i].info.format);
        names = name > names ? name : names;
        formats = format > formats ? format : formats;
    }
    page_heading(p, "Opcodes");
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        architectures += has_column(q, f, a);
    unsigned first = 2 + names + 2 + formats + 2;
    bool columns = first + architectures * OPCODE_COLUMN <= p->width + 2;
    for (unsigned a = 0, column = first; columns && a < MAX_ARCHITECTURES && gisa_at(a); a++)
        if (has_column(q, f, a)) {
            page_to(p, column);
            page_put(p, INK_FAINT, gisa_name(gisa_at(a)));
            column += OPCODE_COLUMN;
        }
    if (columns)
        page_end_line(p);
    for (size_t i = 0; i < f->count; i++) {
        bool shown = false;
        for (size_t k = 0; k < i; k++)
            shown |= same_line(&f->form[i].info, &f->form[k].info);
        if (shown)
            continue;
        page_to(p, 2);
        page_put(p, INK_PLAIN, f->form[i].info.mnemonic);
        if (columns)
            page_to(p, 4 + names);
        page_flow(p, 6, INK_PLAIN, f->form[i].info.format);
        for (unsigned a = 0, column = first; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
            phrase opcode = {.size = 0};
            if (!has_column(q, f, a))
                continue;
            add_opcode(f, i, a, &opcode);
            if (columns) {
                page_to(p, column);
                page_put(p, *opcode.text == '.' ? INK_FAINT : INK_PLAIN, opcode.text);
                column += OPCODE_COLUMN;
            } else if (*opcode.text != '.') {
                phrase one = {.size = 0};
                phrase_add(&one, "%s:%s", gisa_name(gisa_at(a)), opcode.text);
                page_flow(p, 6, INK_FAINT, one.text);
            }
        }
        page_end_line(p);
    }
}

/* ---- operands --------------------------------------------------------------------------- */

/* An operand as it is listed: under its name, type and meaning. */
typedef struct listed {
    gisa_operand_info info;
    phrase nature;
} listed;

enum { MAX_LISTED = 48 };

static unsigned list_operands(const found *f, bool modifiers, listed *list) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++)
        for (unsigned k = 0;; k++) {
            listed one = {.nature = {.size = 0}};
            if (gisa_form_operand(f->form[i].isa, f->form[i].index, k, &one.info) != GISA_OK)
                break;
            if (!(one.info.flags & GISA_INFO_IS_MODIFIER) == modifiers)
                continue;
            operand_nature(&one.info, one.info.access, &one.nature);
            unsigned n = 0;
            while (n < count &&
                   (strcmp(list[n].info.name, one.info.name) != 0 ||
                    strcmp(list[n].nature.text, one.nature.text) != 0 ||
                    (one.info.doc && list[n].info.doc && strcmp(list[n].info.doc, one.info.doc) != 0)))
                n++;
            if (n == count && count < MAX_LISTED)
                list[count++] = one;
        }
    return count;
}

static void show_operands(page *p, const found *f) {
    static listed list[MAX_LISTED];
    unsigned count = list_operands(f, false, list), names = 0, natures = 0;
    for (unsigned i = 0; i < count; i++) {
        names = strlen(list[i].info.name) > names ? (unsigned)strlen(list[i].info.name) : names;
        natures = list[i].nature.size > natures ? (unsigned)list[i].nature.size : natures;
    }
    if (count)
        page_heading(p, "Operands");
    for (unsigned i = 0; i < count; i++) {
        page_to(p, 2);
        page_put(p, INK_PLAIN, list[i].info.name);
        page_to(p, 4 + names);
        page_put(p, INK_FAINT, list[i].nature.text);
        unsigned indent = page_last_column(p, 6 + names + natures);
        page_flow(p, indent, INK_PLAIN, list[i].info.doc ? list[i].info.doc : "");
        page_end_line(p);
    }
}

/* Of the names of a value the first one is printed. */
static bool is_first_name(const gisa_isa *isa, const char *table, unsigned i, unsigned value) {
    gisa_value_name name;
    for (unsigned k = 0; k < i && gisa_name_of_value(isa, table, k, &name) == GISA_OK; k++)
        if (name.value == value)
            return false;
    return true;
}

/* More names than these are looked up in their table. */
enum { MOST_NAMES = 8 };

/* Modifiers as they are written: glc, offset:n, mul:2. */
static void add_written(const gisa_isa *isa, const gisa_operand_info *info, phrase *p) {
    if (strcmp(info->codec, "flag") == 0 || (info->flags & GISA_INFO_HELD_NOWHERE))
        phrase_add(p, "%s", info->key);
    else if (strcmp(info->codec, "swizzle") == 0)
        phrase_add(p, "offset:n|offset:swizzle(MODE,...)");
    else if (strcmp(info->codec, "mtbuf_format") == 0)
        phrase_add(p, "format:n|format:[DFMT,NFMT]");
    else if (strcmp(info->codec, "array") == 0) {
        phrase_add(p, "%s:[", info->key);
        for (unsigned i = 0; i < info->field_count; i++)
            phrase_add(p, "%s", i ? ",b" : "b");
        phrase_add(p, "]");
    } else if (*info->key)
        phrase_add(p, "%s:%s", info->key, *info->names ? info->names : "n");
    else if (strcmp(info->codec, "choice") == 0 && *info->names) {
        gisa_value_name name;
        phrase list = {.size = 0};
        unsigned count = 0;
        for (unsigned i = 0; gisa_name_of_value(isa, info->names, i, &name) == GISA_OK; i++)
            if (name.value && is_first_name(isa, info->names, i, name.value)) {
                phrase_item(&list, "|", name.llvm);
                count++;
            }
        phrase_add(p, "%s", count > MOST_NAMES ? info->names : count ? list.text : info->name);
    } else
        phrase_add(p, "%s", info->name);
}

static void show_modifiers(page *p, const found *f) {
    static listed list[MAX_LISTED];
    unsigned count = list_operands(f, true, list), width = 0;
    phrase written[MAX_LISTED];
    memset(written, 0, sizeof written);
    for (unsigned i = 0; i < count; i++) {
        add_written(f->form[0].isa, &list[i].info, &written[i]);
        width = written[i].size > width ? (unsigned)written[i].size : width;
    }
    if (count)
        page_heading(p, "Modifiers");
    for (unsigned i = 0; i < count; i++) {
        phrase text = {.size = 0};
        phrase_add(&text, "%s", list[i].info.doc ? list[i].info.doc : "");
        operand_range(&list[i].info, &text);
        if (*list[i].info.names)
            phrase_add(&text, " (gisa info %s)", list[i].info.names);
        info_line(p, written[i].text, 4 + width, text.text);
    }
}

/* ---- encodings -------------------------------------------------------------------------- */

static bool same_bits(gisa_bits a, gisa_bits b) {
    return a.low == b.low && a.width == b.width;
}

static bool same_operand(const gisa_operand_info *a, const gisa_operand_info *b) {
    return strcmp(a->name, b->name) == 0 && a->flags == b->flags && a->registers == b->registers &&
           a->access == b->access && strcmp(a->type, b->type) == 0 && same_bits(a->neg, b->neg) &&
           same_bits(a->abs, b->abs) && same_bits(a->sext, b->sext);
}

/* Do two forms look the same, apart from the opcode? */
static bool same_encoding(const form_at *a, const form_at *b) {
    picture x = picture_of_form(a->isa, a->index), y = picture_of_form(b->isa, b->index);
    if (strcmp(a->info.mnemonic, b->info.mnemonic) != 0 || strcmp(a->info.format, b->info.format) != 0 ||
        a->info.operand_count != b->info.operand_count || !picture_same(&x, &y))
        return false;
    for (unsigned i = 0; i < a->info.operand_count; i++) {
        gisa_operand_info m, n;
        if (gisa_form_operand(a->isa, a->index, i, &m) != GISA_OK ||
            gisa_form_operand(b->isa, b->index, i, &n) != GISA_OK || !same_operand(&m, &n))
            return false;
    }
    return true;
}

/* "v_add_f32_e64 vdst, src0, src1 [clamp] [mul:2|mul:4|div:2]" */
static void add_syntax(const form_at *f, phrase *p) {
    bool comma = false;
    phrase_add(p, "%s", f->info.mnemonic);
    for (unsigned i = 0; i < f->info.operand_count; i++) {
        gisa_operand_info info;
        phrase one = {.size = 0};
        if (gisa_form_operand(f->isa, f->index, i, &info) != GISA_OK)
            continue;
        if (info.flags & GISA_INFO_IS_MODIFIER) {
            bool optional = info.flags & GISA_INFO_IS_OPTIONAL;
            add_written(f->isa, &info, &one);
            phrase_add(p, optional ? " [%s]" : " %s", one.text);
            continue;
        }
        if (info.flags & GISA_INFO_IS_OPTIONAL)
            phrase_add(p, "%s[%s]", comma ? ", " : " ", info.name);
        else
            phrase_add(p, "%s%s", comma ? ", " : " ",
                       *info.implied && (info.flags & GISA_INFO_HELD_NOWHERE) ? info.implied
                       : strcmp(info.codec, "off") == 0                       ? "off"
                                                                              : info.name);
        comma = true;
    }
}

static void show_takes(page *p, const form_at *f) {
    for (unsigned i = 0; i < f->info.operand_count; i++) {
        gisa_operand_info info;
        phrase takes = {.size = 0}, mods = {.size = 0};
        if (gisa_form_operand(f->isa, f->index, i, &info) != GISA_OK || (info.flags & GISA_INFO_IS_MODIFIER))
            continue;
        operand_takes(f->isa, f->index, i, &takes);
        if (info.neg.width)
            phrase_item(&mods, ", ", "-x");
        if (info.abs.width)
            phrase_item(&mods, ", ", "|x|");
        if (info.sext.width)
            phrase_item(&mods, ", ", "sext(x)");
        if (mods.size)
            phrase_add(&takes, "; also %s", mods.text);
        if (info.registers > 1 && !(info.flags & GISA_INFO_HELD_NOWHERE))
            phrase_add(&takes, " (%u registers)", info.registers);
        if (*info.count)
            phrase_add(&takes, " (registers: %s)", info.count);
        if (!takes.size)
            continue;
        page_to(p, 2);
        page_put(p, INK_PLAIN, info.name);
        page_to(p, 11);
        page_flow(p, 11, INK_FAINT, takes.text);
        page_end_line(p);
    }
}

/* A form, and the architectures on which it looks the same. */
static void show_encoding(page *p, const form_at *form, uint32_t set) {
    phrase title = {.size = 0}, names = {.size = 0}, syntax = {.size = 0};
    gisa_format_info format;
    picture q = picture_of_form(form->isa, form->index);
    architecture_names(set, &names);
    phrase_add(&title, "%s on %s", form->info.format, names.text);
    page_heading(p, title.text);
    if (gisa_format(form->isa, form->info.format_index, &format) == GISA_OK && format.doc) {
        page_to(p, 2);
        page_flow(p, 2, INK_PLAIN, format.doc);
        page_put(p, INK_PLAIN, form->info.never_chosen ? "; no assembler chooses it" : "");
        page_end_line(p);
    }
    for (unsigned i = 0, low; (low = picture_dword(form->isa, form->info.size, i)) < 64; i++)
        picture_draw_names(p, &q, low);
    add_syntax(form, &syntax);
    page_to(p, 2);
    page_flow(p, 6, INK_STRONG, syntax.text);
    page_end_line(p);
    show_takes(p, form);
}

/* Format by format. */
static void show_encodings(page *p, const found *f) {
    for (size_t line = 0; line < f->count; line++)
        for (size_t i = line; i < f->count; i++) {
            uint32_t set = 0;
            bool shown = !same_line(&f->form[line].info, &f->form[i].info);
            for (size_t k = 0; k < f->count && !shown; k++) {
                shown = k < line && same_line(&f->form[k].info, &f->form[line].info);
                if (shown || !same_encoding(&f->form[i], &f->form[k]))
                    continue;
                shown = k < i;
                set |= 1u << f->form[k].architecture;
            }
            if (!shown)
                show_encoding(p, &f->form[i], set);
        }
}

/* ---- what it does ----------------------------------------------------------------------- */

/* "with gds: gds in place of lds; reads m0" */
static void show_changed_state(page *p, const form_at *form) {
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(form->isa, form->index, i, &info) == GISA_OK; i++) {
        phrase text = {.size = 0}, old = {.size = 0};
        if (!((form->info.reads | form->info.writes) & info.instead_of))
            continue;
        state_words(info.instead_of, ", ", &old);
        phrase_add(&text, "with %s: ", info.name);
        state_words(info.instead, "", &text);
        phrase_add(&text, " in place of %s%s", old.text, info.also ? "; reads " : "");
        state_words(info.also, "", &text);
        page_to(p, 2);
        page_flow(p, 2, INK_PLAIN, text.text);
        page_end_line(p);
    }
}

static void show_state(page *p, const found *f) {
    uint32_t all = 0;
    for (size_t i = 0; i < f->count; i++)
        all |= 1u << f->form[i].architecture;
    bool heading = false;
    for (size_t i = 0; i < f->count; i++) {
        uint32_t set = 0;
        phrase text = {.size = 0}, reads = {.size = 0}, writes = {.size = 0};
        const gisa_form_info *info = &f->form[i].info;
        bool first = true;
        for (size_t k = 0; k < f->count; k++)
            if (f->form[k].info.reads == info->reads && f->form[k].info.writes == info->writes) {
                set |= 1u << f->form[k].architecture;
                first &= k >= i;
            }
        if (!first || (!info->reads && !info->writes))
            continue;
        state_words(info->reads, ", ", &reads);
        state_words(info->writes, ", ", &writes);
        if (reads.size)
            phrase_add(&text, "reads %s", reads.text);
        if (writes.size)
            phrase_add(&text, "%swrites %s", reads.size ? "; " : "", writes.text);
        if (set != all) {
            phrase names = {.size = 0};
            architecture_names(set, &names);
            phrase_add(&text, " (%s)", names.text);
        }
        if (!heading)
            page_heading(p, "Besides its operands");
        heading = true;
        page_to(p, 2);
        page_flow(p, 2, INK_PLAIN, text.text);
        page_end_line(p);
    }
    if (heading)
        show_changed_state(p, &f->form[0]);
}

/* A text that some of the architectures have, once for each text. */
typedef const char *(*text_of)(const form_at *form, unsigned number);

static const char *unsure_text(const form_at *form, unsigned number) {
    return number ? NULL : form->info.unsure;
}

static const char *approximate_text(const form_at *form, unsigned number) {
    return number ? NULL : form->info.approximate;
}

static const char *evidence_text(const form_at *form, unsigned number) {
    return number || !form->info.rests ? NULL : form->info.rests_on;
}

static const char *evidence_name(const form_at *form, unsigned number) {
    (void)number;
    return gisa_evidence_name(form->info.rests);
}

/* Those of the row, then those of its format. */
static bool correction_at(const form_at *form, unsigned number, gisa_correction *c) {
    unsigned rows = 0;
    while (gisa_form_correction(form->isa, form->index, rows, c) == GISA_OK)
        if (rows++ == number)
            return true;
    return gisa_format_correction(form->isa, form->info.format_index, number - rows, c) == GISA_OK;
}

static const char *correction_text(const form_at *form, unsigned number) {
    gisa_correction c;
    return correction_at(form, number, &c) ? c.text : NULL;
}

static const char *document_of(const form_at *form, unsigned number) {
    gisa_correction c;
    return correction_at(form, number, &c) ? c.document : NULL;
}

/* Has one of the forms before this one the text? */
static bool said_before(const found *f, size_t i, const char *text, text_of get) {
    for (size_t k = 0; k < i; k++) {
        const char *other;
        for (unsigned n = 0; (other = get(&f->form[k], n)); n++)
            if (strcmp(other, text) == 0)
                return true;
    }
    return false;
}

static uint32_t who_says(const found *f, const char *text, text_of get) {
    uint32_t set = 0;
    for (size_t k = 0; k < f->count; k++) {
        const char *other;
        for (unsigned n = 0; (other = get(&f->form[k], n)); n++)
            if (strcmp(other, text) == 0)
                set |= 1u << f->form[k].architecture;
    }
    return set;
}

/* `group`: what stands above those that have it in common; NULL = nothing. */
static void show_texts(page *p, const found *f, const char *title, text_of get, text_of group) {
    const char *above = NULL;
    bool heading = false;
    uint32_t all = 0;
    for (size_t i = 0; i < f->count; i++)
        all |= 1u << f->form[i].architecture;
    for (size_t i = 0; i < f->count; i++) {
        const char *text;
        for (unsigned n = 0; (text = get(&f->form[i], n)); n++) {
            uint32_t set = who_says(f, text, get);
            phrase line = {.size = 0}, names = {.size = 0};
            if (said_before(f, i, text, get))
                continue;
            if (!heading)
                page_heading(p, title);
            heading = true;
            if (group && (!above || strcmp(above, group(&f->form[i], n)) != 0)) {
                above = group(&f->form[i], n);
                page_to(p, 2);
                page_flow(p, 2, INK_FAINT, above);
                page_end_line(p);
            }
            phrase_add(&line, "%s%s", group ? "- " : "", text);
            architecture_names(set, &names);
            if (set != all)
                phrase_add(&line, " (%s)", names.text);
            page_to(p, 2);
            page_flow(p, group ? 4 : 2, INK_PLAIN, line.text);
            page_end_line(p);
        }
    }
}

/* Other spellings. */
static void show_spellings(page *p, const found *f) {
    phrase clrx = {.size = 0}, aliases = {.size = 0};
    for (size_t i = 0; i < f->count; i++) {
        const gisa_form_info *info = &f->form[i].info;
        if (strcmp(info->clrx, info->name) != 0 && !phrase_has(&clrx, ", ", info->clrx))
            phrase_item(&clrx, ", ", info->clrx);
        for (const char *at = info->aliases; *at; at += strspn(at, " ")) {
            char word[64];
            snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
            if (!phrase_has(&aliases, ", ", word))
                phrase_item(&aliases, ", ", word);
            at += strcspn(at, " ");
        }
    }
    if (clrx.size) {
        page_to(p, 2);
        page_flow(p, 2, INK_PLAIN, "CLRX's name:");
        page_flow(p, 2, INK_PLAIN, clrx.text);
        page_end_line(p);
    }
    if (aliases.size) {
        page_to(p, 2);
        page_flow(p, 2, INK_PLAIN, "also taken as:");
        page_flow(p, 2, INK_PLAIN, aliases.text);
        page_end_line(p);
    }
}

/* Unsettled choices, on which the operation depends. */
static void show_models(page *p, const found *f) {
    uint32_t models = 0;
    gisa_model m;
    for (size_t i = 0; i < f->count; i++)
        models |= gisa_form_models(f->form[i].isa, f->form[i].index);
    if (models)
        page_heading(p, "Models");
    for (unsigned i = 0; gisa_model_at(f->form[0].isa, i, &m) == GISA_OK; i++) {
        phrase line = {.size = 0};
        if (!(models >> i & 1))
            continue;
        phrase_add(&line, "(%s): %s; %s", m.options, m.text, m.certainty);
        page_to(p, 2);
        page_put(p, INK_STRONG, m.name);
        page_flow(p, 4, INK_PLAIN, line.text);
        page_end_line(p);
    }
}

/* Fields whose effect is unknown. */
static void show_unknown(page *p, const found *f) {
    bool heading = false;
    for (size_t i = 0; i < f->count; i++) {
        const form_at *form = &f->form[i];
        phrase values = {.size = 0};
        const char *text;
        bool before = false;
        for (size_t k = 0; k < i; k++)
            before |= strcmp(f->form[k].info.format, form->info.format) == 0;
        for (unsigned n = 0;
             !before && (text = unknown_values(form->isa, form->info.format_index, &n, &values));) {
            phrase line = {.size = 0};
            if (!heading)
                page_heading(p, "Unknown fields");
            heading = true;
            phrase_add(&line, "in %s: %s", form->info.format, text);
            page_to(p, 2);
            page_put(p, INK_STRONG, values.text);
            page_flow(p, 4, INK_PLAIN, line.text);
            page_end_line(p);
        }
    }
}

/* What other projects call it. */
static void show_called(page *p, const found *f) {
    phrase names = {.size = 0};
    gisa_called c;
    for (size_t i = 0; i < f->count; i++)
        for (unsigned k = 0; gisa_called_at(f->form[i].isa, k, &c) == GISA_OK; k++) {
            phrase one = {.size = 0};
            phrase_add(&one, "%s (%s)", c.word, c.document);
            if (strcmp(c.format, f->form[i].info.format) == 0 &&
                (!*c.name || strcmp(c.name, f->form[i].info.name) == 0) &&
                !phrase_has(&names, ", ", one.text))
                phrase_item(&names, ", ", one.text);
        }
    if (!names.size)
        return;
    page_heading(p, "Other names");
    page_to(p, 2);
    page_flow(p, 2, INK_PLAIN, names.text);
    page_end_line(p);
}

/* "conditional: the wave goes on at the target or at the next instruction" */
static void show_flow(page *p, const gisa_isa *isa, unsigned flow) {
    const char *meaning = gisa_meaning(isa, "CONTROL_FLOW", gisa_flow_name(flow));
    phrase text = {.size = 0};
    phrase_add(&text, "%s%s%s", gisa_flow_name(flow), meaning ? ": " : "", meaning ? meaning : "");
    page_flow(p, 2, INK_FAINT, text.text);
}

static void show_schedule(page *p, const found *f) {
    static schedule_notes notes;
    notes.count = 0;
    notes.all = 0;
    for (size_t i = 0; i < f->count; i++)
        info_schedule_add(&notes, f->form[i].architecture, f->form[i].isa, f->form[i].index);
    info_schedule_show(p, &notes);
}

static void show_entry(question *q, const found *f) {
    page *p = &q->page;
    const gisa_form_info *info = &f->form[0].info;
    const char *class_ = gisa_meaning(f->form[0].isa, NULL, gisa_class_name(info->class_));
    page_put(p, INK_STRONG, info->name);
    page_end_line(p);
    page_to(p, 2);
    page_flow(p, 2, INK_PLAIN, info->doc);
    page_end_line(p);
    page_to(p, 2);
    page_flow(p, 2, INK_FAINT, gisa_class_name(info->class_));
    if (info->flow != GISA_FLOW_NEXT) {
        page_put(p, INK_FAINT, ",");
        show_flow(p, f->form[0].isa, info->flow);
    } else if (class_) {
        page_put(p, INK_FAINT, ",");
        page_flow(p, 2, INK_FAINT, class_);
    }
    page_end_line(p);
    show_spellings(p, f);
    show_opcodes(p, q, f);
    show_operands(p, f);
    show_address(p, f->form[0].isa, f->form[0].index);
    show_modifiers(p, f);
    show_state(p, f);
    if (info->body) {
        page_heading(p, "Operation");
        page_code(p, 0, info->body);
        info_body_words(p, f->form[0].isa, f->form[0].index);
    }
    show_schedule(p, f);
    show_texts(p, f, "Rests on", evidence_text, evidence_name);
    show_texts(p, f, "Not certain", unsure_text, NULL);
    show_texts(p, f, "Approximate", approximate_text, NULL);
    show_models(p, f);
    show_unknown(p, f);
    show_texts(p, f, "Mistakes in documents", correction_text, document_of);
    show_called(p, f);
    show_encodings(p, f);
    page_end_line(p);
    page_format(p, INK_FAINT, "isa/%s", info->source);
    page_end_line(p);
}

bool info_instruction(question *q) {
    found all = {.form = NULL};
    bool any = false;
    if (!collect(q, &all)) {
        free(all.form);
        return false;
    }
    for (size_t i = 0; i < all.count; i++) {
        found entry = {.form = NULL};
        bool shown = false;
        for (size_t k = 0; k < i; k++)
            shown |= same_entry(&all.form[k], &all.form[i]);
        for (size_t k = i; k < all.count && !shown; k++)
            if (same_entry(&all.form[k], &all.form[i]))
                add(&entry, all.form[k]);
        if (entry.count) {
            if (any)
                page_end_line(&q->page);
            show_entry(q, &entry);
            any = true;
        }
        free(entry.form);
    }
    free(all.form);
    return any;
}
