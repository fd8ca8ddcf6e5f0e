/* SPDX-License-Identifier: MIT */
/* Pages for a host that has none: zeroed memory of the heap, at multiples of a page. */
#ifndef GISA_WASM_MMAN_H
#define GISA_WASM_MMAN_H

#include <stdlib.h>
#include <string.h>

enum {
    PROT_READ = 1,
    PROT_WRITE = 2,
    MAP_PRIVATE = 2,
    MAP_ANONYMOUS = 32,
    MAP_NORESERVE = 0,
    MADV_DONTNEED = 4
};
#define MAP_FAILED ((void *)-1)

static inline void *mmap(void *hint, size_t size, int access, int kind, int file, long long offset) {
    enum { PAGE = 4096 };
    void *memory = size <= (size_t)-PAGE ? aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE) : NULL;
    (void)hint, (void)access, (void)kind, (void)file, (void)offset;
    return memory ? memset(memory, 0, size) : MAP_FAILED;
}

static inline int munmap(void *memory, size_t size) {
    (void)size;
    free(memory);
    return 0;
}

/* Pages cannot be given back. */
static inline int madvise(void *memory, size_t size, int what) {
    (void)memory, (void)size, (void)what;
    return -1;
}

#endif
