/* SPDX-License-Identifier: MIT */
/* A source as tokens and statements: enough for an editor to know what stands where, also where
   the source has errors. What it means, the assembler says. */
#ifndef GISA_CMD_LSP_SCAN_H
#define GISA_CMD_LSP_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum token_kind {
    TOKEN_COMMENT,
    TOKEN_LABEL,     /* before a colon, without it; of numbers as well */
    TOKEN_ASSIGNED,  /* before = */
    TOKEN_MNEMONIC,  /* the first word of a statement; it may be a macro */
    TOKEN_DIRECTIVE, /* likewise, with a dot */
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_VARIANT, /* after @; or a parameter of a macro, with its backslash */
    TOKEN_OTHER    /* a character */
} token_kind;

typedef struct token {
    uint32_t at, size;
    uint32_t statement; /* NO_STATEMENT: a comment between statements */
    uint8_t kind;
} token;

#define NO_STATEMENT UINT32_MAX
#define NO_TOKEN UINT32_MAX

typedef struct statement {
    uint32_t at, end;      /* without comments around it, and the separator after it */
    uint32_t first, count; /* its tokens */
    uint32_t head;         /* the mnemonic, directive or assigned name; NO_TOKEN: labels alone */
    bool in_block;         /* between .NAME and .end_NAME: a text of its own, or fields */
} statement;

typedef struct scan {
    const char *text;
    token *token;
    size_t tokens;
    statement *statement;
    size_t statements;
    bool no_memory; /* something is missing */
} scan;

/* `text` must stay. `clrx`: comments and separators are those of CLRX's syntax. */
void scan_text(scan *s, const char *text, size_t size, bool clrx);
void scan_free(scan *s);

/* The token that has the byte at `at`, or ends there; NO_TOKEN: none has. */
uint32_t scan_token_at(const scan *s, uint32_t at);
/* The statement in which `at` is, or which ends before it on the same line; NO_STATEMENT: none. */
uint32_t scan_statement_at(const scan *s, uint32_t at);
bool scan_is(const scan *s, uint32_t token, const char *text);

/* Room for one more element of an array, which doubles; false: out of memory. */
bool scan_room(void *array, size_t count, size_t element);

#endif
