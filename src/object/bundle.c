/* SPDX-License-Identifier: MIT */
/* Finds the code objects in a file of several: bundles as clang-offload-bundler writes them, alone
 * in a file or in the sections .hip_fatbin of a program for the host; and, in a program that has
 * none, AMDGPU ELF files among its data, where GCC's and clang's offloading put them. A bundle is a
 * magic text, a count, and for each entry offset, size and name ("Clang Offload Bundler" in clang's
 * documentation). */
#include "core/load.h"
#include "elf_types.h"
#include "object.h"

#include <string.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
enum { MAGIC = sizeof magic - 1, ENTRY = 24 };
/* rocSPARSE has less than a thousand in 111 bundles. */
enum { MOST_ENTRIES = 8192 };

typedef struct part {
    const uint8_t *at;
    uint64_t size;
} part;

static bool begins(part p) {
    return p.size >= MAGIC + 8 && memcmp(p.at, magic, MAGIC) == 0;
}

/* The rest of p from the first place where these bytes are; an empty part: they are nowhere. */
static part find_bytes(part p, const void *wanted, size_t size) {
    const uint8_t *first = wanted;
    while (p.size >= size) {
        const uint8_t *at = memchr(p.at, first[0], (size_t)(p.size - size + 1));
        if (!at)
            break;
        p = (part){at, p.size - (uint64_t)(at - p.at)};
        if (memcmp(at, wanted, size) == 0)
            return p;
        p = (part){at + 1, p.size - 1};
    }
    return (part){0};
}

/* ---- programs for the host ------------------------------------------------------------------ */

static bool is_program(part file, Elf64_Ehdr *h) {
    if (file.size < sizeof *h)
        return false;
    elf_copy(h, file.at, sizeof *h, ELF_EHDR_NUMBERS);
    return memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 && h->e_ident[EI_CLASS] == ELFCLASS64 &&
           h->e_machine != OBJECT_MACHINE;
}

static bool has_sections(part file, const Elf64_Ehdr *h) {
    return h->e_shentsize == sizeof(Elf64_Shdr) && h->e_shoff <= file.size &&
           h->e_shnum <= (file.size - h->e_shoff) / sizeof(Elf64_Shdr);
}

static Elf64_Shdr section_at(part file, const Elf64_Ehdr *h, unsigned i) {
    Elf64_Shdr s;
    elf_copy(&s, file.at + h->e_shoff + i * sizeof s, sizeof s, ELF_SHDR_NUMBERS);
    return s;
}

/* The next section of that name, from number *i on; an empty part: there is none. */
static part section_of_program(part file, const char *name, unsigned *i) {
    Elf64_Ehdr h;
    size_t length = strlen(name) + 1;
    if (!is_program(file, &h) || !has_sections(file, &h) || h.e_shstrndx >= h.e_shnum)
        return (part){0};
    Elf64_Shdr names = section_at(file, &h, h.e_shstrndx);
    if (names.sh_offset > file.size || names.sh_size > file.size - names.sh_offset)
        return (part){0};
    while (*i < h.e_shnum) {
        Elf64_Shdr s = section_at(file, &h, (*i)++);
        if (s.sh_name < names.sh_size && names.sh_size - s.sh_name >= length &&
            memcmp(file.at + names.sh_offset + s.sh_name, name, length) == 0 && s.sh_type != SHT_NOBITS &&
            s.sh_offset <= file.size && s.sh_size <= file.size - s.sh_offset)
            return (part){file.at + s.sh_offset, s.sh_size};
    }
    return (part){0};
}

/* ---- ELF files among data ------------------------------------------------------------------- */

static bool reaches(part p, uint64_t offset, uint64_t size, uint64_t *end) {
    if (offset > p.size || size > p.size - offset)
        return false;
    if (offset + size > *end)
        *end = offset + size;
    return true;
}

/* How many bytes belong to the AMDGPU ELF file that p begins with: up to the end of what its
 * headers speak of. 0: it begins with none, or with one that is longer than p. */
