/* SPDX-License-Identifier: MIT */
/* Private memory of waves: pages of the host's that are zero when they are new. */
#include "scratch.h"

#include <string.h>
#include <sys/mman.h>

/* Kernels that declare much private memory use little of it. From this size on, pages are given
 * back to the host, which costs as much as pages have been used. */
enum { PAGE = 4096, MUCH = 128 << 10 };

uint8_t *scratch_new(void *hint, size_t size) {
    void *memory =
        mmap(hint, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void scratch_free(uint8_t *memory, size_t size) {
    if (memory)
        munmap(memory, size);
}

void scratch_clear(uint8_t *part, size_t size) {
    uint8_t *begin = part + (-(uintptr_t)part & (PAGE - 1)), *end = part + size;
    end -= (uintptr_t)end & (PAGE - 1);
    if (size < MUCH || madvise(begin, (size_t)(end - begin), MADV_DONTNEED)) {
        memset(part, 0, size);
        return;
    }
    memset(part, 0, (size_t)(begin - part));
    memset(end, 0, (size_t)(part + size - end));
}
