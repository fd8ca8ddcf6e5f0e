/* SPDX-License-Identifier: MIT */
/* Entries of the manual as Markdown. */
#ifndef GISA_CMD_LSP_MANUAL_H
#define GISA_CMD_LSP_MANUAL_H

#include "draft.h"
#include "lexicon.h"

void manual_form(draft *to, const gisa_isa *isa, uint32_t form);
/* Likewise, with the operands of one instruction. */
void manual_insn(draft *to, const gisa_isa *isa, const gisa_insn *insn);
/* A register, a modifier, the name of a value; false: the spec does not say what it means. */
bool manual_word(draft *to, const lexicon *l, const char *name, size_t size);

#endif
