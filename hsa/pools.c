/* SPDX-License-Identifier: MIT */
/* Regions and memory pools, which are the same things: what they say of themselves, and allocation
   from them. */
#include <string.h>

#include "runtime.h"

/* The interfaces' words for attributes that both have are equal numbers. */
_Static_assert((int)HSA_REGION_INFO_SEGMENT == (int)HSA_AMD_MEMORY_POOL_INFO_SEGMENT, "");
_Static_assert((int)HSA_REGION_INFO_SIZE == (int)HSA_AMD_MEMORY_POOL_INFO_SIZE, "");
_Static_assert((int)HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT ==
                   (int)HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT,
               "");

static const char *name_of(const pool *p) {
    return p->agent->chip                                            ? "memory of the GPU"
           : p->flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT ? "memory for kernels' arguments"
           : p->flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED ? "fine-grained memory of the host"
                                                                     : "memory of the host";
}

/* How much of it can be had at once. */
static uint64_t largest(const pool *p) {
    return p->allocates ? p->size : 0;
}

static hsa_status_t tell(const pool *p, unsigned attribute, void *value) {
    switch (attribute) {
    case HSA_AMD_MEMORY_POOL_INFO_SEGMENT: GIVES(uint32_t, p->segment);
    case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS: GIVES(uint32_t, p->flags);
    case HSA_AMD_MEMORY_POOL_INFO_SIZE: GIVES(size_t, p->size);
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED: GIVES(bool, p->allocates);
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT: GIVES(size_t, p->allocates ? PAGE : 0);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t handle, hsa_amd_memory_pool_info_t attribute,
                                          void *value) {
    const pool *p = pool_of(handle.handle);
    MUST_BE_OPEN;
    if (!p)
        return NO_SUCH_POOL;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (attribute == HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL)
        GIVES(bool, p->segment == HSA_AMD_SEGMENT_GLOBAL && !p->agent->chip);
    if (attribute == HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE)
        GIVES(size_t, largest(p));
    return tell(p, attribute, value);
}

hsa_status_t hsa_region_get_info(hsa_region_t handle, hsa_region_info_t attribute, void *value) {
    const pool *p = pool_of(handle.handle);
    MUST_BE_OPEN;
    if (!p)
        return HSA_STATUS_ERROR_INVALID_REGION;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)attribute) {
    case HSA_REGION_INFO_ALLOC_MAX_SIZE: GIVES(size_t, largest(p));
    case HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE: GIVES(uint32_t, 0);
    case HSA_AMD_REGION_INFO_HOST_ACCESSIBLE: GIVES(bool, p->segment == HSA_AMD_SEGMENT_GLOBAL);
    case HSA_AMD_REGION_INFO_BASE: GIVES(void *, NULL);
    case HSA_AMD_REGION_INFO_BUS_WIDTH: GIVES(uint32_t, p->agent->chip ? p->agent->chip->memory_width : 0);
    case HSA_AMD_REGION_INFO_MAX_CLOCK_FREQUENCY:
        GIVES(uint32_t, p->agent->chip ? p->agent->chip->memory_clock : 0);
    }
    return tell(p, attribute, value);
}

/* ---- which ones an agent has ----------------------------------------------------------------- */

hsa_status_t hsa_amd_agent_iterate_memory_pools(hsa_agent_t handle,
                                                hsa_status_t (*callback)(hsa_amd_memory_pool_t, void *),
                                                void *data) {
    agent *a = agent_of(handle);
    hsa_status_t status = HSA_STATUS_SUCCESS;
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (unsigned i = 0; i < a->pool_count && status == HSA_STATUS_SUCCESS; i++)
        status = callback((hsa_amd_memory_pool_t){(uintptr_t)&a->pools[i]}, data);
    return status;
}

static hsa_status_t show_regions(agent *a, hsa_status_t (*callback)(hsa_region_t, void *), void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (unsigned i = 0; i < a->pool_count && status == HSA_STATUS_SUCCESS; i++)
        status = callback((hsa_region_t){(uintptr_t)&a->pools[i]}, data);
    return status;
}

/* Its own first, then the host's: clients take the first coarse-grained one. */
hsa_status_t hsa_agent_iterate_regions(hsa_agent_t handle, hsa_status_t (*callback)(hsa_region_t, void *),
                                       void *data) {
    agent *a = agent_of(handle);
    hsa_status_t status;
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    status = show_regions(a, callback, data);
    return status == HSA_STATUS_SUCCESS && a->chip ? show_regions(&agents[0], callback, data) : status;
}

