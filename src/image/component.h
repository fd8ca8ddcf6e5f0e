/* SPDX-License-Identifier: MIT */
/* Single components of texels: integers, fractions and floats of any size. A number format is a
   value of the table IMAGE_NUMBER. */
#ifndef GISA_IMAGE_COMPONENT_H
#define GISA_IMAGE_COMPONENT_H

#include "core/tables.h"

/* What a register takes for these bits, and what memory takes for a register. Too large integers
 * are clamped, or lose their upper bits. A float of a width that no float has is an unsigned
 * integer. */
uint32_t component_load(unsigned number, unsigned width, uint32_t bits);
uint32_t component_store(unsigned number, unsigned width, bool clamps, uint32_t value);

/* The f32 next to x / divisor (both below 2^34), and to x * 2^exponent. */
uint32_t component_ratio(int64_t x, uint64_t divisor);
uint32_t component_power(uint32_t x, int exponent);

bool component_is_float(unsigned width); /* is there a float of this width? */
int64_t component_sign_extend(uint32_t x, unsigned width);

/* A fraction (f32 bits) that is coded as sRGB says, decoded: within an error of 1e-15, rounded
   once. */
uint32_t component_degamma(uint32_t x);
uint32_t component_degamma_ratio(int64_t x, uint64_t divisor); /* of x / divisor */

#endif
