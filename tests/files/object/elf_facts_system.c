/* SPDX-License-Identifier: MIT */
/* What the system's <elf.h> says. */
#include "elf_facts.h"

#include <elf.h>

const elf_fact elf_system_facts[] = {
#include "elf_facts.def"
};
const char *const elf_system_magic = ELFMAG;
