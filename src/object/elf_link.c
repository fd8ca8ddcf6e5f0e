/* SPDX-License-Identifier: MIT */
/* Makes a loadable AMDHSA code object (ET_DYN) of an object, as lld -shared would, with no
   linker. */
#include "link.h"

#include <stdlib.h>
#include <string.h>

bool link_is_exported(const symbol *s) {
    return s->binding != STB_LOCAL && s->section != OBJECT_UNDEFINED && s->section != OBJECT_LDS &&
           (s->visibility == STV_DEFAULT || s->visibility == STV_PROTECTED);
}

bool link_is_imported(const symbol *s) {
    return s->binding != STB_LOCAL && s->section == OBJECT_UNDEFINED && s->visibility == STV_DEFAULT;
}

/* A program's own definitions come first. */
bool link_is_preemptible(const link_state *l, const symbol *s) {
    return link_is_imported(s) || (l->entry < 0 && link_is_exported(s) && s->visibility == STV_DEFAULT);
}

uint64_t link_address(const link_state *l, place p) {
    return p.part < 0 ? p.offset : l->parts[p.part].address + p.offset;
}

int link_add_part(link_state *l, const char *name, uint32_t type, uint64_t flags, uint64_t align,
                  uint64_t entry_size) {
    l->parts[l->part_count] = (part){
        .name = name, .type = type, .flags = flags, .align = align ? align : 1, .entry_size = entry_size};
    return (int)l->part_count++;
}

/* ---- Sections of the object become parts ---- */

/* .text.f belongs to .text: compilers give each function a section so that linkers can choose. */
static const char *part_name(const char *name) {
    static const char *const names[] = {".text", ".rodata",     ".data.rel.ro", ".data", ".bss.rel.ro",
                                        ".bss",  ".init_array", ".fini_array",  NULL};
    for (size_t i = 0; names[i]; i++) {
        size_t length = strlen(names[i]);
        if (!strncmp(name, names[i], length) && (name[length] == 0 || name[length] == '.'))
            return names[i];
    }
    return name;
}

/* Sections for tools, not for loaders. */
static bool is_dropped(const section *s) {
    return s->flags & SHF_EXCLUDE || s->type == SHT_GROUP || s->type == SHT_NULL ||
           !strcmp(s->name, ".note.GNU-stack");
}

/* Like lld, one part for each name: what may be done with a piece of it may be done with all of
   it. */
static int find_part(link_state *l, const char *name) {
    for (size_t i = 0; i < l->part_count; i++)
        if (!strcmp(l->parts[i].name, name))
            return (int)i;
    return -1;
}

/* The file has the same gaps as the memory image: this bounds them. */
static const uint64_t largest_align = (uint64_t)1 << 24;

/* The filling between pieces of code is zero, as lld's is for this machine. */
static gisa_status append_piece(link_state *l, int index, const section *s, uint64_t *offset) {
    part *p = &l->parts[index];
    uint64_t size = s->type == SHT_NOBITS ? s->size : s->content.size;
    uint64_t align = s->align ? s->align : 1;
    *offset = (p->size + align - 1) & ~(align - 1);
    if (align > largest_align)
        return object_fail(l->fault, 0,
                           "section %s asks for an alignment of %llu bytes; at most %llu are possible",
                           s->name, (unsigned long long)align, (unsigned long long)largest_align);
    if (*offset < p->size || *offset > elf_largest_space || size > elf_largest_space - *offset)
        return object_fail(l->fault, 0, "section %s is too large", s->name);
    if (p->type != SHT_NOBITS || s->type != SHT_NOBITS) {
        l->filled += p->type == SHT_NOBITS ? *offset : *offset - p->size;
        l->filled += s->type == SHT_NOBITS ? size : 0;
        if (l->filled > LINK_MOST_FILLED)
            return object_fail(l->fault, 0, "section %s makes the file too large", s->name);
    }
    if (p->type == SHT_NOBITS && s->type != SHT_NOBITS) {
        p->type = s->type;
        bytes_fill(&p->content, 0, (size_t)p->size);
    }
    if (p->type != SHT_NOBITS) {
        bytes_fill(&p->content, 0, (size_t)(*offset - p->size));
        if (s->type == SHT_NOBITS)
            bytes_fill(&p->content, 0, (size_t)size);
        else
            bytes_append(&p->content, s->content.data, s->content.size);
    }
    p->size = *offset + size;
    if (p->align < align)
        p->align = align;
    return p->content.failed ? GISA_STATUS_NO_MEMORY : GISA_OK;
}

