/* SPDX-License-Identifier: MIT */
/* What the metadata of a code object say of its kernels. */
#ifndef GISA_KERNELS_H
#define GISA_KERNELS_H

#include "object.h"

typedef struct kernel_argument {
    char *name, *kind, *type; /* never NULL */
    uint32_t offset, size;
    uint32_t align; /* of version 2; 0 otherwise */
} kernel_argument;

typedef struct kernel_metadata {
    char *name, *symbol; /* never NULL; the symbol of the descriptor: NAME.kd; in version 2 NAME */
    uint32_t kernarg_size;
    uint32_t required_group[3]; /* the only size of work-groups; 0: not said */
    uint32_t most_items;        /* in a work-group; 0: not said */
    kernel_argument *arguments;
    size_t argument_count;
} kernel_metadata;

typedef struct kernel_list {
    kernel_metadata *at; /* in the order of their symbols */
    size_t count;
    char **formats; /* of printf, "1:1:4:%d\\n", never NULL */
    size_t format_count;
} kernel_list;

/* Reads the metadata note of an object; an object without one has no kernels here.
 * GISA_STATUS_BAD_FILE: it is not what it should be; GISA_STATUS_NO_MEMORY. */
gisa_status kernels_read(const object *o, kernel_list *kernels);
void kernels_free(kernel_list *kernels);
/* What is said of the kernel with this symbol; NULL = nothing. */
const kernel_metadata *kernels_named(const kernel_list *kernels, const char *name);

#endif
