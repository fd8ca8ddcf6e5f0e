/* SPDX-License-Identifier: MIT */
/* Code without a kernel, for the debugger: it becomes a kernel of one wave, on registers and memory
   that the command line sets, as `gisa run -a ARCH` has them. */
#ifndef GISA_CMD_DEBUG_CODE_H
#define GISA_CMD_DEBUG_CODE_H

#include "../run/run_shader.h"
#include "target.h"

/* Takes --set, --settings and --mem; false: has said what is wrong. */
bool code_take(wave_run *w, const command_info *command, char id, const char *value);

/* A file with code, and the name that it is to have. */
typedef struct code_file {
    const gisa_isa *isa;
    const char *file, *name;
    code_kind kind;
    gisa_syntax syntax;
    uint32_t lines; /* becomes those of the file; 0: it is no source for the kernel's lines */
} code_file;
/* Assembler source, in LLVM's syntax, of a kernel that has this code; the caller frees it. NULL:
   has said why not. */
char *code_wrap(code_file *c, const void *data, size_t size, size_t *all);

/* The same of t->data; the caller frees it. NULL: has said why
   not. */
char *code_kernel(target *t, size_t *size);
/* The memory of --mem, once there is a machine; likewise. */
bool code_map_memory(target *t);
/* The registers of --set, where the wave stands before its first instruction; likewise. */
bool code_set_registers(target *t);
void code_free(target *t);

#endif