static gisa_status place_section(link_state *l, size_t i) {
    const section *s = &l->o->sections[i];
    l->sections[i] = (place){-1, 0};
    if (is_dropped(s))
        return GISA_OK;
    uint64_t flags = s->flags & ~(uint64_t)(SHF_GROUP | SHF_LINK_ORDER | SHF_INFO_LINK);
    const char *name = s->flags & SHF_ALLOC ? part_name(s->name) : s->name;
    int index = find_part(l, name);
    if (index < 0)
        index = link_add_part(l, name, s->type, flags, 1, s->entry_size);
    part *p = &l->parts[index];
    /* Strings to merge and other things do not mix; what is not merged needs no flag. */
    if (p->flags != flags || p->entry_size != s->entry_size) {
        p->flags = (p->flags | flags) & ~(uint64_t)(SHF_MERGE | SHF_STRINGS);
        p->entry_size = 0;
    }
    l->sections[i].part = index;
    return append_piece(l, index, s, &l->sections[i].offset);
}

static gisa_status place_common(link_state *l, const symbol *s, place *to) {
    int index = find_part(l, ".bss");
    if (index < 0)
        index = link_add_part(l, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 1, 0);
    section space = {.name = s->name, .type = SHT_NOBITS, .align = s->value, .size = s->size};
    if (space.align & (space.align - 1) || space.align > (uint64_t)1 << 32)
        return object_fail(l->fault, 0, "the alignment of %s is not a power of two", s->name);
    to->part = index;
    return append_piece(l, index, &space, &to->offset);
}

static gisa_status place_symbol(link_state *l, size_t i) {
    const symbol *s = &l->o->symbols[i];
    place *to = &l->symbols[i];
    *to = (place){-1, 0};
    l->got_entry[i] = -1;
    if (s->section >= (int)l->o->section_count)
        return object_fail(l->fault, 0, "%s lies in a section that does not exist", s->name);
    if (s->section >= 0) {
        *to = l->sections[s->section];
        to->offset += s->value;
    } else if (s->section == OBJECT_ABSOLUTE)
        to->offset = s->value;
    else if (s->section == OBJECT_COMMON)
        return place_common(l, s, to);
    return GISA_OK;
}

static gisa_status place_all(link_state *l) {
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < l->o->section_count && status == GISA_OK; i++)
        status = place_section(l, i);
    for (size_t i = 0; i < l->o->symbol_count && status == GISA_OK; i++)
        status = place_symbol(l, i);
    return status;
}

static int find_entry(const object *o) {
    for (size_t i = 0; i < o->symbol_count; i++) {
        const symbol *s = &o->symbols[i];
        if (s->binding == STB_GLOBAL && s->section >= 0 && (size_t)s->section < o->section_count &&
            o->sections[s->section].flags & SHF_EXECINSTR && !strcmp(s->name, "_start"))
            return (int)i;
    }
    return -1;
}

/* ---- The file ---- */

typedef struct writer {
    const link_state *l;
    bytes symbols, strings, names, headers;
    uint32_t locals;
} writer;

static void add_symbol(writer *w, const char *name, place p, const symbol *like, uint8_t binding) {
    Elf64_Sym entry = {.st_name = elf_add_name(&w->strings, name),
                       .st_info = (uint8_t)ELF64_ST_INFO(binding, like->type),
                       .st_other = like->visibility,
                       .st_shndx = like->section == OBJECT_UNDEFINED ? SHN_UNDEF
                                   : p.part < 0                      ? SHN_ABS
                                                                     : (uint16_t)w->l->number[p.part],
                       .st_value = link_address(w->l, p),
                       .st_size = like->size};
    elf_append(&w->symbols, &entry, sizeof entry, ELF_SYM_NUMBERS);
    w->locals += binding == STB_LOCAL;
}

