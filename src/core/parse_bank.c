/* SPDX-License-Identifier: MIT */
/* Registers of banks with channels, words around the mnemonic, and fields by name. */
#include <stdio.h>
#include <string.h>

#include "banked.h"
#include "decoder.h"
#include "names.h"
#include "number.h"
#include "parse_usual.h"
#include "words.h"

/* ---- channels ---- */

/* What a letter says of a channel: what it is, IS; '-': there is none; 0 = it says nothing. */
enum { IS = 16, SAYS = 32, EACH = 0x01010101 };
#define CHANNEL(n) (SAYS | IS | (n))
static const uint8_t channel_letters[256] = {
    ['x'] = CHANNEL(0), ['y'] = CHANNEL(1), ['z'] = CHANNEL(2), ['w'] = CHANNEL(3), ['0'] = CHANNEL(4),
    ['1'] = CHANNEL(5), ['2'] = CHANNEL(6), ['h'] = CHANNEL(7), ['X'] = CHANNEL(0), ['Y'] = CHANNEL(1),
    ['Z'] = CHANNEL(2), ['W'] = CHANNEL(3), ['H'] = CHANNEL(7), ['-'] = SAYS};

/* .xy-w: what each channel is, and which ones there are. */
static bool parse_channels(parser *s, banked_text *t) {
    uint32_t letters = 0, pairs;
    if (s->p == s->end || *s->p != '.')
        return true;
    uint64_t text = parse_window(s, ++s->p);
    for (unsigned i = 0; i < CHANNELS; i++)
        letters |= (uint32_t)channel_letters[(uint8_t)text_byte(text, i)] << 8 * i;
    /* A byte each, and then without a branch on what they are, which would be unpredictable. */
    unsigned count = (unsigned)__builtin_ctzll((~letters & SAYS * EACH) | (uint64_t)SAYS << 8 * CHANNELS) / 8;
    letters &= (uint32_t)((UINT64_C(1) << 8 * count) - 1);
    pairs = (letters & 15 * EACH) | (letters & 15 * EACH) >> 4;
    t->channels |= (uint16_t)((pairs & 0xff) | (pairs >> 8 & 0xff00));
    t->shown |= (uint8_t)((letters / IS & EACH) * 0x01020408 >> 24 & 15); /* the bits side by side */
    s->p += count;
    if (count == CHANNELS && channel_letters[(uint8_t)text_byte(text, CHANNELS)])
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "there are no more than %d channels", CHANNELS);
    return count ||
           parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected channels: xyzw, the constants 0 1 2 h, or -");
}

/* ---- registers ---- */

static bool number_behind(parser *s, unsigned *number) {
    unsigned digits = usual_number(parse_window(s, s->p), number);
    s->p += digits;
    return digits || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected the number of a register");
}

static bool parse_text(parser *s, const char *text) {
    size_t size = strlen(text);
    if ((size_t)(s->end - s->p) < size || memcmp(s->p, text, size) != 0)
        return false;
    s->p += size;
    return true;
}

/* [index1 * 2 + 8], after the name of a bank */
static bool parse_indexed(parser *s, banked_text *o) {
    unsigned index = 0, offset = 0;
    uint8_t bank = o->kind;
    s->p++;
    parse_blanks(s);
    if (!parse_text(s, "index") || !number_behind(s, &index))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected index1 or index2");
    if (index < 1 || index > 2)
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p - 1, 1, "there are index1 and index2");
    if (!parse_char(s, '*') || (parse_blanks(s), !parse_text(s, "2")) || !parse_char(s, '+'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected [index%u * 2 + number]", index);
    parse_blanks(s);
    if (!number_behind(s, &offset))
        return false;
    if (!parse_char(s, ']'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ']'");
    if (offset > 255)
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p - 1, 1, "the offset is too large");
    o->kind = index == 1 ? GISA_KIND_INDEXED1 : GISA_KIND_INDEXED2;
    o->reg = (uint16_t)((unsigned)bank << 8 | offset);
    return true;
}

/* The bank whose letters `text` has before a number or an index. */
static unsigned bank_at(uint64_t text) {
    for (unsigned kind = GISA_KIND_TEMP; kind < GISA_KIND_COUNT; kind++) {
        const kind_word *k = &words_kinds[kind];
        unsigned size = k->bank_size;
        char behind = text_byte(text, size);
        if (size && (text ^ load64((const uint8_t *)k->bank)) << 8 * (TEXT_WINDOW - size) == 0 &&
            (parse_kind(behind, DIGIT) || behind == '['))
            return kind;
    }
    return GISA_KIND_NONE;
}

static bool parse_bank_register(parser *s, banked_text *o) {
    uint64_t text = parse_window(s, s->p);
    unsigned kind = bank_at(text), number = 0, digits, size = words_kinds[kind].bank_size;
    if (kind == GISA_KIND_NONE)
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s),
                          "expected a register: r0, o0, pa0, sa0, i0, ..., or a list {0, 1}");
    s->p += size;
    o->kind = (uint8_t)kind;
    if (*s->p == '[')
        return parse_indexed(s, o);
    digits = usual_number(size + 5 > TEXT_WINDOW ? parse_window(s, s->p) : text >> 8 * size, &number);
    o->reg = (uint16_t)number;
    s->p += digits;
    return digits || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected the number of a register");
}

