/* SPDX-License-Identifier: MIT */
/* What all layouts of images share: which kind an image has, and addresses in rows. */
#include "layout.h"

#include <string.h>

#include "gen/gcn_facts.h"

static unsigned parity(uint64_t x) {
    for (unsigned shift = 32; shift; shift /= 2)
        x ^= x >> shift;
    return x & 1;
}

uint32_t layout_number(const layout_bits *bits, unsigned count, uint64_t coordinates) {
    uint32_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= parity(bits[i] & coordinates) << i;
    return number;
}

bool layout_read(image_layout *l, const layout_request *r) {
    memset(l, 0, sizeof *l);
    l->size = r->size;
    l->log2_samples = r->log2_samples;
    l->levels = r->levels;
    return r->isa->number_tables[GCN_TABLE_SWIZZLE_MODE].rows ? layout_blocks(l, r) : layout_tiles(l, r);
}

static uint64_t place_in_rows(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y,
                              uint32_t z) {
    return v->offset + v->slice_size * z + ((uint64_t)y * v->pitch + x) * l->size;
}

uint64_t layout_place(const image_layout *l, unsigned level, uint32_t x, uint32_t y, uint32_t z,
                      unsigned sample) {
    const layout_level *v = &l->level[level];
    switch (v->kind) {
    case LAYOUT_ROWS: return place_in_rows(l, v, x, y, z);
    case LAYOUT_BLOCKS: return layout_place_in_blocks(l, v, x, y, z, sample);
    default: return layout_place_in_tiles(l, v, x, y, z, sample);
    }
}
