/* SPDX-License-Identifier: MIT */
/* A link in progress: what elf_link.c, elf_layout.c, elf_dynamic.c and elf_relocate.c hand on to
 * each other.
 *
 *   object -> parts (output sections) -> needs (GOT, dynamic relocations) -> dynamic tables
 *          -> addresses -> relocated bytes -> file
 */
#ifndef GISA_LINK_H
#define GISA_LINK_H

#include "elf_file.h"

enum { LINK_PAGE = 0x1000 }; /* the alignment of loaded segments */
enum { LINK_MOST_FILLED = 1 << 28 };

/* One section of the finished file. */
typedef struct part {
    const char *name;
    uint32_t type;
    uint64_t flags, align, entry_size;
    uint32_t link, info; /* numbers of sections, set when the order is known */
    bytes content;       /* empty for SHT_NOBITS */
    uint64_t size;       /* in memory */
    uint64_t address, offset;
    unsigned rank; /* the order in the file */
    bool relro;    /* only written while it is loaded */
    int order;     /* among equals */
} part;

/* Where a section or a symbol of the object went. */
typedef struct place {
    int part; /* index in link_state.parts, or -1: an absolute value */
    uint64_t offset;
} place;

/* Parts that the linker makes itself; -1 where there is none. */
typedef struct made_parts {
    int dynsym, gnu_hash, hash, dynstr, rela, dynamic, got, relro_padding, bss;
} made_parts;

typedef struct dynamic_relocation {
    int part; /* the place that is patched */
    uint64_t offset;
    uint32_t type; /* R_AMDGPU_RELATIVE64 or R_AMDGPU_ABS64 */
    int symbol;    /* index in object.symbols */
    int64_t addend;
} dynamic_relocation;

typedef struct link_state {
    const object *o;
    object_fault *fault;
    part *parts; /* room for every section of the object and for the made ones */
    size_t part_count;
    made_parts made;
    place *sections;          /* per section of the object */
    place *symbols;           /* per symbol of the object */
    uint32_t *dynamic_number; /* per symbol: its number in .dynsym, 0 = not there */
    int *dynamic_symbols;  /* the symbols of .dynsym from number 1 on: indices in object.symbols; imported */
    size_t imported_count; /* ones first, */
    size_t exported_count; /* then those that the GNU hash table knows */
    int32_t *got_entry;    /* per symbol: its entry in .got, -1 = none */
    size_t got_count;
    dynamic_relocation *dynamic;
    size_t dynamic_count;
    uint64_t filled;  /* bytes of the file that are there for alignment, or space among bytes: not many */
    uint32_t *number; /* per part: its number in the file, from 1 */
    int *in_order;    /* the parts as they stand in the file */
    int entry;        /* the symbol _start, which makes the file a program (lld -pie): GCC's are; -1 = none */
    bool no_memory;
} link_state;

int link_add_part(link_state *l, const char *name, uint32_t type, uint64_t flags, uint64_t align,
                  uint64_t entry_size);
uint64_t link_address(const link_state *l, place p);
/* The symbol can be found by its name in the loaded object. */
bool link_is_exported(const symbol *s);
/* Another loaded object is asked for it. */
bool link_is_imported(const symbol *s);
/* Only a dynamic relocation knows the address: another loaded object may bring its own
   definition. */
bool link_is_preemptible(const link_state *l, const symbol *s);

/* elf_relocate.c */
gisa_status link_scan_relocations(link_state *l); /* fills in got_entry and dynamic */
gisa_status link_apply_relocations(link_state *l);
/* elf_dynamic.c */
bool link_make_dynamic_parts(link_state *l); /* with their final sizes, before there are addresses */
void link_fill_dynamic_parts(link_state *l); /* with addresses */
/* elf_layout.c: orders the parts, gives them addresses and file offsets; appends the program
   headers. */
gisa_status link_layout(link_state *l, bytes *program_headers);

#endif
