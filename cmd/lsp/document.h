/* SPDX-License-Identifier: MIT */
/* A source that an editor has open: its text, what stands where, and what gisa found in it. */
#ifndef GISA_CMD_LSP_DOCUMENT_H
#define GISA_CMD_LSP_DOCUMENT_H

#include "check/check.h"
#include "scan.h"

/* What a client sets, and the first lines of a source. */
typedef struct settings {
    const gisa_isa *isa; /* NULL: what the source says */
    gisa_syntax syntax;
    bool advice;       /* findings that compilers do without, too */
    bool hint_words;   /* inlay hints: the words of instructions, ... */
    bool hint_offsets; /* ... and where they are */
} settings;

/* What the assembler and the checker say of a place. */
typedef struct problem {
    uint32_t at, size;
    uint8_t severity; /* as in the protocol: 1 error, 2 warning, 3 information, 4 hint */
    bool waits;       /* a missing wait or a hazard: number `finding` of the checks */
    size_t finding;
    char *message;
    bool has_other; /* "it must be after ..." */
    uint32_t other_at;
    char *other;
} problem;

typedef enum definition_kind { DEFINES_LABEL, DEFINES_SYMBOL, DEFINES_MACRO, DEFINES_KERNEL } definition_kind;

typedef struct definition {
    uint32_t token; /* the name where it is defined */
    definition_kind kind;
} definition;

typedef struct document {
    char *uri, *path; /* path: NULL: it is not a file */
    char *text;       /* ends with a 0 */
    size_t size;
    long long version;
    uint32_t *line; /* where lines begin */
    size_t lines;

    /* What follows is made anew after a change, when it is asked for. */
    bool scanned, analysed;
    settings own;          /* with what the first lines say */
    const gisa_isa *isa;   /* of the instructions; NULL: not known */
    const gisa_isa *asked; /* for the assembler; NULL: the source says it */
    bool gxp;              /* a shader file of the PS Vita */
    scan scan;
    definition *definition;
    size_t definitions;
    problem *problem;
    size_t problems;
    placed_source placed; /* in the order of the output where all was assembled */
    bool whole;           /* it was */
    check_result checks;
    bool dirty; /* the client does not know of its problems yet */
} document;

/* Largest texts that are taken. */
enum { DOCUMENT_MOST = 16 << 20, DOCUMENTS_MOST = 256, DOCUMENTS_MOST_BYTES = 128 << 20 };

/* document.c */
bool document_set(document *d, const char *text, size_t size); /* false: out of memory, or too large */
bool document_replace(document *d, uint32_t from, uint32_t to, const char *text, size_t size);
void document_free(document *d);
/* Where a position is, in units of UTF-16, or of bytes; past the end of a line is its end. */
uint32_t document_offset(const document *d, uint64_t line, uint64_t character, bool utf8);
void document_position(const document *d, uint32_t at, bool utf8, uint32_t *line, uint32_t *character);
uint32_t document_line_of(const document *d, uint32_t at);    /* from 0 */
uint32_t document_line_end(const document *d, uint32_t line); /* before the line break */

/* target.c */
/* Scans, and finds out the architecture and the syntax; `usual` is what the client has set. */
void document_scan(document *d, const settings *usual);

/* analysis.c */
/* Assembles and checks. */
void document_analyse(document *d, const settings *usual);
void document_forget_analysis(document *d);
void document_how(const document *d, gisa_asm_options *how);
/* The instruction that begins at a byte of the source, with its bytes; NULL: there is none. */
const gisa_placed *document_placed(const document *d, uint32_t at, const uint8_t **bytes);

/* The bytes of an instruction; false: there is no object. */
bool document_bytes(const document *d, const gisa_placed *p, const uint8_t **bytes);

/* names.c */
void document_define(document *d);
/* The definition of a name; for numbers ("1f") that before or after `at`. NULL: there is none. */
const definition *document_defined(const document *d, const char *name, size_t size, uint32_t at);
/* What a token names; false: nothing that is defined in the source can be. */
bool document_name_at(const document *d, uint32_t token, uint32_t *at, uint32_t *size);
/* Whether a token is a use of the name of a definition, or the definition itself. */
bool document_uses(const document *d, const definition *is, uint32_t token, uint32_t *at, uint32_t *size);
/* Address of what a label stands for; false: it is not known. */
bool document_address(const document *d, const definition *is, uint64_t *address, const char **section);

/* mnemonic.c */
/* The instruction of a statement: its token, and the first form of that name; false: none. */
bool document_mnemonic(const document *d, const statement *s, uint32_t *token, uint32_t *form);
/* Parses it as it stands; names are values that are not known yet. */
bool document_parse(const document *d, const statement *s, gisa_insn *insn);

/* format.c */
/* The text with its columns aligned and instructions after `indent`, malloc'd; NULL: out of memory,
   or other words would come of it. */
char *document_format(const document *d, const char *indent, unsigned tab, size_t *size);

#endif
