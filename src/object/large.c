/* SPDX-License-Identifier: MIT */
/* Much memory at once: in pages of 2 MB, where there are such, which are one fault each, and the
 * processor keeps where they are. */
#include "object.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LARGE_PAGE = 1 << 21, PAGE = 1 << 12, LINE = 64 };

/* All of the pages that it touches: where some of a mapping differ from the rest, realloc would
   have to copy it. */
void large_ask(void *data, size_t size) {
#ifdef MADV_HUGEPAGE
    const uintptr_t from = (uintptr_t)data & ~(uintptr_t)(PAGE - 1), end = (uintptr_t)data + size;
    if (data && size >= LARGE_PAGE)
        madvise((void *)from, ((end + PAGE - 1) & ~(uintptr_t)(PAGE - 1)) - from, MADV_HUGEPAGE);
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
