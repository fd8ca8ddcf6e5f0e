/* SPDX-License-Identifier: MIT */
/* Memory that kernels may touch: what is allocated from pools, what is locked, and what the runtime
 * shares with kernels itself. All GPUs see all of it. It lies at the host's own addresses, but for
 * memory that programs lock: that gets another address for kernels, as drivers give it one. HIP's
 * runtime looks both up in one table and fails where they are the same. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that follows */
static block *blocks;                                    /* by address for kernels */
static size_t block_count, block_room;

static size_t whole_pages(size_t size) {
    return (size + PAGE - 1) & ~(size_t)(PAGE - 1);
}

/* ---- the table ------------------------------------------------------------------------------- */

static size_t locked_count;

/* Index of the first block that ends after `address`. */
static size_t block_behind(uint64_t address) {
    size_t low = 0, high = block_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocks[middle].start + blocks[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(const block *b) {
    size_t at = block_behind(b->start);
    if (block_count == block_room) {
        block *grown = realloc(blocks, (2 * block_room + 64) * sizeof *grown);
        if (!grown)
            return false;
        blocks = grown;
        block_room = 2 * block_room + 64;
    }
    memmove(&blocks[at + 1], &blocks[at], (block_count - at) * sizeof *blocks);
    blocks[at] = *b;
    block_count++;
    locked_count += b->kind == LOCKED;
    return true;
}

static void take_out(size_t at) {
    locked_count -= blocks[at].kind == LOCKED;
    memmove(&blocks[at], &blocks[at + 1], (--block_count - at) * sizeof *blocks);
}

/* The latest lock of this memory of the host's; `is_start`: that begins there. NULL: none. */
static block *find_locked(uint64_t host, bool is_start) {
    for (size_t i = block_count; locked_count && i-- > 0;)
        if (blocks[i].kind == LOCKED &&
            (is_start ? host == blocks[i].host : host - blocks[i].host < blocks[i].size))
            return &blocks[i];
    return NULL;
}

/* For kernels' addresses and, where memory is locked, for the host's. */
static block *find(uint64_t address) {
    size_t at = block_behind(address);
    return at < block_count && blocks[at].start <= address ? &blocks[at] : find_locked(address, false);
}

bool memory_find(const void *address, block *found) {
    const block *b;
    pthread_mutex_lock(&lock);
    b = find((uintptr_t)address);
    if (b)
        *found = *b;
    pthread_mutex_unlock(&lock);
    return b != NULL;
}

bool memory_is_in(uint64_t start, uint64_t end) {
    size_t at;
    bool is_in;
    pthread_mutex_lock(&lock);
    at = block_behind(start);
    is_in = at < block_count && blocks[at].start < end;
    pthread_mutex_unlock(&lock);
    return is_in;
}

void *memory_host(const void *address) {
    uint64_t at = (uintptr_t)address;
    pthread_mutex_lock(&lock);
    if (locked_count) {
        size_t i = block_behind(at);
        if (i < block_count && blocks[i].start <= at)
            at += blocks[i].host - blocks[i].start;
    }
    pthread_mutex_unlock(&lock);
    return (void *)(uintptr_t)at;
}

static void remove_block(uint64_t start) {
    size_t at;
    pthread_mutex_lock(&lock);
    at = block_behind(start);
    if (at < block_count && blocks[at].start == start)
        take_out(at);
    pthread_mutex_unlock(&lock);
}

/* ---- what kernels see ------------------------------------------------------------------------ */

static bool show(uint64_t address, uint64_t host, size_t size, part writable, const char *name) {
    for (unsigned i = 1; i < agent_count; i++)
        if (gisa_machine_map_guarded(agents[i].machine, address, (void *)(uintptr_t)host, size,
                                     writable.start, writable.size, name)) {
            while (--i > 0)
                gisa_machine_unmap_at(agents[i].machine, address);
            return false;
        }
    return true;
}

static void hide(uint64_t address) {
    for (unsigned i = 1; i < agent_count; i++)
        gisa_machine_unmap_at(agents[i].machine, address);
}

/* ---- allocated ------------------------------------------------------------------------------- */

static bool add(const block *b) {
    bool done;
    pthread_mutex_lock(&lock);
    done = insert(b);
    pthread_mutex_unlock(&lock);
    return done;
}

bool memory_share(void *start, size_t size, const part *writable, const char *name) {
    block b = {.start = (uintptr_t)start, .host = (uintptr_t)start, .size = size, .kind = RUNTIMES_OWN};
    svm_forget(b.start, size);
    const part most = {writable->start, writable->size < size ? writable->size : size};
    return add(&b) && show(b.start, b.host, size, most, name);
}

void *memory_new(pool *p, size_t size, const char *name) {
    block b = {.size = whole_pages(size), .kind = p ? ALLOCATED : RUNTIMES_OWN, .pool = p};
    void *memory;
    if (b.size < size)
        return NULL;
    memory = mmap(NULL, b.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    b.start = b.host = (uintptr_t)memory;
    svm_forget(b.start, b.size);
    if (!add(&b)) {
        munmap(memory, b.size);
        return NULL;
    }
    if (!show(b.start, b.host, b.size, (part){0, b.size}, name)) {
        memory_free(memory);
        return NULL;
    }
    if (p) {
        atomic_fetch_add(&p->used, b.size);
        tools_allocated(memory, size, name);
    }
    return memory;
}

static bool is_kernels(const block *b) {
    return b->kind == LOCKED ? host_may(b->host, b->host + b->size) == HOST_WRITES : b->kind == ALLOCATED;
}

void memory_each(void (*each)(void *ctx, uint64_t address, void *at, size_t size), void *ctx) {
    block *all;
    size_t count;
    pthread_mutex_lock(&lock);
    count = block_count;
    all = malloc((count + 1) * sizeof *all);
    if (all)
        memcpy(all, blocks, count * sizeof *all);
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; all && i < count; i++)
        if (is_kernels(&all[i]))
            each(ctx, all[i].start, (void *)(uintptr_t)all[i].host, all[i].size);
    free(all);
}

static void give_back(void *what) {
    block *b = what;
    munmap((void *)(uintptr_t)b->host, b->size);
    free(b);
}

hsa_status_t memory_free(void *start) {
    block *b = malloc(sizeof *b);
    size_t at;
    if (!b)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    pthread_mutex_lock(&lock);
    at = block_behind((uintptr_t)start);
    if (at >= block_count || blocks[at].start != (uintptr_t)start || blocks[at].kind == LOCKED) {
        pthread_mutex_unlock(&lock);
        free(b);
        return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    }
    *b = blocks[at];
    take_out(at);
    pthread_mutex_unlock(&lock);
    if (b->gone)
        b->gone(start, b->gone_data);
    hide(b->start);
    if (b->pool) {
        atomic_fetch_sub(&b->pool->used, b->size);
        tools_freed(start);
    }
    memory_later(give_back, b);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_register_deallocation_callback(void *address, hsa_amd_deallocation_callback_t callback,
                                                    void *data) {
    hsa_status_t status = HSA_STATUS_ERROR_INVALID_ALLOCATION;
    block *b;
    MUST_BE_OPEN;
    if (!address || !callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&lock);
    if ((b = find((uintptr_t)address)) && b->kind == ALLOCATED) {
        b->gone = callback;
        b->gone_data = data;
        status = HSA_STATUS_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

hsa_status_t hsa_amd_deregister_deallocation_callback(void *address,
                                                      hsa_amd_deallocation_callback_t callback) {
    hsa_status_t status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
    block *b;
    MUST_BE_OPEN;
    pthread_mutex_lock(&lock);
    if ((b = find((uintptr_t)address)) && b->gone == callback) {
        b->gone = NULL;
        status = HSA_STATUS_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- memory that kernels may still touch ----------------------------------------------------- */

/* A program that frees what a running kernel uses is wrong, but shall hear of it by a fault of the
   kernel's. */
typedef struct put_off {
    struct put_off *next;
    void (*work)(void *what);
    void *what;
} put_off;

static pthread_mutex_t later_lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static put_off *later;
static unsigned kernels;

void memory_later(void (*work)(void *what), void *what) {
    put_off *p = NULL;
    pthread_mutex_lock(&later_lock);
    if (kernels && (p = malloc(sizeof *p))) {
        *p = (put_off){later, work, what};
        later = p;
    }
    pthread_mutex_unlock(&later_lock);
    if (!p)
        work(what);
}

void memory_kernel_begins(void) {
    pthread_mutex_lock(&later_lock);
    kernels++;
    pthread_mutex_unlock(&later_lock);
}

void memory_kernel_ends(void) {
    put_off *all = NULL;
    pthread_mutex_lock(&later_lock);
    if (!--kernels) {
        all = later;
        later = NULL;
    }
    pthread_mutex_unlock(&later_lock);
    while (all) {
        put_off *next = all->next;
        all->work(all->what);
        free(all);
        all = next;
    }
}

/* ---- locked ---------------------------------------------------------------------------------- */

/* Memory that is not there cannot be locked; what the host may only read, kernels may only read.
 * The place for kernels is taken out of the host's own addresses, so that nothing else will ever be
 * there. */
static hsa_status_t lock_memory(void *host, size_t size, pool *p, void **address) {
    uint64_t in_page = (uintptr_t)host % PAGE;
    block b = {.host = (uintptr_t)host, .size = size, .kind = LOCKED, .pool = p};
    size_t room = whole_pages(in_page + size);
    void *place;
    host_access access;
    if (!host || !size || !address || room < size || b.host + size < size)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    access = host_may(b.host, b.host + size);
    if (access == HOST_NONE)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    place = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    b.start = (uintptr_t)place + in_page;
    svm_forget((uintptr_t)place, room);
    if (!add(&b)) {
        munmap(place, room);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    if (!show(b.start, b.host, b.size, (part){0, access == HOST_WRITES ? size : 0}, "locked memory")) {
        remove_block(b.start);
        munmap(place, room);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    *address = (void *)(uintptr_t)b.start;
    LOG("%p, %zu bytes: %p", host, size, *address);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_lock_to_pool(void *host, size_t size, hsa_agent_t *who, int count,
                                         hsa_amd_memory_pool_t handle, uint32_t flags, void **address) {
    pool *p = pool_of(handle.handle);
    (void)flags;
    MUST_BE_OPEN;
    if (address)
        *address = NULL;
    if (count < 0 || (count > 0) != (who != NULL))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!p || p->agent->chip)
        return NO_SUCH_POOL;
    return lock_memory(host, size, p, address);
}

hsa_status_t hsa_amd_memory_lock(void *host, size_t size, hsa_agent_t *who, int count, void **address) {
    MUST_BE_OPEN;
    if (count < 0 || (count > 0) != (who != NULL))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return lock_memory(host, size, &agents[0].pools[0], address);
}

hsa_status_t hsa_amd_memory_unlock(void *host) {
    block b = {0};
    block *found;
    uint64_t place;
    MUST_BE_OPEN;
    LOG("%p", host);
    if (!host)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&lock);
    if ((found = find_locked((uintptr_t)host, true))) {
        b = *found;
        take_out((size_t)(found - blocks));
    }
    pthread_mutex_unlock(&lock);
    if (!b.size)
        return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    hide(b.start);
    place = b.start & ~(uint64_t)(PAGE - 1);
    munmap((void *)(uintptr_t)place, whole_pages(b.start - place + b.size));
    return HSA_STATUS_SUCCESS;
}

/* ---- what an address is ---------------------------------------------------------------------- */

static void fill_info(hsa_amd_pointer_info_t *info, const block *b) {
    hsa_amd_pointer_info_t known = {.size = sizeof known, .type = HSA_EXT_POINTER_TYPE_UNKNOWN};
    uint32_t size = info->size < sizeof known ? info->size : (uint32_t)sizeof known;
    if (b) {
        known.type = b->kind == LOCKED ? HSA_EXT_POINTER_TYPE_LOCKED : HSA_EXT_POINTER_TYPE_HSA;
        known.agentBaseAddress = (void *)(uintptr_t)b->start;
        known.hostBaseAddress = (void *)(uintptr_t)b->host;
        known.sizeInBytes = b->size;
        known.userData = b->user;
        known.agentOwner = agent_handle(b->pool ? b->pool->agent : &agents[0]);
        known.global_flags = b->pool ? b->pool->flags : HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED;
    }
    known.size = size;
    memcpy(info, &known, size);
}

hsa_status_t hsa_amd_pointer_info(const void *address, hsa_amd_pointer_info_t *info, void *(*alloc)(size_t),
                                  uint32_t *count, hsa_agent_t **accessible) {
    block b;
    bool found;
    MUST_BE_OPEN;
    if (!address || !info || !info->size || (alloc && (!count || !accessible)))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    found = memory_find(address, &b);
    fill_info(info, found ? &b : NULL);
    if (!alloc)
        return HSA_STATUS_SUCCESS;
    *count = found ? agent_count : 0;
    *accessible = found ? alloc(agent_count * sizeof **accessible) : NULL;
    for (unsigned i = 0; *accessible && i < agent_count; i++)
        (*accessible)[i] = agent_handle(&agents[i]);
    return found && !*accessible ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_pointer_info_set_userdata(const void *address, void *data) {
    block *b;
    MUST_BE_OPEN;
    pthread_mutex_lock(&lock);
    b = find((uintptr_t)address);
    if (b)
        b->user = data;
    pthread_mutex_unlock(&lock);
    return b ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
