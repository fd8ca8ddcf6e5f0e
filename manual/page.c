/* SPDX-License-Identifier: MIT */
/* What all pages have in common: head, navigation, search box, neighbours; and the writing of
   files. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gisa_schedule.h"
#include "manual.h"

const char *output_folder;
bool has_playground;
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

/* ---- names ------------------------------------------------------------------------------- */

/* Two operations in one word are called mad.f32+rcp.f32; in addresses '+' may stand for a blank. */
const char *file_name(const char *name) {
    static char names[4][80];
    static unsigned turn;
    char *file = names[turn++ % 4];
    snprintf(file, sizeof names[0], "%s", name);
    for (char *at = file; (at = strchr(at, '+'));)
        *at = '-';
    return file;
}

void say_slug(text *t, const char *title) {
    bool dash = false;
    for (size_t begin = t->size; *title && *title != '('; title++)
        if (isalnum((unsigned char)*title)) {
            say(t, dash && t->size > begin ? "-%c" : "%c", tolower((unsigned char)*title));
            dash = false;
        } else
            dash = true;
}

/* ---- navigation -------------------------------------------------------------------------- */

static void nav_link(page *p, const char *here, const char *what, const char *folder, const char *link) {
    say(&p->out, "<li><a href='%s%s%s'", p->root, folder, link);
    if (strcmp(here, what) == 0)
        raw(&p->out, " aria-current='true'");
    say(&p->out, ">%s</a></li>\n", what);
}

/* The parts of a family; what it does not have is left out. */
static void say_family_nav(page *p, const gisa_isa *isa, const char *here) {
    gisa_counter counter;
    char folder[40];
    snprintf(folder, sizeof folder, "%s/", gisa_family(isa));
    raw(&p->out, "<ul class='parts'>\n");
    nav_link(p, here, "Instructions", folder, "index.html#instructions");
    nav_link(p, here, "Encodings", folder, "index.html#encodings");
    nav_link(p, here, "Chips", folder, "index.html#chips");
    if (gisa_bank_table(isa, 0))
        nav_link(p, here, "Registers", folder, "registers.html");
    nav_link(p, here, "Values", folder, "values.html");
    if (gisa_counter_at(isa, 0, &counter) == GISA_OK)
        nav_link(p, here, "Hazards", folder, "hazards.html");
    nav_link(p, here, "Words", folder, "words.html");
    nav_link(p, here, "Models", folder, "models.html");
    raw(&p->out, "</ul>\n");
}

static bool is_part_of(const char *folder, const char *family) {
    return strcmp(folder, family) == 0 ||
           (strncmp(folder, "isa/", 4) == 0 && strcmp(folder + 4, family) == 0);
}

static void say_navigation(page *p, const char *folder, const char *here) {
    const gisa_isa *isa, *before = NULL, *mine = NULL;
    raw(&p->out, "<ul>\n");
    for (unsigned i = 0; (isa = gisa_at(i)); before = isa, i++) {
        if (before && strcmp(gisa_family(before), gisa_family(isa)) == 0)
            continue;
        say(&p->out, "<li><a class='family' href='%s%s/index.html'", p->root, gisa_family(isa));
        if (is_part_of(folder, gisa_family(isa)))
            mine = isa;
        say(&p->out, mine == isa ? " aria-current='true'>%s</a></li>\n" : ">%s</a></li>\n", gisa_family(isa));
    }
    nav_link(p, here, "Language", "", "language.html");
    if (has_playground) { /* what `make site` puts beside the manual */
        nav_link(p, here, "Playground", "../", "playground/index.html");
        nav_link(p, here, "Docs", "../", "docs/index.html");
    }
    raw(&p->out, "</ul>\n");
    if (mine)
        say_family_nav(p, mine, here);
}

/* The summary as the text of an attribute: without marks, and at most so many bytes of it. */
static void say_description(text *t, const char *summary) {
    size_t most = 250, size = strlen(summary), end = size;
    if (size > most)
        for (end = most; end && summary[end] != ' '; end--)
            ;
    for (size_t i = 0; i < end; i++)
        if (summary[i] != '`')
            say(t, "%c", summary[i]);
    raw(t, end < size ? " ..." : "");
}

static void say_head(page *p, const char *folder, const char *title, const char *summary) {
    raw(&p->out, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
                 "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
                 "<meta name='color-scheme' content='light dark'>\n<meta name='description' content='");
    say_description(&p->out, summary);
    say(&p->out, "'>\n<title>%s%s%s - gisa manual</title>\n", title, *folder ? " - " : "", folder);
    say(&p->out,
        "<link rel='stylesheet' href='%sstyle.css'>\n<script src='%spage.js' defer></script>\n</head>\n",
        p->root, p->root);
}

void page_begin(page *p, const char *folder, const char *file, const char *title, const char *summary,
                const char *here) {
    *p = (page){.root = !*folder ? "" : strchr(folder, '/') ? "../../" : "../", .level = 2, .part = ""};
    snprintf(p->path, sizeof p->path, "%s%s%s", folder, *folder ? "/" : "", file);
    say_head(p, folder, title, summary);
    say(&p->out,
        "<body>\n<a class='skip' href='#main'>Skip to the text</a>\n<header>\n<nav aria-label='Manual'>\n"
        "<a class='home' href='%sindex.html'>gisa <span>manual</span></a>\n",
        p->root);
    say_navigation(p, folder, here);
    say(&p->out,
        "</nav>\n<form role='search' action='%sindex.html'>\n"
        "<label class='hidden' for='q'>Search the manual</label>\n"
        "<input id='q' name='q' type='search' placeholder='Search' autocomplete='off' spellcheck='false' "
        "autocapitalize='off'>\n</form>\n</header>\n<main id='main'>\n",
        p->root);
}

void section_begin(page *p, const char *title) {
    say(&p->out, "<section>\n<h%u id='%s", p->level, p->part);
    say_slug(&p->out, title);
    say(&p->out, "'>%s</h%u>\n", title, p->level);
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
