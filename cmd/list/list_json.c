/* SPDX-License-Identifier: MIT */
/* gisa list --json: the whole spec as one JSON document. docs/spec-json.md says how to read it,
 * docs/spec.schema.json what is allowed in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_semantics.h"
#include "gisa_semantics.h"
#include "gisa_shade.h"
#include "info/info.h"
#include "json.h"
#include "list.h"
#include "phrase.h"
#include "terminal.h"

enum { SCHEMA = 1 };

static void put_text_unless_empty(const char *key, const char *text) {
    if (text && *text)
        json_text(key, text);
}

/* ["a", "b"] of words that are separated by blanks. */
static void put_words(const char *key, const char *words) {
    json_begin(key, '[');
    for (size_t size; *words; words += size, words += strspn(words, " ")) {
        char word[64];
        size = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, words);
        json_text(NULL, word);
    }
    json_end(']');
}

static void put_states(const char *key, uint32_t states) {
    json_begin(key, '[');
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (states >> bit & 1)
            json_text(NULL, gisa_state_name(bit));
    json_end(']');
}

/* [lowest bit, number of bits] */
static void put_bits(const char *key, gisa_bits bits) {
    json_begin(key, '[');
    json_number(NULL, bits.low);
    json_number(NULL, bits.width);
    json_end(']');
}

static void put_bits_unless_none(const char *key, gisa_bits bits) {
    if (bits.width)
        put_bits(key, bits);
}

/* ---- what all architectures share ------------------------------------------------------- */

static void put_named(const gisa_isa *isa, const char *key, const char *(*name)(unsigned)) {
    json_line();
    json_begin(key, '[');
    for (unsigned i = 0; name(i); i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("name", name(i));
        put_text_unless_empty("doc", gisa_meaning(isa, NULL, name(i)));
        json_end('}');
    }
    json_line();
    json_end(']');
}

static void put_types(const gisa_isa *isa) {
    json_line();
    json_begin("types", '[');
    for (unsigned type = 1; type < GISA_TYPE_COUNT; type++)
        for (unsigned registers = 1; registers <= 16; registers++) {
            const char *name = gisa_type_name(type, registers);
            bool wide = type >= GISA_TYPE_B64;
            if (!name || (type != GISA_TYPE_BITS && registers != (wide ? 2u : 1u)))
                continue;
            json_line();
            json_begin(NULL, '{');
            json_text("name", name);
            json_number("registers", registers);
            put_text_unless_empty("doc", gisa_meaning(isa, NULL, name));
            json_end('}');
        }
    json_line();
    json_end(']');
}

/* Without the first one, which no instruction has. */
static const char *class_name(unsigned i) {
    return gisa_class_name(i + 1);
}

/* ---- what of the spec is written -------------------------------------------------------- */

enum { ROWS = 1 << 16 };

typedef struct selection {
    uint32_t architectures;
    bool *row; /* those of which a form fits; a row comes with all its forms */
    bool any;
} selection;

