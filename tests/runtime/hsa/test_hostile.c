/* SPDX-License-Identifier: MIT */
/* Hostile kernels: they write to all that they share with the runtime, and each ends in an error
 * that has a name, or is harmless. What they must not do is to end this program, to change what
 * the runtime goes by, or to reach memory that was not given to them. SECURITY.md says what is
 * promised. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hsa/hsa_ext_image.h>

enum { READ_ONLY = HSA_STATUS_ERROR_MEMORY_FAULT };

/* What the callback of a queue has heard. */
typedef struct heard {
    _Atomic int times, status;
    hsa_queue_t *queue;
} heard;

static void hear(hsa_status_t status, hsa_queue_t *queue, void *data) {
    heard *h = data;
    h->queue = queue;
    h->status = (int)status;
    h->times++;
}

/* What one kernel with these arguments says to its queue; -1: it did not end in time. */
static int ends_with(const char *kernel, uint64_t a, uint64_t b, uint64_t c) {
    heard h = {.status = HSA_STATUS_SUCCESS};
    hsa_queue_t *queue = new_queue(hear, &h);
    hsa_signal_t done = new_signal(1);
    uint64_t *arguments = memory(g.kernarg, 64);
    bool ended;
    memcpy(arguments, (uint64_t[]){a, b, c}, 24);
    dispatch(queue, kernel, 1, arguments, 0, done);
    ended = wait_zero(done) == 0;
    OK(!h.times || h.queue == queue, "the callback hears of its own queue");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
    hsa_amd_memory_pool_free(arguments);
    return ended ? h.status : -1;
}

/* The runtime still works: a new queue runs a kernel. */
static void goes_on(const char *what) {
    OK(ends_with("empty", 0, 0, 0) == HSA_STATUS_SUCCESS, what);
}

/* ---- the queue ------------------------------------------------------------------------------- */

static void queue_structure(void) {
    heard h = {0};
    hsa_queue_t *queue = new_queue(hear, &h);
    amd_queue_t *shared = (amd_queue_t *)queue, before = *shared;
    hsa_signal_t done = new_signal(1);
    bool refused = true, same;
    for (unsigned at = 0; at < 4096; at += at < 256 ? 8 : 248)
        if (at != offsetof(amd_queue_t, write_dispatch_id)) {
            uint64_t word = (uintptr_t)queue + at;
            refused &= ends_with("fill", word, word + 8, UINT64_C(0x4141414141414141)) == READ_ONLY;
        }
    OK(refused, "no kernel writes to the structure of a queue");
    OK(ends_with("poke_scalar", (uintptr_t)&queue->base_address, 1, 0) == READ_ONLY, "or by the scalar unit");
    OK(ends_with("poke_atomic", (uintptr_t)&queue->base_address, 1, 0) == READ_ONLY, "or by an atomic");
    OK(ends_with("peek", (uintptr_t)queue, 0, 0) == HSA_STATUS_SUCCESS, "all may read it");
    same = memcmp(&before, shared, sizeof before) == 0;
    OK(same, "it is what it was");
    OK(ends_with("fill", (uintptr_t)&shared->write_dispatch_id, (uintptr_t)&shared->write_dispatch_id + 8,
                 77) == HSA_STATUS_SUCCESS &&
           hsa_queue_load_write_index_relaxed(queue) == 77,
       "but for the number of the next place, as packets are sent by kernels, too");
    hsa_queue_store_write_index_relaxed(queue, 0);
    dispatch(queue, "empty", 1, NULL, 0, done);
    OK(wait_zero(done) == 0 && !h.times && hsa_queue_load_read_index_relaxed(queue) == 1, "the queue works");
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(done);
}

/* ---- packets --------------------------------------------------------------------------------- */

