/* SPDX-License-Identifier: MIT */
/* What vertices pass on to fragments: what the files that use it share. */
#ifndef GISA_SHADE_PASSED_H
#define GISA_SHADE_PASSED_H

#include "state.h"

/* The format of results and inputs by its name, up to an x ("f16x4"); VIEW_NONE: it is not one that
   is executed here. */
unsigned passed_format(const char *type);
/* Channel c of words in a format, and into them; integers of 8 bits are fractions. */
float passed_unpack(unsigned format, const uint32_t *words, unsigned c);
void passed_pack(unsigned format, uint32_t *words, unsigned c, float value);

#endif
