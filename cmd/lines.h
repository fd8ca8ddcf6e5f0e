/* SPDX-License-Identifier: MIT */
/* Lines of the source for code that is loaded: from DWARF line tables, or from assembling a
   source. */
#ifndef GISA_CMD_DEBUG_LINES_H
#define GISA_CMD_DEBUG_LINES_H

#include "gisa_machine.h"
#include "scopes.h"

/* Code from here up to the next row is of this line; line 0: of none. */
typedef struct line_row {
    uint64_t address;
    unsigned file, line;
} line_row;

typedef struct line_file {
    char *name; /* as the compiler was told it */
    char *text; /* 0-ended; NULL: not read yet, or not readable here */
    bool tried;
} line_file;

typedef struct lines {
    line_row *at; /* by address */
    size_t count, room;
    line_file *file;
    unsigned files;
    scopes *scopes; /* NULL: there are none */
    uint64_t distance;
} lines;

/* Adds a row; false: out of memory. */
bool lines_add(lines *l, uint64_t address, const char *file, unsigned line);
void lines_sort(lines *l);
/* From the DWARF of a code object that lies `distance` bytes after its own addresses. No
   line table is not an error; false: out of memory. */
bool lines_read(lines *l, const void *file, size_t size, uint64_t distance);
void lines_free(lines *l);

/* The row of an address; NULL: there is none. */
const line_row *lines_at(const lines *l, uint64_t pc);
/* Where code of a line begins, the first place in each run of it: the i-th, from 0; false: no more.
 * `file` may be the end of a name, from a slash on, or NULL for the file that `near` is in. A line
 * without code is the next one that has some: *line says which. */
bool lines_find(const lines *l, const char *file, uint64_t near, unsigned *line, unsigned i, uint64_t *pc);
/* The same, one place for each function and each copy of an inlined one; *places is to be freed.
 * How many there are; 0 also where there is no memory. */
unsigned lines_places(const lines *l, const char *file, uint64_t near, unsigned *line, uint64_t **places);
/* A line of a file, with its size; NULL: it is not there, or not readable. */
const char *lines_text(lines *l, unsigned file, unsigned line, size_t *size);
/* scopes_at, scopes_text and scopes_variables for an address. */
unsigned lines_functions(const lines *l, uint64_t pc, scope_function chain[SCOPES_DEEPEST]);
void lines_inlined(const lines *l, uint64_t pc, char text[SCOPES_TEXT]);
void lines_variables(const lines *l, uint64_t pc, bool (*take)(void *ctx, const scope_variable *v),
                     void *ctx);
/* "saxpy.cl" of "/home/me/saxpy.cl". */
const char *lines_short(const char *name);

#endif
