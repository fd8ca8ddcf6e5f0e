/* SPDX-License-Identifier: MIT */
/* Text of registers of banks, and of the bits of a word that its text would not show otherwise. */
#include "banked.h"
#include "printer.h"
#include "words.h"

/* The register without its channels. */
static inline char *put_register(char *p, const gisa_operand *o) {
    const kind_word *k = &words_kinds[o->kind];
    if (o->kind == GISA_KIND_INDEXED1 || o->kind == GISA_KIND_INDEXED2) {
        p = text_put(p, words_kinds[o->reg >> 8].bank);
        p = text_put(p, o->kind == GISA_KIND_INDEXED1 ? "[index1 * 2 + " : "[index2 * 2 + ");
        return text_char(text_small(p, o->reg & 0xff), ']');
    }
    if (!k->bank_size)
        return text_small(text_char(p, '?'), o->reg % 1000u);
    memcpy(p, k->bank, sizeof k->bank);
    return text_small(p + k->bank_size, o->reg % 1000u);
}

/* After the highest channel that is shown. */
static inline unsigned end_of_channels(unsigned shown) {
    return shown ? 32u - (unsigned)__builtin_clz(shown) : 0;
}

static char *put_list(const printer *o, char *p, const op_spec *op, const gisa_operand *a,
                      const uint8_t values[CHANNELS]) {
    const uint32_t *texts = banked_view(o->isa, op)->texts;
    unsigned end = end_of_channels(banked_shown(a));
    *p++ = '{';
    for (unsigned i = 0; i < end; i++) {
        if (i)
            p = text_put(p, ", ");
        p = text_put(p, &o->isa->strings[texts[values[i]]]);
    }
    return text_char(p, '}');
}

/* The letter of a channel at its place; as many dashes before it. */
static char *put_dashed(char *p, const gisa_operand *a) {
    unsigned channel = banked_channel(a, 0);
    *p++ = '.';
    for (unsigned i = 0; i < channel && channel < CHANNELS; i++)
        *p++ = '-';
    return text_char(p, words_channels[channel & 7]);
}

static inline char channel_letter(const gisa_operand *a, unsigned i) {
    return banked_shown(a) >> i & 1 ? words_channels[banked_channel(a, i) & 7] : '-';
}

static inline char *put_channels(char *p, const gisa_operand *a, bool dashed) {
    static const uint8_t sizes[1 << CHANNELS] = {0, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5};
    unsigned shown = banked_shown(a);
    if (a->kind == GISA_KIND_NUMBER && banked_is_plain(a))
        return p;
    if (dashed && shown)
        return put_dashed(p, a);
    *p = '.'; /* all, since how many there are cannot be guessed */
    p[1] = channel_letter(a, 0);
    p[2] = channel_letter(a, 1);
    p[3] = channel_letter(a, 2);
    p[4] = channel_letter(a, 3);
    return p + sizes[shown];
}

char *print_banked(const printer *o, char *p, const op_spec *op, const gisa_operand *a, uint64_t *unusual) {
    uint8_t values[CHANNELS];
    bool list = banked_values(o->isa, op, a, values);
    *unusual = banked_unusual(o->isa, op, a, list ? values : NULL);
    if (a->mods & GISA_MOD_NEG)
        *p++ = '-';
    if (a->mods & GISA_MOD_ABS)
        p = text_put(p, "abs(");
    if (list)
        p = put_list(o, p, op, a, values);
    else
        p = put_channels(put_register(p, a), a, bank_of(o->isa, op)->flags & BANK_DASHED);
    return a->mods & GISA_MOD_ABS ? text_char(p, ')') : p;
}

/* ---- fields ---- */

char *print_bits(const printer *o, char *p, const format_field *x, uint64_t bits) {
    p = text_word(text_char(p, ' '), &o->isa->strings[x->name], x->size);
    return text_decimal(text_char(p, ':'), (int64_t)field_get(bits, x->at));
}

/* Can the other form have these operands? What is not a register of a bank counts as the same. */
static bool takes_operands(const printer *o, const form *other, const form *f, const banked_text texts[]) {
    uint64_t shown_by = other->value;
    unsigned k = 0; /* in the other form */
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(o->isa, f, i), *its;
        if (op->codec != CODEC_BANKED)
            continue;
        while (k < other->op_count && form_op(o->isa, other, k)->codec != CODEC_BANKED)
            k++;
        if (k == other->op_count)
            return false;
        its = form_op(o->isa, other, k++);
        gisa_operand taken = its->start;
        if (texts[i].list && (its->type == GISA_TYPE_F16) != (op->type == GISA_TYPE_F16))
            return true; /* other values: who knows */
        if (banked_take(o->isa, its, &texts[i], &shown_by, &taken))
            return false;
    }
    return true;
}

/* Other forms with this name, which an assembler would choose, take the text as well: the fields
 * that tell this one from them. */
