/* SPDX-License-Identifier: MIT */
/* Signals, and the many functions that change them. The orders of memory in their names are all
 * served by the strongest one. Kernels have an amd_signal_t of each, which they change by its
 * address; of that the value alone is read here. */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* ---- making them ----------------------------------------------------------------------------- */

static handle_table table = {.name = "signals",
                             .shared_size = sizeof(amd_signal_t),
                             .own_size = sizeof(own_signal),
                             .most = 1 << 20,
                             .step = 1024,
                             .writable = ALL_OF_IT,
                             .lock = PTHREAD_MUTEX_INITIALIZER};
uint64_t signal_mailbox;

void signals_start(void) {
    if (!signal_mailbox)
        signal_mailbox = (uintptr_t)memory_new(NULL, PAGE, "the mailbox of signals");
}

own_signal *signal_find(hsa_signal_t handle) {
    return handle_find(&table, handle.handle);
}

amd_signal_t *signal_shared(const own_signal *s) {
    return handle_shared(&table, s);
}

bool signal_is_wrong(hsa_signal_t handle) {
    return handle.handle && !signal_find(handle);
}

bool signals_are_wrong(uint32_t count, const hsa_signal_t *handles) {
    for (uint32_t i = 0; i < count; i++)
        if (signal_is_wrong(handles[i]))
            return true;
    return false;
}

static hsa_status_t create(int64_t value, amd_signal_kind64_t kind, struct queue *rings, hsa_signal_t *out) {
    own_signal *s = handle_new(&table);
    amd_signal_t *shared;
    if (!s)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    shared = signal_shared(s);
    s->start = s->end = 0;
    s->rings = rings;
    __atomic_store_n(&shared->value, value,
                     __ATOMIC_RELAXED); /* of a destroyed signal somebody may still look at it */
    shared->event_mailbox_ptr = signal_mailbox;
    shared->event_id = wait_bell_number((uintptr_t)shared);
    shared->queue_ptr = rings ? rings->shared : NULL;
    __atomic_store_n(&shared->kind, kind, __ATOMIC_RELEASE);
    out->handle = (uintptr_t)shared;
    handle_open(s);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t signal_make_doorbell(queue *q, hsa_signal_t *out) {
    return create(0, AMD_SIGNAL_KIND_DOORBELL, q, out);
}

void signal_drop(hsa_signal_t handle) {
    own_signal *s = signal_find(handle);
    if (!s || !handle_close(s))
        return;
    __atomic_store_n(&signal_shared(s)->kind, AMD_SIGNAL_KIND_INVALID, __ATOMIC_RELEASE);
    events_forget(handle);
    wait_ring(handle.handle);
    handle_free(&table, s);
}

hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t count, const hsa_agent_t *consumers,
                               hsa_signal_t *out) {
    MUST_BE_OPEN;
    if (!out || (count && !consumers))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = create(value, AMD_SIGNAL_KIND_USER, NULL, out);
    LOG("value %lld: 0x%llx", (long long)value, (unsigned long long)out->handle);
    return status;
}

hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t count, const hsa_agent_t *consumers,
                                   uint64_t attributes, hsa_signal_t *out) {
    (void)attributes; /* no signal is for kernels alone; none is for other processes */
    if (attributes & HSA_AMD_SIGNAL_IPC)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    return hsa_signal_create(value, count, consumers, out);
}

hsa_status_t hsa_signal_destroy(hsa_signal_t handle) {
    const own_signal *s = signal_find(handle);
    MUST_BE_OPEN;
    LOG("0x%llx", (unsigned long long)handle.handle);
    if (!handle.handle)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!s || s->rings) /* a doorbell goes with its queue */
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    signal_drop(handle);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_value_pointer(hsa_signal_t handle, volatile hsa_signal_value_t **value) {
    const own_signal *s = signal_find(handle);
    MUST_BE_OPEN;
    if (!handle.handle || !value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!s)
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    *value = &signal_shared(s)->value;
    return HSA_STATUS_SUCCESS;
}

