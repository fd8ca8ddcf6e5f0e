/* SPDX-License-Identifier: MIT */
/* What the parts of declare share: the public headers as tokens, and what they declare. */
#ifndef DECLARE_H
#define DECLARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct span {
    const char *text;
    size_t size;
} span;

#define S(s) (int)(s).size, (s).text /* for "%.*s" */

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_SIGN,
    TOKEN_DEFINE,
    TOKEN_INCLUDE
} token_kind;

typedef struct token {
    token_kind kind;
    span at;
    span doc; /* the comment that stands directly before it; size 0 = none */
} token;

typedef struct header {
    const char *path;
    const char *text;
    token *token; /* ended by TOKEN_END */
    size_t count, room;
} header;

enum { MOST_POINTERS = 3, MOST_LENGTHS = 3 };

typedef struct type {
    span name;                        /* "uint32_t", "gisa_isa"; of functions their result's */
    bool constant[MOST_POINTERS + 1]; /* what the name means, and each pointer, innermost first */
    bool is_volatile;                 /* what the name means */
    unsigned pointers;                /* how many * there are */
    uint64_t length[MOST_LENGTHS];    /* of arrays, the outermost first */
    unsigned lengths;                 /* how many of these there are */
    bool to_array;                    /* it is a pointer to that array */
    struct function *function;        /* it is a pointer to a function; NULL = it is not */
} type;

typedef struct variable {
    span name;
    type type;
} variable;

typedef struct function {
    type result;
    variable *parameter;
    size_t count, room;
} function;

typedef enum declared_kind {
    DECLARED_NUMBER,   /* an enumerator, or a macro with a number */
    DECLARED_TEXT,     /* a macro with a string */
    DECLARED_ENUM,     /* an enumeration with a name */
    DECLARED_OPAQUE,   /* a struct without members */
    DECLARED_STRUCT,   /* one with members */
    DECLARED_CALLBACK, /* a type of pointers to functions */
    DECLARED_FUNCTION
} declared_kind;

typedef struct declared {
    declared_kind kind;
    span name, doc;
    span text;     /* DECLARED_TEXT, with its quotes; of an enumerator the name of its enumeration */
    int64_t value; /* DECLARED_NUMBER */
    variable *member;
    size_t count, room;
    function function; /* DECLARED_CALLBACK, DECLARED_FUNCTION */
} declared;

typedef struct model {
    declared *declared;
    size_t count, room;
    const char **path; /* of the headers that have been read */
    size_t path_count, path_room;
} model;

/* ---- tokens.c */

void die(const header *h, const char *at, const char *text, ...)
    __attribute__((format(printf, 3, 4), noreturn));
/* An array with room for one more element. Nothing is freed before the program ends. */
void *more(void *array, size_t count, size_t *room, size_t element);
bool is(span a, const char *word);
void read_header(header *h, const char *path);

/* ---- numbers.c */

const declared *find(const model *m, span name);
/* The value of a constant expression that begins at token *i. */
int64_t value_of(const model *m, const header *h, size_t *i);

/* ---- read.c */

/* All that a header declares, and before it the headers that it includes; each header once. */
void read_declarations(model *m, const char *path);

/* ---- python.c, rust.c, c.c: what they write to standard output */

void write_python(const model *m);
void write_rust(const model *m);
void write_c(const model *m, char **paths);

#endif
