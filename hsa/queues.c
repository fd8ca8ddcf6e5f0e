/* SPDX-License-Identifier: MIT */
/* Queues: a ring of packets that programs write, its two indices, and a doorbell. A thread for each processes the packets
 * (packets.c). */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

enum { LEAST_SIZE = 64, MOST_SIZE = 1 << 17, PACKET = 64 };

static _Atomic uint64_t next_id;

static void fill_shared(queue *q, uint32_t size, hsa_queue_type32_t type, uint32_t features) {
    amd_queue_t *s = &q->shared;
    uint64_t shared = 0, private_ = 0;
    if (q->agent) {
        gisa_machine_apertures(q->agent->machine, &shared, &private_);
        s->max_cu_id = q->agent->chip->compute_units - 1;
        s->max_wave_id = 39;
    }
    s->hsa_queue.type = type;
    s->hsa_queue.features = features;
    s->hsa_queue.doorbell_signal = q->doorbell;
    s->hsa_queue.size = size;
    s->hsa_queue.id = atomic_fetch_add(&next_id, 1);
    s->group_segment_aperture_base_hi = (uint32_t)(shared >> 32);
    s->private_segment_aperture_base_hi = (uint32_t)(private_ >> 32);
    s->read_dispatch_id_field_base_byte_offset = offsetof(amd_queue_t, read_dispatch_id);
    s->queue_properties = AMD_QUEUE_PROPERTIES_IS_PTR64 | AMD_QUEUE_PROPERTIES_ENABLE_PROFILING;
}

/* Every slot says that there is no packet in it. */
static bool make_ring(queue *q, uint32_t size) {
    uint8_t *ring = memory_new(NULL, (size_t)size * PACKET, "the packets of a queue");
    for (uint32_t i = 0; ring && i < size; i++)
        ring[(size_t)i * PACKET] = HSA_PACKET_TYPE_INVALID;
    q->shared.hsa_queue.base_address = ring;
    return ring != NULL;
}

static void free_queue(queue *q) {
    if (!q)
        return;
    if (q->shared.hsa_queue.base_address)
        memory_free(q->shared.hsa_queue.base_address);
    if (q->doorbell.handle && !q->is_soft)
        hsa_signal_destroy(q->doorbell);
    memory_free(q);
}

static queue *new_queue(void) {
    return memory_new(NULL, sizeof(queue), "the queue");
}

static bool is_size(uint32_t size) {
    return size && !(size & (size - 1)) && size <= MOST_SIZE;
}

