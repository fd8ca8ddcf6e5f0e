/* SPDX-License-Identifier: MIT */
/* What comes before and after the bodies of insn/near.h in translated code. */
#ifndef GISA_NATIVE_MEMORY_H
#define GISA_NATIVE_MEMORY_H

#include "insn/buffer_found.h"
#include "insn/buffer_rows.h"
#include "insn/near.h"

/* Memory that scalar loads have read before their time. */
enum { NATIVE_RANGES = 64 };
typedef struct native_range {
    u64 start, size;
} native_range;
typedef struct native_ranges {
    unsigned count;
    native_range at[NATIVE_RANGES];
} native_ranges;

ALWAYS_ bool native_meets(const native_range *r, u64 at, u64 bytes) {
    return at - r->start + (bytes - 1) < r->size + (bytes - 1);
}

static __attribute__((noinline)) void native_make_mask(gcn_wave *W, u64 exec) {
    W->mask_of = exec;
    for (unsigned half = 0; half < GISA_LANES; half += 32) {
        const u32 lanes = (u32)(exec >> half);
#pragma omp simd
        for (unsigned i = 0; i < 32; i++)
            W->mask[half + i] = -(lanes >> i & 1);
    }
}

ALWAYS_ void native_show_exec(gcn_wave *W) {
    if (W->mask_of != *wave_exec(W))
        native_make_mask(W, *wave_exec(W));
}

/* Which of 32 lanes have all bits set. */
ALWAYS_ u32 native_signs(const u32 *row) {
#ifdef __AVX__
    typedef float part __attribute__((vector_size(32), may_alias));
    u32 signs = 0;
    for (unsigned i = 0; i < 32; i += 8)
        signs |= (u32)__builtin_ia32_movmskps256(*(const part *)(const void *)(row + i)) << i;
    return signs;
#else
    u32 signs = 0;
    for (unsigned i = 0; i < 32; i++)
        signs |= (row[i] & 1) << i;
    return signs;
#endif
}

/* A mask of lanes, from a row of it, goes to two scalar registers. */
ALWAYS_ void native_collect(gcn_wave *W, unsigned word, const u32 *row) {
    W->scalar.w[word] = native_signs(row);
    W->scalar.w[word + 1] = native_signs(row + 32);
}

/* An instruction whose address is the sum of a number and of two rows; false: nothing is done. */
ALWAYS_ bool native_memory(gcn_wave *W, const gisa_op *O, gisa_near *all, u64 sum, const u32 *low,
                           const u32 *high) {
    gisa_rows rows;
    rows.d = (u32 *)((char *)W + O->d);
    rows.mask = W->mask;
    for (unsigned i = 0; i < GISA_SOURCES; i++)
        rows.s[i] = (const u32 *)((const char *)W + O->s[i]);
    native_show_exec(W);
    W->lds_near = op_reachable_lds(W, O);
    W->address_sum = sum;
    W->address_row[0] = low;
    W->address_row[1] = high;
    return all(W, O, &rows);
}

/* ---- buffers -------------------------------------------------------------------------------- */

/* An instruction on a buffer; `row`: its address register. `op` is O, with all that belongs to it.
   false: nothing is done. */
ALWAYS_ bool native_in_buffer(gcn_wave *W, const gisa_op *op, const gisa_op *O, gisa_near *all,
                              gisa_buffer_found *b, const u32 *resource, u32 soffset, const u32 *row) {
    _Alignas(64) u32 place[GISA_LANES];
    if (!buffer_is_found(b, resource, op->buffer_kind))
        calls->find_buffer(W, op, b);
    if (!b->lined)
        return false;
    native_show_exec(W);
    row = buffer_go(W, op, b, soffset, row, place, buffer_places);
    return row && native_memory(W, O, all, W->address_sum, row, NULL);
}

/* ---- addresses in LDS that are used again ---------------------------------------------------- */

/* What the addresses of all lanes in a register are, as long as it does not change: some lanes in a
   row after another. */
