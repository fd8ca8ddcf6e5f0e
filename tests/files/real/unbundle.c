/* SPDX-License-Identifier: MIT */
/*
 * Takes the code objects for gfx803, gfx900 and gfx906 out of a library that HIP's compiler made:
 *
 *   unbundle LIBRARY DIRECTORY LARGEST COUNT
 *
 * writes DIRECTORY/NUMBER-ARCH.co for at most COUNT bundles whose code objects have at most LARGEST
 * bytes each, and prints the names. Layout of an offload bundle (Clang documentation, "Clang
 * Offload Bundler"): the magic text, a 64-bit count, then per entry three 64-bit numbers (offset
 * from the magic, size, length of the name) and the name. HIP keeps one bundle per source file in
 * the section .hip_fatbin, on page boundaries.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
enum { MAGIC = sizeof magic - 1, PAGE = 4096, ENTRIES = 64, NAME = 200 };

typedef struct entry {
    uint64_t offset, size, name_length;
} entry;

static const char *arch_of(const uint8_t *name, size_t length) {
    static const char *const wanted[] = {"gfx803", "gfx900", "gfx906", NULL};
    char text[NAME] = "";
    memcpy(text, name, length < NAME ? length : NAME - 1);
    for (unsigned i = 0; wanted[i]; i++) {
        const char *found = strstr(text, wanted[i]);
        /* gfx900:xnack- is gfx900; gfx90a is not. */
        if (found && (found[6] == 0 || found[6] == ':'))
            return wanted[i];
    }
    return NULL;
}

static bool write_file(const char *directory, unsigned number, const char *arch, const uint8_t *bytes,
                       size_t size) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%03u-%s.co", directory, number, arch);
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    bool done = fwrite(bytes, 1, size, out) == size;
    if (fclose(out) != 0 || !done)
        return false;
    puts(path);
    return true;
}

/* How many code objects were written: 0 when the bundle has none or they are too large; -1 = a
   write failed. */
static int unbundle(const uint8_t *bundle, uint64_t room, const char *directory, unsigned number,
                    uint64_t largest) {
    int written = 0;
    uint64_t count;
    memcpy(&count, bundle + MAGIC, sizeof count);
    uint64_t at = MAGIC + sizeof count;
    for (uint64_t i = 0; i < count && i < ENTRIES; i++) {
        entry e;
        if (room - at < sizeof e)
            return written;
        memcpy(&e, bundle + at, sizeof e);
        at += sizeof e;
        if (e.name_length > room - at || e.offset > room || e.size > room - e.offset)
            return written;
        const char *arch = arch_of(bundle + at, e.name_length);
        at += e.name_length;
        if (!arch || e.size == 0 || e.size > largest)
            continue;
        if (!write_file(directory, number, arch, bundle + e.offset, e.size))
            return -1;
        written++;
    }
    return written;
}

int main(int count, char **arguments) {
    if (count != 5) {
        fputs("usage: unbundle LIBRARY DIRECTORY LARGEST COUNT\n", stderr);
        return 2;
    }
    uint64_t largest = strtoull(arguments[3], NULL, 0);
    unsigned wanted = (unsigned)strtoul(arguments[4], NULL, 0);
    int file = open(arguments[1], O_RDONLY);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || about.st_size < PAGE) {
        fprintf(stderr, "unbundle: %s cannot be read\n", arguments[1]);
        return 1;
    }
    uint64_t size = (uint64_t)about.st_size;
    const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        fprintf(stderr, "unbundle: %s cannot be mapped\n", arguments[1]);
        return 1;
    }
    unsigned number = 0, used = 0;
    for (uint64_t at = 0; at + PAGE <= size && used < wanted; at += PAGE) {
        if (memcmp(bytes + at, magic, MAGIC) != 0)
            continue;
        int written = unbundle(bytes + at, size - at, arguments[2], number++, largest);
        if (written < 0) {
            fprintf(stderr, "unbundle: cannot write to %s\n", arguments[2]);
            return 1;
        }
        used += written > 0;
    }
    return 0;
}
