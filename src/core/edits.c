/* SPDX-License-Identifier: MIT */
/* The distance between two names, row by row of the table whose cell [i][j] is the distance between
   their first i and j letters. */
#include "edits.h"

#include <stdbool.h>

enum { LONGEST = 64 };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Letters of names are ASCII, whatever the locale. */
static bool same(char a, char b) {
    return a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
}

unsigned edits_between(const char *a, size_t a_size, const char *b, size_t b_size, unsigned limit) {
    unsigned rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2], smallest = 0;
    if (a_size > LONGEST || b_size > LONGEST || a_size >= b_size + limit || b_size >= a_size + limit)
        return limit;
    for (unsigned j = 0; j <= b_size; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_size && smallest < limit; i++) {
        unsigned *spare = before;
        smallest = now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_size; j++) {
            now[j] = least(least(now[j - 1], last[j]) + 1, last[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
            smallest = least(smallest, now[j]);
        }
        before = last;
        last = now;
        now = spare;
    }
    return least(last[b_size], limit);
}
