/* SPDX-License-Identifier: MIT */
/* Rows at work: values for them, and what manual/worked.c leaves to the engine of shaders. */
#ifndef MANUAL_WORKED_H
#define MANUAL_WORKED_H

#include "manual.h"

enum { SETS = 3 };

/* The value of a source, by its gisa_type, the set (below SETS) and the number of the source; false
   = there are none of this type. */
bool sample(unsigned type, unsigned set, unsigned source, uint64_t *value);
/* A value as people write one of its gisa_type. */
void say_value(text *t, unsigned type, uint64_t value);

/* A row of shaders executed for one instance; nothing where it cannot be shown. */
void say_shade_work(page *p, const variant *forms, size_t count);

#endif
