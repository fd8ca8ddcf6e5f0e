/* SPDX-License-Identifier: MIT */
/* A buffer that was found before: whether it is the instruction's, and where its lanes are. For the
 * interpreter, and for translated code. */
#ifndef GISA_INSN_BUFFER_FOUND_H
#define GISA_INSN_BUFFER_FOUND_H

#include "op.h"

/* `kind`: of the instruction (gisa_op). */
static inline __attribute__((always_inline, unused)) bool
buffer_is_found(const gisa_buffer_found *b, const uint32_t *resource, uint32_t kind) {
    const uint32_t *const r = b->resource;
    return !((r[0] ^ resource[0]) | (r[1] ^ resource[1]) | (r[2] ^ resource[2]) | (r[3] ^ resource[3]) |
             (b->kind ^ kind));
}

/* Returns the row of an instruction's addresses; sets the wave's address_sum, format and in_range.
 * `row`: the numbers of its lanes. NULL: an active lane is out of range. */
static inline __attribute__((always_inline, unused)) const uint32_t *
buffer_go(gcn_wave *w, const gisa_op *op, const gisa_buffer_found *b, uint32_t soffset, const uint32_t *row,
          uint32_t *place, buffer_placer *places) {
    const uint32_t offset = (uint32_t)op->offset;
    uint64_t limit = buffer_line_limit(&b->line, offset, soffset, op->buffer_rest);
    w->address_sum = b->base + soffset;
    w->unchanged = b->unchanged;
    w->texel = b->texel;
    w->buffer.address_mask = 0; /* it may be another one's: to be opened again */
    if (b->line.direct) {
        limit = buffer_less(limit, offset);
    } else {
        row = places(&b->line, limit, row, w->mask, place);
        limit = (uint64_t)1 << 32;
    }
    w->in_range = (gisa_span){w->address_sum + offset, limit};
    return row;
}

#endif
