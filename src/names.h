/* SPDX-License-Identifier: MIT */
/* The tables that the spec names: values with names, packed immediates, spellings of instructions. */
#ifndef GISA_NAMES_H
#define GISA_NAMES_H

#include "tables.h"

/* Tables by name; NULL = there is none. */
const name_table *gisa_names(const gisa_isa *isa, const char *name);
const pack *gisa_pack(const gisa_isa *isa, const char *name);

bool gisa_has_name(const gisa_isa *isa, const name_table *t, int64_t value);
uint64_t gisa_pack_mask(const gisa_isa *isa, const pack *p); /* all bits that belong to a part */

typedef struct message_operations {
    const name_table *names; /* NULL: the message has no operations */
    bool stream;             /* a stream follows the operation */
    bool nop;                /* operation 0 is allowed */
} message_operations;
message_operations gisa_message_operations(const gisa_isa *isa, int64_t message);
/* Do message, operation and stream of a sendmsg immediate all have names, and none that must not be there? */
bool gisa_message_named(const gisa_isa *isa, int64_t value);

/* What the assembler takes as this mnemonic; letter case does not matter. NULL = nothing. */
const spelling *gisa_spelling(const gisa_isa *isa, const char *name, size_t size);

#endif
