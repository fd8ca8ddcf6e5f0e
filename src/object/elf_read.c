/* SPDX-License-Identifier: MIT */
/* Reads an ELF64 file for AMDGPU, trusting nothing that it says about itself. */
#include "core/load.h"
#include "elf_file.h"
#include "elf_types.h"

#include <stdlib.h>
#include <string.h>

/* Names may share their text, so a small file can ask for much memory: this bounds it. */
enum { NAME_BYTES_PER_FILE_BYTE = 16 };

typedef struct reader {
    object *o;
    object_fault *fault;
    const uint8_t *file;
    size_t size;
    Elf64_Ehdr header;
    size_t section_count; /* the null section included */
    size_t name_room;     /* bytes of names that may still be copied */
    size_t symbol_table;  /* section whose symbols o->symbols are, or 0 */
    size_t dynamic_table; /* .dynsym, or 0 */
    size_t far_sections;  /* the SHT_SYMTAB_SHNDX section of symbol_table, or 0 */
    struct named *named;  /* the global symbols by name, made when dynamic relocations ask for it */
    size_t named_count;
    struct extent *loaded; /* of a loadable file: its allocated sections by address */
    size_t loaded_count;
} reader;

/* True when the file has `count` * `each` bytes at `offset`. */
static bool in_file(const reader *r, uint64_t offset, uint64_t count, uint64_t each) {
    return offset <= r->size && (each == 0 || count <= (r->size - offset) / each);
}

static Elf64_Shdr header_of(const reader *r, size_t number) {
    Elf64_Shdr header;
    elf_copy(&header, r->file + r->header.e_shoff + number * sizeof header, sizeof header, ELF_SHDR_NUMBERS);
    return header;
}

static gisa_status no_memory(reader *r) {
    object_fail(r->fault, 0, "out of memory");
    return GISA_STATUS_NO_MEMORY;
}

/* ---- File header ---- */

static gisa_status read_header(reader *r) {
    if (r->size < sizeof r->header)
        return object_fail(r->fault, 0, "the file is shorter than an ELF header");
    elf_copy(&r->header, r->file, sizeof r->header, ELF_EHDR_NUMBERS);
    const Elf64_Ehdr *h = &r->header;
    if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
        return object_fail(r->fault, 0, "not an ELF file");
    if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB)
        return object_fail(r->fault, EI_CLASS, "not a 64-bit little-endian ELF file");
    if (h->e_machine != OBJECT_MACHINE)
        return object_fail(r->fault, 18, "an ELF file for machine %u; expected AMDGPU (%d)", h->e_machine,
                           OBJECT_MACHINE);
    if (h->e_type != ET_REL && h->e_type != ET_DYN && h->e_type != ET_EXEC)
        return object_fail(r->fault, 16, "ELF type %u is neither relocatable nor loadable", h->e_type);
    if (!h->e_shoff)
        return object_fail(r->fault, 40, "no section headers");
    if (h->e_shentsize != sizeof(Elf64_Shdr))
        return object_fail(r->fault, 58, "section headers of %u bytes; expected 64", h->e_shentsize);
    if (!in_file(r, h->e_shoff, 1, sizeof(Elf64_Shdr)))
        return object_fail(r->fault, 40, "the section headers lie outside the file");
    /* Where the count does not fit 16 bits, the null section's size holds it. */
    r->section_count = h->e_shnum ? h->e_shnum : header_of(r, 0).sh_size;
    if (!r->section_count || r->section_count > INT32_MAX ||
        !in_file(r, h->e_shoff, r->section_count, sizeof(Elf64_Shdr)))
        return object_fail(r->fault, 60, "the section headers lie outside the file");
    return GISA_OK;
}

/* ---- Sections ---- */

/* The 0-ended text at `offset` of string table `number`, or NULL. */
static const char *text_at(reader *r, size_t number, uint64_t offset) {
    Elf64_Shdr table = header_of(r, number);
    if (table.sh_type != SHT_STRTAB || !in_file(r, table.sh_offset, table.sh_size, 1) ||
        offset >= table.sh_size)
        return NULL;
    const char *text = (const char *)r->file + table.sh_offset + offset;
    const char *end = memchr(text, 0, table.sh_size - offset);
    if (!end || (size_t)(end - text) >= r->name_room)
        return NULL;
    r->name_room -= (size_t)(end - text);
    return text;
}

