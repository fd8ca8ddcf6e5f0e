/* SPDX-License-Identifier: MIT */
/* The lines of a disassembly, as GNU objdump and llvm-objdump lay them out. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dwarf.h"
#include "objdump.h"

static const char *format_name(const gisa_file_info *info) {
    static const char *const names[] = {[GISA_INPUT_RAW] = "binary",
                                        [GISA_INPUT_ELF] = "elf64-amdgpu",
                                        [GISA_INPUT_GXP] = "gxp",
                                        [GISA_INPUT_SB] = "orbis-sb"};
    unsigned format = (unsigned)info->format;
    return format < sizeof names / sizeof *names && names[format] ? names[format] : "unknown";
}

void objdump_head(const objdump *d) {
    const char *name = format_name(&d->info);
    if (d->a->llvm)
        printf("\n%s:\tfile format %s\n", d->path, name);
    else
        printf("\n%s:     file format %s\n\n", d->path, name);
}

void objdump_section_head(const objdump *d, const char *name) {
    (void)d;
    printf("\nDisassembly of section %s:\n", name);
}

static void print_place(const objdump *d, uint64_t address, const char *name, uint64_t symbol) {
    char room[SCOPES_TEXT];
    printf("<%s", objdump_name(d, name, room));
    if (address != symbol)
        printf("+0x%" PRIx64, address - symbol);
    putchar('>');
}

void objdump_label(const objdump *d, uint64_t address, const char *name, uint64_t symbol) {
    address = d->a->llvm ? symbol : address;
    printf("\n%016" PRIx64 " ", address);
    print_place(d, address, name, symbol);
    puts(":");
}

/* Addresses are as wide as the section's last one wants, in steps of four digits, and have a blank
   before them. */
static int address_width(uint64_t end) {
    int width = 4;
    while (width < 16 && end >> (4 * width - 4))
        width += 4;
    return width;
}

/* ---- GNU ---- */

static void print_bytes(const objdump_line *line, size_t from, unsigned width) {
    for (size_t i = from; i < from + width; i++)
        if (i < line->size)
            printf("%02x ", line->bytes[i]);
        else
            fputs("   ", stdout);
}

static void print_rest(const objdump *d, const objdump_line *line, int digits) {
    for (size_t at = d->a->width; !d->a->no_words && at < line->size; at += d->a->width) {
        printf("%*" PRIx64 ":\t", digits, line->address + at);
        for (size_t i = at; i < line->size && i < at + d->a->width; i++)
            printf("%02x ", line->bytes[i]);
        putchar('\n');
    }
}

static void print_gnu(const objdump *d, const objdump_line *line) {
    int digits = address_width(line->end);
    printf("%*" PRIx64 ":\t", digits, line->address);
    if (!d->a->no_words) {
        print_bytes(line, 0, d->a->width);
        putchar('\t');
    }
    fputs(line->text, stdout);
    if (line->target_name) {
        printf("\t// %" PRIx64 " ", line->target);
        print_place(d, line->target, line->target_name, line->target_base);
    }
    putchar('\n');
    print_rest(d, line, digits);
}

/* ---- LLVM ---- */

static void print_llvm(const objdump *d, const objdump_line *line) {
    printf("\t%-59s// %012" PRIX64 ":", line->text, line->address);
    for (size_t i = 0; i < line->size; i += 4) {
        if (line->size - i < 4)
            for (size_t k = i; k < line->size; k++)
                printf(" %02X", line->bytes[k]);
        else
            printf(" %02X%02X%02X%02X", line->bytes[i + 3], line->bytes[i + 2], line->bytes[i + 1],
                   line->bytes[i]);
    }
    if (line->target_name) {
        putchar(' ');
        print_place(d, line->target, line->target_name, line->target_base);
    }
    putchar('\n');
}

void objdump_print(const objdump *d, const objdump_line *line) {
    (d->a->llvm ? print_llvm : print_gnu)(d, line);
}

void objdump_zeroes(const objdump *d) {
    puts(d->a->llvm ? "\t\t..." : "\t...");
}

void objdump_data(uint64_t address, const uint8_t *bytes, size_t size) {
    printf("%8" PRIx64 ":", address);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", bytes[i]);
    printf("%*s", (int)(33 - 3 * size), "");
    for (size_t i = 0; i < size; i++)
        putchar(bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.');
    putchar('\n');
}

/* ---- lines of the source ---- */

/* A relative name is that of a file below the folder where the code at `address` was compiled. */
static void print_file(objdump *d, unsigned file, uint64_t address) {
    const char *name = d->lines.file[file].name;
    if (*name != '/' && d->folders && !d->folders[file])
        d->folders[file] = dwarf_folder(d->info.bytes, d->info.size, address);
    if (*name != '/' && d->folders && d->folders[file])
        printf("%s/", d->folders[file]);
    fputs(name, stdout);
}

/* The function that the code belongs to, where it is another one than before. */
static bool print_function(objdump *d, const char *name) {
    char room[SCOPES_TEXT];
    if (!name || strcmp(d->function, name) == 0)
        return false;
    snprintf(d->function, sizeof d->function, "%s", name);
    if (d->a->lines)
        printf("%s%s():\n", d->a->llvm ? "; " : "", objdump_name(d, name, room));
    return true;
}

void objdump_source(objdump *d, uint64_t address, const char *function) {
    const line_row *row = lines_at(&d->lines, address);
    scope_function chain[SCOPES_DEEPEST];
    const char *text = NULL, *sign = d->a->llvm ? "; " : "";
    size_t size = 0;
    bool entered =
        print_function(d, lines_functions(&d->lines, address, chain) > 1 ? chain[0].name : function);
    if (!row || !row->line)
        return;
    bool moved = row->file != d->in_file || row->line != d->in_line;
    d->in_file = row->file;
    d->in_line = row->line;
    if (d->a->lines && (moved || entered)) {
        fputs(sign, stdout);
        print_file(d, row->file, address);
        printf(":%u\n", row->line);
    }
    if (d->a->source && moved)
        text = lines_text(&d->lines, row->file, row->line, &size);
    if (text)
        printf("%s%.*s\n", sign, (int)size, text);
}
