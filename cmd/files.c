/* SPDX-License-Identifier: MIT */
/* Reads files, reports diagnostics and finds architectures for the commands. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "output.h"
#include "phrase.h"
#include "remedy.h"

/* No source and no object is as long as this; what a device has no end of, /dev/zero, is cut off
   early. */
static const size_t largest_file = (size_t)1 << 31, largest_device = (size_t)1 << 24;

/* ---- reading ---- */

/* At most `most` bytes, in a block that grows to no more than that. */
static bool read_all(FILE *f, size_t most, size_t expected, void **data, size_t *size) {
    size_t room = expected < most ? expected + 1 : most + 1, used = 0;
    char *block = malloc(room);
    while (block) {
        used += fread(block + used, 1, room - used, f);
        if (used < room || room > most)
            break;
        room = room < most / 2 ? room * 2 : most + 1;
        char *more = realloc(block, room);
        if (!more)
            free(block);
        block = more;
    }
    if (!block)
        errno = ENOMEM;
    else if (used > most)
        errno = EFBIG;
    if (!block || used > most || ferror(f)) {
        free(block);
        return false;
    }
    *data = block;
    *size = used;
    return true;
}

static bool read_open(FILE *f, void **data, size_t *size) {
    enum { USUAL = 1 << 16 };
    struct stat st;
    if (fstat(fileno(f), &st) != 0)
        return false;
    bool regular = S_ISREG(st.st_mode), device = S_ISCHR(st.st_mode) && !isatty(fileno(f));
    if (S_ISDIR(st.st_mode))
        errno = EISDIR;
    else if (regular && (uintmax_t)st.st_size > largest_file)
        errno = EFBIG;
    else
        return read_all(f, device ? largest_device : largest_file,
                        regular && st.st_size > USUAL ? (size_t)st.st_size : USUAL, data, size);
    return false;
}

static void say_unreadable(const char *path, int error) {
    phrase remedy = {.size = 0};
    remedy_file(&remedy, path, error);
    fprintf(stderr, "gisa: %s: %s%s\n", path, strerror(error), remedy.text);
}

const char *cmd_folder;

static bool read_file(const char *path, void **data, size_t *size);

bool cmd_read_file(const char *path, void **data, size_t *size) {
    char *joined;
    if (!cmd_folder || *path == '/' || strcmp(path, "-") == 0)
        return read_file(path, data, size);
    joined = malloc(strlen(cmd_folder) + strlen(path) + 1);
    if (!joined)
        return false;
    sprintf(joined, "%s%s", cmd_folder, path);
    const bool good = read_file(joined, data, size);
    free(joined);
    return good;
}

static bool read_file(const char *path, void **data, size_t *size) {
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (f == stdin && isatty(STDIN_FILENO))
        fprintf(stderr, "gisa: reading from the terminal; Ctrl-D ends the input\n");
    bool ok = f && read_open(f, data, size);
    if (!ok)
        say_unreadable(path, errno);
    else if (f != stdin)
        output_keep(path);
    if (f && f != stdin)
        fclose(f);
    return ok;
}

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

enum { WORTH_A_MAP = 1 << 16 };

static bool map_file(const char *path, cmd_input *input) {
    struct stat st;
    int file = open(path, O_RDONLY);
    void *data = MAP_FAILED;
    if (file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= WORTH_A_MAP &&
        (uintmax_t)st.st_size <= largest_file)
        data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (file >= 0)
        close(file);
    if (data == MAP_FAILED)
        return false;
    *input = (cmd_input){data, (size_t)st.st_size, true};
    output_keep(path);
    return true;
}

bool cmd_open_input(const char *path, cmd_input *input) {
    void *data;
    if (strcmp(path, "-") != 0 && map_file(path, input))
        return true;
    *input = (cmd_input){0};
    if (!cmd_read_file(path, &data, &input->size))
        return false;
    input->data = data;
    return true;
}

void cmd_close_input(cmd_input *input) {
    if (input->mapped)
        munmap((void *)(uintptr_t)input->data, input->size);
    else
        free((void *)(uintptr_t)input->data);
}

/* The source line and a caret under what is meant; tabs are kept so that the caret stands where it
   should. */
static void show_source(const gisa_diagnostic *d) {
    enum { WIDTH = 160 };
    size_t column = d->column - 1, from = column > WIDTH - 40 ? column - (WIDTH - 40) : 0;
    fputs("    ", stderr);
    for (size_t i = from; i < d->source_size && i < from + WIDTH; i++) {
        unsigned char c = (unsigned char)d->source[i];
        fputc(c == '\t' || (c >= 32 && c != 127) ? c : '?', stderr);
    }
    fputs("\n    ", stderr);
    for (size_t i = from; i < column; i++)
        fputc(i < d->source_size && d->source[i] == '\t' ? '\t' : ' ', stderr);
    fputc('^', stderr);
    for (size_t i = 1; i < d->length && column + i < d->source_size && column + i < from + WIDTH; i++)
        fputc('~', stderr);
    fputc('\n', stderr);
}

void cmd_report(void *ctx, const gisa_diagnostic *d) {
    static const char *const severity[] = {"note", "warning", "error"};
    (void)ctx;
    fprintf(stderr, "%s:", d->file);
    if (d->line)
        fprintf(stderr, "%u:", d->line);
    if (d->line && d->column)
        fprintf(stderr, "%u:", d->column);
    if (d->has_offset)
        fprintf(stderr, "0x%llx:", (unsigned long long)d->offset);
    fprintf(stderr, " %s: %s\n",
            severity[d->severity <= GISA_SEVERITY_ERROR ? d->severity : GISA_SEVERITY_ERROR], d->message);
    if (d->source && d->column)
        show_source(d);
}

/* Offers the names of one architecture or chip; those beside the first one are words in one text,
   which `room` keeps. */
static void offer_names(nearest *n, const gisa_isa *isa, char **room, const char *end) {
    int size = snprintf(*room, (size_t)(end - *room), "%s %s", gisa_name(isa), gisa_other_names(isa));
    if (size >= end - *room)
        return;
    for (char *word = strtok(*room, " "); word; word = strtok(NULL, " "))
        nearest_offer(n, word);
    *room += size + 1;
}

/* "; did you mean 'gfx900'?" */
static void say_near_arch(const char *name) {
    static char names[4096];
    char *room = names;
    const gisa_isa *isa, *chip;
    nearest n = {.word = name};
    phrase near = {.size = 0};
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        offer_names(&n, isa, &room, names + sizeof names);
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            offer_names(&n, chip, &room, names + sizeof names);
    }
    nearest_say(&n, &near);
    fprintf(stderr, "%s\n", near.text);
}

const gisa_isa *cmd_find_arch(const char *command, const char *name) {
    const gisa_isa *isa = gisa_find(name);
    if (isa)
        return isa;
    fprintf(stderr, "gisa %s: unknown architecture '%s'; known are", command, name);
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        fprintf(stderr, "%s %s", i ? "," : "", gisa_name(isa));
    fprintf(stderr, " and their other names (gisa --help)");
    say_near_arch(name);
    return NULL;
}
