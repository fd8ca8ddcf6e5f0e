/* SPDX-License-Identifier: MIT */
/* Instruction to text, in LLVM's or CLRX's syntax. */
#include "operands.h"
#include "hidden.h"
#include "names.h"
#include "printer.h"

static const char *text_at(const printer *o, uint32_t offset) {
    return &o->isa->strings[offset];
}

/* What the caller puts into the text may be of any length. */
static char *put_foreign(printer *o, char *p, const char *text, size_t size) {
    size_t room = p < o->end ? (size_t)(o->end - p) : 0, take = size < room ? size : room;
    memcpy(p, text, take);
    o->lost += size - take;
    return p + take;
}

/* ---- registers and constants ------------------------------------------------------------ */

static inline char *put_group(char *p, char file, unsigned first, unsigned count) {
    *p++ = file;
    if (count <= 1)
        return text_small(p, first);
    *p++ = '[';
    p = text_small(p, first);
    *p++ = ':';
    p = text_small(p, (first + count - 1) % 1000);
    *p++ = ']';
    return p;
}

static char *put_named(const printer *o, char *p, unsigned code, unsigned count) {
    const code_info *c = &o->isa->codes[code & 511];
    if (c->kind == CODE_PAIR_LO && count == 2)
        return text_put(p, text_at(o, c->pair));
    if (c->name)
        return text_put(p, text_at(o, o->clrx ? c->clrx : c->name));
    return text_decimal(text_char(p, '@'), code); /* a reserved code */
}

/* LLVM writes a literal like an inline constant where the values agree; the assembler then shortens
 * it. NULL = they do not. */
static char *put_as_inline(const printer *o, char *p, const gisa_operand *a) {
    bool half =
        a->type == GISA_TYPE_F16 || a->type == GISA_TYPE_V2F16; /* integers of 16 bits compare as 32 bits */
    int64_t value = half ? (int16_t)a->value : (int32_t)a->value;
    uint64_t bits = is_16bit(a->type) ? (uint16_t)a->value : (uint32_t)a->value;
    if (a->type == GISA_TYPE_F64)
        bits <<= 32;
    if (a->type == GISA_TYPE_F64 ? a->value == 0
                                 : value >= -16 && value <= 64 && (!is_64bit(a->type) || value >= 0))
        return text_decimal(p, value);
    if ((is_16bit(a->type) && !half) || (is_64bit(a->type) && a->type != GISA_TYPE_F64))
        return NULL;
    for (unsigned i = 0; i < o->isa->float_count; i++)
        if (bits == operand_float(i, a->type))
            return text_put(p, is_64bit(a->type) ? float_constants[i].text64 : float_constants[i].text);
    return NULL;
}

/* A literal where an assembler would take something else for its number alone. */
static char *put_forced(char *p, uint64_t value) {
    return text_char(text_hex(text_put(p, "lit("), value), ')');
}

static char *put_literal(printer *o, char *p, const op_spec *op, const gisa_operand *a) {
    char *behind;
    if (o->style->literal)
        return put_foreign(o, p, o->style->literal, strlen(o->style->literal));
    if (o->style->exact && hidden_literal_is_odd(o->isa, op, a))
        return put_forced(p, (uint32_t)a->value);
    behind = o->style->hex_literals && !o->clrx ? NULL : put_as_inline(o, p, a);
    if (!behind)
        return text_hex(p, is_16bit(a->type) && !o->style->hex_literals && !o->clrx ? (uint16_t)a->value
                                                                                    : (uint32_t)a->value);
    if (!o->clrx)
        return behind;
    return put_forced(p, (uint32_t)a->value); /* CLRX, too, would shorten it */
}

static char *put_float(const printer *o, char *p, const gisa_operand *a) {
    const code_info *c = &o->isa->codes[a->reg & 511];
    const float_constant *f = &float_constants[(unsigned)c->value % 9];
    return text_put(p, is_64bit(a->type) ? f->text64 : f->text);
}

static char *put_plain(printer *o, char *p, const op_spec *op, const gisa_operand *a) {
    switch (a->kind) {
    case GISA_KIND_SGPR: return put_group(p, 's', a->reg % 1000u, a->count);
    case GISA_KIND_VGPR: return put_group(p, 'v', a->reg % 1000u, a->count);
    case GISA_KIND_TTMP: return put_group(text_put(p, "ttm"), 'p', a->reg % 1000u, a->count);
    case GISA_KIND_NAMED: return put_named(o, p, a->reg, a->count);
    case GISA_KIND_INLINE:
        return a->flags & GISA_OPERAND_FLOAT ? put_float(o, p, a) : text_decimal(p, a->value);
    case GISA_KIND_LITERAL: return put_literal(o, p, op, a);
    default: return text_put(p, "off");
    }
}

