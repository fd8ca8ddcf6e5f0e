/* SPDX-License-Identifier: MIT */
/* An object file made ready to be listed: sections chosen, symbols named and sorted, relocations
   sorted. */
#include "elf_types.h"
#include "listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHT_ADDRESS_SIGNIFICANCE = 0x6fff4c03 }; /* SHT_LLVM_ADDRSIG: numbers of symbols */

/* ---- Sections ---- */

/* What an assembler or linker makes anew is not printed. */
static bool is_printed(const listing *l, const section *s) {
    switch (s->type) {
    case SHT_NULL:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_RELA:
    case SHT_REL:
    case SHT_HASH:
    case SHT_DYNAMIC:
    case SHT_DYNSYM:
    case SHT_GROUP:
    case SHT_SYMTAB_SHNDX:
    case SHT_GNU_HASH:
    case SHT_GNU_verdef:
    case SHT_GNU_verneed:
    case SHT_GNU_versym:
    case SHT_ADDRESS_SIGNIFICANCE: return false;
    default: return !l->loadable || (strcmp(s->name, ".got") != 0 && strcmp(s->name, ".relro_padding") != 0);
    }
}

static bool choose_sections(listing *l) {
    l->first_code = -1;
    l->sections = calloc(l->o->section_count + 1, sizeof *l->sections);
    if (!l->sections)
        return false;
    for (size_t i = 0; i < l->o->section_count; i++) {
        const section *s = &l->o->sections[i];
        listed *x = &l->sections[i];
        x->printed = is_printed(l, s);
        x->code = x->printed && s->flags & SHF_EXECINSTR && s->type != SHT_NOBITS;
        if (!x->code)
            continue;
        if (l->first_code < 0)
            l->first_code = (int)i;
        size_t words = listing_bit_words(l, s->content.size);
        x->boundaries = calloc(words, sizeof *x->boundaries);
        x->targets = calloc(words, sizeof *x->targets);
        if (!x->boundaries || !x->targets)
            return false;
    }
    return true;
}

typedef struct loaded {
    uint64_t address;
    int index;
} loaded;

static int by_address(const void *a, const void *b) {
    const loaded *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* object_read has refused files in which they overlap. */
static bool sort_addresses(listing *l) {
    l->by_address = calloc(l->o->section_count + 1, sizeof *l->by_address);
    loaded *sorted = calloc(l->o->section_count + 1, sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; sorted && l->loadable && i < l->o->section_count; i++)
        if (l->o->sections[i].flags & SHF_ALLOC && l->o->sections[i].size)
            sorted[count++] = (loaded){l->o->sections[i].address, (int)i};
    bool ok = l->by_address && sorted;
    if (ok && count)
        qsort(sorted, count, sizeof *sorted, by_address);
    for (size_t i = 0; ok && i < count; i++)
        l->by_address[l->by_address_count++] = sorted[i].index;
    free(sorted);
    return ok;
}

/* ---- Names ---- */

static bool is_label(const listing *l, const symbol *s) {
    return s->section >= 0 && l->sections[s->section].printed && s->name[0] && s->type != STT_SECTION &&
           s->type != STT_FILE && s->value <= l->o->sections[s->section].size;
}

static bool is_plain_name(const char *name) {
    bool letter_first = !(name[0] >= '0' && name[0] <= '9');
    for (const char *s = name; *s; s++) {
        bool word = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9');
        if (!word && *s != '_' && *s != '.' && *s != '$')
            return false;
    }
    return letter_first;
}

/* In quotes where it is no word. `extra` makes a second local symbol of a name different. A copy,
   or `name`. */
static const char *written_name(const char *name, int extra) {
    bytes text = {0};
    bool plain = is_plain_name(name);
    if (plain && !extra)
        return name;
    bytes_text(&text, plain ? "" : "\"");
    for (const char *s = name; *s; s++) {
        if (!plain && (*s == '"' || *s == '\\'))
            bytes_text(&text, "\\");
        if (*s == '\n')
            bytes_text(&text, "\\n");
        else
            bytes_append(&text, s, 1);
    }
    if (extra)
        bytes_format(&text, "$%d", extra);
    bytes_append(&text, plain ? "" : "\"", plain ? 1 : 2);
    if (text.failed) {
        bytes_free(&text);
        return NULL;
    }
    return (const char *)text.data;
}

/* A number after '$' that no symbol of the file has after this name. */
static int free_number(const by_name *all, const char *name, int number) {
    bytes text = {0};
    do {
        text.size = 0;
        bytes_format(&text, "%s$%d", name, ++number);
    } while (!text.failed && by_name_find(all, (const char *)text.data, text.size) >= 0);
    bytes_free(&text);
    return number;
}

static bool has_name(const listing *l, const symbol *s) {
    return is_label(l, s) || (s->section < 0 && s->name[0] && s->type != STT_FILE);
}

/* Finds the first symbol of each name: a name belongs to a global symbol first. */
static void find_first(const listing *l, by_name *all, int *first) {
    for (int local = 0; local < 2; local++)
        for (size_t i = 0; i < l->o->symbol_count; i++) {
            const symbol *s = &l->o->symbols[i];
            if ((s->binding == STB_LOCAL) == local && has_name(l, s))
                first[i] = by_name_add(all, (int)i);
        }
}

static bool name_symbols(listing *l) {
    size_t count = l->o->symbol_count;
    by_name all;
    l->names = calloc(count + 1, sizeof *l->names);
    int *first = calloc(count + 1, sizeof *first), *number = calloc(count + 1, sizeof *number);
    bool ok = by_name_open(&all, l->o) && l->names && first && number;
    if (ok)
        find_first(l, &all, first);
    for (int local = 0; local < 2; local++)
        for (size_t i = 0; ok && i < count; i++) {
            const symbol *s = &l->o->symbols[i];
            if ((s->binding == STB_LOCAL) != local || !has_name(l, s))
                continue;
            /* Undefined symbols of one name are one symbol. */
            bool again = first[i] != (int)i && s->section != OBJECT_UNDEFINED;
            number[first[i]] = again ? free_number(&all, s->name, number[first[i]]) : 0;
            l->names[i] = written_name(s->name, number[first[i]]);
            ok = l->names[i] != NULL;
        }
    free(first);
    free(number);
    by_name_close(&all);
    return ok;
}

/* Repeats the last character until no symbol begins like this. */
static void choose_prefix(const listing *l, const char *begin, char *prefix, size_t room) {
    size_t length = strlen(begin);
    memcpy(prefix, begin, length + 1);
    for (size_t i = 0; i < l->o->symbol_count; i++)
        while (!strncmp(l->o->symbols[i].name, prefix, length) && length + 1 < room) {
            prefix[length] = prefix[length - 1];
            prefix[++length] = 0;
        }
}

/* ---- Marks ---- */

static int by_offset(const void *a, const void *b) {
    const mark *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->ends != y->ends)
        return x->ends ? -1 : 1;
    return x->symbol - y->symbol;
}