static uint64_t size_of_object(part p) {
    Elf64_Ehdr h;
    uint64_t end = sizeof h;
    if (p.size < sizeof h)
        return 0;
    elf_copy(&h, p.at, sizeof h, ELF_EHDR_NUMBERS);
    if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
        h.e_ident[EI_VERSION] != EV_CURRENT || h.e_machine != OBJECT_MACHINE || h.e_ehsize != sizeof h ||
        !has_sections(p, &h) || (h.e_phnum && h.e_phentsize != sizeof(Elf64_Phdr)) ||
        !reaches(p, h.e_shoff, h.e_shnum * sizeof(Elf64_Shdr), &end) ||
        !reaches(p, h.e_phoff, h.e_phnum * sizeof(Elf64_Phdr), &end))
        return 0;
    for (unsigned i = 0; i < h.e_shnum; i++) {
        Elf64_Shdr s = section_at(p, &h, i);
        if (s.sh_type != SHT_NOBITS && s.sh_type != SHT_NULL && !reaches(p, s.sh_offset, s.sh_size, &end))
            return 0;
    }
    return end;
}

/* The next one in the rest of the file. */
static gisa_status next_object(gisa_bundle *b, gisa_bundled *e) {
    part p = {b->at, b->size};
    for (; b->seen < MOST_ENTRIES && (p = find_bytes(p, ELFMAG, SELFMAG)).size;
         p = (part){p.at + 1, p.size - 1}) {
        uint64_t size = size_of_object(p);
        b->seen++;
        if (!size)
            continue;
        *e = (gisa_bundled){"", 0, p.at, (size_t)size};
        b->at = p.at + size;
        b->size = (size_t)(p.size - size);
        return GISA_OK;
    }
    b->size = 0;
    return GISA_STATUS_END;
}

/* ---- entries of bundles --------------------------------------------------------------------- */

/* Code objects lie one after another, and after the table. */
static gisa_status next_entry(gisa_bundle *b, gisa_bundled *e) {
    part p = {b->at, b->size};
    uint64_t offset, size, name;
    if (p.size - b->table < ENTRY)
        return GISA_STATUS_BAD_FILE;
    offset = load64(p.at + b->table);
    size = load64(p.at + b->table + 8);
    name = load64(p.at + b->table + 16);
    b->table += ENTRY;
    if (name > p.size - b->table || offset > p.size || size > p.size - offset || (size && offset < b->end))
        return GISA_STATUS_BAD_FILE;
    *e = (gisa_bundled){(const char *)p.at + b->table, (size_t)name, p.at + offset, (size_t)size};
    b->table += name;
    b->end = size ? offset + size : b->end;
    b->left--;
    b->seen++;
    return GISA_OK;
}

/* Begins the bundle that p begins with. */
static void begin_bundle(gisa_bundle *b, part p) {
    b->at = p.at;
    b->size = (size_t)p.size;
    b->left = load64(p.at + MAGIC);
    b->table = MAGIC + 8;
    b->end = 0;
    b->is_bundle = true;
}

/* The next bundle: after this one, where linkers leave a gap, or in the next section. */
static bool next_bundle(gisa_bundle *b) {
    uint64_t end = b->end > b->table ? b->end : b->table;
    part file = {b->file, b->file_size}, p = {b->at + end, b->size - end};
    p = find_bytes(p, magic, MAGIC);
    while (!begins(p)) {
        p = section_of_program(file, ".hip_fatbin", &b->section);
        if (!p.size)
            return false;
    }
    begin_bundle(b, p);
    return true;
}

/* ---- files ---------------------------------------------------------------------------------- */

void gisa_bundle_open(gisa_bundle *b, const void *file, size_t size) {
    Elf64_Ehdr h;
    part p = {file, size};
    *b = (gisa_bundle){.file = file, .file_size = size};
    if (!file)
        return;
    if (begins(p))
        begin_bundle(b, p);
    else if (is_program(p, &h)) {
        do
            p = section_of_program((part){file, size}, ".hip_fatbin", &b->section);
        while (p.size && !begins(p));
        if (p.size)
            begin_bundle(b, p);
        else {
            b->at = file;
            b->size = size;
        }
    }
}

gisa_status gisa_bundle_next(gisa_bundle *b, gisa_bundled *e) {
    gisa_status status;
    if (!b || !e)
        return GISA_STATUS_BAD_ARGUMENT;
    if (!b->is_bundle) {
        bool first = !b->at || b->at == b->file;
        status = next_object(b, e);
        return status == GISA_STATUS_END && first ? GISA_STATUS_BAD_FILE : status;
    }
    while (!b->left && b->seen < MOST_ENTRIES)
        if (!next_bundle(b))
            return GISA_STATUS_END;
    if (b->seen >= MOST_ENTRIES)
        return GISA_STATUS_END;
    return next_entry(b, e);
}

