/* SPDX-License-Identifier: MIT */
/* gisa list --json: the whole spec as one JSON document. docs/spec-json.md says how to read it,
 * docs/spec.schema.json what is allowed in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_semantics.h"
#include "info/info.h"
#include "json.h"
#include "list.h"
#include "list_json.h"
#include "terminal.h"

enum { SCHEMA = 1 };

/* ---- what all architectures share ------------------------------------------------------- */

static void put_named(const gisa_isa *isa, const char *key, const char *(*name)(unsigned)) {
    json_line();
    json_begin(key, '[');
    for (unsigned i = 0; name(i); i++) {
        json_line();
        json_begin(NULL, '{');
        json_text("name", name(i));
        json_text_unless_empty("doc", gisa_meaning(isa, NULL, name(i)));
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
            json_text_unless_empty("doc", gisa_meaning(isa, NULL, name));
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

static void put_piece(const gisa_piece *piece) {
    static const char *const piece_kinds[] = {"fixed", "opcode", "field", "zero", "ignored", "written"};
    json_begin(NULL, '{');
    json_text("kind", piece_kinds[piece->kind]);
    list_bits("bits", piece->at);
    json_text_unless_empty("name", piece->name);
    if (piece->kind == GISA_PIECE_FIXED)
        json_number("value", (int64_t)piece->value);
    json_end('}');
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
        json_text_unless_empty("doc", format.doc);
        json_text_unless_empty("suffix", format.suffix);
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
    json_text_unless_empty("text", f->rests_on);
    json_end('}');
}

static void put_form(const gisa_isa *isa, uint32_t i, const gisa_form_info *f, const operand_list *list) {
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
    list_form_operands(list, isa, i);
    json_text("class", gisa_class_name(f->class_));
    if (f->flow != GISA_FLOW_NEXT)
        json_text("flow", gisa_flow_name(f->flow));
    if (f->flow_to >= 0)
        json_text("flow_to", gisa_operand_name(isa, i, (unsigned)f->flow_to));
    list_states("reads", f->reads);
    list_states("writes", f->writes);
    json_text_unless_empty("suffix", f->suffix);
    if (strcmp(f->clrx, f->name) != 0)
        json_text("clrx", f->clrx);
    if (*f->aliases)
        json_words("aliases", f->aliases);
    if (f->never_chosen)
        json_truth("never_chosen", true);
    if (f->keeps_half)
        json_truth("keeps_half", true);
    if (f->high_half)
        json_truth("high_half", true);
    put_evidence(f);
    json_text_unless_empty("unsure", f->unsure);
    put_form_models(isa, i);
    json_text_unless_empty("approximate", f->approximate);
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
        json_words("other_names", gisa_other_names(chip));
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
        json_text_unless_empty("name", c.name);
        json_text("format", c.format);
        json_end('}');
    }
    json_line();
    json_end(']');
}

static bool collect_operands(const gisa_isa *isa, const selection *s, operand_list *list) {
    bool ok = true;
    for (uint32_t form = 0; ok && form < gisa_form_count(isa); form++)
        ok = !has_form(s, isa, form) || operand_list_add(list, isa, form);
    return ok;
}

static bool put_architecture(const gisa_isa *isa, const selection *s) {
    operand_list list = {.at = NULL};
    gisa_form_info f;
    json_line();
    json_begin(NULL, '{');
    json_line();
    json_text("name", gisa_name(isa));
    json_words("other_names", gisa_other_names(isa));
    json_number("generation", gisa_generation(isa));
    json_number("elf_machine", gisa_elf_machine(isa));
    json_number("unit", gisa_unit(isa));
    put_facts(isa);
    if (gisa_chip(isa, 0))
        put_chips(isa);
    list_tables(isa);
    put_formats(isa, s);
    bool ok = collect_operands(isa, s, &list);
    list_operands(&list);
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
    operand_list_free(&list);
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