/* What a queue says to this packet, which is in its ring as if a kernel had written it. */
static int packet_ends_with(const void *packet, unsigned type) {
    heard h = {.status = HSA_STATUS_SUCCESS};
    hsa_queue_t *queue = new_queue(hear, &h);
    hsa_barrier_and_packet_t last = {.completion_signal = new_signal(1)};
    int status;
    submit(queue, packet, (uint16_t)type);
    submit(queue, &last, HSA_PACKET_TYPE_BARRIER_AND);
    status = wait_zero(last.completion_signal) == 0 ? h.status : -1;
    DONE(hsa_queue_destroy(queue));
    hsa_signal_destroy(last.completion_signal);
    return status;
}

static hsa_kernel_dispatch_packet_t good_packet(void) {
    return (hsa_kernel_dispatch_packet_t){.setup = 1,
                                          .workgroup_size_x = 64,
                                          .workgroup_size_y = 1,
                                          .workgroup_size_z = 1,
                                          .grid_size_x = 64,
                                          .grid_size_y = 1,
                                          .grid_size_z = 1,
                                          .kernel_object = kernel_named("empty")};
}

/* Addresses that are no signal: of nothing, of the program's memory, of memory that kernels share,
 * beside a signal, of one that is gone, of one that there has not been yet. */
static unsigned wild_signals(hsa_signal_t *wild) {
    static amd_signal_t fake = {.kind = AMD_SIGNAL_KIND_USER, .value = 1};
    hsa_signal_t gone = new_signal(1), real = new_signal(1);
    unsigned count = 0;
    hsa_signal_destroy(gone);
    wild[count++].handle = 0x41414141;
    wild[count++].handle = UINT64_MAX;
    wild[count++].handle = UINT64_C(0x8000000000000000);
    wild[count++].handle = (uintptr_t)&fake;
    wild[count++].handle = (uintptr_t)memory(g.fine, 64);
    wild[count++].handle = real.handle + 8;
    wild[count++].handle = gone.handle;
    wild[count++].handle = real.handle + 64 * 0xf0000;
    wild[count++].handle = (uintptr_t)&submit;
    hsa_signal_destroy(real);
    return count;
}

static void packets(void) {
    hsa_signal_t wild[16];
    unsigned count = wild_signals(wild);
    for (unsigned i = 0; i < count; i++) {
        hsa_kernel_dispatch_packet_t p = good_packet();
        hsa_barrier_and_packet_t both = {.dep_signal = {wild[i]}};
        hsa_amd_barrier_value_packet_t value = {.header = {.AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE},
                                                .signal = wild[i]};
        p.completion_signal = wild[i];
        OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_SIGNAL,
           "a wild completion signal");
        OK(packet_ends_with(&both, HSA_PACKET_TYPE_BARRIER_AND) == HSA_STATUS_ERROR_INVALID_SIGNAL &&
               packet_ends_with(&both, HSA_PACKET_TYPE_BARRIER_OR) == HSA_STATUS_ERROR_INVALID_SIGNAL &&
               packet_ends_with(&value, HSA_PACKET_TYPE_VENDOR_SPECIFIC) == HSA_STATUS_ERROR_INVALID_SIGNAL,
           "a barrier for a wild signal");
    }
    for (unsigned i = 0; i < 4; i++) {
        hsa_kernel_dispatch_packet_t p = good_packet();
        p.kernel_object = (uint64_t[]){0, UINT64_MAX, (uintptr_t)&submit, (uintptr_t)&p}[i];
        OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
           "a wild kernel");
        p = good_packet();
        p.kernel_object = kernel_named("peek");
        p.kernarg_address = (void *)(uintptr_t)(uint64_t[]){0, UINT64_MAX - 7, 0x41414140, (uintptr_t)&p}[i];
        OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == (int)HSA_STATUS_ERROR_MEMORY_FAULT,
           "wild arguments");
    }
}

/* So many work-groups that 64 bits cannot count them: none of them may be taken for done. */
static void sizes(void) {
    hsa_kernel_dispatch_packet_t p = good_packet();
    p.setup = 3;
    p.workgroup_size_x = 1;
    p.grid_size_x = p.grid_size_y = p.grid_size_z = 4194304;
    OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_ARGUMENT,
       "2^66 work-groups");
    p.grid_size_x = p.grid_size_y = p.grid_size_z = UINT32_MAX;
    OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_ARGUMENT, "2^96");
    p = good_packet();
    p.private_segment_size = p.group_segment_size = UINT32_MAX;
    OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_ALLOCATION,
       "more memory than there is");
}

