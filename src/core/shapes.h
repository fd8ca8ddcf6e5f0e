/* SPDX-License-Identifier: MIT */
/* The usual shapes of operands, decoded and encoded without a branch on what they are. isagen
 * writes functions for sequences of them (gen/write/shapes.c); what has another shape goes to
 * operand_decode and operand_encode, whose answers these equal. */
#ifndef GISA_SHAPES_H
#define GISA_SHAPES_H

#include "banked.h"

#define SHAPE_INLINE __attribute__((always_inline))

/* An operand of the form that is decoded, and what a function takes of it where it is not known
   which one that is. */
#define OP(i) isa->ops[list[i]]

static inline SHAPE_INLINE uint32_t shape_value(uint64_t bits, field at) {
    return (uint32_t)field_get(bits, at);
}

/* a register or constant by its code: `scale` registers per unit, constants of `width` */
static inline SHAPE_INLINE bool decode_c(const gisa_isa *isa, const op_start *start, uint64_t bits,
                                         gisa_operand *restrict o, field at, unsigned scale, unsigned width) {
    uint32_t code = shape_value(bits, at) * scale;
    return operand_from_code(isa, start->need, width, code, 0, operand_start(start), o);
}

/* likewise, or a literal */
static inline SHAPE_INLINE bool decode_k(const gisa_isa *isa, const op_start *start, uint64_t bits,
                                         gisa_operand *restrict o, field at, unsigned scale, unsigned width) {
    uint32_t code = shape_value(bits, at) * scale;
    return operand_from_code(isa, start->need, width, code, operand_literal_bits(code, bits),
                             operand_start(start), o);
}

/* a register or constant that is no literal, with neg, abs or sext */
static inline SHAPE_INLINE bool decode_m(const gisa_isa *isa, const op_start *start, uint64_t bits,
                                         gisa_operand *restrict o, field at, unsigned scale, unsigned width,
                                         field neg, field abs, field sext) {
    uint32_t code = shape_value(bits, at) * scale;
    uint64_t mods = operand_head((gisa_operand){.mods = 1}) * operand_mods_at(bits, neg, abs, sext);
    return operand_from_code(isa, start->need, width, code, 0, operand_start(start) | mods, o);
}

/* a vector register by its number */
static inline SHAPE_INLINE bool decode_v(const op_start *start, uint64_t bits, gisa_operand *restrict o,
                                         field at) {
    uint32_t number = shape_value(bits, at);
    operand_put(o, operand_start(start) | operand_head((gisa_operand){.reg = (uint16_t)number}), 0);
    return number + start->count <= 256;
}

/* vector registers, of which other bits say how many: `count`, and one more where `plus` is set */
static inline SHAPE_INLINE bool decode_p(const op_start *start, uint64_t bits, gisa_operand *restrict o,
                                         field at, field plus, unsigned count) {
    const uint64_t others = ~operand_head((gisa_operand){.kind = UINT8_MAX, .count = UINT8_MAX});
    uint32_t number = shape_value(bits, at);
    gisa_operand is = {.reg = (uint16_t)number};
    count += shape_value(bits, plus);
    is.kind = count ? GISA_KIND_VGPR : GISA_KIND_NONE;
    is.count = (uint8_t)count;
    operand_put(o, (operand_start(start) & others) | operand_head(is), 0);
    return number + count <= 256;
}

/* a number */
static inline SHAPE_INLINE bool decode_n(uint64_t bits, gisa_operand *restrict o, field at,
                                         gisa_operand start, uint32_t sign) {
    operand_put(o, operand_head(start), (int64_t)(shape_value(bits, at) ^ sign) - sign);
    return true;
}

/* What is left out when `is_default`, which is 0 or 1. */
static inline SHAPE_INLINE void put_modifier(gisa_operand *restrict o, gisa_operand start, int64_t value,
                                             uint64_t is_default) {
    operand_put(
        o, operand_head(start) | operand_head((gisa_operand){.flags = GISA_OPERAND_DEFAULT}) * is_default,
        value);
}

