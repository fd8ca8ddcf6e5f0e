/* SPDX-License-Identifier: MIT */
/* Padding before functions and objects, written as the alignment that made it. */
#include "elf_types.h"
#include "listing.h"

/* How many bytes from `at` to `end` an alignment would fill in the same way: 0 = not all of
   them. */
static bool is_filling(const section *s, uint64_t at, uint64_t end, uint32_t word) {
    for (uint64_t i = at; i < end; i++)
        if (s->content.data[i] != (uint8_t)(word >> 8 * (i % 4)))
            return false;
    return true;
}

/* A function or something else that compilers align begins at `offset`. */
static bool is_aligned_symbol(const listing *l, const listed *s, uint64_t offset) {
    for (size_t i = listing_mark_at(s, offset); i < s->mark_count && s->marks[i].offset == offset; i++) {
        const symbol *x = &l->o->symbols[s->marks[i].symbol];
        if (!s->marks[i].ends && (x->type == STT_FUNC || x->type == STT_OBJECT || x->binding != STB_LOCAL))
            return true;
    }
    return false;
}

static bool has_target(const listing *l, const listed *s, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; s->targets && i < end; i++)
        if (listing_bit(l, s->targets, i))
            return true;
    return false;
}

static unsigned power_of(uint64_t align) {
    unsigned power = 0;
    while ((uint64_t)2 << power <= align)
        power++;
    return power;
}

/* Remembers what is aligned: the same directive twice says nothing. */
static void put(listing *l, unsigned power, uint64_t offset) {
    output *out = &l->d->out;
    output_line(out);
    output_text(out, "\t.p2align ");
    output_number(out, power);
    output_char(out, '\n');
    l->aligned_offset = offset;
    l->aligned_power = power;
}

/* Longer runs are data: this bounds how far each place is looked ahead from. */
enum { LARGEST_PADDING = 4096 };

bool align_put(listing *l, int index, uint64_t at, uint64_t limit) {
    const section *s = &l->o->sections[index];
    const listed *x = &l->sections[index];
    uint64_t most = s->align < LARGEST_PADDING ? s->align : LARGEST_PADDING;
    if (s->type == SHT_NOBITS || limit >= s->content.size || limit - at >= most || limit <= at)
        return false;
    uint32_t filling = x->code ? l->filling : 0;
    bool zero = is_filling(s, at, limit, 0);
    bool filled = zero || (filling && at % 4 == 0 && is_filling(s, at, limit, filling));
    size_t next = listing_relocation_at(x, at);
    bool relocated = next < x->relocation_count && x->relocations[next]->offset < limit;
    if (!filled || relocated || !is_aligned_symbol(l, x, limit) || has_target(l, x, at + 1, limit))
        return false;
    unsigned power = power_of(s->align);
    while (limit % ((uint64_t)1 << power))
        power--;
    if (limit - at >= (uint64_t)1 << power)
        return false;
    /* In code, assemblers fill with s_nop even where they are asked for zeros; linkers fill with
       zeros. */
    if (zero && x->code)
        data_put(l, index, at, limit);
    put(l, power, limit);
    return true;
}

void align_begin(listing *l, int index) {
    l->aligned_power = 0;
    l->aligned_offset = 0;
    unsigned power = power_of(l->o->sections[index].align);
    if (power)
        put(l, power, 0);
}

void align_keep(listing *l, int index, uint64_t offset, unsigned power) {
    bool known = l->aligned_offset == offset && l->aligned_power >= power;
    if (!known && offset % ((uint64_t)1 << power) == 0 && l->o->sections[index].align >= (uint64_t)1 << power)
        put(l, power, offset);
}
