/* SPDX-License-Identifier: MIT */
/* Machines: memory that kernels may use, and where an address is. */
#include "machine.h"
#include "core/models.h"
#include "scratch.h"
#include "waves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The upper halves of addresses that are LDS and private memory when an instruction takes any
 * address. No host gives its programs memory there. */
#define SHARED_APERTURE UINT64_C(0x1000000000000)
#define PRIVATE_APERTURE UINT64_C(0x2000000000000)
enum { GDS_SIZE = 65536 };

/* amd_queue_t: the upper halves of the apertures. */
enum { QUEUE_SIZE = 256, QUEUE_SHARED = 0x40, QUEUE_PRIVATE = 0x44 };

gisa_machine *gisa_machine_new(const gisa_isa *isa) {
    gisa_machine *m;
    if (!isa || strcmp(gisa_family(isa), "gcn") != 0 || !(m = calloc(1, sizeof *m)))
        return NULL;
    m->isa = isa;
    m->device.machine = m;
    m->device.map = &m->map;
    m->device.sync = &m->sync;
    m->device.shared_aperture = SHARED_APERTURE;
    m->device.private_aperture = PRIVATE_APERTURE;
    m->device.gds = aligned_alloc(64, GDS_SIZE);
    m->device.gds_size = GDS_SIZE;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->idle, NULL);
    m->pool = pool_new();
    m->queue = aligned_alloc(64, QUEUE_SIZE);
    if (!m->device.gds || !m->pool || !m->queue || gisa_machine_map(m, m->queue, QUEUE_SIZE, "the queue")) {
        gisa_machine_free(m);
        return NULL;
    }
    memset(m->device.gds, 0, GDS_SIZE);
    memset(m->queue, 0, QUEUE_SIZE);
    m->queue[QUEUE_SHARED + 2] = SHARED_APERTURE >> 48;
    m->queue[QUEUE_PRIVATE + 2] = PRIVATE_APERTURE >> 48;
    return m;
}

static void give_back(const retired *r) {
    if (r->scratch_size)
        scratch_free(r->block, r->scratch_size);
    else
        free(r->block);
}

/* What launches that run now cannot have seen, or all. */
static void free_old(gisa_machine *m) {
    uint64_t first = UINT64_MAX;
    size_t kept = 0;
    for (const running_launch *l = m->running; l; l = l->next)
        first = l->begun < first ? l->begun : first;
    for (size_t i = 0; i < m->old_count; i++)
        if (m->old[i].gone > first)
            m->old[kept++] = m->old[i];
        else
            give_back(&m->old[i]);
    m->old_count = kept;
}

/* Room for one more; false: no memory. */
static bool old_room(gisa_machine *m) {
    retired *grown;
    if (m->old_count < m->old_room)
        return true;
    grown = realloc(m->old, (2 * m->old_room + 8) * sizeof *grown);
    if (!grown)
        return false;
    m->old = grown;
    m->old_room = 2 * m->old_room + 8;
    return true;
}

void machine_retire(gisa_machine *m, void *block, size_t scratch_size) {
    if (!block)
        return;
    pthread_mutex_lock(&m->lock);
    if (old_room(m))
        m->old[m->old_count++] = (retired){block, scratch_size, ++m->time};
    free_old(m); /* without room for it the block is lost: that is better than gone too early */
    pthread_mutex_unlock(&m->lock);
}

