/* SPDX-License-Identifier: MIT */
/* Kernel dispatch: a packet becomes a launch of the machine's, and a fault of the kernel's a
   status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* GISA_THREADS: how many of the host's threads share a kernel's work-groups. */
static unsigned thread_count(void) {
    static _Atomic unsigned count;
    if (!atomic_load(&count)) {
        const char *text = getenv("GISA_THREADS");
        unsigned long wanted = text ? strtoul(text, NULL, 10) : 0;
        atomic_store(&count, wanted && wanted < 256 ? (unsigned)wanted : host_processors());
    }
    return atomic_load(&count);
}

static hsa_status_t status_of(const gisa_result *r, const gisa_machine *m) {
    uint64_t shared, private_;
    gisa_machine_apertures(m, &shared, &private_);
    switch (r->cause) {
    case GISA_CAUSE_ADDRESS:
        return r->address >> 32 == shared >> 32 || r->address >> 32 == private_ >> 32
                   ? (hsa_status_t)HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION
                   : (hsa_status_t)HSA_STATUS_ERROR_MEMORY_FAULT;
    case GISA_CAUSE_INSTRUCTION: return (hsa_status_t)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION;
    case GISA_CAUSE_TRAP: return HSA_STATUS_ERROR_EXCEPTION;
    case GISA_CAUSE_STUCK:
    case GISA_CAUSE_OTHER:
    case GISA_CAUSE_NONE: break;
    }
    return HSA_STATUS_ERROR;
}

/* Once for a launch. Whether it ever ends depends on the host, which may change memory. */
static bool tell_stuck(void *ctx, const char *message) {
    (void)ctx;
    complain("%s", message);
    return false;
}

/* The packet says how much LDS there is in all; the machine wants to know what is more than the
   kernel's own. */
static gisa_launch launch_of(queue *q, const hsa_kernel_dispatch_packet_t *p, const void *place,
                             const gisa_kernel *k) {
    return (gisa_launch){
        .descriptor = k->descriptor,
        .dimensions = p->setup & 3,
        .grid = {p->grid_size_x, p->grid_size_y, p->grid_size_z},
        .group = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z},
        .dynamic_lds = p->group_segment_size > k->group_size ? p->group_segment_size - k->group_size : 0,
        .private_size = p->private_segment_size,
        .kernarg = p->kernarg_address,
        .packet = place,
        .queue = q->shared,
        .threads = thread_count(),
        .stop = &q->stop_launch,
        .stuck = tell_stuck,
        .executed = q->agent->executed,
    };
}

static uint64_t groups_along(uint32_t grid, uint32_t group) {
    return ((uint64_t)grid + group - 1) / group;
}

static hsa_status_t refuse(char *message, size_t room, hsa_status_t status, const char *why) {
    snprintf(message, room, "%s", why);
    return status;
}

/* What is wrong with the numbers of a packet. */
static hsa_status_t check(const chip *c, const hsa_kernel_dispatch_packet_t *p, char *message, size_t room) {
    unsigned dimensions = p->setup & 3;
    uint64_t items = (uint64_t)p->workgroup_size_x * p->workgroup_size_y * p->workgroup_size_z;
    uint64_t groups = 1;
    if (!dimensions || !items || !p->grid_size_x || !p->grid_size_y || !p->grid_size_z)
        return refuse(message, room, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                      "a packet asks for no dimension, no work-items, or groups of none");
    if (items > chip_group_items(c))
        return refuse(message, room, HSA_STATUS_ERROR_INVALID_ARGUMENT,
                      "a packet asks for work-groups of more than 1024 work-items");
    if (__builtin_mul_overflow(groups_along(p->grid_size_x, p->workgroup_size_x),
                               groups_along(p->grid_size_y, p->workgroup_size_y), &groups) ||
        __builtin_mul_overflow(groups, groups_along(p->grid_size_z, p->workgroup_size_z), &groups))
        return refuse(message, room, HSA_STATUS_ERROR_INVALID_ARGUMENT,
                      "a packet asks for 2^64 work-groups or more");
    return HSA_STATUS_SUCCESS;
}

/* The kernel is looked up: it lies in memory that other kernels may write, and which may be
   unloaded from now on. */
static hsa_status_t run(queue *q, const hsa_kernel_dispatch_packet_t *p, const void *place, char *message,
                        size_t room) {
    gisa_kernel kernel;
    gisa_result result;
    gisa_launch launch;
    gisa_status status;
    if (gisa_kernel_read(q->agent->machine, (const void *)(uintptr_t)p->kernel_object, &kernel))
        return refuse(message, room, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
                      "a packet asks for a kernel that is in no executable");
    launch = launch_of(q, p, place, &kernel);
    status = tools_run(q->agent, p, &kernel, &launch, &result);
    if (status == GISA_STATUS_NO_MEMORY)
        return refuse(message, room, HSA_STATUS_ERROR_OUT_OF_RESOURCES, "no memory for the kernel");
    if (status)
        return refuse(message, room, HSA_STATUS_ERROR_INVALID_ALLOCATION, result.message);
    __atomic_fetch_add(&q->agent->waits, result.waits, __ATOMIC_RELAXED);
    q->fault_address = result.address;
    if (result.end == GISA_END_FAULT && *result.registers)
        complain("the registers of that address: %s", result.registers);
    if (result.end == GISA_END_FAULT)
        return refuse(message, room, status_of(&result, q->agent->machine), result.message);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t dispatch_run(queue *q, const hsa_kernel_dispatch_packet_t *p, const void *place, char *message,
                          size_t room) {
    hsa_status_t status = check(q->agent->chip, p, message, room);
    if (status)
        return status;
    memory_kernel_begins();
    status = run(q, p, place, message, room);
    memory_kernel_ends();
    return status;
}
