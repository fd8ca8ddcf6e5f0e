/* SPDX-License-Identifier: MIT */
/* The tokens of a body: names, numbers, strings, operators. Blanks and comments are skipped here
   and nowhere else. */
#ifndef GEN_TOKENS_H
#define GEN_TOKENS_H

#include "spec.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_OPERATOR, TOKEN_WRONG };

typedef struct token {
    enum token_kind kind;
    char text[MAX_NAME]; /* of names and operators */
    uint64_t value;      /* of numbers */
    body_type type;      /* of numbers, as C has it */
    const char *at, *end;
} token;

/* The token that begins at `p` or after it. A string is one token with all strings that follow
   it. */
token next_token(const char *p);

#endif
