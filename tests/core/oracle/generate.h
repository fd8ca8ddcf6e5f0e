/* SPDX-License-Identifier: MIT */
/* Pseudo-random instruction words, the same ones in every run. */
#ifndef TESTS_ORACLE_GENERATE_H
#define TESTS_ORACLE_GENERATE_H

#include "gisa.h"
#include "core/tables.h"

uint64_t generate_any(void);

/* A word of form f. `legal`: reserved and unused bits as they must be, groups aligned; otherwise
 * some are not. */
uint64_t generate_word(const gisa_isa *isa, const form *f, bool legal);

#endif
