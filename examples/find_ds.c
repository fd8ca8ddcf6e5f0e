/* SPDX-License-Identifier: MIT */
/* Finds all instructions that go to the data share (LDS, GDS): find_ds kernel.co, or find_ds
   raw.bin gfx803 */
#include <elf.h>
#include <gisa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int found;

static void search(const gisa_isa *isa, const unsigned char *code, size_t size, uint64_t address) {
    gisa_insn insn;
    for (size_t at = 0; at < size; at += insn.size) {
        gisa_form_info form;
        char text[GISA_TEXT_MAX];
        size_t room = sizeof text;
        /* The head says which instruction it is; operands are decoded for the few that count. */
        if (gisa_decode_head(isa, code + at, size - at, &insn) != GISA_OK)
            continue;
        gisa_form(isa, insn.form, &form);
        if (form.class_ != GISA_CLASS_DS || gisa_decode_operands(isa, &insn) != GISA_OK ||
            gisa_print(isa, &insn, NULL, text, &room) != GISA_OK)
            continue;
        printf("%08llx  %s\n", (unsigned long long)(address + at), text);
        found++;
    }
}

/* All sections with code. False: the file is damaged. */
static bool search_elf(const gisa_isa *isa, const unsigned char *file, size_t size) {
    Elf64_Ehdr head;
    memcpy(&head, file, sizeof head);
    isa = isa ? isa : gisa_find_elf(head.e_flags);
    for (unsigned i = 0; isa && i < head.e_shnum; i++) {
        Elf64_Shdr s;
        if (head.e_shoff > size || size - head.e_shoff < (i + 1) * sizeof s)
            return false;
        memcpy(&s, file + head.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_type != SHT_PROGBITS || !(s.sh_flags & SHF_EXECINSTR))
            continue;
        if (s.sh_offset > size || s.sh_size > size - s.sh_offset)
            return false;
        search(isa, file + s.sh_offset, s.sh_size, s.sh_addr);
    }
    return isa != NULL;
}

int main(int argc, char **argv) {
    static unsigned char file[16 << 20];
    const gisa_isa *isa = argc > 2 ? gisa_find(argv[2]) : NULL;
    FILE *in = argc > 1 && (isa || argc == 2) ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr, "usage: find_ds FILE [ARCH]\n");
        return 2;
    }
    size_t size = fread(file, 1, sizeof file, in);
    bool is_elf = size >= sizeof(Elf64_Ehdr) && memcmp(file, ELFMAG, SELFMAG) == 0;
    if (is_elf ? !search_elf(isa, file, size) : !isa) {
        fprintf(stderr, "find_ds: %s: %s\n", argv[1],
                is_elf ? "no code object that gisa knows" : "raw code: ARCH is needed");
        return 1;
    }
    if (!is_elf)
        search(isa, file, size, 0);
    printf("%d found\n", found);
    return 0;
}
