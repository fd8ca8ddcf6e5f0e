/* SPDX-License-Identifier: MIT */
/* Symbols of code objects, in tables by name, and what they say of themselves. */
#ifndef GISA_HSA_SYMBOL_H
#define GISA_HSA_SYMBOL_H

#include "runtime.h"

typedef struct symbol {
    struct symbol *next; /* of those with handles that are near its own; see symbol_at */
    const struct symbol_table *table;
    const agent *agent; /* NULL: all */
    char *name;
    void *address;
    uint64_t size;
    bool is_kernel, is_constant;
    bool is_external;   /* what somebody else has, or is to have */
    gisa_kernel kernel; /* where it is one */
} symbol;

typedef struct symbol_table {
    symbol **at; /* sorted */
    size_t count, room;
} symbol_table;

/* Adds one; the name is copied. false: no memory. To be sorted afterwards. */
bool symbol_add(symbol_table *t, const symbol *wanted);
/* The one with this handle, and the table that it is in; NULL: there is none. */
const symbol *symbol_at(uint64_t handle, const symbol_table **table);
/* Adds what a code object defines for others. */
bool symbols_add(symbol_table *t, agent *a, gisa_machine *machine, const gisa_loaded *loaded);
void symbols_sort(symbol_table *t);
/* The one for this agent, or for all; any, where `a` is NULL. NULL: there is none. */
symbol *symbol_in(const symbol_table *t, const char *name, const agent *a);
void symbols_free(symbol_table *t);

/* Answers a query: HSA_CODE_SYMBOL_INFO_*, which HSA_EXECUTABLE_SYMBOL_INFO_* begins with. */
hsa_status_t symbol_tell(const symbol *s, unsigned attribute, void *value);

#endif