static bool is_constant(const gisa_operand *a) {
    return a->kind == GISA_KIND_INLINE || a->kind == GISA_KIND_LITERAL;
}

/* -x |x| -|x| sext(x); a negated constant is neg(1.0), since -1.0 is another constant. CLRX: see
   put_constant_mods. */
static char *put_source(printer *o, char *p, const op_spec *op, const gisa_operand *a) {
    bool constant = is_constant(a);
    bool minus = o->clrx && (op->ways & WAY_MINUS) && (a->mods & GISA_MOD_SEXT);
    bool neg = (a->mods & GISA_MOD_NEG) || minus, abs = a->mods & GISA_MOD_ABS,
         sext = (a->mods & GISA_MOD_SEXT) && !minus;
    bool function = neg && !abs && constant;
    if (!a->mods || (o->clrx && constant))
        return put_plain(o, p, op, a);
    if (neg)
        p = text_put(p, function ? "neg(" : "-");
    if (sext)
        p = text_put(p, "sext(");
    if (abs)
        p = text_put(p, o->clrx ? "abs(" : "|");
    p = put_plain(o, p, op, a);
    if (abs)
        p = text_char(p, o->clrx ? ')' : '|');
    if (sext)
        p = text_char(p, ')');
    return function ? text_char(p, ')') : p;
}

/* ---- operands and the whole ------------------------------------------------------------- */

static char *put_label(printer *o, char *p, const gisa_insn *insn, const op_spec *op, const gisa_operand *a) {
    uint64_t target = o->style->address + insn->size + (uint64_t)a->value;
    if (o->style->label) {
        char name[256];
        size_t n = o->style->label(o->style->ctx, target, name, sizeof name);
        if (n)
            return put_foreign(o, p, name, n < sizeof name ? n : sizeof name);
    }
    if (o->clrx)
        return text_hex(p, target);
    if (op->index)
        return text_decimal(p, a->value / (int64_t)o->isa->unit + op->index);
    return text_decimal(p, (uint16_t)(a->value / (int64_t)o->isa->unit)); /* as LLVM does */
}

