/* SPDX-License-Identifier: MIT */
/* The files of the spec as pages: a line of the file is a line of the page, and an anchor:
   isa/gcn/vop2.isa.html#L34. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

static void say_comment(page *p, const char *line, size_t size) {
    say(&p->out, "<em>%.*s</em>", (int)size, line);
}

static void say_line(page *p, const char *line, size_t size, unsigned number) {
    size_t code = 0;
    while (code + 1 < size && !(line[code] == '/' && line[code + 1] == '/'))
        code++;
    if (code + 1 >= size)
        code = size;
    say(&p->out, "<span id='L%u'>%.*s", number, (int)code, line);
    if (code < size)
        say_comment(p, line + code, size - code);
    raw(&p->out, "</span>\n");
}

/* "gcn" and "vop2.isa" of isa/gcn/vop2.isa. */
static void split(const char *path, char family[40], const char **file) {
    const char *slash = strrchr(path, '/'), *begin = slash;
    while (begin > path && begin[-1] != '/')
        begin--;
    snprintf(family, 40, "%.*s", (int)(slash - begin), begin);
    *file = slash + 1;
}

static void write_page(const char *path, const char *bytes) {
    char folder[60], family[40], name[100];
    const char *file;
    unsigned number = 1;
    page p;
    split(path, family, &file);
    snprintf(folder, sizeof folder, "isa/%s", family);
    snprintf(name, sizeof name, "%s.html", file);
    page_begin(&p, folder, name, file, "A file of the spec that gisa is made from, line by line", "Spec");
    say(&p.out, "<p class='crumbs'><a href='index.html'>isa/%s</a></p>\n<h1><code>%s</code></h1>\n", family,
        file);
    raw(&p.out, "<pre class='source'><code>");
    for (const char *at = bytes; *at; number++) {
        size_t size = strcspn(at, "\n");
        say_line(&p, at, size, number);
        at += size + (at[size] == '\n');
    }
    raw(&p.out, "</code></pre>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
}

/* The files of a family: its first comment says what a file holds. */
static void say_file(page *p, const char *path, const char *bytes) {
    char family[40];
    const char *file, *comment = strstr(bytes, "//"), *end;
    split(path, family, &file);
    say(&p->out, "<li><a href='%s.html'>%s</a> ", file, file);
    if (comment) {
        comment += strspn(comment, "/ ");
        end = comment + strcspn(comment, "\n");
        say(&p->out, "%.*s%s", (int)(end - comment), comment, end[-1] == '.' || end[-1] == ':' ? "" : " ...");
    }
    raw(&p->out, "</li>\n");
}

void write_sources(const char *family, const source_file *files, size_t count) {
    char folder[60], mine[40];
    const char *file;
    page p;
    snprintf(folder, sizeof folder, "isa/%s", family);
    page_begin(&p, folder, "index.html", "The spec", "The files of the spec that these pages are made from",
               "");
    say(&p.out,
        "<h1><code>isa/%s</code></h1>\n<p class='doc'>The files that these pages, the disassembler, the "
        "assembler and the emulator are made from. <a href='../../language.html'>Their language</a>.</p>\n"
        "<ul class='lines'>\n",
        family);
    for (size_t i = 0; i < count; i++) {
        split(files[i].path, mine, &file);
        if (strcmp(mine, family) == 0)
            say_file(&p, files[i].path, files[i].bytes);
    }
    raw(&p.out, "</ul>\n");
    page_end(&p, NULL, NULL, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        split(files[i].path, mine, &file);
        if (strcmp(mine, family) == 0)
            write_page(files[i].path, files[i].bytes);
    }
}
