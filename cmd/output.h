/* SPDX-License-Identifier: MIT */
/* What writing files knows of reading them. */
#ifndef GISA_CMD_OUTPUT_H
#define GISA_CMD_OUTPUT_H

/* The file of this name has been read: cmd_write_file does not replace it. */
void output_keep(const char *path);

#endif
