/* SPDX-License-Identifier: MIT */
/* The tables of sections and symbols, as GNU objdump prints them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "object/elf_types.h"
#include "objdump.h"

/* ---- section headers ---- */

/* Header number i of an ELF file, which gisa_file_open has read before; false: there is none. */
static bool header_at(const gisa_file_info *f, size_t i, Elf64_Shdr *header) {
    Elf64_Ehdr e;
    if (f->format != GISA_INPUT_ELF || f->size < sizeof e)
        return false;
    memcpy(&e, f->bytes, sizeof e);
    if (e.e_shentsize != sizeof *header || e.e_shoff > f->size ||
        i >= (f->size - e.e_shoff) / sizeof *header || i >= e.e_shnum)
        return false;
    memcpy(header, (const char *)f->bytes + e.e_shoff + i * sizeof *header, sizeof *header);
    return true;
}

/* A text of the section that names sections. */
static const char *header_name(const gisa_file_info *f, const Elf64_Shdr *header) {
    Elf64_Ehdr e;
    Elf64_Shdr names;
    memcpy(&e, f->bytes, sizeof e);
    if (!header_at(f, e.e_shstrndx, &names) || names.sh_offset > f->size ||
        names.sh_size > f->size - names.sh_offset || header->sh_name >= names.sh_size)
        return "";
    const char *name = (const char *)f->bytes + names.sh_offset + header->sh_name;
    return memchr(name, 0, names.sh_size - header->sh_name) ? name : "";
}

/* What belongs to the file and not to the program: symbols, their names, relocations. */
static bool is_listed(const Elf64_Shdr *s) {
    bool own = s->sh_type == SHT_SYMTAB || s->sh_type == SHT_STRTAB || s->sh_type == SHT_RELA ||
               s->sh_type == SHT_REL || s->sh_type == SHT_SYMTAB_SHNDX;
    return s->sh_type != SHT_NULL && (!own || s->sh_flags & SHF_ALLOC);
}

static bool has_relocations(const gisa_file_info *f, size_t number) {
    Elf64_Shdr s;
    for (size_t i = 0; header_at(f, i, &s); i++)
        if ((s.sh_type == SHT_RELA || s.sh_type == SHT_REL) && !(s.sh_flags & SHF_ALLOC) &&
            s.sh_info == number)
            return true;
    return false;
}

static void print_flags(const gisa_file_info *f, const Elf64_Shdr *s, size_t number, bool debugging) {
    bool loaded = s->sh_flags & SHF_ALLOC && s->sh_type != SHT_NOBITS;
    const struct {
        bool has;
        const char *name;
    } flags[] = {{s->sh_type != SHT_NOBITS, "CONTENTS"},
                 {s->sh_flags & SHF_ALLOC, "ALLOC"},
                 {loaded, "LOAD"},
                 {has_relocations(f, number), "RELOC"},
                 {!(s->sh_flags & SHF_WRITE), "READONLY"},
                 {s->sh_flags & SHF_EXECINSTR, "CODE"},
                 {loaded && !(s->sh_flags & SHF_EXECINSTR), "DATA"},
                 {debugging, "DEBUGGING"},
                 {s->sh_flags & SHF_EXCLUDE, "EXCLUDE"},
                 {s->sh_flags & SHF_TLS, "THREAD_LOCAL"},
                 {debugging, "OCTETS"}};
    const char *comma = "                  ";
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].has) {
            printf("%s%s", comma, flags[i].name);
            comma = ", ";
        }
    putchar('\n');
}

static unsigned power(uint64_t alignment) {
    unsigned p = 0;
    while (p < 63 && alignment >> (p + 1))
        p++;
    return p;
}

static void print_elf_sections(const objdump *d) {
    Elf64_Shdr s;
    int number = 0;
    for (size_t i = 0; header_at(&d->info, i, &s); i++) {
        const char *name = header_name(&d->info, &s);
        if (!is_listed(&s))
            continue;
        if (objdump_wants(d, name)) {
            printf("%3d %-13s %08" PRIx64 "  %016" PRIx64 "  %016" PRIx64 "  %08" PRIx64 "  2**%u\n", number,
                   name, s.sh_size, s.sh_addr, s.sh_addr, s.sh_offset, power(s.sh_addralign));
            print_flags(&d->info, &s, i, !(s.sh_flags & SHF_ALLOC) && strncmp(name, ".debug", 6) == 0);
        }
        number++;
    }
}

/* Of files that are not ELF: where the parts are. */
static void print_parts(const objdump *d) {
    gisa_file_section s;
    for (size_t i = 0; gisa_file_section_at(d->file, i, &s) == GISA_OK; i++)
        if (s.bytes && objdump_wants(d, s.name))
            printf("%3zu %-13s %08" PRIx64 "  %016" PRIx64 "  %016" PRIx64
                   "  %08zx  2**0\n                  CONTENTS, READONLY, CODE\n",
                   i, *s.name ? s.name : ".data", s.size, s.address, s.address,
                   (size_t)(s.bytes - (const uint8_t *)d->info.bytes));
}

void objdump_sections(const objdump *d) {
    printf("%sSections:\nIdx Name          Size      VMA               LMA               File off  Algn\n",
           d->a->llvm ? "\n" : "");
    (d->info.format == GISA_INPUT_ELF ? print_elf_sections : print_parts)(d);
}

/* ---- symbols ---- */

static const char *section_name(const objdump *d, const gisa_file_symbol *s) {
    gisa_file_section section;
    if (s->section >= 0 && gisa_file_section_at(d->file, (size_t)s->section, &section) == GISA_OK)
        return section.name;
    return s->defined ? "*ABS*" : "*UND*";
}

static void print_symbol(const objdump *d, const gisa_file_symbol *s) {
    static const char *const visible[] = {"", ".internal ", ".hidden ", ".protected "};
    char room[SCOPES_TEXT];
    const char *section = section_name(d, s);
    const char scope = s->binding == STB_LOCAL ? 'l' : s->binding == STB_GLOBAL && s->defined ? 'g' : ' ';
    const char type = s->type == STT_FUNC     ? 'F'
                      : s->type == STT_FILE   ? 'f'
                      : s->type == STT_OBJECT ? 'O'
                                              : ' ';
    printf("%016" PRIx64 " %c%c   %c%c %s\t%016" PRIx64 " %s%s\n", s->address, scope,
           s->binding == STB_WEAK ? 'w' : ' ', s->type == STT_SECTION || s->type == STT_FILE ? 'd' : ' ',
           type, section, s->size, visible[s->visibility & 3],
           *s->name                 ? objdump_name(d, s->name, room)
           : s->type == STT_SECTION ? section
                                    : "");
}

void objdump_symbols(const objdump *d) {
    gisa_file_symbol s;
    size_t i = 0;
    printf("%sSYMBOL TABLE:\n", d->a->llvm ? "\n" : "");
    for (; gisa_file_symbol_at(d->file, i, &s) == GISA_OK; i++)
        print_symbol(d, &s);
    if (!d->a->llvm)
        puts(i ? "\n" : "no symbols\n\n");
}
