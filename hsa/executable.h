/* SPDX-License-Identifier: MIT */
/* Executables: code objects that are loaded for agents. */
#ifndef GISA_HSA_EXECUTABLE_H
#define GISA_HSA_EXECUTABLE_H

#include "runtime.h"
#include "symbol.h"

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

typedef struct executable {
    struct executable *next;
    hsa_profile_t profile;
    hsa_default_float_rounding_mode_t rounding;
    bool frozen;
    loaded_code *codes;
    symbol_table symbols;
} executable;

extern pthread_mutex_t executables_lock; /* of the list, and of all that is in it */
extern executable *executables;

executable *executable_of(hsa_executable_t handle); /* NULL: there is none; under the lock */

#endif
