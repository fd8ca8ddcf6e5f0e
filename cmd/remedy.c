/* SPDX-License-Identifier: MIT */
/* Finds what was meant by words of the command line that stand in the wrong place. */
#include "remedy.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gisa.h"

/* ---- what a word could be ---- */

static bool is_word_of_bits(const char *word) {
    size_t prefix = strncmp(word, "0x", 2) == 0 ? 2 : 0, size = strlen(word) - prefix;
    return (size == 8 || size == 16) && strspn(word + prefix, "0123456789abcdefABCDEF") == size;
}

static bool is_instruction(const char *word) {
    const gisa_isa *isa;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        if (gisa_form_named(isa, word, strlen(word)) != UINT32_MAX)
            return true;
    return false;
}

static bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text), most = strlen(end);
    return size > most && strcmp(text + size - most, end) == 0;
}

static void add_command(phrase *p, const char *command, const char *word) {
    phrase_add(p, "; did you mean 'gisa %s %s'?", command, word);
}

static void add_reader(phrase *p, const char *word) {
    if (is_word_of_bits(word))
        add_command(p, "explain", word);
    else if (is_instruction(word))
        add_command(p, "info", word);
}

/* ---- files ---- */

enum { MOST_FILES = 1000 };

static bool is_kept(const nearest *n, const char *name) {
    bool kept = false;
    for (unsigned i = 0; i < n->count; i++)
        kept |= n->name[i] == name;
    return kept;
}

/* Names like it in its directory. */
static void add_near_files(phrase *p, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char folder[512], names[NEAR_NAMES * 2][256];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    DIR *directory = opendir(folder);
    nearest n = {.word = name};
    unsigned used = 0;
    struct dirent *entry;
    for (unsigned i = 0; directory && i < MOST_FILES && (entry = readdir(directory)); i++) {
        if (used == NEAR_NAMES * 2 || strlen(entry->d_name) >= sizeof *names)
            break;
        strcpy(names[used], entry->d_name);
        nearest_offer(&n, names[used]);
        used += is_kept(&n, names[used]);
    }
    if (directory)
        closedir(directory);
    nearest_say(&n, p);
}

void remedy_file(phrase *p, const char *path, int error) {
    size_t size = p->size;
    if (error == EISDIR)
        phrase_add(p, "; name a file in it");
    if (error != ENOENT)
        return;
    add_reader(p, path);
    if (p->size == size)
        add_near_files(p, path);
}

/* ---- other words ---- */

void remedy_word(phrase *p, const char *word) {
    if (gisa_find(word) && access(word, F_OK) != 0)
        phrase_add(p, "; did you mean '-a %s'?", word);
}

/* An option of another tool that begins like one of ours, such as objdump's --start-address. */
static void add_beginning(phrase *p, const command_info *c, const char *name, size_t size) {
    for (const option *o = c->options; o->name; o++)
        if (strlen(o->name) > 2 && size > strlen(o->name) && strncmp(name, o->name, strlen(o->name)) == 0) {
            phrase_add(p, "; did you mean '--%s'?", o->name);
            return;
        }
}

void remedy_option(phrase *p, const command_info *c, const char *text) {
    const char *name = text + strspn(text, "-"), *equals = strchr(name, '=');
    if (equals && gisa_find(equals + 1))
        phrase_add(p, "; did you mean '-a %s'?", equals + 1);
    else
        add_beginning(p, c, name, strcspn(name, "="));
}

void remedy_command(phrase *p, const char *word) {
    if (access(word, F_OK) == 0)
        add_command(p, ends_with(word, ".s") ? "asm" : "dis", word);
    else
        add_reader(p, word);
}
