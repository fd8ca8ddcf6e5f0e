/* SPDX-License-Identifier: MIT */
/* Cells for the words of memory, page by page. */
#include "shadow.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

static shadow_page *slot_of(shadow_page *pages, size_t room, uint64_t number) {
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);
    while (pages[i].cells && pages[i].number != number)
        i = (i + 1) & (room - 1);
    return &pages[i];
}

static bool grow(shadow *s) {
    const size_t room = s->room ? 2 * s->room : FIRST_ROOM;
    shadow_page *pages = calloc(room, sizeof *pages);
    if (!pages)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->pages[i].cells)
            *slot_of(pages, room, s->pages[i].number) = s->pages[i];
    free(s->pages);
    s->pages = pages;
    s->room = room;
    return true;
}

static bool find_page(shadow *s, uint64_t number) {
    shadow_page *p;
    if (2 * s->count >= s->room && !grow(s))
        return false;
    p = slot_of(s->pages, s->room, number);
    if (!p->cells) {
        p->cells = calloc(SHADOW_WORDS, s->cell + s->line / SHADOW_LINE + 1);
        if (!p->cells)
            return false;
        p->lines = (char *)p->cells + SHADOW_WORDS * s->cell;
        p->number = number;
        s->count++;
    }
    s->last = *p;
    return true;
}

const shadow_page *shadow_page_at(shadow *s, uint64_t address) {
    const uint64_t number = address / 4 / SHADOW_WORDS;
    if ((!s->last.cells || s->last.number != number) && !find_page(s, number))
        return NULL;
    return &s->last;
}

void shadow_free(shadow *s) {
    for (size_t i = 0; i < s->room; i++)
        free(s->pages[i].cells);
    free(s->pages);
    *s = (shadow){.cell = s->cell, .line = s->line};
}
