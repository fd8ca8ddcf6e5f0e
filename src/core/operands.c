/* SPDX-License-Identifier: MIT */
/* The codecs: from fields to operands and back. Every field value has an operand that encodes to it
 * again, also the reserved ones, so that encode(decode(w)) = w. */
#include "operands.h"

#include "banked.h"
#include "names.h"

unsigned operand_count(const gisa_isa *isa, const op_spec *op, uint64_t bits) {
    unsigned count = op->count_of ? isa->counts[op->count_of - 1](bits) : op->count;
    return count + (unsigned)field_get(bits, op->plus);
}

unsigned operand_clrx_count(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t bits) {
    bool counts = o->kind == GISA_KIND_NAMED
                      ? isa->codes[o->reg & 511].kind == CODE_PAIR_LO
                      : o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_VGPR || o->kind == GISA_KIND_TTMP;
    if (!counts)
        return o->count;
    unsigned count = op->clrx_count_of ? isa->counts[op->clrx_count_of - 1](bits) : o->count;
    count += (unsigned)field_get(bits, op->clrx_plus);
    return o->kind != GISA_KIND_NAMED && o->reg + count > isa->file_size[o->kind] ? o->count : count;
}

static bool from_code(const gisa_isa *isa, const op_spec *op, unsigned code, uint64_t bits, gisa_operand *o) {
    return operand_from_code(isa, op->need, op->width, code, operand_literal_bits(code, bits),
                             operand_head(op->start), o);
}

static bool decode_vgpr(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o) {
    unsigned number = (unsigned)field_get(bits, op->f[0]);
    if (op->scalar.width && field_get(bits, op->scalar))
        return from_code(isa, op, number, bits, o);
    o->reg = (uint16_t)number;
    o->kind = o->count ? GISA_KIND_VGPR : GISA_KIND_NONE;
    return number + o->count <= 256;
}

static bool decode_exp_source(const op_spec *op, uint64_t bits, gisa_operand *o) {
    bool enabled = field_get(bits, op->f[1]) >> op->index & 1, packed = field_get(bits, op->f[2]);
    o->value = (int64_t)field_get(bits, op->f[0]);
    o->reg = (uint16_t)field_get(bits, op->f[packed ? 3 : 0]);
    o->kind = enabled ? GISA_KIND_VGPR : GISA_KIND_NONE;
    return true;
}

static uint64_t array_get(const op_spec *op, uint64_t bits) {
    uint64_t value = 0;
    for (unsigned i = 0; i < op->index; i++)
        value |= field_get(bits, op->f[i]) << i;
    return value;
}

/* Is there a name for this value? What has none is reserved, but for the default, which may stand
   for nothing. */
static bool has_name(const gisa_isa *isa, const op_spec *op, int64_t value) {
    return names_has(isa, &isa->names[op->names - 1], value) ||
           (value == op->otherwise && !(op->flags & OP_ALWAYS) && (op->flags & OP_MODIFIER));
}

static void decode_immediate(const op_spec *op, uint64_t bits, gisa_operand *o) {
    o->value = (int64_t)(field_get(bits, op->f[0]) ^ op->sign) - op->sign;
    if ((op->flags & OP_MODIFIER) && !(op->flags & OP_ALWAYS) && o->value == op->otherwise)
        o->flags |= GISA_OPERAND_DEFAULT;
}

