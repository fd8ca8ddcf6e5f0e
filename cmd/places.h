/* SPDX-License-Identifier: MIT */
/* Where an address of code is: in a function, and in a source where one is known. */
#ifndef GISA_CMD_PLACES_H
#define GISA_CMD_PLACES_H

#include "gisa.h"

/* Code in one piece, with the functions that begin in it. */
typedef struct code_run {
    const gisa_isa *isa;
    const uint8_t *bytes;
    uint64_t address, size;
    const char *section;
    uint64_t section_address;
    uint64_t *entries; /* addresses of functions, in order */
    const char **names;
    size_t entry_count;
} code_run;

/* Where an address is: in a function, and in a source where one is known. */
typedef struct code_place {
    uint64_t address;
    const char *symbol; /* NULL: none */
    uint64_t offset;    /* from the symbol */
    const char *file;   /* of the source; NULL: not known */
    uint32_t line, column;
    bool direct; /* see gisa_placed */
    size_t at;
    const struct scopes *scopes; /* for inlined functions; NULL: none are known */
} code_place;

/* Instructions of a source, in the order of the output. */
typedef struct line_map {
    gisa_placed *at; /* with names that it owns */
    size_t count, room;
    char **names;
    size_t name_count;
    bool no_memory;
} line_map;

/* The code of files. */
typedef struct code_map {
    code_run **runs;
    size_t count;
    bool no_memory;
} code_map;

/* Adds the code of an open file, which must stay. */
void places_add(code_map *map, const gisa_file *file);
/* Forgets all from run `first` on. */
void places_free(code_map *map, size_t first);
/* The run that an address is in; NULL: none. */
const code_run *places_run(const code_map *map, uint64_t address);
/* `lines` may be NULL. */
code_place places_of(const code_run *run, uint64_t address, const line_map *lines);
/* The disassembly of the instruction there. */
const char *places_instruction(const code_run *run, uint64_t address, char text[GISA_TEXT_MAX]);

/* Up to `count` addresses of instructions, the last one `address`, as code is read from where its
   function begins; the number of them, 0: no instruction begins there. */
unsigned places_before(const code_run *run, uint64_t address, uint64_t at[], unsigned count);
/* The address of the one after it; false: there is none in the same function. */
bool places_next(const code_run *run, uint64_t address, uint64_t *next);

/* Room for one more element of an array; false: out of memory. */
bool places_room(void *array, size_t count, size_t element);

#endif
