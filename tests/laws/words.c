/* SPDX-License-Identifier: MIT */
/* Decodes words given as hexadecimal lines and prints their text: the plain disassembler that the comparison with
 * other tools drives. usage: words ARCH [clrx] < WORDS */
#include <stdio.h>
#include <string.h>

#include "gisa.h"

int main(int argc, char **argv) {
    const gisa_isa *isa = argc > 1 ? gisa_find(argv[1]) : NULL;
    gisa_style style = {.syntax = argc > 2 && strcmp(argv[2], "clrx") == 0 ? GISA_CLRX : GISA_LLVM};
    char line[64];
    if (!isa)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        unsigned w[2] = {0, 0};
        unsigned char code[8];
        gisa_insn insn;
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        int n = sscanf(line, "%x %x", &w[0], &w[1]);
        for (int i = 0; i < 8; i++)
            code[i] = (unsigned char)(w[i / 4] >> 8 * (i % 4));
        gisa_status status = gisa_decode(isa, code, n == 2 ? 8 : 4, &insn);
        if (status != GISA_OK) {
            printf("-\t%d\n", (int)status);
            continue;
        }
        uint32_t odd = gisa_oddities(isa, &insn);
        gisa_print(isa, &insn, &style, text, &size);
        gisa_insn back;
        gisa_error error = {0};
        gisa_env env = {.syntax = style.syntax};
        status = gisa_parse(isa, text, size, &env, &back, &error);
        bool same = status == GISA_OK && back.size == insn.size && back.bits == insn.bits;
        printf("%s\t%u\t%u\t%s\t%s\n", text, insn.size, odd, same == !odd ? "law" : same ? "LAW:same" : "LAW:differs", same ? "" : error.message);
    }
    return 0;
}
