/* SPDX-License-Identifier: MIT */
/* What the tests of interpolation, exports and shader stages share. */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include "../../test.h"
#include "gisa_stage.h"

/* Counts, and says what is wrong. */
bool check(bool good, const char *arch, const char *what);

uint32_t random32(void);
float random_float(float low, float high);
uint32_t bits_of(float f);
float float_of(uint32_t bits);

/* A register by name in a wave; the test ends where there is none. */
gisa_wave_register reg_of(const gisa_wave *wave, const char *name);
void set(gisa_wave *wave, const char *name, unsigned lane, uint32_t value);
uint32_t get(gisa_wave *wave, const char *name, unsigned lane);
void set_exec(gisa_wave *wave, uint64_t exec);

/* Puts source into a wave, a stage; false: says why not. */
bool assemble(gisa_wave *wave, const char *text);
bool load(gisa_stage *stage, const gisa_isa *isa, const char *text);

extern const char *const arch_names[4];

void test_interpolation(void); /* interpolation.c */
void test_exports(void);       /* exports.c */
void test_starts(void);        /* starts.c */
void test_pixels(void);        /* pixels.c */
void test_samples(void);       /* samples.c */

#endif
