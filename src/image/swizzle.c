/* SPDX-License-Identifier: MIT */
/* Layouts of gfx9: rows, and blocks of 256 bytes, 4 KB or 64 KB. Each bit of a byte's place in a
 * block is an XOR of bits of coordinates: an order of the element's bits, and memory channels that
 * take turns. All levels of a slice share one grid of blocks; the smallest ones share a block, the
 * mip tail. */
#include <string.h>

#include "core/names.h"
#include "gen/gcn_facts.h"
#include "layout.h"

enum { INTERLEAVE_BITS = 8, COORDINATE_BITS = 16, ADDRESS_BITS = 64, TAIL_LEVELS = 16, TAIL_FIRST = 20 };

/* The columns of SWIZZLE_MODE, and what they hold. */
enum { LOG2_BLOCK, ORDER, ORDER_OF_3D, THICK, TURNS };
enum { ORDER_Z };
enum { TURN_NEVER, TURN_IN_BLOCK, TURN_ALWAYS };

enum {
    X_BITS = 0,
    Y_BITS = COORDINATE_BITS,
    Z_BITS = 2 * COORDINATE_BITS,
    SAMPLE_BITS = 3 * COORDINATE_BITS
};

/* ---- rows ------------------------------------------------------------------------------- */

/* Elements of which a whole number fills 256 bytes. */
static uint32_t row_unit(uint32_t size) {
    return 256 / (size & (0 - size));
}

static uint32_t elements(uint32_t texels, uint32_t block) {
    return layout_align(texels, block) / block;
}

/* A single level may have any pitch that holds it (choice: also one that drivers do not make). The
   rows of levels lie one below the other. */
static bool set_rows(image_layout *l, const layout_request *r) {
    uint32_t width = elements(r->width, r->block_width), rows = elements(r->height, r->block_height);
    uint32_t pitch = layout_align(width, row_unit(r->size));
    uint64_t row = 0;
    if (r->levels == 1 && r->pitch >= width)
        pitch = r->pitch;
    for (unsigned i = 0; i < r->levels; i++) {
        layout_level *v = &l->level[i];
        v->kind = LAYOUT_ROWS;
        v->pitch = pitch;
        v->rows = rows;
        v->slices = r->depth;
        v->offset = row * pitch * r->size;
        row += rows;
        rows = rows > 1 ? (rows + 1) / 2 : 1;
    }
    for (unsigned i = 0; i < r->levels; i++)
        l->level[i].slice_size = row * pitch * r->size;
    l->bytes = row * pitch * r->size * r->depth;
    return r->log2_samples == 0;
}

/* ---- the order in a block --------------------------------------------------------------- */

/* Bits of the number of an element, those of the key and then the next ones of each coordinate in
   turn; elements of a block have `count` of them, and the others are those of blocks. */
typedef struct order {
    layout_bits bit[ADDRESS_BITS];
    unsigned count;
} order;

static void add_bit(order *o, layout_bits bit) {
    if (bit && o->count < ADDRESS_BITS)
        o->bit[o->count++] = bit;
}

/* The lowest bit of a coordinate that is not in the order; 0 after the last. */
static layout_bits next_of(const order *o, unsigned coordinate) {
    layout_bits used = 0;
    for (unsigned i = 0; i < o->count; i++)
        used |= o->bit[i];
    for (unsigned i = 0; i < COORDINATE_BITS; i++)
        if (!(used >> (coordinate + i) & 1))
            return UINT64_C(1) << (coordinate + i);
    return 0;
}

static void add_rest(order *o, bool thick) {
    static const uint8_t flat[] = {Y_BITS, X_BITS}, deep[] = {Z_BITS, Y_BITS, X_BITS};
    for (unsigned i = 0; i < 3 * COORDINATE_BITS; i++)
        add_bit(o, next_of(o, thick ? deep[i % 3] : flat[i % 2]));
}

