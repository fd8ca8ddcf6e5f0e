/* SPDX-License-Identifier: MIT */
/* Code without a kernel, for the debugger: it becomes a kernel of one wave, on registers and memory
   that the command line sets, as `gisa run -a ARCH` has them. */
#ifndef GISA_CMD_DEBUG_CODE_H
#define GISA_CMD_DEBUG_CODE_H

#include "target.h"

/* Takes --set, --settings and --mem; false: has said what is wrong. */
bool code_take(wave_run *w, const command_info *command, char id, const char *value);

/* Assembler source of a kernel that has this code; the caller frees it. NULL: has said why
   not. */
char *code_kernel(target *t, size_t *size);
/* The memory of --mem, once there is a machine; likewise. */
bool code_map_memory(target *t);
/* The registers of --set, where the wave stands before its first instruction; likewise. */
bool code_set_registers(target *t);
void code_free(target *t);

#endif
