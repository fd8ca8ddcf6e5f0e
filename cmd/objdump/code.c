/* SPDX-License-Identifier: MIT */
/* Goes through the code of a file, section by section and symbol by symbol. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "objdump.h"

/* A section that is printed, and what is asked for of it. */
typedef struct part {
    gisa_file_section section;
    size_t number;
    uint64_t from, to;
} part;

/* Raw code is in one section, which objdump calls so. */
static const char *section_name(const part *p) {
    return *p->section.name ? p->section.name : ".data";
}

/* ---- symbols ---- */

enum { STT_NONE = 0, STT_DATA = 1, STT_CODE = 2, STT_KERNEL_V2 = 10, KERNEL_V2_SIZE = 256 };

static bool is_label(const gisa_file_symbol *s) {
    return s->defined && s->section >= 0 && *s->name &&
           (s->type == STT_NONE || s->type == STT_DATA || s->type == STT_CODE || s->type == STT_KERNEL_V2);
}

static int compare(const void *x, const void *y) {
    const objdump_symbol *a = x, *b = y;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return strcmp(a->name, b->name);
}

static bool read_symbols(objdump *d) {
    gisa_file_symbol s;
    size_t count = 0;
    while (gisa_file_symbol_at(d->file, count, &s) == GISA_OK)
        count++;
    d->symbols = calloc(count + 1, sizeof *d->symbols);
    if (!d->symbols)
        return false;
    for (size_t i = 0; i < count; i++)
        if (gisa_file_symbol_at(d->file, i, &s) == GISA_OK && is_label(&s))
            d->symbols[d->symbol_count++] = (objdump_symbol){s.address, (size_t)s.section, s.name, s.type};
    qsort(d->symbols, d->symbol_count, sizeof *d->symbols, compare);
    return true;
}

