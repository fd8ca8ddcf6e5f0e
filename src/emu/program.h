/* SPDX-License-Identifier: MIT */
/* Code in memory as ops: decoded once, page by page, when a wave first comes there. */
#ifndef GISA_EMU_PROGRAM_H
#define GISA_EMU_PROGRAM_H

#include "op.h"

typedef struct gisa_program gisa_program;

/* The `size` bytes of code at `code`, which stays the caller's, at that address. NULL: no memory. */
gisa_program *gisa_program_new(const gisa_isa *isa, const void *code, size_t size);
void gisa_program_free(gisa_program *program);

/* The op at an address; any thread may ask. Where there is no code, or nothing that can be run, the op is one that faults. */
const gisa_op *gisa_program_at(gisa_program *program, uint64_t pc);

#endif
