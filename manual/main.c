/* SPDX-License-Identifier: MIT */
/* Writes the HTML manual from the spec, as the library tells it. usage: manual FOLDER
 * README-OF-THE-SPEC FILE...
 *
 * FOLDER/index.html, 404.html, language.html, search-index.js, and a folder for each family of
 * architectures. FILEs of the spec (isa/gcn/vop2.isa) become pages in FOLDER/isa; the other ones
 * (style sheet, scripts) are copied beside index.html. docs/manual-addresses.md says what the pages
 * are called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/stat.h>

#include "wave.h"

enum { MAX_FAMILIES = 8 };

static char *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0, n;
    *size = 0;
    if (!f) {
        perror(path);
        exit(1);
    }
    do {
        room += 1 << 16;
        bytes = grow(bytes, room + 1);
        n = fread(bytes + *size, 1, room - *size, f);
        *size += n;
    } while (n);
    if (ferror(f)) {
        perror(path);
        exit(1);
    }
    fclose(f);
    bytes[*size] = 0;
    return bytes;
}

static void copy_file(const char *path) {
    size_t size;
    char *bytes = read_file(path, &size);
    write_file(strrchr(path, '/') ? strrchr(path, '/') + 1 : path, bytes, size);
    free(bytes);
}

static void make_folder(const char *below) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", output_folder, below);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        perror(path);
        exit(1);
    }
}

static unsigned make_models(model models[MAX_FAMILIES]) {
    unsigned count = 0;
    for (unsigned arch = 0; gisa_at(arch) && count < MAX_FAMILIES; arch += models[count++].arch_count)
        model_make(&models[count], arch);
    return count;
}

static void write_family(const model *m) {
    make_folder(m->family);
    write_instructions(m);
    write_formats(m);
    write_archs(m);
    write_scheduling(m);
    write_values(m);
    write_words(m);
    write_models(m);
    write_registers(m);
    write_family_page(m);
}

/* Each file of the spec as a page, and a page for each family that leads to them. */
static void write_spec(const model *models, unsigned families, char **paths, size_t count) {
    source_file *files = grow(NULL, (count + 1) * sizeof *files);
    size_t size;
    char folder[60];
    for (size_t i = 0; i < count; i++)
        files[i] = (source_file){paths[i], read_file(paths[i], &size)};
    make_folder("isa");
    for (unsigned i = 0; i < families; i++) {
        snprintf(folder, sizeof folder, "isa/%s", models[i].family);
        make_folder(folder);
        write_sources(models[i].family, files, count);
    }
    for (size_t i = 0; i < count; i++)
        free(files[i].bytes);
    free(files);
}

static bool is_spec(const char *path) {
    const char *end = strrchr(path, '.');
    return end && strcmp(end, ".isa") == 0;
}

/* Puts the files of the spec before the others; says how many there are. */
static int sort_files(char **paths, int count) {
    int spec = 0;
    for (int i = 0; i < count; i++)
        if (is_spec(paths[i])) {
            char *path = paths[i];
            memmove(paths + spec + 1, paths + spec, (size_t)(i - spec) * sizeof *paths);
            paths[spec++] = path;
        }
    return spec;
}

int main(int argc, char **argv) {
    static model models[MAX_FAMILIES];
    unsigned count;
    size_t size;
    char *readme;
    int spec;
    if (argc > 1 && strcmp(argv[1], "--playground") == 0) {
        has_playground = true;
        argv++, argc--;
    }
    if (argc < 3) {
        fputs("usage: manual [--playground] FOLDER README-OF-THE-SPEC FILE...\n", stderr);
        return 2;
    }
    output_folder = argv[1];
    readme = read_file(argv[2], &size);
    make_folder("");
    count = make_models(models);
    for (unsigned i = 0; i < count; i++)
        write_family(&models[i]);
    write_language(readme);
    write_index(models, count);
    write_missing(models, count);
    write_search(models, count);
    spec = sort_files(argv + 3, argc - 3);
    write_spec(models, count, argv + 3, (size_t)spec);
    for (int i = 3 + spec; i < argc; i++)
        copy_file(argv[i]);
    for (unsigned i = 0; i < count; i++)
        model_free(&models[i]);
    free(readme);
    printf("%u pages, %.1f MB: %s/index.html\n", pages_written, (double)bytes_written / 1e6, output_folder);
    return 0;
}
