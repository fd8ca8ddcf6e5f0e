/* SPDX-License-Identifier: MIT */
/* What the parts of amalgamate share: files as rows of tokens, and the names that they declare. */
#ifndef AMALGAMATE_H
#define AMALGAMATE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct span {
    const char *text;
    size_t size;
} span;

typedef enum token_kind { TOKEN_NAME, TOKEN_LITERAL, TOKEN_SIGN, TOKEN_INCLUDE } token_kind;

typedef struct token {
    token_kind kind;
    span at;
    bool directive; /* in a line that begins with # */
    bool begins;    /* this # */
    bool member;    /* the name of a member: there is a different set of names for it */
    bool dropped;
    const char *before; /* written before it; NULL = nothing */
} token;

/* Tags of structs, unions and enums are a set of names of their own. */
typedef enum name_kind { NAME_FUNCTION, NAME_OBJECT, NAME_OTHER, NAME_TAG } name_kind;

/* A name that a file declares at file scope. */
typedef struct declared {
    span name;
    name_kind kind;
    bool is_static, is_extern;
    bool unsized;       /* an array without a length */
    bool mentioned;     /* the tag of a struct that another file may define */
    bool clashes;       /* another header declares something else of this name */
    size_t first, last; /* tokens of the whole declaration */
} declared;

typedef struct file {
    char *path;
    char *text;
    const char *name; /* for readers: the path from src/ on */
    char prefix[128]; /* of its names */
    token *tokens;
    size_t token_count, token_room;
    declared *names;
    size_t name_count, name_room;
    struct file **headers; /* that it includes, in order */
    size_t header_count, header_room;
    bool is_header, written;
} file;

/* ---- tokens.c --------------------------------------------------------------------------- */

void die(const char *text, ...) __attribute__((format(printf, 1, 2), noreturn));
/* An array with room for one more element. Nothing is freed before the program ends. */
void *more(void *array, size_t count, size_t *room, size_t element);
bool equal(span a, span b);
bool is(span a, const char *word);
bool name_char(char c);
unsigned line_of(const file *f, const char *at);
void read_tokens(file *f);

/* ---- declare.c -------------------------------------------------------------------------- */

/* The token after token i, over directives; the number of tokens at the end. */
size_t next(const file *f, size_t i);
bool at_is(const file *f, size_t i, const char *word);
bool aggregate_word(const file *f, size_t i); /* struct, union, enum */
/* The token that closes the bracket at token i. */
size_t closing(const file *f, size_t i);
/* `struct`, `union` or `enum` at token i: declares its tag where it has a body, and what the body
 * declares beside members. Marks the names of members. Returns the last token. */
size_t declare_aggregate(file *f, size_t i);
/* All that the file declares at file scope, and its macros. */
void declare_all(file *f);
bool is_tag(const file *f, size_t i);
const declared *find(const file *f, span name, bool tag);

/* ---- files.c ---------------------------------------------------------------------------- */

extern const char *public_name, **folders; /* where headers are looked for */
extern size_t folder_count;
extern file *public_header;

/* Reads a file and what it includes; the same one the next time. NULL = there is none. */
file *read_file(const char *path);
/* The header that an #include line names; NULL for one of the system. */
file *included(const file *f, span line);
/* The file that a name belongs to when `f` says it: a header that it includes, directly or not, or
 * itself; NULL where none of them declares it. */
file *owner(file *f, span name, bool tag);
/* Headers that do not include each other may use a name twice, as long as no .c file includes both:
   marks these names. */
void find_clashes(void);

#endif
