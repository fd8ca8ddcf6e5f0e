/* SPDX-License-Identifier: MIT */
/* Tests of the HSA runtime through its interface. usage: hsa KERNELS.co [EXTERNAL.co|- [VERSIONS]],
 * made of kernels.s and external.s, and a directory of tests/engine/versions/build.sh, for the
 * first GPU of GISA_AGENTS. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

unsigned passed, failed;
gpu g;

void ok_at(bool good, const char *what, const char *file, int line) {
    if (good)
        __atomic_fetch_add(&passed, 1, __ATOMIC_RELAXED);
    else {
        __atomic_fetch_add(&failed, 1, __ATOMIC_RELAXED);
        printf("%s:%d: failed: %s\n", file, line, what);
    }
}

uint64_t milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

uint64_t timestamp(void) {
    uint64_t now = 0;
    DONE(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &now));
    return now;
}

static void must(bool good, const char *what) {
    if (!good) {
        printf("%s\n%u passed, %u failed\n", what, passed, failed + 1);
        exit(1);
    }
}

/* ---- the GPU --------------------------------------------------------------------------------- */

static hsa_status_t find_agent(hsa_agent_t agent, void *data) {
    hsa_device_type_t type;
    (void)data;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_CPU)
        g.host = agent;
    else if (!g.agent.handle) {
        g.agent = agent;
        hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, g.name);
    }
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t find_pool(hsa_amd_memory_pool_t pool, void *data) {
    hsa_amd_segment_t segment;
    uint32_t flags;
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags);
    if (segment == HSA_AMD_SEGMENT_GROUP)
        g.lds = pool;
    else if (data)
        g.local = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT)
        g.kernarg = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED)
        g.fine = pool;
    return HSA_STATUS_SUCCESS;
}

const void *read_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    char *data = file ? malloc(1 << 20) : NULL;
    if (!data)
        return NULL;
    *size = fread(data, 1, 1 << 20, file);
    fclose(file);
    return data;
}

static void load(void) {
    hsa_code_object_reader_t reader;
    must(!hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                    &g.executable),
         "no executable");
    must(!hsa_code_object_reader_create_from_memory(g.file, g.file_size, &reader), "no reader");
    must(!hsa_executable_load_agent_code_object(g.executable, g.agent, reader, NULL, NULL), "not loaded");
    must(!hsa_executable_freeze(g.executable, NULL), "not frozen");
    must(!hsa_code_object_reader_destroy(reader), "the reader stays");
}

void *memory(hsa_amd_memory_pool_t pool, size_t size) {
    void *address = NULL;
    must(!hsa_amd_memory_pool_allocate(pool, size, 0, &address) && address, "no memory");
    return address;
}

hsa_queue_t *new_queue(void (*callback)(hsa_status_t, hsa_queue_t *, void *), void *data) {
    hsa_queue_t *queue;
    must(
        !hsa_queue_create(g.agent, 256, HSA_QUEUE_TYPE_MULTI, callback, data, UINT32_MAX, UINT32_MAX, &queue),
        "no queue");
    return queue;
}

hsa_signal_t new_signal(int64_t value) {
    hsa_signal_t signal;
    must(!hsa_signal_create(value, 0, NULL, &signal), "no signal");
    return signal;
}

int64_t wait_zero(hsa_signal_t signal) {
    return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_C(10000000000),
                                     HSA_WAIT_STATE_BLOCKED);
}

/* ---- packets --------------------------------------------------------------------------------- */

uint64_t kernel_named(const char *name) {
    char text[64];
    hsa_executable_symbol_t symbol;
    uint64_t object = 0;
    snprintf(text, sizeof text, "%s.kd", name);
    must(!hsa_executable_get_symbol_by_name(g.executable, text, &g.agent, &symbol), "no kernel");
    must(!hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object),
         "no object");
    return object;
}

void submit(hsa_queue_t *queue, const void *packet, uint16_t header) {
    uint64_t index = hsa_queue_add_write_index_screlease(queue, 1);
    char *slot = (char *)queue->base_address + 64 * (index & (queue->size - 1));
    while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size) {
    }
    memcpy(slot + 2, (const char *)packet + 2, 62);
    __atomic_store_n((uint16_t *)(void *)slot, header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

void dispatch(hsa_queue_t *queue, const char *kernel, uint32_t groups, void *arguments, uint32_t lds,
              hsa_signal_t done) {
    hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 64 * groups,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .group_segment_size = lds,
                                           .kernel_object = kernel_named(kernel),
                                           .kernarg_address = arguments,
                                           .completion_signal = done};
    submit(queue, &packet,
           HSA_PACKET_TYPE_KERNEL_DISPATCH | 2 << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
               2 << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
}

int main(int argc, char **argv) {
    uint64_t out;
    must(argc >= 2, "usage: hsa KERNELS.co [EXTERNAL.co|- [VERSIONS]]");
    setvbuf(stdout, NULL, _IOLBF, 0);
    IS(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &out), HSA_STATUS_ERROR_NOT_INITIALIZED);
    IS(hsa_shut_down(), HSA_STATUS_ERROR_NOT_INITIALIZED);
    test_exports_closed();
    DONE(hsa_init());
    DONE(hsa_init());
    DONE(hsa_iterate_agents(find_agent, NULL));
    must(g.agent.handle && g.host.handle, "no GPU");
    hsa_amd_agent_iterate_memory_pools(g.host, find_pool, NULL);
    hsa_amd_agent_iterate_memory_pools(g.agent, find_pool, &g);
    g.file = read_file(argv[1], &g.file_size);
    must(g.file, "the code object cannot be read");
    if (argc > 2)
        g.external = read_file(argv[2], &g.external_size);
    g.versions = argc > 3 ? argv[3] : NULL;
    load();
    test_agents();
    test_signals();
    test_memory();
    test_svm();
    test_images();
    test_refused();
    test_executables();
    test_code_objects();
    test_versions();
    test_queues();
    test_soft();
    test_crowd();
    test_groups();
    test_faults();
    test_hostile();
    test_exports();
    DONE(hsa_executable_destroy(g.executable));
    DONE(hsa_shut_down());
    DONE(hsa_shut_down());
    IS(hsa_shut_down(), HSA_STATUS_ERROR_NOT_INITIALIZED);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
