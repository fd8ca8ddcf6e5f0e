/* SPDX-License-Identifier: MIT */
/* Operands of forms in the JSON of the spec: those that many forms have stand there once. */
#include <stdlib.h>
#include <string.h>

#include "gisa_shade.h"
#include "json.h"
#include "list_json.h"

typedef struct known_operand {
    gisa_operand_info info;
    gisa_bank_info bank; /* where it is in one; else its table is NULL */
} known_operand;

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

/* The number of an operand in the list; as many as there are = it is not there. */
static size_t number_of(const operand_list *list, const known_operand *o) {
    size_t i = list->count;
    while (i > 0 &&
           !(same_operand(&list->at[i - 1].info, &o->info) && same_bank(&list->at[i - 1].bank, &o->bank)))
        i--;
    return i > 0 ? i - 1 : list->count;
}

static bool add(operand_list *list, const known_operand *o) {
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 256;
        known_operand *more = realloc(list->at, room * sizeof *more);
        if (!more)
            return false;
        list->at = more;
        list->room = room;
    }
    list->at[list->count++] = *o;
    return true;
}

bool operand_list_add(operand_list *list, const gisa_isa *isa, uint32_t form) {
    known_operand o;
    for (unsigned i = 0; look_up(isa, form, i, &o); i++)
        if (number_of(list, &o) == list->count && !add(list, &o))
            return false;
    return true;
}

void operand_list_free(operand_list *list) {
    free(list->at);
}

/* ---- as JSON ------------------------------------------------------------------------------ */

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

static void put_bits_unless_none(const char *key, gisa_bits bits) {
    if (bits.width)
        list_bits(key, bits);
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
    json_text_unless_empty("swizzle", b->swizzles);
    if (b->piece_count) {
        json_begin("selector", '[');
        for (unsigned i = 0; i < b->piece_count; i++) {
            json_begin(NULL, '{');
            list_bits("bits", b->piece[i]);
            json_number("to", b->piece_to[i]);
            json_end('}');
        }
        json_end(']');
    }
    json_text_unless_empty("channels", b->channels);
    json_end('}');
}

static void put_operand(const known_operand *known) {
    const gisa_operand_info *o = &known->info;
    json_line();
    json_begin(NULL, '{');
    json_text("name", o->name);
    json_text_unless_empty("doc", o->doc);
    json_text("codec", o->codec);
    json_begin("fields", '[');
    for (unsigned i = 0; i < o->field_count; i++)
        list_bits(NULL, o->field[i]);
    json_end(']');
    put_flags(o);
    json_text_unless_empty("role", gisa_role_name(o->role));
    json_text_unless_empty("word", o->word);
    if (o->registers) {
        json_text("type", o->type);
        json_number("registers", o->registers);
        json_text_unless_empty("count", o->count);
        json_begin("access", '[');
        if (o->access & GISA_ACCESS_READ)
            json_text(NULL, "read");
        if (o->access & GISA_ACCESS_WRITE)
            json_text(NULL, "write");
        json_end(']');
        json_text_unless_empty("written", o->written);
        put_takes(o);
    }
    if (o->scale > 1)
        json_number("scale", o->scale);
    json_text_unless_empty("key", o->key);
    json_text_unless_empty("names", o->names);
    json_text_unless_empty("implied", o->implied);
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
        list_states("instead_of", o->instead_of);
        list_states("instead", o->instead);
        list_states("also", o->also);
    }
    if (known->bank.banks)
        put_bank(&known->bank);
    json_end('}');
}

void list_operands(const operand_list *list) {
    json_line();
    json_begin("operands", '[');
    for (size_t i = 0; i < list->count; i++)
        put_operand(&list->at[i]);
    json_line();
    json_end(']');
}

void list_form_operands(const operand_list *list, const gisa_isa *isa, uint32_t form) {
    known_operand o;
    json_begin("operands", '[');
    for (unsigned i = 0; look_up(isa, form, i, &o); i++)
        json_number(NULL, (int64_t)number_of(list, &o));
    json_end(']');
}
