/* SPDX-License-Identifier: MIT */
/* Why the text of a decoded instruction would not assemble to the same bytes. The rules mirror the
 * parser's choices; the law test compares them with what the parser really does. */
#include "hidden.h"
#include "names.h"
#include "operands.h"
#include "tables.h"

static uint32_t code_oddities(const gisa_isa *isa, const op_spec *op, const gisa_operand *o) {
    unsigned align = o->count >= 3 ? 4 : o->count == 2 ? 2 : 1;
    if (op->enable.width) {
        if (o->flags & GISA_OPERAND_IMPLIED)
            return o->value ? GISA_ODD_UNUSED : 0;
        if (o->kind == GISA_KIND_NAMED && o->reg == op->implied)
            return GISA_ODD_ENCODING;
    }
    if ((o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_TTMP) && o->reg % align)
        return GISA_ODD_ALIGNMENT;
    if (o->kind == GISA_KIND_LITERAL && hidden_literal_is_odd(isa, op, o))
        return GISA_ODD_LITERAL;
    if ((op->flags & OP_SCALAR) && o->kind == GISA_KIND_VGPR)
        return GISA_ODD_OPERAND;
    if ((op->flags & OP_VECTOR) && o->kind != GISA_KIND_VGPR &&
        !(o->kind == GISA_KIND_NAMED && isa->codes[o->reg].kind == CODE_REG && isa->codes[o->reg].value))
        return GISA_ODD_OPERAND;
    if ((op->flags & OP_NO_CONSTANT) && o->kind == GISA_KIND_INLINE)
        return GISA_ODD_OPERAND;
    return 0;
}

static uint32_t operand_oddities(const gisa_isa *isa, const gisa_insn *insn, const form *f, unsigned i) {
    const op_spec *op = form_op(isa, f, i);
    const gisa_operand *o = &insn->operand[i];
    switch (op->codec) {
    case CODEC_CODE: return code_oddities(isa, op, o);
    case CODEC_VGPR:
        if (o->kind == GISA_KIND_NONE)
            return o->reg ? GISA_ODD_UNUSED : 0;
        return o->kind == GISA_KIND_VGPR ? 0 : code_oddities(isa, op, o);
    case CODEC_WAITCNT: return hidden_pack_is_odd(isa, "WAITCNT", o->value) ? GISA_ODD_UNUSED : 0;
    case CODEC_NUMBER:
        return (op->least && o->value < op->least) ||
                       ((op->ways & WAY_DEMANDED) && (o->flags & GISA_OPERAND_DEFAULT))
                   ? GISA_ODD_ENCODING
                   : 0;
    case CODEC_SENDMSG:
        return names_message(isa, o->value) && hidden_pack_is_odd(isa, "MSG", o->value) ? GISA_ODD_UNUSED : 0;
    case CODEC_SWIZZLE: return hidden_swizzle_is_odd(o->value) ? GISA_ODD_ENCODING : 0;
    case CODEC_LITERAL: return is_16bit(o->type) && o->value > 0xffff ? GISA_ODD_LITERAL : 0;
    default: return 0;
    }
}

/* Exports: the fields of disabled sources, and those that `compr` does not use. */
static uint32_t export_oddities(const gisa_isa *isa, const gisa_insn *insn, const form *f) {
    unsigned first = 0;
    const gisa_operand *o;
    bool packed;
    while (first < f->op_count && form_op(isa, f, first)->codec != CODEC_EXP_SOURCE)
        first++;
    if (first + 3 >= f->op_count)
        return 0;
    o = &insn->operand[first];
    packed = field_get(insn->bits, form_op(isa, f, first)->f[2]);
    for (unsigned i = 0; i < 4; i++) {
        if (!packed && o[i].kind == GISA_KIND_NONE && o[i].value)
            return GISA_ODD_UNUSED;
        if (packed &&
            (i >= 2 ? o[i].value != 0
                    : o[2 * i].kind == GISA_KIND_NONE && o[2 * i + 1].kind == GISA_KIND_NONE && o[i].value))
            return GISA_ODD_UNUSED;
    }
    return 0;
}

/* What may be one of the scalar values of a vector instruction. */
enum {
    SCALAR_KINDS = 1 << GISA_KIND_SGPR | 1 << GISA_KIND_TTMP | 1 << GISA_KIND_NAMED | 1 << GISA_KIND_LITERAL
};

uint32_t gisa_oddities(const gisa_isa *isa, const gisa_insn *insn) {
    const form *f;
    uint32_t odd = 0;
    unsigned scalars;
    if (!isa || !insn || insn->form >= isa->form_count)
        return 0;
    f = &isa->forms[insn->form];
    scalars = (f->reads & (GISA_STATE_M0 | GISA_STATE_VCC)) != 0;
    if (insn->rest & f->zero)
        odd |= GISA_ODD_RESERVED;
    if ((insn->rest & f->unused) && !(f->flags & FORM_FIELDS)) /* where the text does not show them */
        odd |= GISA_ODD_UNUSED;
    if (f->flags & FORM_NEVER)
        odd |= GISA_ODD_ENCODING;
    for (unsigned i = 0; i < f->op_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        if (form_op(isa, f, i)->odd_kinds >> o->kind & 1)
            odd |= operand_oddities(isa, insn, f, i);
        scalars += (SCALAR_KINDS >> o->kind & 1) & o->access; /* GISA_ACCESS_READ is bit 0 */
    }
    if (f->class_ == GISA_CLASS_EXPORT)
        odd |= export_oddities(isa, insn, f);
    if ((f->flags & FORM_VECTOR_BUS) && scalars > 1 && operand_second_scalar(isa, f, insn) < f->op_count)
        odd |= GISA_ODD_SCALARS;
    return odd;
}

/* Exact text has words for literals and packed values, and names for fields: bits without a name
 * are lost, and forms that no assembler chooses. */
uint32_t gisa_exact_oddities(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax) {
    uint32_t odd = gisa_oddities(isa, insn), never;
    const form *f;
    if (!odd)
        return 0;
    f = &isa->forms[insn->form];
    if (syntax == GISA_SYNTAX_CLRX && !(insn->rest & f->zero & ~hidden_but_in_clrx(isa, f, insn->rest)))
        odd &= ~(uint32_t)GISA_ODD_RESERVED;
    never = f->flags & FORM_NEVER ? GISA_ODD_ENCODING : 0;
    odd &= ~(uint32_t)(GISA_ODD_LITERAL | GISA_ODD_UNUSED | GISA_ODD_ENCODING);
    if (hidden_bits(isa, insn) & ~hidden_named(isa, f))
        odd |= GISA_ODD_UNUSED;
    return odd | never;
}

const char *gisa_oddity_text(uint32_t oddities) {
    static const char *const text[] = {"reserved bits", "unused bits",        "literal",
                                       "encoding",      "register alignment", "more than one scalar value",
                                       "operand"};
    for (unsigned i = 0; i < sizeof text / sizeof *text; i++)
        if (oddities >> i & 1)
            return text[i];
    return "";
}
