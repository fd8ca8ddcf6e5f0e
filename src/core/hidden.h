/* SPDX-License-Identifier: MIT */
/* What a word holds that the text of its operands does not show: which bits, and which of them have
   a name. */
#ifndef GISA_HIDDEN_H
#define GISA_HIDDEN_H

#include "tables.h"

/* The bits in which the instruction differs from what an assembler makes of the text of its
 * operands. Reserved bits, literals and packed immediates are not among them. */
uint64_t hidden_bits(const gisa_isa *isa, const gisa_insn *insn);

/* The registers of form.spare in `rest` are there: the last one is v255. */
bool hidden_spare_fits(const form *f, uint64_t rest);

/* The bits that only CLRX's syntax has text for: of signs and absolute values of integers, and of
 * registers that are not used, as far as they are there in `rest`. */
uint64_t hidden_but_in_clrx(const gisa_isa *isa, const form *f, uint64_t rest);

/* All bits of fields that have a name. */
uint64_t hidden_named(const gisa_isa *isa, const form *f);

/* Does the text show the same of both? */
bool hidden_only(const gisa_operand *a, const gisa_operand *b);

/* Would an assembler turn this literal into an inline constant, or refuse it? */
bool hidden_literal_is_odd(const gisa_isa *isa, const op_spec *op, const gisa_operand *o);

/* Does the text of a swizzle stand for other bits? */
bool hidden_swizzle_is_odd(int64_t value);

/* Has the value bits that no part of the packed immediate of this name has? */
bool hidden_pack_is_odd(const gisa_isa *isa, const char *name, int64_t value);

#endif
