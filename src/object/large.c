/* SPDX-License-Identifier: MIT */
/* Allocates memory in pages of 2 MB, if the system has them: each costs one fault, and the
 * processor caches its address in one entry. */
#include "object.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { LINE = 64 };

/* The pages at both ends are included: if some pages of a mapping differ from the rest, realloc has
   to copy it. */
void large_ask(void *data, size_t size) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t from = (uintptr_t)data / page * page, end = (uintptr_t)data + size;
    if (data && size >= LARGE_PAGE)
        madvise((void *)from, (end + page - 1) / page * page - from, MADV_HUGEPAGE);
#else
    (void)data, (void)size;
#endif
}

/* On Windows free() does not take aligned memory. */
static void *aligned(size_t align, size_t size) {
#ifdef _WIN32
    (void)align;
    return malloc(size);
#else
    return aligned_alloc(align, size);
#endif
}

void *large_new(size_t size) {
    void *data = aligned(size < LARGE_PAGE ? LINE : LARGE_PAGE, size);
    large_ask(data, size);
    return data;
}

void *table_new(size_t size) {
    void *table = large_new(size);
    if (table)
        memset(table, 0, size);
    return table;
}
