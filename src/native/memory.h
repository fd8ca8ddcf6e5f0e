/* SPDX-License-Identifier: MIT */
/* What comes before and after the bodies of insn/near.h in translated code. */
#ifndef GISA_NATIVE_MEMORY_H
#define GISA_NATIVE_MEMORY_H

#include "insn/near.h"

/* Memory that scalar loads have read. */
typedef struct native_range {
    u64 start, size;
} native_range;

ALWAYS_ void native_show_exec(gcn_wave *W) {
    const u64 exec = *wave_exec(W);
    if (W->mask_of == exec)
        return;
    W->mask_of = exec;
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++)
        W->mask[i] = -(u32)(exec >> i & 1);
}

/* Which of 32 lanes have all bits set. */
ALWAYS_ u32 native_signs(const u32 *row) {
#ifdef __AVX512DQ__
    typedef int part __attribute__((vector_size(64), may_alias));
    return __builtin_ia32_cvtd2mask512(*(const part *)(const void *)row) |
           (u32)__builtin_ia32_cvtd2mask512(*(const part *)(const void *)(row + 16)) << 16;
#elif defined __AVX__
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

/* ---- addresses that go up by the same number from each lane to the next ---------------------- */

/* Whether one element of each lane is in memory that can be reached at once: `view` gets it. The
   first address is `at`; each lane's is `step` higher, so that the others are between the first and
   the last one. `site`: the region where the same instruction has found elements before. */
ALWAYS_ bool native_reach(const gcn_wave *W, const gisa_op *O, gisa_span *site, near_view *view,
                          near_element *element, u64 at, u64 step) {
    u32 sink[4 * GISA_LANES];
    near_shape shape = {0};
    u32 outside = 0;
    const u64 first = at + (u64)O->offset;
    *view = (near_view){.offset = (u64)O->offset};
    element(O, &(const gisa_rows){.d = sink}, view, ASKS, &shape, &outside, &outside, at, 0, 0);
    const u64 bytes = GISA_LANES * (u64)shape.bytes;
    if (shape.in_lds || shape.elements != 1 || step != shape.bytes)
        return false;
    if (site->size < bytes || first - site->start > site->size - bytes)
        if (!element_go_near(W, first, site) || site->size < bytes ||
            first - site->start > site->size - bytes)
            return false;
    view->start = site->start;
    view->size = site->size;
    return true;
}

/* Whether lanes write where a number has been read before its time: `bytes` from `at` on. */
ALWAYS_ bool native_meets(const native_range *r, u64 at, u64 bytes) {
    return at - r->start + (bytes - 1) < r->size + (bytes - 1);
}

/* How far one element is from the next. */
ALWAYS_ u64 native_bytes(const gisa_op *O, const near_view *view, near_element *element) {
    u32 sink[4 * GISA_LANES];
    near_shape shape = {0};
    u32 outside = 0;
    element(O, &(const gisa_rows){.d = sink}, view, ASKS, &shape, &outside, &outside, 0, 0, 0);
    return shape.bytes;
}

/* Reads the element of one lane. */
ALWAYS_ near_v128 native_fetch(const gisa_op *O, const near_view *view, near_element *element, u64 at) {
    u32 row[4 * GISA_LANES]; /* dwords are as far apart as those of rows */
    element(O, &(const gisa_rows){.d = row}, view, GOES_ON, NULL, NULL, NULL, at, 0, ~0u);
    return (near_v128){{row[0], row[GISA_LANES], row[2 * GISA_LANES], row[3 * GISA_LANES]}};
}

/* Writes those of active lanes. */
ALWAYS_ void native_put(const gisa_op *O, const near_view *view, near_element *element, u64 at,
                        const gisa_rows *from, u64 exec) {
    const u64 bytes = native_bytes(O, view, element);
    if (exec == ~(u64)0) {
#pragma omp simd
        for (u32 lane = 0; lane < GISA_LANES; lane++)
            element(O, from, view, GOES_ON, NULL, NULL, NULL, at + lane * bytes, lane, ~0u);
        return;
    }
    for (u64 left = exec; left; left &= left - 1) {
        const u32 lane = (u32)__builtin_ctzll(left);
        element(O, from, view, GOES_ON, NULL, NULL, NULL, at + lane * bytes, lane, ~0u);
    }
}

/* A scalar load. */
ALWAYS_ bool native_load(gcn_wave *W, const gisa_op *O, gisa_near *all, u64 sum, UNUSED_ const u32 *low,
                         UNUSED_ const u32 *high) {
    gisa_rows rows;
    rows.d = (u32 *)((char *)W + O->d);
    rows.s[0] = (const u32 *)((const char *)W + O->s[0]);
    W->address_sum = sum;
    return all(W, O, &rows);
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
        *w->id_at[i] = w->id[i];
}

/* Counts waves that go another way for two each; `done` that do not let as many be forgotten. */
ALWAYS_ void native_note_ways(u32 *odd, u64 done, bool other) {
    const u32 n = __atomic_load_n(odd, __ATOMIC_RELAXED);
    if (n || other)
        __atomic_store_n(odd, (n > done ? n - (u32)done : 0) + 2 * other, __ATOMIC_RELAXED);
}

#endif
