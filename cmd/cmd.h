/* SPDX-License-Identifier: MIT */
/* What the parts of the gisa command share. */
#ifndef GISA_CMD_H
#define GISA_CMD_H

#include "gisa.h"
#include "options.h"

/* The commands. `run` takes the arguments from the command's name on and returns the exit status:
   0, 1 = errors, 2 = wrong usage. */
extern const command_info dis_command;
extern const command_info asm_command;
extern const command_info explain_command;
extern const command_info info_command;
extern const command_info list_command;
extern const command_info run_command;
extern const command_info debug_command;
extern const command_info dap_command;
extern const command_info lsp_command;
extern const command_info check_command;
extern const command_info test_command;
extern const command_info trace_diff_command;
extern const command_info clrxdisasm_command;
extern const command_info objdump_command;

/* files.c */
/* The folder, with a slash at its end, of files whose names do not begin with a slash; NULL: the
   current one. */
extern const char *cmd_folder;
/* Reads a whole file ("-" = standard input) into a malloc'd block; on failure says why and returns
   false. */
bool cmd_read_file(const char *path, void **data, size_t *size);
/* Likewise, to look at only: a large file is mapped and not copied, which is an eighth of the time
   of `gisa dis`. */
typedef struct cmd_input {
    const void *data;
    size_t size;
    bool mapped;
} cmd_input;
bool cmd_open_input(const char *path, cmd_input *input);
void cmd_close_input(cmd_input *input);

/* output.c */
/* Writes a whole file ("-" = standard output): aside first, then renamed, so that a failure leaves
 * what was there. A symbolic link stays one, and a file keeps its mode; a read-only file, and one
 * that has been read, is not replaced. Returns the exit status; says why it failed. */
int cmd_write_file(const char *path, const void *data, size_t size);
/* Likewise, also a file that has been read. */
int cmd_write_back(const char *path, const void *data, size_t size);
/* Has this file been read? Then cmd_write_file would refuse to replace it. */
bool cmd_is_input(const char *path);

/* files.c */
/* A gisa_report function: `file:line:column: error: message`, the source line, a caret. ctx is not
   used. */
void cmd_report(void *ctx, const gisa_diagnostic *d);
/* The architecture of that name, or NULL and a message that lists the known ones. */
const gisa_isa *cmd_find_arch(const char *command, const char *name);

#endif
