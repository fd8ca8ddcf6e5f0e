/* SPDX-License-Identifier: MIT */
/* Files, diagnostics and architectures for the commands. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"

/* /dev/zero has no end; no source and no object is as long as this. */
static const size_t largest_file = (size_t)1 << 31;

static bool read_all(FILE *f, void **data, size_t *size) {
    size_t room = 1 << 16, used = 0;
    char *block = malloc(room);
    while (block) {
        size_t n = fread(block + used, 1, room - used, f);
        used += n;
        if (n == 0)
            break;
        if (used > largest_file) {
            free(block);
            errno = EFBIG;
            return false;
        }
        if (used == room) {
            char *more = realloc(block, room *= 2);
            if (!more)
                free(block);
            block = more;
        }
    }
    if (!block)
        errno = ENOMEM;
    if (!block || ferror(f)) {
        free(block);
        return false;
    }
    *data = block;
    *size = used;
    return true;
}

bool cmd_read_file(const char *path, void **data, size_t *size) {
    struct stat st;
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    bool ok = false;
    if (f && fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode))
        errno = EISDIR;
    else if (f)
        ok = read_all(f, data, size);
    if (!ok)
        fprintf(stderr, "gisa: %s: %s\n", path, strerror(errno));
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

static int write_failed(const char *path) {
    if (errno == EPIPE) /* the reader has gone; nothing to say */
        return 1;
    fprintf(stderr, "gisa: %s: %s\n", path, strerror(errno));
    return 1;
}

int cmd_write_file(const char *path, const void *data, size_t size) {
    struct stat st;
    char *aside;
    FILE *f;
    bool ok;
    if (strcmp(path, "-") == 0)
        return fwrite(data, 1, size, stdout) == size && fflush(stdout) == 0 ? 0 : 1;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) { /* /dev/null, a fifo: nothing to rename */
        f = fopen(path, "wb");
        ok = f && fwrite(data, 1, size, f) == size;
        if (f && fclose(f) != 0)
            ok = false;
        return ok ? 0 : write_failed(path);
    }
    aside = malloc(strlen(path) + 32);
    if (!aside)
        return write_failed(path);
    sprintf(aside, "%s.%ld.tmp", path, (long)getpid());
    f = fopen(aside, "wb");
    ok = f && fwrite(data, 1, size, f) == size;
    if (f && fclose(f) != 0)
        ok = false;
    ok = ok && rename(aside, path) == 0;
    if (!ok) {
        int why = errno;
        if (f)
            remove(aside);
        errno = why;
        write_failed(path);
    }
    free(aside);
    return ok ? 0 : 1;
}

/* The source line and a caret under what is meant; tabs are kept so that the caret stands where it should. */
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
    fprintf(stderr, " %s: %s\n", severity[d->severity <= GISA_ERROR ? d->severity : GISA_ERROR], d->message);
    if (d->source && d->column)
        show_source(d);
}

const gisa_isa *cmd_find_arch(const char *command, const char *name) {
    const gisa_isa *isa = gisa_find(name);
    if (isa)
        return isa;
    fprintf(stderr, "gisa %s: unknown architecture '%s'; known are", command, name);
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        fprintf(stderr, "%s %s", i ? "," : "", gisa_name(isa));
    fprintf(stderr, " and their other names (gisa --help)\n");
    return NULL;
}