/* Symbols whose section was dropped are dropped with it. */
static bool is_kept(const link_state *l, size_t i) {
    const symbol *s = &l->o->symbols[i];
    return s->type != STT_SECTION && s->section != OBJECT_LDS && (s->section < 0 || l->symbols[i].part >= 0);
}

static bool is_global(const symbol *s) {
    return link_is_exported(s) || link_is_imported(s);
}

static void collect_symbols(writer *w) {
    const link_state *l = w->l;
    static const symbol dynamic = {.type = STT_NOTYPE, .visibility = STV_HIDDEN, .section = OBJECT_ABSOLUTE};
    bytes_fill(&w->symbols, 0, sizeof(Elf64_Sym));
    w->locals = 1;
    for (size_t i = 0; i < l->o->symbol_count; i++)
        if (is_kept(l, i) && !is_global(&l->o->symbols[i]))
            add_symbol(w, l->o->symbols[i].name, l->symbols[i], &l->o->symbols[i], STB_LOCAL);
    add_symbol(w, "_DYNAMIC", (place){l->made.dynamic, 0}, &dynamic, STB_LOCAL);
    for (size_t i = 0; i < l->o->symbol_count; i++)
        if (is_kept(l, i) && is_global(&l->o->symbols[i]))
            add_symbol(w, l->o->symbols[i].name, l->symbols[i], &l->o->symbols[i], l->o->symbols[i].binding);
}

static void write_part(bytes *out, uint64_t offset, const bytes *content) {
    if (offset > out->size)
        bytes_fill(out, 0, (size_t)(offset - out->size));
    bytes_append(out, content->data, content->size);
}

static void write_parts(writer *w, bytes *out) {
    for (size_t i = 0; i < w->l->part_count; i++) {
        const part *p = &w->l->parts[w->l->in_order[i]];
        Elf64_Shdr h = elf_section_header(p->type, p->flags, p->align, p->entry_size);
        h.sh_name = elf_add_name(&w->names, p->name);
        h.sh_addr = p->address;
        h.sh_offset = p->offset;
        h.sh_size = p->size;
        h.sh_link = p->link;
        h.sh_info = p->info;
        elf_append(&w->headers, &h, sizeof h, ELF_SHDR_NUMBERS);
        if (p->type != SHT_NOBITS)
            write_part(out, p->offset, &p->content);
    }
}

static void write_table(writer *w, bytes *out, Elf64_Shdr h, const bytes *content) {
    elf_align(out, h.sh_addralign);
    h.sh_offset = out->size;
    h.sh_size = content->size;
    elf_append(&w->headers, &h, sizeof h, ELF_SHDR_NUMBERS);
    bytes_append(out, content->data, content->size);
}

static void write_tables(writer *w, bytes *out) {
    Elf64_Shdr symbols = elf_section_header(SHT_SYMTAB, 0, 8, sizeof(Elf64_Sym));
    symbols.sh_link = (uint32_t)w->l->part_count + 3;
    symbols.sh_info = w->locals;
    Elf64_Shdr names = elf_section_header(SHT_STRTAB, 0, 1, 0), strings = names;
    /* All names first: one of the tables holds them. */
    symbols.sh_name = elf_add_name(&w->names, ".symtab");
    names.sh_name = elf_add_name(&w->names, ".shstrtab");
    strings.sh_name = elf_add_name(&w->names, ".strtab");
    write_table(w, out, symbols, &w->symbols);
    write_table(w, out, names, &w->names);
    write_table(w, out, strings, &w->strings);
}

