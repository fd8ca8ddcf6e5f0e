/* SPDX-License-Identifier: MIT */
/* Where all lanes are in a buffer, if one number says it of each: for the interpreter, and for
 * translated code. */
#ifndef GISA_INSN_BUFFER_ROWS_H
#define GISA_INSN_BUFFER_ROWS_H

#include "state.h"

/* The row of the lanes' bases, to which *sum is to be added: `row`, the numbers themselves, or
 * `place`, which gets them. NULL: an active lane is out of range. */
static inline __attribute__((always_inline, unused)) const uint32_t *
buffer_rows(const gisa_buffer_line *l, uint32_t soffset, const uint32_t *row, const uint32_t *mask,
            uint32_t *place, uint64_t *sum) {
    const uint64_t limit = buffer_line_limit(l, soffset);
    const uint32_t last = (uint32_t)(limit - 1), add = l->add, by_lane = l->by_lane, scale = l->scale;
    uint32_t bad = 0;
    *sum = l->first;
    if (l->direct && limit > add) {
        const uint32_t most = last - add;
#pragma omp simd reduction(| : bad)
        for (unsigned i = 0; i < GISA_LANES; i++)
            bad |= -(uint32_t)(row[i] > most) & mask[i];
        if (!bad) {
            *sum += add;
            return row;
        }
        bad = 0;
    }
#pragma omp simd reduction(| : bad)
    for (unsigned i = 0; i < GISA_LANES; i++) {
        const uint32_t number = row[i] + add + i * by_lane;
        bad |= -(uint32_t)(number > last) & mask[i];
        place[i] = number * scale;
    }
    return limit && !bad ? place : NULL;
}

#endif