/* ---- lists ---- */

static uint32_t single_bits(double real) {
    float single = (float)real;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static bool parse_value(parser *s, const op_spec *op, uint8_t *value) {
    const constant_view *view = banked_view(s->isa, op);
    const char *at;
    gisa_value v;
    size_t used;
    uint32_t bits = CONSTANT_NAN;
    parse_blanks(s);
    at = s->p;
    if (!parse_keyword(s, "nan")) {
        used = number_read(s->p, s->end, &v);
        if (!used)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected a number");
        s->p += used;
        double real = v.kind == GISA_VALUE_FLOAT ? v.real : (double)v.integer;
        bits = op->type == GISA_TYPE_F16 ? number_half_of_double(real) : single_bits(real);
    }
    *value = (uint8_t)banked_find_value(view, bits);
    return *value != NO_VALUE ||
           parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "no constant has this value");
}

static bool parse_list(parser *s, const op_spec *op, banked_text *t) {
    unsigned count = 0;
    s->p++;
    do {
        if (count == CHANNELS)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "a list has up to %d values", CHANNELS);
        if (!parse_value(s, op, &t->values[count++]))
            return false;
    } while (parse_char(s, ','));
    t->list = true;
    t->shown = (uint8_t)((1u << count) - 1);
    return parse_char(s, '}') || parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ',' or '}'");
}

/* #n: a number in several fields; the # may be left away */
static bool parse_joined(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at = s->p;
    unsigned width = 0;
    for (unsigned i = 0; i < OP_FIELDS; i++)
        width += op->f[i].width;
    s->p += *s->p == '#';
    if (!parse_integer(s, &o->value, "a number"))
        return false;
    if (o->value < -(INT64_C(1) << (width - 1)) || o->value >> width > 0)
        return parse_fail(s, GISA_STATUS_SYNTAX, at, (size_t)(s->p - at), "%s has %u bits",
                          &s->isa->strings[op->name], width);
    o->value &= (INT64_C(1) << width) - 1;
    return true;
}

/* ---- the operand ---- */

static bool parse_written(parser *s, const op_spec *op, banked_text *t) {
    *t = (banked_text){.kind = GISA_KIND_NONE};
    if (s->p < s->end && *s->p == '-') {
        s->p++;
        t->mods |= GISA_MOD_NEG;
    }
    if (parse_text(s, "abs("))
        t->mods |= GISA_MOD_ABS;
    if (s->p < s->end && *s->p == '{' ? !parse_list(s, op, t)
                                      : !parse_bank_register(s, t) || !parse_channels(s, t))
        return false;
    if ((t->mods & GISA_MOD_ABS) && !parse_char(s, ')'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ')'");
    return !(t->mods & GISA_MOD_ABS) || t->list || t->shown ||
           parse_channels(s, t); /* abs(r0).xy is the same */
}

/* What a bank holds, for a message: "r0..r118, i0..i3". */
static void list_registers(const parser *s, const op_spec *op, char *text, size_t room) {
    const bank_spec *b = bank_of(s->isa, op);
    size_t n = 0;
    *text = 0;
    for (unsigned kind = GISA_KIND_TEMP; kind < GISA_KIND_COUNT && n + 32 < room; kind++) {
        const bank_file *f = &s->isa->bank_files[b->files * GISA_KIND_COUNT + kind];
        const char *bank = words_kinds[kind].bank;
        if (!f->end || !*bank)
            continue;
        unsigned first = s->isa->bank_registers[b->registers + (f->start > 0 ? f->start : 0)].reg;
        n += (size_t)snprintf(text + n, room - n, "%s%s%u", n ? ", " : "", bank, first);
        if (f->shift) /* others have no number */
            n += (size_t)snprintf(text + n, room - n, ", %s%u", bank, first + (1u << f->shift));
        n += (size_t)snprintf(text + n, room - n, "..%s%u", bank,
                              (unsigned)s->isa->bank_registers[b->registers + f->end - 1].reg);
    }
}

/* "the second source (op2)" */
static void say_operand(const parser *s, const op_spec *op, char *text, size_t room) {
    const char *strings = s->isa->strings, *name = &strings[op->name];
    if (op->doc)
        snprintf(text, room, "%.60s (%s)", &strings[op->doc], name);
    else
        snprintf(text, room, "%s", name);
}

static bool refuse(parser *s, const op_spec *op, const banked_text *t, banked_fault fault, const char *at) {
    char name[100] = "";
    size_t size = (size_t)(s->p - at);
    char registers[160];
    if (s->error) /* who tries forms asks for no words */
        say_operand(s, op, name, sizeof name);
    switch (fault) {
    case BANKED_MODS:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, 1, "%s has no %s in this encoding", name,
                          t->mods & GISA_MOD_NEG && !op->neg.width ? "-" : "abs()");
    case BANKED_PLACE:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          "a channel is written at its place: .x, .-y, .--z, .---w");
    case BANKED_ORDER:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          "these channels cannot be written together; in order they are .xyzw, .x-z");
    case BANKED_OTHERS:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          t->list ? "the list has not as many values as there are channels that are written"
                                  : "the channels are not those that are written");
    case BANKED_VALUES:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          "no constant and no swizzle of %s has these values", name);
    case BANKED_CHANNELS:
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size,
                          "%s has no swizzle that picks these channels in this encoding", name);
    default:
        if (s->error)
            list_registers(s, op, registers, sizeof registers);
        return parse_fail(s, GISA_STATUS_SYNTAX, at, size, "%s must be one of %s in this encoding", name,
                          registers);
    }
}

