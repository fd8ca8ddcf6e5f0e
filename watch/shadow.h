/* SPDX-License-Identifier: MIT */
/* What checks remember of memory: a cell of bytes for each word of a space of addresses, and one
   for each line of words, made when they are first asked for. */
#ifndef GISA_WATCH_SHADOW_H
#define GISA_WATCH_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADOW_WORDS = 1024, SHADOW_LINE = 64 }; /* words of a page, and of a line */

typedef struct shadow_page {
    uint64_t number;
    void *cells; /* one after another */
    void *lines;
} shadow_page;

typedef struct shadow {
    size_t cell, line;  /* bytes of each */
    shadow_page *pages; /* by a hash of the number; those without cells are free, half of them */
    size_t count, room;
    shadow_page last;
} shadow;

/* The page with the word at `address`, a multiple of 4; a new one is zero. NULL: no memory. */
const shadow_page *shadow_page_at(shadow *s, uint64_t address);
/* Cells of words up to this address lie one after another. */
static inline uint64_t shadow_end(uint64_t address) {
    return (address / 4 / SHADOW_WORDS + 1) * SHADOW_WORDS * 4;
}
void shadow_free(shadow *s);

#endif
