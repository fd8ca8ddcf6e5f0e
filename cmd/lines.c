/* SPDX-License-Identifier: MIT */
/* Finds the line of code, the code of a line, and the text of lines. */
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "dwarf.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/* The number of a file; names repeat, so the last one first. UINT_MAX: out of memory. */
static unsigned file_number(lines *l, const char *name) {
    line_file *grown;
    for (unsigned i = l->files; i-- > 0;)
        if (strcmp(l->file[i].name, name) == 0)
            return i;
    grown = realloc(l->file, (l->files + 1) * sizeof *grown);
    if (!grown)
        return UINT32_MAX;
    l->file = grown;
    grown[l->files] = (line_file){.name = strdup(name)};
    return grown[l->files].name ? l->files++ : UINT32_MAX;
}

bool lines_add(lines *l, uint64_t address, const char *file, unsigned line) {
    const unsigned number = line ? file_number(l, file) : 0;
    if (l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 256;
        line_row *grown = realloc(l->at, room * sizeof *grown);
        if (!grown)
            return false;
        l->at = grown;
        l->room = room;
    }
    if (number == UINT32_MAX)
        return false;
    l->at[l->count++] = (line_row){address, number, line};
    return true;
}

/* The end of a sequence stands before the next one, which begins at the same address. */
static int by_address(const void *a, const void *b) {
    const line_row *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->line != 0) - (y->line != 0);
}

void lines_sort(lines *l) {
    if (l->count)
        qsort(l->at, l->count, sizeof *l->at, by_address);
}

typedef struct adding {
    lines *l;
    uint64_t distance;
    bool failed;
} adding;

static bool add_row(void *ctx, uint64_t address, const char *file, unsigned line) {
    adding *a = ctx;
    a->failed = !lines_add(a->l, address + a->distance, file, line);
    return !a->failed;
}

bool lines_read(lines *l, const void *file, size_t size, uint64_t distance) {
    adding a = {l, distance, false};
    dwarf_rows(file, size, add_row, &a);
    lines_sort(l);
    l->distance = distance;
    l->scopes = a.failed ? NULL : scopes_open(file, size);
    return !a.failed;
}

void lines_free(lines *l) {
    for (unsigned i = 0; i < l->files; i++) {
        free(l->file[i].name);
        free(l->file[i].text);
    }
    free(l->file);
    free(l->at);
    scopes_close(l->scopes);
    *l = (lines){.at = NULL};
}

/* ---- look-ups -------------------------------------------------------------------------------- */

const line_row *lines_at(const lines *l, uint64_t pc) {
    size_t low = 0, high = l->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (l->at[middle].address <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low && l->at[low - 1].line ? &l->at[low - 1] : NULL;
}

static bool is_named(const char *name, const char *wanted) {
    const size_t all = strlen(name), size = strlen(wanted);
    if (all < size || strcmp(name + all - size, wanted) != 0)
        return false;
    return all == size || *wanted == '/' || name[all - size - 1] == '/';
}

static bool is_in(const lines *l, const line_row *r, const char *file, uint64_t near) {
    const line_row *here = file ? NULL : lines_at(l, near);
    if (!r->line)
        return false;
    return file ? is_named(l->file[r->file].name, file) : !here || r->file == here->file;
}

/* The least line with code from this one on; 0: there is none. */
static unsigned line_with_code(const lines *l, const char *file, uint64_t near, unsigned line) {
    unsigned best = 0;
    for (size_t i = 0; i < l->count; i++)
        if (is_in(l, &l->at[i], file, near) && l->at[i].line >= line && (!best || l->at[i].line < best))
            best = l->at[i].line;
    return best;
}

bool lines_find(const lines *l, const char *file, uint64_t near, unsigned *line, unsigned i, uint64_t *pc) {
    const unsigned found = line_with_code(l, file, near, *line);
    if (!found)
        return false;
    *line = found;
    for (size_t k = 0; k < l->count; k++) {
        const line_row *r = &l->at[k];
        if (r->line != found || !is_in(l, r, file, near) ||
            (k && r[-1].line == found && r[-1].file == r->file))
            continue;
        if (i-- == 0) {
            *pc = r->address;
            return true;
        }
    }
    return false;
}

/* The innermost function there, or copy of one. */
static uint64_t copy_at(const lines *l, uint64_t pc) {
    scope_function chain[SCOPES_DEEPEST];
    return lines_functions(l, pc, chain) ? chain[0].copy : 0;
}

/* Places in code, one for each copy of a function. */
typedef struct place_list {
    uint64_t *place, *copy;
    unsigned count;
} place_list;

static bool has_copy(const place_list *p, uint64_t copy) {
    for (unsigned i = 0; i < p->count; i++)
        if (p->copy[i] == copy)
            return true;
    return false;
}

static bool add_place(place_list *p, uint64_t place, uint64_t copy) {
    uint64_t *places = realloc(p->place, (p->count + 1) * sizeof *places), *copies;
    if (!places)
        return false;
    p->place = places;
    copies = realloc(p->copy, (p->count + 1) * sizeof *copies);
    if (!copies)
        return false;
    p->copy = copies;
    p->place[p->count] = place;
    p->copy[p->count++] = copy;
    return true;
}

unsigned lines_places(const lines *l, const char *file, uint64_t near, unsigned *line, uint64_t **places) {
    const unsigned found = line_with_code(l, file, near, *line);
    place_list list = {.count = 0};
    for (size_t k = 0; found && k < l->count; k++) {
        const line_row *r = &l->at[k];
        const uint64_t copy = r->line == found && is_in(l, r, file, near) ? copy_at(l, r->address) : 0;
        if (r->line == found && is_in(l, r, file, near) && !has_copy(&list, copy) &&
            !add_place(&list, r->address, copy))
            break;
    }
    free(list.copy);
    *line = found ? found : *line;
    *places = list.place;
    if (!list.count)
        free(list.place);
    return list.count;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void read_text(line_file *f) {
    void *data;
    size_t size;
    f->tried = true;
    if (access(f->name, R_OK) != 0 || !cmd_read_file(f->name, &data, &size))
        return;
    f->text = realloc(data, size + 1);
    if (f->text)
        f->text[size] = 0;
    else
        free(data);
}

const char *lines_text(lines *l, unsigned file, unsigned line, size_t *size) {
    const char *text;
    if (file >= l->files || !line)
        return NULL;
    if (!l->file[file].tried)
        read_text(&l->file[file]);
    text = l->file[file].text;
    while (text && --line > 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || !*text)
        return NULL;
    *size = strcspn(text, "\r\n");
    return text;
}

unsigned lines_functions(const lines *l, uint64_t pc, scope_function chain[SCOPES_DEEPEST]) {
    return scopes_at(l->scopes, pc - l->distance, chain);
}

void lines_inlined(const lines *l, uint64_t pc, char text[SCOPES_TEXT]) {
    scopes_text(l->scopes, pc - l->distance, text);
}

void lines_variables(const lines *l, uint64_t pc, bool (*take)(void *ctx, const scope_variable *v),
                     void *ctx) {
    scopes_variables(l->scopes, pc - l->distance, take, ctx);
}

const char *lines_short(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}