/* Any bytes in the ring, each one as a packet, written by a kernel. */
static void ring(void) {
    static const uint64_t patterns[] = {0,
                                        UINT64_MAX,
                                        UINT64_C(0x4141414141414102),
                                        UINT64_C(0x0000000100010002),
                                        UINT64_C(0x4141414141414103),
                                        UINT64_C(0x4141414141410005),
                                        UINT64_C(0x4141414141020000)};
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        heard h = {0};
        hsa_queue_t *queue = new_queue(hear, &h);
        hsa_signal_t hold = new_signal(1);
        hsa_barrier_and_packet_t first = {.dep_signal = {hold}};
        uint64_t start = (uintptr_t)queue->base_address;
        submit(queue, &first, HSA_PACKET_TYPE_BARRIER_AND);
        usleep(2000); /* the first packet has been copied */
        OK(ends_with("fill", start, start + 64 * (uint64_t)queue->size, patterns[i]) == HSA_STATUS_SUCCESS,
           "a kernel fills the ring");
        hsa_signal_store_screlease(hold, 0);
        for (int k = 0; k < 10000 && !h.times; k++)
            usleep(100);
        OK(h.times == 1, "the queue has failed, and says so once");
        DONE(hsa_queue_destroy(queue));
        hsa_signal_destroy(hold);
    }
    goes_on("after broken rings");
}

/* A kernel changes a word of each packet while the runtime looks at it: it is what it was, or what
   the kernel has made of it. */
