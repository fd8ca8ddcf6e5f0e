/* SPDX-License-Identifier: MIT */
/* Cuts the code of files into runs, and says where an address of it is. */
#include "places.h"

#include <stdlib.h>
#include <string.h>

/* ---- runs --------------------------------------------------------------------------------- */

bool places_room(void *array, size_t count, size_t element) {
    void **data = array, *grown = realloc(*data, (count + 1) * element);
    if (grown)
        *data = grown;
    return grown != NULL;
}

static code_run *new_run(code_map *r, const gisa_isa *isa, const gisa_file_code *code,
                         const gisa_file_section *in) {
    code_run *run = places_room(&r->runs, r->count, sizeof *r->runs) ? calloc(1, sizeof *run) : NULL;
    if (!run) {
        r->no_memory = true;
        return NULL;
    }
    *run = (code_run){.isa = isa,
                      .bytes = code->bytes,
                      .address = code->address,
                      .section = in->name,
                      .section_address = in->address};
    r->runs[r->count++] = run;
    return run;
}

static bool follows(const code_run *run, const gisa_file_code *code) {
    return code->bytes == run->bytes + run->size && code->address == run->address + run->size;
}

static bool add_code(code_run *run, const gisa_file_code *code) {
    if (!places_room(&run->entries, run->entry_count, sizeof *run->entries) ||
        !places_room(&run->names, run->entry_count, sizeof *run->names))
        return false;
    run->entries[run->entry_count] = code->address;
    run->names[run->entry_count++] = code->name;
    run->size += code->size;
    return true;
}

/* ---- places ------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const gisa_placed *x = a, *y = b;
    int order = strcmp(x->section, y->section);
    return order ? order : x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void add_line(code_place *p, const line_map *lines, const code_run *run) {
    gisa_placed key = {.section = run->section, .offset = p->address - run->section_address};
    const gisa_placed *found =
        lines && lines->count ? bsearch(&key, lines->at, lines->count, sizeof *lines->at, by_place) : NULL;
    if (!found)
        return;
    p->file = found->file;
    p->line = found->line;
    p->column = found->column;
    p->direct = found->direct;
    p->at = found->at;
}

/* The last function that begins at the address or before it. */
code_place places_of(const code_run *run, uint64_t address, const line_map *lines) {
    code_place p = {.address = address};
    size_t low = 0, high = run->entry_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (run->entries[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && *run->names[low - 1]) {
        p.symbol = run->names[low - 1];
        p.offset = address - run->entries[low - 1];
    }
    add_line(&p, lines, run);
    return p;
}

void places_add(code_map *map, const gisa_file *file) {
    gisa_file_info info;
    gisa_file_code code;
    code_run *run = NULL;
    size_t section = SIZE_MAX;
    gisa_file_about(file, &info);
    for (size_t i = 0; !map->no_memory && gisa_file_code_at(file, i, &code) == GISA_OK; i++) {
        gisa_file_section in = {.name = ""};
        gisa_file_section_at(file, code.section, &in);
        if (!run || code.section != section || !follows(run, &code))
            run = new_run(map, info.isa, &code, &in);
        section = code.section;
        map->no_memory |= !run || !add_code(run, &code);
    }
}

void places_free(code_map *map, size_t first) {
    for (size_t i = first; i < map->count; i++) {
        free(map->runs[i]->entries);
        free(map->runs[i]->names);
        free(map->runs[i]);
    }
    map->count = first;
    if (!first) {
        free(map->runs);
        map->runs = NULL;
    }
}

const code_run *places_run(const code_map *map, uint64_t address) {
    for (size_t i = 0; i < map->count; i++)
        if (address - map->runs[i]->address < map->runs[i]->size)
            return map->runs[i];
    return NULL;
}

/* Where code that is read from its beginning is in step with an address. */
static uint64_t begins_before(const code_run *run, uint64_t address) {
    uint64_t begin = run->address;
    for (size_t i = 0; i < run->entry_count && run->entries[i] <= address; i++)
        begin = run->entries[i];
    return begin;
}

unsigned places_before(const code_run *run, uint64_t address, uint64_t at[], unsigned count) {
    unsigned known = 0;
    for (uint64_t pc = begins_before(run, address); pc <= address && pc - run->address < run->size;) {
        const uint64_t offset = pc - run->address;
        gisa_insn insn = {.size = 0};
        if (known == count)
            memmove(at, at + 1, --known * sizeof *at);
        at[known++] = pc;
        gisa_decode(run->isa, run->bytes + offset, run->size - offset, &insn);
        pc += insn.size ? insn.size : 4;
    }
    return known && at[known - 1] == address ? known : 0;
}

bool places_next(const code_run *run, uint64_t address, uint64_t *next) {
    const uint64_t offset = address - run->address;
    gisa_insn insn = {.size = 0};
    if (offset < run->size)
        gisa_decode(run->isa, run->bytes + offset, run->size - offset, &insn);
    *next = address + insn.size;
    return insn.size && *next - run->address < run->size &&
           begins_before(run, *next) == begins_before(run, address);
}

const char *places_instruction(const code_run *run, uint64_t address, char text[GISA_TEXT_MAX]) {
    uint64_t offset = address - run->address;
    size_t size = GISA_TEXT_MAX;
    gisa_insn insn;
    gisa_style style = {.address = address};
    *text = 0;
    if (offset < run->size &&
        gisa_decode(run->isa, run->bytes + offset, run->size - offset, &insn) == GISA_OK)
        gisa_print(run->isa, &insn, &style, text, &size);
    return text;
}
