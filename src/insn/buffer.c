/* SPDX-License-Identifier: MIT */
/* Buffers: the parts of a resource, the address of a lane, and what is out of range. */
#include "buffer.h"

#include "core/names.h"
#include "gen/gcn_facts.h"

/* ---- what the spec says ----------------------------------------------------------------- */

static field part(const gisa_isa *isa, unsigned id) {
    const pack_part *p = names_part(isa, id);
    return p ? p->low : (field){0, 0};
}

void buffer_rules_init(gisa_buffer_rules *rules, const gisa_isa *isa) {
    *rules = (gisa_buffer_rules){
        .base = part(isa, GCN_PART_BUFFER_base),
        .stride = part(isa, GCN_PART_BUFFER_stride),
        .stride_high = part(isa, GCN_PART_BUFFER_stride_high),
        .swizzle = part(isa, GCN_PART_BUFFER_swizzle),
        .records = part(isa, GCN_PART_BUFFER_records),
        .select = {part(isa, GCN_PART_BUFFER_select_x), part(isa, GCN_PART_BUFFER_select_y),
                   part(isa, GCN_PART_BUFFER_select_z), part(isa, GCN_PART_BUFFER_select_w)},
        .number_format = part(isa, GCN_PART_BUFFER_number_format),
        .data_format = part(isa, GCN_PART_BUFFER_data_format),
        .element_size = part(isa, GCN_PART_BUFFER_element_size),
        .index_stride = part(isa, GCN_PART_BUFFER_index_stride),
        .add_tid = part(isa, GCN_PART_BUFFER_add_tid),
        .fixed_element_size = (uint32_t)gisa_fact(isa, "buffer_element_size", 0),
        .aligned = gisa_fact(isa, "buffer_aligned", 0),
        .structured_swizzled = gisa_fact(isa, "buffer_structured_swizzled", 0),
        .structured_indexed = gisa_fact(isa, "buffer_structured_indexed", 0),
        .checks_stride = gisa_fact(isa, "buffer_checks_stride", 0),
        .checks_stride_indexed = gisa_fact(isa, "buffer_checks_stride_indexed", 0),
        .raw_offset = gisa_fact(isa, "buffer_raw_offset", 0),
        .private_unchecked = gisa_fact(isa, "buffer_private_unchecked", 0),
        .range_soffset = gisa_fact(isa, "buffer_range_soffset", 0),
    };
}

/* ---- a resource ------------------------------------------------------------------------- */

/* No part has bits in both halves. */
static uint64_t get(const uint64_t resource[2], field f) {
    return field_get(resource[f.shift / 64], (field){f.shift % 64, f.width});
}

static uint8_t log2_of(uint64_t x) {
    uint8_t n = 0;
    while (x >> n > 1)
        n++;
    return n;
}

static bool is_structured(const gisa_buffer_rules *rules, const gisa_buffer *b, uint64_t stride) {
    return stride && (b->swizzled || !rules->structured_swizzled) &&
           (b->access.idxen || !rules->structured_indexed);
}

/* `stride` is that of the field alone: the resource of private memory has 0 there and counts bytes
 * on all generations, whatever the bits of stride_high say. */
static void set_limits(const gisa_buffer_rules *rules, gisa_buffer *b, uint64_t stride, uint64_t records) {
    b->index_limit = b->record_limit = b->offset_end = b->byte_end = UINT64_MAX;
    b->counts_soffset = rules->range_soffset;
    b->checked = !b->access.addr64 && !(rules->private_unchecked && b->add_tid && !b->access.idxen);
    if (is_structured(rules, b, stride)) {
        b->index_limit = records;
        if (rules->checks_stride && (b->access.idxen || b->add_tid || !rules->checks_stride_indexed))
            b->record_limit = stride;
    } else if (rules->raw_offset)
        b->offset_end = records;
    else
        b->byte_end = records;
}

/* What is compared with nothing stays so. */
static uint64_t end_without(uint64_t end, uint64_t soffset) {
    return end == UINT64_MAX ? end : buffer_less(end, soffset);
}

void buffer_move(gisa_buffer *b, uint32_t soffset) {
    const uint64_t counted = b->counts_soffset ? soffset : 0;
    b->access.soffset = soffset;
    b->origin = b->base + soffset;
    b->offset_limit = end_without(b->offset_end, counted);
    b->byte_limit = end_without(b->byte_end, counted);
}

