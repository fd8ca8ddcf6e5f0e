/* SPDX-License-Identifier: MIT */
/* For LD_PRELOAD: the allocation of number FAIL_AT fails; with FAIL_SAY, how many there were goes to that file when the program ends.
 * glibc's own names for its functions are used, as looking for them would allocate. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);

static _Atomic long count;
static long fail;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAIL_AT");
    fail = text ? atol(text) : 0;
    atomic_store(&count, 0);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAIL_SAY");
    long all = atomic_load(&count);
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", all);
        fclose(f);
    }
}

static int fails(void) {
    if (atomic_fetch_add(&count, 1) + 1 != fail)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size) {
    return fails() ? NULL : __libc_memalign(align, size);
}
