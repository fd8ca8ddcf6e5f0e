/* SPDX-License-Identifier: MIT */
/* C as a row of tokens: names, literals, signs, #include lines. What stands between them is blank
   or comment. */
#include "amalgamate.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const char *text, ...) {
    va_list list;
    va_start(list, text);
    fprintf(stderr, "amalgamate: ");
    vfprintf(stderr, text, list);
    fputc('\n', stderr);
    va_end(list);
    exit(1);
}

void *more(void *array, size_t count, size_t *room, size_t element) {
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 16;
    array = realloc(array, *room * element);
    if (!array)
        die("out of memory");
    return array;
}

bool equal(span a, span b) {
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

bool is(span a, const char *word) {
    return a.size == strlen(word) && memcmp(a.text, word, a.size) == 0;
}

unsigned line_of(const file *f, const char *at) {
    unsigned line = 1;
    for (const char *p = f->text; p < at; p++)
        line += *p == '\n';
    return line;
}

bool name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool digit(char c) {
    return c >= '0' && c <= '9';
}

/* The end of a comment that begins at p; p itself where there is none. */
static const char *skip_comment(const file *f, const char *p) {
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\n");
    if (p[0] != '/' || p[1] != '*')
        return p;
    const char *end = strstr(p + 2, "*/");
    if (!end)
        die("%s:%u: the comment has no end", f->path, line_of(f, p));
    return end + 2;
}

/* The end of the token that begins at p. */
static const char *token_end(const file *f, const char *p, token_kind *kind) {
    const char *begin = p;
    if (*p == '"' || *p == '\'') {
        *kind = TOKEN_LITERAL;
        for (p++; *p != *begin; p++) {
            if (*p == '\\')
                p++;
            if (!*p || *p == '\n')
                die("%s:%u: the string has no end", f->path, line_of(f, begin));
        }
        return p + 1;
    }
    if (digit(*p) || (*p == '.' && digit(p[1]))) {
        *kind = TOKEN_LITERAL;
        while (name_char(*p) || *p == '.' || ((*p == '+' || *p == '-') && strchr("eEpP", p[-1])))
            p++;
        return p;
    }
    if (name_char(*p)) {
        *kind = TOKEN_NAME;
        while (name_char(*p))
            p++;
        return p;
    }
    *kind = TOKEN_SIGN;
    if (!strncmp(p, "...", 3))
        return p + 3;
    return p + (!strncmp(p, "->", 2) || !strncmp(p, "##", 2) ? 2 : 1);
}

static token *add_token(file *f, token_kind kind, const char *begin, const char *end, bool directive) {
    f->tokens = more(f->tokens, f->token_count, &f->token_room, sizeof *f->tokens);
    f->tokens[f->token_count++] =
        (token){.kind = kind, .at = {begin, (size_t)(end - begin)}, .directive = directive};
    return &f->tokens[f->token_count - 1];
}

static bool is_include(const char *p) {
    p++;
    p += strspn(p, " \t");
    return !strncmp(p, "include", 7);
}

void read_tokens(file *f) {
    bool line_begins = true, directive = false;
    for (const char *p = f->text; *p;) {
        const char *end = skip_comment(f, p);
        token_kind kind;
        if (end != p || *p == ' ' || *p == '\t') {
            p = end != p ? end : p + 1;
        } else if (*p == '\n') {
            line_begins = true;
            directive = false;
            p++;
        } else if (*p == '\\' && p[1] == '\n') {
            p += 2;
        } else if (line_begins && *p == '#' && is_include(p)) {
            end = p + strcspn(p, "\n");
            add_token(f, TOKEN_INCLUDE, p, end, true);
            p = end;
        } else {
            bool begins = line_begins && *p == '#';
            directive |= begins;
            line_begins = false;
            end = token_end(f, p, &kind);
            add_token(f, kind, p, end, directive)->begins = begins;
            p = end;
        }
    }
}