void gisa_machine_free(gisa_machine *m) {
    if (!m)
        return;
    while (m->loaded)
        gisa_machine_unload(m, m->loaded);
    if (m->translator)
        m->translator->ends(m->translator);
    for (size_t i = 0; i < m->map_count; i++)
        free(m->maps[i].name);
    pool_free(m->pool);
    waves_free(m);
    free_old(m);
    free(m->old);
    free(m->map);
    free(m->maps);
    free(m->queue);
    free(m->device.gds);
    pthread_cond_destroy(&m->idle);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

/* The options that the engine looks at while it runs. */
static void choose_models(gisa_machine *m) {
    m->device.tiny_before = models_is_chosen(m->isa, m->model, "tininess", "before");
    m->device.d16_keeps = models_is_chosen(m->isa, m->model, "d16_upper", "keep");
    for (unsigned i = 0; i < SAMPLE_MODEL_COUNT; i++) {
        int number = models_named(m->isa, sample_model_name((sample_model)i));
        m->device.sample_models.option[i] = number < 0 ? 0 : m->model[number];
    }
}

gisa_status gisa_machine_choose(gisa_machine *m, const char *name, const char *option) {
    if (!m || !models_choose(m->isa, m->model, name, option))
        return GISA_STATUS_BAD_ARGUMENT;
    choose_models(m);
    return GISA_OK;
}

gisa_status gisa_machine_set_border_palette(gisa_machine *m, uint64_t address) {
    enum { ALIGNED = 256 };
    if (!m || !address || address % ALIGNED)
        return GISA_STATUS_BAD_ARGUMENT;
    m->device.border_palette = address;
    return GISA_OK;
}

/* ---- the map ------------------------------------------------------------------------------ */

/* Index of the first map that ends after `address`. */
static size_t map_behind(const gisa_machine *m, uint64_t address) {
    size_t low = 0, high = m->map_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->maps[middle].at.start + m->maps[middle].at.size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Gives waves the map as it is now. */
static bool publish(gisa_machine *m) {
    gisa_map *map = malloc(sizeof *map + m->map_count * sizeof *map->regions);
    if (!map || !old_room(m)) {
        free(map);
        return false;
    }
    map->count = m->map_count;
    for (size_t i = 0; i < m->map_count; i++)
        map->regions[i] = m->maps[i].at;
    m->old[m->old_count++] = (retired){m->map, 0, ++m->time};
    __atomic_store_n(&m->map, map, __ATOMIC_RELEASE);
    free_old(m);
    return true;
}

void machine_begin_launch(gisa_machine *m, running_launch *l) {
    pthread_mutex_lock(&m->lock);
    l->begun = m->time;
    l->next = m->running;
    m->running = l;
    pthread_mutex_unlock(&m->lock);
}

void machine_end_launch(gisa_machine *m, running_launch *l, bool cut) {
    running_launch **at = &m->running;
    pthread_mutex_lock(&m->lock);
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    free_old(m);
    if (cut && !m->running) /* its waves may have been waiting */
        memset(m->sync.gws, 0, sizeof m->sync.gws);
    pthread_mutex_unlock(&m->lock);
}

static void take_out(gisa_machine *m, size_t at) {
    free(m->maps[at].name);
    memmove(&m->maps[at], &m->maps[at + 1], (--m->map_count - at) * sizeof *m->maps);
}

/* Without memory for a new map: the region is empty in the one that there is, until another
   replaces it. */
static void empty_region(gisa_map *map, uint64_t address) {
    for (size_t i = 0; i < map->count; i++)
        if (map->regions[i].start == address)
            __atomic_store_n(&map->regions[i].size, 0, __ATOMIC_RELAXED);
}

static gisa_status insert(gisa_machine *m, gisa_region region, const char *name) {
    size_t at = map_behind(m, region.start);
    if (at < m->map_count && m->maps[at].at.start < region.start + region.size)
        return GISA_STATUS_BAD_ARGUMENT;
    if (m->map_count == m->map_room) {
        mapped *grown = realloc(m->maps, (2 * m->map_room + 8) * sizeof *grown);
        if (!grown)
            return GISA_STATUS_NO_MEMORY;
        m->maps = grown;
        m->map_room = 2 * m->map_room + 8;
    }
    memmove(&m->maps[at + 1], &m->maps[at], (m->map_count - at) * sizeof *m->maps);
    m->maps[at] = (mapped){region, name ? strdup(name) : NULL};
    m->map_count++;
    if (publish(m))
        return GISA_OK;
    take_out(m, at);
    return GISA_STATUS_NO_MEMORY;
}

gisa_status gisa_machine_map_guarded(gisa_machine *m, uint64_t address, void *start, size_t size,
                                     size_t writable, size_t writable_size, const char *name) {
    uint64_t host = (uintptr_t)start;
    gisa_status status;
    if (!m || !start || !size || host + size < size || address + size < size || writable > size ||
        writable_size > size - writable)
        return GISA_STATUS_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    status = insert(m, (gisa_region){address, size, host - address, {writable, writable_size}}, name);
    pthread_mutex_unlock(&m->lock);
    return status;
}

/* A program may have unmapped memory that it had shared, without telling, and the host gives such
 * addresses out again: others are asked for then, ever farther below. */
static uint8_t *find_pages(gisa_machine *m, size_t size, const char *name, void *usual) {
    enum { TRIES = 25, STEP = 20 }; /* up to 2^44 bytes below the first one */
    uint8_t *memory = scratch_new(usual, size);
    const uintptr_t first = (uintptr_t)memory;
    gisa_status status = GISA_STATUS_BAD_ARGUMENT;
    for (unsigned i = 0; memory && i < TRIES && status == GISA_STATUS_BAD_ARGUMENT; i++) {
        status = gisa_machine_map(m, memory, size, name);
        if (status == GISA_OK)
            return memory;
        scratch_free(memory, size);
        memory = scratch_new((void *)(first - ((uintptr_t)1 << (STEP + i))), size);
    }
    scratch_free(memory, size);
    return NULL;
}

uint8_t *machine_pages(gisa_machine *m, size_t size, const char *name, void **usual) {
    void *at = NULL;
    uint8_t *memory;
    pthread_mutex_lock(&m->lock);
    at = usual ? *usual : NULL;
    pthread_mutex_unlock(&m->lock);
    memory = find_pages(m, size, name, at);
    if (!usual || !memory)
        return memory;
    pthread_mutex_lock(&m->lock);
    *usual = memory;
    pthread_mutex_unlock(&m->lock);
    return memory;
}

gisa_status gisa_machine_map_at(gisa_machine *m, uint64_t address, void *start, size_t size,
                                const char *name) {
    return gisa_machine_map_guarded(m, address, start, size, 0, size, name);
}

gisa_status gisa_machine_map(gisa_machine *m, void *start, size_t size, const char *name) {
    return gisa_machine_map_at(m, (uintptr_t)start, start, size, name);
}

gisa_status gisa_machine_unmap_at(gisa_machine *m, uint64_t address) {
    gisa_status status = GISA_STATUS_END;
    size_t at;
    if (!m)
        return GISA_STATUS_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    at = map_behind(m, address);
    if (at < m->map_count && m->maps[at].at.start == address) {
        take_out(m, at);
        if (!publish(m))
            empty_region(m->map, address);
        status = GISA_OK;
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

gisa_status gisa_machine_unmap(gisa_machine *m, void *start) {
    return gisa_machine_unmap_at(m, (uintptr_t)start);
}

/* ---- the host ------------------------------------------------------------------------------ */

static bool take_message(gcn_wave *w, uint32_t message) {
    const gisa_host *host = &w->device->machine->host;
    return host->message && host->message(host->ctx, message, w->scalar.w[CODE_M0]);
}

static uint64_t read_clock(const gisa_device *device, unsigned which) {
    const gisa_host *host = &device->machine->host;
    return host->clock(host->ctx, which);
}

void gisa_machine_set_host(gisa_machine *m, const gisa_host *host) {
    m->host = host ? *host : (gisa_host){0};
    m->device.message = m->host.message ? take_message : NULL;
    m->device.clock = m->host.clock ? read_clock : NULL;
}

const gisa_isa *gisa_machine_isa(const gisa_machine *m) {
    return m->isa;
}

void gisa_machine_apertures(const gisa_machine *m, uint64_t *shared, uint64_t *private_) {
    *shared = m->device.shared_aperture;
    *private_ = m->device.private_aperture;
}

/* ---- where an address is ------------------------------------------------------------------- */

size_t machine_read(gisa_machine *m, uint64_t address, void *to, size_t size) {
    size_t at, left = 0;
    pthread_mutex_lock(&m->lock);
    at = map_behind(m, address);
    if (at < m->map_count && m->maps[at].at.start <= address) {
        const gisa_region *r = &m->maps[at].at;
        left = (size_t)(r->size - (address - r->start));
        left = left < size ? left : size;
        memcpy(to, (const void *)(uintptr_t)(address + r->shift), left);
    }
    pthread_mutex_unlock(&m->lock);
    return left;
}

size_t gisa_machine_read(gisa_machine *m, uint64_t address, void *to, size_t size) {
    return m && to ? machine_read(m, address, to, size) : 0;
}

gisa_status gisa_machine_mapped_at(gisa_machine *m, uint64_t address, uint64_t *start, uint64_t *size,
                                   const char **name) {
    gisa_status status = GISA_STATUS_END;
    size_t at;
    if (!m)
        return GISA_STATUS_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    at = map_behind(m, address);
    if (at < m->map_count && m->maps[at].at.start <= address) {
        status = GISA_OK;
        *start = m->maps[at].at.start;
        *size = m->maps[at].at.size;
        *name = m->maps[at].name;
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

static void name_of(const mapped *map, char *text, size_t room) {
    if (map->name)
        snprintf(text, room, "%s (%llu bytes)", map->name, (unsigned long long)map->at.size);
    else
        snprintf(text, room, "the %llu bytes at 0x%llx", (unsigned long long)map->at.size,
                 (unsigned long long)map->at.start);
}

/* Farther away than this an address has nothing to do with what is mapped. */
enum { NEAR = 1 << 20 };

void machine_describe(gisa_machine *m, uint64_t address, char *text, size_t room) {
    char name[120];
    pthread_mutex_lock(&m->lock);
    size_t at = map_behind(m, address);
    const mapped *after = at < m->map_count ? &m->maps[at] : NULL, *before = at ? &m->maps[at - 1] : NULL;
    uint64_t behind = before ? address - (before->at.start + before->at.size) : UINT64_MAX;
    uint64_t ahead = after && address < after->at.start ? after->at.start - address : UINT64_MAX;
    if (after && address >= after->at.start) {
        name_of(after, name, sizeof name);
        snprintf(text, room, "in %s", name);
    } else if (address < 4096)
        snprintf(text, room, "a null pointer");
    else if (behind <= ahead && behind < NEAR) {
        name_of(before, name, sizeof name);
        snprintf(text, room, "%llu bytes past the end of %s", (unsigned long long)behind, name);
    } else if (ahead < NEAR) {
        name_of(after, name, sizeof name);
        snprintf(text, room, "%llu bytes before %s", (unsigned long long)ahead, name);
    } else
        snprintf(text, room, "nothing is mapped near it");
    pthread_mutex_unlock(&m->lock);
}