/* How many symbols come before those of a section that are past an address. */
static size_t symbols_to(const objdump *d, size_t section, uint64_t address) {
    size_t low = 0, high = d->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const objdump_symbol *s = &d->symbols[middle];
        if (s->section < section || (s->section == section && s->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The symbol at or before an address; NULL: the section has none there. Of several with one address
   the last one that is not data, as llvm-objdump chooses. */
static const objdump_symbol *symbol_of(const objdump *d, size_t section, uint64_t address) {
    size_t next = symbols_to(d, section, address), i = next;
    if (!next || d->symbols[next - 1].section != section)
        return NULL;
    while (i > 0 && d->symbols[i - 1].section == section &&
           d->symbols[i - 1].address == d->symbols[next - 1].address)
        if (d->symbols[--i].type != STT_DATA)
            return &d->symbols[i];
    return &d->symbols[next - 1];
}

static uint64_t next_symbol(const objdump *d, const part *p, uint64_t address) {
    size_t next = symbols_to(d, p->number, address);
    bool there = next < d->symbol_count && d->symbols[next].section == p->number;
    return there && d->symbols[next].address < p->to ? d->symbols[next].address : p->to;
}

/* ---- instructions ---- */

/* Data among code up to `end`, which symbols or the structure before a kernel of version 2 say: the
   bytes of it, 0 where this is code. With -D all is code. */
static size_t data_at(const objdump *d, const objdump_symbol *s, uint64_t address, uint64_t end) {
    uint64_t past = end;
    if (s && s->type == STT_KERNEL_V2 && s->address + KERNEL_V2_SIZE < end)
        past = s->address + KERNEL_V2_SIZE;
    bool data = s && !d->a->all && (s->type == STT_DATA || s->type == STT_KERNEL_V2) && address < past;
    return data ? (size_t)(past - address) : 0;
}

static void print_words(const uint8_t *bytes, size_t size, char *text, size_t room) {
    if (size >= 4)
        snprintf(text, room, ".long 0x%02x%02x%02x%02x", bytes[3], bytes[2], bytes[1], bytes[0]);
    else
        snprintf(text, room,
                 size == 1   ? ".byte 0x%02x"
                 : size == 2 ? ".byte 0x%02x, 0x%02x"
                             : ".byte 0x%02x, 0x%02x, 0x%02x",
                 bytes[0], size > 1 ? bytes[1] : 0, size > 2 ? bytes[2] : 0);
}

/* The section that an address is in: this one, or another one of a loadable file. */
static size_t section_of(const objdump *d, const part *p, uint64_t address) {
    gisa_file_section s;
    for (size_t i = 0; d->info.loadable && gisa_file_section_at(d->file, i, &s) == GISA_OK; i++)
        if (s.code && address >= s.address && address - s.address < s.size)
            return i;
    return p->number;
}

typedef struct place {
    const objdump *d;
    const part *p;
} place;

/* The first label at the target of a branch: LLVM writes it in place of the number. */
static const objdump_symbol *label_of(const objdump *d, const part *p, uint64_t target) {
    size_t section = section_of(d, p, target);
    for (size_t i = target ? symbols_to(d, section, target - 1) : 0; i < d->symbol_count; i++) {
        const objdump_symbol *s = &d->symbols[i];
        if (s->section == section && s->address == target && s->type == STT_NONE)
            return s;
        if (s->section > section || (s->section == section && s->address > target))
            break;
    }
    return NULL;
}

/* LLVM puts other names in quotes. */
#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.@"

static size_t put_label(void *ctx, uint64_t target, char *text, size_t room) {
    const place *here = ctx;
    const objdump_symbol *s = label_of(here->d, here->p, target);
    if (!s || strlen(s->name) > 200)
        return 0;
    const char *quote = s->name[strspn(s->name, NAME_LETTERS)] ? "\"" : "";
    int size = snprintf(text, room, "%s%s%s", quote, s->name, quote);
    return size > 0 && (size_t)size < room ? (size_t)size : 0;
}

static bool put_text(const objdump *d, const part *p, const gisa_insn *insn, uint64_t address,
                     char text[GISA_TEXT_MAX]) {
    place here = {d, p};
    gisa_style style = {.syntax = d->a->syntax, .address = address, .label = put_label, .ctx = &here};
    size_t size = GISA_TEXT_MAX;
    return insn->status == GISA_OK && !(gisa_oddities(d->info.isa, insn) & GISA_ODD_RESERVED) &&
           gisa_print(d->info.isa, insn, &style, text, &size) == GISA_OK;
}

/* Where a branch goes to; not where its text names it already, as LLVM has it. */
static void find_target(const objdump *d, const part *p, const gisa_insn *insn, objdump_line *line) {
    if (!gisa_target(insn, line->address, &line->target) || (d->a->llvm && label_of(d, p, line->target)))
        return;
    const objdump_symbol *s = symbol_of(d, section_of(d, p, line->target), line->target);
    bool within = line->target >= p->section.address && line->target - p->section.address < p->section.size;
    if (s || within) {
        line->target_name = s ? s->name : section_name(p);
        line->target_base = s ? s->address : p->section.address;
    }
}

static size_t print_instruction(const objdump *d, const part *p, uint64_t at, size_t data) {
    char text[GISA_TEXT_MAX];
    gisa_insn insn;
    size_t left = (size_t)(p->section.address + p->section.size - at), unit = gisa_unit(d->info.isa);
    objdump_line line = {.address = at,
                         .end = p->section.address + p->section.size - 1,
                         .bytes = p->section.bytes + (at - p->section.address),
                         .text = text};
    if (!data && gisa_decode(d->info.isa, line.bytes, left, &insn) == GISA_OK &&
        put_text(d, p, &insn, at, text)) {
        line.size = insn.size;
        find_target(d, p, &insn, &line);
    } else {
        left = data ? data : left;
        unit = unit < left && unit < 4 ? unit : 4;
        line.size = unit < left ? unit : left;
        print_words(line.bytes, line.size, text, sizeof text);
    }
    objdump_print(d, &line);
    return line.size;
}

static size_t print_data(const objdump *d, const part *p, uint64_t at, size_t data) {
    if (!d->a->llvm)
        return print_instruction(d, p, at, data);
    data = data < 8 ? data : 8;
    objdump_data(at, p->section.bytes + (at - p->section.address), data);
    return data;
}

/* Eight bytes of zeros or more, which are not worth their lines. */
static size_t zeroes(const objdump *d, const part *p, uint64_t at, uint64_t end) {
    size_t count = 0;
    const uint8_t *bytes = p->section.bytes + (at - p->section.address);
    while (!d->a->zeroes && count < end - at && !bytes[count])
        count++;
    return count < 8 ? 0 : count / 4 * 4;
}

/* What is at an address that belongs to a symbol (NULL: none); returns its size. */
static size_t print_at(objdump *d, const part *p, const objdump_symbol *s, uint64_t at, uint64_t end) {
    size_t data = data_at(d, s, at, end), skipped = d->a->llvm && data ? 0 : zeroes(d, p, at, end);
    if (skipped) {
        objdump_zeroes(d);
        return skipped;
    }
    if (data)
        return print_data(d, p, at, data);
    if (d->a->lines || d->a->source)
        objdump_source(d, at, s ? s->name : NULL);
    return print_instruction(d, p, at, 0);
}

static void print_piece(objdump *d, const part *p, uint64_t at, uint64_t end) {
    const objdump_symbol *s = symbol_of(d, p->number, at);
    if (s)
        objdump_label(d, at, s->name, s->address);
    else
        objdump_label(d, at, section_name(p), p->section.address);
    while (at < end)
        at += print_at(d, p, s, at, end);
}

static bool is_asked_for(const objdump *d, const part *p, uint64_t at) {
    const objdump_symbol *s = symbol_of(d, p->number, at);
    return !d->a->symbol || (s && strcmp(s->name, d->a->symbol) == 0);
}

static void print_part(objdump *d, const part *p) {
    bool begun = false;
    for (uint64_t at = p->from, end; at < p->to; at = end) {
        end = next_symbol(d, p, at);
        if (!is_asked_for(d, p, at))
            continue;
        if (!begun)
            objdump_section_head(d, section_name(p));
        begun = true;
        print_piece(d, p, at, end);
    }
}

/* ---- sections ---- */

/* What start and stop leave of a section. */
static bool cut(const objdump *d, part *p) {
    uint64_t end = p->section.address + p->section.size;
    p->from = p->section.address > d->a->start ? p->section.address : d->a->start;
    p->to = d->a->stop && d->a->stop < end ? d->a->stop : end;
    return end > p->section.address && p->from < p->to;
}

static bool is_printed(const objdump *d, const gisa_file_section *s) {
    return s->bytes && s->size && (s->code || d->a->all || d->a->section_count) && objdump_wants(d, s->name);
}

/* A line table of a relocatable file says nothing before a linker has been at it. */
static bool read_lines(objdump *d) {
    bool wanted = d->a->lines || d->a->source, elf = d->info.format == GISA_INPUT_ELF;
    if (wanted && elf && !d->info.loadable)
        fprintf(stderr, "gisa objdump: warning: %s: lines are shown of linked files only\n", d->path);
    return !wanted || !elf || !d->info.loadable || lines_read(&d->lines, d->info.bytes, d->info.size, 0);
}

bool objdump_code(objdump *d) {
    part p;
    if (!read_symbols(d))
        return false;
    if (!read_lines(d))
        return false;
    lines_sort(&d->lines);
    d->folders = calloc(d->lines.files + 1, sizeof *d->folders);
    for (size_t i = 0; gisa_file_section_at(d->file, i, &p.section) == GISA_OK; i++) {
        p.number = i;
        if (is_printed(d, &p.section) && cut(d, &p))
            print_part(d, &p);
    }
    return true;
}
