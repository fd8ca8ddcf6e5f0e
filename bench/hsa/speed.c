/* SPDX-License-Identifier: MIT */
/* How long the HSA runtime takes: an empty kernel from its packet to the end of the wait, many in a
 * row, copies next to memcpy, and the processor's time while nothing happens. usage: hsa_speed
 * KERNELS.co (tests/runtime/hsa/kernels.s) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

static hsa_agent_t gpu, host;
static hsa_amd_memory_pool_t local;
static hsa_queue_t *queue;
static hsa_signal_t done;
static hsa_kernel_dispatch_packet_t packet;

static void must(int good, const char *what) {
    if (!good) {
        fprintf(stderr, "hsa_speed: %s\n", what);
        exit(1);
    }
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static hsa_status_t find_agent(hsa_agent_t agent, void *data) {
    hsa_device_type_t type;
    (void)data;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    *(type == HSA_DEVICE_TYPE_GPU ? &gpu : &host) = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t find_pool(hsa_amd_memory_pool_t pool, void *data) {
    (void)data;
    local = pool;
    return HSA_STATUS_INFO_BREAK;
}

static void load(const char *name) {
    FILE *file = fopen(name, "rb");
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    hsa_executable_symbol_t symbol;
    must(file && !hsa_code_object_reader_create_from_file(fileno(file), &reader), "no file");
    must(!hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                    &executable) &&
             !hsa_executable_load_agent_code_object(executable, gpu, reader, NULL, NULL) &&
             !hsa_executable_get_symbol_by_name(executable, "empty.kd", &gpu, &symbol),
         "not loaded");
    packet = (hsa_kernel_dispatch_packet_t){.setup = 1,
                                            .workgroup_size_x = 64,
                                            .workgroup_size_y = 1,
                                            .workgroup_size_z = 1,
                                            .grid_size_x = 64,
                                            .grid_size_y = 1,
                                            .grid_size_z = 1,
                                            .completion_signal = done};
    hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &packet.kernel_object);
}

static void launch(void) {
    uint64_t index = hsa_queue_add_write_index_screlease(queue, 1);
    char *slot = (char *)queue->base_address + 64 * (index & (queue->size - 1));
    while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size)
        usleep(1);
    memcpy(slot + 2, (const char *)&packet + 2, 62);
    __atomic_store_n((uint16_t *)(void *)slot, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static void await(void) {
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void round_trips(unsigned pause) {
    enum { TIMES = 1000 };
    static double took[TIMES];
    for (int i = 0; i < TIMES; i++) {
        double start;
        if (pause)
            usleep(pause);
        hsa_signal_store_relaxed(done, 1);
        start = seconds(CLOCK_MONOTONIC);
        launch();
        await();
        took[i] = seconds(CLOCK_MONOTONIC) - start;
    }
    qsort(took, TIMES, sizeof *took, by_value);
    printf("an empty kernel, %u us apart: median %.1f us, 90%% within %.1f us\n", pause,
           took[TIMES / 2] * 1e6, took[TIMES * 9 / 10] * 1e6);
}

static void in_a_row(void) {
    enum { TIMES = 20000 };
    double start = seconds(CLOCK_MONOTONIC);
    hsa_signal_store_relaxed(done, TIMES);
    for (int i = 0; i < TIMES; i++)
        launch();
    await();
    printf("empty kernels in a row: %.1f us each\n", (seconds(CLOCK_MONOTONIC) - start) / TIMES * 1e6);
}

static double copy(void *to, const void *from, size_t size, int plain) {
    double best = 1e9;
    for (int i = 0; i < 7; i++) {
        double start = seconds(CLOCK_MONOTONIC), took;
        if (plain)
            memcpy(to, from, size);
        else {
            hsa_signal_store_relaxed(done, 1);
            hsa_amd_memory_async_copy(to, gpu, from, host, size, 0, NULL, done);
            await();
        }
        took = seconds(CLOCK_MONOTONIC) - start;
        best = took < best ? took : best;
    }
    return (double)size / best * 1e-9;
}

static void copies(void) {
    size_t size = 256 << 20;
    char *from = malloc(size);
    void *to = NULL;
    must(from && !hsa_amd_memory_pool_allocate(local, size, 0, &to), "no memory");
    memset(from, 5, size);
    memset(to, 6, size);
    printf("copies of 256 MiB: %.2f GB/s, memcpy %.2f GB/s\n", copy(to, from, size, 0),
           copy(to, from, size, 1));
    free(from);
}

static void idle(void) {
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    usleep(1000000);
    printf("one second without work: %.2f ms of processor time\n",
           (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e3);
}

int main(int argc, char **argv) {
    must(argc == 2 && !hsa_init(), "usage: hsa_speed KERNELS.co");
    hsa_iterate_agents(find_agent, NULL);
    hsa_amd_agent_iterate_memory_pools(gpu, find_pool, NULL);
    must(!hsa_signal_create(1, 0, NULL, &done), "no signal");
    must(!hsa_queue_create(gpu, 1024, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue), "no queue");
    load(argv[1]);
    round_trips(0);
    round_trips(1000);
    in_a_row();
    copies();
    idle();
    return 0;
}