static bool sort_marks(listing *l) {
    l->all_marks = calloc(2 * l->o->symbol_count + 1, sizeof *l->all_marks);
    if (!l->all_marks)
        return false;
    for (size_t i = 0; i < l->o->symbol_count; i++)
        if (is_label(l, &l->o->symbols[i]))
            l->sections[l->o->symbols[i].section].mark_count += 2;
    mark *next = l->all_marks;
    for (size_t i = 0; i < l->o->section_count; i++) {
        l->sections[i].marks = next;
        next += l->sections[i].mark_count;
        l->sections[i].mark_count = 0;
    }
    for (size_t i = 0; i < l->o->symbol_count; i++) {
        const symbol *s = &l->o->symbols[i];
        if (!is_label(l, s))
            continue;
        listed *x = &l->sections[s->section];
        x->marks[x->mark_count++] = (mark){s->value, (int)i, false};
        if (s->size && s->size <= l->o->sections[s->section].size - s->value)
            x->marks[x->mark_count++] = (mark){s->value + s->size, (int)i, true};
    }
    for (size_t i = 0; i < l->o->section_count; i++)
        if (l->sections[i].mark_count)
            qsort(l->sections[i].marks, l->sections[i].mark_count, sizeof(mark), by_offset);
    return true;
}

size_t listing_relocation_at(const listed *s, uint64_t offset) {
    size_t low = 0, high = s->relocation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->relocations[middle]->offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t listing_mark_at(const listed *s, uint64_t offset) {
    size_t low = 0, high = s->mark_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->marks[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Relocations ---- */

static int by_place(const void *a, const void *b) {
    const relocation *x = *(const relocation *const *)a, *y = *(const relocation *const *)b;
    if (x->section != y->section)
        return x->section - y->section;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x < y ? -1 : x > y;
}

static bool sort_relocations(listing *l) {
    size_t count = l->o->relocation_count;
    l->all_relocations = calloc(count + 1, sizeof *l->all_relocations);
    if (!l->all_relocations)
        return false;
    for (size_t i = 0; i < count; i++)
        l->all_relocations[i] = &l->o->relocations[i];
    if (count)
        qsort(l->all_relocations, count, sizeof *l->all_relocations, by_place);
    for (size_t i = 0; i < count; i++) {
        listed *x = &l->sections[l->all_relocations[i]->section];
        if (!x->relocation_count++)
            x->relocations = &l->all_relocations[i];
    }
    return true;
}

/* ---- The whole ---- */

bool listing_open(listing *l, dis *d, const object *o) {
    *l = (listing){.d = d, .o = o, .loadable = o->elf_type != ET_REL, .part_end = UINT64_MAX};
    l->filling = (uint32_t)gisa_fact(d->isa, "code_fill", 0);
    choose_prefix(l, ".L", l->prefix, sizeof l->prefix);
    choose_prefix(l, "nameless_", l->nameless, sizeof l->nameless);
    return choose_sections(l) && sort_addresses(l) && name_symbols(l) && sort_marks(l) &&
           sort_relocations(l) && kernels_find(l) && listing_scan(l);
}

void listing_close(listing *l) {
    for (size_t i = 0; l->sections && i < l->o->section_count; i++) {
        free(l->sections[i].boundaries);
        free(l->sections[i].targets);
    }
    for (size_t i = 0; l->names && i < l->o->symbol_count; i++)
        if (l->names[i] != l->o->symbols[i].name)
            free((void *)(uintptr_t)l->names[i]);
    free(l->names);
    free(l->sections);
    free(l->by_address);
    free(l->all_marks);
    free(l->all_relocations);
    free(l->kernel_of);
    free(l->descriptor_of);
    free(l->is_block);
    free(l->pairs);
    free(l->parts);
}

int listing_section_at(const listing *l, uint64_t address) {
    size_t low = 0, high = l->by_address_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->o->sections[l->by_address[middle]].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    int index = low ? l->by_address[low - 1] : -1;
    if (index >= 0 && address - l->o->sections[index].address > l->o->sections[index].size)
        index = -1;
    return index;
}
