/* SPDX-License-Identifier: MIT */
/* Fuzz target: any calls of the HSA runtime, with any handles; any packets; and any bytes in the
 * memory that kernels may write, put there between the calls and while kernels run. Each call ends,
 * and nothing is touched that is the runtime's or the program's own. Input: commands of one byte,
 * each followed by what it asks for; where the input ends that is 0. */
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>

#include "fuzz.h"

#include "../../../hsa/runtime.h"

/* In place of hsa/log.c, where the runtime is a part of this program: it would fill the disk. */
bool log_on;
void log_start(void) {}
void log_line(const char *function, const char *format, ...) {
    (void)function;
    (void)format;
}
void complain(const char *format, ...) {
    (void)format;
}

enum { QUEUE = 64, SIGNALS = 4, MEMORY = 4096, MOST_COMMANDS = 60 };

/* For s[4:5] = arguments: {address, value}. */
static const char source[] =
    "\t.text\n\t.globl store\n\t.p2align 8\n\t.type store,@function\nstore:\n"
    "\ts_load_dwordx4 s[8:11], s[4:5], 0x0\n"
    "\ts_waitcnt lgkmcnt(0)\n"
    "\tv_mov_b32 v1, s8\n\tv_mov_b32 v2, s9\n\tv_mov_b32 v3, s10\n\tv_mov_b32 v4, s11\n"
    "\tflat_store_dwordx2 v[1:2], v[3:4]\n"
    "\ts_endpgm\n"
    "\t.p2align 6\n\t.amdhsa_kernel store\n"
    "\t.amdhsa_user_sgpr_dispatch_ptr 1\n\t.amdhsa_user_sgpr_queue_ptr 1\n"
    "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 16\n"
    "\t.amdhsa_next_free_vgpr 8\n\t.amdhsa_next_free_sgpr 16\n\t.end_amdhsa_kernel\n";

/* What there is for one input; what stays is above. */
static hsa_agent_t host, gpu;
static hsa_amd_memory_pool_t local;
static uint64_t kernel;
static const uint64_t *mine; /* memory of this program: no kernel may write there */

typedef struct world {
    const uint8_t *data;
    size_t size, at;
    hsa_queue_t *queue;
    uint8_t *ring;
    hsa_signal_t doorbell, signals[SIGNALS], gone;
    uint8_t *memory; /* that kernels may write */
    uint64_t copy[MEMORY / 8];
} world;

/* ---- what the input asks for ----------------------------------------------------------------- */

static uint64_t take(world *w, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)(w->at < w->size ? w->data[w->at++] : 0) << 8 * i;
    return value;
}

static uint64_t take_handle(world *w) {
    unsigned which = (unsigned)take(w, 1);
    switch (which % 12) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return take(w, 8);
    case 3: return w->gone.handle;
    case 4: return w->doorbell.handle;
    case 5: return (uintptr_t)w->queue + which / 12 * 8;
    case 6: return (uintptr_t)w->memory + which / 12 * 8;
    case 7: return (uintptr_t)mine;
    case 8: return w->signals[0].handle + which / 12 * 8;
    default: return w->signals[which % SIGNALS].handle;
    }
}

static hsa_signal_t take_signal(world *w) {
    return (hsa_signal_t){take_handle(w)};
}

/* ---- commands -------------------------------------------------------------------------------- */

