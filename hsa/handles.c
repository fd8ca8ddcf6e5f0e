/* SPDX-License-Identifier: MIT */
/* Tables of what programs and kernels know by its address: signals, queues. Of each thing kernels
 * have one part, in memory of its own that stays theirs for ever; what the runtime goes by is the
 * other part, where no kernel can write. A handle is the address of the first; it is looked up,
 * never followed. */
#include <sys/mman.h>

#include "runtime.h"

static void *reserve(size_t size, int protection) {
    void *memory = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Addresses for all that there may ever be; memory comes as it is used. The lookup takes no lock,
   so that `shared` comes last. */
static bool start(handle_table *t) {
    uint8_t *shared;
    if (t->own)
        return true;
    shared = reserve(t->most * t->shared_size, PROT_NONE);
    t->own = shared ? reserve(t->most * t->own_size, PROT_READ | PROT_WRITE) : NULL;
    if (t->own)
        atomic_store_explicit(&t->shared, shared, memory_order_release);
    else if (shared)
        munmap(shared, t->most * t->shared_size);
    return t->own != NULL;
}

static handle_head *head_at(const handle_table *t, size_t i) {
    return (handle_head *)(void *)(t->own + i * t->own_size);
}

static size_t index_of(const handle_table *t, const handle_head *h) {
    return (size_t)((const uint8_t *)h - t->own) / t->own_size;
}

static void append(handle_table *t, handle_head *h) {
    h->next_free = NULL;
    if (t->free)
        t->last_free->next_free = h;
    else
        t->free = h;
    t->last_free = h;
}

/* Some more that are free. */
static bool grow(handle_table *t) {
    uint8_t *at;
    size_t size = t->step * t->shared_size;
    if (!start(t) || t->count + t->step > t->most)
        return false;
    at = atomic_load_explicit(&t->shared, memory_order_relaxed) + t->count * t->shared_size;
    if (mprotect(at, size, PROT_READ | PROT_WRITE) || !memory_share(at, size, &t->writable, t->name))
        return false;
    for (size_t i = 0; i < t->step; i++)
        append(t, head_at(t, t->count + i));
    t->count += t->step;
    return true;
}

void *handle_new(handle_table *t) {
    handle_head *h = NULL;
    pthread_mutex_lock(&t->lock);
    if (t->free || grow(t)) {
        h = t->free;
        t->free = h->next_free;
    }
    pthread_mutex_unlock(&t->lock);
    return h;
}

void handle_open(void *own) {
    atomic_store_explicit(&((handle_head *)own)->is_open, true, memory_order_release);
}

bool handle_close(void *own) {
    return atomic_exchange(&((handle_head *)own)->is_open, false);
}

void handle_free(handle_table *t, void *own) {
    pthread_mutex_lock(&t->lock);
    append(t, own);
    pthread_mutex_unlock(&t->lock);
}

void *handle_find(const handle_table *t, uint64_t handle) {
    const uint8_t *shared = atomic_load_explicit(&t->shared, memory_order_acquire);
    uint64_t at = handle - (uintptr_t)shared;
    handle_head *h;
    if (!shared || at % t->shared_size || at / t->shared_size >= t->most)
        return NULL;
    h = head_at(t, (size_t)(at / t->shared_size));
    return atomic_load_explicit(&h->is_open, memory_order_acquire) ? h : NULL;
}

void *handle_shared(const handle_table *t, const void *own) {
    return atomic_load_explicit(&t->shared, memory_order_relaxed) + index_of(t, own) * t->shared_size;
}
