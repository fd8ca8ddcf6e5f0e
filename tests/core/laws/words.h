/* SPDX-License-Identifier: MIT */
/* Random numbers and random words of a form, the same ones on every machine. */
#ifndef WORDS_H
#define WORDS_H

#include "core/tables.h"

void words_seed(uint64_t seed);
void words_stir(uint64_t more); /* goes on in another way */

uint64_t any(void);
unsigned below(unsigned limit);

/* An instruction of this form: often legal, with one of its reserved bits set, or anything. */
uint64_t word_of(const gisa_isa *isa, const form *f);

/* The second dword of such an instruction, after a first one that is given. */
uint32_t second_of(const gisa_isa *isa, const form *f, uint32_t first);

#endif
