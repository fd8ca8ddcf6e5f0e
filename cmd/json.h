/* SPDX-License-Identifier: MIT */
/* Writes JSON to the standard output, or to a file: commas and quotation marks come by
   themselves. */
#ifndef GISA_CMD_JSON_H
#define GISA_CMD_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What follows goes there; NULL: to the standard output. */
void json_to(FILE *file);

/* Each takes the key of the member, or NULL in an array. Begins with `open` '{' or '['. */
void json_begin(const char *key, char open);
void json_end(char close);
void json_text(const char *key, const char *text);
void json_text_unless_empty(const char *key, const char *text); /* nothing for NULL and "" */
void json_words(const char *key, const char *words);            /* an array of what blanks separate */
void json_number(const char *key, int64_t number);
void json_truth(const char *key, bool truth);
void json_null(const char *key);
void json_hex(const char *key,
              uint64_t number); /* a string, since JSON's numbers lose bits: "0x0123456789abcdef" */

/* A value that is JSON already. */
void json_raw(const char *key, const char *json);

/* The end of the document. */
void json_close(void);

/* The next value begins a new line. */
void json_line(void);

#endif
