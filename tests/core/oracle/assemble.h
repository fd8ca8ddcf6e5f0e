/* SPDX-License-Identifier: MIT */
/* One instruction that gisa prints without reservation, and what LLVM's assembler makes of the
   text. */
#ifndef TESTS_ORACLE_ASSEMBLE_H
#define TESTS_ORACLE_ASSEMBLE_H

#include "gisa.h"
#include "llvm.h"
#include "core/tables.h"

typedef struct assemble_case {
    const gisa_isa *isa;
    gisa_insn insn;
    const char *text;
    const encoding *llvm;
} assemble_case;

/* Have gisa's word and LLVM's bytes the same content? */
bool assemble_same(const gisa_insn *insn, const encoding *e);

/* The rule that excuses LLVM's other answer, NULL = none does. */
const char *assemble_excuse(const assemble_case *c);

const char *assemble_rule_at(unsigned i); /* all names, NULL after the last */

#endif
