/* SPDX-License-Identifier: MIT */
/* Finds functions and lines of the source for addresses of code that is loaded. */
#include "loaded_code.h"

void loaded_code_open(loaded_code *c, const gisa_loaded *loaded, const void *data, size_t size) {
    size_t loaded_size;
    c->base = (uintptr_t)gisa_loaded_memory(loaded, &loaded_size);
    c->size = loaded_size;
    loaded_code_read(c, data, size);
}

void loaded_code_read(loaded_code *c, const void *data, size_t size) {
    if (gisa_file_open(data, size, NULL, NULL, &c->file, NULL) == GISA_OK)
        places_add(&c->code, c->file);
    if (!c->placed)
        c->code.no_memory |= !lines_read(&c->lines, data, size, 0);
}

void loaded_code_close(loaded_code *c) {
    places_free(&c->code, 0);
    if (c->file)
        gisa_file_close(c->file);
    lines_free(&c->lines);
}

code_place loaded_code_at(const loaded_code *c, uint64_t pc, const code_run **run) {
    code_place p = {.address = pc};
    const line_row *row;
    while (c->next && pc - c->base >= c->size)
        c = c->next;
    *run = pc - c->base < c->size ? places_run(&c->code, pc - c->base) : NULL;
    if (!*run)
        return p;
    p = places_of(*run, pc - c->base, c->placed);
    row = p.file ? NULL : lines_at(&c->lines, p.address);
    p.scopes = c->lines.scopes;
    if (row) {
        p.file = c->lines.file[row->file].name;
        p.line = row->line;
    }
    return p;
}
