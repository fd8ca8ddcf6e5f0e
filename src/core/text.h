/* SPDX-License-Identifier: MIT */
/* Writing text fast: each function writes at p and returns where the text goes on. None looks at an
 * end: who calls them has TEXT_ROOM bytes, and they may write up to TEXT_OVER bytes after what
 * they return. */
#ifndef GISA_TEXT_H
#define GISA_TEXT_H

#include <string.h>

#include "tables.h"

enum {
    TEXT_ROOM = 320, /* more than the longest instruction, without what the caller puts into it */
    TEXT_OVER = 32
};

/* Numbers below 1000 as text, and how many digits they have. */
typedef struct digits {
    char text[3];
    uint8_t count;
} digits;
extern const digits text_digits[1000];

static inline char *text_char(char *p, char c) {
    *p = c;
    return p + 1;
}

static inline char *text_put(char *p, const char *text) {
    while (*text)
        *p++ = *text++;
    return p;
}

/* The word of `length` bytes, at most TEXT_OVER, in the string pool, after whose end as many bytes
   follow. */
static inline char *text_word(char *p, const char *word, unsigned length) {
    memcpy(p, word, TEXT_OVER);
    return p + length;
}

char *text_long_decimal(char *p, uint64_t value);

static inline char *text_small(char *p, unsigned value) {
    memcpy(p, &text_digits[value], 4);
    return p + text_digits[value].count;
}

static inline char *text_decimal(char *p, int64_t value) {
    if (value >= 0 && value < 1000)
        return text_small(p, (unsigned)value);
    if (value < 0)
        *p++ = '-';
    return text_long_decimal(p, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* A name of `span` values, the one for the value that is so many above the first: it ends in a
   number that counts up. */
static inline char *text_counted(char *p, const char *name, unsigned span, int64_t above) {
    size_t stem = strlen(name);
    int64_t first = 0, scale = 1;
    if (span == 1)
        return text_put(p, name);
    for (; stem && name[stem - 1] >= '0' && name[stem - 1] <= '9'; scale *= 10)
        first += (name[--stem] - '0') * scale;
    memcpy(p, name, stem);
    return text_decimal(p + stem, first + above);
}

/* 0x and the digits that matter. */
static inline char *text_hex(char *p, uint64_t value) {
    int shift = 0;
    while (shift < 60 && value >> shift >> 4)
        shift += 4;
    *p++ = '0';
    *p++ = 'x';
    for (; shift >= 0; shift -= 4)
        *p++ = "0123456789abcdef"[value >> shift & 15];
    return p;
}

#endif