static char *put_number(const printer *o, char *p, const op_spec *op, int64_t value) {
    if (o->style->exact && op->least && value < op->least)
        return put_forced(p, (uint64_t)value);
    if (op->index ? value < op->index : !(op->flags & OP_HEX))
        return text_decimal(p, value);
    if (value < 0)
        *p++ = '-';
    return text_hex(p, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static char *put_key(const printer *o, char *p, const op_spec *op) {
    return op->key ? text_char(text_word(p, text_at(o, op->key), op->key_size), ':') : p;
}

static char *put_array(char *p, const op_spec *op, int64_t value) {
    *p++ = '[';
    for (int i = 0; i < op->index; i++) {
        if (i)
            *p++ = ',';
        *p++ = value >> i & 1 ? '1' : '0';
    }
    return text_char(p, ']');
}

/* A literal that is no source: s_setreg_imm32_b32, v_madmk_f32. */
static char *put_literal_word(printer *o, char *p, const op_spec *op, const gisa_operand *a) {
    if (o->style->literal)
        return put_foreign(o, p, o->style->literal, strlen(o->style->literal));
    if (o->style->exact && is_16bit(a->type) && a->value > 0xffff)
        return put_forced(p, (uint32_t)a->value);
    if (op->index && !o->style->hex_literals && !o->clrx && (int32_t)a->value >= -16 &&
        (int32_t)a->value < op->index)
        return text_decimal(p, (int32_t)a->value);
    return text_hex(p, (uint32_t)a->value);
}

char *print_operand(printer *o, char *p, const gisa_insn *insn, const op_spec *op, const gisa_operand *a) {
    uint64_t unusual;
    switch (op->codec) {
    case CODEC_FLAG:
    case CODEC_JOIN:
    case CODEC_WORD: return text_word(p, text_at(o, op->key), op->key_size);
    case CODEC_NUMBER: return put_number(o, put_key(o, p, op), op, a->value);
    case CODEC_JOINED: return put_number(o, text_char(p, '#'), op, a->value);
    case CODEC_CHOICE:
        return print_name_or_number(o, put_key(o, p, op), &o->isa->names[op->names - 1], a->value);
    case CODEC_ARRAY: return put_array(put_key(o, p, op), op, a->value);
    case CODEC_LITERAL: return put_literal_word(o, p, op, a);
    case CODEC_LABEL: return put_label(o, p, insn, op, a);
    case CODEC_WAITCNT: return print_waitcnt(o, p, a->value);
    case CODEC_HWREG: return print_hwreg(o, p, a->value);
    case CODEC_SENDMSG: return print_sendmsg(o, p, a->value);
    case CODEC_GPR_IDX: return print_gpr_idx(o, p, a->value);
    case CODEC_SWIZZLE: return print_swizzle(o, p, a->value);
    case CODEC_DPP_CTRL: return print_dpp_ctrl(o, p, a->value);
    case CODEC_MTBUF_FORMAT: return print_mtbuf_format(o, p, a->value);
    case CODEC_BANKED: return print_banked(o, p, op, a, &unusual);
    case CODEC_ATTR:
        p = text_char(text_decimal(text_put(p, "attr"), a->value & 0xff), '.');
        return print_name_or_number(o, p, names_table(o->isa, "CHAN"), a->value >> 8);
    default:
        if (o->clrx && ((op->silent_neg.width | op->silent_abs.width) & 1) && insn->rest) {
            gisa_operand signs = *a;
            signs.mods |= operand_mods_at(insn->rest, op->silent_neg, op->silent_abs, (field){0, 0});
            return put_source(o, p, op, &signs);
        }
        return put_source(o, p, op, a);
    }
}

/* The registers of form.spare. */
static char *put_spare(char *p, const gisa_insn *insn, const form *f) {
    unsigned first = (unsigned)field_get(insn->rest, f->spare);
    if ((!first && !f->spare_always) || !hidden_spare_fits(f, insn->rest))
        return p;
    p = put_group(text_char(p, ' '), 'v', first, f->spare_count);
    return f->positionals ? text_char(p, ',') : p;
}

/* The signs of a source, with those that only CLRX's syntax has text for. */
static unsigned clrx_mods(const op_spec *op, const gisa_operand *a, uint64_t rest) {
    unsigned mods = a->mods | operand_mods_at(rest, op->silent_neg, op->silent_abs, (field){0, 0});
    return (op->ways & WAY_MINUS) && (mods & GISA_MOD_SEXT) ? (mods & ~(unsigned)GISA_MOD_SEXT) | GISA_MOD_NEG
                                                            : mods;
}

/* CLRX has no text for the signs of a constant at its place: they follow the operands, a bit
   for each source, neg:1 abs:3. */
static char *put_constant_mods(const printer *o, char *p, const gisa_insn *insn) {
    static const char *const words[] = {" neg:", " abs:", " sext:"};
    static const uint8_t mods[] = {GISA_MOD_NEG, GISA_MOD_ABS, GISA_MOD_SEXT};
    const form *f = &o->isa->forms[insn->form];
    unsigned bits[3] = {0}, number = 0;
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(o->isa, f, i);
        const gisa_operand *a = &insn->operand[i];
        if (!operand_is_source(op))
            continue;
        for (unsigned k = 0; k < 3 && is_constant(a); k++)
            bits[k] |= (clrx_mods(op, a, insn->rest) & mods[k] ? 1u : 0) << number;
        number++;
    }
    for (unsigned k = 0; k < 3; k++)
        if (bits[k])
            p = text_decimal(text_put(p, words[k]), bits[k]);
    return p;
}

/* What the syntax does not write, since its reader puts it in. */
static bool is_left_away(const printer *o, const op_spec *op, const gisa_operand *a) {
    if (o->clrx && op->otherwise != op->otherwise_clrx && !(op->flags & OP_ALWAYS))
        return a->value == op->otherwise_clrx;
    if (o->clrx && op->codec == CODEC_VGPR && op->count_of && a->kind == GISA_KIND_NONE)
        return true;
    return (a->flags & GISA_OPERAND_DEFAULT) || ((op->flags & OP_OPTIONAL) && a->value == op->otherwise);
}

/* A register or constant without modifiers, by a table. LLVM's and CLRX's names of some registers
   differ. */
static inline const code_text *short_text(const printer *o, const gisa_operand *a, uint64_t rest,
                                          const bool clrx) {
    enum { ALIKE = 1 << GISA_KIND_SGPR | 1 << GISA_KIND_VGPR | 1 << GISA_KIND_TTMP | 1 << GISA_KIND_INLINE };
    static const code_text none = {.size = 0};
    unsigned kinds = clrx ? ALIKE : ALIKE | 1 << GISA_KIND_NAMED, count = text_count(a->count);
    if (!(kinds >> a->kind & 1) || a->mods || count == TEXT_COUNTS || (clrx && rest))
        return &none;
    return &o->isa->code_texts[count][(o->isa->file_first[a->kind] + a->reg) % CODES];
}

/* Compiled once for each syntax. */
static inline __attribute__((always_inline)) char *put_in(printer *o, char *p, const gisa_insn *insn,
                                                          const bool clrx) {
    const form *f = &o->isa->forms[insn->form];
    const uint16_t *list = &o->isa->op_list[f->first_op];
    unsigned last = OP_SPACE; /* the flags of the operand before this one */
    uint64_t signs = insn->rest;
    p = text_word(p, text_at(o, f->print[clrx]), f->print_size[clrx]);
    if (clrx && f->spare_count)
        p = put_spare(p, insn, f);
    for (unsigned i = 0; i < f->op_count; i++) {
        const gisa_operand *a = &insn->operand[i];
        const op_spec *op = &o->isa->ops[list[i]];
        signs |= a->mods;
        if (!clrx && (a->flags & GISA_OPERAND_DEFAULT) && !(o->style->exact && (op->ways & WAY_DEMANDED)))
            continue;
        if ((clrx || (op->flags & OP_OPTIONAL)) && is_left_away(o, op, a))
            continue;
        *p = ',';
        p += !((op->flags & OP_MODIFIER) | (last & OP_SPACE));
        *p++ = ' ';
        gisa_operand other;
        if (clrx && (op->clrx_count_of | op->clrx_plus.width)) {
            other = *a;
            other.count = (uint8_t)operand_clrx_count(o->isa, op, a, insn->bits);
            a = &other;
        }
        const code_text *text = short_text(o, a, insn->rest, clrx);
        memcpy(p, text, sizeof *text);
        p = text->size ? p + text->size : print_operand(o, p, insn, op, a);
        last = clrx ? op->flags & ~(unsigned)OP_SPACE : op->flags;
    }
    if (clrx && signs)
        p = put_constant_mods(o, p, insn);
    return o->style->exact ? print_hidden(o, p, insn) : p;
}

static char *put_insn(printer *o, char *p, const gisa_insn *insn) {
    if (o->isa->forms[insn->form].flags & FORM_FIELDS)
        return print_dotted(o, p, insn);
    return o->clrx ? put_in(o, p, insn, true) : put_in(o, p, insn, false);
}

/* Prints to so much room, of which the caller's texts leave TEXT_ROOM; the length, with what did
   not fit. */
static inline size_t print_to(printer *o, char *begin, size_t room, const gisa_insn *insn) {
    o->end = begin + room - TEXT_ROOM;
    o->lost = 0;
    return (size_t)(put_insn(o, begin, insn) - begin) + o->lost;
}

gisa_status gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, char *text,
                       size_t *size) {
    static const gisa_style usual = {0};
    char aside[GISA_TEXT_MAX + TEXT_ROOM];
    printer o = {.isa = isa, .style = style ? style : &usual};
    size_t room, need;
    char *begin;
    if (!isa || !insn || !text || !size || insn->form >= isa->form_count ||
        insn->operand_count != isa->forms[insn->form].op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    room = *size;
    begin = room > TEXT_ROOM ? text : aside;
    o.clrx = o.style->syntax == GISA_SYNTAX_CLRX && !isa->dotted;
    need = print_to(&o, begin, begin == text ? room : sizeof aside, insn);
    if (o.lost && begin == text && room < sizeof aside) /* there is more room for the caller's texts aside */
        need = print_to(&o, begin = aside, sizeof aside, insn);
    *size = o.lost ? need + TEXT_ROOM : need;
    if (o.lost || need >= room) {
        if (room)
            *text = 0;
        return GISA_STATUS_NO_SPACE;
    }
    if (begin == aside)
        memcpy(text, aside, need);
    text[need] = 0;
    return GISA_OK;
}

gisa_status gisa_print_operand(const gisa_isa *isa, const gisa_insn *insn, unsigned i,
                               const gisa_style *style, char *text, size_t *size) {
    static const gisa_style usual = {0};
    char aside[GISA_TEXT_MAX + TEXT_ROOM];
    printer o = {.isa = isa, .style = style ? style : &usual, .end = aside + GISA_TEXT_MAX};
    size_t room, need;
    if (!isa || !insn || !text || !size || insn->form >= isa->form_count || i >= insn->operand_count ||
        insn->operand_count != isa->forms[insn->form].op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    room = *size;
    o.clrx = o.style->syntax == GISA_SYNTAX_CLRX && !isa->dotted;
    need =
        (size_t)(print_operand(&o, aside, insn, form_op(isa, &isa->forms[insn->form], i), &insn->operand[i]) -
                 aside);
    *size = need += o.lost;
    if (o.lost || need >= room) {
        if (room)
            *text = 0;
        return GISA_STATUS_NO_SPACE;
    }
    memcpy(text, aside, need);
    text[need] = 0;
    return GISA_OK;
}