typedef struct native_plan {
    u32 bytes;           /* of elements that lie one after another; 0: it is not known */
    u32 low, high, bits; /* the lowest and the highest one, and all bits that are set in one */
    u8 bend, apart;      /* near_steps, a bit for each part */
} native_plan;

/* Lanes of which some are neither in step nor the same. */
ALWAYS_ void native_look_at_all(native_plan *p, const u32 *row) {
    u32 low = ~0u, high = 0, bits = 0;
#pragma omp simd reduction(min : low) reduction(max : high) reduction(| : bits)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        low = row[i] < low ? row[i] : low;
        high = row[i] > high ? row[i] : high;
        bits |= row[i];
    }
    p->low = low;
    p->high = high;
    p->bits = bits;
}

ALWAYS_ void native_look(native_plan *p, const u32 *row, u32 bytes) {
    const near_half numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    *p = (native_plan){.bytes = bytes, .low = ~0u};
    for (unsigned part = 0; part < GISA_LANES / NEAR_PART; part++) {
        const near_half *const at = (const near_half *)(const void *)(row + part * NEAR_PART);
        const u32 first = row[part * NEAR_PART];
        near_half off =
            (at[0] ^ (first + numbers * bytes)) | (at[1] ^ (first + (numbers + NEAR_HALF) * bytes));
        u32 last = first + (NEAR_PART - 1) * bytes;
        if (near_any(&off)) {
            p->bend |= (u8)(1u << part);
            off = (at[0] ^ first) | (at[1] ^ first);
            p->apart |= (u8)(near_any(&off) << part);
            last = first;
        }
        p->low = first < p->low ? first : p->low;
        p->high = last > p->high ? last : p->high;
        p->bits |= first;
    }
    if (p->apart)
        native_look_at_all(p, row);
}

ALWAYS_ void native_load_part(const gisa_op *O, const gisa_rows *R, const near_view *view,
                              const native_plan *p, const u32 *row, unsigned part, const u32 bytes,
                              near_element *element) {
    const unsigned from = part * NEAR_PART;
    const u64 first = row[from];
    if (!(p->bend >> part & 1)) {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first + i * (u64)bytes, from + i, ~0u);
    } else if (!(p->apart >> part & 1)) {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first, from + i, ~0u);
    } else {
        u32 base[NEAR_PART]; /* the result may be in the same registers */
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            base[i] = row[from + i];
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES, NULL, NULL, NULL, base[i], from + i, ~0u);
    }
}

/* All lanes load or store an element in LDS; false: nothing has been done. `row`: their addresses,
   which `p` may already know. */
ALWAYS_ bool native_planned(gcn_wave *W, const gisa_op *O, native_plan *p, const u32 *row, const bool loads,
                            near_element *element) {
    near_view view = {.lds = W->group->lds,
                      .lds_size = (u32)op_reachable_lds(W, O),
                      .unaligned = W->lds_aligned ? ~0u : 0,
                      .offset = (u64)O->offset,
                      .in_lds = true};
    gisa_rows rows = {.d = (u32 *)((char *)W + O->d)};
    near_shape shape = {0};
    u32 outside = 0, moved = 0;
    for (unsigned i = 0; i < GISA_SOURCES; i++)
        rows.s[i] = (const u32 *)((const char *)W + O->s[i]);
    if (*wave_exec(W) != ~(u64)0)
        return false;
    element(O, &rows, &view, ASKS, &shape, &outside, &outside, 0, 0, 0);
    if (p->bytes != shape.bytes)
        native_look(p, row, shape.bytes);
    if (outside | (p->low | p->high) >> 30 | (p->bits & (shape.bytes - 1)) |
        (shape.bytes & (shape.bytes - 1)))
        return false;
    element(O, &rows, &view, LOOKS, NULL, &outside, &moved, p->low, 0, 0);
    element(O, &rows, &view, LOOKS, NULL, &outside, &moved, p->high, 0, 0);
    if (outside | moved | (!loads && (p->bend || shape.elements != 1)))
        return false;
    for (unsigned part = 0; part < GISA_LANES / NEAR_PART; part++)
        if (loads)
            native_load_part(O, &rows, &view, p, row, part, shape.bytes, element);
        else {
            const unsigned from = part * NEAR_PART;
            const u64 first = row[from];
#pragma omp simd
            for (unsigned i = 0; i < NEAR_PART; i++)
                element(O, &rows, &view, GOES_ON, NULL, NULL, NULL, first + i * (u64)shape.bytes, from + i,
                        ~0u);
        }
    return true;
}

