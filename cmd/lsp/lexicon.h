/* SPDX-License-Identifier: MIT */
/* The words of an architecture, from the library's tables: for completion and highlighting. */
#ifndef GISA_CMD_LSP_LEXICON_H
#define GISA_CMD_LSP_LEXICON_H

#include "gisa.h"

typedef enum word_kind {
    WORD_MNEMONIC,
    WORD_REGISTER, /* with a name, or numbered: s5 */
    WORD_STEM,     /* "s", before a number or [ */
    WORD_MODIFIER,
    WORD_VALUE, /* a name in a table */
    WORD_DIRECTIVE,
    WORD_DESCRIPTOR /* .amdhsa_next_free_vgpr: a line of a kernel descriptor */
} word_kind;

typedef struct word {
    const char *text;
    uint8_t kind;      /* word_kind */
    bool numbered;     /* a register with a number */
    uint32_t form;     /* of a mnemonic */
    const char *table; /* of a value */
    const char *about; /* what it means; NULL: the spec does not say */
} word;

typedef struct lexicon {
    const gisa_isa *isa; /* NULL: directives alone */
    gisa_syntax syntax;
    word *word; /* by name */
    size_t count;
    char **kept; /* texts of its own */
    size_t kept_count;
} lexicon;

/* Made once for each architecture and syntax, and kept; NULL: out of memory. */
const lexicon *lexicon_of(const gisa_isa *isa, gisa_syntax syntax);
void lexicon_free_all(void);

/* The first word with this name, of `kind` or any (-1); NULL: there is none. */
const word *lexicon_find(const lexicon *l, const char *name, size_t size, int kind);
/* The first word that is not before the name. */
size_t lexicon_from(const lexicon *l, const char *name, size_t size);
/* Whether the word is a register: its name, or the beginning of a range of them, "s" of s[0:1]. */
bool lexicon_is_register(const lexicon *l, const char *name, size_t size);

#endif