gisa_status gisa_bundled_at(const void *file, size_t size, unsigned i, gisa_bundled *entry) {
    gisa_bundle b;
    gisa_status status;
    if (!file || !entry)
        return GISA_STATUS_BAD_ARGUMENT;
    gisa_bundle_open(&b, file, size);
    do
        status = gisa_bundle_next(&b, entry);
    while (status == GISA_OK && i--);
    return status;
}

/* ---- choosing one --------------------------------------------------------------------------- */

static bool names(const gisa_bundled *e, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= e->name_size; i++)
        if (memcmp(e->name + i, text, size) == 0)
            return true;
    return false;
}

/* Is `target` the entry's name, or what stands in it for the processor, with or without its
   features? */
static bool is_target(const gisa_bundled *e, const char *target) {
    size_t size = strlen(target), at = e->name_size;
    if (size == e->name_size && memcmp(e->name, target, size) == 0)
        return true;
    while (at > 0 && (at < 2 || memcmp(e->name + at - 2, "--", 2) != 0))
        at--;
    return size && e->name_size - at >= size && memcmp(e->name + at, target, size) == 0 &&
           (e->name_size - at == size || e->name[at + size] == ':');
}

/* The number that a text is; 0: it is none. */
static unsigned number_of(const char *text) {
    unsigned value = 0;
    for (; *text >= '0' && *text <= '9' && value <= MOST_ENTRIES; text++)
        value = value * 10 + (unsigned)(*text - '0');
    return *text ? 0 : value;
}

typedef struct choice {
    const gisa_isa *isa;
    const char *wanted;
    unsigned number; /* that is wanted; 0: a target, or nothing */
    unsigned count, rank;
    gisa_bundled *entry;
} choice;

/* How well an entry fits; 0: it does not. Code for the chip itself is better than for one with its
 * instructions, and code without XNACK better than with it. */
static unsigned rank_of(const choice *c, const gisa_bundled *e, const gisa_isa *own, unsigned number) {
    enum { FITS = 1, PLAIN = 2, EXACT = 4 };
    const gisa_isa *named = c->wanted ? gisa_find(c->wanted) : NULL;
    if (c->number)
        return number == c->number;
    if (c->isa && !gisa_fits(c->isa, own))
        return 0;
    if (c->wanted)
        return is_target(e, c->wanted) || (named && own == named) ? FITS | EXACT
               : named && gisa_fits(named, own)                   ? FITS
                                                                  : 0;
    return !own ? 0 : FITS | (c->isa && names(e, ":xnack+") ? 0 : PLAIN) | (own == c->isa ? EXACT : 0);
}

/* Only those that fit best count. */
static gisa_status consider(choice *c, const gisa_bundled *e, unsigned number) {
    const gisa_isa *own;
    if (object_find_isa(e->file, e->size, &own) == GISA_STATUS_NO_MEMORY)
        return GISA_STATUS_NO_MEMORY;
    unsigned rank = rank_of(c, e, own, number);
    if (rank > c->rank) {
        *c->entry = *e;
        c->rank = rank;
        c->count = 0;
    }
    c->count += rank && rank == c->rank;
    return GISA_OK;
}

gisa_status gisa_bundled_choose(const void *file, size_t size, const gisa_isa *isa, const char *wanted,
                                gisa_bundled *entry, unsigned *count) {
    gisa_bundle b;
    gisa_bundled e;
    gisa_status status;
    unsigned number = 0;
    choice c = {.isa = isa, .wanted = wanted, .number = wanted ? number_of(wanted) : 0, .entry = entry};
    if (!file || !entry || !count)
        return GISA_STATUS_BAD_ARGUMENT;
    gisa_bundle_open(&b, file, size);
    while ((status = gisa_bundle_next(&b, &e)) == GISA_OK)
        if (e.size && (status = consider(&c, &e, ++number)) != GISA_OK)
            return status;
    *count = c.count;
    return status != GISA_STATUS_END ? status : *count ? GISA_OK : GISA_STATUS_END;
}

gisa_status gisa_bundled_for(const void *file, size_t size, const gisa_isa *isa, gisa_bundled *entry) {
    unsigned count;
    return isa ? gisa_bundled_choose(file, size, isa, NULL, entry, &count) : GISA_STATUS_END;
}
