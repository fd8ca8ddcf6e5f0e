/* SPDX-License-Identifier: MIT */
/* The assembler's memory: an arena for what lives to the end, and arrays that grow. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

typedef struct arena_block {
    struct arena_block *next;
    max_align_t data[];
} arena_block;

/* The size of the first block; each later one is as large as all before it, up to a large page. */
enum { BLOCK = 64 << 10 };

static void out_of_memory(assembler *a) {
    a->no_memory = true;
    a->stop = true;
}

static void *keep_block(assembler *a, arena_block *b) {
    if (!b) {
        out_of_memory(a);
        return NULL;
    }
    b->next = a->memory.blocks;
    a->memory.blocks = b;
    return b->data;
}

static bool next_block(assembler *a) {
    arena *r = &a->memory;
    const size_t size = r->size < BLOCK ? BLOCK : r->size < LARGE_PAGE ? r->size : LARGE_PAGE;
    char *block = keep_block(a, large_new(size));
    if (!block)
        return false;
    r->size += size;
    r->next = block;
    r->end = block + size - sizeof(arena_block);
    return true;
}

static void *take_memory(assembler *a, size_t size) {
    arena *r = &a->memory;
    size = (size + 15) & ~(size_t)15;
    if (size > BLOCK / 4)
        return keep_block(a, malloc(sizeof(arena_block) + size));
    if ((size_t)(r->end - r->next) < size && !next_block(a))
        return NULL;
    r->next += size;
    return r->next - size;
}

void *arena_alloc(assembler *a, size_t size) {
    void *p = take_memory(a, size);
    if (!p)
        p = a->scratch;
    memset(p, 0, size);
    return p;
}

char *arena_text(assembler *a, const char *text, size_t size) {
    char *copy = take_memory(a, size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

void arena_free(arena *r) {
    while (r->blocks) {
        arena_block *next = r->blocks->next;
        free(r->blocks);
        r->blocks = next;
    }
}

bool memory_grow(assembler *a, void **data, size_t count, size_t *room, size_t element) {
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 16;
    void *grown = more <= SIZE_MAX / element ? realloc(*data, more * element) : NULL;
    if (!grown) {
        out_of_memory(a);
        return false;
    }
    large_ask(grown, more * element);
    *data = grown;
    *room = more;
    return true;
}

bool memory_is_whole(assembler *a, const bytes *b) {
    if (b->failed)
        out_of_memory(a);
    return !b->failed;
}

/* FNV-1: names that differ in their last letter alone, as labels with numbers do, have places next
 * to each other. */
uint32_t memory_hash_text(const char *text, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = hash * 16777619u ^ (unsigned char)text[i];
    return hash ^ hash >> 15;
}
