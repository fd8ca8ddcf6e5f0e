/* SPDX-License-Identifier: MIT */
/* One instruction as one JSON object on one line. */
#include "core/words.h"
#include "dis.h"

#include <string.h>

/* ---- Text: valid JSON whatever the bytes are ---- */

/* The length of the UTF-8 character at s, 0 when it is none. */
static unsigned utf8_length(const uint8_t *s, size_t size) {
    unsigned length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 4;
    if (length > size || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, and what lies after the last character. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] >= 0x90))
        return 0;
    return length;
}

static void put_string(output *out, const char *text, size_t size) {
    output_char(out, '"');
    for (size_t i = 0; i < size;) {
        const uint8_t *s = (const uint8_t *)text + i;
        unsigned length = utf8_length(s, size - i);
        if (*s == '"' || *s == '\\') {
            output_char(out, '\\');
            output_char(out, (char)*s);
        } else if (*s < 0x20 || *s == 0x7f ||
                   !length) { /* a stray byte is shown as the character of its number */
            output_text(out, "\\u00");
            output_hex(out, *s, 2);
        } else
            output_bytes(out, s, length);
        i += length ? length : 1;
    }
    output_char(out, '"');
}

static void put_key(output *out, const char *key) {
    output_text(out, ",\"");
    output_text(out, key);
    output_text(out, "\":");
}

static void put_text_key(output *out, const char *key, const char *text) {
    put_key(out, key);
    put_string(out, text, strlen(text));
}

static void put_signed(output *out, int64_t value) {
    if (value < 0)
        output_char(out, '-');
    output_number(out, value < 0 ? ~(uint64_t)value + 1 : (uint64_t)value);
}

/* ["a","b"] of the names whose bit is set. */
typedef struct bit_name {
    uint32_t bit;
    const char *name;
} bit_name;

static void put_bits(output *out, const char *key, uint32_t bits, const bit_name *names) {
    put_key(out, key);
    output_char(out, '[');
    bool first = true;
    for (; names->name; names++)
        if (bits & names->bit) {
            output_text(out, first ? "\"" : ",\"");
            output_text(out, names->name);
            output_char(out, '"');
            first = false;
        }
    output_char(out, ']');
}

/* The same of states, which the library names. */
static void put_states(output *out, const char *key, uint32_t states) {
    bit_name names[GISA_STATE_COUNT + 1] = {{0, NULL}};
    for (unsigned i = 0; i < GISA_STATE_COUNT; i++)
        names[i] = (bit_name){1u << i, gisa_state_name(i)};
    put_bits(out, key, states, names);
}

/* ---- Parts of an instruction ---- */

static const bit_name access_names[] = {{GISA_ACCESS_READ, "read"}, {GISA_ACCESS_WRITE, "write"}, {0, NULL}};
static const bit_name mod_names[] = {
    {GISA_MOD_NEG, "neg"}, {GISA_MOD_ABS, "abs"}, {GISA_MOD_SEXT, "sext"}, {0, NULL}};
static const bit_name flag_names[] = {{GISA_OPERAND_MODIFIER, "modifier"},
                                      {GISA_OPERAND_DEFAULT, "default"},
                                      {GISA_OPERAND_FLOAT, "float"},
                                      {GISA_OPERAND_IMPLIED, "implied"},
                                      {0, NULL}};
/* A register of a bank: its number, for an indexed one the bank and what is added, and its
   channels. */
static void put_banked(output *out, const gisa_operand *o) {
    bool indexed = o->kind == GISA_KIND_INDEXED1 || o->kind == GISA_KIND_INDEXED2, shown = false;
    if (indexed)
        put_text_key(out, "bank", gisa_kind_name(o->reg >> 8u));
    put_key(out, "reg");
    output_number(out, indexed ? o->reg & 0xffu : o->reg);
    for (unsigned i = 0; i < 4; i++)
        shown |= gisa_channel(o, i) >= 0;
    if (!shown)
        return;
    put_key(out, "channels");
    output_char(out, '"');
    for (unsigned i = 0; i < 4; i++)
        output_char(out, gisa_channel(o, i) < 0 ? '-' : words_channels[gisa_channel(o, i)]);
    output_char(out, '"');
}

