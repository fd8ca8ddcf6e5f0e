/* SPDX-License-Identifier: MIT */
/* Machines: memory that kernels may use, and where an address is. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The upper halves of addresses that are LDS and private memory when an instruction takes any address. No host gives its
 * programs memory there. */
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

static void free_old(gisa_machine *m) {
    while (m->old_count)
        free(m->old[--m->old_count]);
}

void gisa_machine_free(gisa_machine *m) {
    if (!m)
        return;
    while (m->loaded)
        gisa_machine_unload(m, m->loaded);
    for (size_t i = 0; i < m->map_count; i++)
        free(m->maps[i].name);
    pool_free(m->pool);
    free_old(m);
    free(m->old);
    free(m->regions);
    free(m->maps);
    free(m->queue);
    free(m->device.gds);
    pthread_cond_destroy(&m->idle);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

/* ---- the map ------------------------------------------------------------------------------ */

/* Index of the first map that ends behind `address`. */
static size_t map_behind(const gisa_machine *m, uint64_t address) {
    size_t low = 0, high = m->map_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->maps[middle].start + m->maps[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Gives waves the map as it is now. */
static bool publish(gisa_machine *m) {
    gisa_region *regions = malloc((m->map_count + 1) * sizeof *regions);
    void **old = realloc(m->old, (m->old_count + 1) * sizeof *old);
    m->old = old ? old : m->old;
    if (!regions || !old) {
        free(regions);
        return false;
    }
    for (size_t i = 0; i < m->map_count; i++)
        regions[i] = (gisa_region){m->maps[i].start, m->maps[i].size};
    m->old[m->old_count++] = m->regions;
    m->regions = regions;
    if (!m->running)
        free_old(m);
    return true;
}

void gisa_machine_begin_launch(gisa_machine *m, gisa_device *device) {
    pthread_mutex_lock(&m->lock);
    m->running++;
    device->regions = m->regions;
    device->region_count = m->map_count;
    pthread_mutex_unlock(&m->lock);
}

void gisa_machine_end_launch(gisa_machine *m) {
    pthread_mutex_lock(&m->lock);
    if (!--m->running)
        free_old(m);
    pthread_mutex_unlock(&m->lock);
}

static gisa_status insert(gisa_machine *m, uint64_t start, uint64_t size, const char *name) {
    size_t at = map_behind(m, start);
    if (at < m->map_count && m->maps[at].start < start + size)
        return GISA_BAD_ARGUMENT;
    if (m->map_count == m->map_room) {
        mapped *grown = realloc(m->maps, (2 * m->map_room + 8) * sizeof *grown);
        if (!grown)
            return GISA_NO_MEMORY;
        m->maps = grown;
        m->map_room = 2 * m->map_room + 8;
    }
    memmove(&m->maps[at + 1], &m->maps[at], (m->map_count - at) * sizeof *m->maps);
    m->maps[at] = (mapped){start, size, name ? strdup(name) : NULL};
    m->map_count++;
    return publish(m) ? GISA_OK : GISA_NO_MEMORY;
}

gisa_status gisa_machine_map(gisa_machine *m, void *start, size_t size, const char *name) {
    gisa_status status;
    if (!m || !start || !size || (uint64_t)(uintptr_t)start + size < size)
        return GISA_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    status = insert(m, (uintptr_t)start, size, name);
    pthread_mutex_unlock(&m->lock);
    return status;
}

gisa_status gisa_machine_unmap(gisa_machine *m, void *start) {
    gisa_status status = GISA_END;
    size_t at;
    if (!m)
        return GISA_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    at = map_behind(m, (uintptr_t)start);
    if (at < m->map_count && m->maps[at].start == (uintptr_t)start) {
        free(m->maps[at].name);
        memmove(&m->maps[at], &m->maps[at + 1], (--m->map_count - at) * sizeof *m->maps);
        status = publish(m) ? GISA_OK : GISA_NO_MEMORY;
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

/* ---- where an address is ------------------------------------------------------------------- */

static void name_of(const mapped *map, char *text, size_t room) {
    if (map->name)
        snprintf(text, room, "%s (%llu bytes)", map->name, (unsigned long long)map->size);
    else
        snprintf(text, room, "the %llu bytes at 0x%llx", (unsigned long long)map->size,
                 (unsigned long long)map->start);
}

/* Farther away than this an address has nothing to do with what is mapped. */
enum { NEAR = 1 << 20 };

void gisa_machine_describe(gisa_machine *m, uint64_t address, char *text, size_t room) {
    char name[120];
    pthread_mutex_lock(&m->lock);
    size_t at = map_behind(m, address);
    const mapped *after = at < m->map_count ? &m->maps[at] : NULL, *before = at ? &m->maps[at - 1] : NULL;
    uint64_t behind = before ? address - (before->start + before->size) : UINT64_MAX;
    uint64_t ahead = after && address < after->start ? after->start - address : UINT64_MAX;
    if (after && address >= after->start) {
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
