/* SPDX-License-Identifier: MIT */
/* Functions, inlined ones too, and variables of the source for the code of an object, from its
 * DWARF. */
#ifndef GISA_CMD_SCOPES_H
#define GISA_CMD_SCOPES_H

#include "gisa.h"

typedef struct scopes scopes;

/* Reads the DWARF of an ELF file, which is copied. NULL: there is none, or no libdw, or no
   memory. */
scopes *scopes_open(const void *data, size_t size);
void scopes_close(scopes *s); /* NULL is allowed */

/* A function that an address is in, and where it was inlined into the next one. Names live as long
   as `s`. */
typedef struct scope_function {
    const char *name;
    const char *file; /* of the call; NULL: it is not inlined, or that is not known */
    unsigned line;
    uint64_t copy; /* different for each copy of a function that is inlined */
} scope_function;

enum { SCOPES_DEEPEST = 16, SCOPES_TEXT = 600 };

/* The innermost function first; how many there are. `s` may be NULL. */
unsigned scopes_at(const scopes *s, uint64_t address, scope_function chain[SCOPES_DEEPEST]);
/* "add_one, inlined into twice at a.cl:8, inlined into k at a.cl:14"; "": nothing is inlined
   there. */
void scopes_text(const scopes *s, uint64_t address, char text[SCOPES_TEXT]);

typedef enum scope_place {
    SCOPE_NOWHERE, /* optimised out */
    SCOPE_SGPR,    /* number = the register; a variable of 8 bytes has the next one, too */
    SCOPE_VGPR,
    SCOPE_PRIVATE, /* memory of the lane at offset + (register / 64), where register >= 0 */
    SCOPE_CONSTANT
} scope_place;

/* A variable that is in scope at an address. */
typedef struct scope_variable {
    const char *name, *function;
    const char *type; /* "float", "float *"; "" = not said here */
    char letter;      /* f, i, u: what its bits are; p: an address; 0: something else */
    unsigned size;    /* in bytes; 0: not known */
    scope_place place;
    int number; /* of the register, or of the one that is the base of private memory; -1: none */
    int64_t offset, value;
} scope_variable;

/* All that are in scope, the innermost first, until `take` returns false. `s` may be NULL. */
void scopes_variables(const scopes *s, uint64_t address, bool (*take)(void *ctx, const scope_variable *v),
                      void *ctx);

#endif
