/* SPDX-License-Identifier: MIT */
/* What decoding one instruction and decoding many have in common. */
#ifndef GISA_DECODER_H
#define GISA_DECODER_H

#include "load.h"
#include "tables.h"

/* The form that the leaf's table has for these bits; form_count = none. */
uint32_t decoder_search(const gisa_isa *isa, const tree_leaf *leaf, uint64_t bits);

/* `unit`: that of `isa`. */
static inline uint32_t find_leaf(const gisa_isa *isa, uint64_t bits, unsigned unit) {
    const tree_node *node = &isa->nodes[(uint32_t)(bits >> (8 * unit - TREE_BITS)) & (TREE_NODES - 1)];
    return node->first + (uint32_t)(bits >> node->shift & node->mask);
}

/* The form; or a number that is none, from form_count on: there is none, or with SEARCH a list has
   to be gone through. */
static inline uint16_t leaf_form(const tree_test *tests, const tree_leaf *leaf, uint64_t bits) {
    const tree_test *test = &tests[leaf->test];
    uint16_t special = test->form, common = leaf->form;
    /* Branch-free: a branch would be unpredictable. */
    return __builtin_expect_with_probability((bits & test->mask) == test->value, 1, 0.5) ? special : common;
}

/* The most specific form that matches; form_count = none does. */
static inline uint32_t find_form(const gisa_isa *isa, uint64_t bits) {
    const tree_leaf *leaf = &isa->leaves[find_leaf(isa, bits, isa->unit)];
    uint32_t found = leaf_form(isa->tests, leaf, bits);
    return found == SEARCH ? decoder_search(isa, leaf, bits) : found;
}

/* For who goes through code and looks at few instructions: where all begin, and which ones may have
   a form that is wanted. */

/* Which leaves of the tree lead to a form that is not 0 in `forms`: `leaves` has room for
   leaf_count. */
void decoder_want(const gisa_isa *isa, const uint8_t *forms, uint8_t *leaves);

/* Up to 64 units from `code` on: *begins = a bit for each at which an instruction begins, as
 * gisa_decode_heads has them, *wanted = those that may be wanted. Returns their bytes, 0 = there
 * are none. */
size_t decoder_scan(const gisa_isa *isa, const uint8_t *code, size_t size, const uint8_t *leaves,
                    uint64_t *begins, uint64_t *wanted);

/* Everything of an instruction whose form is `f` but its operands. */
static inline void begin_operands(const form *f, gisa_insn *insn) {
    insn->operand_count = f->op_count;
    insn->rest = (insn->bits ^ f->preset) & (f->zero | f->unused);
}

#endif
