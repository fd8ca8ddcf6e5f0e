/* SPDX-License-Identifier: MIT */
/* How far apart two names are: for "did you mean ...?". Library, isagen and command share it. */
#ifndef GISA_EDITS_H
#define GISA_EDITS_H

#include <stddef.h>

/* How many letters must be put in, taken out, changed or swapped with the next one to make one name
 * the other; `limit` where that many or more are needed, or a name is longer than any that could be
 * meant. Letter case does not matter. */
unsigned edits_between(const char *a, size_t a_size, const char *b, size_t b_size, unsigned limit);

#endif
