/* SPDX-License-Identifier: MIT */
/* isa/README.md, the language of the spec, as a page; and which of its rows explains which word of a body. It knows the
 * part of Markdown that README.md uses: headings, paragraphs, lists, tables, blocks of code, `code`, **bold** and links. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

/* Bodies of kernels and of shaders have words of their own. */
enum { KERNELS, SHADERS, NEITHER };
static const char *const id_words[] = {"word", "shader-word"};

typedef struct anchor {
    char word[32];
    unsigned section, row; /* of which table of words */
} anchor;

static const char *markdown;
static anchor *anchors;
static size_t anchor_count;

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

/* ---- words that are explained ------------------------------------------------------------- */

/* Which words are explained under a heading. */
static unsigned section_of(line heading) {
    return begins(heading, "## Bodies of shaders") ? SHADERS
           : begins(heading, "## Bodies")          ? KERNELS
                                                   : NEITHER;
}

static const anchor *find_anchor(unsigned section, const char *word, size_t size) {
    for (size_t i = 0; i < anchor_count; i++)
        if (anchors[i].section == section && strlen(anchors[i].word) == size &&
            memcmp(anchors[i].word, word, size) == 0)
            return &anchors[i];
    return NULL;
}

/* S1 is explained with S0, where only the ends of a row of names stand. */
const char *language_anchor(const char *word, size_t size, bool of_shader) {
    static char id[32];
    char first[32];
    unsigned section = of_shader ? SHADERS : KERNELS;
    const anchor *a = find_anchor(section, word, size);
    if (!a && size > 1 && size < sizeof first && isdigit((unsigned char)word[size - 1])) {
        memcpy(first, word, size);
        first[size - 1] = '0';
        a = find_anchor(section, first, size);
    }
    if (a)
        snprintf(id, sizeof id, "%s-%u", id_words[section], a->row);
    return a ? id : NULL;
}

/* Single small letters are arguments. */
static void add_anchor(const char *word, size_t size, unsigned section, unsigned row) {
    anchor *a;
    if (size >= sizeof a->word || (size == 1 && islower((unsigned char)*word)) ||
        find_anchor(section, word, size))
        return;
    anchors = grow(anchors, (anchor_count + 1) * sizeof *anchors);
    a = &anchors[anchor_count++];
    *a = (anchor){.section = section, .row = row};
    memcpy(a->word, word, size);
}

static void add_anchors(line cell, unsigned section, unsigned row) {
    bool code = false;
    for (size_t i = 0; i < cell.size; i++) {
        size_t n = 0;
        if (cell.at[i] == '`')
            code = !code;
        while (code && i + n < cell.size && (isalnum((unsigned char)cell.at[i + n]) || cell.at[i + n] == '_'))
            n++;
        if (n && !isdigit((unsigned char)cell.at[i]))
            add_anchor(cell.at + i, n, section, row);
        i += n ? n - 1 : 0;
    }
}

/* The words of the n-th cells of the tables that explain words. */
static void read_cells(unsigned n) {
    unsigned section = NEITHER, row = 0;
    for (line l = line_at(markdown); *l.at; l = line_at(next(l))) {
        if (begins(l, "#")) {
            section = section_of(l);
            row = 0;
        }
        if (section != NEITHER && begins(l, "|") && !is_rule(l)) {
            line cell = next_cell(l, l.at + 1);
            for (unsigned i = 0; i < n; i++)
                cell = next_cell(l, cell.at + cell.size + 1);
            add_anchors(cell, section, row++);
        }
    }
}

/* Most words stand in the first cell of their row, some only in its explanation. */
void language_read(const char *readme) {
    markdown = readme;
    read_cells(0);
    read_cells(1);
}

void language_free(void) {
    free(anchors);
    anchors = NULL;
    anchor_count = 0;
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

static const char *say_table_row(page *p, line l, const char *cell_tag, const char *id) {
    const char *at = l.at + 1, *end = l.at + l.size;
    raw(&p->out, "<tr");
    raw(&p->out, id);
    raw(&p->out, ">");
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

static const char *say_table(page *p, line l, unsigned section) {
    unsigned row = 0;
    raw(&p->out,
        "<div class='scroll' role='region' aria-label='Table' tabindex='0'>\n<table class='words'>\n<thead>\n");
    for (; begins(l, "|"); l = line_at(next(l))) {
        text id = {0};
        bool head = is_rule(line_at(next(l)));
        if (is_rule(l)) {
            raw(&p->out, "</thead>\n<tbody>\n");
            continue;
        }
        if (section != NEITHER)
            say(&id, " id='%s-%u'", id_words[section], row);
        row++;
        say_table_row(p, l, head ? "th" : "td", id.at ? id.at : "");
        text_free(&id);
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

static const char *say_block(page *p, line l, unsigned *section) {
    const char *behind;
    if (!l.size)
        return next(l);
    if (begins(l, "#")) {
        *section = section_of(l);
        return say_heading(p, l);
    }
    if (begins(l, "|"))
        return say_table(p, l, *section);
    if (begins(l, "```") || begins(l, "    "))
        return say_code(p, l);
    if (begins(l, "- "))
        return say_items(p, l);
    raw(&p->out, "<p>");
    behind = say_lines(p, l, 0);
    raw(&p->out, "</p>\n");
    return behind;
}

void write_language(void) {
    page p;
    unsigned section = NEITHER;
    page_begin(&p, "", "language.html", "The language of the spec",
               "How the spec describes instructions, and what the words of an operation mean", "Operations");
    raw(&p.out, "<article class='prose'>\n");
    for (line l = line_at(markdown); *l.at;)
        l = line_at(say_block(&p, l, &section));
    raw(&p.out, "</article>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}
