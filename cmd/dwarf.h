/* SPDX-License-Identifier: MIT */
/* Lines of the source for the code of an object, from its DWARF line tables. */
#ifndef GISA_CMD_DWARF_H
#define GISA_CMD_DWARF_H

#include "gisa.h"

typedef struct dwarf_lines {
    gisa_source_line *at; /* by address */
    size_t count;
    char **texts; /* what `at` points into */
    size_t text_count;
} dwarf_lines;

/* Reads the line tables of an ELF file; false: says why there are none. */
bool dwarf_lines_read(const char *command, const char *file, const void *data, size_t size, dwarf_lines *s);
/* Calls add for each row of the line tables, with line 0 where a sequence ends, until it returns
   false. Says nothing; without libdw there are no rows. */
void dwarf_rows(const void *data, size_t size,
                bool (*add)(void *ctx, uint64_t address, const char *file, unsigned line), void *ctx);
/* The folder in which the code at an address was compiled; the caller frees it. NULL: not known. */
char *dwarf_folder(const void *data, size_t size, uint64_t address);
bool dwarf_is_there(void); /* was gisa built with libdw? */
void dwarf_lines_free(dwarf_lines *s);

#endif
