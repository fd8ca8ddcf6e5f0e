/* SPDX-License-Identifier: MIT */
/* Prints the help of a command, on one screen, from the table of its options. */
#include <stdio.h>
#include <string.h>

#include "options.h"

enum { WIDTH = 100, LAST_COLUMN = 27 };

/* "  -a, --arch ARCH" */
static size_t put_names(const option *o, char *text, size_t room) {
    const char *value = o->value ? o->value : "", *blank = o->value && !options_may_lack(o) ? " " : "";
    int size;
    if (!*o->name)
        size = snprintf(text, room, "  -%c%s%s", o->id, blank, value);
    else if (o->has_short)
        size = snprintf(text, room, "  -%c, --%s%s%s", o->id, o->name, blank, value);
    else
        size = snprintf(text, room, "      --%s%s%s", o->name, blank, value);
    return size < 0 ? 0 : (size_t)size;
}

/* Where the texts begin: after the longest names that are not too long for that. */
static size_t text_column(const option *options) {
    char names[80];
    size_t column = 0;
    for (const option *o = options; o->name; o++) {
        size_t size = put_names(o, names, sizeof names) + 2;
        column = size > column && size <= LAST_COLUMN ? size : column;
    }
    return column;
}

/* Words, from column `at` on, in lines that begin at `column`. */
static void put_words(const char *text, size_t at, size_t column) {
    for (bool first = true; *text; first = false) {
        size_t size = strcspn(text, " ");
        if (!first && at + 1 + size > WIDTH) {
            printf("\n%*s", (int)column, "");
            at = column;
        } else if (!first) {
            putchar(' ');
            at++;
        }
        printf("%.*s", (int)size, text);
        at += size;
        text += size + (text[size] == ' ');
    }
    putchar('\n');
}

static void put_option(const option *o, size_t column) {
    char names[80];
    size_t size = put_names(o, names, sizeof names), begin = size + 2 > column ? size + 2 : column;
    printf("%s%*s", names, (int)(begin - size), "");
    put_words(o->text, begin, column);
}

void help_print(const command_info *c) {
    size_t column = text_column(c->options);
    printf("%s\n%s\n", c->usage, c->text);
    for (const option *o = c->options; o->name; o++)
        put_option(o, column);
    printf("%s%s\n'man gisa-%s' has the rest (docs/man/gisa-%s.1 in the source).\n", c->after ? "\n" : "",
           c->after ? c->after : "", c->name, c->name);
}
