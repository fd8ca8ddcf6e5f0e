/* SPDX-License-Identifier: MIT */
/* Threads for a host that has one thread: locks are free, and no further thread can be made, which
 * the library takes as it takes it everywhere: the caller's thread does the work. */
#ifndef GISA_WASM_PTHREAD_H
#define GISA_WASM_PTHREAD_H

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>

typedef int gisa_no_thread;
#define pthread_t gisa_no_thread
#define pthread_mutex_t gisa_no_thread
#define pthread_cond_t gisa_no_thread
#define pthread_once_t gisa_no_thread
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *), void *argument) {
    (void)thread, (void)how, (void)work, (void)argument;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*work)(void)) {
    if (!*once) {
        *once = 1;
        work();
    }
    return 0;
}

static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set, (void)before;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *how) {
    (void)how;
    *lock = 0;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *how) {
    return pthread_mutex_init(condition, how);
}

/* The library waits only for threads that it has made, and there are none. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
    (void)condition, (void)lock;
    __builtin_trap();
}

static inline int pthread_no_thread(gisa_no_thread *it) {
    (void)it;
    return 0;
}
#define pthread_mutex_lock pthread_no_thread
#define pthread_mutex_unlock pthread_no_thread
#define pthread_mutex_destroy pthread_no_thread
#define pthread_cond_signal pthread_no_thread
#define pthread_cond_broadcast pthread_no_thread
#define pthread_cond_destroy pthread_no_thread

#endif
