/* SPDX-License-Identifier: MIT */
/* Signals: 64 bytes that host and kernels share, made in slabs, and the many functions that change them. The orders of memory in
 * their names are all served by the strongest one. */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* ---- making them -------------------------------------------------------------------------------- */

enum { SLAB = 65536 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static amd_signal_t *free_signals; /* linked through `start_ts`: somebody may still look at the value */
uint64_t signal_mailbox;

void signals_start(void) {
    if (!signal_mailbox)
        signal_mailbox = (uintptr_t)memory_new(NULL, PAGE, "the mailbox of signals");
}

static bool add_slab(void) {
    amd_signal_t *slab = memory_new(NULL, SLAB, "signals");
    for (size_t i = 0; slab && i < SLAB / sizeof *slab; i++) {
        slab[i].start_ts = (uintptr_t)free_signals;
        free_signals = &slab[i];
    }
    return slab != NULL;
}

static hsa_status_t create(int64_t value, hsa_signal_t *out) {
    amd_signal_t *s;
    pthread_mutex_lock(&lock);
    if (!free_signals && !add_slab()) {
        pthread_mutex_unlock(&lock);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    s = free_signals;
    free_signals = (amd_signal_t *)(uintptr_t)s->start_ts;
    pthread_mutex_unlock(&lock);
    s->start_ts = s->end_ts = 0;
    s->queue_ptr = NULL;
    __atomic_store_n(&s->value, value,
                     __ATOMIC_RELAXED); /* of a destroyed signal somebody may still look at it */
    s->event_mailbox_ptr = signal_mailbox;
    s->event_id = wait_bell_number(s);
    __atomic_store_n(&s->kind, AMD_SIGNAL_KIND_USER, __ATOMIC_RELEASE);
    out->handle = (uintptr_t)s;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t count, const hsa_agent_t *consumers,
                               hsa_signal_t *signal) {
    MUST_BE_OPEN;
    if (!signal || (count && !consumers))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = create(value, signal);
    LOG("value %lld: 0x%llx", (long long)value, (unsigned long long)signal->handle);
    return status;
}

hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t count, const hsa_agent_t *consumers,
                                   uint64_t attributes, hsa_signal_t *signal) {
    (void)attributes; /* no signal is for kernels alone; none is for other processes */
    if (attributes & HSA_AMD_SIGNAL_IPC)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    return hsa_signal_create(value, count, consumers, signal);
}

hsa_status_t hsa_signal_destroy(hsa_signal_t signal) {
    amd_signal_t *s = signal_of(signal);
    MUST_BE_OPEN;
    LOG("0x%llx", (unsigned long long)signal.handle);
    if (!s)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (s->kind == AMD_SIGNAL_KIND_INVALID)
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    __atomic_store_n(&s->kind, AMD_SIGNAL_KIND_INVALID, __ATOMIC_RELEASE);
    events_forget(signal);
    wait_ring(s);
    pthread_mutex_lock(&lock);
    s->start_ts = (uintptr_t)free_signals;
    free_signals = s;
    pthread_mutex_unlock(&lock);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_value_pointer(hsa_signal_t signal, volatile hsa_signal_value_t **value) {
    MUST_BE_OPEN;
    if (!signal.handle || !value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *value = &signal_of(signal)->value;
    return HSA_STATUS_SUCCESS;
}

/* ---- looking at them and changing them ------------------------------------------------------------ */

int64_t signal_value(hsa_signal_t s) {
    return __atomic_load_n(&signal_of(s)->value, __ATOMIC_SEQ_CST);
}

void signal_subtract(hsa_signal_t s, int64_t value) {
    if (s.handle) {
        __atomic_fetch_sub(&signal_of(s)->value, value, __ATOMIC_SEQ_CST);
        wait_ring(signal_of(s));
    }
}

void signal_times(hsa_signal_t s, uint64_t start, uint64_t end) {
    if (s.handle) {
        signal_of(s)->start_ts = start;
        signal_of(s)->end_ts = end;
    }
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
        return signal_value(s);                                                                              \
    }
/* clang-format off */
LOADS(relaxed)
LOADS(acquire)
LOADS(scacquire)
/* clang-format on */

#define STORES(order)                                                                                        \
    void hsa_signal_store_##order(hsa_signal_t s, hsa_signal_value_t value) {                                \
        LOG("0x%llx: %lld", (unsigned long long)s.handle, (long long)value);                                 \
        __atomic_store_n(&signal_of(s)->value, value, __ATOMIC_SEQ_CST);                                     \
        if (signal_of(s)->kind == AMD_SIGNAL_KIND_DOORBELL)                                                  \
            packets_rung(signal_of(s), value);                                                               \
        wait_ring(signal_of(s));                                                                             \
    }
/* clang-format off */
STORES(relaxed)
STORES(release)
STORES(screlease)
/* clang-format on */

#define STORES_SILENTLY(order)                                                                               \
    void hsa_signal_silent_store_##order(hsa_signal_t s, hsa_signal_value_t value) {                         \
        __atomic_store_n(&signal_of(s)->value, value, __ATOMIC_SEQ_CST);                                     \
    }
/* clang-format off */
STORES_SILENTLY(relaxed)
STORES_SILENTLY(screlease)
/* clang-format on */

#define CHANGES(name, order, operation)                                                                      \
    void hsa_signal_##name##_##order(hsa_signal_t s, hsa_signal_value_t value) {                             \
        operation(&signal_of(s)->value, value, __ATOMIC_SEQ_CST);                                            \
        wait_ring(signal_of(s));                                                                             \
    }
