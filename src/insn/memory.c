/* SPDX-License-Identifier: MIT */
/* Where an element of memory is: LDS and GDS, private memory, global memory, and flat addresses
 * that may be any of them. What is out of bounds becomes a copy that reads as zero and is written
 * nowhere. */
#include <string.h>

#include "body.h"

static uint64_t private_byte(const gisa_copy *c, uint32_t i) {
    uint64_t p = c->address + i;
    return p / 4 * 4 * GISA_LANES + c->lane * 4 + p % 4;
}

static void write_back(gcn_wave *w, gisa_copy *c) {
    for (uint32_t i = 0; i < c->size; i++)
        w->scratch[private_byte(c, i)] = c->bytes[i];
    c->size = 0;
}

void element_copies_back(gcn_wave *w) {
    for (size_t i = 0; i < sizeof w->copy / sizeof *w->copy; i++)
        write_back(w, &w->copy[i]);
    w->next_copy = 0;
}

/* The oldest copy, cleared. */
static gisa_copy *new_copy(gcn_wave *w) {
    gisa_copy *c = &w->copy[w->next_copy++ % (sizeof w->copy / sizeof *w->copy)];
    write_back(w, c);
    memset(c, 0, sizeof *c);
    return c;
}

static void note(const gcn_wave *w, gisa_wave_space space, uint32_t lane, uint64_t address, uint32_t size) {
    if (w->traffic)
        traffic_add(w->traffic, address, size, lane, (uint8_t)space);
}

/* Whose access it is: a lane's, or the wave's. Bodies that go through memory lane by lane work on
   the first one. */
static uint32_t lane_of(const gcn_wave *w, const gisa_lane *lane) {
    if (!w->op->vector)
        return GISA_WAVE_ALL;
    return lane ? lane->number : w->op->body->memory ? w->lane[0].number : GISA_WAVE_ALL;
}

void element_note_outside(const gcn_wave *w, gisa_wave_space space, const gisa_lane *lane, uint64_t address,
                          uint32_t size) {
    if (w->traffic && w->traffic->outside && w->fault.kind == GISA_FAULT_NONE)
        traffic_note(w->traffic->outside, (gisa_wave_access){.address = address,
                                                             .size = size,
                                                             .lane = lane_of(w, lane),
                                                             .space = (uint8_t)space});
}

void *element_nowhere(gcn_wave *w) {
    return new_copy(w)->bytes;
}

/* After a fault nothing else is read or written. */
static bool faulted(const gcn_wave *w) {
    return w->fault.kind != GISA_FAULT_NONE;
}

/* Of a lane's access; scalar ones are the wave's. */
static void *fault(gcn_wave *w, const gisa_lane *lane, gisa_fault_kind kind, uint64_t address,
                   uint32_t size) {
    if (!faulted(w)) {
        element_note_outside(w, GISA_WAVE_SPACE_MEMORY, lane, address, size);
        wave_raise(w, kind, address);
        w->fault.size = size;
        w->fault.lane = w->op->vector ? lane->number : w->fault.lane;
    }
    return element_nowhere(w);
}

static bool fits(uint64_t address, uint32_t size, uint64_t limit) {
    return address <= limit && size <= limit - address;
}

/* Three dwords are aligned as four: CLRX, LLVM. */
static uint64_t align_down(uint64_t address, uint32_t size) {
    return address & ~(uint64_t)(size == 12 ? 15 : size - 1);
}

/* The address that the LDS hardware makes of `address`: it is 32 bits wide from gfx7 on; up to gfx8
 * the low bits of an element's address are dropped, on gfx9 those of atomic operations alone. */
static uint64_t lds_address(const gcn_wave *w, uint64_t address, uint32_t size, bool atomic) {
    if (w->lds_wraps)
        address = (uint32_t)address;
    return atomic || w->lds_aligned ? align_down(address, size) : address;
}

/* M0 limits addresses that come from registers: up to gfx8 in the LDS, always in the GDS. */
void *element_lds(gcn_wave *w, uint64_t address, uint32_t size, bool atomic) {
    uint64_t limit = w->group->lds_size;
    if (w->op->gds)
        return element_gds(w, address, size, atomic);
    if (w->lds_m0_limit && w->op->address_count && w->scalar.w[CODE_M0] < limit)
        limit = w->scalar.w[CODE_M0];
    address = lds_address(w, address, size, atomic);
    if (!fits(address, size, limit) || faulted(w)) {
        element_note_outside(w, GISA_WAVE_SPACE_LDS, NULL, address, size);
        return element_nowhere(w);
    }
    note(w, GISA_WAVE_SPACE_LDS, lane_of(w, NULL), address, size);
    return w->group->lds + address;
}

