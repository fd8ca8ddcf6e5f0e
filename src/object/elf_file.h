/* SPDX-License-Identifier: MIT */
/* What the two ELF writers share: file header, string tables, symbols, checked relocations. */
#ifndef GISA_ELF_FILE_H
#define GISA_ELF_FILE_H

#include "object.h"

#include <elf.h>

/* A section without content can claim any size; none that a GPU could hold is refused. */
static const uint64_t elf_largest_space = (uint64_t)1 << 40;

/* Adds a name to a string table (which starts with a 0 byte) and returns its offset. */
uint32_t elf_add_name(bytes *names, const char *name);

/* The file header, with the architecture of `o`; section and program headers are the caller's to fill in. */
Elf64_Ehdr elf_header(const object *o, uint16_t type);

/* A section header, but for the name and the place in the file. */
Elf64_Shdr elf_section_header(uint32_t type, uint64_t flags, uint64_t align, uint64_t entry_size);

void elf_align(bytes *out, uint64_t align);

/* The bytes that a relocation patches; 0 for an unknown type. */
unsigned elf_relocation_width(uint32_t type);

/* Section and symbol exist and the patched bytes lie inside the section. */
gisa_status elf_check_relocations(const object *o, object_fault *fault);

#endif
