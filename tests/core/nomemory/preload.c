/* SPDX-License-Identifier: MIT */
/* For LD_PRELOAD: the allocation of number FAIL_AT fails; with FAIL_SAY, how many there were goes
 * to that file when the program ends; signal FAIL_SIGNAL comes before the first write to a file
 * that is not one of the standard three. glibc's own names for its functions are used, as looking
 * for them would allocate. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);

static _Atomic long count;
static long fail;
static int signal_wanted;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAIL_AT"), *number = getenv("FAIL_SIGNAL");
    fail = text ? atol(text) : 0;
    signal_wanted = number ? atoi(number) : 0;
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

ssize_t write(int file, const void *data, size_t size) {
    if (signal_wanted && file > 2) {
        int now = signal_wanted;
        signal_wanted = 0;
        raise(now);
    }
    return syscall(SYS_write, file, data, size);
}
