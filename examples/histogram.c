/* SPDX-License-Identifier: MIT */
/* Counts the instructions of a code object, a shader file or raw code, the most frequent first:
   histogram FILE [ARCH] */
#include <gisa.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct tally {
    const char *mnemonic;
    unsigned long count;
} tally;

static int by_count(const void *a, const void *b) {
    const tally *x = a, *y = b;
    return (x->count < y->count) - (x->count > y->count);
}

/* The heads of a piece of code, many at once: which instruction each is, without its operands. */
static void count(const gisa_isa *isa, const gisa_file_code *code, tally *tallies) {
    gisa_head heads[512];
    for (size_t at = 0, used; at < code->size; at += used) {
        size_t many = gisa_decode_heads(isa, code->bytes + at, code->size - at, heads, 512, &used);
        for (size_t i = 0; i < many; i++)
            if (heads[i].status == GISA_OK)
                tallies[heads[i].form].count++;
    }
}

int main(int argc, char **argv) {
    static unsigned char bytes[16 << 20];
    gisa_file *file;
    gisa_file_info info;
    gisa_file_code code;
    gisa_form_info form;
    gisa_error error;
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr, "usage: histogram FILE [ARCH]\n");
        return 2;
    }
    size_t size = fread(bytes, 1, sizeof bytes, in);
    const gisa_isa *isa = argc > 2 ? gisa_find(argv[2]) : NULL;
    if (gisa_file_open(bytes, size, isa, NULL, &file, &error) != GISA_OK) {
        fprintf(stderr, "histogram: %s: %s\n", argv[1], error.message);
        return 1;
    }
    gisa_file_about(file, &info);
    uint32_t forms = info.isa ? gisa_form_count(info.isa) : 0;
    tally *tallies = calloc(forms + 1, sizeof *tallies);
    for (uint32_t i = 0; tallies && i < forms && gisa_form(info.isa, i, &form) == GISA_OK; i++)
        tallies[i].mnemonic = form.mnemonic;
    for (size_t i = 0; tallies && forms && gisa_file_code_at(file, i, &code) == GISA_OK; i++)
        count(info.isa, &code, tallies);
    if (tallies)
        qsort(tallies, forms, sizeof *tallies, by_count);
    for (uint32_t i = 0; tallies && i < forms && tallies[i].count; i++)
        printf("%8lu  %s\n", tallies[i].count, tallies[i].mnemonic);
    free(tallies);
    gisa_file_close(file);
}