/* Each is read once, however many forms are tried. */
static bool parse_banked(parser *s, const op_spec *op, gisa_operand *o) {
    const char *at = s->p;
    const constant_view *view = banked_view(s->isa, op);
    unsigned i = s->next_register++;
    banked_fault fault;
    if (i < s->registers && s->read[i].from == at && s->read[i].view == view) {
        s->p = s->read[i].to;
    } else {
        s->registers = i;
        if (!parse_written(s, op, &s->read[i].text))
            return false;
        s->read[i].from = at;
        s->read[i].to = s->p;
        s->read[i].view = view;
        s->registers = i + 1;
    }
    fault = banked_take(s->isa, op, &s->read[i].text, &s->shown_by, o);
    return !fault || refuse(s, op, &s->read[i].text, fault, at);
}

static bool parse_join(parser *s, const op_spec *op) {
    const char *name = &s->isa->strings[op->key] + 2; /* after "+ " */
    size_t size = op->key_size - 2u;
    if (!parse_char(s, '+'))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected + and the second operation");
    parse_blanks(s);
    if ((size_t)(s->end - s->p) < size || !parse_is(s->p, size, name))
        return parse_fail(s, GISA_STATUS_SYNTAX, s->p, parse_word(s), "expected %s", name);
    s->p += size;
    return true;
}

/* What stands between two operands of one operation. */
static bool parse_comma(parser *s, const op_spec *op) {
    return parse_char(s, ',') ||
           parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1,
                      s->p == s->end ? "too few operands; expected ',' and %s" : "expected ',' before %s",
                      &s->isa->strings[op->name]);
}

static bool too_few(parser *s, const op_spec *op) {
    char name[100] = "";
    if (s->error)
        say_operand(s, op, name, sizeof name);
    return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "too few operands; expected %s", name);
}

bool parse_dotted(parser *s) {
    const op_spec *ops = s->isa->ops;
    const uint16_t *list = &s->isa->op_list[s->f->first_op];
    bool first = true; /* no comma before it */
    parse_defaults(s);
    for (unsigned left = s->f->positionals; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = &ops[list[i]];
        gisa_operand *o = &s->insn->operand[i];
        if (op->codec == CODEC_JOIN) {
            first = true;
            if (!parse_join(s, op))
                return false;
            continue;
        }
        if (!first && !parse_comma(s, op))
            return false;
        first = false;
        parse_blanks(s);
        if (s->p == s->end)
            return too_few(s, op);
        if (op->codec == CODEC_BANKED   ? !parse_banked(s, op, o)
            : op->codec == CODEC_JOINED ? !parse_joined(s, op, o)
                                        : !parse_field(s, op, o))
            return false;
    }
    return true;
}

bool parse_shared(parser *s) {
    if (find_form(s->isa, s->insn->bits) != s->insn->form)
        return parse_fail(s, GISA_STATUS_BAD_OPERAND, s->begin, 1,
                          "with these operands it is another instruction");
    for (unsigned i = 0; i < s->f->op_count; i++) {
        const op_spec *op = form_op(s->isa, s->f, i);
        const gisa_operand *o = &s->insn->operand[i];
        gisa_operand back;
        if (op->codec != CODEC_BANKED)
            continue;
        operand_decode(s->isa, op, s->insn->bits, &back);
        if (back.kind != o->kind || back.reg != o->reg || back.value != o->value || back.mods != o->mods)
            return parse_fail(s, GISA_STATUS_BAD_OPERAND, s->begin, 1,
                              "%s has a field in common with another operand, which needs another value",
                              &s->isa->strings[op->name]);
    }
    return true;
}

