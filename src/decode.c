/* SPDX-License-Identifier: MIT */
/* Bytes to instruction: a walk down the decision tree to the form, then one codec per operand. */
#include <string.h>

#include "operands.h"
#include "tables.h"

_Static_assert(sizeof(gisa_insn) == 24 + 16 * GISA_MAX_OPERANDS, "as gisa.h says");

static uint32_t load32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The most specific form that matches, or NULL. Tree entries are described in gen/tree.c. */
static const form *find_form(const gisa_isa *isa, uint64_t bits) {
    uint32_t node = isa->tree[0];
    const uint16_t *leaf;
    while (node & 0x80000000u) {
        unsigned shift = node >> 26 & 31, width = node >> 22 & 15;
        node = isa->tree[(node & 0x3fffff) + ((uint32_t)bits >> shift & ((1u << width) - 1))];
    }
    for (leaf = &isa->leaves[node]; *leaf != 0xffff; leaf++)
        if ((bits & isa->forms[*leaf].mask) == isa->forms[*leaf].value)
            return &isa->forms[*leaf];
    return NULL;
}

static bool takes_literal(const form *f, uint64_t bits) {
    for (unsigned i = 0; i < f->literal_count; i++)
        if (field_get(bits, f->literal[i]) == OPERAND_LITERAL)
            return true;
    return false;
}

gisa_status gisa_decode_head(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    const form *f;
    uint64_t bits;
    insn->rest = 0;
    insn->form = 0;
    insn->operand_count = 0;
    insn->spare = 0;
    if (size < 4) {
        insn->bits = 0;
        insn->size = (uint8_t)size;
        return size ? GISA_TRUNCATED : GISA_END;
    }
    bits = load32(code);
    if (size >= 8)
        bits |= (uint64_t)load32((const uint8_t *)code + 4) << 32;
    f = find_form(isa, bits);
    insn->size = 4;
    insn->bits = (uint32_t)bits;
    if (!f)
        return GISA_UNKNOWN;
    insn->form = (uint32_t)(f - isa->forms);
    if (f->size == 8 || takes_literal(f, bits)) {
        if (size < 8)
            return GISA_TRUNCATED;
        insn->size = 8;
        insn->bits = bits;
    }
    return GISA_OK;
}

gisa_status gisa_decode_operands(const gisa_isa *isa, gisa_insn *insn) {
    const form *f;
    gisa_status status = GISA_OK;
    if (insn->form >= isa->form_count)
        return GISA_BAD_ARGUMENT;
    f = &isa->forms[insn->form];
    insn->operand_count = f->op_count;
    insn->rest = (insn->bits ^ f->preset) & (f->zero | f->unused);
    for (unsigned i = 0; i < f->op_count; i++)
        if (!operand_decode(isa, form_op(isa, f, i), insn->bits, &insn->operand[i]))
            status = GISA_RESERVED;
    return status;
}

gisa_status gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    gisa_status status;
    if (!isa || !insn || (!code && size))
        return GISA_BAD_ARGUMENT;
    status = gisa_decode_head(isa, code, size, insn);
    return status == GISA_OK ? gisa_decode_operands(isa, insn) : status;
}

bool gisa_target(const gisa_insn *insn, uint64_t address, uint64_t *target) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_LABEL) {
            *target = address + insn->size + (uint64_t)insn->operand[i].value;
            return true;
        }
    return false;
}