static bool decode_value(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o) {
    if (op->count_of | op->plus.width)
        o->count = (uint8_t)operand_count(isa, op, bits);
    switch (op->codec) {
    case CODEC_CODE:
        if (op->enable.width && !field_get(bits, op->enable)) {
            o->kind = GISA_KIND_NAMED;
            o->flags |= GISA_OPERAND_IMPLIED;
            o->reg = op->implied;
            o->value = (int64_t)field_get(bits, op->f[0]);
            return true;
        }
        return from_code(isa, op, (unsigned)field_get(bits, op->f[0]) * op->scale, bits, o);
    case CODEC_VGPR: return decode_vgpr(isa, op, bits, o);
    case CODEC_BANKED:
        banked_decode(isa, operand_head(op->start), bank_of(isa, op), op->neg, op->abs, bits, o);
        return true;
    case CODEC_EXP_SOURCE: return decode_exp_source(op, bits, o);
    case CODEC_LITERAL: o->value = (int64_t)(bits >> 32); return true;
    case CODEC_FLAG:
        o->value = (int64_t)field_get(bits, op->f[0]);
        o->flags |= o->value ? 0 : GISA_OPERAND_DEFAULT;
        return true;
    case CODEC_ARRAY:
        o->value = (int64_t)array_get(op, bits);
        o->flags |= o->value == op->otherwise ? GISA_OPERAND_DEFAULT : 0;
        return true;
    case CODEC_JOINED:
        for (unsigned i = 0; i < OP_FIELDS && op->f[i].width; i++)
            o->value = o->value << op->f[i].width | (int64_t)field_get(bits, op->f[i]);
        return true;
    case CODEC_LABEL:
        decode_immediate(op, bits, o);
        o->value = (o->value - op->index) * isa->unit;
        return true;
    case CODEC_IMPLIED:
    case CODEC_OFF:
    case CODEC_JOIN:
    case CODEC_WORD: return true;
    case CODEC_ATTR:
    case CODEC_MTBUF_FORMAT: /* two fields side by side: the first one in the low byte */
        decode_immediate(op, bits, o);
        o->value |= (int64_t)field_get(bits, op->f[1]) << 8;
        o->flags &= (uint8_t)~GISA_OPERAND_DEFAULT;
        o->flags |= (op->flags & OP_MODIFIER) && o->value == op->otherwise ? GISA_OPERAND_DEFAULT : 0;
        return true;
    case CODEC_DPP_CTRL:
        decode_immediate(op, bits, o);
        return o->value < 0x100 || has_name(isa, op, o->value);
    case CODEC_CHOICE: decode_immediate(op, bits, o); return has_name(isa, op, o->value);
    default: decode_immediate(op, bits, o); return true;
    }
}

bool operand_decode(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o) {
    bool good;
    *o = op->start;
    good = decode_value(isa, op, bits, o);
    o->mods = operand_mods(op, bits);
    return good;
}

/* Registers count as the same value only when they are named alike: s4 and s[4:5] are two. M0 and
 * VCC count also where an instruction reads them without naming them. */
unsigned operand_second_scalar(const gisa_isa *isa, const form *f, const gisa_insn *insn) {
    uint32_t first = f->reads & GISA_STATE_M0    ? (uint32_t)GISA_KIND_NAMED << 24 | 1 << 16 | isa->code_m0
                     : f->reads & GISA_STATE_VCC ? (uint32_t)GISA_KIND_NAMED << 24 | 2 << 16 | isa->code_vcc
                                                 : UINT32_MAX;
    if (!(f->flags & FORM_VECTOR_BUS))
        return f->op_count;
    for (unsigned i = 0; i < f->op_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        uint32_t key;
        if (!(o->access & GISA_ACCESS_READ))
            continue;
        if (o->kind == GISA_KIND_NAMED && o->reg == isa->code_m0 && (form_op(isa, f, i)->flags & OP_FREE_M0))
            continue;
        if (o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_TTMP || o->kind == GISA_KIND_NAMED)
            key = (uint32_t)o->kind << 24 | (uint32_t)o->count << 16 | o->reg;
        else if (o->kind == GISA_KIND_LITERAL)
            key = (uint32_t)GISA_KIND_LITERAL << 24;
        else
            continue;
        if (first != UINT32_MAX && key != first)
            return i;
        first = key;
    }
    return f->op_count;
}

void operand_settle_exports(const gisa_isa *isa, gisa_insn *insn, uint64_t bits) {
    const form *f = &isa->forms[insn->form];
    unsigned first = 0;
    while (first < f->op_count && form_op(isa, f, first)->codec != CODEC_EXP_SOURCE)
        first++;
    if (first + 3 >= f->op_count)
        return;
    gisa_operand *o = &insn->operand[first];
    bool packed = field_get(bits, form_op(isa, f, first)->f[2]);
    for (unsigned i = 0; i < 4; i++)
        o[i].value = packed ? 0 : o[i].kind == GISA_KIND_VGPR ? o[i].reg : 0;
    if (!packed)
        return;
    for (unsigned i = 0; i < 2; i++)
        o[i].value = o[2 * i].kind == GISA_KIND_VGPR       ? o[2 * i].reg
                     : o[2 * i + 1].kind == GISA_KIND_VGPR ? o[2 * i + 1].reg
                                                           : 0;
    for (unsigned i = 0; i < 4; i++)
        if (o[i].kind != GISA_KIND_VGPR)
            o[i].reg = (uint16_t)o[i / 2].value;
}

/* ---- the way back ----------------------------------------------------------------------- */