static void put_packet(world *w) {
    hsa_kernel_dispatch_packet_t p = {0};
    uint64_t words[8], slot = take(w, 1) % QUEUE;
    unsigned kind = (unsigned)take(w, 1);
    for (unsigned i = 0; i < 8; i++)
        words[i] = kind >> i & 1 ? take_handle(w) : take(w, 2);
    memcpy(&p, words, sizeof p);
    if (kind & 1) { /* one that could run */
        p.setup = 1;
        p.workgroup_size_x = p.workgroup_size_y = p.workgroup_size_z = 1;
        p.grid_size_x = p.grid_size_y = p.grid_size_z = (uint32_t)take(w, 1);
        p.private_segment_size = p.group_segment_size = (uint32_t)take(w, 2);
        p.kernel_object = take(w, 1) & 7 ? kernel : take_handle(w);
        p.kernarg_address = w->memory;
        memcpy(w->memory, (uint64_t[]){take_handle(w), take(w, 8)}, 16);
    }
    memcpy(w->ring + 64 * slot + 2, (const uint8_t *)&p + 2, 62);
    __atomic_store_n((uint16_t *)(void *)(w->ring + 64 * slot), (uint16_t)(kind & 1 ? 2 : take(w, 1) % 7),
                     __ATOMIC_RELEASE);
    hsa_signal_store_relaxed(w->doorbell, (int64_t)slot);
}

/* As a kernel would: any bytes of a signal, of the ring, of its memory; of the queue, the number of
   the next place. */
static void overwrite(world *w) {
    unsigned where = (unsigned)take(w, 1), offset = (unsigned)take(w, 2);
    uint64_t value = take_handle(w), *place;
    uint8_t *const from[] = {(uint8_t *)(uintptr_t)w->signals[where / 4 % SIGNALS].handle,
                             (uint8_t *)(uintptr_t)w->doorbell.handle, w->ring, w->memory};
    static const unsigned size[] = {64, 64, 64 * QUEUE, MEMORY};
    if (where == 255)
        place = (uint64_t *)(uintptr_t) & ((amd_queue_t *)w->queue)->write_dispatch_id;
    else
        place = (uint64_t *)(void *)(from[where % 4] + offset % size[where % 4] / 8 * 8);
    __atomic_store_n(place, value, __ATOMIC_RELAXED);
}

static void change_signal(world *w) {
    hsa_signal_t s = take_signal(w);
    int64_t value = (int64_t)take(w, 2);
    switch (take(w, 1) % 8) {
    case 0: hsa_signal_store_screlease(s, value); break;
    case 1: hsa_signal_add_relaxed(s, value); break;
    case 2: hsa_signal_exchange_acq_rel(s, value); break;
    case 3: hsa_signal_cas_relaxed(s, 0, value); break;
    case 4: hsa_signal_silent_store_relaxed(s, value); break;
    case 5: hsa_signal_load_scacquire(s); break;
    case 6:
        hsa_signal_wait_relaxed(s, (hsa_signal_condition_t)(value & 7), value, 1000, HSA_WAIT_STATE_BLOCKED);
        break;
    case 7: hsa_signal_and_release(s, value); break;
    }
}

static bool never(hsa_signal_value_t value, void *data) {
    (void)value;
    (void)data;
    return false;
}

static void ask_signals(world *w) {
    hsa_signal_t s[2] = {take_signal(w), take_signal(w)};
    hsa_signal_condition_t conditions[2] = {HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_EQ};
    hsa_signal_value_t values[2] = {1, 2};
    hsa_signal_group_t group;
    hsa_amd_profiling_dispatch_time_t time;
    volatile hsa_signal_value_t *place;
    hsa_amd_signal_wait_any(2, s, conditions, values, 1000, HSA_WAIT_STATE_BLOCKED, NULL);
    hsa_amd_signal_async_handler(s[0], HSA_SIGNAL_CONDITION_EQ, 3, never, NULL);
    hsa_amd_profiling_get_dispatch_time(gpu, s[0], &time);
    hsa_amd_signal_value_pointer(s[1], &place);
    if (hsa_signal_group_create(2, s, 0, NULL, &group) == HSA_STATUS_SUCCESS)
        hsa_signal_group_destroy(group);
    hsa_signal_group_destroy((hsa_signal_group_t){take_handle(w)});
}

