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

static void take_file(spec *s, const char *path) {
    *LIST_ADD(s->files) = copy_text(path, strlen(path));
    read_file(s, path);
}

/* A spec's folder has the name of its family. */
static const char *family_of(const char *folder) {
    return strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder;
}

/* <folder>/<family>.isa first, then the other .isa files by name. */
static void read_folder(spec *s, const char *folder) {
    const char *family = family_of(folder);
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
    take_file(s, path);
    for (int i = 0; i < files.count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files.at[i]);
        take_file(s, path);
    }
}

/* What is in one file for the whole family. */
typedef struct whole {
    const char *name;
    void (*emit)(spec *s, FILE *out);
} whole;

static void emit_whole(spec *s, FILE *out, const void *what) {
    const whole *w = what;
    w->emit(s, out);
}

static void write_all(spec *s, const char *folder) {
    /* Tables name the shapes that have been written. */
    static const whole files[] = {{"shapes.c", emit_shapes},       {"tables.c", emit_tables},
                                  {"row_info.c", emit_row_info},   {"facts.h", emit_engine_facts},
                                  {"functions.h", emit_functions}, {"semantics.c", emit_semantics}};
    char path[1024];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s_%s", folder, s->name, files[i].name);
        write_output(s, path, emit_whole, &files[i]);
    }
    write_bodies(s, folder);
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

static int show_usage(void) {
    fprintf(stderr,
            "usage: isagen FOLDER [OUTPUT [--any-line] [--only NAMES] | --coverage]\n"
            "Checks the spec in FOLDER (isa/gcn) and writes its tables, the functions that decode and\n"
            "encode operands, its constants, functions, bodies and trees as C into the folder OUTPUT,\n"
            "or a table of its rows and of those that have a body. Files that do not change keep\n"
            "their time; --any-line: also those in which lines of the spec have moved; --only: the\n"
            "tables have these architectures and their chips alone (\"gfx803 gfx900\"), and no\n"
            "descriptions, bodies and numbers of images.\n");
    return 2;
}

/* The options after OUTPUT; false: there is something else. */
static bool read_options(spec *s, int argc, char **argv) {
    for (int i = 3; i < argc; i++)
        if (strcmp(argv[i], "--any-line") == 0)
            s->any_line = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            s->only = argv[++i];
        else
            return false;
    return true;
}

int main(int argc, char **argv) {
    static spec s = {.unit = 4};
    bool coverage = argc == 3 && strcmp(argv[2], "--coverage") == 0;
    if (argc < 2 || !read_options(&s, argc, argv))
        return show_usage();
    *LIST_ADD(s.strings) = 0;
    read_folder(&s, argv[1]);
    if (!s.errors)
        check_templates(&s);
    if (!s.errors)
        take_bodies_of_others(&s);
    if (!s.errors)
        read_docs(&s);
    if (!s.errors)
        expand_duals(&s);
    if (!s.errors)
        check(&s);
    if (!s.errors)
        parse_bodies(&s);
    if (!s.errors)
        find_body_facts(&s);
    if (!s.errors)
        expand(&s);
    if (!s.errors)
        check_roles(&s);
    if (!s.errors)
        check_docs(&s);
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
    if (!s.errors)
        check_parts(&s);
    if (!s.errors)
        schedule_forms(&s);
    if (s.errors)
        return 1;
    if (coverage)
        print_coverage(&s);
    else if (argc > 2)
        write_all(&s, argv[2]);
    return s.errors ? 1 : 0;
}