static bool select_rows(selection *s, bool (*fits)(const void *ctx, const gisa_form_info *f),
                        const void *ctx) {
    gisa_form_info f;
    s->row = calloc(ROWS, sizeof *s->row);
    for (unsigned a = 0; s->row && a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (uint32_t i = 0; (s->architectures >> a & 1) && gisa_form(gisa_at(a), i, &f) == GISA_OK; i++)
            if (f.row < ROWS && fits(ctx, &f))
                s->row[f.row] = s->any = true;
    return s->row != NULL;
}

static bool has_row(const selection *s, const gisa_form_info *f) {
    return f->row < ROWS && s->row[f->row];
}

static bool has_form(const selection *s, const gisa_isa *isa, uint32_t form) {
    gisa_form_info f;
    return gisa_form(isa, form, &f) == GISA_OK && has_row(s, &f);
}

/* A format comes with the first row that has it. */
static bool has_format(const selection *s, const gisa_isa *isa, const char *name) {
    gisa_form_info f;
    for (uint32_t i = 0; gisa_form(isa, i, &f) == GISA_OK; i++)
        if (strcmp(f.format, name) == 0 && has_row(s, &f))
            return true;
    return false;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* A row of the spec, from the first form of it that is met. */
static void put_row(const gisa_isa *isa, uint32_t form, const gisa_form_info *f) {
    json_line();
    json_begin(NULL, '{');
    json_number("row", f->row);
    json_text("name", f->name);
    json_text("doc", f->doc);
    json_truth("once", f->once);
    json_text("source", f->source);
    if (f->body)
        json_text("body", f->body);
    else
        json_null("body");
    json_begin("operations", '[');
    for (unsigned i = 0; gisa_form_operation(isa, form, i); i++)
        json_number(NULL, gisa_form_operation(isa, form, i));
    json_end(']');
    json_end('}');
}

static bool put_rows(const selection *s) {
    bool *done = calloc(ROWS, sizeof *done);
    if (!done)
        return false;
    json_line();
    json_begin("rows", '[');
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        gisa_form_info f;
        for (uint32_t i = 0; (s->architectures >> a & 1) && gisa_form(gisa_at(a), i, &f) == GISA_OK; i++)
            if (has_row(s, &f) && !done[f.row]) {
                put_row(gisa_at(a), i, &f);
                done[f.row] = true;
            }
    }
    json_line();
    json_end(']');
    free(done);
    return true;
}

static void put_operation(const gisa_isa *isa, unsigned operation) {
    json_line();
    json_begin(NULL, '{');
    json_number("operation", operation);
    json_raw("tree", gisa_operation_tree(isa, operation));
    json_end('}');
}

/* Does one of the architectures have a form that does it? */
static bool is_done(const selection *s, unsigned operation) {
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (uint32_t i = 0; (s->architectures >> a & 1) && i < gisa_form_count(gisa_at(a)); i++)
            if ((gisa_form_operation(gisa_at(a), i, 0) == operation ||
                 gisa_form_operation(gisa_at(a), i, 1) == operation) &&
                has_form(s, gisa_at(a), i))
                return true;
    return false;
}

/* What trees are made of, and those of all rows. */
static void put_semantics(const gisa_isa *some, const selection *s) {
    json_line();
    json_raw("vocabulary", gisa_vocabulary(some));
    json_line();
    json_begin("operations", '[');
    for (unsigned n = 1; gisa_operation_tree(some, n); n++)
        if (is_done(s, n))
            put_operation(some, n);
    json_line();
    json_end(']');
}

/* ---- an architecture -------------------------------------------------------------------- */

static void put_facts(const gisa_isa *isa) {
    const char *name;
    int64_t value;
    json_line();
    json_begin("facts", '{');
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++)
        json_number(name, value);
    json_end('}');
}

static void put_meanings(const gisa_isa *isa) {
    const char *word, *text;
    json_line();
    json_begin("words", '{');
    for (unsigned i = 0; gisa_meaning_at(isa, i, &word, &text) == GISA_OK; i++) {
        json_line();
        json_text(word, text);
    }
    json_line();
    json_end('}');
}

static bool is_numbered(const gisa_code_info *c) {
    return c->kind == GISA_KIND_SGPR || c->kind == GISA_KIND_VGPR || c->kind == GISA_KIND_TTMP;
}

/* One code, or all of a register file. Returns the code after. */
static unsigned put_code(const gisa_isa *isa, unsigned code) {
    char room[8], other_room[8];
    gisa_code_info c, other;
    unsigned last = code;
    if (gisa_code(isa, code, room, &c) != GISA_OK || c.kind == GISA_KIND_NONE)
        return code + 1;
    while (is_numbered(&c) && gisa_code(isa, last + 1, other_room, &other) == GISA_OK && other.kind == c.kind)
        last++;
    json_line();
    json_begin(NULL, '{');
    json_number("first", code);
    json_number("last", last);
    json_text("kind", gisa_kind_name(c.kind));
    if (!is_numbered(&c)) {
        json_text("name", c.name);
        if (strcmp(c.name, c.clrx) != 0)
            json_text("clrx", c.clrx);
        put_text_unless_empty("pair", c.pair);
        json_number("registers", c.registers);
        if (c.read_only)
            json_truth("read_only", true);
        if (c.lds_direct)
            json_truth("lds_direct", true);
    }
    json_end('}');
    return last + 1;
}

static void put_codes(const gisa_isa *isa) {
    json_line();
    json_begin("codes", '[');
    for (unsigned code = 0; code < 512;)
        code = put_code(isa, code);
    json_line();
    json_end(']');
}

