/* SPDX-License-Identifier: MIT */
/* Sets of instructions in the statements about counters, hazards and issue times. */
#ifndef GEN_SETS_H
#define GEN_SETS_H

#include "line.h"

/* An error with the line and a caret below `column`. */
void fail_in_line(spec *s, place at, const char *whole, int column, const char *text, ...)
    __attribute__((format(printf, 5, 6)));

/* Words up to `->`, `unless` or the end. */
void read_set(spec *s, line *l, set_line *set);
/* A set, and which of its registers are meant. */
void read_side(spec *s, line *l, side_line *side);

/* agreed(LLVM Mesa), single(CLRX), assumed; false: the word is none of them */
bool read_source(spec *s, const line *l, const char *word, source_line *source);

/* 8*double_factor, 16-24, 16+4*glc, 4+4*simm16[3:0] */
void read_clocks(spec *s, line *l, const char *text, clocks *c);

/* name[high:low], cut down to the name; width 0: there are no bits. false: they cannot be read */
bool cut_bits(char *name, int *low, int *width);

#endif
