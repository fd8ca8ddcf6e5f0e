/* SPDX-License-Identifier: MIT */
/* Decoding many instructions at once. */
#ifndef MANY_H
#define MANY_H

#include "gisa.h"

void check_many(const gisa_isa *isa);

#endif