hsa_status_t hsa_queue_create(hsa_agent_t handle, uint32_t size, hsa_queue_type32_t type,
                              void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data),
                              void *data, uint32_t private_size, uint32_t group_size, hsa_queue_t **out) {
    agent *a = agent_of(handle);
    queue *q;
    MUST_BE_OPEN;
    (void)private_size; /* each packet says what it needs */
    (void)group_size;
    if (!a)
        return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!out || !is_size(size) || size < LEAST_SIZE || type > HSA_QUEUE_TYPE_COOPERATIVE)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!a->chip || type == HSA_QUEUE_TYPE_COOPERATIVE)
        return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
    q = new_queue();
    if (!q)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    q->agent = a;
    q->error = callback;
    q->error_data = data;
    if (!make_ring(q, size) || hsa_signal_create(0, 0, NULL, &q->doorbell)) {
        free_queue(q);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    signal_of(q->doorbell)->kind = AMD_SIGNAL_KIND_DOORBELL;
    signal_of(q->doorbell)->queue_ptr = &q->shared;
    fill_shared(q, size, type, HSA_QUEUE_FEATURE_KERNEL_DISPATCH);
    q->has_thread = start_thread(&q->thread, queue_live, q);
    if (!q->has_thread) {
        free_queue(q);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    *out = &q->shared.hsa_queue;
    LOG("size %u, type %u: %p", size, type, (void *)*out);
    return HSA_STATUS_SUCCESS;
}

/* Its packets are processed by whoever made it. */
hsa_status_t hsa_soft_queue_create(hsa_region_t region, uint32_t size, hsa_queue_type32_t type,
                                   uint32_t features, hsa_signal_t doorbell, hsa_queue_t **out) {
    queue *q;
    MUST_BE_OPEN;
    if (!pool_of(region.handle))
        return HSA_STATUS_ERROR_INVALID_REGION;
    if (!doorbell.handle)
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (!out || !is_size(size) || !features ||
        features & ~(uint32_t)(HSA_QUEUE_FEATURE_KERNEL_DISPATCH | HSA_QUEUE_FEATURE_AGENT_DISPATCH))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    q = new_queue();
    if (q) {
        q->is_soft = true;
        q->doorbell = doorbell;
    }
    if (!q || !make_ring(q, size)) {
        free_queue(q);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    fill_shared(q, size, type, features);
    *out = &q->shared.hsa_queue;
    return HSA_STATUS_SUCCESS;
}

static void stop(queue *q) {
    __atomic_store_n(&q->stop_launch, 1, __ATOMIC_RELAXED);
    atomic_store(&q->stop, 1);
    if (q->doorbell.handle && !q->is_soft)
        wait_ring(signal_of(q->doorbell));
    if (q->has_thread && !is_forked()) {
        if (pthread_equal(q->thread, pthread_self()))
            pthread_detach(q->thread);
        else
            pthread_join(q->thread, NULL);
    }
    q->has_thread = false;
}

hsa_status_t hsa_queue_inactivate(hsa_queue_t *handle) {
    MUST_BE_OPEN;
    if (!handle)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    stop(queue_of(handle));
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *handle) {
    MUST_BE_OPEN;
    LOG("%p", (void *)handle);
    if (!handle)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    stop(queue_of(handle));
    free_queue(queue_of(handle));
    return HSA_STATUS_SUCCESS;
}

/* ---- the indices ------------------------------------------------------------------------------------------------ */

static volatile uint64_t *write_index(const hsa_queue_t *q) {
    return &queue_of(q)->shared.write_dispatch_id;
}

static volatile uint64_t *read_index(const hsa_queue_t *q) {
    return &queue_of(q)->shared.read_dispatch_id;
}

#define LOADS(which, order)                                                                                  \
    uint64_t hsa_queue_load_##which##_index_##order(const hsa_queue_t *q) {                                  \
        return __atomic_load_n(which##_index(q), __ATOMIC_SEQ_CST);                                          \
    }
LOADS(read, relaxed)
LOADS(read, acquire)
LOADS(read, scacquire)
LOADS(write, relaxed)
LOADS(write, acquire)
LOADS(write, scacquire)

#define STORES(which, order)                                                                                 \
    void hsa_queue_store_##which##_index_##order(const hsa_queue_t *q, uint64_t value) {                     \
        __atomic_store_n(which##_index(q), value, __ATOMIC_SEQ_CST);                                         \
    }
STORES(read, relaxed)
STORES(read, release)
STORES(read, screlease)
STORES(write, relaxed)
STORES(write, release)
STORES(write, screlease)

#define CHANGES(order)                                                                                       \
    uint64_t hsa_queue_add_write_index_##order(const hsa_queue_t *q, uint64_t value) {                       \
        return __atomic_fetch_add(write_index(q), value, __ATOMIC_SEQ_CST);                                  \
    }                                                                                                        \
    uint64_t hsa_queue_cas_write_index_##order(const hsa_queue_t *q, uint64_t expected, uint64_t value) {    \
        __atomic_compare_exchange_n(write_index(q), &expected, value, false, __ATOMIC_SEQ_CST,               \
                                    __ATOMIC_SEQ_CST);                                                       \
        return expected;                                                                                     \
    }
CHANGES(relaxed)
CHANGES(acquire)
CHANGES(release)
CHANGES(acq_rel)
CHANGES(scacquire)
CHANGES(screlease)
CHANGES(scacq_screl)

/* ---- what makes no difference here --------------------------------------------------------------------------------- */

hsa_status_t hsa_amd_profiling_set_profiler_enabled(hsa_queue_t *q, int enable) {
    MUST_BE_OPEN;
    (void)enable; /* times are always taken */
    return q ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

hsa_status_t hsa_amd_queue_set_priority(hsa_queue_t *q, hsa_amd_queue_priority_t priority) {
    MUST_BE_OPEN;
    if (!q)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    return priority <= HSA_AMD_QUEUE_PRIORITY_HIGH ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_amd_queue_cu_set_mask(const hsa_queue_t *q, uint32_t count, const uint32_t *mask) {
    MUST_BE_OPEN;
    if (!q)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    return count % 32 || (count && !mask) ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_queue_cu_get_mask(const hsa_queue_t *handle, uint32_t count, uint32_t *mask) {
    const queue *q = queue_of(handle);
    MUST_BE_OPEN;
    if (!handle || !q->agent)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    if (!count || count % 32 || !mask)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memset(mask, 0, count / 8);
    for (uint32_t i = 0; i < count && i < q->agent->chip->compute_units; i++)
        mask[i / 32] |= 1u << i % 32;
    return HSA_STATUS_SUCCESS;
}
