/* SPDX-License-Identifier: MIT */
/* Source 0 of an instruction with DPP, of all lanes, before the loop over them. */
#ifndef GISA_NATIVE_MOVE_H
#define GISA_NATIVE_MOVE_H

#include "insn/dpp.h"

typedef u32 move_row __attribute__((vector_size(4 * DPP_ROW), aligned(4), may_alias));

/* Which lane each lane reads, all bits where it reads none, and which lanes are written if that one
   is active. */
typedef struct native_moves {
    u32 from[GISA_LANES], written[GISA_LANES];
} native_moves;

/* What each lane gets, 0 where it reads none that is active, and all bits where it is written.
   in_rows: each reads one of the same 16. bounds: lanes that get such a 0 are written as well. */
ALWAYS_ void native_move(u32 *to, u32 *on, const u32 *row, const native_moves *m, const u64 exec,
                         const bool in_rows, const bool bounds) {
#ifndef __clang__
    for (unsigned at = 0; at < GISA_LANES && in_rows; at += DPP_ROW) {
        const move_row lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        const move_row from = *(const move_row *)(m->from + at), none = (move_row)(from > GISA_LANES);
        const move_row active = -((u32)(exec >> at) >> lanes & 1);
        const move_row there = __builtin_shuffle(active, from & (DPP_ROW - 1)) & ~none;
        *(move_row *)(to + at) =
            __builtin_shuffle(*(const move_row *)(row + at), from & (DPP_ROW - 1)) & there;
        *(move_row *)(on + at) =
            *(const move_row *)(m->written + at) & active & (bounds ? ~(move_row){0} : there);
    }
    if (in_rows)
        return;
#endif
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++) {
        const u32 from = m->from[i] & (GISA_LANES - 1);
        const u32 there = m->from[i] < GISA_LANES ? -(u32)(exec >> from & 1) : 0;
        to[i] = row[from] & there;
        on[i] = m->written[i] & -(u32)(exec >> i & 1) & (bounds ? ~0u : there);
    }
}

#endif
