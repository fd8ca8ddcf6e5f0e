/* SPDX-License-Identifier: MIT */
/* Waiting for signals without being busy. There are 256 bells, and a signal has one of them by its
 * address; a thread that waits for several signals waits at one more bell, which rings each time.
 * Kernels ring by s_sendmsg, whose payload is 8 bits wide: the number of the bell. A kernel that
 * changes a signal by a plain store rings nothing, so sleepers look again now and then. */
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum { BELLS = 256 };
/* Nanoseconds: so long one looks before one sleeps; so often who sleeps looks again. */
enum { LOOKING = 20000, NAP = 20000000 };

typedef struct bell {
    _Alignas(64) _Atomic uint32_t rung; /* how often, while somebody waited */
    _Atomic uint32_t waiters;
} bell;

static bell bells[BELLS], any;

unsigned wait_bell_number(uint64_t handle) {
    return (unsigned)(handle / sizeof(amd_signal_t) % BELLS);
}

static void ring(bell *b) {
    if (atomic_load(&b->waiters)) {
        atomic_fetch_add(&b->rung, 1);
        syscall(SYS_futex, &b->rung, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
}

void wait_ring_number(unsigned number) {
    ring(&bells[number % BELLS]);
    ring(&any);
}

void wait_ring(uint64_t handle) {
    wait_ring_number(wait_bell_number(handle));
}

/* For one of several processors looking for a moment is cheaper than to be woken. */
static bool look(wait_test *holds, void *ctx, uint64_t till) {
    uint64_t end = now() + LOOKING;
    if (host_processors() < 2)
        return false;
    end = end < till ? end : till;
    do {
        for (unsigned i = 0; i < 32; i++) {
            if (holds(ctx))
                return true;
#if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
#endif
        }
        sched_yield(); /* to who may be on this processor, and have what is waited for */
    } while (now() < end);
    return false;
}

static void nap(bell *b, uint32_t rung, uint64_t till) {
    uint64_t at = now(), left = till > at ? till - at : 0;
    struct timespec time;
    left = left < NAP ? left : NAP;
    time.tv_sec = (time_t)(left / 1000000000);
    time.tv_nsec = (long)(left % 1000000000);
    syscall(SYS_futex, &b->rung, FUTEX_WAIT_PRIVATE, rung, &time, NULL, 0);
}

bool wait_until(uint64_t s, wait_test *holds, void *ctx, uint64_t till) {
    bell *b = s ? &bells[wait_bell_number(s)] : &any;
    bool held = holds(ctx) || (till && look(holds, ctx, till));
    while (!held && now() < till) {
        uint32_t rung;
        atomic_fetch_add(&b->waiters, 1);
        rung = atomic_load(&b->rung);
        held = holds(ctx);
        if (!held)
            nap(b, rung, till);
        atomic_fetch_sub(&b->waiters, 1);
        held = held || holds(ctx);
    }
    return held;
}