static void put_names(const gisa_isa *isa) {
    const char *table;
    json_line();
    json_begin("names", '{');
    for (unsigned t = 0; (table = gisa_name_table(isa, t)); t++) {
        gisa_value_name name;
        if (gisa_name_of_value(isa, table, 0, &name) != GISA_OK)
            continue; /* it has names on other architectures */
        json_line();
        json_begin(table, '[');
        for (unsigned i = 0; gisa_name_of_value(isa, table, i, &name) == GISA_OK; i++) {
            json_line();
            json_begin(NULL, '{');
            json_number("value", name.value);
            if (name.last > name.value)
                json_number("last", name.last);
            json_text("llvm", name.llvm);
            json_text("clrx", name.clrx);
            put_text_unless_empty("doc", gisa_meaning(isa, table, name.llvm));
            json_end('}');
        }
        json_line();
        json_end(']');
    }
    json_line();
    json_end('}');
}

static void put_packs(const gisa_isa *isa) {
    gisa_pack_part part;
    const char *open = NULL;
    json_line();
    json_begin("packs", '{');
    for (unsigned i = 0; gisa_pack_part_at(isa, i, &part) == GISA_OK; i++) {
        if (open && strcmp(open, part.pack) != 0)
            json_end(']');
        if (!open || strcmp(open, part.pack) != 0) {
            json_line();
            json_begin(part.pack, '[');
        }
        open = part.pack;
        json_line();
        json_begin(NULL, '{');
        json_text("name", part.name);
        json_begin("bits", '[');
        put_bits(NULL, part.low);
        if (part.high.width)
            put_bits(NULL, part.high);
        json_end(']');
        put_text_unless_empty("doc", gisa_meaning(isa, part.pack, part.name));
        json_end('}');
    }
    if (open)
        json_end(']');
    json_line();
    json_end('}');
}

/* Each row is its key and its columns. */
static void put_numbers(const gisa_isa *isa) {
    gisa_number_row r;
    const char *open = NULL;
    json_line();
    json_begin("numbers", '{');
    for (unsigned i = 0; gisa_number_row_at(isa, i, &r) == GISA_OK; i++) {
        if (open && strcmp(open, r.table) != 0)
            json_end(']');
        if (!open || strcmp(open, r.table) != 0) {
            json_line();
            json_begin(r.table, '[');
        }
        open = r.table;
        json_line();
        json_begin(NULL, '[');
        json_number(NULL, r.key);
        for (unsigned k = 0; k < r.count; k++)
            json_number(NULL, r.columns[k]);
        json_end(']');
    }
    if (open)
        json_end(']');
    json_line();
    json_end('}');
}

static void put_piece(const gisa_piece *piece) {
    static const char *const piece_kinds[] = {"fixed", "opcode", "field", "zero", "ignored", "written"};
    json_begin(NULL, '{');
    json_text("kind", piece_kinds[piece->kind]);
    put_bits("bits", piece->at);
    put_text_unless_empty("name", piece->name);
    if (piece->kind == GISA_PIECE_FIXED)
        json_number("value", (int64_t)piece->value);
    json_end('}');
}

/* Unsettled choices. */
static void put_models(const gisa_isa *isa) {
    gisa_model m;
    json_line();
    json_begin("models", '[');
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++) {
        phrase first = {.size = 0};
        phrase_add(&first, "%.*s", (int)strcspn(m.options, " "), m.options);
        json_line();
        json_begin(NULL, '{');
        json_text("name", m.name);
        json_text("text", m.text);
        put_words("options", m.options);
        json_text("default", first.text);
        json_text("certainty", m.certainty);
        json_end('}');
    }
    json_line();
    json_end(']');
}

/* Those on which the operation of a form depends, by name. */
static void put_form_models(const gisa_isa *isa, uint32_t form) {
    uint32_t models = gisa_form_models(isa, form);
    gisa_model m;
    if (!models)
        return;
    json_begin("models", '[');
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++)
        if (models >> i & 1)
            json_text(NULL, m.name);
    json_end(']');
}