static void races(unsigned word, uint64_t value, const char *what) {
    uint64_t *arguments = memory(g.kernarg, 64);
    uint32_t *flag = memory(g.fine, 64);
    hsa_queue_t *attacker = new_queue(NULL, NULL);
    hsa_signal_t gone = new_signal(1), tick = new_signal(0);
    bool ended = true;
    unsigned failed_queues = 0;
    for (unsigned round = 0; round < 20; round++) {
        heard h = {0};
        hsa_queue_t *queue = new_queue(hear, &h);
        hsa_kernel_dispatch_packet_t p = good_packet();
        p.completion_signal = tick;
        *flag = 0;
        hsa_signal_store_relaxed(gone, 1);
        memcpy(arguments,
               (uint64_t[]){(uintptr_t)queue->base_address + 8 * word, ((uint64_t *)&p)[word], value,
                            (uintptr_t)flag},
               32);
        if (!word)
            arguments[1] |= HSA_PACKET_TYPE_KERNEL_DISPATCH;
        dispatch(attacker, "toggle", 1, arguments, 0, gone);
        for (unsigned i = 0; i < 60; i++) { /* the ring is not full yet */
            hsa_kernel_dispatch_packet_t *slot = queue->base_address;
            memcpy((char *)slot + 2, (char *)&p + 2, 62);
            __atomic_store_n(&slot->header, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
            hsa_signal_store_screlease(queue->doorbell_signal, 0);
            usleep(20);
        }
        __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
        ended &= wait_zero(gone) == 0;
        failed_queues += h.times != 0;
        DONE(hsa_queue_destroy(queue));
    }
    OK(ended, what);
    DONE(hsa_queue_destroy(attacker));
    hsa_signal_destroy(gone);
    hsa_signal_destroy(tick);
    hsa_amd_memory_pool_free(arguments);
    hsa_amd_memory_pool_free(flag);
    (void)failed_queues;
}

/* ---- signals --------------------------------------------------------------------------------- */

static bool count_call(hsa_signal_value_t value, void *data) {
    (void)value;
    ++*(_Atomic int *)data;
    return false;
}

/* All signals that there are, doorbells too, are overwritten: what they are does not change, and
   the next ones are all different. */
static void signals(uint64_t value) {
    enum { COUNT = 200 };
    hsa_signal_t s[COUNT], doorbell;
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_kernel_dispatch_packet_t p = good_packet();
    hsa_amd_profiling_dispatch_time_t time = {0};
    uint64_t *arguments = memory(g.kernarg, 64), start, before = timestamp();
    _Atomic int calls = 0;
    bool different = true;
    for (unsigned i = 0; i < COUNT; i++)
        s[i] = new_signal(i);
    start = s[0].handle & ~UINT64_C(65535);
    for (unsigned i = 1; i < COUNT; i++) /* what is mapped with the first one */
        start = s[i].handle < start ? s[i].handle & ~UINT64_C(63) : start;
    for (unsigned i = 0; i < COUNT; i += 2)
        hsa_signal_destroy(s[i]);
    doorbell = queue->doorbell_signal;
    for (unsigned i = 1; i < COUNT; i += 2)
        OK(ends_with("fill", s[i].handle, s[i].handle + 64, value) == HSA_STATUS_SUCCESS,
           "a kernel fills a signal");
    for (unsigned i = 0; i < COUNT; i += 2)
        OK(ends_with("fill", s[i].handle, s[i].handle + 64, value) == HSA_STATUS_SUCCESS,
           "or one that is free");
    OK(ends_with("fill", doorbell.handle, doorbell.handle + 64, value) == HSA_STATUS_SUCCESS,
       "or a doorbell");
    for (unsigned i = 0; i < COUNT; i += 2)
        s[i] = new_signal(1000 + i);
    for (unsigned i = 0; i < COUNT; i += 2)
        different &= hsa_signal_load_relaxed(s[i]) == 1000 + i && s[i].handle % 64 == 0;
    OK(different, "signals that are made afterwards are all different");
    DONE(hsa_amd_signal_async_handler(s[1], HSA_SIGNAL_CONDITION_EQ, 5, count_call, (void *)&calls));
    hsa_signal_store_relaxed(s[1], 5);
    for (int k = 0; k < 1000 && !calls; k++)
        usleep(100);
    OK(calls == 1, "a signal that was overwritten still is one");
    p.completion_signal = s[3];
    hsa_signal_store_relaxed(s[3], 1);
    submit(queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    OK(wait_zero(s[3]) == 0, "so is the doorbell");
    OK(ends_with("fill", s[3].handle, s[3].handle + 64, value) == HSA_STATUS_SUCCESS,
       "times are written over");
    DONE(hsa_amd_profiling_get_dispatch_time(g.agent, s[3], &time));
    OK(before <= time.start && time.start <= time.end && time.end <= timestamp(), "but told as they were");
    for (unsigned i = 0; i < COUNT; i++)
        DONE(hsa_signal_destroy(s[i]));
    DONE(hsa_queue_destroy(queue));
    hsa_amd_memory_pool_free(arguments);
    goes_on("after broken signals");
}

/* ---- code ------------------------------------------------------------------------------------ */

/* Descriptors and code lie in memory that kernels may write: whatever stands there is looked at
   anew. */
static void code(void) {
    hsa_executable_t e;
    hsa_code_object_reader_t reader;
    hsa_executable_symbol_t symbol;
    hsa_kernel_dispatch_packet_t p = good_packet();
    uint32_t was[16], *at, seed = 1;
    unsigned ended = 0;
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &e));
    DONE(hsa_code_object_reader_create_from_memory(g.file, g.file_size, &reader));
    DONE(hsa_executable_load_agent_code_object(e, g.agent, reader, NULL, NULL));
    DONE(hsa_code_object_reader_destroy(reader));
    DONE(hsa_executable_get_symbol_by_name(e, "empty.kd", &g.agent, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &p.kernel_object));
    at = (uint32_t *)(uintptr_t)p.kernel_object;
    memcpy(was, at, sizeof was);
    for (unsigned i = 0; i < 150; i++) {
        uint64_t word = p.kernel_object + 8 * (i % 8);
        seed = seed * 1664525 + 1013904223;
        OK(ends_with("fill", word, word + 8, (uint64_t)(seed >> 8 & 0xff ? seed : ~0u) << (seed >> 28)) ==
               HSA_STATUS_SUCCESS,
           "a kernel changes a descriptor");
        ended += packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) >= 0;
        memcpy(at, was, sizeof was);
    }
    OK(ended == 150, "kernels with any descriptor end");
    OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_SUCCESS, "as it was, it runs");
    int64_t entry;
    memcpy(&entry, (char *)at + 16, 8);
    uint64_t text = p.kernel_object + (uint64_t)entry;
    OK(ends_with("fill", text, text + 64, UINT64_MAX) == HSA_STATUS_SUCCESS, "a kernel changes code");
    ended = (unsigned)packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    OK(ended == HSA_STATUS_SUCCESS || ended == (unsigned)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION,
       "which runs as it was read before, or is none");
    DONE(hsa_executable_destroy(e));
    OK(packet_ends_with(&p, HSA_PACKET_TYPE_KERNEL_DISPATCH) == HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
       "a kernel that is gone");
}

