/* SPDX-License-Identifier: MIT */
/* Words of bodies that look at other lanes, where operands are rows of dwords: NAME_row is that of
 * an operand. */
#ifndef GISA_INSN_ACROSS_H
#define GISA_INSN_ACROSS_H

#include "near.h"

ALWAYS_ gisa_v32 *across_lane(const u32 *row, u32 number) {
    return (gisa_v32 *)(uintptr_t)(row + (number & (GISA_LANES - 1)));
}

#define ACROSS_S0 (*across_lane(S0_row, lane))
#define ACROSS_S1 (*across_lane(S1_row, lane))
#define ACROSS_S2 (*across_lane(S2_row, lane))
#define ACROSS_S3 (*across_lane(S3_row, lane))
#define ACROSS_D (*across_lane(D_row, lane))
#undef ADDR /* of bodies that go to memory, which come before these */
#define ADDR (base_row[lane] + (u64)O->offset)

#define ACTIVE(number) (exec_ >> ((number) & (GISA_LANES - 1)) & 1)
#define LANE(operand, number) (*across_lane(operand##_row, (number)))
#define FIRST_LANE (exec_ ? (u32)__builtin_ctzll(exec_) : 0)

/* A variable of its own in each round, as `for` declares no more than one type. */
#define for_each_active_lane                                                                                 \
    for (u64 left_ = exec_; left_; left_ &= left_ - 1)                                                       \
        for (unsigned lane = (unsigned)__builtin_ctzll(left_), once_ = 1; once_; once_ = 0)

/* Where lanes are active. */
ALWAYS_ void across_store(u32 *to, const u32 *row, const u32 *mask) {
#pragma omp simd
    for (unsigned i = 0; i < GISA_LANES; i++)
        to[i] = masked(mask[i], row[i], to[i]);
}

#endif
