/* SPDX-License-Identifier: MIT */
/* Agents: the host's processor and the GPUs that GISA_AGENTS names, and what they say of
 * themselves, of their instruction set, and of their caches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <unistd.h>

#include "gisa_native.h"
#include "images.h"

agent agents[1 + MOST_GPUS];
unsigned agent_count;

/* ---- the host -------------------------------------------------------------------------------- */

unsigned host_processors(void) {
    static unsigned count;
    cpu_set_t set;
    if (!count)
        count = sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
    return count;
}

uint64_t host_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_C(1) << 30;
}

/* A line of /proc/cpuinfo. */
static void read_processor(const char *key, char *text, size_t room) {
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[300];
    const char *colon;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0 && (colon = strchr(line, ':'))) {
            snprintf(text, room, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    if (file)
        fclose(file);
}

/* ---- making them ----------------------------------------------------------------------------- */

static void add_pool(agent *a, hsa_amd_segment_t segment, uint32_t flags, uint64_t size, bool allocates) {
    pool *p = &a->pools[a->pool_count++];
    p->agent = a;
    p->segment = segment;
    p->flags = flags;
    p->size = size;
    p->allocates = allocates;
}

static void make_host(agent *a) {
    uint64_t size = host_memory() & ~(uint64_t)(PAGE - 1);
    add_pool(a, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED, size, true);
    add_pool(a, HSA_AMD_SEGMENT_GLOBAL,
             HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED | HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT,
             size, true);
    add_pool(a, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, size, true);
    snprintf(a->uuid, sizeof a->uuid, "CPU-XX");
}

/* What the machine asks while kernels run. */
static bool take_message(void *ctx, uint32_t message, uint32_t m0) {
    enum { INTERRUPT = 1, MESSAGE = 15 };
    if ((message & MESSAGE) != INTERRUPT)
        return false;
    tools_asks(ctx);
    wait_ring_number(m0 & 0xff);
    return true;
}

static uint64_t read_clock(void *ctx, gisa_clock_kind kind) {
    const agent *a = ctx;
    uint64_t megahertz = kind == GISA_CLOCK_REAL ? a->chip->real_clock : a->chip->clock, time;
    if (tools_clock(a, &time))
        return time;
    time = now();
    return time / 1000 * megahertz + time % 1000 * megahertz / 1000;
}

static bool make_gpu(agent *a, const chip *c) {
    const gisa_isa *isa = gisa_find(c->name);
    const gisa_host host = {take_message, read_clock, a};
    uint64_t memory = c->memory < host_memory() ? c->memory : host_memory() & ~(uint64_t)(PAGE - 1);
    a->chip = c;
    a->machine = gisa_machine_new(isa);
    if (!a->machine)
        return false;
    gisa_machine_set_host(a->machine, &host);
    gisa_machine_native_usual(a->machine); /* where it cannot, all is interpreted */
    report_start(a);
    tools_start();
    add_pool(a, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, memory, true);
    add_pool(a, HSA_AMD_SEGMENT_GROUP, 0, (uint64_t)gisa_fact(isa, "lds_most", 65536), false);
    snprintf(a->uuid, sizeof a->uuid, "GPU-%016x", a->node);
    return true;
}

/* ROCR_VISIBLE_DEVICES: numbers or UUIDs, until one that is wrong. */
static bool is_visible(unsigned number, const char *uuid) {
    const char *list = getenv("ROCR_VISIBLE_DEVICES");
    if (!list)
        return true;
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",");
        char *end;
        unsigned long wanted = strtoul(at, &end, 10);
        if ((end != at && end == at + length && wanted == number) ||
            (length == strlen(uuid) && strncmp(at, uuid, length) == 0))
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

static hsa_status_t add_gpu(const char *name, unsigned number) {
    const chip *c = chip_named(name);
    agent *a = &agents[agent_count];
    char uuid[24];
    if (!c) {
        complain("GISA_AGENTS: there is no '%s'; expected chips, with commas between, such as %s,%s", name,
                 chip_at(0)->name, chip_at(1)->name);
        return HSA_STATUS_ERROR;
    }
    snprintf(uuid, sizeof uuid, "GPU-%016x", agent_count);
    if (!is_visible(number, uuid))
        return HSA_STATUS_SUCCESS;
    if (agent_count > MOST_GPUS)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    a->node = agent_count;
    if (!make_gpu(a, c))
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    agent_count++;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t agents_start(void) {
    const char *list = getenv("GISA_AGENTS");
    hsa_status_t status = HSA_STATUS_SUCCESS;
    unsigned number = 0;
    if (agent_count)
        return HSA_STATUS_SUCCESS;
    make_host(&agents[agent_count++]);
    for (const char *at = list ? list : chip_at(0)->name; *at && status == HSA_STATUS_SUCCESS;) {
        char name[32];
        size_t length = strcspn(at, ", ");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
        if (length)
            status = add_gpu(name, number++);
        at += length + (at[length] != 0);
    }
    return status;
}

/* ---- handles --------------------------------------------------------------------------------- */

hsa_agent_t agent_handle(const agent *a) {
    return (hsa_agent_t){(uintptr_t)a};
}

agent *agent_of(hsa_agent_t handle) {
    for (unsigned i = 0; i < agent_count; i++)
        if (handle.handle == (uintptr_t)&agents[i])
            return &agents[i];
    return NULL;
}

pool *pool_of(uint64_t handle) {
    for (unsigned i = 0; i < agent_count; i++)
        for (unsigned k = 0; k < agents[i].pool_count; k++)
            if (handle == (uintptr_t)&agents[i].pools[k])
                return &agents[i].pools[k];
    return NULL;
}

hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void *), void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    MUST_BE_OPEN;
    if (!callback)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (unsigned i = 0; i < agent_count && status == HSA_STATUS_SUCCESS; i++)
        status = callback(agent_handle(&agents[i]), data);
    return status;
}

