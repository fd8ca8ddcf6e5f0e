/* SPDX-License-Identifier: MIT */
/* Makes USSE code to be measured, since no compiler for it is at hand:
 *
 * usse COUNT shaders FILE... >CODE  the programs of bench/shaders in rounds, in another order each
 * time, each time with other
 *                                   registers: what an emulator or a disassembler meets
 * usse COUNT groups >CODE           legal words, as many of each group, and in it of each form, with all fields at random: the
 *                                   hard case, nothing of which can be guessed
 *
 * The same arguments make the same code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

enum { MAX_PROGRAMS = 64, MAX_LINES = 200, GROUPS = 32, GROUP_SHIFT = 59 };

static const gisa_isa *isa;
static unsigned long count;

static _Noreturn void stop(const char *what, const char *which) {
    fprintf(stderr, "usse: %s: %s\n", which, what);
    exit(1);
}

static uint64_t any(void) {
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static unsigned below(unsigned limit) {
    return (unsigned)(any() >> 33) % limit;
}

static bool word_of(const char *text, uint64_t *word) {
    gisa_insn insn;
    if (gisa_parse(isa, text, strlen(text), NULL, &insn, NULL) != GISA_OK)
        return false;
    *word = insn.bits;
    return true;
}

static void put(uint64_t word) {
    uint8_t code[8];
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(word >> 8 * i);
    if (fwrite(code, 1, sizeof code, stdout) != sizeof code)
        stop("cannot be written", "standard output");
    count -= count > 0;
}

/* ---- shaders ---- */

typedef struct program {
    char line[MAX_LINES][128];
    int lines;
} program;

static void read_program(program *p, const char *name) {
    char line[128];
    uint64_t word;
    FILE *f = fopen(name, "r");
    if (!f)
        stop("cannot be read", name);
    while (fgets(line, sizeof line, f) && p->lines < MAX_LINES) {
        line[strcspn(line, "\n")] = 0;
        if (!*line || strncmp(line, "//", 2) == 0)
            continue;
        if (!word_of(line, &word))
            stop(line, name);
        strcpy(p->line[p->lines++], line);
    }
    fclose(f);
}

/* The line with registers that are so much further on, r by the first number, pa, sa, o. */
static void shift_registers(const char *line, const unsigned by[4], char out[256]) {
    static const char *const banks[] = {"r", "pa", "sa", "o"};
    size_t used = 0;
    for (const char *p = line; *p && used < 200;) {
        bool begins = p == line || strchr(" -(,", p[-1]);
        unsigned bank = 0;
        size_t size = 0;
        for (; begins && bank < 4 && !size; bank++)
            if (strncmp(p, banks[bank], strlen(banks[bank])) == 0 && p[strlen(banks[bank])] >= '0' &&
                p[strlen(banks[bank])] <= '9')
                size = strlen(banks[bank]);
        if (!size) {
            out[used++] = *p++;
            continue;
        }
        char *end;
        unsigned long number = strtoul(p + size, &end, 10);
        used += (size_t)sprintf(out + used, "%s%lu", banks[bank - 1], number + by[bank - 1]);
        p = end;
    }
    out[used] = 0;
}

static void put_program(const program *p) {
    unsigned by[4];
    for (unsigned i = 0; i < 4; i++)
        by[i] = 2 * below(8);
    for (int i = 0; i < p->lines; i++) {
        char text[256];
        uint64_t word;
        shift_registers(p->line[i], by, text);
        if (!word_of(text, &word) && !word_of(p->line[i], &word)) /* some are near the last register */
            stop(p->line[i], "shader");
        put(word);
    }
}

static void make_shaders(char **names, int programs) {
    static program all[MAX_PROGRAMS];
    if (programs < 1 || programs > MAX_PROGRAMS)
        stop("too few or too many", "shaders");
    for (int i = 0; i < programs; i++)
        read_program(&all[i], names[i]);
    while (count) {
        int order[MAX_PROGRAMS];
        for (int i = 0; i < programs; i++) {
            int k = (int)below((unsigned)i + 1);
            order[i] = order[k];
            order[k] = i;
        }
        for (int i = 0; i < programs; i++)
            put_program(&all[order[i]]);
    }
}

/* ---- groups ---- */

/* What an assembler makes of the word's text: without the bits that the text shows only as
   fields. */
static bool usual_word(uint64_t word, uint64_t *usual) {
    char text[GISA_TEXT_MAX], *last;
    size_t size = sizeof text;
    uint8_t code[8];
    gisa_insn insn;
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(word >> 8 * i);
    if (gisa_decode(isa, code, sizeof code, &insn) != GISA_OK ||
        gisa_print(isa, &insn, NULL, text, &size) != GISA_OK)
        return false;
    while ((last = strrchr(text, ' ')) && strchr(last, ':'))
        *last = 0;
    return word_of(text, usual);
}

static void make_groups(void) {
    static uint32_t forms[GROUPS][1 << 14];
    unsigned sizes[GROUPS] = {0};
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++) {
        unsigned group = (unsigned)(info.value >> GROUP_SHIFT);
        if (sizes[group] < 1 << 14)
            forms[group][sizes[group]++] = i;
    }
    while (count) {
        unsigned group = below(GROUPS);
        uint64_t word = any();
        if (!sizes[group] || gisa_form(isa, forms[group][below(sizes[group])], &info) != GISA_OK)
            continue;
        if (usual_word((word & ~info.mask) | info.value, &word))
            put(word);
    }
}

int main(int argc, char **argv) {
    isa = gisa_find("sgx543");
    count = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (!isa || !count) {
        fprintf(stderr, "usage: usse COUNT shaders FILE... | usse COUNT groups\n");
        return 2;
    }
    if (strcmp(argv[2], "groups") == 0)
        make_groups();
    else
        make_shaders(argv + 3, argc - 3);
    return fflush(stdout) != 0;
}
