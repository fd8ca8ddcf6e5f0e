/* SPDX-License-Identifier: MIT */
/* gisa run on a source file: can it be run, or which command makes a code object of it? */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "run.h"

/* Where the suffix of a file name begins, with its dot; the end of the name where there is none. */
static size_t stem_of(const char *file) {
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    return dot ? (size_t)(dot - file) : strlen(file);
}

/* The first `size` bytes of a file name and a suffix, in quotes where a shell would take it
   apart. */
static void put_name(const char *file, size_t size, const char *suffix) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
    bool quoted = strspn(file, plain) < strlen(file);
    fputs(quoted ? " '" : " ", stderr);
    for (size_t i = 0; i < size; i++)
        if (file[i] == '\'')
            fputs("'\\''", stderr);
        else
            fputc((unsigned char)file[i] < 32 || file[i] == 127 ? '?' : file[i], stderr);
    fprintf(stderr, "%s%s", suffix, quoted ? "'" : "");
}

/* "  COMMAND FILE -o STEM.co", and how to run what it makes. */
static void put_commands(const char *command, const char *file, const char *suffix) {
    size_t stem = stem_of(file);
    fprintf(stderr, "  %s", command);
    put_name(file, strlen(file), "");
    fputs(" -o", stderr);
    put_name(file, stem, suffix);
    fputs("\n  gisa run", stderr);
    put_name(file, stem, suffix);
    fputs(" ...\n", stderr);
}

static void say_clang(const char *file, const char *language, const char *command) {
    fprintf(stderr, "gisa run: %s: this is %s source; compile it first:\n", file, language);
    put_commands(command, file, ".co");
    fputs("if clang does not find AMD's libraries, install them (Debian: rocm-device-libs) and add\n"
          "  --rocm-device-lib-path=DIR, where DIR holds ocml.bc (Debian: /usr/lib/*/amdgcn/bitcode)\n",
          stderr);
}

/* Does a line of the source begin with this word? */
static bool has_line(const char *text, size_t size, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < size; i++) {
        while (i < size && (text[i] == ' ' || text[i] == '\t'))
            i++;
        if (size - i > length && memcmp(text + i, word, length) == 0)
            return true;
        while (i < size && text[i] != '\n')
            i++;
    }
    return false;
}

static void say_assembler(const char *file, const char *text, size_t size) {
    if (has_line(text, size, ".gxp ")) {
        fprintf(stderr, "gisa run: %s: this is assembler source; assemble it first:\n", file);
        put_commands("gisa asm -f gxp", file, ".gxp");
    } else
        fprintf(stderr,
                "gisa run: %s: this is assembler source without a kernel; say what it is for: -a gfx900\n",
                file);
}

bool run_has_kernel(const void *data, size_t size) {
    return size && !memchr(data, 0, size) && has_line(data, size, ".amdhsa_kernel");
}

bool run_source(const char *file, const void *data, size_t size, const gisa_isa *isa) {
    const char *suffix = file + stem_of(file), *chip = isa ? gisa_name(isa) : "gfx900";
    char command[128];
    if (!size || memchr(data, 0, size)) /* a code object of that name */
        return false;
    if (strcasecmp(suffix, ".cl") == 0) {
        snprintf(command, sizeof command, "clang -x cl -O2 -target amdgcn-amd-amdhsa -mcpu=%s", chip);
        say_clang(file, "OpenCL", command);
    } else if (strcasecmp(suffix, ".hip") == 0) {
        snprintf(command, sizeof command,
                 "clang -x hip -O2 --cuda-device-only --no-gpu-bundle-output --offload-arch=%s", chip);
        say_clang(file, "HIP", command);
    } else if (strcasecmp(suffix, ".s") == 0 || strcasecmp(suffix, ".asm") == 0) {
        if (isa && !has_line(data, size, ".gxp "))
            return false;
        say_assembler(file, data, size);
    } else
        return false;
    return true;
}