static void leaps(void) {
    static const uint32_t here[4];
    const uint64_t places[] = {0,
                               UINT64_MAX - 3,
                               0x41414140,
                               (uintptr_t)&submit & ~(uintptr_t)3,
                               (uintptr_t)&system & ~(uintptr_t)3,
                               (uintptr_t)here};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        OK(ends_with("leap", places[i], 0, 0) == (int)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION,
           "a jump to where no kernel's memory is");
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void others_memory(void) {
    static uint64_t mine = 5;
    uint64_t on_stack = 6, *on_heap = malloc(8);
    void *seen = NULL;
    static const char constant[4096 * 3] = "constant";
    *on_heap = 7;
    const uint64_t places[] = {(uintptr_t)&mine, (uintptr_t)&on_stack, (uintptr_t)on_heap, (uintptr_t)&exit,
                               UINT64_MAX - 7};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        OK(ends_with("fill", places[i], places[i] + 8, 1) == (int)HSA_STATUS_ERROR_MEMORY_FAULT,
           "memory that was not given to a kernel is not written");
        OK(ends_with("peek", places[i], 0, 0) == (int)HSA_STATUS_ERROR_MEMORY_FAULT, "or read");
    }
    OK(mine == 5 && on_stack == 6 && *on_heap == 7, "it is as it was");
    free(on_heap);
    DONE(hsa_amd_memory_lock((void *)(uintptr_t)constant, sizeof constant, NULL, 0, &seen));
    OK(ends_with("peek", (uintptr_t)seen, 0, 0) == HSA_STATUS_SUCCESS &&
           ends_with("fill", (uintptr_t)seen, (uintptr_t)seen + 8, 1) == READ_ONLY,
       "what the program itself may only read, a kernel may only read");
    DONE(hsa_amd_memory_unlock((void *)(uintptr_t)constant));
}

/* One kernel remembers where the private memory of another one is, and goes on to write there when
 * that has ended: the memory is the program's again only when both have. */