/* ---- what they say --------------------------------------------------------------------------- */

static hsa_status_t give_text(void *value, size_t room, const char *text) {
    memset(value, 0, room);
    memcpy(value, text, strnlen(text, room - 1));
    return HSA_STATUS_SUCCESS;
}

enum { NAME_ROOM = 64, UUID_ROOM = 21, EXTENSIONS_ROOM = 128 };

static hsa_status_t tell_of_host(const agent *a, unsigned attribute, void *value) {
    char text[200] = "CPU";
    switch (attribute) {
    case HSA_AGENT_INFO_NAME:
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
        read_processor("model name", text, sizeof text);
        return give_text(value, NAME_ROOM, text);
    case HSA_AGENT_INFO_VENDOR_NAME: return give_text(value, NAME_ROOM, "CPU");
    case HSA_AGENT_INFO_FEATURE: GIVES(uint32_t, 0);
    case HSA_AGENT_INFO_PROFILE: GIVES(uint32_t, HSA_PROFILE_FULL);
    case HSA_AGENT_INFO_DEVICE: GIVES(uint32_t, HSA_DEVICE_TYPE_CPU);
    case HSA_AGENT_INFO_WAVEFRONT_SIZE:
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
    case HSA_AGENT_INFO_GRID_MAX_SIZE:
    case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
    case HSA_AGENT_INFO_QUEUES_MAX:
    case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
    case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
    case HSA_AMD_AGENT_INFO_CHIP_ID:
    case HSA_AMD_AGENT_INFO_BDFID:
    case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
    case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
    case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
    case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
    case HSA_AMD_AGENT_INFO_ASIC_REVISION:
    case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT: GIVES(uint32_t, 0);
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM: GIVES_ALL(uint16_t, 0, 0, 0);
    case HSA_AGENT_INFO_GRID_MAX_DIM: GIVES_ALL(uint32_t, 0, 0, 0);
    case HSA_AGENT_INFO_CACHE_SIZE:
        GIVES_ALL(uint32_t, (uint32_t)sysconf(_SC_LEVEL1_DCACHE_SIZE),
                  (uint32_t)sysconf(_SC_LEVEL2_CACHE_SIZE), (uint32_t)sysconf(_SC_LEVEL3_CACHE_SIZE), 0);
    case HSA_AGENT_INFO_ISA: GIVES(uint64_t, 0);
    case HSA_AGENT_INFO_FAST_F16_OPERATION: GIVES(bool, false);
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT: GIVES(uint32_t, host_processors());
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
        read_processor("cpu MHz", text, sizeof text);
        GIVES(uint32_t, strtoul(text, NULL, 10));
    case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS: GIVES(uint32_t, 1);
    case HSA_AMD_AGENT_INFO_UUID: return give_text(value, UUID_ROOM, a->uuid);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t tell_of_gpu(const agent *a, unsigned attribute, void *value) {
    const chip *c = a->chip;
    const uint32_t items = chip_group_items(c);
    switch (attribute) {
    case HSA_AGENT_INFO_NAME: return give_text(value, NAME_ROOM, c->name);
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME: return give_text(value, NAME_ROOM, c->product);
    case HSA_AGENT_INFO_VENDOR_NAME: return give_text(value, NAME_ROOM, "AMD");
    case HSA_AGENT_INFO_FEATURE: GIVES(uint32_t, HSA_AGENT_FEATURE_KERNEL_DISPATCH);
    case HSA_AGENT_INFO_PROFILE: GIVES(uint32_t, HSA_PROFILE_BASE);
    case HSA_AGENT_INFO_DEVICE: GIVES(uint32_t, HSA_DEVICE_TYPE_GPU);
    case HSA_AGENT_INFO_WAVEFRONT_SIZE: GIVES(uint32_t, chip_lanes(c));
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
        GIVES_ALL(uint16_t, (uint16_t)items, (uint16_t)items, (uint16_t)items);
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE: GIVES(uint32_t, items);
    case HSA_AGENT_INFO_GRID_MAX_DIM: GIVES_ALL(uint32_t, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    case HSA_AGENT_INFO_GRID_MAX_SIZE: GIVES(uint32_t, UINT32_MAX);
    case HSA_AGENT_INFO_FBARRIER_MAX_SIZE: GIVES(uint32_t, 32);
    case HSA_AGENT_INFO_QUEUES_MAX: GIVES(uint32_t, 128);
    case HSA_AGENT_INFO_QUEUE_MIN_SIZE: GIVES(uint32_t, 64);
    case HSA_AGENT_INFO_QUEUE_MAX_SIZE: GIVES(uint32_t, 1 << 17);
    case HSA_AGENT_INFO_CACHE_SIZE: GIVES_ALL(uint32_t, c->l1, c->l2, 0, 0);
    case HSA_AGENT_INFO_ISA: GIVES(uint64_t, (uintptr_t)c);
    case HSA_AGENT_INFO_FAST_F16_OPERATION: GIVES(bool, true);
    case HSA_AMD_AGENT_INFO_CHIP_ID: GIVES(uint32_t, c->device);
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
    case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT: GIVES(uint32_t, c->compute_units);
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY: GIVES(uint32_t, c->clock);
    case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS: GIVES(uint32_t, 4);
    case HSA_AMD_AGENT_INFO_BDFID: GIVES(uint32_t, (a->node + 2) << 8);
    case HSA_AMD_AGENT_INFO_MEMORY_WIDTH: GIVES(uint32_t, c->memory_width);
    case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY: GIVES(uint32_t, c->memory_clock);
    case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU: GIVES(uint32_t, chip_unit_waves(c));
    case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU: GIVES(uint32_t, chip_simds(c));
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES: GIVES(uint32_t, c->shader_engines);
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE: GIVES(uint32_t, c->arrays);
    case HSA_AMD_AGENT_INFO_UUID: return give_text(value, UUID_ROOM, a->uuid);
    case HSA_AMD_AGENT_INFO_ASIC_REVISION: GIVES(uint32_t, 1);
    /* As AMD's runtime says; there may be more (images.c). */
    case HSA_EXT_AGENT_INFO_MAX_IMAGE_RD_HANDLES: GIVES(uint32_t, 128);
    case HSA_EXT_AGENT_INFO_MAX_IMAGE_RORW_HANDLES: GIVES(uint32_t, 64);
    case HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS: GIVES(uint32_t, 16);
    case HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT: GIVES(uint32_t, IMAGE_ALIGNMENT);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_agent_get_info(hsa_agent_t handle, hsa_agent_info_t attribute, void *value) {
    const agent *a = agent_of(handle);
    MUST_BE_OPEN;
    LOG("node %u, attribute 0x%x", a ? a->node : 0, (unsigned)attribute);
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if ((unsigned)attribute >= HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS &&
        (unsigned)attribute <= HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS)
        return hsa_amd_image_get_info_max_dim(handle, attribute, value);
    switch ((unsigned)attribute) { /* what is the same for all */
    case HSA_AGENT_INFO_MACHINE_MODEL: GIVES(uint32_t, HSA_MACHINE_MODEL_LARGE);
    case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
    case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
        GIVES(uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
    case HSA_AGENT_INFO_QUEUE_TYPE: GIVES(uint32_t, HSA_QUEUE_TYPE_MULTI);
    case HSA_AGENT_INFO_NODE:
    case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID: GIVES(uint32_t, a->node);
    case HSA_AGENT_INFO_EXTENSIONS:
        memset(value, 0, EXTENSIONS_ROOM);
        *(uint8_t *)value = a->chip ? 1 << HSA_EXTENSION_IMAGES : 0;
        return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_VERSION_MAJOR:
    case HSA_AGENT_INFO_VERSION_MINOR: GIVES(uint16_t, 1);
    case HSA_AMD_AGENT_INFO_CACHELINE_SIZE: GIVES(uint32_t, 64);
    case HSA_AMD_AGENT_INFO_HDP_FLUSH:
        memset(value, 0, sizeof(hsa_amd_hdp_flush_t));
        return HSA_STATUS_SUCCESS;
    case HSA_AMD_AGENT_INFO_DOMAIN: GIVES(uint32_t, 0);
    case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES: GIVES(bool, a->chip != NULL);
    case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS: GIVES(bool, true);
    }
    return a->chip ? tell_of_gpu(a, attribute, value) : tell_of_host(a, attribute, value);
}

hsa_status_t hsa_agent_get_exception_policies(hsa_agent_t handle, hsa_profile_t profile, uint16_t *mask) {
    MUST_BE_OPEN;
    (void)profile;
    if (!agent_of(handle))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!mask)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *mask = 0; /* exceptions are not delivered */
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_coherency_get_type(hsa_agent_t handle, hsa_amd_coherency_type_t *type) {
    const agent *a = agent_of(handle);
    MUST_BE_OPEN;
    if (!a || !a->chip)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!type)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *type = HSA_AMD_COHERENCY_TYPE_COHERENT;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_coherency_set_type(hsa_agent_t handle, hsa_amd_coherency_type_t type) {
    const agent *a = agent_of(handle);
    MUST_BE_OPEN;
    if (!a || !a->chip)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    return type == HSA_AMD_COHERENCY_TYPE_COHERENT || type == HSA_AMD_COHERENCY_TYPE_NONCOHERENT
               ? HSA_STATUS_SUCCESS
               : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