gisa_buffer buffer_open(const gisa_buffer_rules *rules, const uint32_t resource[4],
                        const gisa_buffer_access *access) {
    const uint64_t r[2] = {resource[0] | (uint64_t)resource[1] << 32,
                           resource[2] | (uint64_t)resource[3] << 32};
    uint64_t stride = get(r, rules->stride);
    gisa_buffer b = {.access = *access};
    b.base = get(r, rules->base);
    b.address_mask = (UINT64_C(1) << rules->base.width) - 1;
    b.stride = stride;
    b.swizzled = get(r, rules->swizzle);
    b.add_tid = get(r, rules->add_tid);
    b.aligned = rules->aligned;
    b.element_log2 = rules->element_size.width ? (uint8_t)(1 + get(r, rules->element_size))
                                               : log2_of(rules->fixed_element_size);
    b.index_log2 = (uint8_t)(3 + get(r, rules->index_stride));
    b.data_format = (uint8_t)get(r, rules->data_format);
    b.number_format = (uint8_t)get(r, rules->number_format);
    for (unsigned i = 0; i < 4; i++)
        b.select[i] = (uint8_t)get(r, rules->select[i]);
    if (b.add_tid && !access->typed)
        b.stride |= get(r, rules->stride_high) << rules->stride.width;
    set_limits(rules, &b, stride, get(r, rules->records));
    buffer_move(&b, access->soffset);
    return b;
}

/* ---- a lane ----------------------------------------------------------------------------- */

/* Index and offset have 32 bits; a 64-bit address is an offset that nothing is compared with. */
gisa_buffer_place buffer_find(const gisa_buffer *b, unsigned lane, const uint32_t vaddr[2]) {
    const gisa_buffer_access *a = &b->access;
    uint32_t index = b->add_tid ? lane : 0, offset = a->offset;
    if (a->addr64)
        return (gisa_buffer_place){0, (vaddr[0] | (uint64_t)vaddr[1] << 32) + a->offset};
    if (a->idxen)
        index += vaddr[0];
    if (a->offen)
        offset += vaddr[a->idxen];
    return (gisa_buffer_place){index, offset};
}

/* Bytes from the origin. Swizzled: groups of 1 << index_log2 records, in which the first elements
 * of all records come first, then their second ones, and so on. */
static uint64_t byte_at(const gisa_buffer *b, gisa_buffer_place place, unsigned dword) {
    uint64_t offset = place.offset + 4 * (uint64_t)dword;
    uint64_t group = place.index >> b->index_log2, element = offset >> b->element_log2;
    uint64_t in_group = place.index - (group << b->index_log2);
    uint64_t in_element = offset - (element << b->element_log2);
    if (b->access.addr64)
        return offset;
    if (!b->swizzled)
        return offset + place.index * b->stride;
    return ((group * b->stride + (element << b->element_log2)) << b->index_log2) +
           (in_group << b->element_log2) + in_element;
}

bool buffer_inside(const gisa_buffer *b, gisa_buffer_place place, unsigned dword) {
    if (!b->checked)
        return true;
    return place.index < b->index_limit && place.offset < b->record_limit &&
           place.offset + 4 * (uint64_t)dword < b->offset_limit && byte_at(b, place, dword) < b->byte_limit;
}

uint64_t buffer_address(const gisa_buffer *b, gisa_buffer_place place, unsigned dword, unsigned size) {
    uint64_t address = (b->origin + byte_at(b, place, dword)) & b->address_mask;
    return b->aligned ? address & ~(uint64_t)(size < 4 ? size - 1 : 3) : address;
}

/* ---- all lanes ------------------------------------------------------------------------------- */

bool buffer_line(const gisa_buffer *b, gisa_buffer_line *l) {
    const gisa_buffer_access *a = &b->access;
    const uint64_t any = b->checked ? 0 : UINT64_MAX;
    *l =
        (gisa_buffer_line){.scale = a->offen ? 1 : (uint32_t)b->stride,
                           .by_lane = b->add_tid,
                           .direct = a->offen,
                           .indices = b->index_limit | any,
                           .offsets = b->record_limit | any,
                           .room = buffer_least(b->byte_end | any, buffer_less(b->address_mask + 1, b->base)),
                           .reach = b->offset_end | any};
    return !a->addr64 && !b->swizzled && b->counts_soffset && !(a->offen && (a->idxen || b->add_tid));
}
