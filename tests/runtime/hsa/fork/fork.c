/* SPDX-License-Identifier: MIT */
/* Forks while a kernel runs: the child, which has no threads, destroys what its parent made, and
 * ends; then the parent ends without waiting for the kernel: by itself, or by a signal. usage:
 * hsa_fork KERNELS.co [abort|SIGNAL] */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

static hsa_agent_t gpu;
static hsa_region_t kernarg;
static hsa_queue_t *queue;
static hsa_executable_t executable;

static void must(int good, const char *what) {
    if (!good) {
        printf("%s\n", what);
        _exit(1);
    }
}

static hsa_status_t find_gpu(hsa_agent_t agent, void *data) {
    hsa_device_type_t type;
    (void)data;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_GPU)
        gpu = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t find_kernarg(hsa_region_t region, void *data) {
    uint32_t flags = 0;
    (void)data;
    hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
    if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG)
        kernarg = region;
    return HSA_STATUS_SUCCESS;
}

static uint64_t load(const char *name, const char *kernel) {
    FILE *file = fopen(name, "rb");
    hsa_code_object_reader_t reader;
    hsa_executable_symbol_t symbol;
    uint64_t object = 0;
    must(file != NULL, "no file");
    must(!hsa_code_object_reader_create_from_file(fileno(file), &reader), "no reader");
    must(!hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                    &executable),
         "no executable");
    must(!hsa_executable_load_agent_code_object(executable, gpu, reader, NULL, NULL), "not loaded");
    must(!hsa_executable_get_symbol_by_name(executable, kernel, &gpu, &symbol), "no kernel");
    hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object);
    fclose(file);
    return object;
}

/* As HIP does in handlers of its own. */
static void clean_up(void) {
    hsa_queue_destroy(queue);
    hsa_executable_destroy(executable);
}

int main(int argc, char **argv) {
    hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 64,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1};
    void **arguments;
    int status = 1;
    pid_t child;
    must(argc >= 2 && !hsa_init(), "hsa_init");
    hsa_iterate_agents(find_gpu, NULL);
    hsa_agent_iterate_regions(gpu, find_kernarg, NULL);
    must(!hsa_memory_allocate(kernarg, 64, (void **)&arguments), "no memory");
    arguments[0] = arguments + 1; /* 0: it waits for ever */
    packet.kernel_object = load(argv[1], "await.kd");
    packet.kernarg_address = arguments;
    must(!hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue), "no queue");
    memcpy((char *)queue->base_address + 2, (const char *)&packet + 2, 62);
    __atomic_store_n((uint16_t *)queue->base_address, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
    hsa_queue_store_write_index_relaxed(queue, 1);
    hsa_signal_store_screlease(queue->doorbell_signal, 0);
    usleep(10000);
    atexit(clean_up);
    child = fork();
    if (child == 0)
        exit(0);
    must(waitpid(child, &status, 0) == child && status == 0, "the child");
    if (argc > 2 && strcmp(argv[2], "abort") == 0)
        abort();
    if (argc > 2)
        raise(atoi(argv[2]));
    return 0;
}
