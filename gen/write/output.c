/* SPDX-License-Identifier: MIT */
/* Files that isagen writes. One that is written again as it was keeps its time, so that make does
   not compile it again. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spec.h"

static _Noreturn void stop(const char *path, const char *why) {
    fprintf(stderr, "isagen: %s: %s\n", path, why);
    exit(1);
}

/* The text of the file, NULL if there is none. */
static char *read_old(const char *path) {
    struct stat about;
    FILE *f = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "r") : NULL;
    char *old = f ? resize(NULL, (size_t)about.st_size + 1) : NULL;
    if (!f)
        return NULL;
    old[fread(old, 1, (size_t)about.st_size, f)] = 0;
    fclose(f);
    return old;
}

static const char *skip_lines(const char *text) {
    while (strncmp(text, "#line ", 6) == 0)
        text += strcspn(text, "\n") + (strchr(text, '\n') != NULL);
    return text;
}

/* Whether both say the same, but for lines that say where something stands. */
static bool same_but_lines(const char *a, const char *b) {
    for (a = skip_lines(a), b = skip_lines(b); *a && *a == *b; a++, b++)
        if (*a == '\n') {
            a = skip_lines(a + 1) - 1;
            b = skip_lines(b + 1) - 1;
        }
    return *a == *b;
}

/* Each line `#line back` gets the number of the next line and the name of the file. */
static void number_lines(FILE *to, const char *path, const char *text) {
    static const char back[] = "#line back\n";
    int line = 1;
    for (const char *end; *text; text = end, line++) {
        end = strchr(text, '\n') ? strchr(text, '\n') + 1 : text + strlen(text);
        if (strncmp(text, back, sizeof back - 1) == 0)
            fprintf(to, "#line %d \"%s\"\n", line + 1, path);
        else
            fwrite(text, 1, (size_t)(end - text), to);
    }
}

static void write_file(const char *path, const char *text, size_t size) {
    FILE *f = fopen(path, "w");
    if (!f)
        stop(path, strerror(errno));
    if ((fwrite(text, 1, size, f) != size) | fclose(f)) {
        remove(path);
        stop(path, "write error");
    }
}

static void replace(const spec *s, const char *path, const char *text, size_t size) {
    char *old = read_old(path);
    struct stat before = {0};
    bool keep = old && s->any_line && same_but_lines(old, text);
    if (!old || strcmp(old, text) != 0) {
        if (keep && stat(path, &before))
            keep = false;
        write_file(path, text, size);
        if (keep)
            utimensat(AT_FDCWD, path, (struct timespec[]){before.st_atim, before.st_mtim}, 0);
    }
    free(old);
}

static FILE *in_memory(char **text, size_t *size) {
    FILE *f = open_memstream(text, size);
    if (!f)
        stop("out of memory", strerror(errno));
    return f;
}

void write_output(spec *s, const char *path, void (*emit)(spec *s, FILE *out, const void *what),
                  const void *what) {
    char *raw, *text;
    size_t raw_size, size;
    FILE *out = in_memory(&raw, &raw_size);
    emit(s, out, what);
    if (fclose(out))
        stop(path, strerror(errno));
    out = in_memory(&text, &size);
    number_lines(out, path, raw);
    if (fclose(out))
        stop(path, strerror(errno));
    replace(s, path, text, size);
    free(raw);
    free(text);
}

void make_folder(const char *path) {
    if (mkdir(path, 0777) && errno != EEXIST)
        stop(path, strerror(errno));
}
