/* SPDX-License-Identifier: MIT */
/* What the files of this test share. */
#ifndef TESTS_NATIVE_H
#define TESTS_NATIVE_H

#include "../../test.h"
#include "gisa_native.h"

/* main.c: numbers by chance, and numbers at which instructions differ; a code object of a source,
   NULL: it has faults, which were printed. free() frees it. */
uint32_t any(void);
uint32_t number(void);
void *assemble(const gisa_isa *isa, const char *text, size_t *size);

/* All is translated; what is compiled is not for the user's cache. */
const gisa_native_options *native_options(void);

/* straight.c */
void straight_tests(unsigned programs);

#endif