static void make_signal(world *w) {
    unsigned i = (unsigned)take(w, 1) % SIGNALS;
    w->gone = w->signals[i];
    hsa_signal_destroy(w->gone);
    LAW(hsa_signal_create((int64_t)take(w, 1), 0, NULL, &w->signals[i]) == HSA_STATUS_SUCCESS, "no signal");
    hsa_signal_destroy(w->gone);
    for (unsigned k = 0; k < SIGNALS; k++)
        LAW(k == i || w->signals[k].handle != w->signals[i].handle, "the same signal twice");
}

/* In memory that stays: a program that frees what is still to be copied is wrong. */
static void copy(world *w) {
    static uint8_t stays[MEMORY];
    hsa_signal_t after = take_signal(w), done = take_signal(w);
    size_t from = (size_t)take(w, 2) % MEMORY, size = (size_t)take(w, 2) % (MEMORY - from);
    hsa_amd_memory_async_copy(stays, gpu, stays + from, host, size, after.handle != 0, &after, done);
    hsa_amd_svm_prefetch_async(w->copy, 8, gpu, 1, &after, done);
}

static void ask_queue(world *w) {
    hsa_queue_t *q = (hsa_queue_t *)(uintptr_t)take_handle(w);
    uint32_t mask;
    hsa_queue_load_read_index_relaxed(q);
    hsa_queue_add_write_index_relaxed(q, take(w, 1));
    hsa_queue_store_read_index_release(q, take(w, 1));
    hsa_queue_cas_write_index_relaxed(q, 0, take(w, 8));
    hsa_amd_queue_cu_get_mask(q, 32, &mask);
    hsa_amd_queue_set_priority(q, (hsa_amd_queue_priority_t)take(w, 1));
    if (q != w->queue) {
        LAW(hsa_queue_inactivate(q) != HSA_STATUS_SUCCESS, "a queue that is none is stopped");
        LAW(hsa_queue_destroy(q) != HSA_STATUS_SUCCESS, "a queue that is none is destroyed");
    }
}

static void ask_handles(world *w) {
    uint64_t h = take_handle(w);
    char value[256];
    hsa_executable_get_info((hsa_executable_t){h}, HSA_EXECUTABLE_INFO_STATE, value);
    hsa_executable_destroy((hsa_executable_t){h});
    hsa_executable_symbol_get_info((hsa_executable_symbol_t){h}, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, value);
    hsa_code_symbol_get_info((hsa_code_symbol_t){h}, HSA_CODE_SYMBOL_INFO_TYPE, value);
    hsa_code_object_get_info((hsa_code_object_t){h}, HSA_CODE_OBJECT_INFO_VERSION, value);
    hsa_code_object_reader_destroy((hsa_code_object_reader_t){h});
    hsa_isa_get_info_alt((hsa_isa_t){h}, HSA_ISA_INFO_NAME_LENGTH, value);
    hsa_cache_get_info((hsa_cache_t){h}, HSA_CACHE_INFO_SIZE, value);
    hsa_agent_get_info((hsa_agent_t){h}, HSA_AGENT_INFO_NODE, value);
    hsa_region_get_info((hsa_region_t){h}, HSA_REGION_INFO_SIZE, value);
}

static void ask_memory(world *w) {
    void *address = (void *)(uintptr_t)take_handle(w), *seen = NULL;
    size_t size = (size_t)take(w, 4);
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    hsa_amd_svm_attribute_pair_t svm[2] = {{HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, gpu.handle},
                                           {take(w, 1), take(w, 1)}};
    hsa_amd_pointer_info(address, &info, NULL, NULL, NULL);
    if (address != w->memory)
        hsa_memory_free(address);
    if (hsa_amd_memory_lock(address, size, NULL, 0, &seen) == HSA_STATUS_SUCCESS)
        hsa_amd_memory_unlock(address);
    hsa_amd_memory_unlock((void *)((uintptr_t)address + 1));
    hsa_amd_svm_attributes_get(w->copy, 8 + size % 5000, svm, 2);
}