static void put_operand(dis *d, const gisa_insn *insn, unsigned i) {
    output *out = &d->out;
    const gisa_operand *o = &insn->operand[i];
    const char *name = gisa_operand_name(d->isa, insn->form, i);
    bool is_register = o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_VGPR || o->kind == GISA_KIND_TTMP ||
                       o->kind == GISA_KIND_NAMED;
    output_text(out, i ? ",{\"name\":" : "{\"name\":");
    put_string(out, name ? name : "", name ? strlen(name) : 0);
    put_text_key(out, "kind", gisa_kind_name(o->kind));
    if (o->type && o->type < GISA_TYPE_COUNT)
        put_text_key(out, "type", o->type == GISA_TYPE_BITS ? "bits" : gisa_type_name(o->type, 1));
    if (is_register) {
        put_key(out, "reg");
        output_number(out, o->reg);
        put_key(out, "count");
        output_number(out, o->count);
    } else if (o->kind >= GISA_KIND_TEMP && o->kind < GISA_KIND_COUNT)
        put_banked(out, o);
    else if (o->kind != GISA_KIND_NONE) {
        put_key(out, "value");
        put_signed(out, o->value);
    }
    put_bits(out, "access", o->access, access_names);
    if (o->mods)
        put_bits(out, "mods", o->mods, mod_names);
    if (o->flags)
        put_bits(out, "flags", o->flags, flag_names);
    output_char(out, '}');
}

static void put_instruction(dis *d, const gisa_insn *insn, uint64_t address) {
    output *out = &d->out;
    gisa_form_info info;
    if (gisa_form(d->isa, insn->form, &info) != GISA_OK)
        return;
    put_text_key(out, "mnemonic", info.mnemonic);
    put_text_key(out, "format", info.format);
    if (info.unsure)
        put_text_key(out, "unsure", info.unsure);
    if (info.approximate)
        put_text_key(out, "approximate", info.approximate);
    put_text_key(out, "class", gisa_class_name(info.class_));
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    gisa_style style = {.syntax = d->options->syntax, .address = address};
    if (gisa_print(d->isa, insn, &style, text, &size) == GISA_OK) {
        put_key(out, "text");
        put_string(out, text, size);
    }
    uint64_t target;
    if (gisa_target(insn, address, &target)) {
        put_key(out, "target");
        output_number(out, target);
    }
    put_key(out, "operands");
    output_char(out, '[');
    for (unsigned i = 0; i < insn->operand_count; i++)
        put_operand(d, insn, i);
    output_char(out, ']');
    uint32_t reads = 0, writes = 0;
    gisa_states(d->isa, insn, &reads, &writes);
    put_states(out, "reads", reads);
    put_states(out, "writes", writes);
    uint32_t odd = gisa_oddities(d->isa, insn);
    if (odd)
        put_text_key(out, "odd", gisa_oddity_text(odd));
}

/* ---- Objects ---- */

/* "{" and what every object has; words are written as hex input reads them. */
static void begin_object(dis *d, const uint8_t *code, size_t size, uint64_t address, const char *section_name,
                         const char *label) {
    output *out = &d->out;
    output_line(out);
    output_text(out, "{\"address\":");
    output_number(out, address);
    put_key(out, "size");
    output_number(out, size);
    put_key(out, size % 4 ? "bytes" : "words");
    output_char(out, '[');
    size_t step = size % 4 ? 1 : 4;
    for (size_t i = 0; i < size; i += step) {
        output_text(out, i ? ",\"" : "\"");
        for (size_t k = step; k-- > 0;)
            output_hex(out, code[i + k], 2);
        output_char(out, '"');
    }
    output_char(out, ']');
    if (section_name)
        put_text_key(out, "section", section_name);
    if (label)
        put_text_key(out, "label", label);
}

size_t dis_json(dis *d, const uint8_t *code, size_t size, uint64_t address, const char *section_name,
                const char *label) {
    gisa_insn insn;
    gisa_status status = gisa_decode(d->isa, code, size, &insn);
    size_t used = insn.size;
    if (status != GISA_OK && status != GISA_STATUS_RESERVED)
        used = size < d->unit ? size : d->unit;
    begin_object(d, code, used, address, section_name, label);
    if (status == GISA_OK || status == GISA_STATUS_RESERVED)
        put_instruction(d, &insn, address);
    if (status != GISA_OK)
        put_text_key(&d->out, "status",
                     status == GISA_STATUS_RESERVED    ? "reserved"
                     : status == GISA_STATUS_TRUNCATED ? "truncated"
                                                       : "unknown");
    output_text(&d->out, "}\n");
    return used;
}

void dis_json_data(dis *d, const uint8_t *code, size_t size, uint64_t address, const char *section_name,
                   const char *label) {
    begin_object(d, code, size, address, section_name, label);
    put_text_key(&d->out, "status", "data");
    output_text(&d->out, "}\n");
}
