/* SPDX-License-Identifier: MIT */
/* Writes an object as a relocatable ELF file: sections, .rela.* or .rel.*, .symtab, .strtab,
   .shstrtab. */
#include "elf_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const object *o;
    bytes *out;
    bytes names;         /* .shstrtab */
    bytes headers;       /* Elf64_Shdr, the null section first */
    uint32_t *new_index; /* per symbol: its number in the file, where locals come first */
    uint32_t first_global;
} writer;

static void add_header(writer *w, const char *name, Elf64_Shdr h) {
    h.sh_name = elf_add_name(&w->names, name);
    elf_append(&w->headers, &h, sizeof h, ELF_SHDR_NUMBERS);
}

/* Contents lie aligned in the file, too, but not without bound. */
enum { FILE_ALIGN = 0x1000 };

static void write_sections(writer *w) {
    for (size_t i = 0; i < w->o->section_count; i++) {
        const section *s = &w->o->sections[i];
        Elf64_Shdr h = elf_section_header(s->type, s->flags, s->align, s->entry_size);
        if (s->type != SHT_NOBITS)
            elf_align(w->out, s->align < FILE_ALIGN ? s->align : FILE_ALIGN);
        h.sh_offset = w->out->size;
        h.sh_size = s->type == SHT_NOBITS ? s->size : s->content.size;
        bytes_append(w->out, s->content.data, s->content.size);
        add_header(w, s->name, h);
    }
}

static bool number_symbols(writer *w) {
    w->new_index = calloc(w->o->symbol_count + 1, sizeof *w->new_index);
    if (!w->new_index)
        return false;
    uint32_t next = 1;
    for (int global = 0; global < 2; global++) {
        for (size_t i = 0; i < w->o->symbol_count; i++)
            if ((w->o->symbols[i].binding != STB_LOCAL) == global)
                w->new_index[i] = next++;
        if (!global)
            w->first_global = next;
    }
    return true;
}

static uint16_t section_number(int in) {
    switch (in) {
    case OBJECT_UNDEFINED: return SHN_UNDEF;
    case OBJECT_ABSOLUTE: return SHN_ABS;
    case OBJECT_COMMON: return SHN_COMMON;
    case OBJECT_LDS: return OBJECT_SHN_LDS;
    default: return (uint16_t)(in + 1);
    }
}

static void write_symbols(writer *w, bytes *strings, uint32_t strings_number) {
    Elf64_Shdr h = elf_section_header(SHT_SYMTAB, 0, 8, sizeof(Elf64_Sym));
    elf_align(w->out, 8);
    h.sh_offset = w->out->size;
    h.sh_size = (w->o->symbol_count + 1) * sizeof(Elf64_Sym);
    h.sh_link = strings_number;
    h.sh_info = w->first_global;
    bytes_fill(w->out, 0, h.sh_size);
    for (size_t i = 0; i < w->o->symbol_count && !w->out->failed; i++) {
        const symbol *s = &w->o->symbols[i];
        Elf64_Sym entry = {.st_name = elf_add_name(strings, s->name),
                           .st_info = (uint8_t)ELF64_ST_INFO(s->binding, s->type),
                           .st_other = s->visibility,
                           .st_shndx = section_number(s->section),
                           .st_value = s->value,
                           .st_size = s->size};
        elf_copy(w->out->data + h.sh_offset + w->new_index[i] * sizeof entry, &entry, sizeof entry,
                 ELF_SYM_NUMBERS);
    }
    add_header(w, ".symtab", h);
}

static void write_relocations_of(writer *w, const section *target, const bytes *entries, Elf64_Shdr h) {
    elf_align(w->out, 8);
    h.sh_offset = w->out->size;
    h.sh_size = entries->size;
    bytes_append(w->out, entries->data, entries->size);
    bytes name = {0};
    bytes_format(&name, h.sh_type == SHT_REL ? ".rel%s" : ".rela%s", target->name);
    if (name.failed)
        w->out->failed = true;
    else
        add_header(w, (const char *)name.data, h);
    bytes_free(&name);
}

static void write_relocations(writer *w, uint32_t symbols_number) {
    const object *o = w->o;
    bool in_place = elf_addends_in_place(o);
    size_t entry_size = in_place ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
    bytes *entries = calloc(o->section_count + 1, sizeof *entries);
    if (!entries) {
        w->out->failed = true;
        return;
    }
    for (size_t i = 0; i < o->relocation_count; i++) {
        const relocation *r = &o->relocations[i];
        uint64_t number = r->symbol < 0 ? 0 : w->new_index[r->symbol];
        Elf64_Rela entry = {r->offset, ELF64_R_INFO(number, r->type), r->addend};
        elf_append(&entries[r->section], &entry, entry_size, ELF_LONG_NUMBERS);
    }
    for (size_t target = 0; target < o->section_count; target++) {
        Elf64_Shdr h = elf_section_header(in_place ? SHT_REL : SHT_RELA, SHF_INFO_LINK, 8, entry_size);
        h.sh_link = symbols_number;
        h.sh_info = (uint32_t)target + 1;
        if (entries[target].failed)
            w->out->failed = true;
        if (entries[target].size)
            write_relocations_of(w, &o->sections[target], &entries[target], h);
        bytes_free(&entries[target]);
    }
    free(entries);
}