#define EXCHANGES(order)                                                                                     \
    hsa_signal_value_t hsa_signal_exchange_##order(hsa_signal_t s, hsa_signal_value_t value) {               \
        hsa_signal_value_t old = __atomic_exchange_n(&signal_of(s)->value, value, __ATOMIC_SEQ_CST);         \
        wait_ring(signal_of(s));                                                                             \
        return old;                                                                                          \
    }
#define COMPARES(order)                                                                                      \
    hsa_signal_value_t hsa_signal_cas_##order(hsa_signal_t s, hsa_signal_value_t expected,                   \
                                              hsa_signal_value_t value) {                                    \
        __atomic_compare_exchange_n(&signal_of(s)->value, &expected, value, false, __ATOMIC_SEQ_CST,         \
                                    __ATOMIC_SEQ_CST);                                                       \
        wait_ring(signal_of(s));                                                                             \
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

/* ---- waiting for one ------------------------------------------------------------------------------- */

typedef struct waited {
    hsa_signal_t signal;
    hsa_signal_condition_t condition;
    int64_t compare, seen;
} waited;

static bool has_come(void *ctx) {
    waited *w = ctx;
    w->seen = signal_value(w->signal);
    return signal_holds(w->condition, w->seen, w->compare);
}

static uint64_t end_of(uint64_t timeout) {
    uint64_t start = now();
    return timeout < UINT64_MAX - start ? start + timeout : UINT64_MAX;
}

static int64_t wait_for(hsa_signal_t s, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout) {
    waited w = {s, condition, compare, 0};
    wait_until(signal_of(s), has_come, &w, end_of(timeout));
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

/* ---- waiting for any of several ---------------------------------------------------------------------- */

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
    if (!wait_until(NULL, one_has_come, &w, end_of(timeout)))
        return UINT32_MAX;
    if (satisfying_value)
        *satisfying_value = w.seen;
    return w.which;
}

typedef struct group {
    uint32_t count;
    hsa_signal_t signals[];
} group;

hsa_status_t hsa_signal_group_create(uint32_t count, const hsa_signal_t *signals, uint32_t consumer_count,
                                     const hsa_agent_t *consumers, hsa_signal_group_t *out) {
    group *g;
    MUST_BE_OPEN;
    if (!count || !signals || !out || (consumer_count && !consumers))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    g = malloc(sizeof *g + count * sizeof *signals);
    if (!g)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    g->count = count;
    memcpy(g->signals, signals, count * sizeof *signals);
    out->handle = (uintptr_t)g;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_group_destroy(hsa_signal_group_t handle) {
    MUST_BE_OPEN;
    if (!handle.handle)
        return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
    free((group *)(uintptr_t)handle.handle);
    return HSA_STATUS_SUCCESS;
}

/* There is no limit of time. */
static hsa_status_t wait_for_group(hsa_signal_group_t handle, const hsa_signal_condition_t *conditions,
                                   const hsa_signal_value_t *compares, hsa_signal_t *signal,
                                   hsa_signal_value_t *value) {
    const group *g = (const group *)(uintptr_t)handle.handle;
    several w;
    MUST_BE_OPEN;
    if (!g)
        return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
    if (!conditions || !compares || !signal || !value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    w = (several){.count = g->count, .signals = g->signals, .conditions = conditions, .compares = compares};
    wait_until(NULL, one_has_come, &w, UINT64_MAX);
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
