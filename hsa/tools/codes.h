/* SPDX-License-Identifier: MIT */
/* The code objects that a program has loaded. */
#ifndef GISA_HSA_TOOLS_CODES_H
#define GISA_HSA_TOOLS_CODES_H

#include "loaded_code.h"

/* An object of one machine. It stays when the program unloads it: findings name its places. */
typedef struct code {
    loaded_code code; /* code.next is the one that was loaded before, on the same machine */
    const gisa_machine *machine;
    const gisa_loaded *loaded; /* NULL: it has been unloaded */
    void *file;
    size_t size;
    bool is_read;
} code;

/* What the runtime tells. */
void codes_loaded(const gisa_machine *machine, const gisa_loaded *loaded, const void *file, size_t size);
void codes_unloads(const gisa_loaded *loaded);

/* All of a machine, with their lines; NULL: there is none. Later objects come before earlier
   ones. */
const loaded_code *codes_of(const gisa_machine *machine);
/* That of an object; NULL: there was no memory for it. */
const code *codes_find(const gisa_loaded *loaded);
/* All, one after the other; NULL: the first one. */
const code *codes_after(const code *c);
/* The object that an address is in, of those that are loaded; NULL: none. */
const code *codes_at(const gisa_machine *machine, uint64_t pc);

#endif
