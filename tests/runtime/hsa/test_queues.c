/* SPDX-License-Identifier: MIT */
/* Queues: dispatch, barriers, order, many packets, several threads, several queues. */
#include "test.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct add_arguments {
    uint32_t *out;
    const uint32_t *in;
    uint32_t addend;
} add_arguments;

static const hsa_signal_t none;

static void creation(void) {
    hsa_queue_t *queue = NULL;
    amd_queue_t *shared;
    bool invalid = true;
    IS(hsa_queue_create(g.agent, 100, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_queue_create(g.host, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue),
       HSA_STATUS_ERROR_INVALID_QUEUE_CREATION);
    queue = new_queue(NULL, NULL);
    shared = (amd_queue_t *)queue;
    for (unsigned i = 0; i < queue->size; i++)
        invalid &= ((uint16_t *)queue->base_address)[32 * i] == HSA_PACKET_TYPE_INVALID;
    OK(invalid, "no packets at first");
    OK(queue->size == 256 && queue->features == HSA_QUEUE_FEATURE_KERNEL_DISPATCH &&
           queue->doorbell_signal.handle && shared->group_segment_aperture_base_hi &&
           shared->private_segment_aperture_base_hi,
       "what a queue says");
    OK(hsa_queue_add_write_index_relaxed(queue, 3) == 0 &&
           hsa_queue_cas_write_index_scacquire(queue, 3, 5) == 3 &&
           hsa_queue_load_write_index_relaxed(queue) == 5,
       "its index");
    DONE(hsa_queue_destroy(queue));
}

static void kernels(void) {
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_signal_t done = new_signal(1);
    add_arguments *a = memory(g.kernarg, sizeof *a);
    uint64_t *about = memory(g.fine, 64);
    uint32_t *x = memory(g.local, 6400 * 4), *y = memory(g.local, 6400 * 4);
    hsa_amd_profiling_dispatch_time_t time = {0};
    uint64_t before = timestamp();
    bool right = true;
    *a = (add_arguments){y, x, 1000};
    for (uint32_t i = 0; i < 6400; i++)
        x[i] = i * i;
    dispatch(queue, "add", 100, a, 0, done);
    OK(wait_zero(done) == 0, "a kernel ends");
    for (uint32_t i = 0; i < 6400; i++)
        right &= y[i] == i * i + 1000;
    OK(right, "it has added");
    DONE(hsa_amd_profiling_get_dispatch_time(g.agent, done, &time));
    OK(before <= time.start && time.start < time.end && time.end <= timestamp(), "when it was");
    *(uint64_t **)a = about;
    hsa_signal_store_relaxed(done, 2);
    dispatch(queue, "about", 1, a, 1500, done);
    while (hsa_signal_load_scacquire(done) != 1) {
    }
    OK(about[0] == (uintptr_t)queue->base_address + 64 && about[1] == (uintptr_t)queue &&
           (uint32_t)about[2] == 1500,
       "a kernel sees its packet and its queue; a signal is decremented");
    OK(hsa_queue_load_read_index_scacquire(queue) == 2 &&
           ((uint16_t *)queue->base_address)[32] == HSA_PACKET_TYPE_INVALID,
       "the places of packets are free again");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
    hsa_amd_memory_pool_free(about);
    hsa_amd_memory_pool_free(a);
    hsa_amd_memory_pool_free(x);
    hsa_amd_memory_pool_free(y);
}

/* A kernel reaches memory that is allocated, or locked, while another one runs. */
static void at_the_same_time(void) {
    hsa_queue_t *one = new_queue(NULL, NULL), *two = new_queue(NULL, NULL);
    hsa_signal_t waits = new_signal(1), adds = new_signal(1), after = new_signal(1);
    uint32_t **hold = memory(g.kernarg, 64), *flag = memory(g.fine, 64), mine[64] = {0}, *x;
    add_arguments *a;
    void *seen = NULL;
    bool right = true;
    hold[0] = flag;
    dispatch(one, "await", 1, hold, 0, waits);
    dispatch(one, "empty", 1, NULL, 0, after);
    usleep(5000);
    a = memory(g.kernarg, sizeof *a);
    x = memory(g.local, 256);
    DONE(hsa_amd_memory_lock(mine, sizeof mine, NULL, 0, &seen));
    for (uint32_t i = 0; i < 64; i++)
        x[i] = i;
    *a = (add_arguments){seen, x, 7};
    dispatch(two, "add", 1, a, 0, adds);
    OK(wait_zero(adds) == 0 && hsa_signal_load_relaxed(waits) == 1, "queues do not wait for each other");
    for (uint32_t i = 0; i < 64; i++)
        right &= mine[i] == i + 7;
    OK(right, "a kernel writes to locked memory");
    OK(hsa_signal_load_relaxed(after) == 1, "packets of a queue are in order");
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    OK(wait_zero(waits) == 0 && wait_zero(after) == 0, "a kernel waits for the host");
    DONE(hsa_amd_memory_unlock(mine));
    DONE(hsa_queue_destroy(one));
    DONE(hsa_queue_destroy(two));
    hsa_amd_memory_pool_free(hold);
    hsa_amd_memory_pool_free(flag);
    hsa_amd_memory_pool_free(a);
    hsa_amd_memory_pool_free(x);
    hsa_signal_destroy(waits);
    hsa_signal_destroy(adds);
    hsa_signal_destroy(after);
}

static void barriers(void) {
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_signal_t a = new_signal(1), b = new_signal(1), done = new_signal(1);
    hsa_barrier_and_packet_t both = {.dep_signal = {a, b}, .completion_signal = done};
    hsa_barrier_or_packet_t either = {.dep_signal = {a, none, b}, .completion_signal = done};
    hsa_amd_barrier_value_packet_t value = {.header = {.AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE},
                                            .signal = a,
                                            .value = 0x30,
                                            .mask = 0xf0,
                                            .cond = HSA_SIGNAL_CONDITION_EQ,
                                            .completion_signal = done};
    submit(queue, &both, HSA_PACKET_TYPE_BARRIER_AND);
    hsa_signal_store_screlease(a, 0);
    usleep(5000);
    OK(hsa_signal_load_relaxed(done) == 1, "a barrier waits for all signals");
    hsa_signal_store_screlease(b, 0);
    OK(wait_zero(done) == 0, "until they are 0");
    hsa_signal_store_relaxed(a, 1);
    hsa_signal_store_relaxed(b, 1);
    hsa_signal_store_relaxed(done, 1);
    submit(queue, &either, HSA_PACKET_TYPE_BARRIER_OR);
    usleep(5000);
    OK(hsa_signal_load_relaxed(done) == 1, "or for one of them");
    hsa_signal_store_screlease(b, 0);
    OK(wait_zero(done) == 0, "to be 0");
    hsa_signal_store_relaxed(done, 1);
    submit(queue, &value, HSA_PACKET_TYPE_VENDOR_SPECIFIC);
    hsa_signal_store_screlease(a, 0x41);
    usleep(5000);
    OK(hsa_signal_load_relaxed(done) == 1, "or for bits");
    hsa_signal_store_screlease(a, 0x31);
    OK(wait_zero(done) == 0, "of a value");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(a);
    hsa_signal_destroy(b);
    hsa_signal_destroy(done);
}

static void count_fault(hsa_status_t status, hsa_queue_t *queue, void *data) {
    (void)status;
    (void)queue;
    ++*(_Atomic int *)data;
}

static void *let_go(void *signal) {
    usleep(1000);
    hsa_signal_store_screlease(*(hsa_signal_t *)signal, 0);
    return NULL;
}

/* What device libraries do to tell the host something: nobody but the kernel wakes who waits. */
static void interrupts(void) {
    _Atomic int faults = 0;
    hsa_queue_t *queue = new_queue(count_fault, &faults);
    hsa_signal_t told = new_signal(0);
    uint64_t *arguments = memory(g.kernarg, 64), start = 0;
    arguments[0] = told.handle;
    arguments[1] = (uint64_t)-10;
    for (int i = 0; i < 30; i++) { /* who waits is asleep when the kernel begins */
        if (i == 1)                /* before, the kernel may have had to be translated */
            start = milliseconds();
        hsa_barrier_and_packet_t barrier = {.dep_signal = {new_signal(1)}};
        pthread_t thread;
        hsa_signal_store_relaxed(told, 10);
        submit(queue, &barrier, HSA_PACKET_TYPE_BARRIER_AND);
        dispatch(queue, "tell", 1, arguments, 0, none);
        pthread_create(&thread, NULL, let_go, &barrier.dep_signal[0]);
        OK(wait_zero(told) == 0, "a kernel changes a signal");
        pthread_join(thread, NULL);
        hsa_signal_destroy(barrier.dep_signal[0]);
    }
    OK(milliseconds() - start < 300, "and wakes who waits for it");
    DONE(hsa_queue_destroy(queue));
    OK(faults == 0, "and its message is taken");
    hsa_amd_memory_pool_free(arguments);
    hsa_signal_destroy(told);
}

/* ---- many ------------------------------------------------------------------------------------ */

enum { THREADS = 4, EACH = 1000 };

typedef struct sender {
    hsa_queue_t *queue;
    hsa_signal_t done;
} sender;

static void *send(void *data) {
    sender *s = data;
    for (unsigned i = 0; i < EACH; i++)
        dispatch(s->queue, "empty", 1, NULL, 0, s->done);
    return NULL;
}

static void many(void) {
    sender s = {new_queue(NULL, NULL), new_signal(THREADS * EACH)};
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, send, &s);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(wait_zero(s.done) == 0, "4000 packets of four threads in 256 places");
    OK(hsa_queue_load_read_index_relaxed(s.queue) == THREADS * EACH, "all have been processed");
    DONE(hsa_queue_destroy(s.queue));
    for (unsigned i = 0; i < 50; i++) {
        sender next = {new_queue(NULL, NULL), new_signal(1)};
        dispatch(next.queue, "empty", 1, NULL, 0, next.done);
        if (wait_zero(next.done))
            OK(false, "a queue after others");
        hsa_queue_destroy(next.queue);
        hsa_signal_destroy(next.done);
    }
    hsa_signal_destroy(s.done);
}

