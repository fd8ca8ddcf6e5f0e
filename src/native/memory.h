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

/* As many bytes of LDS as the instruction may reach. */
ALWAYS_ u64 native_lds(const gcn_wave *W, const gisa_op *O) {
    const u64 m0 = W->scalar.w[CODE_M0], size = W->group->lds_size;
    return W->lds_m0_limit && O->address_count && m0 < size ? m0 : size;
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
    W->lds_near = native_lds(W, O);
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
