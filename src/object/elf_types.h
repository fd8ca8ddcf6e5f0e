/* SPDX-License-Identifier: MIT */
/* ELF64 as its public specification (the System V ABI, with GNU's additions) has it: the structures
 * and constants that this library uses. <elf.h> has more of them, but only some systems have
 * <elf.h>. A file that includes both includes that one first. */
#ifndef GISA_ELF_TYPES_H
#define GISA_ELF_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef ELFMAG

/* ---- File header ---- */

#define ELFMAG "\177ELF"
enum { SELFMAG = 4 };

/* Bytes of e_ident; ELFCLASS64, ELFDATA2LSB and EV_CURRENT are values of the first three. */
enum { EI_CLASS = 4, EI_DATA, EI_VERSION, EI_OSABI, EI_ABIVERSION, EI_NIDENT = 16 };
enum { ELFCLASS64 = 2, ELFDATA2LSB = 1, EV_CURRENT = 1 };

/* e_type */
enum { ET_REL = 1, ET_EXEC, ET_DYN };

typedef struct {
    unsigned char e_ident[EI_NIDENT];
    uint16_t e_type, e_machine;
    uint32_t e_version;
    uint64_t e_entry, e_phoff, e_shoff;
    uint32_t e_flags;
    uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf64_Ehdr;

/* ---- Sections ---- */

typedef struct {
    uint32_t sh_name, sh_type;
    uint64_t sh_flags, sh_addr, sh_offset, sh_size;
    uint32_t sh_link, sh_info;
    uint64_t sh_addralign, sh_entsize;
} Elf64_Shdr;

/* sh_type */
enum {
    SHT_NULL,
    SHT_PROGBITS,
    SHT_SYMTAB,
    SHT_STRTAB,
    SHT_RELA,
    SHT_HASH,
    SHT_DYNAMIC,
    SHT_NOTE,
    SHT_NOBITS,
    SHT_REL,
    SHT_DYNSYM = 11,
    SHT_INIT_ARRAY = 14,
    SHT_FINI_ARRAY,
    SHT_PREINIT_ARRAY,
    SHT_GROUP,
    SHT_SYMTAB_SHNDX,
    SHT_GNU_HASH = 0x6ffffff6,
    SHT_GNU_verdef = 0x6ffffffd,
    SHT_GNU_verneed,
    SHT_GNU_versym
};

/* sh_flags */
enum {
    SHF_WRITE = 1 << 0,
    SHF_ALLOC = 1 << 1,
    SHF_EXECINSTR = 1 << 2,
    SHF_MERGE = 1 << 4,
    SHF_STRINGS = 1 << 5,
    SHF_INFO_LINK = 1 << 6,
    SHF_LINK_ORDER = 1 << 7,
    SHF_GROUP = 1 << 9,
    SHF_TLS = 1 << 10,
    SHF_GNU_RETAIN = 1 << 21
};
#define SHF_EXCLUDE (1U << 31)

/* Numbers of sections that stand for something else. */
enum { SHN_UNDEF = 0, SHN_LORESERVE = 0xff00, SHN_ABS = 0xfff1, SHN_COMMON = 0xfff2, SHN_XINDEX = 0xffff };

/* ---- Symbols ---- */

typedef struct {
    uint32_t st_name;
    unsigned char st_info, st_other;
    uint16_t st_shndx;
    uint64_t st_value, st_size;
} Elf64_Sym;

#define ELF64_ST_BIND(info) ((unsigned char)(info) >> 4)
#define ELF64_ST_TYPE(info) ((info)&15)
#define ELF64_ST_INFO(binding, type) (((binding) << 4) + ((type)&15))
#define ELF64_ST_VISIBILITY(other) ((other)&3)

enum { STB_LOCAL, STB_GLOBAL, STB_WEAK };
enum { STT_NOTYPE, STT_OBJECT, STT_FUNC, STT_SECTION, STT_FILE, STT_COMMON, STT_TLS, STT_GNU_IFUNC = 10 };
enum { STV_DEFAULT, STV_INTERNAL, STV_HIDDEN, STV_PROTECTED };

/* ---- Relocations ---- */

typedef struct {
    uint64_t r_offset, r_info;
} Elf64_Rel;

typedef struct {
    uint64_t r_offset, r_info;
    int64_t r_addend;
} Elf64_Rela;

#define ELF64_R_SYM(info) ((info) >> 32)
#define ELF64_R_TYPE(info) ((info)&0xffffffff)
#define ELF64_R_INFO(symbol, type) (((uint64_t)(symbol) << 32) + (type))

/* ---- What a loader reads ---- */

typedef struct {
    uint32_t p_type, p_flags;
    uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;

enum {
    PT_LOAD = 1,
    PT_DYNAMIC,
    PT_NOTE = 4,
    PT_PHDR = 6,
    PT_GNU_STACK = 0x6474e551,
    PT_GNU_RELRO = 0x6474e552
};
enum { PF_X = 1, PF_W = 2, PF_R = 4 };

typedef struct {
    int64_t d_tag;
    union {
        uint64_t d_val;
    } d_un;
} Elf64_Dyn;

enum {
    DT_NULL = 0,
    DT_HASH = 4,
    DT_STRTAB,
    DT_SYMTAB,
    DT_RELA,
    DT_RELASZ,
    DT_RELAENT,
    DT_STRSZ,
    DT_SYMENT,
    DT_DEBUG = 21,
    DT_INIT_ARRAY = 25,
    DT_FINI_ARRAY,
    DT_INIT_ARRAYSZ,
    DT_FINI_ARRAYSZ,
    DT_PREINIT_ARRAY = 32,
    DT_PREINIT_ARRAYSZ,
    DT_GNU_HASH = 0x6ffffef5,
    DT_RELACOUNT = 0x6ffffff9,
    DT_FLAGS_1 = 0x6ffffffb
};
enum { DF_1_PIE = 0x08000000 };

#endif

/* The numbers of a structure in order: how many bytes each has. */
#define ELF_EHDR_NUMBERS "\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\2\2\4\10\10\10\4\2\2\2\2\2\2"
#define ELF_SHDR_NUMBERS "\4\4\10\10\10\10\4\4\10\10"
#define ELF_PHDR_NUMBERS "\4\4\10\10\10\10\10\10"
#define ELF_SYM_NUMBERS "\4\1\1\2\10\10"
/* Elf64_Rel, Elf64_Rela and Elf64_Dyn have none but these. */
#define ELF_LONG_NUMBERS "\10"

/* Copies structures from a file to memory, or from memory to a file, whose numbers have the lowest
 * byte first. `numbers` repeats until `size` bytes are copied. */
static inline void elf_copy(void *restrict to, const void *restrict from, size_t size, const char *numbers) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)numbers;
    memcpy(to, from, size);
#else
    const uint16_t probe = 1;
    bool same = *(const unsigned char *)&probe == 1;
    const char *n = numbers;
    for (size_t at = 0; at < size; at += (size_t)*n++) {
        n = *n ? n : numbers;
        for (size_t i = 0; i < (size_t)*n; i++)
            ((char *)to)[at + i] = ((const char *)from)[at + (same ? i : (size_t)*n - 1 - i)];
    }
#endif
}

#endif
