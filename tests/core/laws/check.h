/* SPDX-License-Identifier: MIT */
/* Laws that need no expectations: what is decoded encodes to the same bytes, what is printed parses
 * to the same bytes in both syntaxes, and no input of any kind makes the core crash, read outside,
 * or answer nonsense.
 *
 *   total     decode gives a status and 0 < size <= the bytes there are; head + operands = the whole
 *   encode    encode(decode(w)) = w for OK and RESERVED, also when there is no room
 *   print     every room 0..n gives NO_SPACE and the length, nothing is written outside, text is 0-ended
 *   llvm,clrx without oddities encode(parse(print(w))) = w
 *   odd       with oddities encode(parse(print(w))) differs or fails (LLVM's syntax): nothing is data without need
 *   exact     the same two of exact text, in both syntaxes; only bits without a name, registers where no assembler takes
 *             them, and encodings that none chooses have no exact text
 *   same      parse(print(w)) gives the same operands as decode(w), so that tools may use either
 *   many      gisa_decode_many and gisa_decode_heads say the same as gisa_decode and gisa_decode_head, one by one
 *   parse     any text gives a status; faults point into the text; what is accepted decodes again
 *
 * tests/core/laws tries them on a sample, with all kinds of texts; tests/core/sweep on all first
 * dwords. */
#ifndef CHECK_H
#define CHECK_H

#include "gisa.h"

enum law { TOTAL, ENCODE, PRINT, LLVM_LAW, CLRX_LAW, ODD, SAME, PARSE, EXACT, MANY, LAW_COUNT };
extern const char *const law_names[LAW_COUNT];

/* The program counts and shows what breaks a law. */
void broken(const gisa_isa *isa, enum law law, uint64_t bits, const gisa_insn *insn, const char *text,
            const char *what);

enum depth {
    PLAIN,   /* what encode gives back, and both texts */
    USUAL,   /* and encode without room */
    THOROUGH /* and truncated words, and texts without room */
};

typedef struct outcome {
    gisa_status status; /* of decoding */
    uint32_t odd;       /* gisa_oddities; 0 when unknown */
    bool same[2];       /* by gisa_syntax: the text came back as the same bits */
} outcome;

/* Puts the 8 bytes of `bits` through the laws. */
outcome check_word(const gisa_isa *isa, uint64_t bits, gisa_insn *insn, enum depth depth);

void store(uint8_t code[8], uint64_t bits);
uint64_t load(const uint8_t *code, size_t size);

#endif
