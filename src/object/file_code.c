/* SPDX-License-Identifier: MIT */
/* Cuts the code of a file into pieces: at the symbols of functions, and around what symbols say to
   be data. */
#include "elf_types.h"
#include "file.h"

#include <stdlib.h>
#include <string.h>

enum { KERNEL_HEADER = 256 }; /* amd_kernel_code_t of code object v2, before a kernel's code */

/* A symbol in a section of code. */
typedef struct mark {
    size_t section, number;
    uint64_t offset, data_end; /* data_end: data begin at `offset`, too; 0 = none do */
    const char *name;          /* NULL: no function begins there */
} mark;

static int by_place(const void *a, const void *b) {
    const mark *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static bool begins_function(const symbol *s) {
    return s->type == STT_FUNC || s->type == OBJECT_STT_KERNEL ||
           (s->type == STT_NOTYPE && s->binding != STB_LOCAL);
}

/* False: the symbol is of no importance here. */
static bool mark_of(const gisa_file *f, size_t number, mark *m) {
    const symbol *s = &f->o.symbols[number];
    gisa_file_section in;
    if (s->section < 0 || gisa_file_section_at(f, (size_t)s->section, &in) != GISA_OK || !in.code ||
        s->value >= in.size)
        return false;
    uint64_t data = s->type == STT_OBJECT ? s->size : s->type == OBJECT_STT_KERNEL ? KERNEL_HEADER : 0;
    uint64_t left = in.size - s->value;
    *m = (mark){.section = (size_t)s->section, .number = number, .offset = s->value};
    m->data_end = data ? s->value + (data < left ? data : left) : 0;
    m->name = begins_function(s) ? s->name : NULL;
    return data || m->name;
}

static void add(gisa_file *f, size_t number, const gisa_file_section *in, const char *name, uint64_t begin,
                uint64_t end) {
    if (begin < end)
        f->codes[f->code_count++] = (gisa_file_code){.name = name,
                                                     .address = in->address + begin,
                                                     .size = end - begin,
                                                     .bytes = in->bytes + begin,
                                                     .section = number};
}

/* The pieces of one section, whose marks are in order; how many marks it has. */
static size_t cut(gisa_file *f, size_t number, const gisa_file_section *in, const mark *m, size_t count) {
    const char *name = in->name;
    uint64_t begin = 0, named = UINT64_MAX;
    size_t i = 0;
    for (; i < count && m[i].section == number; i++) {
        add(f, number, in, name, begin, m[i].offset);
        begin = m[i].offset > begin ? m[i].offset : begin;
        if (m[i].name && named != m[i].offset) { /* the first of those that begin here */
            name = m[i].name;
            named = m[i].offset;
        }
        begin = m[i].data_end > begin ? m[i].data_end : begin;
    }
    add(f, number, in, name, begin, in->size);
    return i;
}

gisa_status file_find_codes(gisa_file *f) {
    size_t sections = f->own_count ? f->own_count : f->o.section_count, count = 0, at = 0;
    gisa_file_section in;
    mark *marks = calloc(f->o.symbol_count + 1, sizeof *marks);
    for (size_t i = 0; marks && i < f->o.symbol_count; i++)
        count += mark_of(f, i, &marks[count]);
    f->codes = marks ? calloc(count + sections + 1, sizeof *f->codes) : NULL;
    if (f->codes) {
        qsort(marks, count, sizeof *marks, by_place);
        for (size_t i = 0; gisa_file_section_at(f, i, &in) == GISA_OK; i++)
            if (in.code)
                at += cut(f, i, &in, marks + at, count - at);
    }
    free(marks);
    return f->codes ? GISA_OK : GISA_STATUS_NO_MEMORY;
}

gisa_status gisa_file_code_at(const gisa_file *f, size_t i, gisa_file_code *code) {
    if (!f || !code)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= f->code_count)
        return GISA_STATUS_END;
    *code = f->codes[i];
    return GISA_OK;
}
