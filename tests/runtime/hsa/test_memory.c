/* SPDX-License-Identifier: MIT */
/* Memory: allocation, copies that wait, locked memory, what an address is. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void allocation(void) {
    void *address = NULL;
    uint8_t *memory_ = memory(g.local, 5000);
    bool zeros = true;
    for (unsigned i = 0; i < 8192; i++)
        zeros &= memory_[i] == 0;
    OK((uintptr_t)memory_ % 4096 == 0 && zeros,
       "memory begins at a page, and with zeros, to the end of its last page");
    IS(hsa_amd_memory_pool_allocate(g.local, 0, 0, &address), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_memory_pool_allocate(g.lds, 100, 0, &address), HSA_STATUS_ERROR_INVALID_ALLOCATION);
    IS(hsa_amd_memory_pool_allocate(g.local, (size_t)1 << 50, 0, &address),
       HSA_STATUS_ERROR_INVALID_ALLOCATION);
    IS(hsa_amd_memory_pool_allocate((hsa_amd_memory_pool_t){5}, 100, 0, &address),
       HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    IS(hsa_amd_memory_pool_free(memory_ + 8), HSA_STATUS_ERROR_INVALID_ALLOCATION);
    DONE(hsa_amd_memory_pool_free(memory_));
    IS(hsa_amd_memory_pool_free(memory_), HSA_STATUS_ERROR_INVALID_ALLOCATION);
    DONE(hsa_amd_memory_pool_free(NULL));
    DONE(hsa_memory_free(NULL));
}

static void limits(void) {
    size_t size = 0;
    void *half[3] = {0};
    DONE(hsa_amd_memory_pool_get_info(g.local, HSA_AMD_MEMORY_POOL_INFO_SIZE, &size));
    DONE(hsa_amd_memory_pool_allocate(g.local, size / 2, 0, &half[0]));
    DONE(hsa_amd_memory_pool_allocate(g.local, size / 2, 0, &half[1]));
    IS(hsa_amd_memory_pool_allocate(g.local, size / 2, 0, &half[2]), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    DONE(hsa_amd_memory_pool_free(half[0]));
    DONE(hsa_amd_memory_pool_allocate(g.local, size / 2, 0, &half[2]));
    DONE(hsa_amd_memory_pool_free(half[1]));
    DONE(hsa_amd_memory_pool_free(half[2]));
}

static void copies(void) {
    enum { SIZE = 300000 };
    uint8_t *from = malloc(SIZE), *to = memory(g.local, SIZE), *back = calloc(1, SIZE);
    hsa_signal_t first = new_signal(1), second = new_signal(1), hold = new_signal(1);
    hsa_amd_profiling_async_copy_time_t time = {0};
    uint64_t before = timestamp();
    for (unsigned i = 0; i < SIZE; i++)
        from[i] = (uint8_t)(i * 31 + i / 251);
    DONE(hsa_amd_memory_async_copy(to, g.agent, from, g.host, SIZE, 1, &hold, first));
    DONE(hsa_amd_memory_async_copy(back, g.host, to, g.agent, SIZE, 1, &first, second));
    usleep(5000);
    OK(hsa_signal_load_relaxed(first) == 1 && to[100] == 0, "a copy waits for a signal");
    hsa_signal_store_relaxed(hold, 0);
    OK(wait_zero(second) == 0 && memcmp(from, back, SIZE) == 0, "and for another copy");
    DONE(hsa_amd_profiling_get_async_copy_time(first, &time));
    OK(before <= time.start && time.start < time.end && time.end <= timestamp(), "when it was");
    DONE(hsa_memory_copy(back + 3, from + 50, 1000));
    OK(memcmp(back + 3, from + 50, 1000) == 0, "a copy at once");
    DONE(hsa_amd_memory_fill(to, 0x01020304, 10));
    OK(to[39] == 1 && to[36] == 4 && to[40] == from[40], "a fill");
    free(from);
    free(back);
    hsa_amd_memory_pool_free(to);
    hsa_signal_destroy(first);
    hsa_signal_destroy(second);
    hsa_signal_destroy(hold);
}

/* Nobody can say any more when it is time. */
static void abandoned(void) {
    hsa_signal_t hold = new_signal(1), done = new_signal(1);
    uint32_t from = 5, to = 0;
    DONE(hsa_amd_memory_async_copy(&to, g.host, &from, g.host, sizeof to, 1, &hold, done));
    hsa_signal_destroy(hold);
    OK(wait_zero(done) < 0 && to == 0, "a copy whose signal is destroyed is not done, and says so");
    hsa_signal_destroy(done);
}

