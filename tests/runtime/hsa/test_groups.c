/* SPDX-License-Identifier: MIT */
/* Work-groups that wait for each other, more of them than the host has threads: barriers of the
 * whole grid, on any queue and on the cooperative one. */
#include "test.h"

#include <unistd.h>

enum { GROUPS = 70 };

/* What the kernels sum and gws_sum get: a counter that begins with 0, then an element for each
   group. */
typedef struct sum_arguments {
    uint32_t *counter;
    uint32_t groups;
} sum_arguments;

/* Each group stores its number + 1, waits for all, and stores the sum of all after them. */
static bool sums_are_right(const uint32_t *memory) {
    bool right = true;
    for (uint32_t i = 0; i < GROUPS; i++)
        right &= memory[16 + GROUPS + i] == GROUPS * (GROUPS + 1) / 2;
    return right;
}

static void sum(hsa_queue_t *queue, const char *kernel, const char *what) {
    hsa_signal_t done = new_signal(1);
    sum_arguments *a = memory(g.kernarg, sizeof *a);
    uint32_t *counter = memory(g.fine, 4 * (16 + 2 * GROUPS));
    *a = (sum_arguments){counter, GROUPS};
    dispatch(queue, kernel, GROUPS, a, 0, done);
    OK(wait_zero(done) == 0 && sums_are_right(counter), what);
    hsa_amd_memory_pool_free(counter);
    hsa_amd_memory_pool_free(a);
    hsa_signal_destroy(done);
}

/* As HIP does it: one kernel sets up the global wave sync, the next one waits at it. */
static void set_up(hsa_queue_t *queue) {
    hsa_signal_t done = new_signal(1);
    sum_arguments *a = memory(g.kernarg, sizeof *a);
    *a = (sum_arguments){NULL, GROUPS};
    dispatch(queue, "gws_set_up", 1, a, 0, done);
    OK(wait_zero(done) == 0, "the global wave sync is set up");
    hsa_amd_memory_pool_free(a);
    hsa_signal_destroy(done);
}

static hsa_queue_t *cooperative(void) {
    hsa_queue_t *queue = NULL;
    DONE(hsa_queue_create(g.agent, 1024, HSA_QUEUE_TYPE_COOPERATIVE, NULL, NULL, UINT32_MAX, UINT32_MAX,
                          &queue));
    return queue;
}

static void queues(void) {
    hsa_queue_t *first = cooperative(), *second = cooperative(), *any = NULL;
    IS(hsa_queue_create(g.host, 1024, HSA_QUEUE_TYPE_COOPERATIVE, NULL, NULL, 0, 0, &any),
       HSA_STATUS_ERROR_INVALID_QUEUE_CREATION);
    OK(first == second && first->type == HSA_QUEUE_TYPE_COOPERATIVE, "there is one cooperative queue");
    DONE(hsa_queue_destroy(first));
    sum(second, "sum", "it stays until all have destroyed it");
    DONE(hsa_queue_destroy(second));
    IS(hsa_queue_destroy(second), HSA_STATUS_ERROR_INVALID_QUEUE);
}

/* With 1 MiB for each work-item 63 waves have less than 4 GiB: the last group has no room while the
 * others wait for it. The runtime says so (run.sh), and lets them wait until the host helps. */
static void too_many(hsa_queue_t *queue) {
    enum { MOST = 63 };
    hsa_signal_t done = new_signal(1);
    sum_arguments *a = memory(g.kernarg, sizeof *a);
    uint32_t *counter = memory(g.fine, 4 * (16 + 2 * (MOST + 1)));
    hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 64 * (MOST + 1),
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .private_segment_size = 1 << 20,
                                           .kernel_object = kernel_named("sum"),
                                           .kernarg_address = a,
                                           .completion_signal = done};
    *a = (sum_arguments){counter, MOST + 1};
    submit(queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH);
    for (unsigned i = 0; __atomic_load_n(counter, __ATOMIC_SEQ_CST) < MOST && i < 10000; i++)
        usleep(1000);
    usleep(200000);
    OK(__atomic_load_n(counter, __ATOMIC_SEQ_CST) == MOST && hsa_signal_load_relaxed(done) == 1,
       "63 work-groups wait for one that does not fit");
    __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
    OK(wait_zero(done) == 0 && __atomic_load_n(counter, __ATOMIC_SEQ_CST) == MOST + 2,
       "until the host lets them go on");
    hsa_amd_memory_pool_free(counter);
    hsa_amd_memory_pool_free(a);
    hsa_signal_destroy(done);
}

void test_groups(void) {
    hsa_queue_t *queue = new_queue(NULL, NULL);
    queues();
    sum(queue, "sum", "a barrier of the grid by memory");
    too_many(queue);
    DONE(hsa_queue_destroy(queue));
    queue = cooperative();
    for (unsigned i = 0; i < 3; i++) {
        set_up(queue);
        sum(queue, "gws_sum", "a barrier of the grid by the global wave sync");
    }
    DONE(hsa_queue_destroy(queue));
}
