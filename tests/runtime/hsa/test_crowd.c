/* SPDX-License-Identifier: MIT */
/* Several threads of the host, each with queues, code objects, memory and signals of its own, at
 * the same time; and a queue that they share. What each gets is checked; the thread sanitizer
 * watches. */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 12, ITEMS = 64 };

typedef struct add_arguments {
    uint32_t *out, *in;
    uint32_t addend;
} add_arguments;

typedef struct one {
    pthread_t thread;
    unsigned number;
    hsa_queue_t *shared;
    hsa_signal_t shared_done;
    _Atomic unsigned handled;
} one;

static bool handle(hsa_signal_value_t value, void *data) {
    one *me = data;
    (void)value;
    me->handled++;
    return false;
}

static uint64_t load(hsa_executable_t *e) {
    hsa_code_object_reader_t reader;
    hsa_executable_symbol_t symbol;
    uint64_t kernel = 0;
    DONE(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, e));
    DONE(hsa_code_object_reader_create_from_memory(g.file, g.file_size, &reader));
    DONE(hsa_executable_load_agent_code_object(*e, g.agent, reader, NULL, NULL));
    DONE(hsa_code_object_reader_destroy(reader));
    DONE(hsa_executable_freeze(*e, NULL));
    DONE(hsa_executable_get_symbol_by_name(*e, "add.kd", &g.agent, &symbol));
    DONE(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
    return kernel;
}

/* in + addend by a kernel of its own, copied to the host's side. */
static void do_round(one *me, unsigned round) {
    uint32_t *in = memory(g.local, 4 * ITEMS), *out = memory(g.local, 4 * ITEMS),
             *copy = memory(g.fine, 4 * ITEMS);
    add_arguments *a = memory(g.kernarg, sizeof *a);
    hsa_queue_t *queue = new_queue(NULL, NULL);
    hsa_signal_t done = new_signal(1), copied = new_signal(1);
    hsa_executable_t e = {0};
    unsigned before = me->handled;
    bool right = true;
    hsa_kernel_dispatch_packet_t p = {.setup = 1,
                                      .workgroup_size_x = ITEMS,
                                      .workgroup_size_y = 1,
                                      .workgroup_size_z = 1,
                                      .grid_size_x = ITEMS,
                                      .grid_size_y = 1,
                                      .grid_size_z = 1,
                                      .kernel_object = load(&e),
                                      .kernarg_address = a,
                                      .completion_signal = done};
    for (uint32_t i = 0; i < ITEMS; i++)
        in[i] = 1000 * me->number + i;
    *a = (add_arguments){out, in, round};
    DONE(hsa_amd_signal_async_handler(copied, HSA_SIGNAL_CONDITION_EQ, 0, handle, me));
    submit(queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    dispatch(me->shared, "empty", 3, NULL, 0, me->shared_done);
    DONE(hsa_amd_memory_async_copy(copy, g.host, out, g.agent, 4 * ITEMS, 1, &done, copied));
    OK(wait_zero(copied) == 0, "a copy after a kernel");
    for (uint32_t i = 0; i < ITEMS; i++)
        right &= copy[i] == 1000 * me->number + i + round;
    OK(right, "each thread gets its own numbers");
    for (unsigned i = 0; me->handled == before && i < 10000; i++)
        hsa_signal_wait_relaxed(copied, HSA_SIGNAL_CONDITION_NE, 0, 100000, HSA_WAIT_STATE_BLOCKED);
    OK(me->handled == before + 1, "and its call");
    DONE(hsa_queue_destroy(queue));
    DONE(hsa_executable_destroy(e));
    hsa_signal_destroy(done);
    hsa_signal_destroy(copied);
    hsa_amd_memory_pool_free(in);
    hsa_amd_memory_pool_free(out);
    hsa_amd_memory_pool_free(copy);
    hsa_amd_memory_pool_free(a);
}

static void *live(void *data) {
    for (unsigned round = 0; round < ROUNDS; round++)
        do_round(data, round);
    return NULL;
}

void test_crowd(void) {
    hsa_queue_t *shared = new_queue(NULL, NULL);
    hsa_signal_t done = new_signal(THREADS * ROUNDS);
    one all[THREADS] = {0};
    for (unsigned i = 0; i < THREADS; i++) {
        all[i].number = i;
        all[i].shared = shared;
        all[i].shared_done = done;
        pthread_create(&all[i].thread, NULL, live, &all[i]);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(all[i].thread, NULL);
    OK(wait_zero(done) == 0, "the packets of all threads");
    DONE(hsa_queue_destroy(shared));
    hsa_signal_destroy(done);
}
