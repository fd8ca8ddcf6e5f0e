/* SPDX-License-Identifier: MIT */
/* Every function of the list is called: before the library is open, and with nothing but zeros,
 * where it has to answer that something is wrong; what works on signals and queues gets a signal or
 * a queue. */
#include "test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t any(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                     uint64_t);

#undef DONE
#define DONE(name) #name,
#define REFUSED(name, why) #name,
static const char *const all[] = {
#include "../../../hsa/functions.def"
};

/* These have no status, or work on what only callers know to be there. */
typedef struct family {
    const char *prefix;
    enum { ON_SIGNAL, ON_QUEUE, ON_NONE } on;
} family;
static const family families[] = {
    {"hsa_signal_load_", ON_SIGNAL},     {"hsa_signal_store_", ON_SIGNAL},
    {"hsa_signal_silent_", ON_SIGNAL},   {"hsa_signal_exchange_", ON_SIGNAL},
    {"hsa_signal_cas_", ON_SIGNAL},      {"hsa_signal_add_", ON_SIGNAL},
    {"hsa_signal_subtract_", ON_SIGNAL}, {"hsa_signal_and_", ON_SIGNAL},
    {"hsa_signal_or_", ON_SIGNAL},       {"hsa_signal_xor_", ON_SIGNAL},
    {"hsa_signal_wait_", ON_SIGNAL},     {"hsa_amd_signal_wait_any", ON_NONE},
    {"hsa_queue_load_", ON_QUEUE},       {"hsa_queue_store_", ON_QUEUE},
    {"hsa_queue_add_", ON_QUEUE},        {"hsa_queue_cas_", ON_QUEUE},
};

static const family *family_of(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i].prefix, strlen(families[i].prefix)) == 0)
            return &families[i];
    return NULL;
}

static any *function_named(const char *name) {
    any *f;
    *(void **)&f = dlsym(RTLD_DEFAULT, name);
    return f;
}

static void check(bool good, const char *name, const char *when, uint64_t status) {
    char text[200];
    snprintf(text, sizeof text, "%s %s: 0x%x", name, when, (unsigned)status);
    OK(good, text);
}

void test_exports_closed(void) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        any *f = function_named(all[i]);
        uint64_t status;
        OK(f != NULL, all[i]);
        if (!f || family_of(all[i]) || strcmp(all[i], "hsa_init") == 0)
            continue;
        /* The text of a status is there at any time. */
        status = (uint32_t)f(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        check(status == (strcmp(all[i], "hsa_status_string") == 0 ? HSA_STATUS_ERROR_INVALID_ARGUMENT
                                                                  : HSA_STATUS_ERROR_NOT_INITIALIZED),
              all[i], "before hsa_init", status);
    }
}

/* Zeros are no mistake for these: nothing to register, switched off, freed. */
static bool takes_zeros(const char *name) {
    static const char *const names[] = {"hsa_memory_free",
                                        "hsa_memory_register",
                                        "hsa_memory_deregister",
                                        "hsa_amd_memory_pool_free",
                                        "hsa_amd_register_system_event_handler",
                                        "hsa_amd_profiling_async_copy_enable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Begins or ends what the others are tested in. */
static bool changes_all(const char *name) {
    return strcmp(name, "hsa_init") == 0 || strcmp(name, "hsa_shut_down") == 0;
}

/* HSA's own errors begin at 0x1000, which says nothing of what was wrong; those of AMD's extensions
   are from 40 on. */
static bool is_proper(uint64_t status) {
    return (status > HSA_STATUS_ERROR && status < 0x4000) || (status >= 40 && status < 50);
}

static hsa_status_t first_region(hsa_region_t region, void *data) {
    *(hsa_region_t *)data = region;
    return HSA_STATUS_INFO_BREAK;
}

/* The read index of a queue is for whoever processes its packets, so that it is a soft queue. */
void test_exports(void) {
    hsa_signal_t signal = new_signal(1);
    hsa_region_t region = {0};
    hsa_queue_t *queue = NULL;
    hsa_agent_iterate_regions(g.host, first_region, &region);
    hsa_soft_queue_create(region, 16, HSA_QUEUE_TYPE_SINGLE, HSA_QUEUE_FEATURE_AGENT_DISPATCH, signal,
                          &queue);
    OK(queue != NULL, "a soft queue");
    if (!queue)
        return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        any *f = function_named(all[i]);
        const family *one = family_of(all[i]);
        uint64_t status;
        if (!f)
            continue;
        if (one) { /* any answer will do; the timeout of a wait is 0 */
            f(one->on == ON_SIGNAL  ? signal.handle
              : one->on == ON_QUEUE ? (uintptr_t)queue
                                    : 0,
              0, 0, 0, 0, 0, 0, 0, 0, 0);
            ok_at(true, all[i], __FILE__, __LINE__);
            continue;
        }
        if (changes_all(all[i]))
            continue;
        status = (uint32_t)f(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        check(takes_zeros(all[i]) ? status == HSA_STATUS_SUCCESS : is_proper(status), all[i], "with zeros",
              status);
    }
    hsa_queue_destroy(queue);
    hsa_signal_destroy(signal);
}