/* Values of fields, whose effect is unknown. */
static void put_unknown(const gisa_isa *isa, uint32_t format) {
    gisa_unknown u;
    if (gisa_format_unknown(isa, format, 0, &u) != GISA_OK)
        return;
    json_begin("unknown", '[');
    for (unsigned i = 0; gisa_format_unknown(isa, format, i, &u) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("field", u.field);
        json_number("value", u.value);
        json_text("text", u.text);
        json_end('}');
    }
    json_end(']');
}

/* Of a form or a format. */
static void put_corrections(const gisa_isa *isa, uint32_t index,
                            gisa_status (*at)(const gisa_isa *, uint32_t, unsigned, gisa_correction *)) {
    gisa_correction c;
    if (at(isa, index, 0, &c) != GISA_OK)
        return;
    json_begin("corrections", '[');
    for (unsigned i = 0; at(isa, index, i, &c) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("document", c.document);
        json_text("text", c.text);
        json_end('}');
    }
    json_end(']');
}

static void put_formats(const gisa_isa *isa, const selection *s) {
    gisa_format_info format;
    json_line();
    json_begin("formats", '[');
    for (uint32_t f = 0; gisa_format(isa, f, &format) == GISA_OK; f++) {
        gisa_piece piece;
        if (!has_format(s, isa, format.name))
            continue;
        json_line();
        json_begin(NULL, '{');
        json_text("name", format.name);
        put_text_unless_empty("doc", format.doc);
        put_text_unless_empty("suffix", format.suffix);
        json_text("class", gisa_class_name(format.class_));
        json_number("size", format.size);
        json_begin("pieces", '[');
        for (unsigned i = 0; gisa_format_piece(isa, f, i, &piece) == GISA_OK; i++)
            put_piece(&piece);
        json_end(']');
        put_unknown(isa, f);
        put_corrections(isa, f, gisa_format_correction);
        json_end('}');
    }
    json_line();
    json_end(']');
}

/* ---- banks ------------------------------------------------------------------------------ */

static void put_bank_tables(const gisa_isa *isa) {
    const char *table;
    json_line();
    json_begin("banks", '{');
    for (unsigned t = 0; (table = gisa_bank_table(isa, t)); t++) {
        unsigned kind;
        json_line();
        json_begin(table, '[');
        for (unsigned i = 0; gisa_bank_at(isa, table, i, &kind) == GISA_OK; i++)
            json_text(NULL, gisa_kind_name(kind));
        json_end(']');
    }
    json_line();
    json_end('}');
}

static void put_swizzle_tables(const gisa_isa *isa) {
    const char *table;
    json_line();
    json_begin("swizzles", '{');
    for (unsigned t = 0; (table = gisa_swizzle_table(isa, t)); t++) {
        char letters[5];
        json_line();
        json_begin(table, '[');
        for (unsigned i = 0; gisa_swizzle_at(isa, table, i, letters) == GISA_OK; i++)
            json_text(NULL, letters);
        json_end(']');
    }
    json_line();
    json_end('}');
}

static void put_banks(const gisa_isa *isa) {
    uint32_t words[2];
    put_bank_tables(isa);
    put_swizzle_tables(isa);
    json_line();
    json_begin("constants", '[');
    for (unsigned i = 0; gisa_constant_at(isa, i, words) == GISA_OK; i++) {
        json_line();
        json_begin(NULL, '[');
        json_number(NULL, words[0]);
        json_number(NULL, words[1]);
        json_end(']');
    }
    json_line();
    json_end(']');
}

static void put_bank(const gisa_bank_info *b) {
    json_begin("bank", '{');
    json_text("table", b->banks);
    put_bits_unless_none("choice", b->choice);
    put_bits_unless_none("extension", b->extension);
    if (b->internal)
        json_number("internal", b->internal);
    if (b->doubled)
        json_truth("doubled", true);
    if (b->dashed)
        json_truth("dashed", true);
    if (b->unlisted)
        json_truth("unlisted", true);
    put_text_unless_empty("swizzle", b->swizzles);
    if (b->piece_count) {
        json_begin("selector", '[');
        for (unsigned i = 0; i < b->piece_count; i++) {
            json_begin(NULL, '{');
            put_bits("bits", b->piece[i]);
            json_number("to", b->piece_to[i]);
            json_end('}');
        }
        json_end(']');
    }
    put_text_unless_empty("channels", b->channels);
    json_end('}');
}

/* ---- operands: many forms have the same ones -------------------------------------------- */

