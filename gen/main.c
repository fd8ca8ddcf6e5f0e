/* SPDX-License-Identifier: MIT */
/* isagen: reads the spec of one family, checks it, and writes the tables that the engines walk. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* <folder>/<family>.isa first, then the other .isa files by name. */
static void read_folder(spec *s, const char *folder) {
    const char *family = strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder;
    LIST(char *) files = {0};
    char path[1024];
    DIR *dir = opendir(folder);
    if (!dir) {
        fprintf(stderr, "isagen: %s: %s\n", folder, strerror(errno));
        exit(1);
    }
    for (struct dirent *e; (e = readdir(dir));) {
        size_t size = strlen(e->d_name);
        if (size > 4 && strcmp(e->d_name + size - 4, ".isa") == 0 &&
            !(strncmp(e->d_name, family, size - 4) == 0 && family[size - 4] == 0))
            *LIST_ADD(files) = copy_text(e->d_name, size);
    }
    closedir(dir);
    if (files.count)
        qsort(files.at, (size_t)files.count, sizeof *files.at, by_name);
    snprintf(path, sizeof path, "%s/%s.isa", folder, family);
    read_file(s, path);
    for (int i = 0; i < files.count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files.at[i]);
        read_file(s, path);
    }
}

static FILE *create(const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "isagen: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    return f;
}

static void close_checked(FILE *f, const char *path) {
    if (ferror(f) | fclose(f)) {
        fprintf(stderr, "isagen: %s: write error\n", path);
        remove(path);
        exit(1);
    }
}

/* Per file: how many rows there are on each generation, and how many of the headers have a body. */
static void print_coverage(const spec *s) {
    int rows = 0, bodies = 0;
    printf("%-14s", "file");
    for (int g = 0; g < s->gen_count; g++)
        printf("%6s", s->gen[g]);
    printf("%8s%8s\n", "rows", "bodies");
    for (int i = 0, next; i < s->headers.count; i = next) {
        int count[MAX_GENS] = {0}, with_body = 0;
        for (next = i;
             next < s->headers.count && strcmp(s->headers.at[next].at.file, s->headers.at[i].at.file) == 0;
             next++) {
            for (int g = 0; g < s->gen_count; g++)
                count[g] += s->headers.at[next].opcode[g] >= 0;
            with_body += s->headers.at[next].body != NULL;
        }
        printf("%-14s", file_name(s->headers.at[i].at.file));
        for (int g = 0; g < s->gen_count; g++)
            printf("%6d", count[g]);
        printf("%8d%8d\n", next - i, with_body);
        rows += next - i;
        bodies += with_body;
    }
    printf("%-14s", "forms");
    for (int g = 0; g < s->gen_count; g++)
        printf("%6d", s->g[g].forms.count);
    printf("%8d%8d\n", rows, bodies);
}

int main(int argc, char **argv) {
    static spec s = {.unit = 4};
    bool coverage = argc == 3 && strcmp(argv[2], "--coverage") == 0;
    if (argc != 2 && argc != 4 && !coverage) {
        fprintf(stderr, "usage: isagen FOLDER [TABLES.c BODIES.c | --coverage]\n"
                        "Checks the spec in FOLDER (isa/gcn) and writes its tables and bodies as C,\n"
                        "or a table of its rows and of those that have a body.\n");
        return 2;
    }
    *LIST_ADD(s.strings) = 0;
    read_folder(&s, argv[1]);
    if (!s.errors)
        take_bodies_of_others(&s);
    if (!s.errors)
        expand_duals(&s);
    if (!s.errors)
        check(&s);
    if (!s.errors)
        parse_bodies(&s);
    if (!s.errors)
        expand(&s);
    if (!s.errors)
        check_roles(&s);
    for (int g = 0; g < s.gen_count && !s.errors; g++)
        build_tree(&s, g);
    if (!s.errors)
        describe(&s);
    if (!s.errors)
        explain(&s);
    if (!s.errors)
        note_models(&s);
    if (!s.errors)
        weigh_evidence(&s);
    if (s.errors)
        return 1;
    if (coverage)
        print_coverage(&s);
    if (argc == 4) {
        FILE *out = create(argv[2]);
        emit_tables(&s, out);
        close_checked(out, argv[2]);
        out = create(argv[3]);
        emit_bodies(&s, out);
        close_checked(out, argv[3]);
    }
    return s.errors ? 1 : 0;
}