/* ---- looking at them and changing them ------------------------------------------------------- */

/* Where nothing is: for functions that cannot say that a signal is not there. */
static int64_t *nowhere(hsa_signal_t handle) {
    static _Thread_local int64_t value;
    static _Atomic unsigned told;
    if (atomic_fetch_add(&told, 1) < 10)
        complain("0x%llx is not a signal: it reads as 0, and nothing changes it",
                 (unsigned long long)handle.handle);
    value = 0;
    return &value;
}

static int64_t *value_of(hsa_signal_t handle) {
    const own_signal *s = signal_find(handle);
    return s ? (int64_t *)&signal_shared(s)->value : nowhere(handle);
}

int64_t signal_value(hsa_signal_t handle) {
    const own_signal *s = signal_find(handle);
    return s ? __atomic_load_n(&signal_shared(s)->value, __ATOMIC_SEQ_CST) : 0;
}

void signal_subtract(hsa_signal_t handle, int64_t value) {
    const own_signal *s = signal_find(handle);
    if (s) {
        __atomic_fetch_sub(&signal_shared(s)->value, value, __ATOMIC_SEQ_CST);
        wait_ring(handle.handle);
    }
}

void signal_times(hsa_signal_t handle, uint64_t start, uint64_t end) {
    own_signal *s = signal_find(handle);
    if (s) {
        s->start = start;
        s->end = end;
    }
}

hsa_status_t signal_tell_times(hsa_signal_t handle, uint64_t *start, uint64_t *end) {
    const own_signal *s = signal_find(handle);
    if (!s)
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    *start = s->start;
    *end = s->end;
    return HSA_STATUS_SUCCESS;
}

bool signal_holds(hsa_signal_condition_t condition, int64_t value, int64_t compare) {
    switch (condition) {
    case HSA_SIGNAL_CONDITION_EQ: return value == compare;
    case HSA_SIGNAL_CONDITION_NE: return value != compare;
    case HSA_SIGNAL_CONDITION_LT: return value < compare;
    case HSA_SIGNAL_CONDITION_GTE: return value >= compare;
    }
    return false;
}

#define LOADS(order)                                                                                         \
    hsa_signal_value_t hsa_signal_load_##order(hsa_signal_t s) {                                             \
        return __atomic_load_n(value_of(s), __ATOMIC_SEQ_CST);                                               \
    }
/* clang-format off */
LOADS(relaxed)
LOADS(acquire)
LOADS(scacquire)
/* clang-format on */

static void store(hsa_signal_t handle, int64_t value) {
    const own_signal *s = signal_find(handle);
    __atomic_store_n(value_of(handle), value, __ATOMIC_SEQ_CST);
    if (s && s->rings)
        packets_rung(s->rings, value);
    wait_ring(handle.handle);
}

#define STORES(order)                                                                                        \
    void hsa_signal_store_##order(hsa_signal_t s, hsa_signal_value_t value) {                                \
        LOG("0x%llx: %lld", (unsigned long long)s.handle, (long long)value);                                 \
        store(s, value);                                                                                     \
    }
/* clang-format off */
STORES(relaxed)
STORES(release)
STORES(screlease)
/* clang-format on */

#define STORES_SILENTLY(order)                                                                               \
    void hsa_signal_silent_store_##order(hsa_signal_t s, hsa_signal_value_t value) {                         \
        __atomic_store_n(value_of(s), value, __ATOMIC_SEQ_CST);                                              \
    }
/* clang-format off */
STORES_SILENTLY(relaxed)
STORES_SILENTLY(screlease)
/* clang-format on */

#define CHANGES(name, order, operation)                                                                      \
    void hsa_signal_##name##_##order(hsa_signal_t s, hsa_signal_value_t value) {                             \
        operation(value_of(s), value, __ATOMIC_SEQ_CST);                                                     \
        wait_ring(s.handle);                                                                                 \
    }