/* A queue may be destroyed while a kernel of it runs, or waits. */
static void early_ends(void) {
    hsa_queue_t *queue = new_queue(NULL, NULL), *waiting = new_queue(NULL, NULL);
    hsa_signal_t never = new_signal(1);
    uint32_t **hold = memory(g.kernarg, 64), *flag = memory(g.fine, 64);
    hsa_barrier_and_packet_t barrier = {.dep_signal = {never}};
    uint64_t start = milliseconds();
    hold[0] = flag;
    dispatch(queue, "await", 1, hold, 0, none);
    submit(waiting, &barrier, HSA_PACKET_TYPE_BARRIER_AND);
    usleep(5000);
    DONE(hsa_queue_destroy(queue));
    DONE(hsa_queue_destroy(waiting));
    OK(milliseconds() - start < 5000, "queues end before their packets");
    hsa_amd_memory_pool_free(hold);
    hsa_amd_memory_pool_free(flag);
    hsa_signal_destroy(never);
}

/* Who hears of the end of a packet finds its place free. Another thread sleeps at the same signal,
   so that to wake it takes time. */
static void *sleep_there(void *signal) {
    while (hsa_signal_wait_relaxed(*(hsa_signal_t *)signal, HSA_SIGNAL_CONDITION_LT, 0, UINT64_MAX,
                                   HSA_WAIT_STATE_BLOCKED) >= 0)
        ;
    return NULL;
}

