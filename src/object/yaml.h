/* SPDX-License-Identifier: MIT */
/* The scalars of metadata text: what a plain word means, and how a string is written so that it
   stays one. */
#ifndef GISA_YAML_H
#define GISA_YAML_H

#include "object.h"

typedef enum yaml_kind {
    YAML_STRING,
    YAML_UNSIGNED,
    YAML_NEGATIVE,
    YAML_BOOL,
    YAML_FLOAT,
    YAML_EMPTY
} yaml_kind;

/* What LLVM's reader takes an untagged scalar for. *value: the number (of YAML_NEGATIVE, its two's
 * complement) or 0 and 1 for YAML_BOOL. */
yaml_kind yaml_infer(const char *text, size_t size, uint64_t *value);

/* Writes a string with the quotes and the "!str" tag that it needs. */
void yaml_put_string(bytes *out, const char *text, size_t size);

/* The depth of arrays and maps that is read and written. Compilers use 6. */
enum { YAML_DEPTH = 32 };

#endif