#define EXCHANGES(order)                                                                                     \
    hsa_signal_value_t hsa_signal_exchange_##order(hsa_signal_t s, hsa_signal_value_t value) {               \
        hsa_signal_value_t old = __atomic_exchange_n(value_of(s), value, __ATOMIC_SEQ_CST);                  \
        wait_ring(s.handle);                                                                                 \
        return old;                                                                                          \
    }
#define COMPARES(order)                                                                                      \
    hsa_signal_value_t hsa_signal_cas_##order(hsa_signal_t s, hsa_signal_value_t expected,                   \
                                              hsa_signal_value_t value) {                                    \
        __atomic_compare_exchange_n(value_of(s), &expected, value, false, __ATOMIC_SEQ_CST,                  \
                                    __ATOMIC_SEQ_CST);                                                       \
        wait_ring(s.handle);                                                                                 \
        return expected;                                                                                     \
    }
#define ALL_ORDERS(order)                                                                                    \
    CHANGES(add, order, __atomic_fetch_add)                                                                  \
    CHANGES(subtract, order, __atomic_fetch_sub)                                                             \
    CHANGES(and, order, __atomic_fetch_and)                                                                  \
    CHANGES(or, order, __atomic_fetch_or)                                                                    \
    CHANGES(xor, order, __atomic_fetch_xor)                                                                  \
    EXCHANGES(order)                                                                                         \
    COMPARES(order)
/* clang-format off */
ALL_ORDERS(relaxed)
ALL_ORDERS(acquire)
ALL_ORDERS(release)
ALL_ORDERS(acq_rel)
ALL_ORDERS(scacquire)
ALL_ORDERS(screlease)
ALL_ORDERS(scacq_screl)
/* clang-format on */

/* ---- waiting for one ------------------------------------------------------------------------- */

typedef struct waited {
    const int64_t *value; /* as long as one waits, also where the signal is destroyed meanwhile */
    hsa_signal_condition_t condition;
    int64_t compare, seen;
} waited;

static bool has_come(void *ctx) {
    waited *w = ctx;
    w->seen = __atomic_load_n(w->value, __ATOMIC_SEQ_CST);
    return signal_holds(w->condition, w->seen, w->compare);
}

static uint64_t end_of(uint64_t timeout) {
    uint64_t start = now();
    return timeout < UINT64_MAX - start ? start + timeout : UINT64_MAX;
}

static int64_t wait_for(hsa_signal_t s, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout) {
    waited w = {value_of(s), condition, compare, 0};
    if (!signal_find(s))
        return 0; /* nothing will ever change it */
    wait_until(s.handle, has_come, &w, end_of(timeout));
    return w.seen;
}

#define WAITS(order)                                                                                         \
    hsa_signal_value_t hsa_signal_wait_##order(hsa_signal_t s, hsa_signal_condition_t condition,             \
                                               hsa_signal_value_t compare, uint64_t timeout,                 \
                                               hsa_wait_state_t hint) {                                      \
        (void)hint;                                                                                          \
        LOG("0x%llx: condition %d %lld, %llu ns", (unsigned long long)s.handle, (int)condition,              \
            (long long)compare, (unsigned long long)timeout);                                                \
        return wait_for(s, condition, compare, timeout);                                                     \
    }
/* clang-format off */
WAITS(relaxed)
WAITS(acquire)
WAITS(scacquire)
/* clang-format on */

/* ---- waiting for any of several -------------------------------------------------------------- */

typedef struct several {
    uint32_t count, which;
    const hsa_signal_t *signals;
    const hsa_signal_condition_t *conditions;
    const hsa_signal_value_t *compares;
    int64_t seen;
} several;