static void obey(world *w) {
    static void (*const commands[])(world *) = {put_packet,  overwrite, change_signal, ask_signals,
                                                make_signal, copy,      ask_queue,     ask_handles,
                                                ask_memory,  put_packet};
    commands[take(w, 1) % (sizeof commands / sizeof *commands)](w);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static hsa_status_t find_agent(hsa_agent_t a, void *data) {
    hsa_device_type_t type;
    (void)data;
    hsa_agent_get_info(a, HSA_AGENT_INFO_DEVICE, &type);
    *(type == HSA_DEVICE_TYPE_GPU ? &gpu : &host) = a;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t find_pool(hsa_amd_memory_pool_t p, void *data) {
    (void)data;
    local = p;
    return HSA_STATUS_INFO_BREAK;
}

static void start(void) {
    static hsa_executable_t e;
    gisa_asm_options as = {.isa = gisa_find("gfx900"), .output = GISA_OUTPUT_CO};
    hsa_code_object_reader_t reader;
    hsa_executable_symbol_t symbol;
    void *object;
    size_t size;
    LAW(!gisa_assemble("kernel", source, strlen(source), &as, &object, &size), "the kernel");
    setenv("GISA_THREADS", "2", 1);
    setenv("GISA_AGENTS", "gfx900", 1);
    LAW(!hsa_init() && !hsa_iterate_agents(find_agent, NULL), "no agents");
    hsa_amd_agent_iterate_memory_pools(gpu, find_pool, NULL);
    LAW(!hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &e) &&
            !hsa_code_object_reader_create_from_memory(object, size, &reader) &&
            !hsa_executable_load_agent_code_object(e, gpu, reader, NULL, NULL) &&
            !hsa_executable_get_symbol_by_name(e, "store.kd", &gpu, &symbol) &&
            !hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel),
        "not loaded");
    mine = calloc(MEMORY, 1);
    LAW(mine, "no memory");
}

static void hear(hsa_status_t status, hsa_queue_t *source_, void *data) {
    (void)status;
    LAW(((const world *)data)->queue == source_, "the callback of another queue");
}

static void open_world(world *w) {
    void *memory;
    LAW(!hsa_amd_memory_pool_allocate(local, MEMORY, 0, &memory), "no memory");
    w->memory = memory;
    for (unsigned i = 0; i < SIGNALS; i++)
        LAW(!hsa_signal_create(1, 0, NULL, &w->signals[i]), "no signal");
    LAW(!hsa_queue_create(gpu, QUEUE, HSA_QUEUE_TYPE_MULTI, hear, w, 0, 0, &w->queue), "no queue");
    w->ring = w->queue->base_address;
    w->doorbell = w->queue->doorbell_signal;
}

/* Whatever has been done, all of it can be destroyed, and is what it was. */
static void close_world(world *w) {
    LAW(w->queue->base_address == w->ring && w->queue->size == QUEUE &&
            w->queue->doorbell_signal.handle == w->doorbell.handle,
        "the queue has changed");
    for (unsigned i = 0; i < SIGNALS; i++)
        hsa_signal_store_relaxed(w->signals[i], 0);
    LAW(hsa_queue_destroy(w->queue) == HSA_STATUS_SUCCESS, "the queue is not destroyed");
    for (unsigned i = 0; i < SIGNALS; i++)
        LAW(hsa_signal_destroy(w->signals[i]) == HSA_STATUS_SUCCESS, "a signal is not destroyed");
    LAW(hsa_amd_memory_pool_free(w->memory) == HSA_STATUS_SUCCESS, "memory is not freed");
    for (unsigned i = 0; i < MEMORY / 8; i++)
        LAW(!mine[i], "memory of the program's has been written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static world worlds[256]; /* copies that were never done, and callbacks, may still look at one */
    static unsigned next;
    world *w = &worlds[next++ % 256];
    if (!kernel)
        start();
    memset(w, 0, sizeof *w);
    w->data = data;
    w->size = size;
    open_world(w);
    for (unsigned i = 0; w->at < w->size && i < MOST_COMMANDS; i++)
        obey(w);
    close_world(w);
    return 0;
}
