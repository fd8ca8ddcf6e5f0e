/* SPDX-License-Identifier: MIT */
/* What the files of this test share. */
#ifndef TESTS_NATIVE_H
#define TESTS_NATIVE_H

#include "../../test.h"
#include "gisa_native.h"

/* Registers that random instructions use: v0 to v23, s0 to s31. */
enum { VECTORS = 24, SCALARS = 32 };

/* words.c: numbers by chance, and numbers at which instructions differ. */
void set_seed(uint64_t to);
uint32_t any(void);
uint32_t number(void);
/* An instruction that computes or works on LDS, as 4 or 8 bytes of `bits`; 0: none this time. */
size_t random_word(const gisa_isa *isa, uint64_t *bits);
bool has_role(const gisa_isa *isa, const gisa_insn *insn, gisa_role role);
/* One that has an operand of this role; 0: none was found. */
size_t random_word_with(const gisa_isa *isa, gisa_role role, uint64_t *bits);
/* Registers of operands become those that random instructions use. */
void settle(gisa_insn *insn);
/* The words of an instruction; NULL: its text has a fault. The next call writes over them. */
uint32_t *words_of(const gisa_isa *isa, const char *text);

/* main.c: a code object of a source, NULL: it has faults, which were printed. free() frees it. */
void *assemble(const gisa_isa *isa, const char *text, size_t *size);
/* main.c: since some moment in the past. */
double seconds_now(void);
/* main.c: with the files in it. */
void remove_folder(const char *path);

/* All is translated; what is compiled is not for the user's cache. */
const gisa_native_options *native_options(void);

/* straight.c: tests of kernels without loops: known ones, of `each` one, and random ones for so
   many seconds, at least `least` of them. Each of these has a seed of its own; `first` is that of
   the first one. */
void straight_tests(unsigned each, uint64_t first, unsigned least, double seconds);
/* turns.c */
void turn_tests(void);
/* finish.c: output modifiers and clamp of translated code against the interpreter's. */
void finish_tests(void);
/* compiler.c */
void compiler_tests(void);
/* digest.c: names of files in the cache. */
void digest_tests(void);

#endif
