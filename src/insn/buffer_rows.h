/* SPDX-License-Identifier: MIT */
/* Where all lanes are in a buffer, from their numbers: for the interpreter, and for translated
 * code. */
#ifndef GISA_INSN_BUFFER_ROWS_H
#define GISA_INSN_BUFFER_ROWS_H

#include "buffer.h"
#include "state.h"

/* Puts where each lane is into `place` and returns it; NULL if the number of an active lane is not
   below `limit`. Sums have 32 bits. */
static inline __attribute__((always_inline, unused)) const uint32_t *
buffer_places(const gisa_buffer_line *l, uint64_t limit, const uint32_t *row, const uint32_t *mask,
              uint32_t *place) {
    const uint32_t last = (uint32_t)(limit - 1), by_lane = l->by_lane, scale = l->scale;
    uint32_t bad = 0;
#pragma omp simd reduction(| : bad)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        const uint32_t number = row[i] + i * by_lane;
        bad |= -(uint32_t)(number > last) & mask[i];
        place[i] = number * scale;
    }
    return limit && !bad ? place : NULL;
}

#endif
