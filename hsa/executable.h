/* SPDX-License-Identifier: MIT */
/* Executables: code objects that are loaded for agents, and the symbols in them. */
#ifndef GISA_HSA_EXECUTABLE_H
#define GISA_HSA_EXECUTABLE_H

#include "runtime.h"

struct executable;

/* A code object that has been loaded. */
typedef struct loaded_code {
    struct loaded_code *next;
    struct executable *executable;
    agent *agent;
    gisa_loaded *loaded;
    const void *file; /* as the reader had it */
    size_t file_size;
} loaded_code;

typedef struct executable_symbol {
    struct executable *executable;
    agent *agent; /* NULL: all */
    char *name;
    void *address;
    uint64_t size;
    bool is_kernel, is_external;
} executable_symbol;

typedef struct executable {
    struct executable *next;
    hsa_profile_t profile;
    hsa_default_float_rounding_mode_t rounding;
    bool frozen;
    loaded_code *codes;
    executable_symbol **symbols; /* by name */
    size_t symbol_count, symbol_room;
} executable;

extern pthread_mutex_t executables_lock; /* of the list, and of all that is in it */
extern executable *executables;

executable *executable_of(hsa_executable_t handle); /* NULL: there is none; under the lock */

/* symbols.c, under the lock. */
executable_symbol *symbol_find(const executable *e, const char *name, const agent *a);
bool symbol_add(executable *e,
                const executable_symbol *wanted); /* the name is copied; one that is there stays */
void symbols_sort(executable *e);
void symbols_free(executable *e);

#endif
