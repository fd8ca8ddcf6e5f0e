/* SPDX-License-Identifier: MIT */
/* What the tests of machines share. */
#ifndef TEST_EMULATOR_H
#define TEST_EMULATOR_H

#include "gisa_machine.h"

void ok(bool good, const char *arch, const char *what, const char *detail);
/* A source, assembled and loaded; NULL: has said why not. */
gisa_loaded *load(gisa_machine *machine, const gisa_isa *isa, const char *source);

void test_memory(const char *arch);

#endif
