/* SPDX-License-Identifier: MIT */
/* Code as lines of a case. */
#ifndef GISA_CMD_TEST_CASE_CODE_H
#define GISA_CMD_TEST_CASE_CODE_H

#include "case.h"
#include "gisa.h"

/* Adds `code hex`: an instruction in each line, with its text as a comment. False: out of
   memory. */
bool case_add_code(test_case *to, const gisa_isa *isa, const void *code, size_t size, unsigned line);

#endif