/* a number that is left out when it has its default value */
static inline SHAPE_INLINE bool decode_d(uint64_t bits, gisa_operand *restrict o, field at,
                                         gisa_operand start, uint32_t sign, int32_t otherwise) {
    int64_t value = (int64_t)(shape_value(bits, at) ^ sign) - sign;
    put_modifier(o, start, value, value == otherwise);
    return true;
}

/* one bit, which is left out when it is 0 */
static inline SHAPE_INLINE bool decode_f(uint64_t bits, gisa_operand *restrict o, field at,
                                         gisa_operand start) {
    uint64_t bit = bits >> at.shift & 1;
    put_modifier(o, start, (int64_t)bit, bit ^ 1);
    return true;
}

/* a number of few bits, of which a table has all */
static inline SHAPE_INLINE bool decode_t(uint64_t bits, gisa_operand *restrict o, field at,
                                         const gisa_operand *held) {
    *o = held[shape_value(bits, at)];
    return true;
}

/* a number of which not all values are good; it may be left out */
static inline SHAPE_INLINE bool decode_o(uint64_t bits, gisa_operand *restrict o, field at,
                                         gisa_operand start, int32_t otherwise, bool left_out,
                                         unsigned good) {
    uint32_t value = shape_value(bits, at);
    put_modifier(o, start, value, left_out & (value == (uint32_t)otherwise));
    return good >> value & 1;
}

/* a register of a bank */
static inline SHAPE_INLINE bool decode_b(const gisa_isa *isa, const op_start *start, uint64_t bits,
                                         gisa_operand *restrict o, const bank_spec *b, field neg, field abs) {
    banked_decode(isa, operand_start(start), b, neg, abs, bits, o);
    return true;
}

/* a branch distance, counted from `index` units before the end */
static inline SHAPE_INLINE bool decode_l(const gisa_isa *isa, uint64_t bits, gisa_operand *restrict o,
                                         field at, gisa_operand start, uint32_t sign, unsigned index) {
    decode_n(bits, o, at, start, sign);
    o->value = (o->value - index) * isa->unit;
    return true;
}

/* what no bit holds */
static inline SHAPE_INLINE bool decode_w(const op_spec *op, gisa_operand *restrict o) {
    *o = op->start;
    return true;
}

/* anything else */
static inline bool decode_x(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    return operand_decode(isa, op, bits, o);
}

/* ---- the way back ---- */

static inline SHAPE_INLINE bool encode_c(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                                         uint64_t *bits, field at, unsigned scale) {
    int code = operand_code(isa, o);
    if (scale > 1 || o->mods || (o->flags & GISA_OPERAND_PENDING) || (uint32_t)code >> at.width)
        return operand_encode(isa, op, o, bits);
    *bits |= (uint64_t)(uint32_t)code << at.shift;
    if (o->kind == GISA_KIND_LITERAL)
        *bits |= (uint64_t)operand_literal(o) << 32;
    return true;
}

static inline SHAPE_INLINE bool encode_v(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                                         uint64_t *bits, field at) {
    if (o->kind != GISA_KIND_VGPR || o->mods || o->reg >> at.width)
        return operand_encode(isa, op, o, bits);
    *bits |= (uint64_t)o->reg << at.shift;
    return true;
}

static inline SHAPE_INLINE bool encode_n(const gisa_operand *o, uint64_t *bits, field at, uint32_t sign) {
    uint64_t mask = (UINT64_C(1) << at.width) - 1;
    *bits |= ((uint64_t)o->value & mask) << at.shift;
    return !o->mods && (uint64_t)(o->value + sign) <= mask;
}

static inline SHAPE_INLINE bool encode_b(const gisa_operand *o, uint64_t *bits, const bank_spec *b, field neg,
                                         field abs) {
    return banked_encode(b, neg, abs, o, bits);
}

static inline bool encode_w(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return !o->mods || operand_encode(isa, op, o, bits);
}

static inline bool encode_x(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return operand_encode(isa, op, o, bits);
}

#endif
