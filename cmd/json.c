/* SPDX-License-Identifier: MIT */
/* Writes JSON to the standard output: commas and quotation marks come by themselves. */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>

static bool needs_comma, new_line;

static void put_text(const char *text) {
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n')
            fputs("\\n", stdout);
        else if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

/* What stands before a value. */
static void begin_value(const char *key) {
    if (needs_comma)
        putchar(',');
    if (new_line)
        putchar('\n');
    else if (needs_comma)
        putchar(' ');
    needs_comma = true;
    new_line = false;
    if (key) {
        put_text(key);
        fputs(": ", stdout);
    }
}

void json_begin(const char *key, char open) {
    begin_value(key);
    putchar(open);
    needs_comma = false;
}

void json_end(char close) {
    if (new_line)
        putchar('\n');
    new_line = false;
    putchar(close);
    needs_comma = true;
}

void json_text(const char *key, const char *text) {
    begin_value(key);
    put_text(text);
}

void json_number(const char *key, int64_t number) {
    begin_value(key);
    printf("%" PRId64, number);
}

void json_truth(const char *key, bool truth) {
    begin_value(key);
    fputs(truth ? "true" : "false", stdout);
}

void json_null(const char *key) {
    begin_value(key);
    fputs("null", stdout);
}

void json_hex(const char *key, uint64_t number) {
    begin_value(key);
    printf("\"0x%016" PRIx64 "\"", number);
}

void json_raw(const char *key, const char *json) {
    begin_value(key);
    fputs(json, stdout);
}

void json_line(void) {
    new_line = true;
}
