/* SPDX-License-Identifier: MIT */
/* Finds all instructions that go to the data share (LDS, GDS): find_ds kernel.co, or find_ds
   raw.bin gfx803 */
#include <gisa.h>
#include <stdio.h>

static int search(const gisa_isa *isa, const gisa_file_code *code) {
    gisa_insn insn;
    int found = 0;
    for (size_t at = 0; at < code->size; at += insn.size) {
        gisa_form_info form;
        char text[GISA_TEXT_MAX];
        size_t room = sizeof text;
        /* The head says which instruction it is; operands are decoded for the few that count. */
        if (gisa_decode_head(isa, code->bytes + at, code->size - at, &insn) != GISA_OK)
            continue;
        gisa_form(isa, insn.form, &form);
        if (form.class_ != GISA_CLASS_DS || gisa_decode_operands(isa, &insn) != GISA_OK ||
            gisa_print(isa, &insn, NULL, text, &room) != GISA_OK)
            continue;
        printf("%08llx  %s\n", (unsigned long long)(code->address + at), text);
        found++;
    }
    return found;
}

int main(int argc, char **argv) {
    static unsigned char bytes[16 << 20];
    const gisa_isa *isa = argc > 2 ? gisa_find(argv[2]) : NULL;
    FILE *in = argc > 1 && (isa || argc == 2) ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr, "usage: find_ds FILE [ARCH]\n");
        return 2;
    }
    gisa_file *file;
    gisa_file_info info;
    gisa_file_code code;
    gisa_error error;
    int found = 0;
    if (gisa_file_open(bytes, fread(bytes, 1, sizeof bytes, in), isa, NULL, &file, &error) != GISA_OK) {
        fprintf(stderr, "find_ds: %s: %s\n", argv[1], error.message);
        return 1;
    }
    gisa_file_about(file, &info);
    for (size_t i = 0; info.isa && gisa_file_code_at(file, i, &code) == GISA_OK; i++)
        found += search(info.isa, &code);
    printf("%d found\n", found);
    gisa_file_close(file);
}
