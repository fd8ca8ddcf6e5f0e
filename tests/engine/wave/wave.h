/* SPDX-License-Identifier: MIT */
/* What the tests of waves of one's own share. */
#ifndef TESTS_WAVE_H
#define TESTS_WAVE_H

#include "../../test.h"
#include "gisa_wave.h"

/* Counts, and says what is wrong. */
bool check(bool good, const char *arch, const char *what);

/* "v1=3f800000 s[4:5]=1 exec=ff": hexadecimal; every lane; the low word of a pair, or all of its 64
   bits. */
bool set(gisa_wave *wave, const char *settings);
/* Word 0 and 1 of a register in a lane; all ones: there is no such register. */
uint64_t get(gisa_wave *wave, const char *name, unsigned lane);

void test_values(void);  /* values.c */
void test_steps(void);   /* steps.c */
void test_kernels(void); /* kernels.c */
void test_shaders(void); /* shaders.c */

#endif
