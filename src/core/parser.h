/* SPDX-License-Identifier: MIT */
/* What the parts of the parser share: where it stands in the text, and the first fault. */
#ifndef GISA_PARSER_H
#define GISA_PARSER_H

#include "banked.h"
#include "operands.h"
#include "tables.h"

typedef struct parser {
    const gisa_isa *isa;
    const text_tables *texts;
    const gisa_env *env;
    bool clrx;
    const char *begin, *p, *end;
    const form *f;
    const char *prefix, *suffix; /* words around the mnemonic, and where they end */
    size_t prefix_size, suffix_size;
    uint64_t shown_by;           /* the bits that decide which channels are shown */
    uint64_t field_mask, fields; /* bits that the text gives by the names of fields */
    const char *second;          /* where the name of a second operation begins; NULL = there is none */
    /* Registers of banks that have been read, for all forms that are tried: how many, and of each
       where it stands. */
    unsigned registers, next_register;
    struct {
        const char *from, *to;
        const constant_view *view; /* its values, if it is a list */
        banked_text text;
    } read[GISA_MAX_OPERANDS];
    bool whole; /* this attempt has read the whole text */
    gisa_insn *insn;
    bool literals;         /* the operands that have been read have a literal among them */
    gisa_status status;    /* GISA_OK until this attempt has failed */
    gisa_error *error;     /* what the fault is; NULL = it is not needed yet */
    const spelling *tried; /* where `error` is set by a form: the spelling whose forms are tried */
    const char *at[GISA_MAX_OPERANDS],
        *behind[GISA_MAX_OPERANDS]; /* where the operands stand; NULL = nowhere */
} parser;

/* Notes a fault at `at` (`size` bytes) and returns false. Only the first one of an attempt
   counts. */
bool parse_fail(parser *s, gisa_status status, const char *at, size_t size, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Kinds of characters. */
enum { IN_WORD = 1, DIGIT = 2, BLANK = 4, BEHIND_NUMBER = 8 };
extern const uint8_t parse_kinds[256];

static inline bool parse_kind(char c, unsigned kind) {
    return parse_kinds[(uint8_t)c] & kind;
}

static inline void parse_blanks(parser *s) {
    while (s->p < s->end && parse_kind(*s->p, BLANK))
        s->p++;
}

/* Takes the character, if it is next (after blanks). */
static inline bool parse_char(parser *s, char c) {
    parse_blanks(s);
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

/* Length of the identifier that is next, 0 = none. */
static inline size_t parse_word(parser *s) {
    const char *p;
    parse_blanks(s);
    p = s->p;
    if (p < s->end && parse_kind(*p, DIGIT))
        return 0;
    while (p < s->end && parse_kind(*p, IN_WORD))
        p++;
    return (size_t)(p - s->p);
}

/* Every operand begins in its default state. */
static inline void parse_defaults(const parser *s) {
    const gisa_operand *defaults = &s->texts->op_defaults[s->f->first_op];
    for (unsigned i = 0; i < s->f->op_count; i++)
        s->insn->operand[i] = defaults[i];
}

/* parse_text.c: words, names, expressions */
/* A decimal or hexadecimal number, where nothing after it can go on the expression. Returns the
 * bytes used, 0 = it is something else, for others to read. */
size_t parse_plain_number(const char *text, const char *end, int64_t *value);
bool parse_is(const char *text, size_t size, const char *word); /* letter case does not matter */
bool parse_keyword(parser *s, const char *word);                /* takes the identifier, if it is this one */
bool parse_expression(parser *s, const char *end, gisa_value *value, const char *expected);
bool parse_integer(parser *s, int64_t *value, const char *expected); /* an expression that is known now */
/* One of the names of a table, in either syntax; -1 = none is next. */
int64_t parse_name(parser *s, const name_table *t);
/* How many bytes of the text are this name, or one of `span` that count up from it: `number` more;
 * 0 = they are not. A name may contain ':' and '-'. */
size_t parse_match_name(const char *name, unsigned span, const char *text, const char *end, int64_t *number);
void parse_near(parser *s, const char *at, size_t size, gisa_status status);
/* Adds "; did you mean 'x'?" to a fault at this word, where one of the names of the table is near.
   Always false. */
bool parse_near_name(parser *s, const char *at, size_t size, const name_table *t);
/* The fault that the forms that are tried have no such modifier, with the near one that one of them
   has. Always false. */
bool parse_no_modifier(parser *s, const char *at, size_t size);

/* parse_operand.c: registers, constants, and sources with their modifiers */
/* Takes an integer that is written as usual, if the operand may be one. false: it is something
 * else, and nothing is taken, or it does not fit. */
bool parse_usual_number(parser *s, const op_spec *op, gisa_operand *o);
bool parse_source(parser *s, const op_spec *op, gisa_operand *o);
bool parse_literal(parser *s, const op_spec *op, gisa_operand *o); /* a constant that is never inline */
bool parse_is_register(parser *s);
bool parse_lit(parser *s); /* lit( before a literal that could be an inline constant */

/* parse_field.c: what has a syntax of its own: waitcnt, hwreg, sendmsg, swizzle, ... */
bool parse_field(parser *s, const op_spec *op, gisa_operand *o);
bool parse_format_parts(parser *s, gisa_operand *o); /* dfmt:4, nfmt:7, where they are next */

/* parse_bank.c: registers of banks, words around the mnemonic, and fields by name */
bool parse_dotted(parser *s); /* the operands of forms with FORM_FIELDS */
bool parse_shared(parser *s); /* operands that share a field agree */
bool parse_words(parser *s);  /* prefixes and suffixes of the mnemonic */
bool parse_is_prefix(const parser *s, const char *text, size_t size);
bool parse_named_field(parser *s, size_t word, bool *mine);
/* In CLRX's syntax: the registers of form.spare, and a comma where operands follow. */
bool parse_spare(parser *s);
/* Likewise [0:1] after vcc, if it is there. */
bool parse_whole_pair(parser *s);
/* In CLRX's syntax: neg:3, abs:[0,1], sext:1 for all sources at once. */
bool parse_source_bits(parser *s, size_t word, bool *mine);
/* In CLRX's syntax a word may have a number after it that switches it off: glc:0. */
bool parse_switch(parser *s, bool *on);
/* Notes a modifier of a source; false, with a fault: the operand takes none there. */
bool parse_allow(parser *s, const op_spec *op, const char *at, uint8_t mod, gisa_operand *o);
bool parse_modifier(parser *s, const op_spec *op, gisa_operand *o, bool *mine);

#endif