static uint8_t *place_of(const writer *w, const relocation *r) {
    Elf64_Shdr h;
    elf_copy(&h, w->headers.data + ((size_t)r->section + 1) * sizeof h, sizeof h, ELF_SHDR_NUMBERS);
    return w->out->data + h.sh_offset + r->offset;
}

/* Where patched bytes overlap the last addend is there, and the others are not. */
static gisa_status write_addends(writer *w, object_fault *fault) {
    const object *o = w->o;
    if (!elf_addends_in_place(o) || w->out->failed || w->headers.failed)
        return GISA_OK;
    for (size_t i = 0; i < o->relocation_count; i++)
        if (elf_relocation_width(o->relocations[i].type))
            elf_put_addend(place_of(w, &o->relocations[i]), o->relocations[i].type, o->relocations[i].addend);
    for (size_t i = 0; i < o->relocation_count; i++) {
        const relocation *r = &o->relocations[i];
        if (elf_relocation_width(r->type) ? elf_addend_at(place_of(w, r), r->type) != r->addend
                                          : r->addend != 0)
            return object_fail(
                fault, r->offset,
                "the addend %lld at %s+0x%llx does not fit the bytes that the relocation patches",
                (long long)r->addend, o->sections[r->section].name, (unsigned long long)r->offset);
    }
    return GISA_OK;
}

static void write_strings(writer *w, const char *name, const bytes *strings) {
    Elf64_Shdr h = elf_section_header(SHT_STRTAB, 0, 1, 0);
    h.sh_offset = w->out->size;
    h.sh_size = strings->size;
    bytes_append(w->out, strings->data, strings->size);
    add_header(w, name, h);
}

/* .shstrtab holds its own name, and is the last section. */
static void write_names_and_headers(writer *w) {
    Elf64_Shdr h = elf_section_header(SHT_STRTAB, 0, 1, 0);
    h.sh_name = elf_add_name(&w->names, ".shstrtab");
    h.sh_offset = w->out->size;
    h.sh_size = w->names.size;
    elf_append(&w->headers, &h, sizeof h, ELF_SHDR_NUMBERS);
    bytes_append(w->out, w->names.data, w->names.size);
    elf_align(w->out, 8);
    Elf64_Ehdr file = elf_header(w->o, ET_REL);
    file.e_shoff = w->out->size;
    file.e_shnum = (uint16_t)(w->headers.size / sizeof h);
    file.e_shstrndx = (uint16_t)(file.e_shnum - 1);
    bytes_append(w->out, w->headers.data, w->headers.size);
    if (!w->out->failed)
        elf_copy(w->out->data, &file, sizeof file, ELF_EHDR_NUMBERS);
}

gisa_status object_write_relocatable(const object *o, bytes *out, object_fault *fault) {
    *fault = (object_fault){0};
    gisa_status status = elf_check_relocations(o, fault);
    if (status != GISA_OK)
        return status;
    /* Two headers per section at most, and four of our own. */
    if (o->section_count > (SHN_LORESERVE - 8) / 2)
        return object_fail(fault, 0, "%zu sections are too many for an ELF file", o->section_count);
    bytes file = {0}, strings = {0};
    writer w = {.o = o, .out = &file};
    bytes_fill(&file, 0, sizeof(Elf64_Ehdr));
    elf_add_name(&strings, "");
    add_header(&w, "", (Elf64_Shdr){0});
    bool ok = number_symbols(&w);
    if (ok) {
        uint32_t symbols_number = (uint32_t)o->section_count + 1;
        write_sections(&w);
        status = write_addends(&w, fault);
        write_symbols(&w, &strings, symbols_number + 1);
        write_strings(&w, ".strtab", &strings);
        write_relocations(&w, symbols_number);
        write_names_and_headers(&w);
        if (status == GISA_OK)
            bytes_join(out, &file);
    }
    ok = ok && !file.failed && !strings.failed && !w.names.failed && !w.headers.failed && !out->failed;
    free(w.new_index);
    bytes_free(&w.names);
    bytes_free(&w.headers);
    bytes_free(&strings);
    bytes_free(&file);
    return ok ? status : GISA_STATUS_NO_MEMORY;
}
