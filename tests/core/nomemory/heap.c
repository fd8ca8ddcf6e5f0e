/* SPDX-License-Identifier: MIT */
/* Wraps what allocates and frees: counts, and fails once. */
#include "heap.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

static _Atomic long count, fail, blocks;

void heap_fail(long n) {
    atomic_store(&count, 0);
    atomic_store(&fail, n);
}

long heap_count(void) {
    return atomic_load(&count);
}

long heap_blocks(void) {
    return atomic_load(&blocks);
}

static int fails(void) {
    if (atomic_fetch_add(&count, 1) + 1 != atomic_load(&fail))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block) {
    atomic_fetch_add(&blocks, block != NULL);
    return block;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
int __real_munmap(void *at, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *at, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails() ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails())
        return NULL;
    return block ? __real_realloc(block, size) : counted(__real_realloc(NULL, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size) {
    return fails() ? NULL : counted(__real_aligned_alloc(align, size));
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : counted(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t size) {
    return fails() ? NULL : counted(__real_strndup(text, size));
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    void *memory = fails() ? MAP_FAILED : __real_mmap(at, size, protection, flags, file, offset);
    atomic_fetch_add(&blocks, memory != MAP_FAILED);
    return memory;
}

int __wrap_munmap(void *at, size_t size) {
    atomic_fetch_sub(&blocks, 1);
    return __real_munmap(at, size);
}

void __wrap_free(void *block) {
    atomic_fetch_sub(&blocks, block != NULL);
    __real_free(block);
}
