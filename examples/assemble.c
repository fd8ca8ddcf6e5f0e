/* SPDX-License-Identifier: MIT */
/* Assembles one line and prints its words: assemble gfx900 'v_add_f32 v0, v1, v2' */
#include <gisa.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const gisa_isa *isa = argc == 3 ? gisa_find(argv[1]) : NULL;
    if (!isa) {
        fprintf(stderr, "usage: assemble ARCH LINE\n");
        return 2;
    }

    gisa_insn insn;
    gisa_error error;
    if (gisa_parse(isa, argv[2], strlen(argv[2]), NULL, &insn, &error) != GISA_OK) {
        fprintf(stderr, "%s\n%*s^ %s\n", argv[2], (int)error.offset, "", error.message);
        return 1;
    }

    unsigned char code[16];
    size_t size = sizeof code;
    gisa_status status = gisa_encode(isa, &insn, code, &size);
    if (status != GISA_OK) {
        fprintf(stderr, "%s\n", gisa_status_text(status));
        return 1;
    }
    for (size_t i = 0; i < size; i += 4)
        printf("%s0x%02x%02x%02x%02x", i ? " " : "", code[i + 3], code[i + 2], code[i + 1], code[i]);
    printf("\n");
    return 0;
}
