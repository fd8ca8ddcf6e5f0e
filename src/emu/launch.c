/* SPDX-License-Identifier: MIT */
/* Launches kernels: checks what is asked, prepares what the work-groups share, and puts threads to
   work. */
#include "core/host_floats.h"
#include "core/load.h"
#include "core/models.h"
#include "../object/kernel_head.h"
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- hidden arguments ------------------------------------------------------------------------ */

typedef struct shape {
    uint32_t grid[3], group[3];
} shape;

static shape shape_of(const gisa_launch *a) {
    shape s;
    for (unsigned i = 0; i < 3; i++) {
        s.grid[i] = a->grid[i] ? a->grid[i] : 1;
        s.group[i] = a->group[i] ? a->group[i] : 1;
    }
    return s;
}

/* The value of the hidden argument of this kind; false: it is left as it is. */
static bool hidden_value(const gisa_machine *m, const gisa_launch *a, const char *kind, uint64_t *value) {
    static const char *const axes = "xyz";
    shape s = shape_of(a);
    size_t size = strlen(kind);
    const char *axis = size > 2 && kind[size - 2] == '_' ? strchr(axes, kind[size - 1]) : NULL;
    if (axis && *axis) {
        size_t i = (size_t)(axis - axes);
        if (strncmp(kind, "hidden_block_count_", 19) == 0)
            *value = s.grid[i] / s.group[i];
        else if (strncmp(kind, "hidden_group_size_", 18) == 0)
            *value = s.group[i];
        else if (strncmp(kind, "hidden_remainder_", 17) == 0)
            *value = s.grid[i] % s.group[i];
        else
            *value = 0; /* hidden_global_offset_x */
        return true;
    }
    if (strcmp(kind, "hidden_grid_dims") == 0)
        *value = a->dimensions ? a->dimensions : 3;
    else if (strcmp(kind, "hidden_dynamic_lds_size") == 0)
        *value = a->dynamic_lds;
    else if (strcmp(kind, "hidden_private_base") == 0)
        *value = m->device.private_aperture >> 32;
    else if (strcmp(kind, "hidden_shared_base") == 0)
        *value = m->device.shared_aperture >> 32;
    else if (strcmp(kind, "hidden_queue_ptr") == 0)
        *value = (uintptr_t)m->queue;
    else
        return false;
    return true;
}

void gisa_hidden_arguments(const gisa_loaded *loaded, unsigned kernel, const gisa_launch *a) {
    gisa_argument argument;
    uint64_t value;
    for (unsigned i = 0; gisa_argument_at(loaded, kernel, i, &argument) == GISA_OK; i++)
        if (strncmp(argument.kind, "hidden_", 7) == 0 && argument.size <= 8 &&
            (uint64_t)argument.offset + argument.size <= a->kernarg_size &&
            hidden_value(loaded->machine, a, argument.kind, &value))
            memcpy((char *)a->kernarg + argument.offset, &value, argument.size);
}

/* ---- what is asked --------------------------------------------------------------------------- */

static gisa_status refuse(launch *l, const char *format, unsigned long long have, unsigned long long most) {
    /* cppcheck-suppress wrongPrintfScanfArgNum ; a format may use fewer numbers */
    snprintf(l->result->message, sizeof l->result->message, format, have, most);
    return GISA_STATUS_BAD_ARGUMENT;
}

/* Their numbers have 64 bits. */
static gisa_status refuse_groups(launch *l) {
    snprintf(l->result->message, sizeof l->result->message,
             "%u x %u x %u work-groups; at most 2^64 - 1 are possible", (unsigned)l->groups[0],
             (unsigned)l->groups[1], (unsigned)l->groups[2]);
    return GISA_STATUS_BAD_ARGUMENT;
}

static gisa_status read_head(launch *l) {
    kernel_head h;
    const char *wrong =
        kernel_head_read(&h, l->asked->descriptor, machine_has_v2(l->machine, l->asked->descriptor));
    if (wrong) {
        snprintf(l->result->message, sizeof l->result->message, "%s", wrong);
        return GISA_STATUS_BAD_ARGUMENT;
    }
    l->descriptor = (uintptr_t)l->asked->descriptor;
    l->entry = l->descriptor + (uint64_t)h.entry;
    l->rsrc1 = h.rsrc1;
    l->rsrc2 = h.rsrc2;
    l->properties = h.properties;
    l->queue = l->asked->queue ? (uintptr_t)l->asked->queue : (uintptr_t)l->machine->queue;
    l->private_word3 = (uint32_t)gisa_fact(l->machine->isa, "private_buffer_word3", 0);
    l->flat_scratch_is_address = gisa_fact(l->machine->isa, "flat_scratch_is_address", 0);
    l->lds_size = h.group_size;
    l->private_size = h.private_size > l->asked->private_size ? h.private_size : l->asked->private_size;
    return GISA_OK;
}