/* Fields begin as 0, so that a value only needs to be put there. */
static inline bool put(uint64_t *bits, field f, uint64_t value) {
    uint64_t mask = (UINT64_C(1) << f.width) - 1;
    *bits |= (value & mask) << f.shift;
    return value <= mask;
}

static bool encode_code(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    int code = operand_code(isa, o);
    if (o->flags & GISA_OPERAND_PENDING) {
        code = OPERAND_LITERAL;
        if (!(op->flags & OP_LITERAL))
            return false;
    }
    if (op->enable.width) {
        put(bits, op->enable, o->flags & GISA_OPERAND_IMPLIED ? 0 : 1);
        if (o->flags & GISA_OPERAND_IMPLIED)
            return put(bits, op->f[0], (uint64_t)o->value);
    }
    if (op->scale > 1) {
        if (code % op->scale)
            return false;
        code /= op->scale;
    }
    if (code < 0 || !put(bits, op->f[0], (uint64_t)code))
        return false;
    if (o->kind == GISA_KIND_LITERAL)
        *bits |= (uint64_t)operand_literal(o) << 32;
    return true;
}

static bool encode_vgpr(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    if (op->scalar.width && o->kind != GISA_KIND_VGPR) {
        int code = operand_code(isa, o);
        return put(bits, op->scalar, 1) && code >= 0 && put(bits, op->f[0], (uint64_t)code);
    }
    if (o->kind != GISA_KIND_VGPR && o->kind != GISA_KIND_NONE)
        return false;
    return put(bits, op->f[0], o->reg);
}

static bool encode_number(const op_spec *op, int64_t value, uint64_t *bits) {
    put(bits, op->f[0], (uint64_t)value);
    return (uint64_t)(value + op->sign) <= op->mask;
}

static bool encode_label(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    int64_t distance = o->value / (int64_t)isa->unit;
    return (o->flags & GISA_OPERAND_PENDING) ||
           (encode_number(op, distance + op->index, bits) && distance * (int64_t)isa->unit == o->value);
}

static bool encode_joined(const op_spec *op, uint64_t value, uint64_t *bits) {
    for (unsigned i = OP_FIELDS; i-- > 0; value >>= op->f[i].width)
        put(bits, op->f[i], value & ((UINT64_C(1) << op->f[i].width) - 1));
    return value == 0;
}

static bool encode_exp_source(const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    bool packed = field_get(*bits, op->f[2]);
    if (o->kind == GISA_KIND_VGPR)
        *bits |= UINT64_C(1) << (op->f[1].shift + op->index);
    return put(bits, op->f[0], packed || o->kind != GISA_KIND_VGPR ? (uint64_t)o->value : o->reg);
}

static bool encode_mods(const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    bool fits = put(bits, op->neg, o->mods & GISA_MOD_NEG ? 1 : 0);
    fits &= put(bits, op->abs, o->mods & GISA_MOD_ABS ? 1 : 0);
    fits &= put(bits, op->sext, o->mods & GISA_MOD_SEXT ? 1 : 0);
    return fits;
}

bool operand_encode(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    if (o->mods && !encode_mods(op, o, bits))
        return false;
    switch (op->codec) {
    case CODEC_CODE: return encode_code(isa, op, o, bits);
    case CODEC_VGPR: return encode_vgpr(isa, op, o, bits);
    case CODEC_BANKED: return banked_encode(bank_of(isa, op), op->neg, op->abs, o, bits);
    case CODEC_EXP_SOURCE: return encode_exp_source(op, o, bits);
    case CODEC_LITERAL: *bits |= (uint64_t)operand_literal(o) << 32; return true;
    case CODEC_IMPLIED:
    case CODEC_OFF:
    case CODEC_JOIN:
    case CODEC_WORD: return true;
    case CODEC_ARRAY:
        for (unsigned i = 0; i < op->index; i++)
            put(bits, op->f[i], (uint64_t)o->value >> i & 1);
        return (uint64_t)o->value >> op->index == 0;
    case CODEC_JOINED:
        return (o->flags & GISA_OPERAND_PENDING) || encode_joined(op, (uint64_t)o->value, bits);
    case CODEC_LABEL: return encode_label(isa, op, o, bits);
    case CODEC_ATTR:
    case CODEC_MTBUF_FORMAT:
        return put(bits, op->f[0], (uint64_t)o->value & 0xff) && put(bits, op->f[1], (uint64_t)o->value >> 8);
    default: return (o->flags & GISA_OPERAND_PENDING) || encode_number(op, o->value, bits);
    }
}
