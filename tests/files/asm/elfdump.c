/* SPDX-License-Identifier: MIT */
/* Prints what a relocatable AMDGPU object holds (header, sections, relocations, symbols), sorted,
 * so that two objects that mean the same give the same text. Only for files that the tests make. */
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *file;
static Elf64_Shdr *sections;
static unsigned section_count;

static const char *section_name(unsigned i) {
    const Elf64_Ehdr *h = (const void *)file;
    return (const char *)file + sections[h->e_shstrndx].sh_offset + sections[i].sh_name;
}

static const char *symbol_place(unsigned number) {
    switch (number) {
    case SHN_UNDEF: return "undefined";
    case SHN_ABS: return "absolute";
    case SHN_COMMON: return "common";
    case 0xff00: return "lds";
    default: return number < section_count ? section_name(number) : "?";
    }
}

static const char *symbol_name(const Elf64_Shdr *table, const Elf64_Sym *s) {
    if (ELF64_ST_TYPE(s->st_info) == STT_SECTION)
        return symbol_place(s->st_shndx);
    return (const char *)file + sections[table->sh_link].sh_offset + s->st_name;
}

/* ---- lines, sorted ---------------------------------------------------------------------- */

static char *lines[10000];
static unsigned line_count;

static void add_line(const char *text) {
    if (line_count < 10000)
        lines[line_count++] = strdup(text);
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_lines(void) {
    qsort(lines, line_count, sizeof *lines, compare);
    for (unsigned i = 0; i < line_count; i++) {
        puts(lines[i]);
        free(lines[i]);
    }
    line_count = 0;
}

/* ---- parts ------------------------------------------------------------------------------ */

/* Lines of 16 bytes; `*` stands for those that repeat the one before, as in hexdump. */
static void print_bytes(const unsigned char *bytes, size_t size) {
    bool repeats = false;
    for (size_t at = 0; at < size; at += 16) {
        size_t count = size - at < 16 ? size - at : 16;
        bool same = at && count == 16 && memcmp(bytes + at, bytes + at - 16, 16) == 0;
        if (same && !repeats)
            printf("  *\n");
        repeats = same;
        for (size_t k = 0; k < count && !same; k++)
            printf("%s%02x%s", k ? " " : "  ", bytes[at + k], k + 1 == count ? "\n" : "");
    }
}

static void print_section(unsigned i) {
    const Elf64_Shdr *s = &sections[i];
    printf("section %s type %u flags 0x%x align %u entry %u size %u\n", section_name(i), s->sh_type,
           (unsigned)s->sh_flags, (unsigned)s->sh_addralign, (unsigned)s->sh_entsize, (unsigned)s->sh_size);
    if (s->sh_type != SHT_NOBITS)
        print_bytes((const unsigned char *)file + s->sh_offset, s->sh_size);
}

static void print_relocations(unsigned i) {
    const Elf64_Shdr *s = &sections[i], *table = &sections[s->sh_link];
    size_t size = s->sh_type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
    const Elf64_Sym *symbols = (const void *)(file + table->sh_offset);
    char text[500];
    for (unsigned k = 0; k < s->sh_size / size; k++) {
        Elf64_Rela r = {0};
        char addend[30] = "in place";
        memcpy(&r, file + s->sh_offset + k * size, size);
        if (s->sh_type == SHT_RELA)
            snprintf(addend, sizeof addend, "%+lld", (long long)r.r_addend);
        snprintf(text, sizeof text, "relocation %s+0x%03x type %u %s %s", section_name(s->sh_info),
                 (unsigned)r.r_offset, (unsigned)ELF64_R_TYPE(r.r_info),
                 symbol_name(table, &symbols[ELF64_R_SYM(r.r_info)]), addend);
        add_line(text);
    }
}

static void print_symbols(unsigned i) {
    const Elf64_Shdr *table = &sections[i];
    const Elf64_Sym *s = (const void *)(file + table->sh_offset);
    char text[500];
    for (unsigned k = 1; k < table->sh_size / sizeof *s; k++) {
        if (ELF64_ST_TYPE(s[k].st_info) == STT_SECTION)
            continue;
        snprintf(text, sizeof text, "symbol %s %s+0x%llx size %llu binding %u type %u visibility %u",
                 symbol_name(table, &s[k]), symbol_place(s[k].st_shndx), (unsigned long long)s[k].st_value,
                 (unsigned long long)s[k].st_size, ELF64_ST_BIND(s[k].st_info), ELF64_ST_TYPE(s[k].st_info),
                 s[k].st_other);
        add_line(text);
    }
}

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    enum { ROOM = 1 << 20 };
    file = malloc(ROOM);
    if (!f || !file || fread(file, 1, ROOM, f) < sizeof(Elf64_Ehdr) || memcmp(file, ELFMAG, SELFMAG) != 0) {
        fprintf(stderr, "usage: elfdump OBJECT\n");
        return 2;
    }
    const Elf64_Ehdr *h = (const void *)file;
    sections = (void *)(file + h->e_shoff);
    section_count = h->e_shnum;
    printf("flags 0x%x abi %u.%u\n", h->e_flags, file[EI_OSABI], file[EI_ABIVERSION]);
    for (unsigned i = 1; i < section_count; i++)
        if (sections[i].sh_type != SHT_SYMTAB && sections[i].sh_type != SHT_STRTAB &&
            sections[i].sh_type != SHT_RELA && sections[i].sh_type != SHT_REL)
            print_section(i);
    for (unsigned i = 1; i < section_count; i++)
        if (sections[i].sh_type == SHT_RELA || sections[i].sh_type == SHT_REL)
            print_relocations(i);
    print_lines();
    for (unsigned i = 1; i < section_count; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            print_symbols(i);
    print_lines();
    fclose(f);
    free(file);
    return 0;
}
