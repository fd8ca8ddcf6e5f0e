/* SPDX-License-Identifier: MIT */
/* The packet processor: a thread for each queue takes its packets in turn, and sleeps where there is none.
 *
 * When a packet fails the queue's callback is told, on a thread of its own, since it may end the program, whose last actions may
 * be packets to the same queue. The packets that were there when it failed are done with when the callback has returned;
 * later ones at once. None is executed any more. */
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

static packet *slot_at(const queue *q, uint64_t index) {
    return (packet *)q->shared.hsa_queue.base_address + (index & (q->shared.hsa_queue.size - 1));
}

static unsigned type_of(const packet *p) {
    return __atomic_load_n(&p->header, __ATOMIC_ACQUIRE) >> HSA_PACKET_HEADER_TYPE & 0xff;
}

/* All kinds of packets have it at the same place. */
static hsa_signal_t completion_of(const packet *p) {
    return p->dispatch.completion_signal;
}

/* ---- waiting ------------------------------------------------------------------------------------------------- */

typedef struct waiting {
    queue *q;
    const packet *p;
} waiting;

static bool has_packet(void *ctx) {
    const waiting *w = ctx;
    return type_of(w->p) != HSA_PACKET_TYPE_INVALID || atomic_load(&w->q->stop);
}

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

/* ---- one packet -------------------------------------------------------------------------------------------------- */

static hsa_status_t bad_format(char *message, size_t room) {
    snprintf(message, room, "%s", "a packet of a kind that GPUs do not take");
    return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
}

static hsa_status_t process(queue *q, const packet *p, char *message, size_t room) {
    waiting w = {q, p};
    switch (type_of(p)) {
    case HSA_PACKET_TYPE_KERNEL_DISPATCH: return dispatch_run(q, &p->dispatch, message, room);
    case HSA_PACKET_TYPE_BARRIER_AND:
        wait_until(NULL, all_are_zero, &w, UINT64_MAX);
        return HSA_STATUS_SUCCESS;
    case HSA_PACKET_TYPE_BARRIER_OR: wait_until(NULL, any_is_zero, &w, UINT64_MAX); return HSA_STATUS_SUCCESS;
    case HSA_PACKET_TYPE_VENDOR_SPECIFIC:
        if (p->vendor.format != HSA_AMD_PACKET_TYPE_BARRIER_VALUE || !p->barrier_value.signal.handle)
            return bad_format(message, room);
        wait_until(signal_of(p->barrier_value.signal), value_has_come, &w, UINT64_MAX);
        return HSA_STATUS_SUCCESS;
    }
    return bad_format(message, room);
}

/* The slot can be used again; who waits for the packet hears of it last. */
static void retire(queue *q, packet *p, hsa_signal_t done, uint64_t start) {
    __atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID << HSA_PACKET_HEADER_TYPE, __ATOMIC_RELEASE);
    __atomic_store_n(&q->shared.read_dispatch_id, q->shared.read_dispatch_id + 1, __ATOMIC_RELEASE);
    signal_times(done, start, now());
    signal_subtract(done, 1);
}

/* ---- failure ----------------------------------------------------------------------------------------------------- */

typedef struct failure {
    queue *q;
    hsa_status_t status;
    size_t count;
    hsa_signal_t doomed[]; /* what is waited for by those who sent the packets that were there */
} failure;

static void *tell(void *argument) {
    failure *f = argument;
    if (f->q->error)
        f->q->error(f->status, &f->q->shared.hsa_queue, f->q->error_data);
    for (size_t i = 0; i < f->count; i++)
        signal_subtract(f->doomed[i], 1);
    free(f);
    return NULL;
}

static void fail(queue *q, hsa_status_t status, const char *message) {
    uint64_t index = q->shared.read_dispatch_id;
    failure *f = malloc(sizeof *f + (size_t)q->shared.hsa_queue.size * sizeof *f->doomed);
    pthread_t thread;
    complain("%s", message);
    q->failed = true;
    if (!f)
        return;
    *f = (failure){q, status, 0};
    for (uint32_t i = 0; i < q->shared.hsa_queue.size; i++, index++) {
        packet *p = slot_at(q, index);
        if (type_of(p) == HSA_PACKET_TYPE_INVALID)
            break;
        f->doomed[f->count++] = completion_of(p);
        retire(q, p, (hsa_signal_t){0}, 0);
    }
    if (start_thread(&thread, tell, f))
        pthread_detach(thread);
    else
        tell(f);
}

void *queue_live(void *argument) {
    queue *q = argument;
    for (;;) {
        packet *p = slot_at(q, q->shared.read_dispatch_id);
        waiting w = {q, p};
        hsa_status_t status = HSA_STATUS_SUCCESS;
        char message[500] = "";
        uint64_t start;
        wait_until(signal_of(q->doorbell), has_packet, &w, UINT64_MAX);
        if (atomic_load(&q->stop))
            return NULL;
        start = now();
        if (!q->failed)
            status = process(q, p, message, sizeof message);
        LOG("%p: packet %llu of type %u: 0x%x", (void *)q, (unsigned long long)q->shared.read_dispatch_id,
            type_of(p), (unsigned)status);
        if (atomic_load(&q->stop))
            return NULL;
        if (status)
            fail(q, status, message);
        else
            retire(q, p, completion_of(p), start);
    }
}

hsa_status_t hsa_amd_profiling_get_dispatch_time(hsa_agent_t handle, hsa_signal_t signal,
                                                 hsa_amd_profiling_dispatch_time_t *time) {
    MUST_BE_OPEN;
    if (!agent_of(handle))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!signal.handle)
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (!time)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    time->start = signal_of(signal)->start_ts;
    time->end = signal_of(signal)->end_ts;
    return HSA_STATUS_SUCCESS;
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