typedef struct known_operand {
    gisa_operand_info info;
    gisa_bank_info bank; /* where it is in one; else its table is NULL */
} known_operand;

typedef struct operands {
    known_operand *at;
    size_t count, room;
} operands;

static bool same_bits(gisa_bits a, gisa_bits b) {
    return a.low == b.low && a.width == b.width;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_operand(const gisa_operand_info *a, const gisa_operand_info *b) {
    bool same = same_text(a->name, b->name) && same_text(a->doc, b->doc) && same_text(a->codec, b->codec) &&
                same_text(a->type, b->type) && same_text(a->key, b->key) && same_text(a->names, b->names) &&
                same_text(a->count, b->count) && same_text(a->implied, b->implied) &&
                same_text(a->word, b->word) && a->role == b->role && a->flags == b->flags &&
                a->registers == b->registers && a->access == b->access && a->scale == b->scale &&
                a->hex_from == b->hex_from && a->field_count == b->field_count && same_bits(a->neg, b->neg) &&
                same_bits(a->abs, b->abs) && same_bits(a->sext, b->sext) && same_bits(a->scalar, b->scalar) &&
                same_bits(a->enable, b->enable) && same_bits(a->plus, b->plus) &&
                a->otherwise == b->otherwise && a->otherwise_clrx == b->otherwise_clrx &&
                a->least == b->least && a->instead_of == b->instead_of && a->instead == b->instead &&
                a->also == b->also && same_text(a->written, b->written);
    for (unsigned i = 0; same && i < a->field_count; i++)
        same = same_bits(a->field[i], b->field[i]);
    return same;
}

static bool same_bank(const gisa_bank_info *a, const gisa_bank_info *b) {
    bool same = same_text(a->banks, b->banks) && same_text(a->swizzles, b->swizzles) &&
                same_text(a->channels, b->channels) && same_bits(a->choice, b->choice) &&
                same_bits(a->extension, b->extension) && a->internal == b->internal &&
                a->doubled == b->doubled && a->dashed == b->dashed && a->unlisted == b->unlisted &&
                a->piece_count == b->piece_count;
    for (unsigned i = 0; same && i < a->piece_count; i++)
        same = same_bits(a->piece[i], b->piece[i]) && a->piece_to[i] == b->piece_to[i];
    return same;
}

/* Operand i of a form; false = there is none. */
static bool look_up(const gisa_isa *isa, uint32_t form, unsigned i, known_operand *o) {
    memset(&o->bank, 0, sizeof o->bank);
    if (gisa_form_operand(isa, form, i, &o->info) != GISA_OK)
        return false;
    gisa_form_bank(isa, form, i, &o->bank);
    return true;
}

/* The number of the operand in the list; it is added where it is not there yet. SIZE_MAX = out of
   memory. */
static size_t operand_number(operands *list, const known_operand *o) {
    size_t i = list->count;
    while (i > 0 &&
           !(same_operand(&list->at[i - 1].info, &o->info) && same_bank(&list->at[i - 1].bank, &o->bank)))
        i--;
    if (i > 0)
        return i - 1;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        known_operand *more = realloc(list->at, room * sizeof *more);
        if (!more)
            return SIZE_MAX;
        list->at = more;
        list->room = room;
    }
    list->at[list->count] = *o;
    return list->count++;
}

static void put_takes(const gisa_operand_info *o) {
    static const struct {
        uint32_t flag;
        const char *word;
    } takes[] = {{GISA_INFO_TAKES_SGPR, "sgpr"},
                 {GISA_INFO_TAKES_VGPR, "vgpr"},
                 {GISA_INFO_TAKES_CONSTANT, "constant"},
                 {GISA_INFO_TAKES_LITERAL, "literal"},
                 {GISA_INFO_TAKES_LDS, "lds_direct"}};
    json_begin("takes", '[');
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
        if (o->flags & takes[i].flag)
            json_text(NULL, takes[i].word);
    json_end(']');
}

