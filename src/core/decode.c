/* SPDX-License-Identifier: MIT */
/* Bytes to instruction: a walk down the decision tree to the form, then one codec per operand. */
#include "decoder.h"

_Static_assert(sizeof(gisa_insn) == 24 + 16 * GISA_MAX_OPERANDS, "as gisa.h says");

uint32_t decoder_search(const gisa_isa *isa, const tree_leaf *leaf, uint64_t bits) {
    const uint16_t *t = &isa->lists[2 * isa->tests[leaf->test].list];
    uint32_t found;
    while ((found = t[2 + (bits >> t[0] & t[1])]) & MORE_BITS)
        t = &isa->lists[2 * (found - MORE_BITS)];
    return found < isa->form_count && (bits & isa->forms[found].mask) == isa->forms[found].value
               ? found
               : isa->form_count;
}

static gisa_status set_head(gisa_insn *insn, uint64_t bits, uint32_t form_index, size_t size,
                            gisa_status status) {
    insn->bits = bits;
    insn->rest = 0;
    insn->form = form_index;
    insn->size = (uint8_t)size;
    insn->operand_count = 0;
    insn->status = (uint8_t)status;
    insn->spare = 0;
    return status;
}

/* The size is decided by a branch and not computed: the processor then goes on with the next
 * instruction before it knows this one's form. */
static inline gisa_status decode_head(const gisa_isa *isa, const uint8_t *code, size_t size,
                                      gisa_insn *insn) {
    uint64_t bits;
    uint32_t found;
    if (size < isa->unit)
        return set_head(insn, 0, 0, size, size ? GISA_STATUS_TRUNCATED : GISA_STATUS_END);
    bits = size >= 8 ? load64(code) : load32(code);
    found = find_form(isa, bits);
    if (found == isa->form_count)
        return set_head(insn, bits & isa->unit_mask, 0, isa->unit, GISA_STATUS_UNKNOWN);
    if (!form_is_long(isa, found, bits))
        return set_head(insn, bits & isa->unit_mask, found, isa->unit, GISA_OK);
    return size < 8 ? set_head(insn, bits, found, 4, GISA_STATUS_TRUNCATED)
                    : set_head(insn, bits, found, 8, GISA_OK);
}

static inline gisa_status decode_operands(const gisa_isa *isa, gisa_insn *insn) {
    const form *f = &isa->forms[insn->form];
    begin_operands(f, insn);
    if (!isa->shapes[f->shape].decode(isa, f->first_op, insn->bits, insn->operand))
        insn->status = GISA_STATUS_RESERVED;
    return (gisa_status)insn->status;
}

gisa_status gisa_decode_head(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    if (!isa || !insn || (!code && size))
        return GISA_STATUS_BAD_ARGUMENT;
    return decode_head(isa, code, size, insn);
}

gisa_status gisa_decode_operands(const gisa_isa *isa, gisa_insn *insn) {
    if (!isa || !insn || insn->form >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    insn->status = GISA_OK;
    return decode_operands(isa, insn);
}

gisa_status gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    gisa_status status;
    if (!isa || !insn || (!code && size))
        return GISA_STATUS_BAD_ARGUMENT;
    status = decode_head(isa, code, size, insn);
    return status == GISA_OK ? decode_operands(isa, insn) : status;
}

bool gisa_target(const gisa_insn *insn, uint64_t address, uint64_t *target) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_KIND_LABEL) {
            *target = address + insn->size + (uint64_t)insn->operand[i].value;
            return true;
        }
    return false;
}
