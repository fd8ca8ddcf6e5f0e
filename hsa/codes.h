/* SPDX-License-Identifier: MIT */
/* The bytes of code objects, as readers and deserialised code objects hold them. */
#ifndef GISA_HSA_CODES_H
#define GISA_HSA_CODES_H

#include <hsa/hsa.h>
#include <stddef.h>
#include <stdint.h>

typedef struct code_file {
    struct code_file *next;
    const void *data;
    size_t size;
    void *own; /* to be freed; NULL: the program's */
} code_file;

const code_file *code_file_of(uint64_t handle); /* NULL: there is none */

/* `size` 0: to the end of the file. */
hsa_status_t codes_from_file(hsa_file_t file, size_t offset, size_t size, hsa_code_object_reader_t *reader);

#endif
