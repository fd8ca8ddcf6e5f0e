/* SPDX-License-Identifier: MIT */
/* Cuts the text of a body into tokens. */
#include "tokens.h"

#include <ctype.h>
#include <stdlib.h>

static const char *after_blanks(const char *p) {
    for (;;) {
        p += strspn(p, " \n");
        if (strncmp(p, "//", 2) == 0)
            p += strcspn(p, "\n");
        else if (strncmp(p, "/*", 2) == 0 && strstr(p + 2, "*/"))
            p = strstr(p + 2, "*/") + 2;
        else
            return p;
    }
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void read_name(token *t) {
    size_t size = 0;
    while (in_name(t->at[size]))
        size++;
    t->kind = size < MAX_NAME ? TOKEN_NAME : TOKEN_WRONG;
    t->end = t->at + size;
    if (size < MAX_NAME)
        memcpy(t->text, t->at, size);
}

/* The first of C's types that holds it; unsigned ones only for hexadecimal numbers. */
static body_type type_of_number(uint64_t value, bool hex) {
    unsigned bits = value <= UINT32_MAX && (hex || value <= INT32_MAX) ? 32 : 64;
    bool negative_there = value >> (bits - 1);
    return (body_type){hex && negative_there ? TYPE_UNSIGNED : TYPE_SIGNED, (uint16_t)bits};
}

static void read_number(token *t) {
    bool hex = t->at[0] == '0' && (t->at[1] == 'x' || t->at[1] == 'X');
    char *end;
    t->value = strtoull(t->at, &end, hex ? 16 : 10);
    t->type = type_of_number(t->value, hex);
    if (*end == 'u') {
        t->type.kind = TYPE_UNSIGNED;
        end++;
    }
    t->kind = in_name(*end) || *end == '.' ? TOKEN_WRONG : TOKEN_NUMBER;
    t->end = end;
}

/* 'a': its number, as in C an int. */
static void read_character(token *t) {
    t->kind = t->at[1] && t->at[2] == '\'' ? TOKEN_NUMBER : TOKEN_WRONG;
    t->value = (unsigned char)t->at[1];
    t->type = (body_type){TYPE_SIGNED, 32};
    t->end = t->at + (t->kind == TOKEN_NUMBER ? 3 : 1);
}

static void read_string(token *t) {
    const char *p = t->at;
    t->kind = TOKEN_STRING;
    while (*p == '"') {
        const char *close = strchr(p + 1, '"');
        if (!close) {
            t->kind = TOKEN_WRONG;
            break;
        }
        t->end = close + 1;
        p = after_blanks(close + 1);
    }
}

static void read_operator(token *t) {
    static const char *const operators[] = {
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
        "&=",  "|=",  "^=", "++", "--", "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",
        "<",   ">",   "=",  "?",  ":",  ";",  ",",  ".",  "(",  ")",  "[",  "]",  "{",  "}",  NULL};
    for (int i = 0; operators[i]; i++)
        if (strncmp(t->at, operators[i], strlen(operators[i])) == 0) {
            t->kind = TOKEN_OPERATOR;
            strcpy(t->text, operators[i]);
            t->end = t->at + strlen(operators[i]);
            return;
        }
}

token next_token(const char *p) {
    token t = {.kind = TOKEN_WRONG, .at = after_blanks(p)};
    t.end = t.at + 1;
    if (!*t.at) {
        t.kind = TOKEN_END;
        t.end = t.at;
    } else if (isdigit((unsigned char)*t.at))
        read_number(&t);
    else if (in_name(*t.at))
        read_name(&t);
    else if (*t.at == '\'')
        read_character(&t);
    else if (*t.at == '"')
        read_string(&t);
    else
        read_operator(&t);
    return t;
}
