/* SPDX-License-Identifier: MIT */
/* Kernels without loops: what the files of their tests share. */
#ifndef TESTS_NATIVE_STRAIGHT_H
#define TESTS_NATIVE_STRAIGHT_H

#include <stdio.h>

#include "native.h"

/* Registers v4 ... are by chance, and go to memory at the end. */
enum { FIRST = 4, REGISTERS = 16, ITEMS = 2048 };

/* How instructions are called from generation to generation. */
typedef struct straight_names {
    const char *arch, *add, *addc, *sub, *load, *store, *tail;
    bool has_add;  /* without a carry */
    bool has_lshl; /* v_lshl_b64, not v_lshlrev_b64 */
    unsigned unit; /* bytes that constants of scalar loads count */
} straight_names;

enum { GENERATIONS = 4 };
extern const straight_names straight_generations[GENERATIONS];

/* The registers that are a mask of lanes now and then. */
#define MASK "s[22:23]"

/* straight_frame.c: what kernels begin and end with. */
/* Arguments, registers, and the address in v[2:3] where each work-item reads, 1 << shift bytes from
 * that of the one before; v20: the same from s[4:5] on. */
void straight_head(FILE *out, const straight_names *n, unsigned shift);
/* All registers go to memory, each to a row of its own. */
typedef struct straight_tail {
    bool masked;   /* of active lanes alone */
    bool flush;    /* denormal floats are 0, and NaN become quiet */
    unsigned back; /* each store has this negative offset, and an address that much higher */
} straight_tail;
void straight_end(FILE *out, const straight_names *n, straight_tail how);
/* Two registers shifted to the left; from 0: two scalar ones, often a mask. */
void straight_shift(FILE *out, const straight_names *n, unsigned d, unsigned from, unsigned shift);
/* A number with its sign in the second register, and both shifted to the left. */
void straight_wide(FILE *out, const straight_names *n, unsigned d, unsigned shift);

/* straight_random.c: a kernel by chance, as text; free() frees it. */
char *straight_random(const straight_names *n);

/* straight_known.c: known kernels, the first of them 0, likewise; NULL: there are no more. */
char *straight_known(unsigned which, const straight_names **n);
/* A kernel with this text where theirs differ. */
char *straight_between(const straight_names *n, const char *text);

#endif
