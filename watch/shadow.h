/* SPDX-License-Identifier: MIT */
/* What checks remember of memory: a cell of bytes for each word of a space of addresses, made when
   it is first asked for. */
#ifndef GISA_WATCH_SHADOW_H
#define GISA_WATCH_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADOW_WORDS = 1024 }; /* of a page */

typedef struct shadow_page {
    uint64_t number;
    uint8_t *cells;
} shadow_page;

typedef struct shadow {
    size_t cell;        /* bytes of each */
    shadow_page *pages; /* by a hash of the number; those without cells are free, half of them */
    size_t count, room;
    shadow_page last;
} shadow;

/* The cell of the word at `address`, a multiple of 4; a new one is zero. NULL: no memory. */
void *shadow_at(shadow *s, uint64_t address);
/* Cells of words up to this address lie one after another. */
static inline uint64_t shadow_end(uint64_t address) {
    return (address / 4 / SHADOW_WORDS + 1) * SHADOW_WORDS * 4;
}
void shadow_free(shadow *s);

#endif