/* The compiler has counted on it. */
static gisa_status check_group(launch *l) {
    gisa_kernel k = {0};
    const uint32_t *group = l->group, *want = k.required_group;
    char *message = l->result->message;
    size_t room = sizeof l->result->message;
    bool other, many;
    gisa_kernel_read(l->machine, l->asked->descriptor, &k);
    other = want[0] && want[1] && want[2] && memcmp(group, want, sizeof l->group) != 0;
    many = k.most_items && group[0] * group[1] * group[2] > k.most_items;
    if (other)
        snprintf(message, room,
                 "work-groups of %ux%ux%u work-items; the kernel requires %ux%ux%u (.reqd_workgroup_size)",
                 group[0], group[1], group[2], want[0], want[1], want[2]);
    else if (many)
        snprintf(message, room,
                 "work-groups of %ux%ux%u work-items, %u in all; the kernel takes at most %u "
                 "(.max_flat_workgroup_size)",
                 group[0], group[1], group[2], group[0] * group[1] * group[2], k.most_items);
    return other || many ? GISA_STATUS_BAD_ARGUMENT : GISA_OK;
}

/* Kernels find private memory by 32 bits from its begin. */
static void limit_residents(launch *l) {
    uint64_t most;
    l->group_waves = (l->group[0] * l->group[1] * l->group[2] + GISA_LANES - 1) / GISA_LANES;
    most = GISA_MOST_WAVES / l->group_waves;
    if (l->private_size) {
        uint64_t fit = UINT32_MAX / ((uint64_t)l->group_waves * GISA_LANES * l->private_size);
        most = fit < most ? fit : most;
    }
    l->most_resident = (uint32_t)(l->group_count < most ? l->group_count : most);
    if (l->threads > l->most_resident)
        l->threads = l->most_resident;
}

static gisa_status check(launch *l) {
    const gisa_isa *isa = l->machine->isa;
    uint64_t granule = (uint64_t)gisa_fact(isa, "lds_granule", 512),
             most = (uint64_t)gisa_fact(isa, "lds_most", 65536);
    uint64_t lds = (uint64_t)l->lds_size + l->asked->dynamic_lds, items = 1;
    shape s = shape_of(l->asked);
    for (unsigned i = 0; i < 3; i++) {
        l->grid[i] = s.grid[i];
        l->group[i] = s.group[i];
        l->groups[i] = (uint32_t)(((uint64_t)s.grid[i] + s.group[i] - 1) / s.group[i]);
        items *= s.group[i];
        if (items > GROUP_WAVES * GISA_LANES)
            return refuse(l, "a work-group of %llu work-items or more; at most %llu are possible", items,
                          GROUP_WAVES * GISA_LANES);
    }
    if (l->groups[0] > UINT64_MAX / l->groups[1] / l->groups[2])
        return refuse_groups(l);
    l->group_count = (uint64_t)l->groups[0] * l->groups[1] * l->groups[2];
    if (check_group(l))
        return GISA_STATUS_BAD_ARGUMENT;
    if (lds > most)
        return refuse(l, "%llu bytes of LDS; a work-group has at most %llu", lds, most);
    l->lds_asked = (uint32_t)lds;
    l->lds_size = (uint32_t)((lds + granule - 1) / granule * granule);
    if (l->private_size > 1 << 20)
        return refuse(l, "%llu bytes of private memory for each work-item; at most %llu are possible",
                      l->private_size, 1 << 20);
    l->private_size = (l->private_size + 3) & ~3u;
    limit_residents(l);
    l->program = machine_program(l->machine, l->entry);
    if (!l->program)
        return refuse(l, "the descriptor's code, at 0x%llx, is in no loaded code object", l->entry, 0);
    if (!l->asked->observer && !l->asked->executed && !l->asked->lanes)
        l->translator = l->machine->translator;
    return GISA_OK;
}

/* ---- what the work-groups share -------------------------------------------------------------- */

/* The packet that asks for the launch (HSA, hsa_kernel_dispatch_packet_t). */
static void fill_packet(const launch *l, uint8_t packet[64]) {
    const gisa_launch *a = l->asked;
    uint64_t kernarg = (uintptr_t)l->kernarg;
    uint16_t head[2] = {2, (uint16_t)(a->dimensions ? a->dimensions : 3)};
    uint16_t group[3] = {(uint16_t)l->group[0], (uint16_t)l->group[1], (uint16_t)l->group[2]};
    memset(packet, 0, 64);
    memcpy(packet, head, sizeof head);
    memcpy(packet + 4, group, sizeof group);
    memcpy(packet + 12, l->grid, sizeof l->grid);
    memcpy(packet + 24, &l->private_size, 4);
    memcpy(packet + 28, &l->lds_size, 4);
    memcpy(packet + 32, &l->descriptor, 8);
    memcpy(packet + 40, &kernarg, 8);
}

