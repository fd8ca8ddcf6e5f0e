/* SPDX-License-Identifier: MIT */
/* Writes the HTML manual from the spec, as the library tells it. usage: manual FOLDER
 * README-OF-THE-SPEC FILE...
 *
 * FOLDER/index.html, values.html, language.html, search-index.js, and a folder for each family of
 * architectures; the FILEs (style sheet, scripts) are copied beside index.html. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/stat.h>

#include "manual.h"

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
}

int main(int argc, char **argv) {
    static model models[MAX_FAMILIES];
    unsigned count;
    size_t size;
    char *readme;
    if (argc < 3) {
        fputs("usage: manual FOLDER README-OF-THE-SPEC FILE...\n", stderr);
        return 2;
    }
    output_folder = argv[1];
    readme = read_file(argv[2], &size);
    make_folder("");
    count = make_models(models);
    for (unsigned i = 0; i < count; i++)
        write_family(&models[i]);
    write_values(models, count);
    write_language(readme, models, count);
    write_index(models, count);
    write_search(models, count);
    for (int i = 3; i < argc; i++)
        copy_file(argv[i]);
    for (unsigned i = 0; i < count; i++)
        model_free(&models[i]);
    free(readme);
    printf("%u pages, %.1f MB: %s/index.html\n", pages_written, (double)bytes_written / 1e6, output_folder);
    return 0;
}
