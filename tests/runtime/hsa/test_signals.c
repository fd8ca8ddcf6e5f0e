/* SPDX-License-Identifier: MIT */
/* Signals: what changes them, and those who wait. */
#include "test.h"

#include <pthread.h>
#include <unistd.h>

static void changes(void) {
    hsa_signal_t s = new_signal(5);
    volatile hsa_signal_value_t *value = NULL;
    OK(s.handle % 64 == 0, "a signal lies at a multiple of 64");
    OK(hsa_signal_load_relaxed(s) == 5, "load");
    hsa_signal_store_screlease(s, 12);
    hsa_signal_add_scacq_screl(s, 3);
    hsa_signal_subtract_relaxed(s, 1);
    OK(hsa_signal_load_scacquire(s) == 14, "add and subtract");
    hsa_signal_and_relaxed(s, 6);
    hsa_signal_or_release(s, 9);
    hsa_signal_xor_acquire(s, 1);
    OK(hsa_signal_load_acquire(s) == 14, "and, or, xor");
    OK(hsa_signal_exchange_acq_rel(s, -3) == 14, "exchange");
    OK(hsa_signal_cas_scacquire(s, 0, 1) == -3 && hsa_signal_load_relaxed(s) == -3,
       "a comparison that fails");
    OK(hsa_signal_cas_screlease(s, -3, 8) == -3 && hsa_signal_load_relaxed(s) == 8, "one that does not");
    DONE(hsa_amd_signal_value_pointer(s, &value));
    OK(value && *value == 8 && (uintptr_t)value == s.handle + 8, "the place of the value");
    DONE(hsa_signal_destroy(s));
    IS(hsa_signal_destroy((hsa_signal_t){0}), HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

static void *store_later(void *signal) {
    usleep(20000);
    hsa_signal_store_screlease(*(hsa_signal_t *)signal, 0);
    return NULL;
}

static void waits(void) {
    hsa_signal_t s = new_signal(1);
    pthread_t thread;
    uint64_t start = milliseconds(), passed_;
    OK(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, 1, 30000000, HSA_WAIT_STATE_BLOCKED) == 1,
       "the time is up");
    passed_ = milliseconds() - start;
    OK(passed_ >= 29 && passed_ < 1000, "after 30 ms");
    OK(hsa_signal_wait_relaxed(s, HSA_SIGNAL_CONDITION_GTE, 1, 0, HSA_WAIT_STATE_ACTIVE) == 1,
       "no time at all");
    pthread_create(&thread, NULL, store_later, &s);
    start = milliseconds();
    OK(hsa_signal_wait_acquire(s, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) == 0,
       "another thread stores");
    OK(milliseconds() - start < 1000, "who waits is woken");
    pthread_join(thread, NULL);
    hsa_signal_destroy(s);
}

/* Nobody looks for long: who waits is woken, and not only when it looks again by itself. */
static void *store_each(void *signals) {
    hsa_signal_t *s = signals; /* [0] asks, [1] answers */
    for (int i = 1; i <= 50; i++) {
        hsa_signal_wait_scacquire(s[0], HSA_SIGNAL_CONDITION_GTE, i, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
        usleep(500);
        hsa_signal_store_screlease(s[1], i);
    }
    return NULL;
}

static void wakes(bool several) {
    hsa_signal_t s[2] = {new_signal(0), new_signal(0)};
    uint64_t start = milliseconds();
    pthread_t thread;
    pthread_create(&thread, NULL, store_each, s);
    for (hsa_signal_value_t i = 1; i <= 50; i++) {
        hsa_signal_condition_t conditions[2] = {HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_GTE};
        hsa_signal_value_t values[2] = {0, i};
        hsa_signal_store_screlease(s[0], i);
        if (several)
            hsa_amd_signal_wait_any(2, s, conditions, values, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, NULL);
        else
            hsa_signal_wait_relaxed(s[1], HSA_SIGNAL_CONDITION_GTE, i, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    }
    pthread_join(thread, NULL);
    OK(milliseconds() - start < 500, several ? "50 waits for one of two signals" : "50 waits for a signal");
    hsa_signal_destroy(s[0]);
    hsa_signal_destroy(s[1]);
}

static void groups(void) {
    hsa_signal_t s[3] = {new_signal(1), new_signal(1), new_signal(1)}, which = {0};
    hsa_signal_condition_t lt[3] = {HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_LT,
                                    HSA_SIGNAL_CONDITION_LT};
    hsa_signal_value_t one[3] = {1, 1, 1}, value = 9;
    hsa_signal_group_t group;
    pthread_t thread;
    OK(hsa_amd_signal_wait_any(3, s, lt, one, 10000000, HSA_WAIT_STATE_BLOCKED, &value) == UINT32_MAX,
       "none of three");
    pthread_create(&thread, NULL, store_later, &s[2]);
    OK(hsa_amd_signal_wait_any(3, s, lt, one, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, &value) == 2 && value == 0,
       "the third of three");
    pthread_join(thread, NULL);
    DONE(hsa_signal_group_create(3, s, 0, NULL, &group));
    DONE(hsa_signal_group_wait_any_scacquire(group, lt, one, HSA_WAIT_STATE_BLOCKED, &which, &value));
    OK(which.handle == s[2].handle && value == 0, "a group");
    hsa_signal_store_relaxed(s[1], -5);
    DONE(hsa_signal_group_wait_any_relaxed(group, lt, one, HSA_WAIT_STATE_BLOCKED, &which, &value));
    OK(which.handle == s[1].handle && value == -5, "the first of a group, and its value");
    DONE(hsa_signal_group_destroy(group));
    for (unsigned i = 0; i < 3; i++)
        hsa_signal_destroy(s[i]);
}

/* ---- handlers -------------------------------------------------------------------------------- */

static _Atomic int calls;
static hsa_signal_t chained;

static bool once(hsa_signal_value_t value, void *data) {
    OK(value == *(int *)data, "a handler gets the value");
    calls++;
    return false;
}

/* Asks for itself again until the signal is 0; another handler is registered by the last one. */
static bool count_down(hsa_signal_value_t value, void *data) {
    static int zero;
    hsa_signal_t *s = data;
    calls++;
    if (value > 1) {
        hsa_signal_subtract_relaxed(*s, 1);
        return true;
    }
    DONE(hsa_amd_signal_async_handler(chained, HSA_SIGNAL_CONDITION_LT, 1, once, &zero));
    return false;
}

static void call(void *data) {
    hsa_signal_subtract_screlease(*(hsa_signal_t *)data, 1);
}

static void wait_for_calls(int wanted) {
    uint64_t start = milliseconds();
    while (calls < wanted && milliseconds() - start < 10000)
        usleep(100);
    usleep(2000);
}

static void handlers(void) {
    static int one = 1;
    hsa_signal_t s = new_signal(3);
    chained = new_signal(0);
    DONE(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_LT, 2, once, &one));
    usleep(5000);
    OK(calls == 0, "a handler waits");
    hsa_signal_store_relaxed(s, 1);
    wait_for_calls(1);
    hsa_signal_store_relaxed(s, 0);
    usleep(5000);
    OK(calls == 1, "it is called once");
    hsa_signal_store_relaxed(s, 5);
    calls = 0;
    DONE(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_GTE, 1, count_down, &s));
    wait_for_calls(6);
    OK(calls == 6, "or as long as it says so, and one that it registers, whose time has come");
    hsa_signal_store_relaxed(s, 1);
    DONE(hsa_amd_async_function(call, &s));
    OK(wait_zero(s) == 0, "a function is called by itself");
    IS(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_LT, 2, NULL, NULL),
       HSA_STATUS_ERROR_INVALID_ARGUMENT);
    calls = 0;
    for (unsigned i = 0; i < 3000; i++) { /* some will be in the place of others */
        hsa_signal_t gone = new_signal(5);
        hsa_amd_signal_async_handler(gone, HSA_SIGNAL_CONDITION_LT, 2, once, &one);
        hsa_signal_destroy(gone);
        gone = new_signal(1);
        usleep(i % 100 == 0);
        hsa_signal_destroy(gone);
    }
    usleep(5000);
    OK(calls == 0, "the handlers of destroyed signals are not called");
    hsa_signal_destroy(chained);
    hsa_signal_destroy(s);
}

