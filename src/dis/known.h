/* SPDX-License-Identifier: MIT */
/* Lines that have been printed before. Code repeats itself, and the text of an instruction depends
 * on nothing but its bits, unless it has a label. */
#ifndef GISA_KNOWN_H
#define GISA_KNOWN_H

#include "dis.h"

enum { KNOWN_LOG2 = 15, KNOWN_WAYS = 2, KNOWN_TEXT = 54 };

typedef struct known_line {
    uint64_t bits;
    uint8_t bytes;         /* of the instruction; 0 = there is nothing here yet */
    uint8_t size;          /* of the text */
    char text[KNOWN_TEXT]; /* the whole line, or with --hex what stands before the comment */
} known_line;

/* Each instruction has one place, for the last two that came there. */
enum { KNOWN_PLACES = 1 << KNOWN_LOG2 };

static inline known_line *known_place(known_line *lines, uint64_t bits) {
    return &lines[KNOWN_WAYS * ((bits ^ bits >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - KNOWN_LOG2))];
}

#endif
