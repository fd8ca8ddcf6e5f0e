/* SPDX-License-Identifier: MIT */
/* Source 0 of an instruction with DPP, of all lanes: for the interpreter, and for translated
 * code. */
#ifndef GISA_INSN_DPP_ROWS_H
#define GISA_INSN_DPP_ROWS_H

#include "dpp.h"
#ifndef COMPILER_COMES_LATER
#include "dpp_shuffle.h"
#endif

typedef uint32_t dpp_row __attribute__((vector_size(4 * DPP_ROW), aligned(4), may_alias));

/* Sets `to` to what each lane reads, 0 if that lane is not active or does not exist, and `on` to
   all bits where the lane is written. bounds: lanes that read such a 0 are written as well. */
static inline __attribute__((always_inline, unused)) void dpp_move(uint32_t *to, uint32_t *on,
                                                                   const uint32_t *row, const dpp_moves *m,
                                                                   const uint64_t exec, const bool bounds) {
    for (unsigned at = 0; at < DPP_LANES && DPP_SHUFFLES && m->in_rows; at += DPP_ROW) {
        const dpp_row lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        const dpp_row from = *(const dpp_row *)(m->from + at), none = (dpp_row)(from >= DPP_LANES);
        const dpp_row active = -((uint32_t)(exec >> at) >> lanes & 1);
        const dpp_row there = DPP_SHUFFLE(active, from & (DPP_ROW - 1)) & ~none;
        *(dpp_row *)(to + at) = DPP_SHUFFLE(*(const dpp_row *)(row + at), from & (DPP_ROW - 1)) & there;
        const dpp_row all = ~(dpp_row){0}, reads = bounds ? all : there;
        *(dpp_row *)(on + at) = *(const dpp_row *)(m->written + at) & active & reads;
    }
    if (DPP_SHUFFLES && m->in_rows)
        return;
#pragma omp simd
    for (unsigned i = 0; i < DPP_LANES; i++) {
        const uint32_t from = m->from[i] & (DPP_LANES - 1);
        const uint32_t there = m->from[i] < DPP_LANES ? -(uint32_t)(exec >> from & 1) : 0;
        to[i] = row[from] & there;
        on[i] = m->written[i] & -(uint32_t)(exec >> i & 1) & (bounds ? ~0u : there);
    }
}

#endif
