/* SPDX-License-Identifier: MIT */
/* What all parts of isagen stand on: errors, memory, the pool of strings, and looking things up. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

void fail(spec *s, place at, const char *text, ...) {
    va_list list;
    va_start(list, text);
    fprintf(stderr, "%s:%d: error: ", at.file, at.line);
    vfprintf(stderr, text, list);
    fputc('\n', stderr);
    va_end(list);
    if (++s->errors >= 50) {
        fprintf(stderr, "isagen: too many errors\n");
        exit(1);
    }
}

void *resize(void *at, size_t size) {
    void *more = realloc(at, size);
    if (!more) {
        fprintf(stderr, "isagen: out of memory\n");
        exit(1);
    }
    return more;
}

/* Tables have members that begin at a multiple of 64 bytes, which realloc does not know of. */
void *list_grow(void *at, int *room, int count, size_t size) {
    enum { ALIGN = 64 };
    if (count < *room)
        return at;
    *room = *room ? *room * 2 : 16;
    void *more = aligned_alloc(ALIGN, ((size_t)*room * size + ALIGN - 1) / ALIGN * ALIGN);
    if (!more) {
        fprintf(stderr, "isagen: out of memory\n");
        exit(1);
    }
    memset(more, 0, (size_t)*room * size);
    if (count)
        memcpy(more, at, (size_t)count * size);
    free(at);
    return more;
}

bool is_like(const spec *s, int gen, int other) {
    while (gen > other)
        gen = s->parent[gen];
    return gen == other;
}

int column_of(const spec *s, int gen) {
    while (s->parent[gen] >= 0)
        gen = s->parent[gen];
    return gen;
}

char *copy_text(const char *text, size_t size) {
    char *copy = resize(NULL, size + 1);
    memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

uint32_t intern(spec *s, const char *text) {
    uint32_t slot = hash_of(text, strlen(text)) % STRING_SLOTS;
    while (s->slot[slot]) {
        if (strcmp(&s->strings.at[s->slot[slot]], text) == 0)
            return s->slot[slot];
        slot = (slot + 1) % STRING_SLOTS;
    }
    if (!*text)
        return 0;
    s->slot[slot] = (uint32_t)s->strings.count;
    do
        *LIST_ADD(s->strings) = *text;
    while (*text++);
    return s->slot[slot];
}

const char *file_name(const char *path) {
    return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}

const format *find_format(const spec *s, const char *name, int gen) {
    for (int i = 0; i < s->formats.count; i++)
        if ((s->formats.at[i].gens >> gen & 1) && strcmp(s->formats.at[i].name, name) == 0)
            return &s->formats.at[i];
    return NULL;
}

const flag *find_flag(const header *h, const char *name, int gen) {
    for (int i = 0; i < h->flag_count; i++)
        if ((gen < 0 || (h->flags[i].gens >> gen & 1)) && strcmp(h->flags[i].name, name) == 0)
            return &h->flags[i];
    return NULL;
}

bool fits_pattern(const char *pattern, const char *name) {
    while (*pattern != '*' && *pattern == *name && *name)
        pattern++, name++;
    if (*pattern == '*')
        return fits_pattern(pattern + 1, name) || (*name && fits_pattern(pattern, name + 1));
    return *pattern == *name;
}
