/* SPDX-License-Identifier: MIT */
/* Functions that are called when a signal has come to a value. One thread calls them, in the order
 * in which they were registered, and holds no lock meanwhile: they may register others, destroy
 * signals, and wait. */
#include <stdlib.h>

#include "runtime.h"

typedef struct handler {
    struct handler *next;
    hsa_signal_t signal; /* null: at once */
    hsa_signal_condition_t condition;
    int64_t compare, seen;
    hsa_amd_signal_handler call;
    void (*call_once)(void *argument);
    void *argument;
} handler;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that follows */
static handler *first, **end = &first;
static bool has_thread;
/* Its address is rung when a handler comes. */
static char arrivals;

static bool has_come(handler *h) {
    if (!h->signal.handle)
        return true;
    h->seen = signal_value(h->signal);
    return signal_find(h->signal) && signal_holds(h->condition, h->seen, h->compare);
}

/* The first one whose signal has come so far, taken out of the list; NULL: none. */
static handler *take_ready(void) {
    handler *h = NULL;
    pthread_mutex_lock(&lock);
    for (handler **at = &first; *at; at = &(*at)->next) {
        h = *at;
        if (has_come(h)) {
            *at = h->next;
            if (!*at)
                end = at;
            break;
        }
        h = NULL;
    }
    pthread_mutex_unlock(&lock);
    return h;
}

static void add(handler *h) {
    pthread_mutex_lock(&lock);
    h->next = NULL;
    *end = h;
    end = &h->next;
    pthread_mutex_unlock(&lock);
    wait_ring((uintptr_t)&arrivals);
}

void events_forget(hsa_signal_t s) {
    pthread_mutex_lock(&lock);
    for (handler **at = &first; *at;) {
        handler *h = *at;
        if (h->signal.handle != s.handle) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        free(h);
    }
    for (end = &first; *end;)
        end = &(*end)->next;
    pthread_mutex_unlock(&lock);
}

static bool is_one_ready(void *ctx) {
    return (*(handler **)ctx = take_ready()) != NULL;
}

static void *live(void *argument) {
    (void)argument;
    for (;;) {
        handler *h = NULL;
        wait_until(0, is_one_ready, &h, UINT64_MAX);
        if (h->call_once)
            h->call_once(h->argument);
        else if (h->call(h->seen, h->argument)) {
            add(h);
            continue;
        }
        free(h);
    }
    return NULL;
}

static hsa_status_t register_one(handler wanted) {
    handler *h = malloc(sizeof *h);
    pthread_t thread;
    bool runs;
    if (!h)
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *h = wanted;
    pthread_mutex_lock(&lock);
    runs = has_thread = has_thread || start_thread(&thread, live, NULL);
    pthread_mutex_unlock(&lock);
    if (!runs) {
        free(h);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    add(h);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t signal, hsa_signal_condition_t condition,
                                          hsa_signal_value_t value, hsa_amd_signal_handler call,
                                          void *argument) {
    MUST_BE_OPEN;
    LOG("0x%llx: condition %d %lld", (unsigned long long)signal.handle, (int)condition, (long long)value);
    if (!call)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!signal_find(signal))
        return HSA_STATUS_ERROR_INVALID_SIGNAL;
    return register_one((handler){
        .signal = signal, .condition = condition, .compare = value, .call = call, .argument = argument});
}

hsa_status_t hsa_amd_async_function(void (*call)(void *), void *argument) {
    MUST_BE_OPEN;
    if (!call)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return register_one((handler){.call_once = call, .argument = argument});
}