/* Several threads make signals at the same time, and each gets its own. */
enum { MAKERS = 4, MADE = 64, TIMES = 400 };

static void *make_many(void *data) {
    unsigned *wrong = data;
    hsa_signal_t s[MADE];
    for (unsigned round = 0; round < TIMES; round++) {
        for (unsigned i = 0; i < MADE; i++)
            s[i] = new_signal((int64_t)(uintptr_t)&s[i]);
        for (unsigned i = 0; i < MADE; i++)
            *wrong += hsa_signal_load_relaxed(s[i]) != (int64_t)(uintptr_t)&s[i];
        for (unsigned i = 0; i < MADE; i++)
            *wrong += hsa_signal_destroy(s[i]) != HSA_STATUS_SUCCESS;
    }
    return NULL;
}

static void many_makers(void) {
    pthread_t threads[MAKERS];
    unsigned wrong[MAKERS] = {0}, all = 0;
    for (unsigned i = 0; i < MAKERS; i++)
        pthread_create(&threads[i], NULL, make_many, &wrong[i]);
    for (unsigned i = 0; i < MAKERS; i++) {
        pthread_join(threads[i], NULL);
        all += wrong[i];
    }
    OK(all == 0, "no signal is given to two threads");
}

void test_signals(void) {
    many_makers();
    changes();
    waits();
    wakes(false);
    wakes(true);
    groups();
    handlers();
}
