/* SPDX-License-Identifier: MIT */
/* What reading a line of the spec needs, word by word. */
#ifndef GEN_LINE_H
#define GEN_LINE_H

#include "spec.h"

/* One logical line: comments removed, continuation lines joined. */
typedef struct line {
    const char *p; /* what is left to read */
    place at;
    char *doc; /* the doc lines before it, NULL = none; a statement that takes them makes it NULL */
} line;

void skip_blanks(line *l);
bool next_word(line *l, const char *stop, char word[MAX_NAME], spec *s);
bool take(line *l, char c);
bool number(const char *text, int base, int64_t *value);
int64_t need_number(spec *s, line *l, const char *text);
int find_gen(const spec *s, const char *name, size_t size); /* -1 = no such generation */
unsigned gen_range(const spec *s, const char *word);
unsigned all_gens(const spec *s);
unsigned optional_gens(spec *s, line *l);
unsigned need_gens(spec *s, line *l);
int class_named(spec *s, place at, const char *name);
void need_end(spec *s, line *l);
void squeeze(char *text); /* runs of blanks become one; none at the ends */
bool next_option(spec *s, line *l, char word[MAX_NAME]);

/* read_row.c: the header of a row, behind its name */
header *read_header(spec *s, line *l, const char *name);

/* roles.c */
void read_role_statement(spec *s, line *l);
int role_named(const char *name); /* 0 = there is no such role */

/* parts.c */
void read_part(spec *s, line *l);
void read_increments(spec *s, line *l);

/* vocabulary.c */
void read_word(spec *s, line *l);
void read_function(spec *s, line *l);
void read_view(spec *s, line *l);

/* statements.c: the statement that begins with this word; false: there is none */
bool read_statement(spec *s, line *l, const char *word);

#endif
