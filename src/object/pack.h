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

/* One element's head: what it is, and its value, its size in bytes (a string's follow) or how many
 * elements or pairs follow. PACK_BAD at the end, and for floats, binary data and extensions, which
 * do not occur in metadata. */
pack_kind pack_head(pack_reader *r, uint64_t *value);

/* The bytes of a string whose head was read; false: they are not all there. */
bool pack_string(pack_reader *r, uint64_t size, const char **text);

/* Goes after one element with all that is in it, at most `depth` deep. */
bool pack_skip(pack_reader *r, unsigned depth);

/* Each in the shortest form that holds it. */
void pack_put_nil(bytes *out);
void pack_put_bool(bytes *out, bool value);
void pack_put_unsigned(bytes *out, uint64_t value);
void pack_put_negative(bytes *out, int64_t value);
void pack_put_string(bytes *out, const void *text, size_t size);
/* The head; its elements follow. */
void pack_put_collection(bytes *out, bool map, size_t count);

#endif