/* Lines and planes of the two are of different sizes. */
static void boxes(void) {
    static uint8_t from[4][8][16], to[5][9][24];
    hsa_pitched_ptr_t a = {from, 16, 128}, b = {to, 24, 216};
    hsa_dim3_t from_at = {2, 1, 1}, to_at = {5, 2, 2}, range = {7, 5, 3};
    hsa_signal_t done = new_signal(1);
    bool same = true;
    for (unsigned i = 0; i < sizeof from; i++)
        ((uint8_t *)from)[i] = (uint8_t)(i + 1 + i / 100);
    DONE(hsa_amd_memory_async_copy_rect(&b, &to_at, &a, &from_at, &range, g.agent, hsaHostToHost, 0, NULL,
                                        done));
    OK(wait_zero(done) == 0, "a copy of a box ends");
    for (unsigned z = 0; z < 5; z++)
        for (unsigned y = 0; y < 9; y++)
            for (unsigned x = 0; x < 24; x++) {
                bool in = x - 5 < 7 && y - 2 < 5 && z - 2 < 3;
                same &= to[z][y][x] == (in ? from[z - 1][y - 1][x - 3] : 0);
            }
    OK(same, "it copies the box and nothing else");
    hsa_signal_destroy(done);
}

static void addresses(void) {
    uint8_t *memory_ = memory(g.local, 10000), on_stack = 0, *locked = malloc(100000);
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    uint32_t count = 0;
    hsa_agent_t *who = NULL;
    void *seen = NULL, *again = NULL;
    DONE(hsa_amd_pointer_info_set_userdata(memory_ + 10, &count));
    DONE(hsa_amd_pointer_info(memory_ + 5000, &info, malloc, &count, &who));
    OK(info.type == HSA_EXT_POINTER_TYPE_HSA && info.agentBaseAddress == memory_ &&
           info.sizeInBytes == 12288 && info.agentOwner.handle == g.agent.handle && info.userData == &count,
       "what an address in allocated memory is");
    OK(count >= 2 && who && who[0].handle == g.host.handle, "who may touch it");
    free(who);
    DONE(hsa_amd_pointer_info(&on_stack, &info, NULL, NULL, NULL));
    OK(info.type == HSA_EXT_POINTER_TYPE_UNKNOWN && info.sizeInBytes == 0, "what the stack is");
    DONE(hsa_amd_memory_lock_to_pool(locked + 77, 50000, NULL, 0, g.fine, 0, &seen));
    OK(seen && seen != locked + 77 && ((uintptr_t)seen & 4095) == ((uintptr_t)(locked + 77) & 4095),
       "locked memory has another address for kernels, at the same place in its page");
    DONE(hsa_amd_memory_lock(locked + 100, 50000, NULL, 0, &again));
    OK(again && again != seen, "memory may be locked twice");
    info.size = sizeof info;
    DONE(hsa_amd_pointer_info(seen, &info, NULL, NULL, NULL));
    OK(info.type == HSA_EXT_POINTER_TYPE_LOCKED && info.hostBaseAddress == locked + 77 &&
           info.agentBaseAddress == seen && info.sizeInBytes == 50000,
       "what locked memory is");
    memset(locked, 0, 100000);
    memset(memory_, 5, 100);
    DONE(hsa_memory_copy((uint8_t *)seen + 10, memory_, 100));
    OK(locked[86] == 0 && locked[87] == 5 && locked[186] == 5 && locked[187] == 0,
       "copies know that address");
    DONE(hsa_amd_memory_unlock(locked + 77));
    DONE(hsa_amd_memory_unlock(locked + 100));
    IS(hsa_amd_memory_unlock(locked + 77), HSA_STATUS_ERROR_INVALID_ALLOCATION);
    free(locked);
    hsa_amd_memory_pool_free(memory_);
    IS(hsa_amd_memory_lock((void *)(uintptr_t)0x10000, 4096, NULL, 0, &seen),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_memory_lock(&on_stack, (size_t)1 << 46, NULL, 0, &seen), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_memory_lock_to_pool((void *)(uintptr_t)0x10000, 1, NULL, 0, g.fine, 0, &seen),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

void test_memory(void) {
    allocation();
    limits();
    copies();
    abandoned();
    boxes();
    addresses();
}