static gisa_status read_section(reader *r, size_t i, size_t names) {
    uint64_t where = r->header.e_shoff + i * sizeof(Elf64_Shdr);
    Elf64_Shdr h = header_of(r, i);
    const char *name = text_at(r, names, h.sh_name);
    if (!name)
        return object_fail(r->fault, where, "section %zu has no valid name", i);
    bool has_content = h.sh_type != SHT_NOBITS && h.sh_type != SHT_NULL;
    if (has_content && !in_file(r, h.sh_offset, h.sh_size, 1))
        return object_fail(r->fault, where, "section %s lies outside the file", name);
    if (h.sh_type == SHT_NOBITS && h.sh_size > elf_largest_space)
        return object_fail(r->fault, where, "section %s claims to be too large", name);
    if (h.sh_addr + h.sh_size < h.sh_addr)
        return object_fail(r->fault, where, "section %s exceeds the address space", name);
    if (h.sh_addralign & (h.sh_addralign - 1) || h.sh_addralign > (uint64_t)1 << 32)
        return object_fail(r->fault, where, "the alignment of section %s is not a power of two", name);
    int index = object_add_section(r->o, name, h.sh_type, h.sh_flags);
    if (index < 0)
        return no_memory(r);
    section *s = &r->o->sections[index];
    s->align = h.sh_addralign ? h.sh_addralign : 1;
    s->entry_size = h.sh_entsize;
    s->address = h.sh_addr;
    s->size = h.sh_type == SHT_NULL ? 0 : h.sh_size;
    s->link = h.sh_link;
    s->info = h.sh_info;
    if (has_content)
        s->content = bytes_view(r->file + h.sh_offset, h.sh_size);
    return GISA_OK;
}

typedef struct extent {
    uint64_t begin, end;
    int index; /* in o->sections */
} extent;

