/* SPDX-License-Identifier: MIT */
/* One word, disassembled by gisa and by LLVM, and the rules that excuse a difference between the
   two. */
#ifndef TESTS_ORACLE_WORDS_H
#define TESTS_ORACLE_WORDS_H

#include "gisa.h"
#include "llvm.h"
#include "core/tables.h"

typedef struct words_case {
    const gisa_isa *isa;
    gisa_insn insn;
    gisa_status status;
    bool known;               /* insn.form is valid */
    bool reserved_bits;       /* bits that must be zero are set */
    char gisa[GISA_TEXT_MAX]; /* "" = refused */
    const answer *llvm;
    char rewritten[2][GISA_TEXT_MAX]; /* gisa's and LLVM's text, while rules take differences away */
} words_case;

enum { WORDS_RULES = 64 };

/* Disassembles one word with gisa: what `gisa dis --plain` shows, or "" where it refuses. */
void words_ask_gisa(words_case *c, const gisa_isa *isa, const uint32_t word[2]);

/*
 * Why do the answers differ? The names of the rules that together excuse the difference, ended by
 * NULL; an empty list when something is left that no rule excuses. Equal answers must not be asked
 * about.
 */
void words_excuse(words_case *c, const char *rules[WORDS_RULES]);

const char *words_rule_at(unsigned i); /* all names, NULL after the last */

#endif
