/* SPDX-License-Identifier: MIT */
/* Finds functions and lines of the source for addresses of code that is loaded. */
#include "loaded_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void loaded_code_open(loaded_code *c, const gisa_loaded *loaded, const void *data, size_t size) {
    size_t loaded_size;
    c->base = (uintptr_t)gisa_loaded_memory(loaded, &loaded_size);
    c->size = loaded_size;
    if (gisa_file_open(data, size, NULL, NULL, &c->file, NULL) == GISA_OK)
        places_add(&c->code, c->file);
    if (!c->placed)
        dwarf_lines_read(NULL, NULL, data, size, &c->dwarf);
}

void loaded_code_close(loaded_code *c) {
    places_free(&c->code, 0);
    if (c->file)
        gisa_file_close(c->file);
    dwarf_lines_free(&c->dwarf);
}

/* "saxpy.cl:7: text": the file and the line of the last entry at the address or before it. */
static void add_dwarf(const dwarf_lines *lines, code_place *p, char file[SOURCE_NAME]) {
    size_t low = 0, high = lines->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (lines->at[middle].address <= p->address)
            low = middle + 1;
        else
            high = middle;
    }
    const char *text = low ? lines->at[low - 1].text : "", *colon = strchr(text, ':');
    if (!colon || colon - text >= SOURCE_NAME)
        return;
    snprintf(file, SOURCE_NAME, "%.*s", (int)(colon - text), text);
    p->line = (uint32_t)strtoul(colon + 1, NULL, 10);
    p->file = file;
}

code_place loaded_code_at(const loaded_code *c, uint64_t pc, const code_run **run, char file[SOURCE_NAME]) {
    code_place p = {.address = pc};
    *run = pc - c->base < c->size ? places_run(&c->code, pc - c->base) : NULL;
    if (!*run)
        return p;
    p = places_of(*run, pc - c->base, c->placed);
    if (!p.file)
        add_dwarf(&c->dwarf, &p, file);
    return p;
}