static int by_begin(const void *a, const void *b) {
    const extent *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Sorts and refuses sections that share bytes, in the file or in memory: what is printed is then
 * never larger than the file, and an address is in one section only. */
static gisa_status sort_extents(reader *r, extent *extents, size_t count, const char *where) {
    qsort(extents, count, sizeof *extents, by_begin);
    for (size_t i = 1; i < count; i++)
        if (extents[i].begin < extents[i - 1].end)
            return object_fail(r->fault, 0, "sections %s and %s share bytes of the %s",
                               r->o->sections[extents[i - 1].index].name,
                               r->o->sections[extents[i].index].name, where);
    return GISA_OK;
}

static gisa_status refuse_overlaps(reader *r) {
    extent *extents = calloc(r->section_count, sizeof *extents);
    r->loaded = extents;
    if (!extents)
        return no_memory(r);
    size_t count = 0;
    for (size_t i = 1; i < r->section_count; i++) {
        Elf64_Shdr h = header_of(r, i);
        if (h.sh_type != SHT_NOBITS && h.sh_type != SHT_NULL && h.sh_size)
            extents[count++] = (extent){h.sh_offset, h.sh_offset + h.sh_size, (int)i - 1};
    }
    gisa_status status = sort_extents(r, extents, count, "file");
    if (status != GISA_OK || r->o->elf_type == ET_REL)
        return status;
    for (size_t i = 0; i < r->o->section_count; i++) {
        const section *s = &r->o->sections[i];
        if (s->flags & SHF_ALLOC && s->size)
            extents[r->loaded_count++] = (extent){s->address, s->address + s->size, (int)i};
    }
    return sort_extents(r, extents, r->loaded_count, "memory image");
}

static gisa_status read_sections(reader *r) {
    size_t names = r->header.e_shstrndx == SHN_XINDEX ? header_of(r, 0).sh_link : r->header.e_shstrndx;
    if (!names || names >= r->section_count)
        return object_fail(r->fault, 62, "no section names");
    gisa_status status = GISA_OK;
    for (size_t i = 1; i < r->section_count && status == GISA_OK; i++)
        status = read_section(r, i, names);
    return status == GISA_OK ? refuse_overlaps(r) : status;
}

/* ---- Symbols ---- */

/* The section number of symbol `number`; SHN_XINDEX sends us to a table of its own. */
static uint32_t section_of_symbol(const reader *r, size_t table, size_t number, const Elf64_Sym *s) {
    if (s->st_shndx != SHN_XINDEX)
        return s->st_shndx;
    uint32_t value = SHN_UNDEF;
    if (r->far_sections && table == r->symbol_table) {
        const bytes *numbers = &r->o->sections[r->far_sections - 1].content;
        if (number < numbers->size / sizeof value)
            value = load32(numbers->data + number * sizeof value);
    }
    return value;
}

static gisa_status read_symbol(reader *r, size_t table, size_t number) {
    const section *from = &r->o->sections[table - 1];
    Elf64_Sym s;
    elf_copy(&s, from->content.data + number * sizeof s, sizeof s, ELF_SYM_NUMBERS);
    Elf64_Shdr table_header = header_of(r, table);
    uint64_t where = table_header.sh_offset + number * sizeof s;
    const char *name = from->link < r->section_count ? text_at(r, from->link, s.st_name) : NULL;
    if (!name)
        return object_fail(r->fault, where, "symbol %zu has no valid name", number);
    uint32_t in = section_of_symbol(r, table, number, &s);
    bool special = in >= SHN_LORESERVE && s.st_shndx != SHN_XINDEX;
    if (!special && in >= r->section_count)
        return object_fail(r->fault, where, "symbol %s lies in section %u, which does not exist", name, in);
    int index = object_add_symbol(r->o, name);
    if (index < 0)
        return no_memory(r);
    symbol *to = &r->o->symbols[index];
    to->value = s.st_value;
    to->size = s.st_size;
    to->binding = ELF64_ST_BIND(s.st_info);
    to->type = ELF64_ST_TYPE(s.st_info);
    to->visibility = ELF64_ST_VISIBILITY(s.st_other);
    if (special)
        to->section = in == SHN_COMMON ? OBJECT_COMMON : in == OBJECT_SHN_LDS ? OBJECT_LDS : OBJECT_ABSOLUTE;
    else if (in != SHN_UNDEF) {
        to->section = (int)in - 1;
        uint64_t base = r->o->sections[in - 1].address;
        if (r->o->elf_type != ET_REL) {
            if (s.st_value < base)
                to->section = OBJECT_ABSOLUTE;
            else
                to->value -= base;
        }
    }
    return GISA_OK;
}

static gisa_status read_symbols(reader *r) {
    for (size_t i = 1; i < r->section_count; i++) {
        uint32_t type = r->o->sections[i - 1].type;
        if (type == SHT_SYMTAB && !r->symbol_table)
            r->symbol_table = i;
        if (type == SHT_DYNSYM && !r->dynamic_table)
            r->dynamic_table = i;
        if (type == SHT_SYMTAB_SHNDX && !r->far_sections)
            r->far_sections = i;
    }
    if (!r->symbol_table)
        r->symbol_table = r->dynamic_table;
    if (!r->symbol_table)
        return GISA_OK;
    const section *table = &r->o->sections[r->symbol_table - 1];
    if (table->entry_size != sizeof(Elf64_Sym) || table->content.size % sizeof(Elf64_Sym))
        return object_fail(r->fault, 0, "the symbol table %s is no whole number of symbols", table->name);
    gisa_status status = GISA_OK;
    for (size_t i = 1; i < table->content.size / sizeof(Elf64_Sym) && status == GISA_OK; i++)
        status = read_symbol(r, r->symbol_table, i);
    return status;
}

/* ---- Relocations ---- */

typedef struct named {
    const char *name;
    int index;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->index - y->index;
}

static gisa_status sort_names(reader *r) {
    r->named = calloc(r->o->symbol_count + 1, sizeof *r->named);
    if (!r->named)
        return no_memory(r);
    for (size_t i = 0; i < r->o->symbol_count; i++)
        if (r->o->symbols[i].binding != STB_LOCAL)
            r->named[r->named_count++] = (named){r->o->symbols[i].name, (int)i};
    qsort(r->named, r->named_count, sizeof *r->named, by_name);
    return GISA_OK;
}

/* The index of the first global symbol of that name, or -1. */
static int find_named(const reader *r, const char *name) {
    size_t low = 0, high = r->named_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(r->named[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->named_count && !strcmp(r->named[low].name, name) ? r->named[low].index : -1;
}

/* The index in o->symbols of symbol `number` of `table`. Dynamic relocations count in .dynsym;
 * where o->symbols comes from .symtab, the symbol is found by its name. */
static gisa_status find_symbol(reader *r, size_t table, uint64_t number, uint64_t where, int *index) {
    *index = -1;
    if (!number)
        return GISA_OK;
    if (!table || (table != r->symbol_table && table != r->dynamic_table))
        return object_fail(r->fault, where, "relocations with no symbol table");
    const section *from = &r->o->sections[table - 1];
    if (number >= from->content.size / sizeof(Elf64_Sym))
        return object_fail(r->fault, where, "a relocation with symbol %llu, which does not exist",
                           (unsigned long long)number);
    if (table == r->symbol_table) {
        *index = (int)number - 1;
        return GISA_OK;
    }
    Elf64_Sym s;
    elf_copy(&s, from->content.data + number * sizeof s, sizeof s, ELF_SYM_NUMBERS);
    const char *name = from->link < r->section_count ? text_at(r, from->link, s.st_name) : NULL;
    gisa_status status = name && !r->named ? sort_names(r) : GISA_OK;
    if (status == GISA_OK && name)
        *index = find_named(r, name);
    if (status != GISA_OK || *index >= 0)
        return status;
    return object_fail(r->fault, where, "a relocation with symbol %s, which .symtab does not have",
                       name ? name : "(no name)");
}

/* The section that holds `address` when loaded, or -1. */
static int section_at(const reader *r, uint64_t address) {
    size_t low = 0, high = r->loaded_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->loaded[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->loaded_count && r->loaded[low].begin <= address ? r->loaded[low].index : -1;
}

/* The content becomes the section's own, to be changed. */
static bool own_content(section *s) {
    bytes copy = {0};
    if (s->content.room)
        return true;
    bytes_append(&copy, s->content.data, s->content.size);
    if (copy.failed)
        return false;
    s->content = copy;
    return true;
}

/* SHT_REL: the patched bytes hold the addend. It moves from there into the relocation, as if it had
   come with SHT_RELA. */
static gisa_status take_addend(reader *r, const char *name, relocation *a) {
    section *s = &r->o->sections[a->section];
    unsigned width = elf_relocation_width(a->type);
    if (!width)
        return GISA_OK;
    if (a->offset > s->content.size || s->content.size - a->offset < width)
        return object_fail(r->fault, 0, "%s patches bytes past the end of %s", name, s->name);
    const uint8_t *there = r->file + header_of(r, (size_t)a->section + 1).sh_offset + a->offset;
    if (!own_content(s))
        return no_memory(r);
    a->addend = elf_addend_at(there, a->type);
    elf_put_addend(s->content.data + a->offset, a->type, 0);
    return GISA_OK;
}

/* Entry `i` of a table of either kind. */
static Elf64_Rela entry_at(const section *table, size_t i) {
    Elf64_Rela a = {0};
    elf_copy(&a, table->content.data + i * table->entry_size, (size_t)table->entry_size, ELF_LONG_NUMBERS);
    return a;
}

static gisa_status read_relocation(reader *r, size_t table, size_t i) {
    const section *from = &r->o->sections[table - 1];
    uint64_t where = header_of(r, table).sh_offset;
    bool loadable = r->o->elf_type != ET_REL;
    Elf64_Rela a = entry_at(from, i);
    int index;
    gisa_status status = find_symbol(r, from->link, ELF64_R_SYM(a.r_info), where, &index);
    if (status != GISA_OK)
        return status;
    int target = loadable ? section_at(r, a.r_offset) : (int)from->info - 1;
    if (target < 0)
        return object_fail(r->fault, where, "%s patches address 0x%llx, which is in no section", from->name,
                           (unsigned long long)a.r_offset);
    uint64_t offset = a.r_offset - (loadable ? r->o->sections[target].address : 0);
    if (offset >= r->o->sections[target].size)
        return object_fail(r->fault, where, "%s patches bytes past the end of %s", from->name,
                           r->o->sections[target].name);
    int added =
        object_add_relocation(r->o, target, offset, (uint32_t)ELF64_R_TYPE(a.r_info), index, a.r_addend);
    if (added < 0)
        return no_memory(r);
    return from->type == SHT_REL ? take_addend(r, from->name, &r->o->relocations[added]) : GISA_OK;
}

static gisa_status read_relocations_of(reader *r, size_t table) {
    const section *from = &r->o->sections[table - 1];
    uint64_t where = header_of(r, table).sh_offset;
    size_t entry = from->type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
    if (from->entry_size != entry || from->content.size % entry)
        return object_fail(r->fault, where, "%s is no whole number of relocations", from->name);
    if (r->o->elf_type == ET_REL && (!from->info || from->info >= r->section_count))
        return object_fail(r->fault, where, "%s patches section %u, which does not exist", from->name,
                           from->info);
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < from->content.size / entry && status == GISA_OK; i++)
        status = read_relocation(r, table, i);
    return status;
}

static gisa_status read_relocations(reader *r) {
    gisa_status status = GISA_OK;
    for (size_t i = 1; i < r->section_count && status == GISA_OK; i++) {
        uint32_t type = r->o->sections[i - 1].type;
        if (type == SHT_RELA || type == SHT_REL)
            status = read_relocations_of(r, i);
    }
    return status;
}

gisa_status object_read(object *o, const void *file, size_t size, object_fault *fault) {
    object_init(o);
    *fault = (object_fault){0};
    reader r = {.o = o, .fault = fault, .file = file, .size = size};
    r.name_room = size > SIZE_MAX / NAME_BYTES_PER_FILE_BYTE ? SIZE_MAX : size * NAME_BYTES_PER_FILE_BYTE;
    gisa_status status = read_header(&r);
    if (status == GISA_OK) {
        o->elf_type = r.header.e_type;
        o->elf_flags = r.header.e_flags;
        o->os_abi = r.header.e_ident[EI_OSABI];
        o->abi_version = r.header.e_ident[EI_ABIVERSION];
        status = read_sections(&r);
    }
    if (status == GISA_OK)
        status = read_symbols(&r);
    if (status == GISA_OK)
        status = read_relocations(&r);
    free(r.loaded);
    free(r.named);
    if (status != GISA_OK)
        object_free(o);
    return status;
}
