/* SPDX-License-Identifier: MIT */
/* Lays the parts of a link out as lld does: read-only, code, written while loading, written later;
 * each group in a segment of its own, at the same place within a page in the file and in memory. */
#include "link.h"

#include <stdlib.h>
#include <string.h>

/* The order of sections in the file. */
enum {
    RANK_NOTE,
    RANK_READ_ONLY, /* tables for the loader */
    RANK_CONSTANTS,
    RANK_CODE,
    RANK_WRITABLE_CODE,
    RANK_RELRO,
    RANK_GOT,
    RANK_RELRO_NOBITS,
    RANK_RELRO_PADDING,
    RANK_DATA,
    RANK_NOBITS,
    RANK_NOT_LOADED
};

/* Written only while the object is loaded: addresses that relocations put there. */
static bool is_relro(const part *p) {
    static const char *const names[] = {".dynamic",    ".got",           ".data.rel.ro",
                                        ".bss.rel.ro", ".relro_padding", NULL};
    if (p->type == SHT_INIT_ARRAY || p->type == SHT_FINI_ARRAY || p->type == SHT_PREINIT_ARRAY)
        return true;
    for (size_t i = 0; names[i]; i++)
        if (!strcmp(p->name, names[i]))
            return true;
    return false;
}

static unsigned rank_of(const part *p) {
    bool nobits = p->type == SHT_NOBITS;
    if (!(p->flags & SHF_ALLOC))
        return RANK_NOT_LOADED;
    if (p->type == SHT_NOTE)
        return RANK_NOTE;
    if (p->flags & SHF_EXECINSTR)
        return p->flags & SHF_WRITE ? RANK_WRITABLE_CODE : RANK_CODE;
    if (!(p->flags & SHF_WRITE))
        return p->type == SHT_PROGBITS ? RANK_CONSTANTS : RANK_READ_ONLY;
    if (!strcmp(p->name, ".relro_padding"))
        return RANK_RELRO_PADDING;
    if (!strcmp(p->name, ".got"))
        return RANK_GOT;
    if (p->relro)
        return nobits ? RANK_RELRO_NOBITS : RANK_RELRO;
    return nobits ? RANK_NOBITS : RANK_DATA;
}

static int by_rank(const void *a, const void *b) {
    const part *x = *(part *const *)a, *y = *(part *const *)b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->order - y->order;
}

typedef struct layout {
    part **sorted;
    size_t count;
    size_t loaded; /* of them; they come first */
} layout;

static uint32_t segment_flags(const part *p) {
    return PF_R | (p->flags & SHF_WRITE ? PF_W : 0u) | (p->flags & SHF_EXECINSTR ? PF_X : 0u);
}

/* A segment begins where access rights change, and after what is write-protected after loading. */
static bool begins_segment(const layout *y, size_t i) {
    return !i || segment_flags(y->sorted[i - 1]) != segment_flags(y->sorted[i]) ||
           y->sorted[i - 1]->relro != y->sorted[i]->relro;
}

static size_t segment_end(const layout *y, size_t i) {
    do
        i++;
    while (i < y->loaded && !begins_segment(y, i));
    return i;
}

static bool begins_notes(const layout *y, size_t i) {
    return y->sorted[i]->type == SHT_NOTE &&
           (!i || y->sorted[i - 1]->type != SHT_NOTE || y->sorted[i - 1]->align != y->sorted[i]->align);
}

static size_t notes_end(const layout *y, size_t i) {
    do
        i++;
    while (i < y->loaded && y->sorted[i]->type == SHT_NOTE && !begins_notes(y, i));
    return i;
}

/* Segments that hold nothing are left out; the first one holds the file's headers. */
static bool holds_something(const layout *y, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (y->sorted[i]->size)
            return true;
    return !begin;
}

/* The room for program headers; segments that are left out leave theirs empty, as in lld's
   files. */
static uint64_t header_room(const layout *y) {
    size_t count = 4; /* PT_PHDR, PT_DYNAMIC, PT_GNU_RELRO, PT_GNU_STACK */
    for (size_t i = 0; i < y->loaded; i++)
        count += (size_t)begins_segment(y, i) + begins_notes(y, i);
    return count * sizeof(Elf64_Phdr);
}

static uint64_t align_to(uint64_t value, uint64_t align) {
    return (value + align - 1) & ~(align - 1);
}

/* The padding is not counted: what follows starts a page of its own anyway. */
static void give_addresses(const layout *y, uint64_t at) {
    for (size_t i = 0; i < y->loaded; i++) {
        part *p = y->sorted[i];
        if (i && begins_segment(y, i))
            at = align_to(at, LINK_PAGE) + at % LINK_PAGE;
        at = align_to(at, p->align);
        p->address = at;
        if (p->rank == RANK_RELRO_PADDING)
            p->size = align_to(at, LINK_PAGE) - at;
        else
            at += p->size;
    }
}

