/* SPDX-License-Identifier: MIT */
/* What the parts of the test share. */
#ifndef TESTS_SHADE_H
#define TESTS_SHADE_H

#include <stdbool.h>
#include <stdint.h>

#include "../../test.h"
#include "gisa_shade.h"
#include "model.h"

void check(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint64_t chance(void); /* the same numbers in each run */

/* Runs a program on a quad. Returns how it ended. */
gisa_shade_end run_quad(gisa_shade *m, const uint64_t *words, unsigned count, instance q[QUAD],
                        char message[400]);
/* The same; adds to each of the 32 numbers how often an instruction depended on that model. */
gisa_shade_end run_quad_counting(gisa_shade *m, const uint64_t *words, unsigned count, instance q[QUAD],
                                 char message[400], uint64_t *models);
/* Runs the secondary program alone; the primary one has no instructions. */
gisa_shade_end run_secondary_alone(gisa_shade *m, const uint64_t *words, unsigned count,
                                   const uint32_t sa[WORDS], instance q[QUAD], char message[400]);
/* Registers by chance, with special values among them; and whether they are the same but for
   `slack` last bits, and where not. */
void fill_quad(instance q[QUAD]);
bool same_word(uint32_t a, uint32_t b, unsigned slack);
bool same_quad(const instance *a, const instance *b, unsigned slack, char where[64]);
/* The text of an instruction. */
const char *text_of(uint64_t word);

enum { MOST_WORDS = 512 };
unsigned assemble(const char *source, uint64_t words[MOST_WORDS]);
/* Runs lines of source; false: it has been said what is wrong. */
bool run_lines(gisa_shade *m, const char *source, instance q[QUAD]);
void tell(void *ctx, const gisa_diagnostic *d);

void show_states(void); /* `shade --states` */

void test_access(void);
void test_rows(void);
void test_flow_rows(void);
void test_facts(void);
void test_host_levels(void);
void test_choices(void);
void test_programs(void);
void test_samples(void);
void test_pictures(void);
void test_watched(void);

#endif