/* PCI Express, which hops once from the host to a GPU, and does atomic operations. */
static hsa_status_t tell_of_link(const agent *a, const pool *p, unsigned attribute, void *value) {
    bool is_own = p->agent == a;
    hsa_amd_memory_pool_link_info_t link = {.atomic_support_32bit = true,
                                            .atomic_support_64bit = true,
                                            .coherent_support = true,
                                            .link_type = HSA_AMD_LINK_INFO_TYPE_PCIE,
                                            .numa_distance = 20};
    switch (attribute) {
    case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
        GIVES(uint32_t, p->segment == HSA_AMD_SEGMENT_GROUP && !is_own
                            ? HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED
                        : is_own || !p->agent->chip ? HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT
                                                    : HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT);
    case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS: GIVES(uint32_t, is_own ? 0 : 1);
    case HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO:
        if (!is_own)
            memcpy(value, &link, sizeof link);
        return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t handle, hsa_amd_memory_pool_t pool_handle,
                                                hsa_amd_agent_memory_pool_info_t attribute, void *value) {
    const agent *a = agent_of(handle);
    const pool *p = pool_of(pool_handle.handle);
    MUST_BE_OPEN;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!p)
        return NO_SUCH_POOL;
    return value ? tell_of_link(a, p, attribute, value) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- allocation ------------------------------------------------------------------------------ */

/* The pools of an agent share its memory. */
static uint64_t used_of(const agent *a) {
    uint64_t used = 0;
    for (unsigned i = 0; i < a->pool_count; i++)
        used += atomic_load(&a->pools[i].used);
    return used;
}

static hsa_status_t allocate(pool *p, size_t size, void **address) {
    if (!address || !size)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *address = NULL;
    if (!p->allocates || size > largest(p))
        return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    if (used_of(p->agent) + size > p->size || !(*address = memory_new(p, size, name_of(p))))
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    LOG("%zu bytes, %s: %p", size, name_of(p), *address);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t handle, size_t size, uint32_t flags,
                                          void **address) {
    pool *p = pool_of(handle.handle);
    MUST_BE_OPEN;
    if (flags)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return p ? allocate(p, size, address) : NO_SUCH_POOL;
}

hsa_status_t hsa_memory_allocate(hsa_region_t handle, size_t size, void **address) {
    pool *p = pool_of(handle.handle);
    MUST_BE_OPEN;
    return p ? allocate(p, size, address) : HSA_STATUS_ERROR_INVALID_REGION;
}

static hsa_status_t give_back(void *address) {
    block b;
    if (!address)
        return HSA_STATUS_SUCCESS;
    if (!memory_find(address, &b) || b.kind != ALLOCATED)
        return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    return memory_free(address);
}

hsa_status_t hsa_amd_memory_pool_free(void *address) {
    MUST_BE_OPEN;
    LOG("%p", address);
    return give_back(address);
}

hsa_status_t hsa_memory_free(void *address) {
    MUST_BE_OPEN;
    LOG("%p", address);
    return give_back(address);
}

/* ---- what needs nothing done: every agent may touch all of it, at any time ------------------- */

hsa_status_t hsa_amd_agents_allow_access(uint32_t count, const hsa_agent_t *who, const uint32_t *flags,
                                         const void *address) {
    block b;
    MUST_BE_OPEN;
    if (!count || !who || flags || !address)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        if (!agent_of(who[i]))
            return HSA_STATUS_ERROR_INVALID_AGENT;
    return memory_find(address, &b) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_memory_assign_agent(void *address, hsa_agent_t handle, hsa_access_permission_t access) {
    MUST_BE_OPEN;
    (void)access;
    return !address            ? HSA_STATUS_ERROR_INVALID_ARGUMENT
           : !agent_of(handle) ? HSA_STATUS_ERROR_INVALID_AGENT
                               : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_memory_register(void *address, size_t size) {
    MUST_BE_OPEN;
    return !address && size ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_memory_deregister(void *address, size_t size) {
    MUST_BE_OPEN;
    (void)address;
    (void)size;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_pool_can_migrate(hsa_amd_memory_pool_t from, hsa_amd_memory_pool_t to,
                                             bool *result) {
    MUST_BE_OPEN;
    if (!pool_of(from.handle) || !pool_of(to.handle))
        return NO_SUCH_POOL;
    if (!result)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
}
