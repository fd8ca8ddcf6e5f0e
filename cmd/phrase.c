/* SPDX-License-Identifier: MIT */
/* Pieces of text that grow, and the names nearest to a word. */
#include "phrase.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/edits.h"

void phrase_add(phrase *p, const char *format, ...) {
    size_t room = sizeof p->text - p->size;
    va_list list;
    va_start(list, format);
    int size = vsnprintf(p->text + p->size, room, format, list);
    va_end(list);
    if (size > 0)
        p->size += (size_t)size < room ? (size_t)size : room - 1;
}

void phrase_item(phrase *p, const char *between, const char *item) {
    phrase_add(p, "%s%s", p->size ? between : "", item);
}

bool phrase_has(const phrase *p, const char *between, const char *item) {
    size_t size = strlen(item), gap = strlen(between);
    for (const char *at = p->text; at; at = (at = strstr(at, between)) ? at + gap : NULL)
        if (strncmp(at, item, size) == 0 && (!at[size] || strncmp(at + size, between, gap) == 0))
            return true;
    return false;
}

/* ---- near names ------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

void nearest_offer(nearest *n, const char *name) {
    size_t size = strlen(n->word);
    unsigned limit = size < 6 ? 2 : size < 15 ? (unsigned)size / 3 + 1 : 5, at = n->count;
    unsigned far = edits_between(n->word, size, name, strlen(name), limit);
    if (far >= limit)
        return;
    for (unsigned i = 0; i < n->count; i++)
        if (strcasecmp(n->name[i], name) == 0)
            return;
    while (at > 0 && n->distance[at - 1] > far)
        at--;
    if (at == NEAR_NAMES)
        return;
    n->count = least(n->count + 1, NEAR_NAMES);
    for (unsigned i = n->count - 1; i > at; i--) {
        n->name[i] = n->name[i - 1];
        n->distance[i] = n->distance[i - 1];
    }
    n->name[at] = name;
    n->distance[at] = far;
}

void nearest_say(const nearest *n, phrase *p) {
    for (unsigned i = 0; i < n->count; i++)
        phrase_add(p, "%s'%s'%s",
                   i == 0             ? "; did you mean "
                   : i + 1 < n->count ? ", "
                                      : " or ",
                   n->name[i], i + 1 == n->count ? "?" : "");
}
