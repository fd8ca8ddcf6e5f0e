/* SPDX-License-Identifier: MIT */
/* Bodies of scalar instructions: where their operands are, how they end, and the words that such
   bodies alone have. */
#ifndef GISA_EMU_SCALAR_H
#define GISA_EMU_SCALAR_H

#include "vocab.h"

/* ---- Operands -------------------------------------------------------------------------- */

/* Sources are registers, or constants in the instruction itself. */
ALWAYS_ const void *scalar_source(const gcn_wave *w, const gisa_op *op, unsigned i) {
    const uint8_t bit = (uint8_t)(1 << i);
    return op->immediates & bit ? (const char *)&op->immediate[i] : (const char *)w + op->s[i];
}

ALWAYS_ gisa_v32 scalar_source_32(const gcn_wave *w, const gisa_op *op, unsigned i) {
    gisa_v32 source;
    memcpy(&source, scalar_source(w, op, i), 4);
    return source;
}

/* Two registers; where they are variables of the compiler's, as in translated code, each for itself
   (REGISTERS_APART). */
ALWAYS_ gisa_v64 scalar_pair(const void *at) {
    gisa_v64 both;
#ifdef REGISTERS_APART
    u32 half[2];
    memcpy(&half[0], at, 4);
    memcpy(&half[1], (const char *)at + 4, 4);
    both.u64 = half[0] | (u64)half[1] << 32;
#else
    memcpy(&both, at, 8);
#endif
    return both;
}

ALWAYS_ void scalar_set_pair(void *at, gisa_v64 both) {
#ifdef REGISTERS_APART
    const u32 half[2] = {(u32)both.u64, (u32)(both.u64 >> 32)};
    memcpy(at, &half[0], 4);
    memcpy((char *)at + 4, &half[1], 4);
#else
    memcpy(at, &both, 8);
#endif
}

ALWAYS_ gisa_v64 scalar_source_64(const gcn_wave *w, const gisa_op *op, unsigned i) {
    return scalar_pair(scalar_source(w, op, i));
}

/* The old value of the result. */
ALWAYS_ gisa_v32 scalar_result_32(const gcn_wave *w, const gisa_op *op) {
    gisa_v32 result;
    memcpy(&result, (const char *)w + op->d, 4);
    return result;
}

ALWAYS_ gisa_v64 scalar_result_64(const gcn_wave *w, const gisa_op *op) {
    return scalar_pair((const char *)w + op->d);
}

ALWAYS_ void scalar_store_32(gcn_wave *w, const gisa_op *op, gisa_v32 result) {
    memcpy((char *)w + op->d, &result, 4);
}

ALWAYS_ void scalar_store_64(gcn_wave *w, const gisa_op *op, gisa_v64 result) {
    scalar_set_pair((char *)w + op->d, result);
}

/* ---- What comes next -------------------------------------------------------------------- */

/* The body has not been done, as the wave waits or there is a fault: nothing is stored. */
ALWAYS_ bool scalar_stays(gcn_wave *w, const gisa_op *op) {
    if (w->waiting || w->fault.kind) {
        w->pc = op->next_pc - 4u * op->units;
        return true;
    }
    w->again = false;
    if (w->halt && !w->priv)
        w->events |= GISA_HALTS;
    return false;
}

/* It has been done, and nothing is in the way of the next instruction. False: maybe, as the two
   others say. */
ALWAYS_ bool scalar_goes_on(gcn_wave *w) {
    if (w->waiting | w->halt | w->events | (unsigned)w->fault.kind)
        return false;
    w->again = false;
    return true;
}

/* It has been done, and the wave stops after it. */
ALWAYS_ bool scalar_stops(gcn_wave *w, u64 next) {
    if (w->events)
        w->pc = next;
    return w->events;
}

ALWAYS_ const gisa_op *scalar_jump(gcn_wave *w, const gisa_op *op, u64 pc) {
    return pc == op->next_pc ? op_next(op) : program_jump(w, op, pc);
}

/* ---- Words ------------------------------------------------------------------------------ */

/* A body that asks for the number of D writes registers by number; D is then not stored. */
#define SINDEX(operand) SINDEX_##operand
#define SINDEX_D (O->result.reg)
#define SINDEX_S0 (O->source[0].reg)

#define END                                                                                                  \
    do {                                                                                                     \
        W->events |= GISA_ENDS;                                                                              \
        W->group->waves--;                                                                                   \
        goto stop_;                                                                                          \
    } while (0)
#define SLEEP (W->events |= GISA_SLEEPS)
#define NEW_CODE (W->events |= GISA_NEW_CODE)
#define NO_HANDLER(trap)                                                                                     \
    do {                                                                                                     \
        if (!wave_trap(W, (trap)))                                                                           \
            goto stop_;                                                                                      \
    } while (0)
#define SENDMSG(message)                                                                                     \
    do {                                                                                                     \
        if (!wave_send(W, (message)))                                                                        \
            goto stop_;                                                                                      \
    } while (0)

#endif
