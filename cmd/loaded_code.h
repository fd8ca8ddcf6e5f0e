/* SPDX-License-Identifier: MIT */
/* The code of an object that a machine has loaded: where an address in memory is, in a function and
   in a source. */
#ifndef GISA_CMD_LOADED_CODE_H
#define GISA_CMD_LOADED_CODE_H

#include "gisa_machine.h"
#include "lines.h"
#include "places.h"

typedef struct loaded_code {
    gisa_file *file;
    code_map code;
    lines lines;            /* by addresses in the object */
    const line_map *placed; /* lines of a source that was assembled; NULL: there is none */
    uint64_t base, size;    /* where it is in memory */
    /* Another object; NULL: there is none. Where several have been at an address, the first one is
       meant. */
    const struct loaded_code *next;
} loaded_code;

/* `data` is the code object, which must stay; `c->placed` stands already. */
void loaded_code_open(loaded_code *c, const gisa_loaded *loaded, const void *data, size_t size);
/* Likewise where c->base and c->size are known. */
void loaded_code_read(loaded_code *c, const void *data, size_t size);
void loaded_code_close(loaded_code *c);

/* The place has addresses of the object, and names that live as long as `c`. *run: the code that it
   is in; NULL: the address is not in the objects. */
code_place loaded_code_at(const loaded_code *c, uint64_t pc, const code_run **run);

#endif
