/* SPDX-License-Identifier: MIT */
/* Reads DWARF line tables with elfutils' libdw, where gisa was built with it, and the sources that
   they name. */
#include "dwarf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "scopes.h"

static bool refuse(const char *command, const char *file, const char *why) {
    fprintf(stderr, "gisa %s: %s: %s\n", command, file, why);
    return false;
}

void dwarf_lines_free(dwarf_lines *s) {
    for (size_t i = 0; i < s->text_count; i++)
        free(s->texts[i]);
    free(s->texts);
    free(s->at);
}

#ifndef WITH_DW

bool dwarf_lines_read(const char *command, const char *file, const void *data, size_t size, dwarf_lines *s) {
    (void)data;
    (void)size;
    *s = (dwarf_lines){0};
    return refuse(command, file,
                  "this gisa was built without libdw, which reads line tables: install "
                  "libdw-dev and make gisa again, or leave out -S");
}

void dwarf_rows(const void *data, size_t size,
                bool (*add)(void *ctx, uint64_t address, const char *file, unsigned line), void *ctx) {
    (void)data, (void)size, (void)add, (void)ctx;
}

char *dwarf_folder(const void *data, size_t size, uint64_t address) {
    (void)data, (void)size, (void)address;
    return NULL;
}

bool dwarf_is_there(void) {
    return false;
}

#else

#include <elfutils/../dwarf.h> /* cmd/dwarf.h has the same name */
#include <elfutils/libdw.h>
#include <gelf.h>
#include <unistd.h>

/* ---- Sources ---- */

typedef struct source_file {
    const char *name; /* as in the line table, which lives as long as this */
    char *data;       /* 0-ended; NULL: not readable here */
} source_file;

enum { MOST_FILES = 256 };

typedef struct reader {
    dwarf_lines *s;
    scopes *scopes;
    const char *last; /* the text of the row before; NULL: there is none */
    size_t room;
    source_file files[MOST_FILES];
    unsigned file_count;
} reader;

static char *read_source(const char *name) {
    void *data;
    size_t size;
    if (access(name, R_OK) != 0 || !cmd_read_file(name, &data, &size))
        return NULL;
    char *text = realloc(data, size + 1);
    if (text)
        text[size] = 0;
    else
        free(data);
    return text;
}

/* The text of a file, which is read once; NULL: there is none here. */
static const char *source_text(reader *r, const char *name) {
    for (unsigned i = 0; i < r->file_count; i++)
        if (strcmp(r->files[i].name, name) == 0)
            return r->files[i].data;
    if (r->file_count == MOST_FILES)
        return NULL;
    r->files[r->file_count] = (source_file){name, read_source(name)};
    return r->files[r->file_count++].data;
}

/* A line without the blanks around it; NULL: the file is not that long. */
static const char *line_of(const char *text, int number, size_t *size) {
    while (text && --number > 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || number < 0)
        return NULL;
    text += strspn(text, " \t");
    *size = strcspn(text, "\r\n");
    return text;
}

/* ---- Lines ---- */

/* "saxpy.cl:7: y[i] += a * x[i]; (axpy, inlined into saxpy at saxpy.cl:12)" */
static char *words_of(reader *r, uint64_t address, const char *name, int number) {
    enum { MOST = 200 };
    size_t size = 0;
    char chain[SCOPES_TEXT];
    const char *slash = strrchr(name, '/'), *line = line_of(source_text(r, name), number, &size);
    size_t room = strlen(name) + MOST + sizeof chain + 32;
    char *text = malloc(room);
    if (!text)
        return NULL;
    scopes_text(r->scopes, address, chain);
    snprintf(text, room, "%s:%d%s%.*s%s%s%s", slash ? slash + 1 : name, number, size ? ": " : "",
             size < MOST ? (int)size : MOST, line ? line : "", *chain ? " (" : "", chain, *chain ? ")" : "");
    for (char *c = text; *c; c++)
        *c = (unsigned char)*c < ' ' || *c == '\\' ? ' ' : *c;
    return text;
}

static bool make_room(reader *r) {
    if (r->s->count < r->room)
        return true;
    size_t room = r->room ? 2 * r->room : 256;
    gisa_source_line *at = realloc(r->s->at, room * sizeof *at);
    if (at)
        r->s->at = at;
    char **texts = realloc(r->s->texts, room * sizeof *texts);
    if (texts)
        r->s->texts = texts;
    if (!at || !texts)
        return false;
    r->room = room;
    return true;
}

/* Not where it says what the row before says, such as another column. */
static bool add(reader *r, uint64_t address, const char *name, int number) {
    char *text = make_room(r) ? words_of(r, address, name, number) : NULL;
    if (!text)
        return false;
    if (r->last && strcmp(text, r->last) == 0) {
        free(text);
        return true;
    }
    r->s->at[r->s->count++] = (gisa_source_line){address, text};
    r->last = r->s->texts[r->s->text_count++] = text;
    return true;
}

