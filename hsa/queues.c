/* SPDX-License-Identifier: MIT */
/* Queues: a ring of packets that programs write, its two indices, and a doorbell. A thread for each
 * processes the packets (packets.c). */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

enum { LEAST_SIZE = 64, MOST_SIZE = 1 << 17, PACKET = 64 };

static _Atomic uint64_t next_id;

/* A page for each, of which kernels may write one number: they take places in the ring, as programs
   do. */
static handle_table table = {.name = "a queue",
                             .shared_size = PAGE,
                             .own_size = sizeof(queue),
                             .most = 4096,
                             .step = 1,
                             .writable = {offsetof(amd_queue_t, write_dispatch_id), sizeof(uint64_t)},
                             .lock = PTHREAD_MUTEX_INITIALIZER};

static queue *queue_find(const hsa_queue_t *handle) {
    return handle_find(&table, (uintptr_t)handle);
}

static void fill_shared(queue *q, hsa_queue_type32_t type, uint32_t features) {
    amd_queue_t *s = q->shared;
    uint64_t shared = 0, private_ = 0;
    memset(s, 0, sizeof *s);
    if (q->agent) {
        gisa_machine_apertures(q->agent->machine, &shared, &private_);
        s->max_cu_id = q->agent->chip->compute_units - 1;
        s->max_wave_id = 39;
    }
    s->hsa_queue.type = type;
    s->hsa_queue.features = features;
    s->hsa_queue.base_address = q->ring;
    s->hsa_queue.doorbell_signal = q->doorbell;
    s->hsa_queue.size = q->size;
    s->hsa_queue.id = atomic_fetch_add(&next_id, 1);
    s->group_segment_aperture_base_hi = (uint32_t)(shared >> 32);
    s->private_segment_aperture_base_hi = (uint32_t)(private_ >> 32);
    s->read_dispatch_id_field_base_byte_offset = offsetof(amd_queue_t, read_dispatch_id);
    s->queue_properties = AMD_QUEUE_PROPERTIES_IS_PTR64 | AMD_QUEUE_PROPERTIES_ENABLE_PROFILING;
}

/* Every slot says that there is no packet in it. */
static bool make_ring(queue *q, uint32_t size) {
    q->size = size;
    q->ring = memory_new(NULL, (size_t)size * PACKET, "the packets of a queue");
    for (uint32_t i = 0; q->ring && i < size; i++)
        q->ring[(size_t)i * PACKET] = HSA_PACKET_TYPE_INVALID;
    return q->ring != NULL;
}

/* The callback may still run, on a thread of its own: then the place of the queue is not used
   again. */
static void free_queue(queue *q) {
    if (!q)
        return;
    if (q->ring)
        memory_free(q->ring);
    if (q->doorbell.handle && !q->is_soft)
        signal_drop(q->doorbell);
    if (packets_is_telling(q, false))
        packets_forget();
    if (!packets_is_telling(q, true))
        handle_free(&table, q);
}

static queue *new_queue(agent *a) {
    queue *q = handle_new(&table);
    if (!q)
        return NULL;
    memset((char *)q + sizeof q->head, 0, sizeof *q - sizeof q->head);
    q->shared = handle_shared(&table, q);
    q->agent = a;
    return q;
}

static bool is_size(uint32_t size) {
    return size && !(size & (size - 1)) && size <= MOST_SIZE;
}

static bool begin(queue *q, uint32_t size, hsa_queue_type32_t type) {
    if (!make_ring(q, size) || signal_make_doorbell(q, &q->doorbell))
        return false;
    fill_shared(q, type, HSA_QUEUE_FEATURE_KERNEL_DISPATCH);
    q->has_thread = start_thread(&q->thread, queue_live, q);
    return q->has_thread;
}

/* NULL: no memory, or no thread. */
static queue *make_queue(agent *a, uint32_t size, hsa_queue_type32_t type,
                         void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data), void *data) {
    queue *q = new_queue(a);
    if (!q)
        return NULL;
    q->owners = 1;
    q->error = callback;
    q->error_data = data;
    if (!begin(q, size, type)) {
        free_queue(q);
        return NULL;
    }
    handle_open(q);
    return q;
}

/* An agent has one cooperative queue, as it has one global wave sync: whoever creates one gets the
 * same, with the size and the callback of the first. This lock is of agent.cooperative and of
 * queue.owners. */
static pthread_mutex_t owners_lock = PTHREAD_MUTEX_INITIALIZER;

static queue *cooperative_queue(agent *a, uint32_t size,
                                void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data),
                                void *data) {
    queue *q;
    pthread_mutex_lock(&owners_lock);
    q = a->cooperative;
    if (q)
        q->owners++;
    else
        q = a->cooperative = make_queue(a, size, HSA_QUEUE_TYPE_COOPERATIVE, callback, data);
    pthread_mutex_unlock(&owners_lock);
    return q;
}

