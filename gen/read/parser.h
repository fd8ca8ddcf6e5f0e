/* SPDX-License-Identifier: MIT */
/* The parser of bodies: expressions (parse_expression.c) below statements and functions
   (parse_body.c). */
#ifndef GEN_PARSER_H
#define GEN_PARSER_H

#include "body_types.h"
#include "tokens.h"

enum { MAX_LOCALS = 32 };

typedef struct local {
    char name[MAX_NAME];
    body_type type;
    bool constant;
    unsigned count; /* of an array; 0 = it is none */
} local;

typedef struct parser {
    spec *s;
    const header *h;
    token t; /* the next one */
    local locals[MAX_LOCALS];
    int local_count, depth;
    body_type old;                 /* of `old`, kind TYPE_VOID: it is not there */
    const body_instance *instance; /* of a function; NULL = it is the body of a row */
    bool failed;
} parser;

/* The first error of a body; what follows from it is not said. */
void wrong(parser *p, const char *at, const char *text, ...) __attribute__((format(printf, 3, 4)));

void advance(parser *p);
bool sees(const parser *p, const char *op);
bool sees_name(const parser *p, const char *name);
bool take_token(parser *p, const char *op); /* if it is the next one */
void expect(parser *p, const char *op);
void go_down(parser *p); /* one level deeper, until `depth` is counted down again */

body_node *node(enum node_kind kind, const char *at, body_type type);
body_node *hang(body_node *n, body_node *below); /* under `n`, after what is there */
body_node *nothing(const parser *p);

const local *find_local(const parser *p, const char *name);
bool is_field(const parser *p, const char *name);
bool is_type(const parser *p, const char *name, body_type *type);
bool fits(body_type to, body_type from); /* can a value of this type go there? */
body_type named_type(parser *p);
body_type result_type(const body_param *result, body_type type);

body_node *expression(parser *p);
body_node *assigned_value(parser *p);         /* an expression without a comma */
body_node *value_of(parser *p, body_node *n); /* which must be a number */

/* parse_body.c: the function for a type, which is parsed where it is first used */
const body_instance *instance_of(parser *p, const body_word *w, body_type over, const char *at);

#endif