/* ---- words around the mnemonic ---- */

/* A name that counts up. */
static bool is_counted(const parser *s, const name_entry *e, const char *text, size_t size, int64_t *value) {
    int64_t number;
    size_t used = parse_match_name(&s->isa->strings[e->llvm], e->span, text, text + size, &number);
    *value = e->value + number;
    return used && used == size;
}

/* Is `text` what this operand would print? Then its value. */
static bool is_word(const parser *s, const op_spec *op, const char *text, size_t size, int64_t *value) {
    const name_table *t = &s->isa->names[op->names - 1];
    if (op->codec == CODEC_FLAG || op->codec == CODEC_WORD) {
        const char *key = &s->isa->strings[op->key];
        *value = 1;
        return size == op->key_size && names_same(key, text, size);
    }
    for (unsigned i = 0; op->names && i < t->count; i++) {
        const name_entry *e = &s->isa->entries[t->first + i];
        *value = e->value;
        if (e->span == 1 ? parse_is(text, size, &s->isa->strings[e->llvm])
                         : is_counted(s, e, text, size, value))
            return true;
    }
    return false;
}

/* Is it a word before any mnemonic? */
bool parse_is_prefix(const parser *s, const char *text, size_t size) {
    for (unsigned i = 0; i < s->isa->form_count; i++)
        for (unsigned left = s->isa->forms[i].prefixes; left; left &= left - 1) {
            int64_t value;
            if (is_word(s, form_op(s->isa, &s->isa->forms[i], (unsigned)__builtin_ctz(left)), text, size,
                        &value))
                return true;
        }
    return false;
}

static bool take_word(parser *s, uint16_t place, const char *text, size_t size, uint32_t *seen) {
    for (unsigned left = place & ~*seen; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        int64_t value;
        if (!is_word(s, form_op(s->isa, s->f, i), text, size, &value))
            continue;
        *seen |= 1u << i;
        s->insn->operand[i].value = value;
        s->insn->operand[i].flags &= (uint8_t)~GISA_OPERAND_DEFAULT;
        return true;
    }
    return parse_fail(s, GISA_STATUS_SYNTAX, text, size, "'%.*s' does not go with %s",
                      (int)(size > 60 ? 60 : size), text, &s->isa->strings[s->f->print[GISA_SYNTAX_LLVM]]);
}

/* What must be there, and what repeats the word before it. */
static bool settle_words(parser *s, uint32_t seen) {
    for (unsigned left = s->f->suffixes & ~seen; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = form_op(s->isa, s->f, i);
        if (!(op->flags & OP_ALWAYS) && op->codec != CODEC_WORD)
            continue;
        if (!op->index || !i || op->codec == CODEC_WORD)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->suffix, 1, "%s needs a word after it: .%s",
                              &s->isa->strings[s->f->print[GISA_SYNTAX_LLVM]], &s->isa->strings[op->name]);
        s->insn->operand[i].value = s->insn->operand[i - 1].value;
    }
    return true;
}

bool parse_words(parser *s) {
    uint32_t seen = 0;
    if (s->prefix_size && !take_word(s, s->f->prefixes, s->prefix, s->prefix_size, &seen))
        return false;
    for (const char *p = s->suffix, *end = s->suffix + s->suffix_size; s->suffix_size && p < end;) {
        const char *word = ++p; /* after the dot */
        while (p < end && *p != '.')
            p++;
        if (!take_word(s, s->f->suffixes, word, (size_t)(p - word), &seen))
            return false;
    }
    return settle_words(s, seen);
}

/* ---- fields ---- */

bool parse_named_field(parser *s, size_t word, bool *mine) {
    const format_row *row = &s->isa->formats[s->f->format];
    *mine = false;
    for (unsigned i = 0; word && i < row->field_count; i++) {
        const format_field *x = &s->isa->format_fields[row->first_field + i];
        int64_t value;
        if (x->size != word || !parse_is(s->p, word, &s->isa->strings[x->name]))
            continue;
        s->p += word;
        if (parse_char(s, ':')) {
            if (!parse_integer(s, &value, "the value of the field"))
                return false;
        } else if (s->clrx && x->at.width == 1)
            value = 1;
        else
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p, 1, "expected ':' and the value of the field");
        if (value < 0 || (uint64_t)value >> x->at.width)
            return parse_fail(s, GISA_STATUS_SYNTAX, s->p - 1, 1, "the field has %u bits", x->at.width);
        s->field_mask |= ((UINT64_C(1) << x->at.width) - 1) << x->at.shift;
        s->fields |= (uint64_t)value << x->at.shift;
        return *mine = true;
    }
    return true;
}
