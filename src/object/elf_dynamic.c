/* SPDX-License-Identifier: MIT */
/* What a loader reads of a linked object: .dynsym, .dynstr, both hash tables, .rela.dyn,
   .dynamic. */
#include "core/load.h"
#include "link.h"

#include <stdlib.h>
#include <string.h>

/* ---- Hashes (System V ABI; GNU hash as in binutils' and lld's tables) ---- */

static uint32_t sysv_hash(const char *name) {
    uint32_t h = 0;
    for (; *name; name++) {
        h = (h << 4) + (uint8_t)*name;
        uint32_t high = h & 0xf0000000;
        h ^= high >> 24;
        h &= ~high;
    }
    return h;
}

static uint32_t gnu_hash(const char *name) {
    uint32_t h = 5381;
    for (; *name; name++)
        h = h * 33 + (uint8_t)*name;
    return h;
}

static uint32_t gnu_buckets(const link_state *l) {
    return l->exported_count >= 8 ? (uint32_t)(l->exported_count / 4) : 1;
}

/* Twelve filter bits per symbol, in a power of two of 64-bit words. */
static uint32_t gnu_filter_words(const link_state *l) {
    uint32_t words = 1;
    while (words <= l->exported_count * 12 / 64)
        words *= 2;
    return words;
}

enum { GNU_FILTER_SHIFT = 26 };

/* ---- Sizes ---- */

static uint32_t bucket_of(const link_state *l, int index) {
    return gnu_hash(l->o->symbols[index].name) % gnu_buckets(l);
}

/* The GNU table wants the symbols of one bucket side by side; their order is kept otherwise. */
static bool choose_symbols(link_state *l) {
    size_t count = l->o->symbol_count;
    for (size_t i = 0; i < count; i++) {
        l->exported_count += link_is_exported(&l->o->symbols[i]);
        l->imported_count += link_is_imported(&l->o->symbols[i]);
    }
    uint32_t buckets = gnu_buckets(l), imported = 0;
    l->dynamic_symbols = calloc(l->imported_count + l->exported_count + 1, sizeof *l->dynamic_symbols);
    uint32_t *next = calloc((size_t)buckets + 1, sizeof *next);
    bool ok = l->dynamic_symbols && next;
    for (size_t i = 0; ok && i < count; i++)
        if (link_is_exported(&l->o->symbols[i]))
            next[bucket_of(l, (int)i) + 1]++;
    for (uint32_t b = 1; ok && b < buckets; b++)
        next[b] += next[b - 1];
    for (size_t i = 0; ok && i < count; i++) {
        bool is_import = link_is_imported(&l->o->symbols[i]);
        if (!is_import && !link_is_exported(&l->o->symbols[i]))
            continue;
        uint32_t to = is_import ? imported++ : (uint32_t)l->imported_count + next[bucket_of(l, (int)i)]++;
        l->dynamic_symbols[to] = (int)i;
        l->dynamic_number[i] = to + 1;
    }
    free(next);
    return ok;
}

/* All of .dynsym but the null symbol. */
static size_t symbol_count(const link_state *l) {
    return l->imported_count + l->exported_count;
}

static int add_sized(link_state *l, const char *name, uint32_t type, uint64_t align, uint64_t entry_size,
                     size_t size) {
    int index = link_add_part(l, name, type, SHF_ALLOC, align, entry_size);
    bytes_fill(&l->parts[index].content, 0, size);
    l->parts[index].size = size;
    return index;
}

/* .dynamic as it will be; without addresses when only its size matters. */
static void fill_dynamic(link_state *l);