/* Gives the gaps, too. */
static uint64_t give_offsets(const layout *y, uint64_t at) {
    const part *first = NULL;
    uint64_t gaps = 0;
    for (size_t i = 0; i < y->count; i++) {
        part *p = y->sorted[i];
        uint64_t before = at;
        if (i >= y->loaded)
            at = align_to(at, p->align);
        else if (begins_segment(y, i)) {
            uint64_t in_page = p->address % LINK_PAGE;
            at += (in_page - at % LINK_PAGE + LINK_PAGE) % LINK_PAGE;
            first = p;
        } else if (p->type != SHT_NOBITS)
            at = first->offset + (p->address - first->address);
        p->offset = at;
        gaps += at - before;
        if (p->type != SHT_NOBITS)
            at += p->size;
    }
    return gaps;
}

static void add_segment(const layout *y, bytes *headers, uint32_t type, uint32_t flags, uint64_t align,
                        size_t begin, size_t end) {
    const part *first = y->sorted[begin], *last = y->sorted[end - 1];
    Elf64_Phdr h = {.p_type = type, .p_flags = flags, .p_align = align};
    h.p_offset = first->offset;
    h.p_vaddr = first->address;
    for (size_t i = begin; i < end; i++)
        if (y->sorted[i]->type != SHT_NOBITS)
            h.p_filesz = y->sorted[i]->address + y->sorted[i]->size - first->address;
    h.p_memsz = last->address + last->size - first->address;
    if (type == PT_LOAD && !begin) { /* together with the headers before it */
        h.p_filesz += h.p_offset;
        h.p_memsz += h.p_vaddr;
        h.p_offset = h.p_vaddr = 0;
    }
    h.p_paddr = h.p_vaddr;
    elf_append(headers, &h, sizeof h, ELF_PHDR_NUMBERS);
}

static void write_segments(const layout *y, bytes *headers) {
    uint64_t size = header_room(y);
    Elf64_Phdr own = {PT_PHDR, PF_R, sizeof(Elf64_Ehdr), sizeof(Elf64_Ehdr), sizeof(Elf64_Ehdr), size,
                      size,    8};
    elf_append(headers, &own, sizeof own, ELF_PHDR_NUMBERS);
    for (size_t i = 0; i < y->loaded; i = segment_end(y, i))
        if (holds_something(y, i, segment_end(y, i)))
            add_segment(y, headers, PT_LOAD, segment_flags(y->sorted[i]), LINK_PAGE, i, segment_end(y, i));
    for (size_t i = 0; i < y->loaded; i++)
        if (y->sorted[i]->type == SHT_DYNAMIC)
            add_segment(y, headers, PT_DYNAMIC, PF_R | PF_W, 8, i, i + 1);
    for (size_t i = 0; i < y->loaded; i++)
        if (y->sorted[i]->relro && begins_segment(y, i))
            add_segment(y, headers, PT_GNU_RELRO, PF_R, 1, i, segment_end(y, i));
    Elf64_Phdr stack = {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W};
    elf_append(headers, &stack, sizeof stack, ELF_PHDR_NUMBERS);
    for (size_t i = 0; i < y->loaded; i++)
        if (begins_notes(y, i))
            add_segment(y, headers, PT_NOTE, PF_R, y->sorted[i]->align, i, notes_end(y, i));
}

gisa_status link_layout(link_state *l, bytes *program_headers) {
    layout y = {.sorted = calloc(l->part_count + 1, sizeof *y.sorted), .count = l->part_count};
    l->number = calloc(l->part_count + 1, sizeof *l->number);
    l->in_order = calloc(l->part_count + 1, sizeof *l->in_order);
    if (!y.sorted || !l->number || !l->in_order) {
        free(y.sorted);
        return GISA_STATUS_NO_MEMORY;
    }
    for (size_t i = 0; i < l->part_count; i++) {
        part *p = &l->parts[i];
        p->relro = p->flags & SHF_ALLOC && p->flags & SHF_WRITE && is_relro(p);
        p->rank = rank_of(p);
        p->order = (int)i;
        y.loaded += (p->flags & SHF_ALLOC) != 0;
        y.sorted[i] = p;
    }
    qsort(y.sorted, y.count, sizeof(part *), by_rank);
    for (size_t i = 0; i < y.count; i++) {
        l->in_order[i] = y.sorted[i]->order;
        l->number[y.sorted[i]->order] = (uint32_t)i + 1;
    }
    uint64_t headers_end = sizeof(Elf64_Ehdr) + header_room(&y);
    give_addresses(&y, headers_end);
    l->filled += give_offsets(&y, headers_end);
    write_segments(&y, program_headers);
    free(y.sorted);
    if (l->filled > LINK_MOST_FILLED)
        return object_fail(l->fault, 0, "the alignment of sections makes the file too large");
    return program_headers->failed ? GISA_STATUS_NO_MEMORY : GISA_OK;
}
