/* SPDX-License-Identifier: MIT */
/* The packet processor: a thread for each queue takes its packets in turn, and sleeps where there
 * is none. Kernels may write to the ring at any time: each packet is copied once, and what is done
 * goes by the copy. The signals that it names are looked up.
 *
 * When a packet fails none is executed any more, and the queue's callback is told, on a thread of
 * its own, since it may end the program, whose last actions may be packets to the same queue: those
 * that the callback's thread sends are done with at once. Whoever waits for others hears of it when
 * the callback has returned, so that no program goes on as if nothing had happened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* What is asked of a packet that is not a dispatch: five signals at most. */
enum { DEPENDENCIES = 5 };

typedef union packet {
    uint16_t header;
    struct {
        uint16_t header;
        uint8_t format;
    } vendor;
    hsa_kernel_dispatch_packet_t dispatch;
    hsa_barrier_and_packet_t barrier_and;
    hsa_barrier_or_packet_t barrier_or;
    hsa_amd_barrier_value_packet_t barrier_value;
} packet;

_Static_assert(sizeof(packet) == 64, "packets have 64 bytes");

/* The place in the ring of the next packet. */
static packet *slot_of(const queue *q) {
    return (packet *)(void *)q->ring + (atomic_load_explicit(&q->read, memory_order_relaxed) & (q->size - 1));
}

static unsigned type_of(uint16_t header) {
    return header >> HSA_PACKET_HEADER_TYPE & 0xff;
}

static uint16_t header_of(const packet *slot) {
    return __atomic_load_n(&slot->header, __ATOMIC_ACQUIRE);
}

/* The header says that the rest is there, so it is read first. */
static packet take(const packet *slot) {
    packet p;
    uint16_t header = header_of(slot);
    memcpy(&p, slot, sizeof p);
    p.header = header;
    return p;
}

/* All kinds of packets have it at the same place. */
static hsa_signal_t completion_of(const packet *p) {
    return p->dispatch.completion_signal;
}

/* ---- waiting --------------------------------------------------------------------------------- */

typedef struct waiting {
    queue *q;
    const packet *p; /* a copy */
} waiting;

static bool all_are_zero(void *ctx) {
    const waiting *w = ctx;
    for (unsigned i = 0; i < DEPENDENCIES; i++)
        if (w->p->barrier_and.dep_signal[i].handle && signal_value(w->p->barrier_and.dep_signal[i]) != 0)
            return atomic_load(&w->q->stop);
    return true;
}

/* With no signal at all there is nothing to wait for. */
static bool any_is_zero(void *ctx) {
    const waiting *w = ctx;
    bool none = true;
    for (unsigned i = 0; i < DEPENDENCIES; i++)
        if (w->p->barrier_or.dep_signal[i].handle) {
            none = false;
            if (signal_value(w->p->barrier_or.dep_signal[i]) == 0)
                return true;
        }
    return none || atomic_load(&w->q->stop);
}

static bool value_has_come(void *ctx) {
    const waiting *w = ctx;
    const hsa_amd_barrier_value_packet_t *b = &w->p->barrier_value;
    return signal_holds((hsa_signal_condition_t)b->cond, signal_value(b->signal) & b->mask, b->value) ||
           atomic_load(&w->q->stop);
}

/* ---- one packet ------------------------------------------------------------------------------ */

static hsa_status_t bad_format(char *message, size_t room) {
    snprintf(message, room, "%s", "a packet of a kind that GPUs do not take");
    return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
}

static hsa_status_t no_signal(hsa_signal_t s, char *message, size_t room) {
    snprintf(message, room, "a packet names a signal that is not there: 0x%llx",
             (unsigned long long)s.handle);
    return HSA_STATUS_ERROR_INVALID_SIGNAL;
}

/* The signals that a packet names, first what it waits for. */
static hsa_status_t check_signals(const packet *p, char *message, size_t room) {
    unsigned type = type_of(p->header);
    if (type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR)
        for (unsigned i = 0; i < DEPENDENCIES; i++)
            if (signal_is_wrong(p->barrier_and.dep_signal[i]))
                return no_signal(p->barrier_and.dep_signal[i], message, room);
    if (type == HSA_PACKET_TYPE_VENDOR_SPECIFIC && p->vendor.format == HSA_AMD_PACKET_TYPE_BARRIER_VALUE &&
        signal_is_wrong(p->barrier_value.signal))
        return no_signal(p->barrier_value.signal, message, room);
    return signal_is_wrong(completion_of(p)) ? no_signal(completion_of(p), message, room)
                                             : HSA_STATUS_SUCCESS;
}

/* `slot`: where kernels find the packet. */
static hsa_status_t process(queue *q, const packet *p, const packet *slot, char *message, size_t room) {
    waiting w = {q, p};
    hsa_status_t status = check_signals(p, message, room);
    if (status)
        return status;
    switch (type_of(p->header)) {
    case HSA_PACKET_TYPE_KERNEL_DISPATCH: return dispatch_run(q, &p->dispatch, slot, message, room);
    case HSA_PACKET_TYPE_BARRIER_AND: wait_until(0, all_are_zero, &w, UINT64_MAX); return HSA_STATUS_SUCCESS;
    case HSA_PACKET_TYPE_BARRIER_OR: wait_until(0, any_is_zero, &w, UINT64_MAX); return HSA_STATUS_SUCCESS;
    case HSA_PACKET_TYPE_VENDOR_SPECIFIC:
        if (p->vendor.format != HSA_AMD_PACKET_TYPE_BARRIER_VALUE || !p->barrier_value.signal.handle)
            return bad_format(message, room);
        wait_until(p->barrier_value.signal.handle, value_has_come, &w, UINT64_MAX);
        return HSA_STATUS_SUCCESS;
    }
    return bad_format(message, room);
}