static void private_memory(void) {
    enum { BLOCKS = 64 };
    hsa_queue_t *one = new_queue(NULL, NULL), *two = new_queue(NULL, NULL);
    hsa_signal_t first = new_signal(1), second = new_signal(1);
    uint64_t *a = memory(g.kernarg, 64), *b = memory(g.kernarg, 64), *place = memory(g.fine, 64);
    uint32_t *flag = memory(g.fine, 64);
    unsigned char *block[BLOCKS];
    bool same = true;
    memcpy(a, (uint64_t[]){(uintptr_t)place, (uintptr_t)flag}, 16);
    dispatch(one, "publish", 1, a, 0, first);
    while (!__atomic_load_n(place, __ATOMIC_ACQUIRE))
        usleep(100);
    memcpy(b, (uint64_t[]){*place + 64, UINT64_MAX, 0, (uintptr_t)(flag + 1)}, 32);
    dispatch(two, "toggle", 1, b, 0, second);
    usleep(5000);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    OK(wait_zero(first) == 0, "the first kernel ends");
    for (unsigned i = 0; i < BLOCKS; i++) {
        block[i] = aligned_alloc(4096, (size_t)16384 * (1 + i % 4) * 4);
        memset(block[i], 0x5a, (size_t)16384 * (1 + i % 4) * 4);
    }
    usleep(5000);
    for (unsigned i = 0; i < BLOCKS; i++) {
        for (unsigned k = 0; k < 16384 * (1 + i % 4) * 4; k++)
            same &= block[i][k] == 0x5a;
        free(block[i]);
    }
    OK(same, "memory of the program's is not where private memory was");
    __atomic_store_n(flag + 1, 1, __ATOMIC_RELEASE);
    OK(wait_zero(second) == 0, "the second one ends");
    DONE(hsa_queue_destroy(one));
    DONE(hsa_queue_destroy(two));
    hsa_signal_destroy(first);
    hsa_signal_destroy(second);
    hsa_amd_memory_pool_free(a);
    hsa_amd_memory_pool_free(b);
    hsa_amd_memory_pool_free(place);
    hsa_amd_memory_pool_free(flag);
}

/* ---- handles of the program's that are wrong ------------------------------------------------- */

static void wild_handles(void) {
    hsa_signal_t wild[16], taken;
    unsigned count = wild_signals(wild);
    hsa_signal_value_t value = 0;
    hsa_signal_condition_t lt = HSA_SIGNAL_CONDITION_LT;
    volatile hsa_signal_value_t *place;
    hsa_signal_group_t group;
    hsa_amd_profiling_dispatch_time_t time;
    hsa_queue_t fake = {.size = 64}, *queue = new_queue(NULL, NULL);
    uint32_t word = 0;
    uint64_t from[4] = {0}, to[4] = {0};
    for (unsigned i = 0; i < count; i++) {
        hsa_signal_store_relaxed(wild[i], 5);
        hsa_signal_add_relaxed(wild[i], 5);
        OK(hsa_signal_load_relaxed(wild[i]) == 0 && hsa_signal_exchange_relaxed(wild[i], 3) == 0 &&
               hsa_signal_cas_relaxed(wild[i], 0, 3) == 0 &&
               hsa_signal_wait_relaxed(wild[i], lt, -5, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) == 0,
           "a wild signal is 0");
        OK(hsa_amd_signal_wait_any(1, &wild[i], &lt, &value, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, NULL) ==
               UINT32_MAX,
           "and no reason to wait");
        IS(hsa_signal_destroy(wild[i]), HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_amd_signal_value_pointer(wild[i], &place), HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_signal_group_create(1, &wild[i], 0, NULL, &group), HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_amd_signal_async_handler(wild[i], lt, 0, count_call, NULL), HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_amd_profiling_get_dispatch_time(g.agent, wild[i], &time), HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_amd_memory_async_copy(to, g.host, from, g.host, 8, 1, &wild[i], (hsa_signal_t){0}),
           HSA_STATUS_ERROR_INVALID_SIGNAL);
        IS(hsa_amd_memory_async_copy(to, g.host, from, g.host, 8, 0, NULL, wild[i]),
           HSA_STATUS_ERROR_INVALID_SIGNAL);
    }
    IS(hsa_signal_destroy(queue->doorbell_signal), HSA_STATUS_ERROR_INVALID_SIGNAL);
    for (unsigned i = 0; i < 4; i++) {
        hsa_queue_t *q = (hsa_queue_t *[]){NULL, &fake, (hsa_queue_t *)((char *)queue + 64),
                                           (hsa_queue_t *)((char *)queue + 4096 * 100)}[i];
        uint64_t handle = (uint64_t[]){1, (uintptr_t)&fake, UINT64_MAX, (uintptr_t)queue}[i];
        IS(hsa_queue_destroy(q), HSA_STATUS_ERROR_INVALID_QUEUE);
        IS(hsa_queue_inactivate(q), HSA_STATUS_ERROR_INVALID_QUEUE);
        IS(hsa_amd_queue_cu_get_mask(q, 32, &word), HSA_STATUS_ERROR_INVALID_QUEUE);
        OK(hsa_queue_add_write_index_relaxed(q, 1) == 0 && hsa_queue_load_read_index_relaxed(q) == 0,
           "no index");
        hsa_queue_store_read_index_release(q, 7);
        IS(hsa_signal_group_destroy((hsa_signal_group_t){handle}), HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP);
        IS(hsa_executable_symbol_get_info((hsa_executable_symbol_t){handle}, HSA_EXECUTABLE_SYMBOL_INFO_TYPE,
                                          &word),
           HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL);
        IS(hsa_code_symbol_get_info((hsa_code_symbol_t){handle}, HSA_CODE_SYMBOL_INFO_TYPE, &word),
           HSA_STATUS_ERROR_INVALID_CODE_SYMBOL);
        IS(hsa_executable_destroy((hsa_executable_t){handle}), HSA_STATUS_ERROR_INVALID_EXECUTABLE);
        IS(hsa_isa_get_info_alt((hsa_isa_t){handle}, HSA_ISA_INFO_NAME_LENGTH, &word),
           HSA_STATUS_ERROR_INVALID_ISA);
        IS(hsa_cache_get_info((hsa_cache_t){handle}, HSA_CACHE_INFO_SIZE, &word),
           HSA_STATUS_ERROR_INVALID_CACHE);
    }
    DONE(hsa_queue_destroy(queue));
    IS(hsa_queue_destroy(queue), HSA_STATUS_ERROR_INVALID_QUEUE);
    taken = new_signal(1);
    OK(hsa_signal_load_relaxed(taken) == 1, "signals are as before");
    hsa_signal_destroy(taken);
}

