/* SPDX-License-Identifier: MIT */
/* Bundles of code objects: what clang-offload-bundler writes, alone in a file, or one behind the other in the section .hip_fatbin
 * of a program for the host. A bundle is a magic text, a count, and for each entry offset, size and name ("Clang Offload
 * Bundler" in clang's documentation). */
#include "object.h"

#include <elf.h>
#include <string.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
enum { MAGIC = sizeof magic - 1, ENTRY = 24, ALIGN = 4096 };
/* rocSPARSE has less than a thousand in 111 bundles. */
enum { MOST_ENTRIES = 8192 };

typedef struct part {
    const uint8_t *at;
    uint64_t size;
} part;

static bool begins(part p) {
    return p.size >= MAGIC + 8 && memcmp(p.at, magic, MAGIC) == 0;
}

static uint64_t number(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* ---- where bundles are ---------------------------------------------------------------------- */

/* The section of that name of a program for some other machine; nothing: there is none. */
static part section_of_host(part file, const char *name) {
    Elf64_Ehdr h;
    Elf64_Shdr names, s;
    size_t length = strlen(name) + 1;
    if (file.size < sizeof h)
        return (part){0};
    memcpy(&h, file.at, sizeof h);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 ||
        h.e_machine == OBJECT_MACHINE || h.e_shentsize != sizeof s || h.e_shoff > file.size ||
        h.e_shnum > (file.size - h.e_shoff) / sizeof s || h.e_shstrndx >= h.e_shnum)
        return (part){0};
    memcpy(&names, file.at + h.e_shoff + h.e_shstrndx * sizeof s, sizeof names);
    if (names.sh_offset > file.size || names.sh_size > file.size - names.sh_offset)
        return (part){0};
    for (unsigned i = 0; i < h.e_shnum; i++) {
        memcpy(&s, file.at + h.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_name < names.sh_size && names.sh_size - s.sh_name >= length &&
            memcmp(file.at + names.sh_offset + s.sh_name, name, length) == 0 && s.sh_type != SHT_NOBITS &&
            s.sh_offset <= file.size && s.sh_size <= file.size - s.sh_offset)
            return (part){file.at + s.sh_offset, s.sh_size};
    }
    return (part){0};
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Goes to entry `left` of a bundle; where it has fewer, counts those and says where the bundle ends. Code objects lie one behind
 * the other. */
static gisa_status find_entry(part p, unsigned *left, gisa_bundled *e, uint64_t *end) {
    uint64_t count = number(p.at + MAGIC), at = MAGIC + 8, before = at;
    *end = at;
    for (; count; count--) {
        uint64_t offset, size, name;
        if (p.size - at < ENTRY)
            return GISA_BAD_FILE;
        offset = number(p.at + at);
        size = number(p.at + at + 8);
        name = number(p.at + at + 16);
        at += ENTRY;
        if (name > p.size - at || offset > p.size || size > p.size - offset || (size && offset < before))
            return GISA_BAD_FILE;
        before = size ? offset + size : before;
        if (offset + size > *end)
            *end = offset + size;
        if ((*left)-- == 0) {
            *e = (gisa_bundled){(const char *)p.at + at, (size_t)name, p.at + offset, (size_t)size};
            return GISA_OK;
        }
        at += name;
        if (at > *end)
            *end = at;
    }
    return GISA_END;
}

gisa_status gisa_bundled_at(const void *file, size_t size, unsigned i, gisa_bundled *entry) {
    part p = {file, size};
    if (!file || !entry)
        return GISA_BAD_ARGUMENT;
    if (!begins(p))
        p = section_of_host(p, ".hip_fatbin");
    if (!begins(p))
        return GISA_BAD_FILE;
    if (i >= MOST_ENTRIES)
        return GISA_END;
    while (begins(p)) {
        uint64_t end;
        gisa_status status = find_entry(p, &i, entry, &end);
        if (status != GISA_END)
            return status;
        end = (end + ALIGN - 1) & ~(uint64_t)(ALIGN - 1); /* where linkers put the next one */
        if (end > p.size)
            break;
        p = (part){p.at + end, p.size - end};
    }
    return GISA_END;
}

static bool names(const gisa_bundled *e, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= e->name_size; i++)
        if (memcmp(e->name + i, text, size) == 0)
            return true;
    return false;
}

gisa_status gisa_bundled_for(const void *file, size_t size, const gisa_isa *isa, gisa_bundled *entry) {
    gisa_bundled e;
    gisa_status status, found = GISA_END;
    for (unsigned i = 0; (status = gisa_bundled_at(file, size, i, &e)) == GISA_OK; i++) {
        bool wants_xnack = names(&e, ":xnack+");
        if (!isa || !gisa_fits(isa, gisa_find_object(e.file, e.size)) || (wants_xnack && found == GISA_OK))
            continue;
        *entry = e;
        found = GISA_OK;
        if (!wants_xnack)
            break;
    }
    return found == GISA_OK || status == GISA_END ? found : status;
}
