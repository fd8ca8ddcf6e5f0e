/* SPDX-License-Identifier: MIT */
/* Pieces of text that grow; what does not fit is left out. */
#ifndef GISA_CMD_PHRASE_H
#define GISA_CMD_PHRASE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct phrase {
    char text[2048];
    size_t size;
} phrase;

void phrase_add(phrase *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds `between` where there is text already, then the item. */
void phrase_item(phrase *p, const char *between, const char *item);
/* Is the item one of those that `between` parts? */
bool phrase_has(const phrase *p, const char *between, const char *item);

/* The names nearest to a word that is not known. */
enum { NEAR_NAMES = 3 };
typedef struct nearest {
    const char *word;
    const char *name[NEAR_NAMES];
    unsigned distance[NEAR_NAMES], count;
} nearest;

/* Takes a name into account; letter case does not matter. The name must live on. */
void nearest_offer(nearest *n, const char *name);
/* "; did you mean 'a', 'b' or 'c'?", or nothing where no name is near. */
void nearest_say(const nearest *n, phrase *p);

#endif