/* What kernels do here to memory that others look at is a race, and meant to be one. */
#ifdef __SANITIZE_THREAD__
enum { RACES = false };
#else
enum { RACES = true };
#endif

/* Kernels read resources and samplers, and write none. */
static void image_handles(void) {
    const hsa_ext_image_descriptor_t d = {
        .geometry = HSA_EXT_IMAGE_GEOMETRY_1D,
        .width = 4,
        .format = {HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT, HSA_EXT_IMAGE_CHANNEL_ORDER_R}};
    const hsa_ext_sampler_descriptor_t s = {0};
    void *data = memory(g.local, 4096);
    hsa_ext_image_t image;
    hsa_ext_sampler_t sampler;
    DONE(hsa_ext_image_create(g.agent, &d, data, HSA_ACCESS_PERMISSION_RW, &image));
    DONE(hsa_ext_sampler_create(g.agent, &s, &sampler));
    const uint64_t places[] = {image.handle, image.handle + 32, sampler.handle, sampler.handle + 8};
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t before = *(uint64_t *)(uintptr_t)places[i];
        OK(ends_with("fill", places[i], places[i] + 8, 1) == READ_ONLY, "no kernel writes a resource");
        OK(*(uint64_t *)(uintptr_t)places[i] == before, "nor has one");
        OK(ends_with("peek", places[i], 0, 0) == 0, "but kernels read it");
    }
    DONE(hsa_ext_image_destroy(g.agent, image));
    DONE(hsa_ext_sampler_destroy(g.agent, sampler));
    DONE(hsa_amd_memory_pool_free(data));
}

void test_hostile(void) {
    queue_structure();
    packets();
    sizes();
    if (RACES) {
        ring();
        races(0, UINT64_MAX, "headers are changed meanwhile");
        races(4, 0x41414140, "kernels are changed meanwhile");
        races(5, 0x41414140, "arguments are changed meanwhile");
        races(7, 0x41414140, "completion signals are changed meanwhile");
        private_memory();
    }
    signals(0);
    signals(UINT64_MAX);
    signals(UINT64_C(0x4141414141414141));
    code();
    leaps();
    others_memory();
    image_handles();
    wild_handles();
    goes_on("after all of it");
}
