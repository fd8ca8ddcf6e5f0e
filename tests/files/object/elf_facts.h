/* SPDX-License-Identifier: MIT */
/* What an ELF header says, as numbers: elf_facts.c includes elf_types.h, elf_facts_system.c
 * <elf.h>, since no file may include both. */
#ifndef GISA_ELF_FACTS_H
#define GISA_ELF_FACTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct elf_fact {
    const char *name;
    uint64_t value, size; /* size: of a member */
} elf_fact;

#define NUMBER(name) {#name, (uint64_t)(name), 0},
#define FIELD(type, member) {#type "." #member, offsetof(type, member), sizeof(((type *)0)->member)},

extern const elf_fact elf_system_facts[];
extern const char *const elf_system_magic;

#endif
