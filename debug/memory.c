/* SPDX-License-Identifier: MIT */
/* Memory that a launch may change: saved at first, put back before it runs again; and read and
   written for the user. */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static uint8_t *new_memory(size_t size) {
    void *at = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void free_memory(uint8_t *at, size_t size) {
    if (at)
        munmap(at, size ? size : 1);
}

/* Large blocks are mostly untouched: what is 0 takes no memory. */
static uint8_t *copy_of(const debug_block *b) {
    static const uint8_t zeros[PAGE];
    uint8_t *copy = new_memory(b->size);
    for (size_t at = 0; copy && at < b->size; at += PAGE) {
        const size_t size = b->size - at < PAGE ? b->size - at : PAGE;
        if (memcmp((const uint8_t *)b->at + at, zeros, size) != 0)
            memcpy(copy + at, (const uint8_t *)b->at + at, size);
    }
    return copy;
}

enum { NOTED = 32 }; /* bytes that a byte of notes is about */

static size_t notes_of(const debug_block *b) {
    return b->size / NOTED + 1;
}

bool memory_save(saved_memory *m, const debug_block *block, unsigned count, bool notes) {
    m->at = calloc(count ? count : 1, sizeof *m->at);
    for (m->count = 0; m->at && m->count < count;) {
        saved_block *s = &m->at[m->count++];
        s->block = block[m->count - 1];
        if (!s->block.address)
            s->block.address = (uintptr_t)s->block.at;
        s->copy = copy_of(&s->block);
        s->written = notes ? new_memory(notes_of(&s->block)) : NULL;
        if (!s->copy || (notes && !s->written))
            return false;
    }
    return m->at;
}

void memory_note(const saved_memory *m, uint64_t address, size_t size) {
    for (unsigned i = 0; i < m->count; i++) {
        const saved_block *s = &m->at[i];
        const uint64_t into = address - s->block.address;
        if (!s->written || into >= s->block.size)
            continue;
        for (uint64_t dword = into / 4; dword <= (into + size - 1) / 4 && dword * 4 < s->block.size; dword++)
            s->written[dword / 8] |= (uint8_t)(1u << dword % 8);
    }
}

/* ---- putting back ---------------------------------------------------------------------------- */

static void put_back(const saved_block *s, size_t at, size_t most) {
    const size_t left = s->block.size - at, size = left < most ? left : most;
    uint8_t *const now = (uint8_t *)s->block.at + at;
    if (memcmp(now, s->copy + at, size) != 0)
        memcpy(now, s->copy + at, size);
}

static void put_back_written(const saved_block *s) {
    const size_t all = notes_of(&s->block);
    for (size_t i = 0; i < all; i++) {
        for (unsigned bit = 0; s->written[i] >> bit; bit++)
            if (s->written[i] >> bit & 1)
                put_back(s, i * NOTED + bit * 4, 4);
        if (s->written[i])
            s->written[i] = 0;
    }
}

/* What is as it was is not written, so that pages of a file stay shared. */
void memory_restore(const saved_memory *m) {
    for (unsigned i = 0; i < m->count; i++) {
        const saved_block *s = &m->at[i];
        if (s->written)
            put_back_written(s);
        for (size_t at = 0; !s->written && at < s->block.size; at += PAGE)
            put_back(s, at, PAGE);
    }
}

uint8_t *memory_at(const saved_memory *m, uint64_t address) {
    for (unsigned i = 0; i < m->count; i++) {
        const debug_block *b = &m->at[i].block;
        if (address - b->address < b->size)
            return (uint8_t *)b->at + (address - b->address);
    }
    return NULL;
}

bool memory_holds(const saved_memory *m, uint64_t address, size_t size) {
    for (unsigned i = 0; i < m->count; i++) {
        const debug_block *b = &m->at[i].block;
        const uint64_t into = address - b->address;
        if (into <= b->size && size <= b->size - into)
            return true;
    }
    return false;
}

void memory_free(saved_memory *m) {
    for (unsigned i = 0; m->at && i < m->count; i++) {
        free_memory(m->at[i].copy, m->at[i].block.size);
        free_memory(m->at[i].written, notes_of(&m->at[i].block));
    }
    free(m->at);
}

/* ---- for the user ---------------------------------------------------------------------------- */

/* Where byte p of a lane's private memory is. */
static uint8_t *private_byte(const debug_wave *w, unsigned lane, uint64_t p) {
    return &w->seen->private_memory[p / 4 * 4 * GISA_WAVE_LANES + lane * 4 + p % 4];
}

/* How many bytes from `address` on are in memory of `all` bytes. */
static size_t within(uint64_t address, size_t size, size_t all) {
    if (address >= all)
        return 0;
    return size < all - address ? size : all - (size_t)address;
}

static size_t read_private(const debug_wave *w, unsigned lane, uint64_t address, uint8_t *to, size_t size) {
    size = lane < GISA_WAVE_LANES ? within(address, size, w->seen->private_size) : 0;
    for (size_t i = 0; i < size; i++)
        to[i] = *private_byte(w, lane, address + i);
    return size;
}

size_t debug_read(debug *d, const debug_wave *w, unsigned lane, gisa_wave_space space, uint64_t address,
                  void *to, size_t size) {
    switch (space) {
    case GISA_WAVE_SPACE_MEMORY:
        return d->o.read ? d->o.read(d->o.ctx, w, address, to, size)
                         : gisa_machine_read(d->o.machine, address, to, size);
    case GISA_WAVE_SPACE_LDS:
        size = w ? within(address, size, w->seen->group->lds_size) : 0;
        if (size)
            memcpy(to, w->seen->group->lds + address, size);
        return size;
    case GISA_WAVE_SPACE_PRIVATE: return w ? read_private(w, lane, address, to, size) : 0;
    default: return 0;
    }
}