/* M0 = {base, size} in bytes. */
void *element_gds(gcn_wave *w, uint64_t address, uint32_t size, bool atomic) {
    uint64_t base = w->scalar.w[CODE_M0] >> 16,
             limit = w->op->address_count ? w->scalar.w[CODE_M0] & 0xffff : UINT32_MAX;
    address = lds_address(w, address, size, atomic);
    if (!fits(address, size, limit))
        return element_nowhere(w);
    address = atomic ? align_down(address + base, size) : address + base;
    if (!fits(address, size, w->device->gds_size) || faulted(w))
        return element_nowhere(w);
    note(w, GISA_WAVE_SPACE_GDS, lane_of(w, NULL), address, size);
    return w->device->gds + address;
}

static bool is_in(const gisa_region *r, uint64_t address, uint32_t size) {
    return address >= r->start && fits(address - r->start, size, r->size);
}

/* The last region that begins at the address or before it. */
static const gisa_region *find_region(const gisa_device *device, uint64_t address) {
    const gisa_map *map = __atomic_load_n(device->map, __ATOMIC_ACQUIRE);
    size_t low = 0, high = map->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->regions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &map->regions[low - 1] : NULL;
}

/* All of it is where the kernel says and may be written, so that a wave may remember it as near. */
static bool is_plain(const gisa_region *r) {
    return !r->shift && r->writable.size == r->size;
}

/* Whether the instruction may do this: whether it writes memory at all, the spec says. */
static bool is_allowed(const gcn_wave *w, const gisa_region *r, uint64_t address, uint32_t size) {
    uint64_t at = address - r->start - r->writable.start;
    return r->writable.size == r->size || fits(at, size, r->writable.size) ||
           !(w->isa->forms[w->op->form].writes & GISA_STATE_MEMORY);
}

bool element_go_near(const gcn_wave *w, uint64_t address, gisa_span *near) {
    const gisa_region *found = find_region(w->device, address);
    if (!found || !is_in(found, address, 1) || !is_plain(found))
        return false;
    *near = (gisa_span){found->start, found->size};
    return true;
}

void *element_mem(gcn_wave *w, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic) {
    const gisa_device *device = w->device;
    const gisa_region *found;
    if (faulted(w))
        return element_nowhere(w);
    if (atomic && address % size)
        return fault(w, lane, GISA_FAULT_ALIGNMENT, address, size);
    found = find_region(device, address);
    if (!found || !is_in(found, address, size))
        return fault(w, lane, GISA_FAULT_ADDRESS, address, size);
    if (!is_allowed(w, found, address, size))
        return fault(w, lane, GISA_FAULT_READ_ONLY, address, size);
    if (is_plain(found) && !w->traffic)
        w->near = (gisa_span){found->start, found->size};
    note(w, GISA_WAVE_SPACE_MEMORY, lane_of(w, lane), address, size);
    return (void *)(uintptr_t)(address + found->shift);
}

/* In the buffer that SBASE describes: its base, stride and number of records. What does not lie in
 * it reads as zero and is not written. Hardware may read the dword at the end of the buffer
 * instead. */
void *element_sbuffer(gcn_wave *w, const gisa_lane *lane, uint64_t offset, uint32_t size, bool atomic) {
    const uint32_t *v = lane->op_SBASE.w;
    uint64_t base = v[0] | (uint64_t)(v[1] & 0xffff) << 32, stride = v[1] >> 16 & 0x3fff;
    uint64_t limit = stride ? stride * v[2] : v[2];
    return fits(offset, size, limit) ? element_mem(w, lane, (base + offset) & ~UINT64_C(3), size, atomic)
                                     : element_nowhere(w);
}

void *element_scratch(gcn_wave *w, const gisa_lane *lane, uint64_t address, uint32_t size) {
    gisa_copy *c;
    if (faulted(w))
        return element_nowhere(w);
    if (!fits(address, size, w->scratch_size))
        return fault(w, lane, GISA_FAULT_ADDRESS, address, size);
    note(w, GISA_WAVE_SPACE_PRIVATE, lane->number, address, size);
    c = new_copy(w);
    c->address = address;
    c->lane = lane->number;
    c->size = size;
    for (uint32_t i = 0; i < size; i++)
        c->bytes[i] = w->scratch[private_byte(c, i)];
    return c->bytes;
}

void *element_flat(gcn_wave *w, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic) {
    uint64_t aperture = address >> 32, low = (uint32_t)address;
    if (aperture == w->device->shared_aperture >> 32) {
        uint64_t at = lds_address(w, low, size, atomic);
        if (fits(at, size, w->group->lds_size) && !faulted(w)) {
            note(w, GISA_WAVE_SPACE_LDS, lane_of(w, lane), at, size);
            return w->group->lds + at;
        }
        return fault(w, lane, GISA_FAULT_ADDRESS, address, size);
    }
    if (aperture == w->device->private_aperture >> 32) {
        if (atomic)
            return fault(w, lane, GISA_FAULT_PRIVATE, address, size);
        return element_scratch(w, lane, low, size);
    }
    return element_mem(w, lane, address, size, atomic);
}