static void put_flags(const gisa_operand_info *o) {
    static const struct {
        uint32_t flag;
        const char *word;
    } flags[] = {{GISA_INFO_HELD_NOWHERE, "held_nowhere"},  {GISA_INFO_IS_MODIFIER, "modifier"},
                 {GISA_INFO_IS_OPTIONAL, "optional"},       {GISA_INFO_IS_SIGNED, "signed"},
                 {GISA_INFO_IS_HEXADECIMAL, "hexadecimal"}, {GISA_INFO_IS_ALWAYS_WRITTEN, "always_written"},
                 {GISA_INFO_HAS_ANY_COUNT, "any_count"},    {GISA_INFO_HAS_NO_COMMA, "no_comma"},
                 {GISA_INFO_IS_PREFIX, "prefix"},           {GISA_INFO_IS_SUFFIX, "suffix"}};
    json_begin("flags", '[');
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (o->flags & flags[i].flag)
            json_text(NULL, flags[i].word);
    json_end(']');
}

static void put_operand(const known_operand *known) {
    const gisa_operand_info *o = &known->info;
    json_line();
    json_begin(NULL, '{');
    json_text("name", o->name);
    put_text_unless_empty("doc", o->doc);
    json_text("codec", o->codec);
    json_begin("fields", '[');
    for (unsigned i = 0; i < o->field_count; i++)
        put_bits(NULL, o->field[i]);
    json_end(']');
    put_flags(o);
    put_text_unless_empty("role", gisa_role_name(o->role));
    put_text_unless_empty("word", o->word);
    if (o->registers) {
        json_text("type", o->type);
        json_number("registers", o->registers);
        put_text_unless_empty("count", o->count);
        json_begin("access", '[');
        if (o->access & GISA_ACCESS_READ)
            json_text(NULL, "read");
        if (o->access & GISA_ACCESS_WRITE)
            json_text(NULL, "write");
        json_end(']');
        put_text_unless_empty("written", o->written);
        put_takes(o);
    }
    if (o->scale > 1)
        json_number("scale", o->scale);
    put_text_unless_empty("key", o->key);
    put_text_unless_empty("names", o->names);
    put_text_unless_empty("implied", o->implied);
    put_bits_unless_none("neg", o->neg);
    put_bits_unless_none("abs", o->abs);
    put_bits_unless_none("sext", o->sext);
    put_bits_unless_none("scalar", o->scalar);
    put_bits_unless_none("enable", o->enable);
    put_bits_unless_none("plus", o->plus);
    if (o->hex_from)
        json_number("hex_from", o->hex_from);
    if (o->flags & GISA_INFO_IS_MODIFIER) {
        json_number("default", o->otherwise);
        if (o->otherwise_clrx != o->otherwise)
            json_number("default_clrx", o->otherwise_clrx);
    }
    if (o->least)
        json_number("least", o->least);
    if (o->instead) {
        put_states("instead_of", o->instead_of);
        put_states("instead", o->instead);
        put_states("also", o->also);
    }
    if (known->bank.banks)
        put_bank(&known->bank);
    json_end('}');
}

static bool collect_operands(const gisa_isa *isa, const selection *s, operands *list) {
    known_operand o;
    for (uint32_t form = 0; form < gisa_form_count(isa); form++)
        for (unsigned i = 0; has_form(s, isa, form) && look_up(isa, form, i, &o); i++)
            if (operand_number(list, &o) == SIZE_MAX)
                return false;
    return true;
}

/* ---- forms ------------------------------------------------------------------------------ */

/* The bits of the pieces of a kind, or the values that they have. */
static uint64_t piece_bits(const gisa_isa *isa, uint32_t form, uint8_t kind, bool values) {
    gisa_piece piece;
    uint64_t bits = 0;
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++)
        if (piece.kind == kind)
            bits |= (values ? piece.value : (UINT64_C(1) << piece.at.width) - 1) << piece.at.low;
    return bits;
}

static void put_evidence(const gisa_form_info *f) {
    if (!f->rests)
        return;
    json_begin("rests", '{');
    json_text("level", gisa_evidence_name(f->rests));
    put_text_unless_empty("text", f->rests_on);
    json_end('}');
}

