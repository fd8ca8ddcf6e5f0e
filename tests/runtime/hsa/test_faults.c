/* SPDX-License-Identifier: MIT */
/* Packets that fail: the queue's callback is told why, and may use the queue meanwhile, as a
   program does that ends in it. */
#include "test.h"

#include <unistd.h>

typedef struct told {
    _Atomic int times;
    hsa_status_t status;
    hsa_queue_t *queue;
    hsa_signal_t doomed;
    int64_t expected;
    bool ended_early;
} told;

static void hear(hsa_status_t status, hsa_queue_t *queue, void *data) {
    told *t = data;
    hsa_signal_t done = new_signal(1);
    t->status = status;
    t->queue = queue;
    dispatch(queue, "empty", 1, NULL, 0, done);
    OK(wait_zero(done) == 0, "a packet after the failed one ends");
    usleep(5000);
    t->ended_early = hsa_signal_load_relaxed(t->doomed) != t->expected;
    hsa_signal_destroy(done);
    t->times++;
}

static void fails(const char *kernel, void *arguments, hsa_status_t status) {
    told t = {.expected = 3};
    hsa_queue_t *queue = new_queue(hear, &t);
    t.doomed = new_signal(3);
    dispatch(queue, kernel, 1, arguments, 0, t.doomed);
    dispatch(queue, "empty", 1, NULL, 0, t.doomed);
    usleep(1000);
    dispatch(queue, "empty", 1, NULL, 0, t.doomed);
    OK(wait_zero(t.doomed) == 0, "who waits for a failed packet does not wait for ever");
    OK(t.times == 1 && t.queue == queue, "the callback is called once");
    OK((int)t.status == (int)status, kernel);
    OK(!t.ended_early, "nobody hears of the end of a failed packet before the callback has returned");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(t.doomed);
}

static void bad_packets(void) {
    told t = {.expected = 2};
    hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                           .workgroup_size_x = 1,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 1,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .kernel_object = 0x1000};
    hsa_queue_t *queue = new_queue(hear, &t);
    packet.completion_signal = t.doomed = new_signal(2);
    submit(queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    submit(queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    OK(wait_zero(t.doomed) == 0 && t.status == HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "a kernel that is none");
    DONE(hsa_queue_destroy(queue));
    queue = new_queue(hear, &t);
    packet.kernel_object = kernel_named("empty");
    packet.workgroup_size_x = 2000;
    hsa_signal_store_relaxed(t.doomed, 2);
    submit(queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    submit(queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    OK(wait_zero(t.doomed) == 0 && t.status == HSA_STATUS_ERROR_INVALID_ARGUMENT,
       "groups that are too large");
    DONE(hsa_queue_destroy(queue));
    queue = new_queue(hear, &t);
    hsa_signal_store_relaxed(t.doomed, 2);
    submit(queue, &packet, HSA_PACKET_TYPE_AGENT_DISPATCH);
    submit(queue, &packet, HSA_PACKET_TYPE_AGENT_DISPATCH);
    OK(wait_zero(t.doomed) == 0 && t.status == HSA_STATUS_ERROR_INVALID_PACKET_FORMAT,
       "a packet for other agents");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(t.doomed);
}

typedef struct heard {
    _Atomic unsigned times;
    hsa_amd_event_t event;
} heard;

static hsa_status_t hear_event(const hsa_amd_event_t *event, void *data) {
    heard *h = data;
    h->event = *event;
    h->times++;
    return HSA_STATUS_SUCCESS;
}

/* The handler of system events hears of the address, also where the queue has no callback. */
static void events(uint64_t *arguments) {
    heard h = {0};
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_signal_t done = new_signal(1);
    DONE(hsa_amd_register_system_event_handler(hear_event, &h));
    IS(hsa_amd_register_system_event_handler(hear_event, &h), HSA_STATUS_ERROR);
    dispatch(queue, "await", 1, arguments, 0, done);
    OK(wait_zero(done) == 0 && h.times == 1, "an event for a fault");
    OK(h.event.event_type == HSA_AMD_GPU_MEMORY_FAULT_EVENT &&
           h.event.memory_fault.agent.handle == g.agent.handle &&
           h.event.memory_fault.virtual_address == arguments[0] &&
           h.event.memory_fault.fault_reason_mask == HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT,
       "with agent, address and reason");
    DONE(hsa_queue_destroy(queue));
    queue = new_queue(NULL, NULL);
    hsa_signal_store_relaxed(done, 1);
    dispatch(queue, "traps", 1, NULL, 0, done);
    OK(wait_zero(done) == 0 && h.times == 1, "and none for a trap");
    DONE(hsa_queue_destroy(queue));
    DONE(hsa_amd_register_system_event_handler(NULL, NULL));
    hsa_signal_destroy(done);
}

void test_faults(void) {
    uint64_t *arguments = memory(g.kernarg, 64);
    arguments[0] = 0x100000;
    fails("traps", NULL, HSA_STATUS_ERROR_EXCEPTION);
    fails("illegal", NULL, (hsa_status_t)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION);
    fails("await", arguments, (hsa_status_t)HSA_STATUS_ERROR_MEMORY_FAULT);
    bad_packets();
    events(arguments);
    hsa_amd_memory_pool_free(arguments);
}