/* Maps what is not mapped yet; *is_new says whether it is to be unmapped again. */
static gisa_status map_also(gisa_machine *m, void *start, size_t size, const char *name, bool *is_new) {
    gisa_status status = start && size ? gisa_machine_map(m, start, size, name) : GISA_STATUS_BAD_ARGUMENT;
    *is_new = status == GISA_OK;
    return status == GISA_STATUS_BAD_ARGUMENT ? GISA_OK : status;
}

static bool is_mapped(gisa_machine *m, const void *start) {
    bool found = false;
    pthread_mutex_lock(&m->lock);
    for (size_t i = 0; i < m->map_count; i++)
        found |= (uintptr_t)start - m->maps[i].at.start < m->maps[i].at.size;
    pthread_mutex_unlock(&m->lock);
    return found;
}

/* Compilers load several arguments at once, and so load past the last one, by less than 64 bytes.
 * Arguments in memory that is mapped stay where they are; others are copied to where there is as
 * much memory. */
static gisa_status place_arguments(launch *l, void **copy) {
    const gisa_launch *a = l->asked;
    size_t size = ((size_t)a->kernarg_size + 63) & ~(size_t)63;
    gisa_status status;
    *copy = NULL;
    l->kernarg = a->kernarg;
    if (!size || !a->kernarg || is_mapped(l->machine, a->kernarg))
        return GISA_OK;
    *copy = aligned_alloc(64, size);
    if (!*copy)
        return GISA_STATUS_NO_MEMORY;
    memset(*copy, 0, size);
    memcpy(*copy, a->kernarg, a->kernarg_size);
    l->kernarg = *copy;
    status = gisa_machine_map(l->machine, *copy, size, "the kernel's arguments");
    if (status) {
        free(*copy);
        *copy = NULL;
    }
    return status;
}

/* The threads of the pool that join in. */
typedef struct team {
    pool_job job;
    launch *l;
    _Atomic unsigned joined;
    _Atomic int failed;
} team;

static void join_in(pool_job *job) {
    team *t = (team *)job;
    if (!launch_work(t->l, 1 + atomic_fetch_add(&t->joined, 1)))
        atomic_store(&t->failed, 1);
}

static gisa_status put_to_work(launch *l) {
    team t = {.l = l};
    t.job.work = join_in;
    t.job.kept = true;
    if (l->asked->progress)
        *l->asked->progress = (gisa_progress){0, 0, l->group_count};
    t.job.wanted = l->threads - 1;
    pool_offer(l->machine->pool, &t.job);
    if (!launch_work(l, 0))
        atomic_store(&t.failed, 1);
    pool_take_back(l->machine->pool, &t.job);
    return atomic_load(&t.failed) ? GISA_STATUS_NO_MEMORY : GISA_OK;
}

/* Where to count how often the choice of a model's option made a difference; NULL: not wanted. */
static uint64_t *count_of(const launch *l, const char *name) {
    int number = models_named(l->machine->isa, name);
    return l->asked->models && number >= 0 ? &l->asked->models[number] : NULL;
}

/* Private memory for as many work-groups as may be resident; where the host does not promise that
   much, for fewer. */
static gisa_status make_scratch(launch *l, size_t *size) {
    const size_t each = (size_t)l->group_waves * GISA_LANES * l->private_size;
    while (each && !l->scratch && l->most_resident) {
        *size = l->most_resident * each;
        l->scratch = machine_pages(l->machine, *size, "private memory", &l->machine->usual_private);
        if (!l->scratch)
            l->most_resident = l->most_resident > l->threads ? l->threads : l->most_resident / 2;
    }
    if (l->threads > l->most_resident)
        l->threads = l->most_resident;
    return l->most_resident ? GISA_OK : GISA_STATUS_NO_MEMORY;
}

/* A packet for a launch that came without one. That of an observed launch is where the last one
   was, for the observer may run it again. */
static void *new_packet(const launch *l, size_t *pages) {
    enum { PACKET = 64 };
    if (!l->asked->observer)
        return aligned_alloc(PACKET, PACKET);
    *pages = PACKET;
    return machine_pages(l->machine, PACKET, "the dispatch packet", &l->machine->usual_packet);
}