static char *put_form(const printer *o, char *p, const gisa_insn *insn, const form *f) {
    const format_row *row = &o->isa->formats[f->format];
    banked_text texts[GISA_MAX_OPERANDS];
    uint64_t told = 0;
    for (unsigned i = 0; i < f->op_count; i++)
        if (form_op(o->isa, f, i)->codec == CODEC_BANKED)
            texts[i] = banked_written(o->isa, form_op(o->isa, f, i), &insn->operand[i]);
    for (const rival *r = &o->isa->rivals[f->rivals]; r->form != NO_RIVAL; r++) {
        const form *other = &o->isa->forms[r->form];
        const format_field *x = &o->isa->format_fields[row->first_field + r->field];
        if (((other->value ^ f->value) & f->mask & other->mask & told) || !takes_operands(o, other, f, texts))
            continue;
        p = print_bits(o, p, x, f->value);
        told |= ((UINT64_C(1) << x->at.width) - 1) << x->at.shift;
    }
    return p;
}

/* The fields that a word has otherwise than the one that the text of its operands stands for. */
static char *put_fields(const printer *o, char *p, const gisa_insn *insn, const form *f, uint64_t differ) {
    const format_row *row = &o->isa->formats[f->format];
    uint64_t bits;
    size_t size;
    encode_bits(o->isa, insn, &bits, &size);
    for (unsigned i = 0; i < row->field_count; i++) {
        const format_field *x = &o->isa->format_fields[row->first_field + i];
        if (field_get(differ, x->at))
            p = print_bits(o, p, x, bits);
    }
    return p;
}

/* ---- the whole ---- */

/* A second format is left away where it is the same as the first. */
static inline bool repeats(const op_spec *op, const gisa_operand *a) {
    return op->codec == CODEC_CHOICE && op->index && a->value == a[-1].value;
}

/* A word around the mnemonic or after the operands, with the blank or dot that goes with it.
 * `hidden`: it is not written. Which words are there cannot be guessed, so it is copied in any
 * case. */
static inline char *put_op_word(printer *o, char *p, const gisa_insn *insn, const op_spec *op,
                                const gisa_operand *a, bool hidden) {
    const op_word *word = &o->isa->op_words[op->words + ((uint64_t)a->value & op->last_word)];
    if (op->words && (uint64_t)a->value <= op->last_word) {
        unsigned size = word->size;
        memcpy(p, &o->isa->strings[word->text], TEXT_OVER);
        return p + (hidden ? 0 : size);
    }
    if (hidden)
        return p;
    if (!(op->flags & OP_PREFIX))
        *p++ = op->flags & OP_SUFFIX ? '.' : ' ';
    p = print_operand(o, p, insn, op, a);
    return op->flags & OP_PREFIX ? text_char(p, ' ') : p;
}

/* p0 mad.f32.skipinv ..., field:value */
char *print_dotted(printer *o, char *p, const gisa_insn *insn) {
    const form *f = &o->isa->forms[insn->form];
    const uint16_t *list = &o->isa->op_list[f->first_op];
    unsigned last = OP_SPACE; /* the flags of the operand before this one */
    uint64_t differ = insn->rest, unusual;
    for (unsigned left = f->prefixes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const gisa_operand *a = &insn->operand[i];
        p = put_op_word(o, p, insn, &o->isa->ops[list[i]], a, a->flags & GISA_OPERAND_DEFAULT);
    }
    p = text_word(p, &o->isa->strings[f->print[GISA_SYNTAX_LLVM]], f->print_size[GISA_SYNTAX_LLVM]);
    for (unsigned left = f->suffixes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = &o->isa->ops[list[i]];
        const gisa_operand *a = &insn->operand[i];
        p = put_op_word(o, p, insn, op, a, (a->flags & GISA_OPERAND_DEFAULT) || (i && repeats(op, a)));
    }
    for (unsigned left = ((1u << f->op_count) - 1) & ~(f->prefixes | (unsigned)f->suffixes); left;
         left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const op_spec *op = &o->isa->ops[list[i]];
        const gisa_operand *a = &insn->operand[i];
        if (op->words) {
            p = put_op_word(o, p, insn, op, a, a->flags & GISA_OPERAND_DEFAULT);
            continue;
        }
        if (a->flags & GISA_OPERAND_DEFAULT)
            continue;
        *p = ',';
        p += !((op->flags & OP_MODIFIER) | (last & OP_SPACE));
        *p++ = ' ';
        if (op->codec == CODEC_BANKED) {
            p = print_banked(o, p, op, a, &unusual);
            differ |= unusual;
        } else
            p = print_operand(o, p, insn, op, a);
        last = op->flags;
    }
    if (f->rivals)
        p = put_form(o, p, insn, f);
    return differ ? put_fields(o, p, insn, f, differ) : p;
}