static bool read_order(order *o, const layout_request *r, const int64_t *mode, bool thick) {
    unsigned table = thick ? GCN_TABLE_SWIZZLE_ORDER_3D : GCN_TABLE_SWIZZLE_ORDER,
             log2_size = layout_log2(r->size);
    const int64_t *row =
        names_numbers(r->rules->isa, table, mode[r->is_3d ? ORDER_OF_3D : ORDER] << 4 | log2_size);
    o->count = 0;
    for (unsigned i = 0; i < log2_size; i++)
        o->bit[o->count++] = 0; /* bytes of an element */
    if (mode[ORDER] == ORDER_Z)
        for (unsigned i = 0; i < r->log2_samples; i++)
            add_bit(o, UINT64_C(1) << (SAMPLE_BITS + i));
    for (unsigned i = 0; row && i < r->rules->isa->number_tables[table].columns; i++)
        add_bit(o, (layout_bits)row[i]);
    add_rest(o, thick);
    return row != NULL;
}

/* ---- memory channels -------------------------------------------------------------------- */

/* Bits of channels, and those above them that are XORed with them in the opposite order. */
static void turn(const order *o, unsigned first, unsigned count, bool thick, layout_bits *byte) {
    for (unsigned i = 0; i < count; i++) {
        unsigned from = count - 1 - i, above = first + count;
        byte[first + i] = o->bit[first + i] ^ (thick ? o->bit[above + 2 * from] ^ o->bit[above + 1 + 2 * from]
                                                     : o->bit[above + from]);
    }
}