/* The slot can be used again; who waits for the packet hears of it last. */
static void retire(queue *q, hsa_signal_t done, uint64_t start) {
    __atomic_store_n(&slot_of(q)->header, HSA_PACKET_TYPE_INVALID << HSA_PACKET_HEADER_TYPE,
                     __ATOMIC_RELEASE);
    queue_set_read(q, atomic_load(&q->read) + 1);
    signal_times(done, start, now());
    signal_subtract(done, 1);
}

/* ---- failure --------------------------------------------------------------------------------- */

/* On the thread that calls a callback: the queue. */
static _Thread_local queue *failing;

void packets_rung(queue *q, int64_t value) {
    if (failing && q == failing)
        atomic_store(&q->last_words, (uint64_t)value + 1);
}

bool packets_is_telling(const queue *q, bool elsewhere) {
    return elsewhere ? q->failure && !atomic_load(&q->is_told) && failing != q : failing == q;
}

void packets_forget(void) {
    atomic_store(&failing->is_told, true);
    failing = NULL;
}

static void *tell(void *argument) {
    queue *q = argument;
    failing = q;
    if (q->failure == (hsa_status_t)HSA_STATUS_ERROR_MEMORY_FAULT)
        system_tell_fault(q->agent, q->fault_address);
    if (q->error)
        q->error(q->failure, &q->shared->hsa_queue, q->error_data);
    if (failing) { /* the queue is still there: until others know that this is over */
        const uint64_t doorbell = q->doorbell.handle;
        failing = NULL;
        atomic_store(&q->is_told, true);
        wait_ring(doorbell);
    }
    return NULL;
}

/* Who waits for this packet hears of it when the callback has returned. */
static void doom(queue *q, hsa_signal_t done) {
    hsa_signal_t *grown = realloc(q->doomed, (q->doomed_count + 1) * sizeof *grown);
    if (grown) {
        q->doomed = grown;
        q->doomed[q->doomed_count++] = done;
    }
    retire(q, (hsa_signal_t){0}, 0);
}

static void fail(queue *q, hsa_signal_t done, hsa_status_t status, const char *message) {
    pthread_t thread;
    complain("%s", message);
    q->failure = status;
    doom(q, done);
    if (start_thread(&thread, tell, q))
        pthread_detach(thread);
    else
        atomic_store(&q->is_told, true);
}

static void release_doomed(queue *q) {
    for (size_t i = 0; i < q->doomed_count; i++)
        signal_subtract(q->doomed[i], 1);
    q->doomed_count = 0;
}

/* ---- the thread ------------------------------------------------------------------------------ */

static bool has_work(void *ctx) {
    const queue *q = ctx;
    bool has_packet = type_of(header_of(slot_of(q))) != HSA_PACKET_TYPE_INVALID;
    if (atomic_load(&q->stop))
        return true;
    if (q->failure)
        return atomic_load(&q->is_told) ? has_packet || q->doomed_count
                                        : has_packet && atomic_load(&q->read) < atomic_load(&q->last_words);
    return has_packet;
}

static void work_on(queue *q) {
    char message[500] = "";
    uint64_t start = now();
    const packet *slot = slot_of(q), p = take(slot);
    hsa_status_t status = process(q, &p, slot, message, sizeof message);
    LOG("%p: packet %llu of type %u: 0x%x", (void *)q->shared, (unsigned long long)atomic_load(&q->read),
        type_of(p.header), (unsigned)status);
    if (atomic_load(&q->stop))
        return;
    if (status)
        fail(q, completion_of(&p), status, message);
    else
        retire(q, completion_of(&p), start);
}

/* A packet that comes when the queue has failed. */
static void drop(queue *q) {
    const packet p = take(slot_of(q));
    if (atomic_load(&q->is_told) || atomic_load(&q->read) + 1 == atomic_load(&q->last_words))
        retire(q, completion_of(&p), now());
    else
        doom(q, completion_of(&p));
}

void *queue_live(void *argument) {
    queue *q = argument;
    for (;;) {
        wait_until(q->doorbell.handle, has_work, q, UINT64_MAX);
        if (atomic_load(&q->stop))
            break;
        if (!q->failure)
            work_on(q);
        else if (atomic_load(&q->is_told) && q->doomed_count)
            release_doomed(q);
        else
            drop(q);
    }
    free(q->doomed);
    q->doomed = NULL;
    q->doomed_count = 0;
    return NULL;
}

hsa_status_t hsa_amd_profiling_get_dispatch_time(hsa_agent_t handle, hsa_signal_t signal,
                                                 hsa_amd_profiling_dispatch_time_t *time) {
    MUST_BE_OPEN;
    if (!agent_of(handle))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!time)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return signal_tell_times(signal, &time->start, &time->end);
}

hsa_status_t hsa_amd_profiling_convert_tick_to_system_domain(hsa_agent_t handle, uint64_t tick,
                                                             uint64_t *out) {
    MUST_BE_OPEN;
    if (!agent_of(handle))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *out = tick; /* they are the same */
    return HSA_STATUS_SUCCESS;
}
