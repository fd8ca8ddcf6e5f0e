/* SPDX-License-Identifier: MIT */
/* What the tests of the exact floating-point words share: formats, sources worth trying, and
   counting. */
#ifndef TEST_ARITHMETIC_H
#define TEST_ARITHMETIC_H

#include "float/real.h"

#include "functions.h"

typedef struct format {
    const char *name;
    int bits, fraction, bias;
} format;

extern const format f16, f32, f64;

/* ---- Bits, told apart as IEEE 754 has them --------------------------------------------------- */

uint64_t sign_of(const format *f);     /* the sign bit */
uint64_t infinity_of(const format *f); /* +infinity; less one it is the largest finite number */
uint64_t quiet_of(const format *f);    /* the bit that makes a NaN quiet */
uint64_t default_nan(const format *f); /* of operations without a NaN source */
bool is_nan(const format *f, uint64_t x);
bool is_denormal(const format *f, uint64_t x);

/* The value of bits that are not NaN, and the bits of a value that the format has. */
double value_of(const format *f, uint64_t x);
uint64_t bits_of(const format *f, double value);

/* ---- What MODE says of a format -------------------------------------------------------------- */

unsigned round_of(const gisa_modes *m, const format *f);
bool keeps_in(const gisa_modes *m, const format *f);
bool keeps_out(const gisa_modes *m, const format *f);
uint64_t flush_in(const gisa_modes *m, const format *f, uint64_t x);
uint64_t quieted(const gisa_modes *m, const format *f, uint64_t nan);

/* ---- Trials ---------------------------------------------------------------------------------- */

uint64_t random64(void);
gisa_modes random_modes(void);

/* A source: often one at an edge, or with an exponent near `near` (field; negative: anywhere). */
uint64_t random_source(const format *f, int near);

/* Sources whose sums and products often meet the edges of the format. */
void random_sources(const format *f, uint64_t *sources, unsigned count);

/* A word in one format, by bits. Some take fewer sources, or another format. */
typedef uint64_t (*word)(const gisa_modes *m, const uint64_t *sources);

/* One test: all trials of a word. Mismatches are printed, the first ones. */
void begin(const char *name, const char *of);
void compare(const gisa_modes *m, const uint64_t *sources, unsigned count, uint64_t got, uint64_t expected);
void end(void);
void expect(const char *name, uint64_t got, uint64_t expected);
void skip(const char *why);

/* ---- The parts ------------------------------------------------------------------------------- */

void test_vectors(void); /* published results */
void test_rules(void);   /* words that select, compare, convert to integers: the text of their rules */
void test_host(void);    /* arithmetic on the host's floating-point unit */
/* Words of all lanes at once against the exact ones; functions for one source in `step`. */
void test_lanes(uint64_t step);
/* Arithmetic and functions with MPFR; all sources of f16 are gone through `times`. */
void test_mpfr(unsigned times);
void test_division(void);
/* That functions of f32 are correctly rounded: for all sources, or for one in `step`. */
void test_sources(uint64_t step);
void test_tininess(void); /* the model: what it affects, and what not */

#endif