static void free_places(void) {
    enum { ROUNDS = 300 };
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_signal_t done = new_signal(ROUNDS + 1);
    const volatile uint16_t *headers = queue->base_address;
    unsigned early = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_there, &done);
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (i % 10 == 0)
            usleep(200); /* the other one has fallen asleep */
        dispatch(queue, "empty", 1, NULL, 0, done);
        while (hsa_signal_load_scacquire(done) > ROUNDS - (int64_t)i) {
        }
        early +=
            hsa_queue_load_read_index_scacquire(queue) != i + 1 ||
            __atomic_load_n(&headers[32 * (i % queue->size)], __ATOMIC_ACQUIRE) != HSA_PACKET_TYPE_INVALID;
    }
    OK(early == 0, "a packet is completed when its place is free, and not before");
    hsa_signal_store_screlease(done, -1);
    pthread_join(thread, NULL);
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
}

/* Memory that is freed while a kernel runs, which may have looked at it, is the program's again
   when the kernel has ended. */
static void freed_early(void) {
    hsa_queue_t *queue = new_queue(NULL, NULL);
    uint64_t **hold = memory(g.kernarg, 64), *place = memory(g.fine, 64), *other = memory(g.fine, 64);
    hold[0] = place;
    hold[1] = place + 1;
    dispatch(queue, "publish", 1, hold, 0, none);
    while (!__atomic_load_n(place, __ATOMIC_ACQUIRE)) /* it runs */
        usleep(100);
    DONE(hsa_amd_memory_pool_free(other));
    OK(msync(other, 4096, MS_ASYNC) == 0, "memory stays while a kernel runs that may look at it");
    DONE(hsa_queue_destroy(queue));
    OK(msync(other, 4096, MS_ASYNC) != 0, "and no longer");
    hsa_amd_memory_pool_free(place);
    hsa_amd_memory_pool_free(hold);
}

/* The packet says how much LDS there is in all: 64 KiB fit, of which 1 KiB is the kernel's own. */
static void all_lds(void) {
    _Atomic int faults = 0;
    hsa_queue_t *queue = new_queue(count_fault, &faults);
    hsa_signal_t done = new_signal(1);
    uint64_t *about = memory(g.fine, 64), **arguments = memory(g.kernarg, 64);
    arguments[0] = about;
    dispatch(queue, "about", 1, arguments, 65536, done);
    OK(wait_zero(done) == 0 && !faults && (uint32_t)about[2] == 65536, "a kernel may have all of the LDS");
    hsa_signal_store_relaxed(done, 1);
    dispatch(queue, "about", 1, arguments, 1000, done); /* GISA_CHECK says so: tests/runtime/findings */
    OK(wait_zero(done) == 0 && !faults && (uint32_t)about[2] == 1000,
       "a kernel has its own LDS, whatever the packet says");
    hsa_signal_store_relaxed(done, 1);
    dispatch(queue, "about", 1, arguments, 65537, done);
    OK(wait_zero(done) == 0 && faults == 1, "but no more");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
    hsa_amd_memory_pool_free(about);
    hsa_amd_memory_pool_free(arguments);
}

void test_queues(void) {
    free_places();
    freed_early();
    all_lds();
    creation();
    kernels();
    at_the_same_time();
    barriers();
    interrupts();
    many();
    early_ends();
}