/* ---- addresses that go up by the same number from each lane to the next ---------------------- */

/* The region where an instruction has found elements before. */
typedef struct native_site {
    gisa_span region;
    u64 starts; /* how many bytes of it elements of all lanes may begin at */
    bool meets; /* scalar loads have read there */
} native_site;

ALWAYS_ bool native_has(const native_site *site, u64 first) {
    return first - site->region.start < site->starts;
}

static __attribute__((noinline)) bool native_find(const gcn_wave *W, native_site *site, u64 first, u64 bytes,
                                                  const native_ranges *early) {
    site->meets = false;
    site->starts = 0;
    if (!element_go_near(W, first, &site->region))
        return false;
    site->starts = site->region.size >= bytes ? site->region.size - bytes + 1 : 0;
    if (!native_has(site, first))
        return false;
    for (unsigned i = 0; i < early->count; i++)
        site->meets |= native_meets(&early->at[i], site->region.start, site->region.size);
    return true;
}

/* Whether one element of each lane is in memory that can be reached at once: `view` gets it. The
   first address is `at`; each lane's is `step` higher, so that the others are between the first and
   the last one. */
ALWAYS_ bool native_reach(const gcn_wave *W, const gisa_op *O, native_site *site, const native_ranges *early,
                          near_view *view, near_element *element, u64 at, u64 step) {
    u32 sink[4 * GISA_LANES];
    near_shape shape = {0};
    u32 outside = 0;
    *view = (near_view){.offset = (u64)O->offset};
    element(O, &(const gisa_rows){.d = sink, .s = {sink, sink, sink, sink}}, view, ASKS, &shape, &outside,
            &outside, at, 0, 0);
    const u64 first = at + view->offset, bytes = GISA_LANES * (u64)shape.bytes;
    if (shape.in_lds || shape.elements != 1 || step != shape.bytes ||
        (!native_has(site, first) && !native_find(W, site, first, bytes, early)))
        return false;
    view->start = site->region.start;
    view->size = site->region.size;
    return true;
}

/* Whether all lanes write where scalar loads have read: such a load is to be done again. */
ALWAYS_ bool native_meets_any(const native_site *site, const native_ranges *early, u64 at, u64 bytes) {
    bool meets = false;
    for (unsigned i = 0; site->meets && i < early->count; i++)
        meets |= native_meets(&early->at[i], at, bytes);
    return meets;
}

/* How far one element is from the next. */
ALWAYS_ u64 native_bytes(const gisa_op *O, const near_view *view, near_element *element) {
    u32 sink[4 * GISA_LANES];
    near_shape shape = {0};
    u32 outside = 0;
    element(O, &(const gisa_rows){.d = sink, .s = {sink, sink, sink, sink}}, view, ASKS, &shape, &outside,
            &outside, 0, 0, 0);
    return shape.bytes;
}

/* Reads the element of one lane. */
ALWAYS_ near_v128 native_fetch(const gisa_op *O, const near_view *view, near_element *element, u64 at) {
    u32 row[4 * GISA_LANES]; /* dwords are as far apart as those of rows */
    element(O, &(const gisa_rows){.d = row}, view, GOES_ON, NULL, NULL, NULL, at, 0, ~0u);
    return (near_v128){{row[0], row[GISA_LANES], row[2 * GISA_LANES], row[3 * GISA_LANES]}};
}