bool link_make_dynamic_parts(link_state *l) {
    if (!choose_symbols(l))
        return false;
    size_t count = symbol_count(l) + 1;
    l->made.dynsym = add_sized(l, ".dynsym", SHT_DYNSYM, 8, sizeof(Elf64_Sym), count * sizeof(Elf64_Sym));
    l->made.gnu_hash = add_sized(l, ".gnu.hash", SHT_GNU_HASH, 8, 0,
                                 16 + 8 * gnu_filter_words(l) + 4 * gnu_buckets(l) + 4 * l->exported_count);
    l->made.hash = add_sized(l, ".hash", SHT_HASH, 4, 4, 8 + 8 * count);
    l->made.dynstr = link_add_part(l, ".dynstr", SHT_STRTAB, SHF_ALLOC, 1, 0);
    part *strings = &l->parts[l->made.dynstr];
    elf_add_name(&strings->content, "");
    for (size_t i = 0; i < symbol_count(l); i++) {
        const symbol *s = &l->o->symbols[l->dynamic_symbols[i]];
        Elf64_Sym entry = {.st_name = elf_add_name(&strings->content, s->name),
                           .st_info = (uint8_t)ELF64_ST_INFO(s->binding, s->type),
                           .st_other = s->visibility,
                           .st_size = s->size};
        bytes *table = &l->parts[l->made.dynsym].content;
        if (!table->failed)
            elf_copy(table->data + (i + 1) * sizeof entry, &entry, sizeof entry, ELF_SYM_NUMBERS);
    }
    strings->size = strings->content.size;
    l->made.rela = !l->dynamic_count ? -1
                                     : add_sized(l, ".rela.dyn", SHT_RELA, 8, sizeof(Elf64_Rela),
                                                 l->dynamic_count * sizeof(Elf64_Rela));
    l->made.dynamic = link_add_part(l, ".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, 8, sizeof(Elf64_Dyn));
    fill_dynamic(l);
    l->parts[l->made.dynamic].size = l->parts[l->made.dynamic].content.size;
    for (size_t i = 0; i < l->part_count; i++)
        if (l->parts[i].content.failed)
            return false;
    return true;
}

/* ---- Contents ---- */

static void put32(uint8_t *at, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void fill_symbols(link_state *l) {
    uint8_t *table = l->parts[l->made.dynsym].content.data;
    for (size_t i = l->imported_count; i < symbol_count(l); i++) {
        place p = l->symbols[l->dynamic_symbols[i]];
        Elf64_Sym entry;
        elf_copy(&entry, table + (i + 1) * sizeof entry, sizeof entry, ELF_SYM_NUMBERS);
        entry.st_value = link_address(l, p);
        entry.st_shndx = p.part < 0 ? SHN_ABS : (uint16_t)l->number[p.part];
        elf_copy(table + (i + 1) * sizeof entry, &entry, sizeof entry, ELF_SYM_NUMBERS);
    }
}

static void fill_hash(link_state *l) {
    uint8_t *table = l->parts[l->made.hash].content.data;
    uint32_t count = (uint32_t)symbol_count(l) + 1; /* as many buckets as symbols */
    uint8_t *buckets = table + 8, *chains = buckets + 4 * (size_t)count;
    put32(table, count);
    put32(table + 4, count);
    for (uint32_t i = 1; i < count; i++) {
        uint8_t *bucket =
            buckets + 4 * (size_t)(sysv_hash(l->o->symbols[l->dynamic_symbols[i - 1]].name) % count);
        memcpy(chains + 4 * (size_t)i, bucket, 4);
        put32(bucket, i);
    }
}

static void fill_gnu_hash(link_state *l) {
    uint8_t *table = l->parts[l->made.gnu_hash].content.data;
    uint32_t words = gnu_filter_words(l), buckets = gnu_buckets(l), count = (uint32_t)l->exported_count;
    uint8_t *filter = table + 16, *heads = filter + 8 * (size_t)words, *values = heads + 4 * (size_t)buckets;
    const int *symbols = l->dynamic_symbols + l->imported_count;
    uint32_t first = (uint32_t)l->imported_count + 1;
    put32(table, buckets);
    put32(table + 4, first);
    put32(table + 8, words);
    put32(table + 12, GNU_FILTER_SHIFT);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t h = gnu_hash(l->o->symbols[symbols[i]].name);
        uint8_t *word = filter + 8 * (size_t)(h / 64 % words);
        word[h % 64 / 8] |= (uint8_t)(1 << h % 8);
        word[(h >> GNU_FILTER_SHIFT) % 64 / 8] |= (uint8_t)(1 << (h >> GNU_FILTER_SHIFT) % 8);
        if (!load32(heads + 4 * (size_t)(h % buckets)))
            put32(heads + 4 * (size_t)(h % buckets), first + i);
        /* The lowest bit ends a bucket. */
        bool last = i + 1 == count || bucket_of(l, symbols[i + 1]) != h % buckets;
        put32(values + 4 * (size_t)i, (h & ~1u) | last);
    }
}

static uint64_t address_of(const link_state *l, const dynamic_relocation *d) {
    return l->parts[d->part].address + d->offset;
}

typedef struct sortable {
    Elf64_Rela entry;
    size_t order;
} sortable;

/* Relative ones first (DT_RELACOUNT counts them), then by symbol, then by address. */
static int by_kind_and_place(const void *a, const void *b) {
    const sortable *x = a, *y = b;
    uint64_t x_symbol = ELF64_R_SYM(x->entry.r_info), y_symbol = ELF64_R_SYM(y->entry.r_info);
    if (x_symbol != y_symbol)
        return x_symbol < y_symbol ? -1 : 1;
    if (x->entry.r_offset != y->entry.r_offset)
        return x->entry.r_offset < y->entry.r_offset ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void fill_relocations(link_state *l) {
    if (l->made.rela < 0)
        return;
    sortable *all = calloc(l->dynamic_count, sizeof *all);
    if (!all) {
        l->no_memory = true;
        return;
    }
    for (size_t i = 0; i < l->dynamic_count; i++) {
        const dynamic_relocation *d = &l->dynamic[i];
        bool relative = d->type == R_AMDGPU_RELATIVE64;
        uint64_t base = relative ? link_address(l, l->symbols[d->symbol]) : 0;
        all[i].entry.r_offset = address_of(l, d);
        all[i].entry.r_info = ELF64_R_INFO((uint64_t)(relative ? 0 : l->dynamic_number[d->symbol]), d->type);
        all[i].entry.r_addend = d->addend + (int64_t)base;
        all[i].order = i;
    }
    qsort(all, l->dynamic_count, sizeof *all, by_kind_and_place);
    uint8_t *table = l->parts[l->made.rela].content.data;
    for (size_t i = 0; i < l->dynamic_count; i++)
        elf_copy(table + i * sizeof(Elf64_Rela), &all[i].entry, sizeof(Elf64_Rela), ELF_LONG_NUMBERS);
    free(all);
}

static void add_tag(bytes *to, int64_t tag, uint64_t value) {
    Elf64_Dyn entry = {.d_tag = tag, .d_un.d_val = value};
    elf_append(to, &entry, sizeof entry, ELF_LONG_NUMBERS);
}

static int find_part(const link_state *l, uint32_t type) {
    for (size_t i = 0; i < l->part_count; i++)
        if (l->parts[i].type == type && l->parts[i].flags & SHF_ALLOC)
            return (int)i;
    return -1;
}

static void add_array_tags(const link_state *l, bytes *to, uint32_t type, int64_t tag, int64_t size_tag) {
    int index = find_part(l, type);
    if (index >= 0) {
        add_tag(to, tag, l->parts[index].address);
        add_tag(to, size_tag, l->parts[index].size);
    }
}

static void fill_dynamic(link_state *l) {
    bytes *to = &l->parts[l->made.dynamic].content;
    to->size = 0;
    if (l->entry >= 0) {
        add_tag(to, DT_FLAGS_1, DF_1_PIE);
        add_tag(to, DT_DEBUG, 0); /* for a debugger */
    }
    if (l->made.rela >= 0) {
        size_t relative = 0;
        for (size_t i = 0; i < l->dynamic_count; i++)
            relative += l->dynamic[i].type == R_AMDGPU_RELATIVE64;
        add_tag(to, DT_RELA, l->parts[l->made.rela].address);
        add_tag(to, DT_RELASZ, l->parts[l->made.rela].size);
        add_tag(to, DT_RELAENT, sizeof(Elf64_Rela));
        if (relative)
            add_tag(to, DT_RELACOUNT, relative);
    }
    add_tag(to, DT_SYMTAB, l->parts[l->made.dynsym].address);
    add_tag(to, DT_SYMENT, sizeof(Elf64_Sym));
    add_tag(to, DT_STRTAB, l->parts[l->made.dynstr].address);
    add_tag(to, DT_STRSZ, l->parts[l->made.dynstr].size);
    add_tag(to, DT_GNU_HASH, l->parts[l->made.gnu_hash].address);
    add_tag(to, DT_HASH, l->parts[l->made.hash].address);
    add_array_tags(l, to, SHT_PREINIT_ARRAY, DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ);
    add_array_tags(l, to, SHT_INIT_ARRAY, DT_INIT_ARRAY, DT_INIT_ARRAYSZ);
    add_array_tags(l, to, SHT_FINI_ARRAY, DT_FINI_ARRAY, DT_FINI_ARRAYSZ);
    add_tag(to, DT_NULL, 0);
}

void link_fill_dynamic_parts(link_state *l) {
    fill_symbols(l);
    fill_hash(l);
    fill_gnu_hash(l);
    fill_relocations(l);
    fill_dynamic(l);
    part *parts = l->parts;
    uint32_t strings = l->number[l->made.dynstr], symbols = l->number[l->made.dynsym];
    parts[l->made.dynsym].link = strings;
    parts[l->made.dynsym].info = 1;
    parts[l->made.gnu_hash].link = symbols;
    parts[l->made.hash].link = symbols;
    parts[l->made.dynamic].link = strings;
    if (l->made.rela >= 0)
        parts[l->made.rela].link = symbols;
}
