/* SPDX-License-Identifier: MIT */
/* Writes JSON: commas and quotation marks come by themselves. */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static FILE *out; /* NULL: the standard output */
static bool needs_comma, new_line;

void json_to(FILE *file) {
    out = file;
    needs_comma = new_line = false;
}

static FILE *to(void) {
    return out ? out : stdout;
}

static void put_text(const char *text) {
    fputc('"', to());
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n')
            fputs("\\n", to());
        else if (c == '"' || c == '\\')
            fprintf(to(), "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(to(), "\\u%04x", c);
        else
            fputc(c, to());
    }
    fputc('"', to());
}

/* What stands before a value. */
static void begin_value(const char *key) {
    if (needs_comma)
        fputc(',', to());
    if (new_line)
        fputc('\n', to());
    else if (needs_comma)
        fputc(' ', to());
    needs_comma = true;
    new_line = false;
    if (key) {
        put_text(key);
        fputs(": ", to());
    }
}

void json_begin(const char *key, char open) {
    begin_value(key);
    fputc(open, to());
    needs_comma = false;
}

void json_end(char close) {
    if (new_line)
        fputc('\n', to());
    new_line = false;
    fputc(close, to());
    needs_comma = true;
}

void json_text(const char *key, const char *text) {
    begin_value(key);
    put_text(text);
}

void json_text_unless_empty(const char *key, const char *text) {
    if (text && *text)
        json_text(key, text);
}

void json_words(const char *key, const char *words) {
    json_begin(key, '[');
    for (size_t size; *words; words += size, words += strspn(words, " ")) {
        char word[64];
        size = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, words);
        json_text(NULL, word);
    }
    json_end(']');
}

void json_number(const char *key, int64_t number) {
    begin_value(key);
    fprintf(to(), "%" PRId64, number);
}

void json_truth(const char *key, bool truth) {
    begin_value(key);
    fputs(truth ? "true" : "false", to());
}

void json_null(const char *key) {
    begin_value(key);
    fputs("null", to());
}

void json_hex(const char *key, uint64_t number) {
    begin_value(key);
    fprintf(to(), "\"0x%016" PRIx64 "\"", number);
}

void json_raw(const char *key, const char *json) {
    begin_value(key);
    fputs(json, to());
}

void json_line(void) {
    new_line = true;
}

void json_close(void) {
    fputc('\n', to());
    needs_comma = false;
}
