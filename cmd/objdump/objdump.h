/* SPDX-License-Identifier: MIT */
/* What the parts of `gisa objdump` share. objdump.c reads the arguments, tables.c prints sections
 * and symbols, code.c goes through code, layout.c prints its lines, and names.c makes names of C++
 * readable. */
#ifndef GISA_CMD_OBJDUMP_H
#define GISA_CMD_OBJDUMP_H

#include "gisa.h"
#include "lines.h"

typedef struct objdump_arguments {
    const gisa_isa *isa;   /* -m, --mcpu; for raw code */
    const char *object;    /* --object */
    const char **sections; /* -j */
    unsigned section_count;
    const char *symbol; /* --disassemble=SYMBOL */
    const char **files;
    unsigned file_count;
    gisa_syntax syntax;
    uint64_t start, stop; /* stop 0: to the end */
    unsigned width;       /* bytes of an instruction in one line */
    bool code, all, headers, symbols;
    bool lines, source, demangle, zeroes, no_words, raw;
    bool llvm; /* the layout of llvm-objdump; otherwise that of GNU objdump */
    bool help, version;
} objdump_arguments;

/* A symbol that names code or data of a section. */
typedef struct objdump_symbol {
    uint64_t address;
    size_t section;
    const char *name;
    uint8_t type; /* STT_* of ELF */
} objdump_symbol;

typedef struct objdump {
    const objdump_arguments *a;
    const char *path;
    const gisa_file *file;
    gisa_file_info info;
    objdump_symbol *symbols; /* by section, address and name */
    size_t symbol_count;
    lines lines;      /* of the source, with -l or -S */
    char **folders;   /* of its files with relative names, where the code was compiled; or NULL */
    unsigned in_file; /* where the lines before were from */
    unsigned in_line; /* 0: not known */
    char function[SCOPES_TEXT];
} objdump;

/* Is the section asked for? */
bool objdump_wants(const objdump *d, const char *section);

/* tables.c */
void objdump_sections(const objdump *d);
void objdump_symbols(const objdump *d);

/* code.c. false: out of memory. */
bool objdump_code(objdump *d);

/* layout.c */
/* One instruction, or a word of data: its bytes, its text, and where it goes to: a distance from a
 * symbol or section (NULL: it is not a branch). `end` is the last address of the section, for the
 * width of addresses. */
typedef struct objdump_line {
    uint64_t address, end;
    const uint8_t *bytes;
    size_t size;
    const char *text;
    uint64_t target, target_base;
    const char *target_name;
} objdump_line;
void objdump_head(const objdump *d);
void objdump_section_head(const objdump *d, const char *name);
/* "0000000000001000 <name>:" */
void objdump_label(const objdump *d, uint64_t address, const char *name, uint64_t symbol);
void objdump_print(const objdump *d, const objdump_line *line);
void objdump_zeroes(const objdump *d);
/* Up to eight bytes of data, as llvm-objdump prints them. */
void objdump_data(uint64_t address, const uint8_t *bytes, size_t size);
/* The line of the source that code at an address begins, if it is another one than before. */
void objdump_source(objdump *d, uint64_t address, const char *function);

/* names.c */
/* The name as -C wants it; in `room` where it is another one. */
const char *objdump_name(const objdump *d, const char *name, char room[SCOPES_TEXT]);
bool objdump_can_demangle(void);

#endif
