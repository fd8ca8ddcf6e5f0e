/* SPDX-License-Identifier: MIT */
/* Text for people on the standard output: colours, the width of the terminal, wrapped words,
   columns. */
#ifndef GISA_CMD_TERMINAL_H
#define GISA_CMD_TERMINAL_H

#include <stdbool.h>

typedef enum ink {
    INK_PLAIN,
    INK_STRONG, /* names and headings */
    INK_FAINT,  /* what stands beside the text: bit numbers, defaults */
    INK_FAULT   /* what is wrong */
} ink;

typedef struct page {
    bool terminal; /* somebody looks at it; else it goes to a file or a pipe */
    bool colour;
    bool utf8;       /* lines of boxes are drawn, else they are made of - | + */
    unsigned width;  /* no line is longer */
    unsigned column; /* where the next letter stands, from 0 */
    unsigned blanks; /* that are still to be written before it; none at the end of a line */
    bool after_word; /* a word that is added needs a blank before it */
} page;

/* How the standard output is to be written. COLUMNS, then the terminal say how wide it is; without
 * either it is 80. Colours need a terminal, and NO_COLOR to be empty. */
page page_open(void);

/* Writes text without a line break, as it is. */
void page_put(page *p, ink look, const char *text);
void page_format(page *p, ink look, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Blanks up to a column. */
void page_to(page *p, unsigned column);
void page_end_line(page *p);

/* Writes words, with a blank before the first one where it follows text; where the line is
 * full they go on at column `indent` of the next one. */
void page_flow(page *p, unsigned indent, ink look, const char *text);

/* The last column of a table row: begins at `column`, or on the next line where too little room is
 * left of this one; returns where it begins, for page_flow. */
unsigned page_last_column(page *p, unsigned column);

/* Code: its line breaks stay; lines that are too long go on further right. */
void page_code(page *p, unsigned indent, const char *text);

/* A line with the title of a section, and an empty line before it. */
void page_heading(page *p, const char *title);

/* Whether all of the standard output could be written, or the reader has gone; otherwise says what
   went wrong. */
bool page_close(const char *command);

#endif
