/* SPDX-License-Identifier: MIT */
/* Numbers in the source text, read without libc's locale. */
#ifndef GISA_NUMBER_H
#define GISA_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "gisa.h"

/*
 * Reads a number that begins at text: 10, 0x1f, 0b101, 017, 1.5, 2e3, with an optional sign.
 * Returns the bytes used, 0 = no number (also when an integer does not fit 64 bits).
 */
size_t number_read(const char *text, const char *end, gisa_value *value);

/* Rounds to nearest even. */
uint16_t number_half_of_double(double value);
uint32_t number_bits_of_float(float value);
uint64_t number_bits_of_double(double value);

#endif
