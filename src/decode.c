/* SPDX-License-Identifier: MIT */
/* Bytes to instruction: a walk down the decision tree to the form, then one codec per operand. */
#include <string.h>

#include "operands.h"
#include "tables.h"

_Static_assert(sizeof(gisa_insn) == 24 + 16 * GISA_MAX_OPERANDS, "as gisa.h says");

static uint32_t load32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The first form of the list that matches, most fixed bits first. */
static uint32_t search(const gisa_isa *isa, const uint16_t *list, uint64_t bits) {
    while (*list != NO_FORM && (bits & isa->forms[*list].mask) != isa->forms[*list].value)
        list++;
    return *list;
}

/* The most specific form that matches, or NO_FORM. */
static inline uint32_t find_form(const gisa_isa *isa, uint64_t bits) {
    const tree_node *node = &isa->nodes[(uint32_t)bits >> TREE_SHIFT];
    tree_leaf leaf = isa->leaves[node->first + ((uint32_t)bits >> node->shift & node->mask)];
    const tree_test *test = &isa->tests[leaf.test];
    bool special = (bits & test->mask) == test->value;
    uint32_t found = special ? test->form : leaf.form;
    return found == SEARCH ? search(isa, &isa->lists[test->list], bits) : found;
}

/* What head decoding says of too few bytes. */
static gisa_status too_short(size_t size, gisa_insn *insn) {
    insn->bits = insn->rest = 0;
    insn->form = 0;
    insn->size = (uint8_t)size;
    insn->operand_count = 0;
    insn->spare = 0;
    return size ? GISA_TRUNCATED : GISA_END;
}

/* The size is decided by a branch and not computed: the processor then goes on with the next instruction before it knows
 * this one's form. */
static inline gisa_status decode_head(const gisa_isa *isa, const uint8_t *code, size_t size,
                                      gisa_insn *insn) {
    const form *f;
    uint64_t bits;
    uint32_t found;
    if (size < 4)
        return too_short(size, insn);
    bits = size >= 8 ? load32(code) | (uint64_t)load32(code + 4) << 32 : load32(code);
    found = find_form(isa, bits);
    insn->bits = (uint32_t)bits;
    insn->rest = 0;
    insn->form = found;
    insn->size = 4;
    insn->operand_count = 0;
    insn->spare = 0;
    if (found == NO_FORM) {
        insn->form = 0;
        return GISA_UNKNOWN;
    }
    f = &isa->forms[found];
    if (!((f->size == 8) | form_has_literal(f, bits)))
        return GISA_OK;
    if (size < 8)
        return GISA_TRUNCATED;
    insn->bits = bits;
    insn->size = 8;
    return GISA_OK;
}

static inline gisa_status decode_operands(const gisa_isa *isa, gisa_insn *insn) {
    const form *f = &isa->forms[insn->form];
    insn->operand_count = f->op_count;
    insn->rest = (insn->bits ^ f->preset) & (f->zero | f->unused);
    return isa->shapes[f->shape].decode(isa, &isa->op_list[f->first_op], insn->bits, insn->operand)
               ? GISA_OK
               : GISA_RESERVED;
}

gisa_status gisa_decode_head(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    return decode_head(isa, code, size, insn);
}

gisa_status gisa_decode_operands(const gisa_isa *isa, gisa_insn *insn) {
    return insn->form < isa->form_count ? decode_operands(isa, insn) : GISA_BAD_ARGUMENT;
}

gisa_status gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    gisa_status status;
    if (!isa || !insn || (!code && size))
        return GISA_BAD_ARGUMENT;
    status = decode_head(isa, code, size, insn);
    return status == GISA_OK ? decode_operands(isa, insn) : status;
}

bool gisa_target(const gisa_insn *insn, uint64_t address, uint64_t *target) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_LABEL) {
            *target = address + insn->size + (uint64_t)insn->operand[i].value;
            return true;
        }
    return false;
}