static bool add_table(reader *r, Dwarf_Lines *lines, size_t count) {
    bool ok = true;
    r->last = NULL;
    for (size_t i = 0; i < count && ok; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        const char *name = dwarf_linesrc(line, NULL, NULL);
        Dwarf_Addr address;
        int number;
        bool ends = false;
        if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number) || !name)
            continue;
        dwarf_lineendsequence(line, &ends);
        if (!ends && number > 0)
            ok = add(r, address, name, number);
        if (ends)
            r->last = NULL;
    }
    return ok;
}

static int by_address(const void *a, const void *b) {
    const gisa_source_line *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static bool add_all(reader *r, Dwarf *dwarf) {
    Dwarf_Off at = 0, next;
    Dwarf_CU *cu = NULL;
    Dwarf_Files *files;
    Dwarf_Lines *lines;
    size_t file_count, count;
    bool ok = true;
    while (ok && dwarf_next_lines(dwarf, at, &next, &cu, &files, &file_count, &lines, &count) == 0) {
        ok = add_table(r, lines, count);
        at = next;
    }
    if (r->s->count)
        qsort(r->s->at, r->s->count, sizeof *r->s->at, by_address);
    for (unsigned i = 0; i < r->file_count; i++)
        free(r->files[i].data);
    return ok;
}

static bool read_elf(const char *command, const char *file, Elf *elf, scopes *known, dwarf_lines *s) {
    GElf_Ehdr head;
    static reader r;
    if (!gelf_getehdr(elf, &head) || head.e_type == ET_REL)
        return refuse(command, file, "-S needs a linked code object: 'gisa asm -f co', or ld.lld -shared");
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    r = (reader){.s = s, .scopes = known};
    bool ok = !dwarf || add_all(&r, dwarf);
    if (dwarf)
        dwarf_end(dwarf);
    if (!ok)
        return refuse(command, file, "out of memory");
    return s->count || refuse(command, file, "no line table in it (-S); compile with -g");
}

bool dwarf_lines_read(const char *command, const char *file, const void *data, size_t size, dwarf_lines *s) {
    *s = (dwarf_lines){0};
    elf_version(EV_CURRENT);
    char *copy = malloc(size + 1); /* libelf may write to it */
    Elf *elf = copy ? elf_memory(memcpy(copy, data, size), size) : NULL;
    scopes *known = scopes_open(data, size);
    bool ok = elf && elf_kind(elf) == ELF_K_ELF ? read_elf(command, file, elf, known, s)
                                                : refuse(command, file, "-S needs a code object (ELF)");
    scopes_close(known);
    if (elf)
        elf_end(elf);
    free(copy);
    return ok;
}

/* ---- Rows ---- */

bool dwarf_is_there(void) {
    return true;
}

static bool give_table(Dwarf_Lines *lines, size_t count,
                       bool (*give)(void *ctx, uint64_t address, const char *file, unsigned line),
                       void *ctx) {
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        const char *name = dwarf_linesrc(line, NULL, NULL);
        Dwarf_Addr address;
        int number;
        bool ends = false;
        if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number))
            continue;
        dwarf_lineendsequence(line, &ends);
        ok = give(ctx, address, name ? name : "", ends || !name || number < 0 ? 0 : (unsigned)number);
    }
    return ok;
}

static void give_rows(Elf *elf, bool (*give)(void *ctx, uint64_t address, const char *file, unsigned line),
                      void *ctx) {
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    Dwarf_Off at = 0, next;
    Dwarf_CU *cu = NULL;
    Dwarf_Files *files;
    Dwarf_Lines *lines;
    size_t file_count, count;
    while (dwarf && dwarf_next_lines(dwarf, at, &next, &cu, &files, &file_count, &lines, &count) == 0) {
        if (!give_table(lines, count, give, ctx))
            break;
        at = next;
    }
    if (dwarf)
        dwarf_end(dwarf);
}

void dwarf_rows(const void *data, size_t size,
                bool (*give)(void *ctx, uint64_t address, const char *file, unsigned line), void *ctx) {
    elf_version(EV_CURRENT);
    char *copy = malloc(size + 1); /* libelf may write to it */
    Elf *elf = copy ? elf_memory(memcpy(copy, data, size), size) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF)
        give_rows(elf, give, ctx);
    if (elf)
        elf_end(elf);
    free(copy);
}

/* ---- Folders ---- */

static char *folder_of(Dwarf *dwarf, uint64_t address) {
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf_Attribute attribute;
    while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        const char *folder = dwarf_haspc(&die, address) > 0
                                 ? dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attribute))
                                 : NULL;
        if (folder)
            return strdup(folder);
    }
    return NULL;
}

char *dwarf_folder(const void *data, size_t size, uint64_t address) {
    elf_version(EV_CURRENT);
    char *folder = NULL, *copy = malloc(size + 1); /* libelf may write to it */
    Elf *elf = copy ? elf_memory(memcpy(copy, data, size), size) : NULL;
    Dwarf *dwarf = elf && elf_kind(elf) == ELF_K_ELF ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    folder = folder_of(dwarf, address);
    if (dwarf)
        dwarf_end(dwarf);
    if (elf)
        elf_end(elf);
    free(copy);
    return folder;
}

#endif
