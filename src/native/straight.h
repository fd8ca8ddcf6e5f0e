/* SPDX-License-Identifier: MIT */
/* The way through a kernel on which no branch is taken, as a function that runs a whole wave. */
#ifndef GISA_NATIVE_STRAIGHT_H
#define GISA_NATIVE_STRAIGHT_H

#include <stdio.h>

#include "live.h"

/* Writes `gisa_native_straight` (emu/translator.h); *length is how many instructions it runs, 0:
   the kernel is of another kind, and nothing is written. false: no memory. */
bool straight_write(FILE *out, const unit *u, const live_set *live, size_t entry, unsigned *length);

#endif
