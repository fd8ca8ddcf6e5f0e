/* SPDX-License-Identifier: MIT */
/* What the system's <elf.h> says. */
#include "elf_facts.h"

#include <elf.h>

#ifndef SHF_GNU_RETAIN /* musl's does not have it */
#define SHF_GNU_RETAIN (1 << 21)
#endif

const elf_fact elf_system_facts[] = {
#include "elf_facts_list.h"
};
const char *const elf_system_magic = ELFMAG;
