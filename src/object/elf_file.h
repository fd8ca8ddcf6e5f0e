/* SPDX-License-Identifier: MIT */
/* What the two ELF writers share: file header, string tables, symbols, checked relocations. */
#ifndef GISA_ELF_FILE_H
#define GISA_ELF_FILE_H

#include "elf_types.h"
#include "object.h"

/* A section without content can claim any size; none that a GPU could hold is refused. */
static const uint64_t elf_largest_space = (uint64_t)1 << 40;

/* Adds a name to a string table (which starts with a 0 byte) and returns its offset. */
uint32_t elf_add_name(bytes *names, const char *name);

/* The file header, with the architecture of `o`; section and program headers are the caller's to
   fill in. */
Elf64_Ehdr elf_header(const object *o, uint16_t type);

/* A section header, but for the name and the place in the file. */
Elf64_Shdr elf_section_header(uint32_t type, uint64_t flags, uint64_t align, uint64_t entry_size);

/* Appends structures as they are in a file (see elf_copy). */
void elf_append(bytes *out, const void *structures, size_t size, const char *numbers);

void elf_align(bytes *out, uint64_t align);

/* The bytes that a relocation patches; 0 for an unknown type. */
unsigned elf_relocation_width(uint32_t type);

/* The systems other than AMDHSA keep addends in the patched bytes (SHT_REL). */
bool elf_addends_in_place(const object *o);

/* The addend in the bytes that a relocation patches, and the way back. Both halves of an address
 * hold the addend itself, and a branch the number of words for it. False: the addend does not
 * fit. */
int64_t elf_addend_at(const uint8_t *place, uint32_t type);
bool elf_put_addend(uint8_t *place, uint32_t type, int64_t addend);

/* Section and symbol exist and the patched bytes lie inside the section. */
gisa_status elf_check_relocations(const object *o, object_fault *fault);

#endif