static bool one_has_come(void *ctx) {
    several *w = ctx;
    for (w->which = 0; w->which < w->count; w->which++)
        if (w->signals[w->which].handle) {
            w->seen = signal_value(w->signals[w->which]);
            if (signal_holds(w->conditions[w->which], w->seen, w->compares[w->which]))
                return true;
        }
    return false;
}

uint32_t hsa_amd_signal_wait_any(uint32_t count, hsa_signal_t *signals, hsa_signal_condition_t *conditions,
                                 hsa_signal_value_t *compares, uint64_t timeout, hsa_wait_state_t hint,
                                 hsa_signal_value_t *satisfying_value) {
    several w = {.count = count, .signals = signals, .conditions = conditions, .compares = compares};
    (void)hint;
    if (signals_are_wrong(count, signals) || !wait_until(0, one_has_come, &w, end_of(timeout)))
        return UINT32_MAX;
    if (satisfying_value)
        *satisfying_value = w.seen;
    return w.which;
}

typedef struct group {
    struct group *next;
    uint32_t count;
    hsa_signal_t signals[];
} group;

static pthread_mutex_t group_lock = PTHREAD_MUTEX_INITIALIZER; /* of all groups */
static group *groups;

static group *group_find(hsa_signal_group_t handle, bool take_out) {
    group *g = NULL;
    pthread_mutex_lock(&group_lock);
    for (group **at = &groups; *at && !g; at = &(*at)->next)
        if ((uintptr_t)*at == handle.handle) {
            g = *at;
            if (take_out)
                *at = g->next;
            break;
        }
    pthread_mutex_unlock(&group_lock);
    return g;
}

hsa_status_t hsa_signal_group_create(uint32_t count, const hsa_signal_t *signals, uint32_t consumer_count,
                                     const hsa_agent_t *consumers, hsa_signal_group_t *out) {
    group *g;
    MUST_BE_OPEN;
    if (!count || !signals || !out || (consumer_count && !consumers))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (signals_are_wrong(count, signals))
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    g = malloc(sizeof *g + count * sizeof *signals);
    if (!g)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    g->count = count;
    memcpy(g->signals, signals, count * sizeof *signals);
    out->handle = (uintptr_t)g;
    pthread_mutex_lock(&group_lock);
    g->next = groups;
    groups = g;
    pthread_mutex_unlock(&group_lock);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_group_destroy(hsa_signal_group_t handle) {
    group *g;
    MUST_BE_OPEN;
    g = group_find(handle, true);
    free(g);
    return g ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
}

/* There is no limit of time. */
static hsa_status_t wait_for_group(hsa_signal_group_t handle, const hsa_signal_condition_t *conditions,
                                   const hsa_signal_value_t *compares, hsa_signal_t *signal,
                                   hsa_signal_value_t *value) {
    const group *g = group_find(handle, false);
    several w;
    MUST_BE_OPEN;
    if (!g)
        return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
    if (!conditions || !compares || !signal || !value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    w = (several){.count = g->count, .signals = g->signals, .conditions = conditions, .compares = compares};
    wait_until(0, one_has_come, &w, UINT64_MAX);
    *signal = g->signals[w.which];
    *value = w.seen;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_group_wait_any_scacquire(hsa_signal_group_t group_,
                                                 const hsa_signal_condition_t *conditions,
                                                 const hsa_signal_value_t *compares, hsa_wait_state_t hint,
                                                 hsa_signal_t *signal, hsa_signal_value_t *value) {
    (void)hint;
    return wait_for_group(group_, conditions, compares, signal, value);
}

hsa_status_t hsa_signal_group_wait_any_relaxed(hsa_signal_group_t group_,
                                               const hsa_signal_condition_t *conditions,
                                               const hsa_signal_value_t *compares, hsa_wait_state_t hint,
                                               hsa_signal_t *signal, hsa_signal_value_t *value) {
    (void)hint;
    return wait_for_group(group_, conditions, compares, signal, value);
}