static gisa_status run(launch *l) {
    gisa_machine *m = l->machine;
    const gisa_launch *a = l->asked;
    size_t scratch = 0, pages = 0;
    bool packet = false;
    running_launch running;
    void *arguments, *made = a->packet ? NULL : new_packet(l, &pages);
    gisa_status status = a->packet || made ? place_arguments(l, &arguments) : GISA_STATUS_NO_MEMORY;
    if (status) {
        if (made && pages)
            gisa_machine_unmap(m, made);
        machine_retire(m, made, pages);
        return status;
    }
    l->packet = a->packet ? (void *)(uintptr_t)a->packet : made;
    if (made)
        fill_packet(l, made);
    status = map_also(m, l->packet, 64, "the dispatch packet", &packet);
    status = status ? status : make_scratch(l, &scratch);
    l->device = m->device;
    l->device.tiny_count = count_of(l, "tininess");
    l->device.counts_samples = l->asked->models;
    for (unsigned i = 0; i < SAMPLE_MODEL_COUNT; i++)
        l->device.sample_counts[i] = count_of(l, sample_model_name((sample_model)i));
    machine_begin_launch(m, &running);
    status = status ? status : put_to_work(l);
    machine_end_launch(m, &running, l->result->end != GISA_END_ENDED);
    if (packet || (made && pages))
        gisa_machine_unmap(m, l->packet);
    if (l->scratch)
        gisa_machine_unmap(m, l->scratch);
    if (arguments)
        gisa_machine_unmap(m, arguments);
    machine_retire(m, made, pages); /* another launch may have found them and look at them still */
    machine_retire(m, arguments, 0);
    machine_retire(m, l->scratch, scratch);
    return status;
}

static gisa_status run_asked(gisa_machine *m, const gisa_launch *asked, gisa_result *result) {
    launch l = {.machine = m, .asked = asked, .result = result};
    gisa_status status;
    memset(result, 0, sizeof *result);
    if (!host_is_little_endian())
        return refuse(&l, EMULATOR_NEEDS, 0, 0);
    l.threads = asked->threads ? asked->threads < 256 ? asked->threads : 256 : 1;
    if (asked->observer)
        l.threads = 1;
    pthread_mutex_init(&l.lock, NULL);
    status = read_head(&l);
    status = status ? status : check(&l);
    status = status ? status : run(&l);
    if (result->end == GISA_END_ENDED && launch_is_stopped(asked))
        launch_cut(&l, GISA_END_STOPPED, NULL, NULL, 0);
    result->instructions = atomic_load(&l.instructions);
    result->waits = atomic_load(&l.waits);
    result->resident = l.resident;
    pthread_mutex_destroy(&l.lock);
    return status;
}

gisa_status gisa_machine_run(gisa_machine *m, const gisa_launch *asked, gisa_result *result) {
    if (!m || !asked || !result || !asked->descriptor)
        return GISA_STATUS_BAD_ARGUMENT;
    const uint64_t floats = host_floats_begin();
    const gisa_status status = run_asked(m, asked, result);
    host_floats_end(floats);
    return status;
}

/* ---- on a thread of its own ------------------------------------------------------------------ */

typedef struct started {
    pool_job job;
    gisa_machine *machine;
    const gisa_launch *asked;
    gisa_result *result;
    void (*done)(void *ctx, gisa_status status);
    void *ctx;
} started;

static void run_started(pool_job *job) {
    started s = *(started *)job;
    gisa_status status;
    free(job);
    status = gisa_machine_run(s.machine, s.asked, s.result);
    if (s.done)
        s.done(s.ctx, status);
    pthread_mutex_lock(&s.machine->lock);
    s.machine->started--;
    pthread_cond_broadcast(&s.machine->idle);
    pthread_mutex_unlock(&s.machine->lock);
}

gisa_status gisa_machine_start(gisa_machine *m, const gisa_launch *asked, gisa_result *result,
                               void (*done)(void *ctx, gisa_status status), void *ctx) {
    started *s;
    if (!m || !asked || !result)
        return GISA_STATUS_BAD_ARGUMENT;
    s = malloc(sizeof *s);
    if (!s)
        return GISA_STATUS_NO_MEMORY;
    *s = (started){{.work = run_started, .wanted = 1}, m, asked, result, done, ctx};
    pthread_mutex_lock(&m->lock);
    m->started++;
    pthread_mutex_unlock(&m->lock);
    if (pool_offer(m->pool, &s->job))
        return GISA_OK;
    pthread_mutex_lock(&m->lock);
    m->started--;
    pthread_mutex_unlock(&m->lock);
    free(s);
    return GISA_STATUS_NO_MEMORY;
}

void gisa_machine_wait(gisa_machine *m) {
    pthread_mutex_lock(&m->lock);
    while (m->started)
        pthread_cond_wait(&m->idle, &m->lock);
    pthread_mutex_unlock(&m->lock);
}