/* Puts the element of one lane together, as it is in memory. */
ALWAYS_ void native_make(const gisa_op *O, const near_view *view, near_element *element, void *to,
                         near_v128 data) {
    const u32 row[4 * GISA_LANES] = {[0] = data.w[0],
                                     [GISA_LANES] = data.w[1],
                                     [2 * GISA_LANES] = data.w[2],
                                     [3 * GISA_LANES] = data.w[3]};
    element(O, &(const gisa_rows){.s = {row, row, row, row}}, view, GOES_ON, NULL, NULL, NULL,
            (u64)to - view->offset, 0, ~0u);
}

/* Writes elements of active lanes. */
ALWAYS_ void native_put(u64 at, const void *from, const u64 bytes, u64 exec) {
    if (exec == ~(u64)0)
        __builtin_memcpy((void *)at, from, GISA_LANES * bytes);
    else if (bytes == 4) {
#pragma omp simd
        for (u32 i = 0; i < GISA_LANES; i++)
            if (exec >> i & 1)
                ((at_b32 *)at)[i].v = ((const at_b32 *)from)[i].v;
    } else if (bytes == 8) {
#pragma omp simd
        for (u32 i = 0; i < GISA_LANES; i++)
            if (exec >> i & 1)
                ((at_b64 *)at)[i].v = ((const at_b64 *)from)[i].v;
    } else
        for (; exec; exec &= exec - 1) {
            const u64 lane = (u64)__builtin_ctzll(exec);
            __builtin_memcpy((char *)at + lane * bytes, (const char *)from + lane * bytes, bytes);
        }
}

/* ---- scalar loads ---------------------------------------------------------------------------- */

ALWAYS_ gisa_rows native_load_rows(gcn_wave *W, const gisa_op *O) {
    return (gisa_rows){.d = (u32 *)((char *)W + O->d), .s = {(const u32 *)((char *)W + O->s[0])}};
}

/* false: nothing is done. */
ALWAYS_ bool native_load(gcn_wave *W, const gisa_op *O, gisa_near *all, u64 sum, UNUSED_ const u32 *low,
                         UNUSED_ const u32 *high) {
    const gisa_rows rows = native_load_rows(W, O);
    W->address_sum = sum;
    return all(W, O, &rows);
}

/* Adds the bytes that a scalar load is going to read to `early`. */
ALWAYS_ void native_note_load(gcn_wave *W, const gisa_op *O, near_loader *loader, native_ranges *early,
                              u64 sum) {
    const gisa_rows rows = native_load_rows(W, O);
    near_load load = {.offset = sum + (u64)O->offset};
    loader(O, &rows, ASKS, &load);
    early->at[early->count++] = (native_range){load.first, load.bytes};
}

/* ---- waves of one kernel, one after another -------------------------------------------------- */

/* The next one. */
ALWAYS_ void native_next(native_waves *w) {
    w->item[0] += GISA_LANES;
    if (w->item[0] == w->size[0]) {
        w->item[0] = 0;
        if (++w->item[1] == w->size[1]) {
            w->item[1] = 0;
            w->item[2]++;
        }
    }
    if (++w->number < w->per_group)
        return;
    w->number = 0;
    w->item[0] = w->item[1] = w->item[2] = 0;
    if (++w->id[0] == w->groups[0]) {
        w->id[0] = 0;
        if (++w->id[1] == w->groups[1]) {
            w->id[1] = 0;
            w->id[2]++;
        }
    }
    for (unsigned i = 0; i < 3; i++)
        w->scalars[w->id_at[i]] = w->id[i];
}

/* Counts waves that go another way for two each; `done` that do not let as many be forgotten. */
ALWAYS_ void native_note_ways(u32 *odd, u64 done, bool other) {
    const u32 n = __atomic_load_n(odd, __ATOMIC_RELAXED);
    if (n || other)
        __atomic_store_n(odd, (n > done ? n - (u32)done : 0) + 2 * other, __ATOMIC_RELAXED);
}

#endif
