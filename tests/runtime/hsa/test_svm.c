/* SPDX-License-Identifier: MIT */
/* Shared virtual memory: memory of the host's own becomes a kernel's, attributes are kept page by
   page, prefetches end in order. */
#include "test.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 8 };

static hsa_amd_svm_attribute_pair_t answer(uint8_t *at, size_t size, uint64_t attribute, uint64_t value) {
    hsa_amd_svm_attribute_pair_t pair = {attribute, value};
    DONE(hsa_amd_svm_attributes_get(at, size, &pair, 1));
    return pair;
}

static hsa_status_t give(void *at, size_t size, uint64_t attribute, uint64_t value) {
    hsa_amd_svm_attribute_pair_t pair = {attribute, value};
    return hsa_amd_svm_attributes_set(at, size, &pair, 1);
}

static uint64_t access_of(uint8_t *at, size_t size, hsa_agent_t who) {
    return answer(at, size, HSA_AMD_SVM_ATTRIB_ACCESS_QUERY, who.handle).attribute;
}

static uint8_t *new_pages(void) {
    uint8_t *pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

static void attributes(uint8_t *pages) {
    hsa_amd_svm_attribute_pair_t many[] = {{HSA_AMD_SVM_ATTRIB_READ_ONLY, 1},
                                           {HSA_AMD_SVM_ATTRIB_HIVE_LOCAL, 1},
                                           {HSA_AMD_SVM_ATTRIB_READ_MOSTLY, 1},
                                           {HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY, 4},
                                           {HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION, g.agent.handle},
                                           {HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG, 1}};
    enum { COUNT = sizeof many / sizeof *many };
    hsa_amd_svm_attribute_pair_t asked[COUNT], before[COUNT];
    bool same = true;
    for (unsigned i = 0; i < COUNT; i++)
        asked[i] = before[i] = (hsa_amd_svm_attribute_pair_t){many[i].attribute, 77};
    DONE(hsa_amd_svm_attributes_get(pages, PAGES * PAGE, before, COUNT));
    OK(before[0].value == 0 && before[3].value == 9 && before[4].value == 0 &&
           before[5].value == HSA_AMD_SVM_GLOBAL_FLAG_FINE_GRAINED,
       "what pages have at first");
    DONE(hsa_amd_svm_attributes_set(pages + 2 * PAGE + 5, PAGE, many, COUNT)); /* pages 2 and 3 */
    DONE(hsa_amd_svm_attributes_get(pages + 2 * PAGE, 2 * PAGE, asked, COUNT));
    for (unsigned i = 0; i < COUNT; i++)
        same &= asked[i].attribute == many[i].attribute && asked[i].value == many[i].value;
    OK(same, "what was set is told, of whole pages");
    DONE(hsa_amd_svm_attributes_get(pages + 4 * PAGE, 1, asked, COUNT));
    OK(memcmp(asked, before, sizeof asked) == 0, "and not of the page after them");
    DONE(hsa_amd_svm_attributes_get(pages, 2 * PAGE, asked, COUNT));
    OK(memcmp(asked, before, sizeof asked) == 0, "nor of those in front");
    DONE(hsa_amd_svm_attributes_get(pages, PAGES * PAGE, asked, COUNT));
    OK(asked[0].value == 0 && asked[2].value == 0 && asked[3].value == 4 && asked[4].value == 0 &&
           asked[5].value == HSA_AMD_SVM_GLOBAL_FLAG_INDETERMINATE,
       "of pages that differ, what they share");
    DONE(hsa_amd_svm_attributes_set(pages, PAGES * PAGE, many, COUNT));
    OK(answer(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG, 0).value == 1, "gaps are filled");
    DONE(give(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, g.agent.handle));
    DONE(give(pages + 3 * PAGE, PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 0));
    OK(answer(pages, 3 * PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 0).value == 1 &&
           answer(pages + 3 * PAGE, PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1).value == 0 &&
           answer(pages + 4 * PAGE, 4 * PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 0).value == 1,
       "a page by itself");
}

static void refusals(uint8_t *pages) {
    uint8_t *pool = memory(g.local, PAGE);
    hsa_amd_svm_attribute_pair_t two[] = {{HSA_AMD_SVM_ATTRIB_READ_ONLY, 1}, {999, 0}};
    IS(give(NULL, PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, 0, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, SIZE_MAX - 5, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pool, PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG, 2), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY, 64), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION, 0), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_ACCESS_QUERY, g.agent.handle), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION, 3), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, 0), HSA_STATUS_ERROR_INVALID_AGENT);
    IS(give(pages, PAGE, HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS, g.host.handle),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_svm_attributes_set(pages, PAGE, two, 2), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    OK(answer(pages, PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1).value == 0, "a list with a mistake sets nothing");
    two[0].attribute = HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE;
    IS(hsa_amd_svm_attributes_get(pages, PAGE, two, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_amd_svm_attributes_get(pages, PAGE, NULL, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    hsa_amd_memory_pool_free(pool);
}

typedef struct outcome {
    hsa_status_t status;
} outcome;

static void hear(hsa_status_t status, hsa_queue_t *queue, void *data) {
    (void)queue;
    ((outcome *)data)->status = status;
}

/* A kernel writes to `to` what it finds, plus 5, in `from`. */
static hsa_status_t add(uint8_t *to, uint8_t *from) {
    outcome o = {HSA_STATUS_SUCCESS};
    hsa_queue_t *queue = new_queue(hear, &o);
    hsa_signal_t done = new_signal(1);
    uint64_t *arguments = memory(g.kernarg, 64);
    arguments[0] = (uintptr_t)to;
    arguments[1] = (uintptr_t)from;
    arguments[2] = 5;
    dispatch(queue, "add", 1, arguments, 0, done);
    OK(wait_zero(done) == 0, "the kernel ends");
    hsa_queue_destroy(queue);
    hsa_signal_destroy(done);
    hsa_amd_memory_pool_free(arguments);
    return o.status;
}

static void kernels(uint8_t *pages) {
    uint32_t *from = (uint32_t *)(void *)pages, *to = (uint32_t *)(void *)(pages + 4 * PAGE);
    uint8_t *to_bytes = pages + 4 * PAGE;
    OK(access_of(pages, PAGE, g.agent) == HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS &&
           access_of(pages, PAGE, g.host) == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE,
       "at first memory is the host's alone");
    IS(add(to_bytes, pages), HSA_STATUS_ERROR_MEMORY_FAULT);
    DONE(give(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, g.agent.handle));
    for (uint32_t i = 0; i < 64; i++)
        from[i] = 100 * i;
    DONE(add(to_bytes, pages));
    OK(to[0] == 5 && to[63] == 6305, "a kernel reads and writes memory of the host's");
    OK(access_of(pages, PAGES * PAGE, g.agent) == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, "the query says so");
    DONE(give(pages + PAGE, PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE, g.agent.handle));
    OK(access_of(pages + PAGE, PAGE, g.agent) == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE, "in place");
    DONE(give(pages + 4 * PAGE, PAGE, HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS, g.agent.handle));
    IS(add(to_bytes, pages), HSA_STATUS_ERROR_MEMORY_FAULT);
    DONE(add(to_bytes + PAGE, pages));
    DONE(add(to_bytes - PAGE, pages));
    OK(access_of(pages, PAGES * PAGE, g.agent) == HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS,
       "what is not allowed in all pages is not allowed");
    DONE(give(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, g.agent.handle));
    from[0] = 1;
    DONE(add(to_bytes, pages));
    OK(to[0] == 6, "allowed again");
}

static void prefetches(uint8_t *pages) {
    hsa_signal_t hold = new_signal(1), done = new_signal(2);
    OK(answer(pages, PAGE, HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION, 9).value == 0, "not prefetched yet");
    DONE(hsa_amd_svm_prefetch_async(pages, 2 * PAGE, g.agent, 1, &hold, done));
    usleep(5000);
    OK(hsa_signal_load_relaxed(done) == 2, "a prefetch waits for a signal");
    hsa_signal_store_relaxed(hold, 0);
    OK(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 2, UINT64_C(10000000000),
                                 HSA_WAIT_STATE_BLOCKED) == 1,
       "and counts down another");
    OK(answer(pages, 2 * PAGE, HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION, 0).value == g.agent.handle, "where to");
    OK(answer(pages, 3 * PAGE, HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION, 0).value == 0, "not all of it");
    DONE(hsa_amd_svm_prefetch_async(pages, PAGE, g.host, 0, NULL, done));
    OK(wait_zero(done) == 0, "a prefetch that waits for nothing");
    DONE(hsa_amd_svm_prefetch_async(pages, PAGE, g.host, 0, NULL, (hsa_signal_t){0}));
    IS(hsa_amd_svm_prefetch_async(pages, PAGE, (hsa_agent_t){0}, 0, NULL, done),
       HSA_STATUS_ERROR_INVALID_AGENT);
    IS(hsa_amd_svm_prefetch_async(pages, PAGE, g.host, 1, NULL, done), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    hsa_signal_destroy(hold);
    hsa_signal_destroy(done);
}

/* Memory that is given back is nothing of the runtime's; what comes in its place may be a
   pool's. */
static void gone(uint8_t *pages) {
    void *locked = NULL, *place;
    DONE(give(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, g.agent.handle));
    munmap(pages, PAGES * PAGE);
    IS(give(pages, PAGES * PAGE, HSA_AMD_SVM_ATTRIB_READ_ONLY, 1), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    place = memory(g.local, PAGES * PAGE); /* Linux gives the same addresses again */
    OK(place == pages, "the pool has the same place");
    DONE(hsa_amd_memory_pool_free(place));
    place = new_pages();
    OK(place == pages && access_of(place, PAGE, g.agent) == HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS,
       "what had been said of it is forgotten");
    for (unsigned i = 0; i < 200; i++) {
        uint8_t *some = new_pages();
        give(some + (i % 5) * PAGE, PAGE, HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, g.agent.handle);
        munmap(some, PAGES * PAGE);
    }
    DONE(hsa_amd_memory_lock(place, PAGE, NULL, 0, &locked));
    DONE(hsa_amd_memory_unlock(place));
    munmap(place, PAGES * PAGE);
}

void test_svm(void) {
    bool supported = false;
    uint8_t *pages = new_pages(), *more = new_pages();
    DONE(hsa_system_get_info((hsa_system_info_t)HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED, &supported));
    OK(supported && pages && more, "the system has shared virtual memory");
    if (!pages || !more)
        return;
    refusals(pages);
    kernels(pages);
    prefetches(pages);
    attributes(more);
    munmap(more, PAGES * PAGE);
    gone(pages);
}
