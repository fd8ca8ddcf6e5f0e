/* SPDX-License-Identifier: MIT */
/* Beginning and end, what is said of the system, and status codes in words. */
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "runtime.h"

/* ---- beginning and end ----------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint32_t users; /* calls of hsa_init without one of hsa_shut_down */
static bool forked;

bool runtime_is_open(void) {
    return atomic_load_explicit(&users, memory_order_relaxed) != 0;
}

bool is_forked(void) {
    return forked;
}

static void after_fork(void) {
    forked = true;
}

uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

bool start_thread(pthread_t *thread, void *(*life)(void *), void *argument) {
    sigset_t all, before;
    bool made;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = pthread_create(thread, NULL, life, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

/* The header has no prototypes of these. */
hsa_status_t hsa_init(void);
hsa_status_t hsa_shut_down(void);

hsa_status_t hsa_init(void) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    pthread_mutex_lock(&lock);
    if (atomic_load(&users) == UINT32_MAX)
        status = HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
    if (!agent_count) {
        log_start();
        pthread_atfork(NULL, NULL, after_fork);
        status = agents_start();
        signals_start();
    }
    if (status == HSA_STATUS_SUCCESS)
        atomic_fetch_add(&users, 1);
    pthread_mutex_unlock(&lock);
    LOG("%u", (unsigned)atomic_load(&users));
    return status;
}

/* What there is stays: programs call from destructors of theirs, in any order. */
hsa_status_t hsa_shut_down(void) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    LOG("%u", (unsigned)atomic_load(&users));
    pthread_mutex_lock(&lock);
    if (atomic_load(&users))
        atomic_fetch_sub(&users, 1);
    else
        status = HSA_STATUS_ERROR_NOT_INITIALIZED;
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- the system ------------------------------------------------------------------------------ */

hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value) {
    MUST_BE_OPEN;
    LOG("attribute 0x%x", (unsigned)attribute);
    if (!value)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)attribute) {
    case HSA_SYSTEM_INFO_VERSION_MAJOR:
    case HSA_SYSTEM_INFO_VERSION_MINOR: GIVES(uint16_t, 1);
    case HSA_SYSTEM_INFO_TIMESTAMP: GIVES(uint64_t, now());
    case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY: GIVES(uint64_t, 1000000000);
    case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT: GIVES(uint64_t, UINT64_MAX);
    case HSA_SYSTEM_INFO_ENDIANNESS: GIVES(uint32_t, HSA_ENDIANNESS_LITTLE);
    case HSA_SYSTEM_INFO_MACHINE_MODEL: GIVES(uint32_t, HSA_MACHINE_MODEL_LARGE);
    case HSA_SYSTEM_INFO_EXTENSIONS: {
        uint8_t bits[128] = {0}; /* AMD's loader, 0x201, is beyond what they can say */
        memcpy(value, bits, sizeof bits);
        return HSA_STATUS_SUCCESS;
    }
    case HSA_AMD_SYSTEM_INFO_BUILD_VERSION: GIVES(const char *, "gisa " GISA_VERSION);
    case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED: GIVES(bool, true);
    case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT: GIVES(bool, false);
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- events ---------------------------------------------------------------------------------- */

static hsa_amd_system_event_callback_t event_handler;
static void *event_data;

/* There is one handler; NULL takes it away. */
hsa_status_t hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback, void *data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    MUST_BE_OPEN;
    pthread_mutex_lock(&lock);
    if (callback && event_handler)
        status = HSA_STATUS_ERROR;
    else {
        event_handler = callback;
        event_data = data;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void system_tell_fault(const agent *a, uint64_t address) {
    hsa_amd_event_t event = {
        .event_type = HSA_AMD_GPU_MEMORY_FAULT_EVENT,
        .memory_fault = {agent_handle(a), address, HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT}};
    hsa_amd_system_event_callback_t callback;
    void *data;
    pthread_mutex_lock(&lock);
    callback = event_handler;
    data = event_data;
    pthread_mutex_unlock(&lock);
    if (callback)
        callback(&event, data);
}

/* ---- status codes ---------------------------------------------------------------------------- */

#define SAYS(code, text)                                                                                     \
    case code: *out = #code ": " text; return HSA_STATUS_SUCCESS

hsa_status_t hsa_status_string(hsa_status_t status, const char **out) {
    if (!out)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((unsigned)status) {
        SAYS(HSA_STATUS_SUCCESS, "it is done");
        SAYS(HSA_STATUS_INFO_BREAK, "a callback ended the iteration");
        SAYS(HSA_STATUS_ERROR, "it failed, or gisa does not do it");
        SAYS(HSA_STATUS_ERROR_INVALID_ARGUMENT, "an argument has a value that it may not have");
        SAYS(HSA_STATUS_ERROR_INVALID_QUEUE_CREATION, "the agent does not make such queues");
        SAYS(HSA_STATUS_ERROR_INVALID_ALLOCATION, "not a size that can be allocated, or not an allocation");
        SAYS(HSA_STATUS_ERROR_INVALID_AGENT, "there is no such agent");
        SAYS(HSA_STATUS_ERROR_INVALID_REGION, "there is no such region");
        SAYS(HSA_STATUS_ERROR_INVALID_SIGNAL, "there is no such signal");
        SAYS(HSA_STATUS_ERROR_INVALID_QUEUE, "there is no such queue");
        SAYS(HSA_STATUS_ERROR_OUT_OF_RESOURCES, "not enough memory or threads");
        SAYS(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "a packet of a kind that queues do not take");
        SAYS(HSA_STATUS_ERROR_RESOURCE_FREE, "memory could not be freed");
        SAYS(HSA_STATUS_ERROR_NOT_INITIALIZED, "hsa_init has not been called");
        SAYS(HSA_STATUS_ERROR_REFCOUNT_OVERFLOW, "something is held too often");
        SAYS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, "arguments that do not go together");
        SAYS(HSA_STATUS_ERROR_INVALID_INDEX, "there is none of that number");
        SAYS(HSA_STATUS_ERROR_INVALID_ISA, "there is no such instruction set");
        SAYS(HSA_STATUS_ERROR_INVALID_ISA_NAME, "no instruction set of that name");
        SAYS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "not a code object that can be loaded");
        SAYS(HSA_STATUS_ERROR_INVALID_EXECUTABLE, "there is no such executable");
        SAYS(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, "the executable is frozen");
        SAYS(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME, "no symbol of that name");
        SAYS(HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED, "the variable is defined already");
        SAYS(HSA_STATUS_ERROR_VARIABLE_UNDEFINED, "a variable is not defined");
        SAYS(HSA_STATUS_ERROR_EXCEPTION,
             "a kernel trapped: abort, a failed assertion, or another error of its own");
        SAYS(HSA_STATUS_ERROR_INVALID_CODE_SYMBOL, "there is no such symbol in the code object");
        SAYS(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL, "there is no such symbol in the executable");
        SAYS(HSA_STATUS_ERROR_INVALID_FILE, "not a file that can be read");
        SAYS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, "there is no such reader");
        SAYS(HSA_STATUS_ERROR_INVALID_CACHE, "there is no such cache");
        SAYS(HSA_STATUS_ERROR_INVALID_WAVEFRONT, "there is no such wavefront");
        SAYS(HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP, "there is no such group of signals");
        SAYS(HSA_STATUS_ERROR_INVALID_RUNTIME_STATE, "not in this state of the library");
        SAYS(HSA_STATUS_ERROR_FATAL, "nothing more can be done");
        SAYS(HSA_STATUS_ERROR_INVALID_MEMORY_POOL, "there is no such memory pool");
        SAYS(HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION,
             "a kernel touched LDS or private memory out of bounds");
        SAYS(HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION, "a kernel came to an instruction that is none");
        SAYS(HSA_STATUS_ERROR_MEMORY_FAULT, "a kernel touched memory that is not there");
        SAYS(HSA_STATUS_CU_MASK_REDUCED, "not all compute units of the mask exist");
    }
    *out = "an unknown status";
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
