/* SPDX-License-Identifier: MIT */
/* Pieces of text that grow, and the names nearest to a word. */
#include "phrase.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

size_t first_sentence(const char *text) {
    for (const char *stop = text; (stop = strchr(stop, '.')); stop++)
        if (stop[1] == ' ' && isupper((unsigned char)stop[2]))
            return (size_t)(stop - text) + 1;
    return strlen(text);
}

/* ---- near names ------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* How many letters must be put in, taken out, changed, or exchanged with the next one to make `a` into `b`. */
static unsigned distance(const char *a, const char *b) {
    enum { LONGEST = 48 };
    unsigned row[3][LONGEST + 1], sizes[2] = {(unsigned)strlen(a), (unsigned)strlen(b)};
    if (sizes[0] > LONGEST || sizes[1] > LONGEST)
        return LONGEST;
    for (unsigned k = 0; k <= sizes[1]; k++)
        row[0][k] = k;
    for (unsigned i = 1; i <= sizes[0]; i++) {
        unsigned *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (unsigned k = 1; k <= sizes[1]; k++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[k - 1]);
            now[k] = least(least(now[k - 1], before[k]) + 1, before[k - 1] + (x != y));
            if (i > 1 && k > 1 && x == tolower((unsigned char)b[k - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                now[k] = least(now[k], earlier[k - 2] + 1);
        }
    }
    return row[sizes[0] % 3][sizes[1]];
}

void nearest_offer(nearest *n, const char *name) {
    unsigned far = distance(n->word, name), limit = (unsigned)strlen(n->word) / 3, at = n->count;
    if (far > (limit < 1 ? 1 : limit > 4 ? 4 : limit))
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
