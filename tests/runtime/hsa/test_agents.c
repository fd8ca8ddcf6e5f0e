/* SPDX-License-Identifier: MIT */
/* What agents, pools, instruction sets and caches say of themselves; status codes in words. */
#include "test.h"

#include <string.h>

static hsa_status_t count(unsigned *number) {
    ++*number;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t see_isa(hsa_isa_t isa, void *data) {
    char name[64] = "";
    uint32_t length = 0;
    hsa_isa_t again = {0};
    DONE(hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME_LENGTH, &length));
    DONE(hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, name));
    OK(length == strlen(name) + 1, "the length of an instruction set's name");
    OK(strstr(name, "amdgcn-amd-amdhsa--gfx") == name && strstr(name, g.name), "its name");
    DONE(hsa_isa_from_name(name, &again));
    OK(again.handle == isa.handle, "it is found by its name");
    return count(data);
}

static hsa_status_t see_cache(hsa_cache_t cache, void *data) {
    uint32_t size = 0;
    uint8_t level = 0;
    DONE(hsa_cache_get_info(cache, HSA_CACHE_INFO_SIZE, &size));
    DONE(hsa_cache_get_info(cache, HSA_CACHE_INFO_LEVEL, &level));
    OK(size >= 16384 && level >= 1, "a cache");
    return count(data);
}

static hsa_status_t stop(hsa_agent_t agent, void *data) {
    (void)agent;
    count(data);
    return HSA_STATUS_INFO_BREAK;
}

/* Clients take the first one of each kind that they come to. */
typedef struct regions {
    unsigned coarse, kernarg, number;
    bool first_coarse_is_local;
} regions;

static hsa_status_t see_region(hsa_region_t region, void *data) {
    regions *r = data;
    hsa_region_segment_t segment;
    uint32_t flags = 0;
    size_t size = 0;
    DONE(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
    DONE(hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags));
    DONE(hsa_region_get_info(region, HSA_REGION_INFO_SIZE, &size));
    OK(size > 0 && region.handle && region.handle != UINT64_MAX, "a region");
    OK((flags & 6) != 6 && (!(flags & 1) || flags & 2),
       "fine and coarse exclude each other; arguments are fine");
    if (flags & HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED && !r->coarse++)
        r->first_coarse_is_local = region.handle == g.local.handle;
    r->kernarg += flags & HSA_REGION_GLOBAL_FLAG_KERNARG;
    return count(&r->number);
}

static void links(void) {
    uint32_t hops = 9, access = 9;
    hsa_amd_memory_pool_link_info_t link = {0};
    DONE(hsa_amd_agent_memory_pool_get_info(g.agent, g.fine, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access));
    DONE(hsa_amd_agent_memory_pool_get_info(g.agent, g.fine, HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS,
                                            &hops));
    DONE(
        hsa_amd_agent_memory_pool_get_info(g.agent, g.fine, HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO, &link));
    OK(access == 1 && hops == 1 && link.atomic_support_64bit, "the way to the host's memory");
}

static void words(void) {
    const char *text = NULL;
    DONE(hsa_status_string(HSA_STATUS_ERROR_EXCEPTION, &text));
    OK(text && strstr(text, "HSA_STATUS_ERROR_EXCEPTION") == text, "a status in words");
    text = NULL;
    IS(hsa_status_string((hsa_status_t)0x7777, &text), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    OK(text != NULL, "an unknown status has a text, too");
    IS(hsa_status_string(HSA_STATUS_SUCCESS, NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

void test_agents(void) {
    unsigned isas = 0, caches = 0, agents = 0;
    regions r = {0};
    uint32_t number = 0;
    uint64_t frequency = 0;
    unsigned char one_byte[4] = {7, 7, 7, 7};
    hsa_agent_t none = {0};
    DONE(hsa_agent_iterate_isas(g.agent, see_isa, &isas));
    OK(isas == 1, "a GPU has one instruction set");
    DONE(hsa_agent_iterate_isas(g.host, see_isa, &isas));
    OK(isas == 1, "the host has none");
    DONE(hsa_agent_iterate_caches(g.agent, see_cache, &caches));
    OK(caches == 2, "two caches");
    IS(hsa_iterate_agents(stop, &agents), HSA_STATUS_INFO_BREAK);
    OK(agents == 1, "a callback stops the iteration");
    DONE(hsa_agent_iterate_regions(g.agent, see_region, &r));
    OK(r.first_coarse_is_local && r.kernarg == 1,
       "a GPU's own memory comes first, and there is one for arguments");
    DONE(hsa_agent_get_info(g.agent, HSA_AGENT_INFO_WAVEFRONT_SIZE, &number));
    OK(number == 64, "64 lanes");
    DONE(hsa_agent_get_info(g.agent, HSA_AGENT_INFO_FAST_F16_OPERATION, one_byte));
    OK(one_byte[0] == 1 && one_byte[1] == 7, "truth values are bytes");
    DONE(hsa_agent_get_info(g.agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES, one_byte));
    OK(one_byte[0] == 1 && one_byte[1] == 7, "a GPU has a cooperative queue");
    DONE(hsa_agent_get_info(g.agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT,
                            &number));
    OK(number == 64, "on all of its compute units");
    DONE(hsa_agent_get_info(g.host, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES, one_byte));
    OK(one_byte[0] == 0, "the host has none");
    IS(hsa_agent_get_info(g.agent, (hsa_agent_info_t)0x9999, &number), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    IS(hsa_agent_get_info(none, HSA_AGENT_INFO_NODE, &number), HSA_STATUS_ERROR_INVALID_AGENT);
    DONE(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency));
    OK(frequency == 1000000000, "nanoseconds");
    links();
    words();
}