static bool write_file(link_state *l, const bytes *program_headers, bytes *out) {
    writer w = {.l = l};
    Elf64_Ehdr file = elf_header(l->o, ET_DYN);
    bytes_append(&w.headers, &(Elf64_Shdr){0}, sizeof(Elf64_Shdr));
    elf_add_name(&w.names, "");
    elf_add_name(&w.strings, "");
    bytes_append(out, &file, sizeof file);
    bytes_append(out, program_headers->data, program_headers->size);
    collect_symbols(&w);
    write_parts(&w, out);
    write_tables(&w, out);
    elf_align(out, 8);
    file.e_entry = l->entry < 0 ? 0 : link_address(l, l->symbols[l->entry]);
    file.e_phoff = sizeof file;
    file.e_phentsize = sizeof(Elf64_Phdr);
    file.e_phnum = (uint16_t)(program_headers->size / sizeof(Elf64_Phdr));
    file.e_shoff = out->size;
    file.e_shnum = (uint16_t)(w.headers.size / sizeof(Elf64_Shdr));
    file.e_shstrndx = (uint16_t)(file.e_shnum - 2);
    bytes_append(out, w.headers.data, w.headers.size);
    bool ok = !out->failed && !w.symbols.failed && !w.strings.failed && !w.names.failed && !w.headers.failed;
    if (ok)
        elf_copy(out->data, &file, sizeof file, ELF_EHDR_NUMBERS);
    bytes_free(&w.symbols);
    bytes_free(&w.strings);
    bytes_free(&w.names);
    bytes_free(&w.headers);
    return ok;
}

/* ---- The whole ---- */

enum { MADE_PARTS = 10 }; /* at most: the members of made_parts and one in reserve */

static bool allocate(link_state *l) {
    size_t sections = l->o->section_count + 1, symbols = l->o->symbol_count + 1;
    size_t relocations = 2 * l->o->relocation_count + 1; /* each may need its own and one for the GOT */
    l->parts = calloc(sections + MADE_PARTS, sizeof *l->parts);
    l->sections = calloc(sections, sizeof *l->sections);
    l->symbols = calloc(symbols, sizeof *l->symbols);
    l->dynamic_number = calloc(symbols, sizeof *l->dynamic_number);
    l->got_entry = calloc(symbols, sizeof *l->got_entry);
    l->dynamic = calloc(relocations, sizeof *l->dynamic);
    return l->parts && l->sections && l->symbols && l->dynamic_number && l->got_entry && l->dynamic;
}

static void free_all(link_state *l) {
    for (size_t i = 0; i < l->part_count; i++)
        bytes_free(&l->parts[i].content);
    free(l->parts);
    free(l->sections);
    free(l->symbols);
    free(l->dynamic_number);
    free(l->dynamic_symbols);
    free(l->got_entry);
    free(l->dynamic);
    free(l->number);
    free(l->in_order);
}

static gisa_status link_all(link_state *l, bytes *file) {
    bytes program_headers = {0};
    gisa_status status = place_all(l);
    if (status == GISA_OK)
        status = link_scan_relocations(l);
    if (status == GISA_OK && !link_make_dynamic_parts(l))
        status = GISA_STATUS_NO_MEMORY;
    if (status == GISA_OK) {
        link_add_part(l, ".relro_padding", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 1, 0);
        status = link_layout(l, &program_headers);
    }
    if (status == GISA_OK) {
        link_fill_dynamic_parts(l);
        status = link_apply_relocations(l);
    }
    if (status == GISA_OK && (l->no_memory || !write_file(l, &program_headers, file)))
        status = GISA_STATUS_NO_MEMORY;
    bytes_free(&program_headers);
    return status;
}

gisa_status object_write_loadable(const object *o, bytes *out, object_fault *fault) {
    *fault = (object_fault){0};
    gisa_status status = elf_check_relocations(o, fault);
    if (status != GISA_OK)
        return status;
    if (o->section_count > SHN_LORESERVE - 32)
        return object_fail(fault, 0, "%zu sections are too many for an ELF file", o->section_count);
    link_state l = {.o = o, .fault = fault, .made.got = -1, .entry = find_entry(o)};
    bytes file = {0};
    status = allocate(&l) ? link_all(&l, &file) : GISA_STATUS_NO_MEMORY;
    if (status == GISA_OK)
        bytes_append(out, file.data, file.size);
    bytes_free(&file);
    free_all(&l);
    return status == GISA_OK && out->failed ? GISA_STATUS_NO_MEMORY : status;
}
