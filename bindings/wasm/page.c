/* SPDX-License-Identifier: MIT */
/* terminal.h without a terminal: plain lines of any length, to a file. */
#include "terminal.h"

#include <stdarg.h>
#include <string.h>

#include "answer.h"

static FILE *file;

void page_to_file(FILE *to) {
    file = to;
}

page page_open(void) {
    return (page){.utf8 = true, .width = ~0u};
}

void page_put(page *p, ink look, const char *text) {
    (void)look;
    if (!*text)
        return;
    for (; p->blanks; p->blanks--)
        fputc(' ', file);
    fputs(text, file);
    p->column += (unsigned)strlen(text);
    p->after_word = text[strlen(text) - 1] != ' ';
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
    fputc('\n', file);
    p->column = p->blanks = 0;
    p->after_word = false;
}

void page_flow(page *p, unsigned indent, ink look, const char *text) {
    if (p->after_word)
        page_put(p, look, " ");
    else if (!p->column)
        page_to(p, indent);
    page_put(p, look, text);
}

unsigned page_last_column(page *p, unsigned column) {
    page_to(p, column);
    return column;
}

void page_code(page *p, unsigned indent, const char *text) {
    (void)indent;
    page_put(p, INK_PLAIN, text);
}

void page_heading(page *p, const char *title) {
    page_put(p, INK_STRONG, title);
    page_end_line(p);
}

bool page_close(const char *command) {
    (void)command;
    return true;
}