static void put_form(const gisa_isa *isa, uint32_t i, const gisa_form_info *f, operands *list) {
    known_operand o;
    uint64_t preset = piece_bits(isa, i, GISA_PIECE_IGNORED, true);
    json_line();
    json_begin(NULL, '{');
    json_text("mnemonic", f->mnemonic);
    json_number("row", f->row);
    json_text("format", f->format);
    json_number("opcode", f->opcode);
    json_number("size", f->size);
    json_hex("mask", f->mask);
    json_hex("value", f->value);
    json_hex("zero", piece_bits(isa, i, GISA_PIECE_ZERO, false));
    json_hex("ignored", piece_bits(isa, i, GISA_PIECE_IGNORED, false));
    if (piece_bits(isa, i, GISA_PIECE_WRITTEN, false))
        json_hex("written", piece_bits(isa, i, GISA_PIECE_WRITTEN, false));
    if (preset)
        json_hex("preset", preset);
    json_begin("operands", '[');
    for (unsigned k = 0; look_up(isa, i, k, &o); k++)
        json_number(NULL, (int64_t)operand_number(list, &o));
    json_end(']');
    json_text("class", gisa_class_name(f->class_));
    if (f->flow != GISA_FLOW_NEXT)
        json_text("flow", gisa_flow_name(f->flow));
    if (f->flow_to >= 0)
        json_text("flow_to", gisa_operand_name(isa, i, (unsigned)f->flow_to));
    put_states("reads", f->reads);
    put_states("writes", f->writes);
    put_text_unless_empty("suffix", f->suffix);
    if (strcmp(f->clrx, f->name) != 0)
        json_text("clrx", f->clrx);
    if (*f->aliases)
        put_words("aliases", f->aliases);
    if (f->never_chosen)
        json_truth("never_chosen", true);
    if (f->keeps_half)
        json_truth("keeps_half", true);
    if (f->high_half)
        json_truth("high_half", true);
    put_evidence(f);
    put_text_unless_empty("unsure", f->unsure);
    put_form_models(isa, i);
    put_text_unless_empty("approximate", f->approximate);
    put_corrections(isa, i, gisa_form_correction);
    list_form_schedule(isa, i);
    json_end('}');
}

static bool is_of(const gisa_isa *isa, uint32_t number) {
    gisa_form_info f;
    for (uint32_t i = 0; gisa_form(isa, i, &f) == GISA_OK; i++)
        if (f.row == number)
            return true;
    return false;
}

/* Operand codes that the architecture reserves, and forms of rows that it does not have. */
static void put_own(const gisa_isa *chip, const gisa_isa *isa) {
    char name[2][8];
    gisa_code_info here, there;
    gisa_form_info f;
    json_begin("codes", '[');
    for (unsigned code = 0; gisa_code(chip, code, name[0], &here) == GISA_OK; code++)
        if (gisa_code(isa, code, name[1], &there) == GISA_OK && here.kind != GISA_KIND_NONE &&
            there.kind == GISA_KIND_NONE) {
            json_begin(NULL, '{');
            json_number("code", code);
            json_text("name", here.name);
            json_end('}');
        }
    json_end(']');
    json_begin("forms", '[');
    for (uint32_t i = 0; gisa_form(chip, i, &f) == GISA_OK; i++)
        if (!is_of(isa, f.row)) {
            json_line();
            json_begin(NULL, '{');
            json_text("mnemonic", f.mnemonic);
            json_text("format", f.format);
            json_number("opcode", f.opcode);
            json_hex("mask", f.mask);
            json_hex("value", f.value);
            json_text("doc", f.doc);
            json_end('}');
        }
    json_end(']');
}

/* The chips with the same instructions, and what differs. */
static void put_chips(const gisa_isa *isa) {
    const gisa_isa *chip;
    const char *name;
    int64_t value;
    json_line();
    json_begin("chips", '[');
    for (unsigned i = 0; (chip = gisa_chip(isa, i)); i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("name", gisa_name(chip));
        put_words("other_names", gisa_other_names(chip));
        json_number("elf_machine", gisa_elf_machine(chip));
        json_begin("facts", '{');
        for (unsigned k = 0; gisa_fact_at(chip, k, &name, &value) == GISA_OK; k++)
            if (gisa_fact(isa, name, ~value) != value)
                json_number(name, value);
        json_end('}');
        put_own(chip, isa);
        json_end('}');
    }
    json_line();
    json_end(']');
}

