/* SPDX-License-Identifier: MIT */
/* What comes before and after the bodies of insn/near.h in translated code. */
#ifndef GISA_NATIVE_MEMORY_H
#define GISA_NATIVE_MEMORY_H

#include "insn/near.h"

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

/* A scalar load. */
ALWAYS_ bool native_load(gcn_wave *W, const gisa_op *O, gisa_near *all, u64 sum, UNUSED_ const u32 *low,
                         UNUSED_ const u32 *high) {
    gisa_rows rows;
    rows.d = (u32 *)((char *)W + O->d);
    rows.s[0] = (const u32 *)((const char *)W + O->s[0]);
    W->address_sum = sum;
    return all(W, O, &rows);
}

#endif
