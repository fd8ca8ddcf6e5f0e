/* SPDX-License-Identifier: MIT */
/* Blocks of memory that the host has named, in the order of their addresses. */
#include <stdlib.h>
#include <string.h>

#include "own.h"

/* The number of blocks that begin at the address or before it. */
static size_t count_up_to(const gisa_watch *w, uint64_t address) {
    size_t low = 0, high = w->block_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (w->blocks[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const watch_block *watch_block_at(const gisa_watch *w, uint64_t address) {
    const size_t i = count_up_to(w, address);
    return i && address - w->blocks[i - 1].start < w->blocks[i - 1].size ? &w->blocks[i - 1] : NULL;
}

static void remove_at(gisa_watch *w, size_t i) {
    free((char *)(uintptr_t)w->blocks[i].name);
    w->block_count--;
    memmove(&w->blocks[i], &w->blocks[i + 1], (w->block_count - i) * sizeof *w->blocks);
}

/* What was there before is no more. */
static void remove_overlaps(gisa_watch *w, uint64_t start, uint64_t size) {
    size_t i = count_up_to(w, start);
    i -= i && start - w->blocks[i - 1].start < w->blocks[i - 1].size;
    while (i < w->block_count && (w->blocks[i].start < start || w->blocks[i].start - start < size))
        remove_at(w, i);
}

gisa_status gisa_watch_memory(gisa_watch *w, uint64_t address, uint64_t size, const char *name,
                              bool undefined) {
    char *copy;
    size_t at;
    if (!w || !size || address + (size - 1) < address)
        return GISA_STATUS_BAD_ARGUMENT;
    copy = strdup(name ? name : "");
    if (!copy || !own_grow(w, &w->blocks, w->block_count, &w->block_room, sizeof *w->blocks)) {
        free(copy);
        return GISA_STATUS_NO_MEMORY;
    }
    remove_overlaps(w, address, size);
    at = count_up_to(w, address);
    memmove(&w->blocks[at + 1], &w->blocks[at], (w->block_count - at) * sizeof *w->blocks);
    w->blocks[at] = (watch_block){.start = address, .size = size, .name = copy, .undefined = undefined};
    w->block_count++;
    return GISA_OK;
}

void gisa_watch_freed(gisa_watch *w, uint64_t address) {
    const size_t i = w ? count_up_to(w, address) : 0;
    if (i && w->blocks[i - 1].start == address)
        w->blocks[i - 1].freed = true;
}

void gisa_watch_forget(gisa_watch *w, uint64_t address) {
    const size_t i = w ? count_up_to(w, address) : 0;
    if (i && w->blocks[i - 1].start == address)
        remove_at(w, i - 1);
}

void own_free_blocks(gisa_watch *w) {
    while (w->block_count)
        remove_at(w, w->block_count - 1);
    free(w->blocks);
}

bool watch_has_undefined(const gisa_watch *watch) {
    for (size_t i = 0; i < watch->block_count; i++)
        if (watch->blocks[i].undefined)
            return true;
    return false;
}
