/* SPDX-License-Identifier: MIT */
/* A vector instruction as C of one lane, in which operands are variables. */
#ifndef GISA_NATIVE_LANE_H
#define GISA_NATIVE_LANE_H

#include <stdio.h>

#include "insn/body.h"
#include "live.h"

/* Where it goes, and what things are called there: vector registers are v0 ..., bits of masks that
   it writes b106 ..., by the number of the scalar register. */
typedef struct lane_text {
    FILE *out;
    size_t insn;    /* which instruction of the unit it is */
    bool high;      /* of one that works on each half, this is the high one */
    const char *on; /* all bits, where the lane is active */
    /* Of which registers lanes keep what they have that are not active; NULL: of all. */
    const uint64_t *kept;
    /* Dword `k` of source `i`, which is no constant; */
    void (*word)(const struct lane_text *text, const gisa_op *op, unsigned i, unsigned k);
    /* and the lane's bit of a mask. */
    void (*mask)(const struct lane_text *text, unsigned word);
    const void *of; /* theirs */
} lane_text;

/* The instruction; `any` and `any64` say whether a lane is odd. covered: a lane that is odd is so
   in a later instruction, unless MODE flushes. What DPP moves is in the rows xN and yN, N being its
   number: source 0, and where a lane is written. */
void lane_write(const lane_text *text, const unit_insn *insn, bool covered);
/* Whether a lane that is odd in `from` is so in `to`, which reads what `from` has left; */
bool lane_spreads(const unit_insn *from, const unit_insn *to);
/* and whether `by` writes to where `from` leaves D. */
bool lane_overwrites(const unit_insn *from, const unit_insn *by);
/* A source, as an argument. */
void lane_write_source(const lane_text *text, const gisa_op *op, const native_body *b, unsigned i);

/* The number of a scalar register from its place in the wave. */
static inline unsigned lane_word(uint32_t place) {
    return (unsigned)((place - offsetof(gcn_wave, scalar)) / 4);
}

static inline bool lane_is_row(const gisa_op *op, unsigned i) {
    return op->source[i].kind == GISA_KIND_VGPR;
}

static inline unsigned lane_dwords(const native_body *b, unsigned role) {
    return b->bits[role] == 64 ? 2 : 1;
}

static inline bool lane_has(const gisa_op *op, unsigned role) {
    return role == NATIVE_D ? op->has_d : op->has_d1;
}

static inline bool lane_writes_mask(const gisa_op *op, const native_body *b, unsigned role) {
    return b->bits[role] == NATIVE_MASK && lane_has(op, role);
}

static inline const gisa_operand *lane_result(const gisa_op *op, unsigned role) {
    return role == NATIVE_D ? &op->result : &op->result1;
}

/* The first scalar register of a mask that is a result. */
static inline unsigned lane_result_word(const gisa_op *op, unsigned role) {
    return lane_word(role == NATIVE_D ? op->to_d : op->to_d1);
}

#endif
