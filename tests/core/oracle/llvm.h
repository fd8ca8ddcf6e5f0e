/* SPDX-License-Identifier: MIT */
/* LLVM's disassembler and assembler as oracles, in processes of their own, since some input makes
 * them abort. */
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

typedef struct encoding {
    uint8_t bytes[16];
    unsigned size; /* 0 = LLVM refuses the line */
    int crashed;
} encoding;

/* Assembles lines of one instruction each. Returns 0, or -1 when llvm-mc-19 cannot be run. */
int llvm_assemble(const char *cpu, const char *const *lines, size_t count, encoding *answers);

#endif
