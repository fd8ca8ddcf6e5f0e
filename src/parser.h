/* SPDX-License-Identifier: MIT */
/* What the parts of the parser share: where it stands in the text, and the first fault. */
#ifndef GISA_PARSER_H
#define GISA_PARSER_H

#include "operands.h"
#include "tables.h"

typedef struct parser {
    const gisa_isa *isa;
    const gisa_env *env;
    bool clrx;
    const char *begin, *p, *end;
    const form *f;
    bool whole; /* this attempt has read the whole text */
    gisa_insn *insn;
    gisa_error *error; /* of this attempt */
    const char *at[GISA_MAX_OPERANDS],
        *behind[GISA_MAX_OPERANDS]; /* where the operands stand; NULL = nowhere */
} parser;

/* Notes a fault at `at` (`size` bytes) and returns false. Only the first one of an attempt counts. */
bool parse_fail(parser *s, gisa_status status, const char *at, size_t size, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* parse_text.c: blanks, words, names, expressions */
void parse_blanks(parser *s);
bool parse_char(parser *s, char c); /* takes it, if it is next (behind blanks) */
size_t parse_word(parser *s);       /* length of the identifier that is next, 0 = none */
bool parse_is(const char *text, size_t size, const char *word); /* letter case does not matter */
bool parse_keyword(parser *s, const char *word);                /* takes the identifier, if it is this one */
bool parse_expression(parser *s, const char *end, gisa_value *value, const char *expected);
bool parse_integer(parser *s, int64_t *value, const char *expected); /* an expression that is known now */
/* One of the names of a table, in either syntax; -1 = none is next. */
int64_t parse_name(parser *s, const name_table *t);
void parse_near(parser *s, const char *at, size_t size, gisa_status status);

/* parse_operand.c: registers, constants, and sources with their modifiers */
bool parse_source(parser *s, const op_spec *op, gisa_operand *o);
bool parse_literal(parser *s, const op_spec *op, gisa_operand *o); /* a constant that is never inline */
bool parse_is_register(parser *s);

/* parse_field.c: what has a syntax of its own: waitcnt, hwreg, sendmsg, swizzle, ... */
bool parse_field(parser *s, const op_spec *op, gisa_operand *o);
bool parse_format_parts(parser *s, gisa_operand *o); /* dfmt:4, nfmt:7, where they are next */
bool parse_modifier(parser *s, const op_spec *op, gisa_operand *o, bool *mine);

#endif