/* What other projects call rows and formats. */
static void put_called(const gisa_isa *isa) {
    gisa_called c;
    json_line();
    json_begin("called", '[');
    for (unsigned i = 0; gisa_called_at(isa, i, &c) == GISA_OK; i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("word", c.word);
        json_text("document", c.document);
        put_text_unless_empty("name", c.name);
        json_text("format", c.format);
        json_end('}');
    }
    json_line();
    json_end(']');
}

static bool put_architecture(const gisa_isa *isa, const selection *s) {
    gisa_model model;
    gisa_number_row numbers;
    operands list = {.at = NULL};
    gisa_form_info f;
    json_line();
    json_begin(NULL, '{');
    json_line();
    json_text("name", gisa_name(isa));
    put_words("other_names", gisa_other_names(isa));
    json_number("generation", gisa_generation(isa));
    json_number("elf_machine", gisa_elf_machine(isa));
    json_number("unit", gisa_unit(isa));
    put_facts(isa);
    if (gisa_chip(isa, 0))
        put_chips(isa);
    put_codes(isa);
    put_names(isa);
    put_packs(isa);
    if (gisa_number_row_at(isa, 0, &numbers) == GISA_OK)
        put_numbers(isa);
    if (gisa_bank_table(isa, 0))
        put_banks(isa);
    if (gisa_model_at(isa, 0, &model) == GISA_OK)
        put_models(isa);
    put_formats(isa, s);
    bool ok = collect_operands(isa, s, &list);
    json_line();
    json_begin("operands", '[');
    for (size_t i = 0; i < list.count; i++)
        put_operand(&list.at[i]);
    json_line();
    json_end(']');
    json_line();
    json_begin("forms", '[');
    for (uint32_t i = 0; ok && gisa_form(isa, i, &f) == GISA_OK; i++)
        if (has_row(s, &f))
            put_form(isa, i, &f, &list);
    json_line();
    json_end(']');
    put_called(isa);
    list_schedule(isa);
    put_meanings(isa);
    json_line();
    json_end('}');
    free(list.at);
    return ok;
}

/* Those of the family of the first one. */
static uint32_t of_one_family(uint32_t set) {
    uint32_t kept = 0;
    const char *family = NULL;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        if (!(set >> a & 1))
            continue;
        family = family ? family : gisa_family(gisa_at(a));
        kept |= strcmp(gisa_family(gisa_at(a)), family) == 0 ? 1u << a : 0;
    }
    return kept;
}

/* The architectures that have a form that fits. */
static uint32_t those_that_fit(bool (*fits)(const void *ctx, const gisa_form_info *f), const void *ctx) {
    uint32_t set = 0;
    gisa_form_info f;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (uint32_t i = 0; !(set >> a & 1) && gisa_form(gisa_at(a), i, &f) == GISA_OK; i++)
            set |= fits(ctx, &f) ? 1u << a : 0;
    return set;
}

static bool put_document(const gisa_isa *some, const selection *s) {
    json_begin(NULL, '{');
    json_line();
    json_text("gisa", gisa_version());
    json_number("schema", SCHEMA);
    json_text("family", gisa_family(some));
    put_named(some, "classes", class_name);
    put_named(some, "states", gisa_state_name);
    put_types(some);
    bool ok = put_rows(s);
    put_semantics(some, s);
    json_line();
    json_begin("architectures", '[');
    for (unsigned a = 0; ok && a < MAX_ARCHITECTURES && gisa_at(a); a++)
        if (s->architectures >> a & 1)
            ok = put_architecture(gisa_at(a), s);
    json_line();
    json_end(']');
    json_line();
    json_end('}');
    puts("");
    return ok;
}

bool list_json(uint32_t architectures, bool (*fits)(const void *ctx, const gisa_form_info *f),
               const void *ctx, bool *found) {
    const gisa_isa *some = NULL;
    uint32_t wanted = architectures ? architectures : those_that_fit(fits, ctx);
    selection s = {.architectures = of_one_family(wanted)};
    if (architectures && s.architectures != architectures) {
        fprintf(stderr, "gisa list: --json: architectures of one family make a document\n");
        return false;
    }
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++)
        some = s.architectures >> a & 1 ? gisa_at(a) : some;
    bool ok = select_rows(&s, fits, ctx);
    *found = s.any;
    if (ok && s.any)
        ok = put_document(some, &s);
    free(s.row);
    if (!ok)
        fprintf(stderr, "gisa list: out of memory\n");
    return ok;
}
