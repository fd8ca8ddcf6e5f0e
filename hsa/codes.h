/* SPDX-License-Identifier: MIT */
/* The bytes of code objects, as readers and deserialised code objects hold them. */
#ifndef GISA_HSA_CODES_H
#define GISA_HSA_CODES_H

#include "symbol.h"

typedef struct code_file {
    struct code_file *next;
    const void *data;
    size_t size;
    void *own; /* to be freed; NULL: the program's */
    /* What code_objects.c has found out of it; NULL: not asked yet. */
    gisa_machine *machine; /* that it has been loaded for */
    symbol_table symbols;
} code_file;

code_file *code_file_of(uint64_t handle); /* NULL: there is none */
bool code_file_free(uint64_t handle);     /* false: there is none */
/* The symbol of some file that has this handle; NULL: there is none. */
const symbol *codes_symbol(uint64_t handle);

/* `own` is freed with it, or when this fails. */
hsa_status_t codes_from_memory(const void *data, size_t size, void *own, uint64_t *handle);
/* `size` 0: to the end of the file. */
hsa_status_t codes_from_file(hsa_file_t file, size_t offset, size_t size, hsa_code_object_reader_t *reader);

#endif
