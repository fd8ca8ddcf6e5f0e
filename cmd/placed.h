/* SPDX-License-Identifier: MIT */
/* A source for the assembler, and what became of its lines. */
#ifndef GISA_CMD_PLACED_H
#define GISA_CMD_PLACED_H

#include "places.h"

/* Assembles with `how` to an object in memory (GISA_OUTPUT_CO: a code object, GISA_OUTPUT_GXP: a
   shader file; otherwise ELF or raw code), and remembers where each instruction comes from; the file is NULL where that failed, which
   is said. */
typedef struct placed_source {
    void *object;
    size_t size;
    gisa_file *file;
    line_map lines;
} placed_source;

bool placed_assemble(placed_source *s, const char *name, const char *text, size_t size,
                     const gisa_asm_options *how);
void placed_free(placed_source *s);

#endif
