/* SPDX-License-Identifier: MIT */
/* What reading a line of the spec needs, word by word. */
#ifndef GEN_LINE_H
#define GEN_LINE_H

#include "spec.h"

/* Where a line of the file ends in the logical line that it is a part of, and the doc beside it. */
typedef struct line_end {
    size_t at;
    int number; /* of the line */
    char *doc;  /* NULL = none */
    bool taken;
} line_end;

/* One logical line: comments removed, continuation lines joined. */
typedef struct line {
    const char *p; /* what is left to read */
    place at;
    char *doc; /* the doc lines above it, NULL = none; a statement that takes them makes it NULL */
    char *text,
        *shared; /* all of it; the doc lines that the statements above took, which stand under them without a blank line */
    line_end *ends;
    int end_count;
} line;

void skip_blanks(line *l);
bool next_word(line *l, const char *stop, char word[MAX_NAME], spec *s);
bool take(line *l, char c);
bool number(const char *text, int base, int64_t *value);
int64_t need_number(spec *s, line *l, const char *text);
int find_gen(const spec *s, const char *name, size_t size); /* -1 = no such generation */
/* What a line says of a generation that is like another one takes the place of what a line above
   says of it; the result: generations with a column about which both speak. */
unsigned said_twice(const spec *s, unsigned *earlier, unsigned later);
unsigned gen_range(const spec *s, const char *word);
unsigned all_gens(const spec *s);
unsigned optional_gens(spec *s, line *l);
unsigned need_gens(spec *s, line *l);
int class_named(spec *s, place at, const char *name);
void need_end(spec *s, line *l);
void squeeze(char *text); /* runs of blanks become one; none at the ends */
bool next_option(spec *s, line *l, char word[MAX_NAME]);
const char *end_of_line(const line *l); /* of the line of the file that is being read, and its number */
int line_number(const line *l);
char *doc_beside(line *l);      /* the doc at its end; NULL = none */
char *take_doc(line *l);        /* the doc above the statement, or beside the line that is being read */
char *take_shared_doc(line *l); /* likewise, or that of the statement above it */

/* read_row.c: the header of a row, after its name */
header *read_header(spec *s, line *l, const char *name);

/* formats.c, operands.c, roles.c: statements */
void read_code(spec *s, line *l);
void read_format(spec *s, line *l);
void read_promotion(spec *s, line *l);
void read_operand(spec *s, line *l);
void read_tail(spec *s, line *l);
void read_count(spec *s, line *l);
void read_role_statement(spec *s, line *l);
void read_part(spec *s, line *l);
void read_increments(spec *s, line *l);
int role_named(const char *name); /* 0 = there is no such role */

/* notes.c */
void read_model(spec *s, line *l);
void read_rests(spec *s, line *l);
void read_document(spec *s, line *l);
void read_correction(spec *s, line *l);
void read_called(spec *s, line *l);

/* vocabulary.c */
void read_word(spec *s, line *l);
void read_function(spec *s, line *l);
void read_view(spec *s, line *l);

/* tables.c */
void read_table(spec *s, line *l);

/* meanings.c: what a word means, or in.word where `in` is not NULL; no doc, no meaning */
void note_meaning(spec *s, place at, const char *in, const char *word, char *doc);

/* hazards.c, counters.c, times.c */
void read_hazard(spec *s, line *l);
void read_counter(spec *s, line *l);
void read_counts(spec *s, line *l);
void read_issue(spec *s, line *l);
void read_pause(spec *s, line *l);

/* template.c */
void read_template(spec *s, line *l);

/* statements.c: the statement that begins with this word; false: there is none */
bool read_statement(spec *s, line *l, const char *word);

#endif
