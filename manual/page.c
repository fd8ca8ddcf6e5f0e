/* SPDX-License-Identifier: MIT */
/* What all pages have in common: head, navigation, search box, neighbours; and the writing of
   files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "manual.h"

const char *output_folder;
unsigned pages_written;
size_t bytes_written;

static void fail(const char *path) {
    perror(path);
    exit(1);
}

void write_file(const char *path, const char *bytes, size_t size) {
    char whole[1024];
    FILE *f;
    if (snprintf(whole, sizeof whole, "%s/%s", output_folder, path) >= (int)sizeof whole) {
        fprintf(stderr, "manual: %s: the path is too long\n", path);
        exit(1);
    }
    f = fopen(whole, "wb");
    if (!f)
        fail(whole);
    if (fwrite(bytes, 1, size, f) != size || fclose(f) != 0)
        fail(whole);
    bytes_written += size;
}

/* ---- navigation -------------------------------------------------------------------------- */

static void nav_link(page *p, const char *here, const char *what, const char *link) {
    say(&p->out, "<li><a href='%s%s'", p->root, link);
    if (strcmp(here, what) == 0)
        raw(&p->out, " aria-current='true'");
    say(&p->out, ">%s</a></li>\n", what);
}

void page_begin(page *p, const char *folder, const char *file, const char *title, const char *summary,
                const char *here) {
    *p = (page){.root = *folder ? "../" : "", .level = 2, .part = ""};
    snprintf(p->path, sizeof p->path, "%s%s%s", folder, *folder ? "/" : "", file);
    say(&p->out,
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        "<meta name='color-scheme' content='light dark'>\n"
        "<meta name='description' content='%s'>\n"
        "<title>%s</title>\n<link rel='stylesheet' href='%sstyle.css'>\n"
        "<script src='%spage.js' defer></script>\n</head>\n<body>\n",
        summary, title, p->root, p->root);
    say(&p->out,
        "<a class='skip' href='#main'>Skip to the text</a>\n<header>\n<nav aria-label='Manual'>\n"
        "<a class='home' href='%sindex.html'>gisa <span>manual</span></a>\n<ul>\n",
        p->root);
    nav_link(p, here, "Instructions", "index.html#instructions");
    nav_link(p, here, "Encodings", "index.html#encodings");
    nav_link(p, here, "Architectures", "index.html#architectures");
    nav_link(p, here, "Values", "values.html");
    nav_link(p, here, "Operations", "language.html#bodies");
    raw(&p->out, "</ul>\n</nav>\n");
    say(&p->out,
        "<form role='search' action='%sindex.html'>\n"
        "<label class='hidden' for='q'>Search the manual</label>\n"
        "<input id='q' name='q' type='search' placeholder='Search' autocomplete='off' spellcheck='false' "
        "autocapitalize='off'>\n</form>\n</header>\n<main id='main'>\n",
        p->root);
}

void section_begin(page *p, const char *title) {
    say(&p->out, "<section>\n<h%u>%s</h%u>\n", p->level, title, p->level);
}

void section_end(page *p) {
    raw(&p->out, "</section>\n");
}

static void neighbour(page *p, const char *rel, const char *label, const char *name, const char *file) {
    if (name)
        say(&p->out, "<a rel='%s' href='%s'><small>%s</small> %s</a>\n", rel, file, label, name);
}

void page_end(page *p, const char *previous, const char *previous_file, const char *next,
              const char *next_file) {
    raw(&p->out, "</main>\n<footer>\n");
    if (previous || next) {
        raw(&p->out, "<nav class='turn' aria-label='Neighbours'>\n");
        neighbour(p, "prev", "Previous", previous, previous_file);
        neighbour(p, "next", "Next", next, next_file);
        raw(&p->out, "</nav>\n");
    }
    say(&p->out, "<p>gisa %s. Made from the spec in <code>isa/</code> by <code>make docs</code>.</p>\n",
        GISA_VERSION);
    raw(&p->out, "</footer>\n</body>\n</html>\n");
    write_file(p->path, p->out.at, p->out.size);
    text_free(&p->out);
    pages_written++;
}
