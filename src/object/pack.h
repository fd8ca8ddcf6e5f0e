/* SPDX-License-Identifier: MIT */
/* MessagePack, element by element. */
#ifndef GISA_PACK_H
#define GISA_PACK_H

#include "object.h"

typedef struct pack_reader {
    const uint8_t *at, *end;
    bool no_memory; /* its user had none; the data may be sound */
} pack_reader;

typedef enum pack_kind {
    PACK_BAD,
    PACK_NIL,
    PACK_BOOL,
    PACK_UNSIGNED,
    PACK_SIGNED,
    PACK_STRING,
    PACK_ARRAY,
    PACK_MAP
} pack_kind;

/* One element's head: what it is, and its value, its size in bytes (a string's follow) or how many elements or pairs follow.
 * PACK_BAD at the end, and for floats, binary data and extensions, which do not occur in metadata. */
pack_kind pack_head(pack_reader *r, uint64_t *value);

/* The bytes of a string whose head was read; false: they are not all there. */
bool pack_string(pack_reader *r, uint64_t size, const char **text);

/* Goes behind one element with all that is in it, at most `depth` deep. */
bool pack_skip(pack_reader *r, unsigned depth);

#endif