/* True when the last reference is gone. */
static bool disown(queue *q) {
    bool last;
    pthread_mutex_lock(&owners_lock);
    last = q->owners <= 1;
    q->owners -= !last;
    if (last && q->agent && q->agent->cooperative == q)
        q->agent->cooperative = NULL;
    pthread_mutex_unlock(&owners_lock);
    return last;
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
    if (!a->chip)
        return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
    q = type == HSA_QUEUE_TYPE_COOPERATIVE ? cooperative_queue(a, size, callback, data)
                                           : make_queue(a, size, type, callback, data);
    if (!q)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *out = &q->shared->hsa_queue;
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
    if (!signal_find(doorbell))
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (!out || !is_size(size) || !features ||
        features & ~(uint32_t)(HSA_QUEUE_FEATURE_KERNEL_DISPATCH | HSA_QUEUE_FEATURE_AGENT_DISPATCH))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    q = new_queue(NULL);
    if (q) {
        q->is_soft = true;
        q->doorbell = doorbell;
    }
    if (!q || !make_ring(q, size)) {
        free_queue(q);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    fill_shared(q, type, features);
    handle_open(q);
    *out = &q->shared->hsa_queue;
    return HSA_STATUS_SUCCESS;
}

static void stop(queue *q) {
    __atomic_store_n(&q->stop_launch, 1, __ATOMIC_RELAXED);
    atomic_store(&q->stop, 1);
    if (q->doorbell.handle && !q->is_soft)
        wait_ring(q->doorbell.handle);
    if (q->has_thread && !is_forked()) {
        if (pthread_equal(q->thread, pthread_self()))
            pthread_detach(q->thread);
        else
            pthread_join(q->thread, NULL);
    }
    q->has_thread = false;
}

hsa_status_t hsa_queue_inactivate(hsa_queue_t *handle) {
    queue *q = queue_find(handle);
    MUST_BE_OPEN;
    if (!q)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    stop(q);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *handle) {
    queue *q = queue_find(handle);
    MUST_BE_OPEN;
    LOG("%p", (void *)handle);
    if (!q)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    if (!disown(q))
        return HSA_STATUS_SUCCESS;
    if (!handle_close(q))
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    stop(q);
    free_queue(q);
    return HSA_STATUS_SUCCESS;
}

/* ---- the indices ----------------------------------------------------------------------------- */

/* Kernels change it, too. For a queue that does not exist: a number that is never read. */
static uint64_t *write_index(const hsa_queue_t *handle) {
    static _Thread_local uint64_t nowhere;
    const queue *q = queue_find(handle);
    nowhere = 0;
    return q ? (uint64_t *)&q->shared->write_dispatch_id : &nowhere;
}

static uint64_t load_read(const hsa_queue_t *handle) {
    const queue *q = queue_find(handle);
    return q ? atomic_load(&q->read) : 0;
}

void queue_set_read(queue *q, uint64_t index) {
    atomic_store(&q->read, index);
    __atomic_store_n(&q->shared->read_dispatch_id, index, __ATOMIC_RELEASE);
}

/* It belongs to who processes the packets. */
static void store_read(const hsa_queue_t *handle, uint64_t index) {
    queue *q = queue_find(handle);
    if (q && q->is_soft)
        queue_set_read(q, index);
}

#define READS(order)                                                                                         \
    uint64_t hsa_queue_load_read_index_##order(const hsa_queue_t *q) {                                       \
        return load_read(q);                                                                                 \
    }
/* clang-format off */
READS(relaxed)
READS(acquire)
READS(scacquire)
/* clang-format on */

#define READ_STORES(order)                                                                                   \
    void hsa_queue_store_read_index_##order(const hsa_queue_t *q, uint64_t value) {                          \
        store_read(q, value);                                                                                \
    }
/* clang-format off */
READ_STORES(relaxed)
READ_STORES(release)
READ_STORES(screlease)
/* clang-format on */

#define LOADS(order)                                                                                         \
    uint64_t hsa_queue_load_write_index_##order(const hsa_queue_t *q) {                                      \
        return __atomic_load_n(write_index(q), __ATOMIC_SEQ_CST);                                            \
    }
/* clang-format off */
LOADS(relaxed)
LOADS(acquire)
LOADS(scacquire)
/* clang-format on */

#define STORES(order)                                                                                        \
    void hsa_queue_store_write_index_##order(const hsa_queue_t *q, uint64_t value) {                         \
        __atomic_store_n(write_index(q), value, __ATOMIC_SEQ_CST);                                           \
    }
/* clang-format off */
STORES(relaxed)
STORES(release)
STORES(screlease)
/* clang-format on */

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

/* ---- what makes no difference here ----------------------------------------------------------- */

hsa_status_t hsa_amd_profiling_set_profiler_enabled(hsa_queue_t *q, int enable) {
    MUST_BE_OPEN;
    (void)enable; /* times are always taken */
    return queue_find(q) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

hsa_status_t hsa_amd_queue_set_priority(hsa_queue_t *q, hsa_amd_queue_priority_t priority) {
    MUST_BE_OPEN;
    if (!queue_find(q))
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    return priority <= HSA_AMD_QUEUE_PRIORITY_HIGH ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_amd_queue_cu_set_mask(const hsa_queue_t *q, uint32_t count, const uint32_t *mask) {
    MUST_BE_OPEN;
    if (!queue_find(q))
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    return count % 32 || (count && !mask) ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_queue_cu_get_mask(const hsa_queue_t *handle, uint32_t count, uint32_t *mask) {
    const queue *q = queue_find(handle);
    MUST_BE_OPEN;
    if (!q || !q->agent)
        return HSA_STATUS_ERROR_INVALID_QUEUE;
    if (!count || count % 32 || !mask)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memset(mask, 0, count / 8);
    for (uint32_t i = 0; i < count && i < q->agent->chip->compute_units; i++)
        mask[i / 32] |= 1u << i % 32;
    return HSA_STATUS_SUCCESS;
}
