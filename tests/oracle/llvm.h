/* SPDX-License-Identifier: MIT */
/* LLVM's disassembler as an oracle, in a process of its own, since some words make it abort. */
#ifndef TESTS_ORACLE_LLVM_H
#define TESTS_ORACLE_LLVM_H

#include <stddef.h>
#include <stdint.h>

typedef struct answer {
    char text[400]; /* "" = LLVM does not decode the word */
    unsigned size;
    int crashed;
} answer;

/* Disassembles `count` pairs of dwords for `cpu`. Returns 0, or -1 when LLVM has no such target. */
int llvm_disassemble(const char *cpu, const uint32_t (*words)[2], size_t count, answer *answers);

#endif
