/* SPDX-License-Identifier: MIT */
/* The tables of an architecture in the JSON of the spec: operand codes, names of values,
   packs, numbers, banks, models. */
#include <string.h>

#include "gisa_shade.h"
#include "json.h"
#include "list_json.h"
#include "phrase.h"

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
        json_text_unless_empty("pair", c.pair);
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
            json_text_unless_empty("doc", gisa_meaning(isa, table, name.llvm));
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
        list_bits(NULL, part.low);
        if (part.high.width)
            list_bits(NULL, part.high);
        json_end(']');
        json_text_unless_empty("doc", gisa_meaning(isa, part.pack, part.name));
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
        json_words("options", m.options);
        json_text("default", first.text);
        json_text("certainty", m.certainty);
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

/* ---- all of them -------------------------------------------------------------------------- */

void list_tables(const gisa_isa *isa) {
    gisa_model model;
    gisa_number_row numbers;
    put_codes(isa);
    put_names(isa);
    put_packs(isa);
    if (gisa_number_row_at(isa, 0, &numbers) == GISA_OK)
        put_numbers(isa);
    if (gisa_bank_table(isa, 0))
        put_banks(isa);
    if (gisa_model_at(isa, 0, &model) == GISA_OK)
        put_models(isa);
}
