/* SPDX-License-Identifier: MIT */
/* The tables that the spec names: values with names, packed immediates, spellings of
   instructions. */
#ifndef GISA_NAMES_H
#define GISA_NAMES_H

#include <string.h>

#include "tables.h"

/* Tables by name; NULL = there is none. */
const name_table *names_table(const gisa_isa *isa, const char *name);
/* A row of a table of numbers, by its key: the numbers of its columns. NULL: there is none. */
const int64_t *names_numbers(const gisa_isa *isa, unsigned table, int64_t key);
const pack *names_pack(const gisa_isa *isa, const char *name);

bool names_has(const gisa_isa *isa, const name_table *t, int64_t value);
const pack_part *names_part(const gisa_isa *isa, unsigned id); /* NULL: this architecture does not have it */
uint64_t names_part_mask(const pack_part *part);
uint64_t names_pack_mask(const gisa_isa *isa, const pack *p); /* all bits that belong to a part */

typedef struct message_operations {
    const name_table *names; /* NULL: the message has no operations */
    bool stream;             /* a stream follows the operation */
    bool nop;                /* operation 0 is allowed */
} message_operations;
message_operations names_message_operations(const gisa_isa *isa, int64_t message);
/* Do message, operation and stream of a sendmsg immediate all have names, and none that must not be
   there? */
bool names_message(const gisa_isa *isa, int64_t value);

static inline bool names_equal8(const char *a, const char *b) {
    uint64_t x, y;
    memcpy(&x, a, 8);
    memcpy(&y, b, 8);
    return x == y;
}

static inline bool names_equal4(const char *a, const char *b) {
    uint32_t x, y;
    memcpy(&x, a, 4);
    memcpy(&y, b, 4);
    return x == y;
}

static inline char names_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The same but for the case of letters, which usually is the same, too. */
static inline bool names_same(const char *word, const char *name, size_t size) {
    size_t i = 0;
    while (i + 8 <= size && names_equal8(word + i, name + i))
        i += 8;
    if (i + 8 > size && size >= 8 && names_equal8(word + size - 8, name + size - 8))
        return true;
    if (size >= 4 && size < 8 && names_equal4(word, name) && names_equal4(word + size - 4, name + size - 4))
        return true;
    for (; i < size; i++)
        if (names_lower(word[i]) != names_lower(name[i]))
            return false;
    return true;
}

/* What the assembler takes as this mnemonic; letter case does not matter. NULL = nothing. */
/* What reading text of an architecture needs. */
const text_tables *names_texts(const gisa_isa *isa);
const spelling *names_spelling(const gisa_isa *isa, const char *name, size_t size);

#endif
