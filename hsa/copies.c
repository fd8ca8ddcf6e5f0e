/* SPDX-License-Identifier: MIT */
/* Copies and fills. All memory is the host's, so a copy is one of the host's; those that have to
 * wait for signals wait in a list, and one thread does them, each as soon as its signals are 0. */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

hsa_status_t hsa_memory_copy(void *to, const void *from, size_t size) {
    MUST_BE_OPEN;
    LOG("%p from %p, %zu bytes", to, from, size);
    if (!to || !from)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memmove(memory_host(to), memory_host(from), size);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_fill(void *to, uint32_t value, size_t count) {
    uint32_t *at = memory_host(to);
    MUST_BE_OPEN;
    LOG("%p, 0x%x, %zu words", to, value, count);
    if (!to || (uintptr_t)to % sizeof value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        at[i] = value;
    return HSA_STATUS_SUCCESS;
}

/* ---- copies that are waited for -------------------------------------------------------------- */

/* Boxes: `range` bytes, lines and planes. A plain copy is a line. */
typedef struct copy {
    struct copy *next;
    uint8_t *to;
    const uint8_t *from;
    size_t to_pitch, to_slice, from_pitch, from_slice;
    size_t range[3];
    hsa_signal_t done;
    uint32_t count;
    hsa_signal_t after[]; /* all of these are to be 0 first */
} copy;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that follows */
static copy *first, **end = &first;
static bool has_thread;
static char arrivals; /* its address is rung when a copy comes */

/* A copy that waits for a signal which is destroyed is never done: its own signal becomes negative,
   as for other errors. */
static void run(const copy *c) {
    uint64_t start = now();
    if (signals_are_wrong(c->count, c->after)) {
        signal_subtract(c->done, 2);
        return;
    }
    for (size_t z = 0; z < c->range[2]; z++)
        for (size_t y = 0; y < c->range[1]; y++)
            memmove(c->to + z * c->to_slice + y * c->to_pitch,
                    c->from + z * c->from_slice + y * c->from_pitch, c->range[0]);
    signal_times(c->done, start, now());
    signal_subtract(c->done, 1);
}

static bool may_run(const copy *c) {
    for (uint32_t i = 0; i < c->count; i++)
        if (c->after[i].handle && signal_value(c->after[i]) != 0)
            return false;
    return true;
}

static bool take_ready(void *ctx) {
    copy *found = NULL;
    pthread_mutex_lock(&lock);
    for (copy **at = &first; *at && !found; at = &(*at)->next)
        if (may_run(*at)) {
            found = *at;
            *at = found->next;
            if (!*at)
                end = at;
            break;
        }
    pthread_mutex_unlock(&lock);
    *(copy **)ctx = found;
    return found != NULL;
}

static void *live(void *argument) {
    (void)argument;
    for (;;) {
        copy *c = NULL;
        wait_until(0, take_ready, &c, UINT64_MAX);
        run(c);
        free(c);
    }
    return NULL;
}

/* Copies of a few pages take less time than to wake the thread. */
enum { AT_ONCE = 65536 };

static hsa_status_t submit(const copy *wanted, const hsa_signal_t *after) {
    copy *c = malloc(sizeof *c + wanted->count * sizeof *after);
    pthread_t thread;
    bool runs;
    if (signal_is_wrong(wanted->done) || signals_are_wrong(wanted->count, after)) {
        free(c);
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    }
    if (!c)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *c = *wanted;
    if (c->count)
        memcpy(c->after, after, c->count * sizeof *after);
    if (c->range[0] * c->range[1] * c->range[2] <= AT_ONCE && may_run(c)) {
        run(c);
        free(c);
        return HSA_STATUS_SUCCESS;
    }
    c->next = NULL;
    pthread_mutex_lock(&lock);
    runs = has_thread = has_thread || start_thread(&thread, live, NULL);
    if (runs) {
        *end = c;
        end = &c->next;
    }
    pthread_mutex_unlock(&lock);
    if (!runs) {
        free(c);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    wait_ring((uintptr_t)&arrivals);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_async_copy(void *to, hsa_agent_t to_agent, const void *from,
                                       hsa_agent_t from_agent, size_t size, uint32_t count,
                                       const hsa_signal_t *after, hsa_signal_t done) {
    copy c = {.to = memory_host(to),
              .from = memory_host(from),
              .range = {size, 1, 1},
              .done = done,
              .count = count};
    MUST_BE_OPEN;
    LOG("%p from %p, %zu bytes, after %u: 0x%llx", to, from, size, count, (unsigned long long)done.handle);
    if (!to || !from || (count && !after))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!agent_of(to_agent) || !agent_of(from_agent))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    return submit(&c, after);
}

hsa_status_t hsa_amd_memory_async_copy_rect(const hsa_pitched_ptr_t *to, const hsa_dim3_t *to_offset,
                                            const hsa_pitched_ptr_t *from, const hsa_dim3_t *from_offset,
                                            const hsa_dim3_t *range, hsa_agent_t who,
                                            hsa_amd_copy_direction_t direction, uint32_t count,
                                            const hsa_signal_t *after, hsa_signal_t done) {
    copy c = {.done = done, .count = count};
    MUST_BE_OPEN;
    (void)direction;
    if (!to || !from || !to_offset || !from_offset || !range || !to->base || !from->base || (count && !after))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!agent_of(who))
        return HSA_STATUS_ERROR_INVALID_AGENT;
    LOG("%p from %p, %u x %u x %u", to->base, from->base, range->x, range->y, range->z);
    c.to =
        (uint8_t *)memory_host(to->base) + to_offset->z * to->slice + to_offset->y * to->pitch + to_offset->x;
    c.from = (const uint8_t *)memory_host(from->base) + from_offset->z * from->slice +
             from_offset->y * from->pitch + from_offset->x;
    c.to_pitch = to->pitch;
    c.to_slice = to->slice;
    c.from_pitch = from->pitch;
    c.from_slice = from->slice;
    c.range[0] = range->x;
    c.range[1] = range->y;
    c.range[2] = range->z;
    return submit(&c, after);
}

hsa_status_t copies_nothing(uint32_t count, const hsa_signal_t *after, hsa_signal_t done) {
    copy c = {.done = done, .count = count};
    return submit(&c, after);
}

/* ---- when it was ----------------------------------------------------------------------------- */

hsa_status_t hsa_amd_profiling_async_copy_enable(bool enable) {
    MUST_BE_OPEN;
    (void)enable; /* times are always taken */
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_get_async_copy_time(hsa_signal_t signal,
                                                   hsa_amd_profiling_async_copy_time_t *time) {
    MUST_BE_OPEN;
    if (!time)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return signal_tell_times(signal, &time->start, &time->end);
}
