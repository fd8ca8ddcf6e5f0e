/* SPDX-License-Identifier: MIT */
/* What decoding one instruction and decoding many have in common. */
#ifndef GISA_DECODER_H
#define GISA_DECODER_H

#include "tables.h"

static inline uint32_t load32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t load64(const uint8_t *p) {
    return load32(p) | (uint64_t)load32(p + 4) << 32;
}

/* The first form of the list that matches, most fixed bits first. */
uint32_t decoder_search(const gisa_isa *isa, const uint16_t *list, uint64_t bits);

/* `top`: the last two bytes of the first unit, in which the bits are that choose a node. */
static inline uint32_t find_leaf(const gisa_isa *isa, const uint8_t *top, uint64_t bits) {
    const tree_node *node = &isa->nodes[(top[0] | (unsigned)top[1] << 8) >> TREE_SHIFT];
    return node->first + (uint32_t)(bits >> node->shift & node->mask);
}

/* The most specific form that matches; form_count = none does. */
static inline uint32_t form_of_leaf(const gisa_isa *isa, uint32_t leaf_index, uint64_t bits) {
    tree_leaf leaf = isa->leaves[leaf_index];
    const tree_test *test = &isa->tests[leaf.test];
    uint32_t special = (bits & test->mask) == test->value;
    uint32_t found = leaf.form ^ ((leaf.form ^ test->form) & -special); /* no branch: nobody could guess it */
    return found == SEARCH ? decoder_search(isa, &isa->lists[test->list], bits) : found;
}

/* `code` holds the bits. */
static inline uint32_t find_form(const gisa_isa *isa, const uint8_t *code, uint64_t bits) {
    return form_of_leaf(isa, find_leaf(isa, code + isa->unit - 2, bits), bits);
}

/* Everything of an instruction whose form is `f` but its operands. */
static inline void begin_operands(const form *f, gisa_insn *insn) {
    insn->operand_count = f->op_count;
    insn->rest = (insn->bits ^ f->preset) & (f->zero | f->unused);
}

#endif
