/* SPDX-License-Identifier: MIT */
/* Preloaded into gisa by tests/bad/run.sh: lets one allocation fail, or a signal come while a file is written.
 *
 *   INJECT_ALLOCATION=N  the N-th allocation of the process fails (from 1)
 *   INJECT_COUNT=FILE    writes to FILE how many there were
 *   INJECT_SIGNAL=N      signal N comes before the first write(2) to a file that is not one of the standard three */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long count;
static long wanted;
static int number;
static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t), *(*real_realloc)(void *, size_t),
    *(*real_aligned)(size_t, size_t);
static ssize_t (*real_write)(int, const void *, size_t);

/* What dlsym itself asks for before the real functions are known. */
static char early[4096];
static size_t early_used;

static void *take_early(size_t size) {
    void *block = early + early_used;
    early_used += (size + 15) & ~(size_t)15;
    return early_used <= sizeof early ? block : NULL;
}

static void find(const char *name, void *function) {
    *(void **)function = dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void) {
    const char *allocation = getenv("INJECT_ALLOCATION"), *signal_ = getenv("INJECT_SIGNAL");
    find("calloc", &real_calloc);
    find("malloc", &real_malloc);
    find("realloc", &real_realloc);
    find("aligned_alloc", &real_aligned);
    find("write", &real_write);
    atomic_store(&count, 0);
    wanted = allocation ? atol(allocation) : 0;
    number = signal_ ? atoi(signal_) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("INJECT_COUNT");
    long all = atomic_load(&count);
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", all);
        fclose(f);
    }
}

static int fails(void) {
    if (atomic_fetch_add(&count, 1) + 1 != wanted)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return !real_malloc ? take_early(size) : fails() ? NULL : real_malloc(size);
}

void *calloc(size_t n, size_t size) {
    return !real_calloc ? take_early(n * size) : fails() ? NULL : real_calloc(n, size);
}

void *realloc(void *block, size_t size) {
    return !real_realloc ? take_early(size) : fails() ? NULL : real_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size) {
    return fails() ? NULL : real_aligned(align, size);
}

ssize_t write(int file, const void *data, size_t size) {
    if (number && file > 2) {
        int now = number;
        number = 0;
        raise(now);
    }
    return real_write(file, data, size);
}
