/* SPDX-License-Identifier: MIT */
/* Chooses among the code objects of a file: bundles, programs for the host with code objects in
   them. */
#ifndef GISA_CMD_OBJECTS_H
#define GISA_CMD_OBJECTS_H

#include <stdio.h>

#include "gisa.h"

/* Does the file hold several code objects, or could it? */
bool objects_are_in(const void *data, size_t size);
/* A line for each: number, target, size. */
void objects_list(FILE *out, const void *data, size_t size);
/* "hipv4-amdgcn-amd-amdhsa--gfx900", or the processor's name where there is no other. */
void objects_name(const gisa_bundled *e, char *text, size_t room);
/* Makes *data and *size those of the one that `wanted` (see gisa_bundled_choose; NULL: not said)
 * and isa mean; leaves a file alone that is a code object itself. false: has said why none can be
 * chosen. */
bool objects_choose(const char *command, const char *file, const gisa_isa *isa, const char *wanted,
                    const void **data, size_t *size);

#endif
