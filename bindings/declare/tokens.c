/* SPDX-License-Identifier: MIT */
/* Cuts a public header into tokens, without what is for the preprocessor alone. */
#include "declare.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const header *h, const char *at, const char *text, ...) {
    va_list arguments;
    unsigned line = 1;
    for (const char *p = h->text; p && p < at; p++)
        line += *p == '\n';
    fprintf(stderr, "%s:%u: ", h->path, line);
    va_start(arguments, text);
    vfprintf(stderr, text, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

void *more(void *array, size_t count, size_t *room, size_t element) {
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 8;
    if (!(array = realloc(array, *room * element))) {
        fprintf(stderr, "declare: out of memory\n");
        exit(1);
    }
    return array;
}

bool is(span a, const char *word) {
    return a.size == strlen(word) && memcmp(a.text, word, a.size) == 0;
}

static char *read_file(header *h) {
    size_t size = 0, room = 0;
    char *text = NULL;
    FILE *file = fopen(h->path, "rb");
    if (!file)
        die(h, NULL, "cannot be read");
    for (int c; (c = fgetc(file)) != EOF; text[size++] = (char)c)
        text = more(text, size, &room, 1);
    fclose(file);
    text = more(text, size, &room, 1);
    text[size] = 0;
    return text;
}

static bool name_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *end_of_line(const char *p) {
    return p + strcspn(p, "\n");
}

static const char *after_blanks(const char *p) {
    return p + strspn(p, " \t");
}

static bool begins(const char *p, const char *word) {
    return strncmp(p, word, strlen(word)) == 0;
}

static void add(header *h, token_kind kind, const char *from, const char *to, span doc) {
    h->token = more(h->token, h->count, &h->room, sizeof *h->token);
    h->token[h->count++] = (token){kind, {from, (size_t)(to - from)}, doc};
}

/* The line after the #endif of the #if at p. */
static const char *after_condition(const header *h, const char *p) {
    unsigned open = 0;
    for (const char *line = p; *line; line = end_of_line(line) + (*end_of_line(line) != 0)) {
        const char *word = after_blanks(line);
        open += begins(word, "#if");
        if (begins(word, "#endif") && --open == 0)
            return end_of_line(line);
    }
    die(h, p, "this condition does not end");
}

/* A line that begins with #: macros with a value are tokens, C++ and GISA_API are left out, other
 * conditions are guards. */
static const char *directive(header *h, const char *p, span doc) {
    if (begins(p, "#ifdef __cplusplus") || begins(p, "#ifndef GISA_API"))
        return after_condition(h, p);
    if (begins(p, "#include \""))
        add(h, TOKEN_INCLUDE, p + 10, p + 10 + strcspn(p + 10, "\"\n"), doc);
    else if (begins(p, "#define "))
        add(h, TOKEN_DEFINE, p, p + 7, doc);
    else if (begins(p, "#if ") || begins(p, "#undef") || begins(p, "#else"))
        die(h, p, "declare does not know what to do with this line");
    return begins(p, "#define ") ? p + 7 : end_of_line(p);
}

static const char *comment(const header *h, const char *p, span *doc) {
    const char *end = strstr(p + 2, "*/");
    if (!end)
        die(h, p, "this comment does not end");
    *doc = (span){p + 2, (size_t)(end - p - 2)};
    return end + 2;
}

static const char *word(header *h, const char *p, span doc) {
    const char *from = p;
    token_kind kind = isdigit((unsigned char)*p) ? TOKEN_NUMBER : name_char(*p) ? TOKEN_NAME : TOKEN_SIGN;
    if (*p == '"') {
        kind = TOKEN_STRING;
        p += 1 + strcspn(p + 1, "\"");
        p += *p == '"';
    } else if (kind == TOKEN_SIGN)
        p += begins(p, "<<") ? 2 : 1;
    else
        while (name_char(*p))
            p++;
    add(h, kind, from, p, doc);
    return p;
}

void read_header(header *h, const char *path) {
    span doc = {NULL, 0};
    h->path = path;
    h->text = read_file(h);
    for (const char *p = h->text; *p;) {
        if (begins(p, "/*")) {
            p = comment(h, p, &doc);
            continue;
        }
        if (begins(p, "\n\n"))
            doc.size = 0;
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        p = *p == '#' ? directive(h, p, doc) : word(h, p, doc);
        doc.size = 0;
    }
    add(h, TOKEN_END, h->text + strlen(h->text), h->text + strlen(h->text), doc);
}
