/* SPDX-License-Identifier: MIT */
/* Finds what a word holds that the text of its operands does not show. */
#include "hidden.h"

#include "names.h"
#include "operands.h"

/* ---- fields ---- */

/* Is the operand the register that another encoding implies? */
static bool is_implied(const op_spec *op, const gisa_operand *o) {
    return op->codec == CODEC_CODE && op->enable.width && o->kind == GISA_KIND_NAMED && o->reg == op->implied;
}

/* Empties the fields of an operand that is written as a word without a value: off, vcc. */
static void show(const op_spec *op, gisa_operand *o) {
    if (op->codec == CODEC_VGPR && o->kind == GISA_KIND_NONE)
        o->reg = 0;
    if (is_implied(op, o)) {
        o->flags |= GISA_OPERAND_IMPLIED;
        o->value = 0;
    }
}

static bool may_hide(const gisa_isa *isa, const gisa_insn *insn, const form *f) {
    bool may = (insn->rest & f->unused) || f->class_ == GISA_CLASS_EXPORT;
    for (unsigned i = 0; i < f->op_count && !may; i++) {
        const gisa_operand *o = &insn->operand[i];
        may = o->kind == GISA_KIND_NONE ? o->reg : is_implied(form_op(isa, f, i), o);
    }
    return may;
}

uint64_t hidden_bits(const gisa_isa *isa, const gisa_insn *insn) {
    const form *f = &isa->forms[insn->form];
    uint64_t all, text;
    size_t size;
    if ((f->flags & FORM_FIELDS) || !may_hide(isa, insn, f))
        return 0;
    gisa_insn shown = *insn;
    encode_bits(isa, insn, &all, &size);
    shown.rest &= f->zero;
    for (unsigned i = 0; i < f->op_count; i++)
        show(form_op(isa, f, i), &shown.operand[i]);
    if (f->class_ == GISA_CLASS_EXPORT)
        operand_settle_exports(isa, &shown, all);
    encode_bits(isa, &shown, &text, &size);
    return all ^ text;
}

bool hidden_spare_fits(const form *f, uint64_t rest) {
    return field_get(rest, f->spare) + f->spare_count <= 256;
}

uint64_t hidden_but_in_clrx(const gisa_isa *isa, const form *f, uint64_t rest) {
    uint64_t bits = hidden_spare_fits(f, rest) ? ((UINT64_C(1) << f->spare.width) - 1) << f->spare.shift : 0;
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(isa, f, i);
        bits |= (uint64_t)op->silent_neg.width << op->silent_neg.shift | (uint64_t)op->silent_abs.width
                                                                             << op->silent_abs.shift;
    }
    return bits;
}

uint64_t hidden_named(const gisa_isa *isa, const form *f) {
    const format_row *row = &isa->formats[f->format];
    uint64_t bits = 0;
    for (unsigned i = 0; i < row->field_count; i++) {
        field at = isa->format_fields[row->first_field + i].at;
        bits |= ((UINT64_C(1) << at.width) - 1) << at.shift;
    }
    return bits;
}

bool hidden_only(const gisa_operand *a, const gisa_operand *b) {
    if (a->kind != b->kind || a->count != b->count || a->mods != b->mods)
        return false;
    if (a->kind == GISA_KIND_NONE || (a->flags & b->flags & GISA_OPERAND_IMPLIED))
        return true;
    return a->reg == b->reg && (a->kind == GISA_KIND_VGPR || a->value == b->value);
}

/* ---- values ---- */

bool hidden_pack_is_odd(const gisa_isa *isa, const char *name, int64_t value) {
    return (uint64_t)value & ~names_pack_mask(isa, names_pack(isa, name));
}

/* BITMASK_PERM writes one character per bit, which stands for one of four (and, or, xor)
   triples. */
bool hidden_swizzle_is_odd(int64_t value) {
    int64_t and_mask = value & 31, or_mask = value >> 5 & 31, xor_mask = value >> 10 & 31;
    return value < 0x8000 && ((and_mask & or_mask) || (xor_mask & ~and_mask));
}

bool hidden_literal_is_odd(const gisa_isa *isa, const op_spec *op, const gisa_operand *o) {
    uint64_t bits = (uint32_t)o->value;
    int64_t value = (int32_t)bits;
    unsigned type = o->type;
    if (is_16bit(type)) {
        if (bits > 0xffff)
            return true;
        value = op->flags & OP_FLOATING ? (int16_t)bits : (int64_t)bits;
    }
    if (type == GISA_TYPE_F64 && bits == 0)
        return true;
    if (is_64bit(type) ? bits <= 64 && type != GISA_TYPE_F64 : value >= -16 && value <= 64)
        return true;
    if (type == GISA_TYPE_F64 && bits <= 64)
        return true;
    if (is_16bit(type) && !(op->flags & OP_FLOATING))
        return false;
    if (is_64bit(type) && type != GISA_TYPE_F64)
        return false;
    for (unsigned i = 0; i < isa->float_count; i++)
        if (operand_float(i, type) == (type == GISA_TYPE_F64 ? bits << 32 : bits))
            return true;
    return false;
}
