/* SPDX-License-Identifier: MIT */
/* Code in memory as ops: decoded once, page by page, when a wave first comes there. */
#ifndef GISA_EMU_PROGRAM_H
#define GISA_EMU_PROGRAM_H

#include "insn/op.h"

typedef struct gisa_program gisa_program;

/* The `size` bytes of code at `code`, which stays the caller's, at that address. NULL: no
   memory. */
gisa_program *program_new(const gisa_isa *isa, const void *code, size_t size);
/* The same for code that waves have at another address than the host. */
gisa_program *program_new_at(const gisa_isa *isa, const void *code, size_t size, uint64_t address);
void program_free(gisa_program *program);

/* The op at an address; any thread may ask. Where there is no code, or nothing that can be run, the
   op is one that faults. */
const gisa_op *program_at(gisa_program *program, uint64_t pc);

/* Makes a program of what is at the wave's pc, where that is mapped but is no code object: the
 * wave's alone, until it leaves it. false: nothing is there, or no memory. */
bool program_follow(gcn_wave *wave);

/* The code as it is in memory. */
typedef struct code_span {
    const uint8_t *at;
    uint64_t address;
    size_t size;
} code_span;
code_span program_code(const gisa_program *program);

/* Translated code begins at `pc`; NULL: none does any more. */
struct native_entry;
void program_set_native(gisa_program *program, uint64_t pc, const struct native_entry *entry);
/* Whether code has changed since it was decoded, so that what was translated may not be what is
   there. */
bool program_changed(const gisa_program *program);

/* The address of an op, which is the next one that this wave runs. */
uint64_t op_pc(const gcn_wave *wave, const gisa_op *op);

/* Decodes anew where the code has changed since it was decoded. Waves that are in it may go on with
 * what it was. That is kept until the program is freed, so a program that changes its code without
 * end comes to GISA_FAULT_MEMORY. */
void program_renew(gisa_program *program);

#endif
