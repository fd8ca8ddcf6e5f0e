/* SPDX-License-Identifier: MIT */
/* What .file and .loc say, for the line table that is made of it. */
#ifndef GISA_LINES_H
#define GISA_LINES_H

#include "asm.h"

enum { LINE_FILES = 65536, CHECKSUM_SIZE = 16 };

typedef struct line_file {
    const char *directory, *name; /* name NULL: nothing has said what the number stands for */
    uint32_t directory_index;     /* in the table's directories, from 1; 0 = the one of the compilation */
    const char *source;           /* the file's text, which DWARF 5 may hold; NULL = not given */
    bool summed;
    uint8_t checksum[CHECKSUM_SIZE]; /* MD5 */
} line_file;

enum { LINE_IS_STATEMENT = 1, LINE_BASIC_BLOCK = 2, LINE_PROLOGUE_END = 4, LINE_EPILOGUE_BEGIN = 8 };

/* What a row of the table says, beside its place. */
typedef struct line_position {
    uint32_t file, line, discriminator;
    uint16_t column;
    uint8_t flags, isa;
} line_position;

typedef struct line_row {
    line_position position;
    int section;
    uint64_t offset;
} line_row;

enum { MOST_SOURCES = 256 };

struct line_table {
    line_file *files; /* by number */
    size_t file_count, file_room;
    bool has_root; /* .file 0, which makes the table one of DWARF 5 */
    location last_file;
    line_row *rows;
    size_t row_count, row_room;
    line_position now;                 /* of the last .loc */
    const char *sources[MOST_SOURCES]; /* of lines_note: names by number - 1 */
    size_t source_count;
    bool noted, own; /* the rows are those of lines_note; of .file and .loc */
};

/* line_table.c: appends the table to .debug_line, and its texts to .debug_line_str. */
void line_table_write(assembler *a, struct line_table *t);
/* debug_info.c: what debuggers need to find that: a unit for the whole source. */
void debug_info_write(assembler *a, const struct line_table *t);

#endif
