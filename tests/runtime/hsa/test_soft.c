/* SPDX-License-Identifier: MIT */
/* Soft queues: agent dispatch packets that the host, or a kernel, sends and a thread of the program
 * processes, as HSA's queueing model has it. */
#include "test.h"

#include <pthread.h>
#include <string.h>

enum { SIZE = 16, SUM = 0x8001, END = 0x8002 };

typedef struct service {
    hsa_queue_t *queue;
    unsigned packets, wrong;
    /* Of the packet that a kernel sends. They are there before the thread is, since the thread
     * sanitizer does not see how kernels order what they do. */
    uint64_t *result;
    hsa_signal_t told;
} service;

/* The "agent": adds the first two arguments. It sleeps until the doorbell rings. */
static void *serve(void *data) {
    service *s = data;
    for (uint64_t next = 0;; next++) {
        hsa_agent_dispatch_packet_t *p =
            (hsa_agent_dispatch_packet_t *)s->queue->base_address + (next & (s->queue->size - 1));
        bool is_end;
        while (hsa_signal_wait_scacquire(s->queue->doorbell_signal, HSA_SIGNAL_CONDITION_GTE,
                                         (hsa_signal_value_t)next, UINT64_MAX,
                                         HSA_WAIT_STATE_BLOCKED) < (hsa_signal_value_t)next ||
               (__atomic_load_n(&p->header, __ATOMIC_ACQUIRE) & 0xff) == HSA_PACKET_TYPE_INVALID)
            ;
        s->packets++;
        s->wrong += (p->header & 0xff) != HSA_PACKET_TYPE_AGENT_DISPATCH;
        is_end = p->type == END;
        if (p->type == SUM && p->return_address)
            *(uint64_t *)p->return_address = p->arg[0] + p->arg[1];
        hsa_signal_t done = p->completion_signal;
        __atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
        hsa_queue_store_read_index_screlease(s->queue, next + 1);
        if (done.handle)
            hsa_signal_subtract_screlease(done, 1);
        if (is_end)
            return NULL;
    }
}

static void send(hsa_queue_t *queue, uint16_t type, uint64_t a, uint64_t b, uint64_t *result,
                 hsa_signal_t done) {
    hsa_agent_dispatch_packet_t p = {
        .type = type, .return_address = result, .arg = {a, b}, .completion_signal = done};
    submit(queue, &p, HSA_PACKET_TYPE_AGENT_DISPATCH);
}

static void from_host(service *s, hsa_signal_t done) {
    uint64_t results[40] = {0};
    bool right = true;
    hsa_signal_store_relaxed(done, 40);
    for (uint64_t i = 0; i < 40; i++) /* more than there is room for at once */
        send(s->queue, SUM, i, 100 * i, &results[i], done);
    OK(wait_zero(done) == 0, "agent dispatch packets are processed");
    for (uint64_t i = 0; i < 40; i++)
        right &= results[i] == 101 * i;
    OK(right, "and their results are there");
}

/* A kernel writes the packet, and rings. */
static void from_kernel(service *s, hsa_signal_t done) {
    hsa_queue_t *queue = new_queue(NULL, NULL);
    uint64_t *arguments = memory(g.kernarg, 64);
    arguments[0] = (uintptr_t)s->queue;
    arguments[1] = (uintptr_t)s->result;
    arguments[2] = s->told.handle;
    hsa_signal_store_relaxed(done, 1);
    dispatch(queue, "ask", 1, arguments, 0, done);
    OK(wait_zero(done) == 0, "a kernel sends a packet");
    OK(wait_zero(s->told) == 0 && *s->result == 30 + 12, "and the host answers");
    DONE(hsa_queue_destroy(queue));
    hsa_amd_memory_pool_free(arguments);
}

static hsa_status_t first_region(hsa_region_t region, void *data) {
    *(hsa_region_t *)data = region;
    return HSA_STATUS_INFO_BREAK;
}

void test_soft(void) {
    hsa_region_t region = {0};
    hsa_signal_t doorbell = new_signal(-1), done = new_signal(1);
    service s = {.result = memory(g.fine, 64), .told = new_signal(1)};
    pthread_t thread;
    hsa_agent_iterate_regions(g.host, first_region, &region);
    IS(hsa_soft_queue_create(region, 15, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH, doorbell,
                             &s.queue),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_soft_queue_create(region, SIZE, HSA_QUEUE_TYPE_MULTI, 0, doorbell, &s.queue),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    DONE(hsa_soft_queue_create(region, SIZE, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH, doorbell,
                               &s.queue));
    OK(s.queue && s.queue->doorbell_signal.handle == doorbell.handle && s.queue->size == SIZE &&
           s.queue->features == HSA_QUEUE_FEATURE_AGENT_DISPATCH,
       "a soft queue");
    pthread_create(&thread, NULL, serve, &s);
    from_host(&s, done);
    from_kernel(&s, done);
    hsa_signal_store_relaxed(done, 1);
    send(s.queue, END, 0, 0, NULL, done);
    OK(wait_zero(done) == 0, "the last packet");
    pthread_join(thread, NULL);
    OK(s.packets == 42 && !s.wrong, "each packet once");
    DONE(hsa_queue_destroy(s.queue));
    DONE(hsa_signal_destroy(doorbell));
    hsa_signal_destroy(done);
    hsa_signal_destroy(s.told);
    hsa_amd_memory_pool_free(s.result);
}