static uint32_t get(int64_t value, field f) {
    return (uint32_t)field_get((uint64_t)value, f);
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* `o` is cut at the block where channels take turns only in it. */
static bool set_channels(image_layout *l, const layout_request *r, const int64_t *mode, order *o) {
    const int64_t *config = names_numbers(r->rules->isa, GCN_TABLE_ADDR_CONFIG, r->rules->chip);
    layout_block *b = &l->of.block;
    unsigned free = b->log2_size - INTERLEAVE_BITS, pipes, banks;
    if (!config)
        return false;
    pipes =
        smaller(free, get(config[0], r->rules->channel_pipes) + get(config[0], r->rules->channel_engines));
    banks = smaller(free - pipes, get(config[0], r->rules->channel_banks));
    for (unsigned i = b->log2_size; mode[TURNS] == TURN_IN_BLOCK && i < ADDRESS_BITS; i++)
        o->bit[i] = 0;
    turn(o, INTERLEAVE_BITS, pipes, b->thick, b->byte);
    turn(o, INTERLEAVE_BITS + pipes, banks, b->thick, b->byte);
    l->base_bits = (1u << (pipes + banks)) - 1;
    b->swizzle = (r->base & l->base_bits) << INTERLEAVE_BITS;
    if (mode[TURNS] != TURN_ALWAYS || b->thick || r->log2_samples)
        return true;
    for (unsigned i = 0; i < pipes; i++)
        b->slice[INTERLEAVE_BITS + i] = UINT64_C(1) << (Z_BITS + pipes - 1 - i);
    for (unsigned i = 0; i < banks; i++)
        b->slice[INTERLEAVE_BITS + pipes + i] = UINT64_C(1) << (Z_BITS + pipes + banks - 1 - i);
    return true;
}

/* But for Z, a block has a plane for each sample; a sample replaces coordinates where channels do
   not take turns with other blocks. */
static void set_samples(const image_layout *l, const layout_request *r, const int64_t *mode, order *o) {
    for (unsigned i = 0; mode[ORDER] != ORDER_Z && i < r->log2_samples; i++) {
        layout_bits *at = &o->bit[l->of.block.log2_size - r->log2_samples + i];
        *at = (mode[TURNS] == TURN_ALWAYS ? *at : 0) ^ UINT64_C(1) << (SAMPLE_BITS + i);
    }
}

/* ---- blocks ----------------------------------------------------------------------------- */

/* The bits that are left are shared out: width, depth, height get the odd ones in this order. */
static void set_block_size(image_layout *l, const layout_request *r) {
    layout_block *b = &l->of.block;
    unsigned bits = (b->thick ? 10u : 8u) - layout_log2(r->size), more = b->log2_size - (b->thick ? 10u : 8u);
    if (b->thick) {
        b->log2_width = (uint8_t)((bits + 2) / 3 + more / 3);
        b->log2_height = (uint8_t)((bits + 1) / 3 + more / 3 + more % 3 / 2);
        b->log2_depth = (uint8_t)(bits / 3 + more / 3 + (more % 3 != 0));
    } else {
        b->log2_width = (uint8_t)((bits + 1) / 2 + more / 2 - (r->log2_samples + 1u) / 2);
        b->log2_height = (uint8_t)(bits / 2 + more - more / 2 - r->log2_samples / 2);
    }
}

/* ---- levels ----------------------------------------------------------------------------- */

typedef struct size3 {
    uint32_t width, height, depth;
} size3;

enum major { MAJOR_X, MAJOR_Y, MAJOR_Z };

static enum major major_of(const layout_block *b, size3 blocks) {
    if (blocks.width < blocks.height)
        return !b->thick || blocks.height >= blocks.depth ? MAJOR_Y : MAJOR_Z;
    return !b->thick || blocks.width >= blocks.depth ? MAJOR_X : MAJOR_Z;
}

static size3 in_blocks(const layout_block *b, size3 s) {
    return (size3){(s.width + (1u << b->log2_width) - 1) >> b->log2_width,
                   (s.height + (1u << b->log2_height) - 1) >> b->log2_height,
                   (s.depth + (1u << b->log2_depth) - 1) >> b->log2_depth};
}

static uint32_t half(uint32_t n) {
    return (n + 1) / 2;
}

/* The most elements of a level in the mip tail. */
static size3 tail_size(const layout_block *b) {
    size3 s = {1u << b->log2_width, 1u << b->log2_height, 1u << b->log2_depth};
    if (!b->thick || b->log2_size % 3 == 1)
        s.width /= 2;
    else if (b->log2_size % 3 == 0)
        s.height /= 2;
    else
        s.depth /= 2;
    return s;
}

static bool fits(const layout_block *b, size3 s, size3 tail) {
    return s.width <= tail.width && s.height <= tail.height && (!b->thick || s.depth <= tail.depth);
}

/* The first level in the mip tail; the number of levels if there is none. */
static unsigned find_tail(const layout_block *b, size3 s, unsigned levels) {
    size3 tail = tail_size(b);
    unsigned first = 0;
    if (levels == 1)
        return levels;
    for (; first < levels && !fits(b, s, tail); first++) {
        size3 blocks = in_blocks(b, s);
        s.width = layout_half(blocks.width << b->log2_width, 1);
        s.height = layout_half(blocks.height << b->log2_height, 1);
        s.depth = layout_half(blocks.depth << b->log2_depth, 1);
    }
    return first;
}

/* Blocks of all levels of a slice: the second level lies beside the first one, or below it. */
static size3 chain_size(const layout_block *b, size3 blocks, unsigned tail, unsigned levels) {
    unsigned last = smaller(tail, levels - 1);
    if (last == 0)
        return tail == 0 ? (size3){1, 1, blocks.depth} : blocks;
    uint32_t *grown = major_of(b, blocks) == MAJOR_Y ? &blocks.width : &blocks.height;
    uint32_t more = half(*grown);
    *grown += more + (more == 1 && last > 2);
    return blocks;
}

static bool is_small(const layout_block *b, size3 blocks) {
    uint32_t w = blocks.width, h = blocks.height, d = blocks.depth;
    if (!b->thick)
        return w == 1 && h <= 2;
    switch (b->log2_size % 3) {
    case 0: return w <= 2 && h == 1 && d <= 2;
    case 1: return w == 1 && h <= 2 && d <= 2;
    default: return w <= 2 && h <= 2 && d == 1;
    }
}

/* Steps from the start of the level before to that of level `level`. */
static void step(enum major major, unsigned level, size3 blocks, layout_level *v) {
    bool across = level == 1 || level == 3;
    if (across ? major == MAJOR_Y : major == MAJOR_X)
        v->block_x += blocks.width;
    else if (across || major == MAJOR_Y)
        v->block_y += blocks.height;
    else
        v->block_z += blocks.depth;
}

static void set_starts(image_layout *l, size3 blocks, unsigned tail) {
    const layout_block *b = &l->of.block;
    enum major major = major_of(b, blocks);
    bool stopped = false;
    for (unsigned i = 1; i < l->levels; i++) {
        layout_level *v = &l->level[i], *before = &l->level[i - 1];
        v->block_x = before->block_x;
        v->block_y = before->block_y;
        v->block_z = before->block_z;
        if (stopped || tail == 0)
            continue;
        step(major, i, blocks, v);
        stopped = i >= tail || is_small(b, blocks);
        blocks = (size3){half(blocks.width), half(blocks.height), half(blocks.depth)};
    }
}

static void set_tail(image_layout *l, const layout_request *r, unsigned tail) {
    const int64_t *offsets = names_numbers(r->rules->isa, GCN_TABLE_TAIL_OFFSET, 0);
    for (unsigned i = tail; offsets && i < l->levels; i++) {
        unsigned place = i - tail + TAIL_FIRST - l->of.block.log2_size;
        l->level[i].tail = place < r->rules->isa->number_tables[GCN_TABLE_TAIL_OFFSET].columns
                               ? (uint32_t)offsets[place] << INTERLEAVE_BITS
                               : 0;
    }
}

static void set_levels(image_layout *l, const layout_request *r) {
    const layout_block *b = &l->of.block;
    size3 s = {elements(r->width, r->block_width), elements(r->height, r->block_height), r->depth};
    unsigned tail = find_tail(b, s, r->levels);
    size3 blocks = in_blocks(b, s), chain = chain_size(b, blocks, tail, r->levels);
    if (r->levels == 1 && r->pitch > chain.width << b->log2_width)
        chain.width = r->pitch >> b->log2_width;
    for (unsigned i = 0; i < r->levels; i++) {
        layout_level *v = &l->level[i];
        v->kind = LAYOUT_BLOCKS;
        v->pitch = chain.width << b->log2_width;
        v->rows = chain.height << b->log2_height;
        v->slices = b->thick ? chain.depth << b->log2_depth : r->depth;
        v->slice_size = (uint64_t)v->pitch * v->rows * r->size << r->log2_samples;
    }
    set_starts(l, blocks, tail);
    set_tail(l, r, tail);
    l->bytes = l->level[0].slice_size * l->level[0].slices;
}

/* ---- an image --------------------------------------------------------------------------- */

/* What no order says; which elements an order has, its table says. Blocks of 256 bytes are for
   pictures of one level and sample. */
static bool is_possible(const layout_request *r, const int64_t *mode) {
    bool single = r->levels == 1 && !r->log2_samples && !r->is_3d;
    bool is_power = (r->size & (r->size - 1)) == 0;
    return !r->is_1d && is_power && !(r->is_3d && r->log2_samples) &&
           (single || mode[LOG2_BLOCK] > INTERLEAVE_BITS);
}

bool layout_blocks(image_layout *l, const layout_request *r) {
    const int64_t *mode = names_numbers(r->rules->isa, GCN_TABLE_SWIZZLE_MODE, r->mode);
    layout_block *b = &l->of.block;
    order o;
    if (!mode)
        return false;
    if (mode[LOG2_BLOCK] == 0)
        return set_rows(l, r);
    b->thick = r->is_3d && mode[THICK];
    if (!is_possible(r, mode))
        return false;
    b->log2_size = (uint8_t)mode[LOG2_BLOCK];
    set_block_size(l, r);
    if (!read_order(&o, r, mode, b->thick))
        return false;
    set_samples(l, r, mode, &o);
    memcpy(b->byte, o.bit, sizeof b->byte);
    if (mode[TURNS] != TURN_NEVER && !set_channels(l, r, mode, &o))
        return false;
    set_levels(l, r);
    return true;
}

/* ---- addresses -------------------------------------------------------------------------- */

uint64_t layout_place_in_blocks(const image_layout *l, const layout_level *v, uint32_t x, uint32_t y,
                                uint32_t z, unsigned sample) {
    const layout_block *b = &l->of.block;
    uint64_t coordinates = layout_coordinates(x, y, z, sample);
    uint64_t layer = b->thick ? (z >> b->log2_depth) + v->block_z : z + (uint64_t)v->block_z;
    uint64_t number = (layer * (v->rows >> b->log2_height) + (y >> b->log2_height) + v->block_y) *
                          (v->pitch >> b->log2_width) +
                      (x >> b->log2_width) + v->block_x;
    uint32_t byte = layout_number(b->byte, b->log2_size, coordinates) | v->tail;
    return (number << b->log2_size) +
           (byte ^ layout_number(b->slice, b->log2_size, coordinates) ^ b->swizzle);
}
