/* SPDX-License-Identifier: MIT */
/* Text for people on the standard output: colours, the width of the terminal, wrapped words,
   columns. */
#include "terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "output.h"

enum { NARROWEST = 40, USUAL = 80, LEAST_COLUMN = 24, FURTHER = 4 };

/* ---- what the output is like ------------------------------------------------------------ */

static unsigned width_of_output(void) {
    const char *columns = getenv("COLUMNS");
    unsigned long width = columns ? strtoul(columns, NULL, 10) : 0;
    struct winsize size;
    if (!width && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return !width ? USUAL : width < NARROWEST ? NARROWEST : width > 1000 ? 1000 : (unsigned)width;
}

/* The first of these that is set decides (POSIX, "Environment Variables"). */
static bool speaks_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8");
    }
    return false;
}

static bool wants_colour(void) {
    const char *no = getenv("NO_COLOR"), *kind = getenv("TERM");
    return !(no && *no) && kind && strcmp(kind, "dumb") != 0;
}

page page_open(void) {
    bool terminal = isatty(STDOUT_FILENO);
    return (page){.terminal = terminal,
                  .colour = terminal && wants_colour(),
                  .utf8 = speaks_utf8(),
                  .width = width_of_output()};
}

static int fault; /* why a write failed */

static void look_for_fault(void) {
    if (!fault && ferror(stdout))
        fault = errno ? errno : EIO;
}

bool page_close(const char *command) {
    fflush(stdout);
    look_for_fault();
    if (!fault || output_lost_reader(fault))
        return true;
    fprintf(stderr, "gisa %s: standard output: %s\n", command, strerror(fault));
    return false;
}

/* ---- text ------------------------------------------------------------------------------- */

/* How many columns the text takes: the bytes that begin a character. */
static unsigned columns_of(const char *text, size_t size) {
    unsigned columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += (text[i] & 0xc0) != 0x80;
    return columns;
}

static void put(page *p, ink look, const char *text, size_t size) {
    static const char *const codes[] = {"", "\033[1m", "\033[2m", "\033[31m"};
    bool coloured = p->colour && look != INK_PLAIN && size;
    if (!size)
        return;
    for (; p->blanks; p->blanks--)
        putchar(' ');
    if (coloured)
        fputs(codes[look], stdout);
    fwrite(text, 1, size, stdout);
    if (coloured)
        fputs("\033[0m", stdout);
    p->column += columns_of(text, size);
    p->after_word = text[size - 1] != ' ';
}

void page_put(page *p, ink look, const char *text) {
    put(p, look, text, strlen(text));
}

void page_format(page *p, ink look, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    page_put(p, look, text);
}

void page_to(page *p, unsigned column) {
    if (p->column >= column)
        return;
    p->blanks += column - p->column;
    p->column = column;
    p->after_word = false;
}

void page_end_line(page *p) {
    putchar('\n');
    look_for_fault();
    p->column = p->blanks = 0;
    p->after_word = false;
}

void page_flow(page *p, unsigned indent, ink look, const char *text) {
    for (size_t size; text += strspn(text, " \n"), (size = strcspn(text, " \n")) != 0; text += size) {
        if (p->after_word && p->column + 1 + size > p->width)
            page_end_line(p);
        if (p->after_word)
            put(p, INK_PLAIN, " ", 1);
        else if (p->column == 0)
            page_to(p, indent);
        while (p->column + size > p->width) { /* a word that is longer than a line */
            size_t part = p->width > p->column ? p->width - p->column : 1;
            put(p, look, text, part);
            text += part;
            size -= part;
            page_end_line(p);
            page_to(p, indent);
        }
        put(p, look, text, size);
    }
}

unsigned page_last_column(page *p, unsigned column) {
    if (p->column < column && column + LEAST_COLUMN <= p->width) {
        page_to(p, column);
        return column;
    }
    unsigned indent = 2 + FURTHER;
    page_end_line(p);
    page_to(p, indent);
    return indent;
}

void page_code(page *p, unsigned indent, const char *text) {
    text += strspn(text, "\n");
    while (*text) {
        size_t size = strcspn(text, "\n"), blanks = strspn(text, " ");
        char line[1024];
        snprintf(line, sizeof line, "%.*s", (int)(size > blanks ? size - blanks : 0), text + blanks);
        if (*line) {
            page_to(p, indent + (unsigned)blanks);
            if (p->column + strlen(line) <= p->width)
                page_put(p, INK_PLAIN, line);
            else
                page_flow(p, indent + (unsigned)blanks + FURTHER, INK_PLAIN, line);
        }
        page_end_line(p);
        text += size;
        text += *text == '\n';
    }
}

void page_heading(page *p, const char *title) {
    page_end_line(p);
    page_flow(p, 0, INK_STRONG, title);
    page_end_line(p);
}
