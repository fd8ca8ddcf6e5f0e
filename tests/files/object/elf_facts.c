/* SPDX-License-Identifier: MIT */
/* src/object/elf_types.h says what the system's <elf.h> says. */
#include "elf_facts.h"

#include <stdio.h>
#include <string.h>

#include "elf_types.h"
#include "test.h"

static const elf_fact ours[] = {
#include "elf_facts_list.h"
};

void test_elf_facts(void) {
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!CHECK(ours[i].value == elf_system_facts[i].value && ours[i].size == elf_system_facts[i].size))
            printf("%s: %llx, the system has %llx\n", ours[i].name, (unsigned long long)ours[i].value,
                   (unsigned long long)elf_system_facts[i].value);
    CHECK_TEXT(ELFMAG, elf_system_magic);
}
