/* SPDX-License-Identifier: MIT */
/* What writing files knows of reading them, and of who reads what is written. */
#ifndef GISA_CMD_OUTPUT_H
#define GISA_CMD_OUTPUT_H

#include <stdbool.h>

/* The file of this name has been read: cmd_write_file does not replace it. */
void output_keep(const char *path);

/* Has this errno of a write, or one before it, been EPIPE? Nobody reads the pipe any more: there is
   nothing to say. */
bool output_lost_reader(int error);

#endif
