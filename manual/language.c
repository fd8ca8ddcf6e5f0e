/* SPDX-License-Identifier: MIT */
/* isa/README.md, the language of the spec, as a page. It knows the part of Markdown that README.md
 * uses: headings, paragraphs, lists, tables, blocks of code, `code`, **bold** and links. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

/* ---- lines ------------------------------------------------------------------------------- */

typedef struct line {
    const char *at;
    size_t size;
} line;

static line line_at(const char *at) {
    return (line){at, strcspn(at, "\n")};
}

static const char *next(line l) {
    return l.at + l.size + (l.at[l.size] == '\n');
}

static bool begins(line l, const char *with) {
    return l.size >= strlen(with) && strncmp(l.at, with, strlen(with)) == 0;
}

static bool is_rule(line l) {
    return begins(l, "|-") || begins(l, "| -") || begins(l, "|:");
}

/* The next cell of a row of a table from `at` on; an escaped bar is part of it. */
static line next_cell(line row, const char *at) {
    const char *end = row.at + row.size, *from = at;
    while (at < end && !(*at == '|' && at[-1] != '\\'))
        at++;
    while (from < at && *from == ' ')
        from++;
    return (line){from, (size_t)(at - from)};
}

/* ---- text in a line ----------------------------------------------------------------------- */

/* [words](where): a link inside the page stays one, others are files beside the spec. */
static const char *say_link(page *p, const char *at, const char *end) {
    const char *close = memchr(at, ']', (size_t)(end - at)), *last;
    if (!close || close + 1 >= end || close[1] != '(' ||
        !(last = memchr(close, ')', (size_t)(end - close)))) {
        raw(&p->out, "[");
        return at + 1;
    }
    if (close[2] == '#')
        say(&p->out, "<a href='%.*s'>%.*s</a>", (int)(last - close - 2), close + 2, (int)(close - at - 1),
            at + 1);
    else
        say(&p->out, "%.*s", (int)(close - at - 1), at + 1);
    return last + 1;
}

/* What is marked when a line ends goes on in the next one. */
typedef struct marks {
    bool code, bold;
} marks;

static void say_line(page *p, line l, marks *m) {
    const char *at = l.at, *end = l.at + l.size;
    while (at < end)
        if (*at == '\\' && at + 1 < end && at[1] == '|')
            at++;
        else if (*at == '`') {
            raw(&p->out, m->code ? "</code>" : "<code>");
            m->code = !m->code;
            at++;
        } else if (!m->code && at[0] == '*' && at + 1 < end && at[1] == '*') {
            raw(&p->out, m->bold ? "</b>" : "<b>");
            m->bold = !m->bold;
            at += 2;
        } else if (!m->code && *at == '[')
            at = say_link(p, at, end);
        else
            say(&p->out, "%c", *at++);
}

static void say_inline(page *p, line l) {
    marks m = {false, false};
    say_line(p, l, &m);
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* "## Formats and operands (in ...)" has the id formats-and-operands. */
static const char *say_heading(page *p, line l) {
    unsigned level = (unsigned)strspn(l.at, "#");
    line title = {l.at + level + 1, l.size - level - 1};
    bool dash = false;
    if (level == 1) {
        raw(&p->out, "<h1>");
        say_inline(p, title);
        raw(&p->out, "</h1>\n");
        return next(l);
    }
    say(&p->out, "<h%u id='", level);
    for (size_t i = 0; i < title.size && title.at[i] != '('; i++)
        if (isalnum((unsigned char)title.at[i])) {
            if (dash)
                raw(&p->out, "-");
            dash = false;
            say(&p->out, "%c", tolower((unsigned char)title.at[i]));
        } else
            dash = true;
    raw(&p->out, "'>");
    say_inline(p, title);
    say(&p->out, "</h%u>\n", level);
    return next(l);
}

static const char *say_table_row(page *p, line l, const char *cell_tag) {
    const char *at = l.at + 1, *end = l.at + l.size;
    raw(&p->out, "<tr>");
    while (at < end && memchr(at, '|', (size_t)(end - at))) {
        line cell = next_cell(l, at);
        at = cell.at + cell.size + 1;
        while (cell.size && cell.at[cell.size - 1] == ' ')
            cell.size--;
        say(&p->out, "<%s>", cell_tag);
        say_inline(p, cell);
        say(&p->out, "</%s>", cell_tag);
    }
    raw(&p->out, "</tr>\n");
    return next(l);
}

static const char *say_table(page *p, line l) {
    raw(&p->out,
        "<div class='scroll' role='group' aria-label='Table' tabindex='0'>\n<table class='words'>\n<thead>\n");
    for (; begins(l, "|"); l = line_at(next(l))) {
        bool head = is_rule(line_at(next(l)));
        if (is_rule(l)) {
            raw(&p->out, "</thead>\n<tbody>\n");
            continue;
        }
        say_table_row(p, l, head ? "th" : "td");
    }
    raw(&p->out, "</tbody>\n</table>\n</div>\n");
    return l.at;
}

static const char *say_code(page *p, line l) {
    bool fence = begins(l, "```");
    size_t indent = fence ? 0 : 4;
    if (fence)
        l = line_at(next(l));
    raw(&p->out, "<pre><code>");
    for (; *l.at &&
           (fence ? !begins(l, "```") : begins(l, "    ") || (!l.size && strncmp(l.at, "\n    ", 5) == 0));
         l = line_at(next(l)))
        say(&p->out, "%.*s\n", (int)(l.size ? l.size - indent : 0), l.at + (l.size ? indent : 0));
    raw(&p->out, "</code></pre>\n");
    return fence ? next(l) : l.at;
}

static bool begins_block(line l) {
    return !l.size || begins(l, "#") || begins(l, "|") || begins(l, "- ") || begins(l, "```");
}

/* The lines of a paragraph, or of an item of a list, which go on until another block begins. */
static const char *say_lines(page *p, line l, size_t skip) {
    marks m = {false, false};
    do {
        say_line(p, (line){l.at + skip, l.size - skip}, &m);
        raw(&p->out, "\n");
        l = line_at(next(l));
        skip = strspn(l.at, " ");
    } while (*l.at && !begins_block(l));
    return l.at;
}

static const char *say_items(page *p, line l) {
    raw(&p->out, "<ul>\n");
    while (begins(l, "- ")) {
        raw(&p->out, "<li>");
        l = line_at(say_lines(p, l, 2));
        raw(&p->out, "</li>\n");
    }
    raw(&p->out, "</ul>\n");
    return l.at;
}

static const char *say_block(page *p, line l) {
    const char *behind;
    if (!l.size)
        return next(l);
    if (begins(l, "#"))
        return say_heading(p, l);
    if (begins(l, "|"))
        return say_table(p, l);
    if (begins(l, "```") || begins(l, "    "))
        return say_code(p, l);
    if (begins(l, "- "))
        return say_items(p, l);
    raw(&p->out, "<p>");
    behind = say_lines(p, l, 0);
    raw(&p->out, "</p>\n");
    return behind;
}

void write_language(const char *readme) {
    page p;
    page_begin(&p, "", "language.html", "The language of the spec",
               "How the spec describes instructions, encodings, operands and operations", "Language");
    raw(&p.out, "<article class='prose'>\n");
    for (line l = line_at(readme); *l.at;)
        l = line_at(say_block(&p, l));
    raw(&p.out, "</article>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}
