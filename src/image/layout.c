/* SPDX-License-Identifier: MIT */
/* What all layouts of images share: which kind an image has, and addresses in rows. */
#include "layout.h"

#include <string.h>

#include "core/names.h"
#include "gen/gcn_facts.h"

static unsigned parity(uint64_t x) {
    static const unsigned of_four_bits = 0x6996;
    for (unsigned shift = 32; shift > 2; shift /= 2)
        x ^= x >> shift;
    return of_four_bits >> (x & 15) & 1;
}

uint32_t layout_number(const layout_bits *bits, unsigned count, uint64_t coordinates) {
    uint32_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= parity(bits[i] & coordinates) << i;
    return number;
}

static field part(const gisa_isa *isa, unsigned id) {
    const pack_part *p = names_part(isa, id);
    return p ? p->low : (field){0, 0};
}

#define TILE(NAME) part(isa, GCN_PART_TILE_REGISTER_##NAME)
#define MACRO(NAME) part(isa, GCN_PART_MACRO_REGISTER_##NAME)
#define CHANNEL(NAME) part(isa, GCN_PART_ADDR_REGISTER_##NAME)

void layout_rules_init(layout_rules *rules, const gisa_isa *isa) {
    *rules = (layout_rules){
        .isa = isa,
        .chip = (unsigned)gisa_fact(isa, "image_chip", 0),
        .array_mode = TILE(array_mode),
        .pipe_config = TILE(pipe_config),
        .tile_split = TILE(tile_split),
        .micro = TILE(micro),
        .sample_split = TILE(sample_split),
        .bank_width = TILE(bank_width),
        .bank_height = TILE(bank_height),
        .aspect = TILE(aspect),
        .banks = TILE(banks),
        .macro_width = MACRO(bank_width),
        .macro_height = MACRO(bank_height),
        .macro_aspect = MACRO(aspect),
        .macro_banks = MACRO(banks),
        .row_size = CHANNEL(row_size),
        .channel_pipes = CHANNEL(pipes),
        .channel_engines = CHANNEL(engines),
        .channel_banks = CHANNEL(banks),
    };
}

bool layout_read(image_layout *l, const layout_request *r) {
    memset(l, 0, sizeof *l);
    l->size = r->size;
    l->log2_samples = r->log2_samples;
    l->levels = r->levels;
    return r->rules->isa->number_tables[GCN_TABLE_SWIZZLE_MODE].rows ? layout_blocks(l, r)
                                                                     : layout_tiles(l, r);
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
