/* SPDX-License-Identifier: MIT */
/* Replaces one instruction in a file of raw code by another one of the same size:
 * patch gfx900 shader.bin 0x10 's_waitcnt vmcnt(0)' */
#include <gisa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const char *why) {
    fprintf(stderr, "patch: %s: %s\n", what, why);
    return 1;
}

/* The instruction at `code` becomes the one that `line` says; NULL, or why not. */
static const char *replace(const gisa_isa *isa, unsigned char *code, size_t size, const char *line) {
    static gisa_error error;
    gisa_insn old, new;
    char text[GISA_TEXT_MAX];
    size_t room = sizeof text, new_size = 8;
    gisa_status status = gisa_decode(isa, code, size, &old);
    if (status != GISA_OK)
        return gisa_status_text(status);
    if (gisa_parse(isa, line, strlen(line), NULL, &new, &error) != GISA_OK)
        return error.message;
    if (new.size != old.size)
        return "the new instruction has another size than the old one";
    gisa_print(isa, &old, NULL, text, &room);
    status = gisa_encode(isa, &new, code, &new_size);
    if (status != GISA_OK)
        return gisa_status_text(status);
    printf("was: %s\n", text);
    room = sizeof text;
    gisa_print(isa, &new, NULL, text, &room);
    printf("now: %s\n", text);
    return NULL;
}

int main(int argc, char **argv) {
    const gisa_isa *isa = argc == 5 ? gisa_find(argv[1]) : NULL;
    if (!isa) {
        fprintf(stderr, "usage: patch ARCH FILE OFFSET LINE\n");
        return 2;
    }

    unsigned char code[16];
    long offset = strtol(argv[3], NULL, 0);
    FILE *file = fopen(argv[2], "r+b");
    if (!file || fseek(file, offset, SEEK_SET) != 0)
        return fail(argv[2], "cannot be read");
    size_t size = fread(code, 1, sizeof code, file);
    const char *why = replace(isa, code, size, argv[4]);
    if (!why && (fseek(file, offset, SEEK_SET) != 0 || fwrite(code, 1, size, file) != size))
        why = "cannot be written";
    if (fclose(file) != 0 && !why)
        why = "cannot be written";
    return why ? fail(argv[2], why) : 0;
}
