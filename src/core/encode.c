/* SPDX-License-Identifier: MIT */
/* Instruction to bytes, and where an operand lives in them. */
#include "operands.h"
#include "tables.h"

static void store32(uint8_t *p, uint32_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

gisa_status encode_bits(const gisa_isa *isa, const gisa_insn *insn, uint64_t *bits, size_t *size) {
    const form *f = &isa->forms[insn->form];
    bool fits;
    *bits = f->value;
    fits = isa->shapes[f->shape].encode(isa, &isa->op_list[f->first_op], insn->operand, bits);
    *bits |= (insn->rest ^ f->preset) & (f->zero | f->unused);
    *size = (size_t)isa->unit << form_is_long(isa, insn->form, *bits);
    for (unsigned i = 0; i < f->op_count && (f->flags & FORM_LITERALS);
         i++) /* there is room for one, which they may share */
        fits &=
            insn->operand[i].kind != GISA_KIND_LITERAL || operand_literal(&insn->operand[i]) == *bits >> 32;
    return fits ? GISA_OK : GISA_STATUS_BAD_OPERAND;
}

gisa_status gisa_encode(const gisa_isa *isa, const gisa_insn *insn, void *code, size_t *size) {
    uint64_t bits;
    size_t need;
    if (!isa || !insn || !size || insn->form >= isa->form_count ||
        insn->operand_count != isa->forms[insn->form].op_count)
        return GISA_STATUS_BAD_ARGUMENT;
    if (encode_bits(isa, insn, &bits, &need) != GISA_OK)
        return GISA_STATUS_BAD_OPERAND;
    if (*size < need || !code) {
        *size = need;
        return GISA_STATUS_NO_SPACE;
    }
    *size = need;
    store32(code, (uint32_t)bits);
    if (need == 8)
        store32((uint8_t *)code + 4, (uint32_t)(bits >> 32));
    return GISA_OK;
}

gisa_status gisa_field(const gisa_isa *isa, const gisa_insn *insn, unsigned i, unsigned *lowest_bit,
                       unsigned *width) {
    const op_spec *op;
    if (!isa || !insn || insn->form >= isa->form_count || i >= insn->operand_count)
        return GISA_STATUS_BAD_ARGUMENT;
    op = form_op(isa, &isa->forms[insn->form], i);
    *lowest_bit = 32;
    *width = 32;
    if (op->codec == CODEC_CODE &&
        (insn->operand[i].flags & GISA_OPERAND_PENDING || insn->operand[i].kind == GISA_KIND_LITERAL))
        return GISA_OK;
    if (op->codec == CODEC_LITERAL)
        return GISA_OK;
    if (!op->f[0].width || op->f[1].width)
        return GISA_STATUS_BAD_ARGUMENT;
    *lowest_bit = op->f[0].shift;
    *width = op->f[0].width;
    return GISA_OK;
}
