/* SPDX-License-Identifier: MIT */
/* The usual shapes of operands, decoded and encoded without a branch on what they are. The tables hold two functions for each
 * sequence of them (gen/shapes.c); what has another shape goes to operand_decode and operand_encode, whose answers these
 * equal. */
#ifndef GISA_SHAPES_H
#define GISA_SHAPES_H

#include "banked.h"

#define SHAPE_INLINE __attribute__((always_inline))

static inline uint32_t shape_value(const op_spec *op, uint64_t bits) {
    return (uint32_t)(bits >> op->f[0].shift) & op->mask;
}

/* a register or constant by its code */
static inline __attribute__((always_inline)) bool decode_c(const gisa_isa *isa, const op_spec *op,
                                                           uint64_t bits, gisa_operand *restrict o) {
    *o = op->start;
    return operand_from_code(isa, op, shape_value(op, bits) * op->scale, bits, o);
}

/* likewise, with neg, abs or sext */
static inline __attribute__((always_inline)) bool decode_m(const gisa_isa *isa, const op_spec *op,
                                                           uint64_t bits, gisa_operand *restrict o) {
    bool good = decode_c(isa, op, bits, o);
    o->mods = operand_mods(op, bits);
    return good;
}

/* a vector register by its number */
static inline bool decode_v(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    uint32_t number = shape_value(op, bits);
    (void)isa;
    *o = op->start;
    o->reg = (uint16_t)number;
    return number + op->count <= 256;
}

/* a number */
static inline __attribute__((always_inline)) bool decode_n(const gisa_isa *isa, const op_spec *op,
                                                           uint64_t bits, gisa_operand *restrict o) {
    (void)isa;
    *o = op->start;
    o->value = (int64_t)(shape_value(op, bits) ^ op->sign) - op->sign;
    return true;
}

/* a number that is left out when it has its default value */
static inline bool decode_d(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    decode_n(isa, op, bits, o);
    o->flags = (uint8_t)(op->start.flags | (o->value == op->otherwise ? GISA_DEFAULT : 0));
    return true;
}

/* one bit, which is left out when it is 0 */
static inline bool decode_f(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    uint64_t bit = bits >> op->f[0].shift & 1;
    (void)isa;
    *o = op->start;
    o->flags = (uint8_t)(op->start.flags | (bit ^ 1) * GISA_DEFAULT);
    o->value = (int64_t)bit;
    return true;
}

/* a number of which not all values are good; it may be left out */
static inline SHAPE_INLINE bool decode_o(const gisa_isa *isa, const op_spec *op, uint64_t bits,
                                         gisa_operand *restrict o) {
    uint32_t value = shape_value(op, bits);
    (void)isa;
    *o = op->start;
    o->flags =
        (uint8_t)(op->start.flags | (value == (uint32_t)op->otherwise ? op->unwritten & GISA_DEFAULT : 0));
    o->value = value;
    return op->need >> value & 1;
}

/* The same where it is known in which bits, and with what they begin: in forms with registers of banks, of which there are few.
 * `at`: these bits; `value`, `is_default`: 0 or 1. Everything in front of the value is put at once, mostly constants. */
static inline SHAPE_INLINE void put_modifier(gisa_operand *restrict o, gisa_operand start, uint64_t value,
                                             uint64_t is_default) {
    const gisa_operand flag = {.flags = GISA_DEFAULT};
    uint64_t head, mark;
    memcpy(&head, &start, sizeof head);
    memcpy(&mark, &flag, sizeof mark);
    head |= mark * is_default;
    memcpy(o, &head, sizeof head);
    o->value = (int64_t)value;
}

static inline SHAPE_INLINE bool decode_d_at(uint64_t bits, gisa_operand *restrict o, field at,
                                            gisa_operand start, int32_t otherwise) {
    uint64_t value = field_get(bits, at);
    put_modifier(o, start, value, value == (uint32_t)otherwise);
    return true;
}

static inline SHAPE_INLINE bool decode_f_at(uint64_t bits, gisa_operand *restrict o, field at,
                                            gisa_operand start) {
    uint64_t bit = bits >> at.shift & 1;
    put_modifier(o, start, bit, bit ^ 1);
    return true;
}

/* a register of a bank */
static inline bool decode_b(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    banked_decode(isa, op, bank_of(isa, op), op->neg, op->abs, bits, o);
    return true;
}

static inline SHAPE_INLINE bool decode_b_at(const gisa_isa *isa, const op_spec *op, uint64_t bits,
                                            gisa_operand *restrict o, const bank_spec *b, field neg,
                                            field abs) {
    banked_decode(isa, op, b, neg, abs, bits, o);
    return true;
}

/* a branch distance */
static inline bool decode_l(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    decode_n(isa, op, bits, o);
    o->value = (o->value - op->index) * isa->unit;
    return true;
}

/* what no bit holds */
static inline bool decode_w(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    (void)isa, (void)bits;
    *o = op->start;
    return true;
}

/* anything else */
static inline bool decode_x(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *restrict o) {
    return operand_decode(isa, op, bits, o);
}

/* ---- the way back ---- */

static inline bool encode_c(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    int code = operand_code(isa, o);
    if (code < 0 || op->scale > 1 || o->mods || (o->flags & GISA_PENDING) || (uint32_t)code > op->mask)
        return operand_encode(isa, op, o, bits);
    *bits |= (uint64_t)code << op->f[0].shift;
    if (o->kind == GISA_LITERAL)
        *bits |= (uint64_t)operand_literal(o) << 32;
    return true;
}

static inline bool encode_m(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return encode_c(isa, op, o, bits);
}

static inline bool encode_v(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    if (o->kind != GISA_VGPR || o->mods || o->reg > op->mask)
        return operand_encode(isa, op, o, bits);
    *bits |= (uint64_t)o->reg << op->f[0].shift;
    return true;
}

static inline bool encode_n(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    if (o->mods || (uint64_t)(o->value + op->sign) > op->mask)
        return operand_encode(isa, op, o, bits);
    *bits |= ((uint64_t)o->value & op->mask) << op->f[0].shift;
    return true;
}

static inline bool encode_d(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return encode_n(isa, op, o, bits);
}

static inline bool encode_f(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return encode_n(isa, op, o, bits);
}

static inline bool encode_o(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return encode_n(isa, op, o, bits);
}

static inline SHAPE_INLINE bool encode_d_at(const gisa_operand *o, uint64_t *bits, field at,
                                            gisa_operand start, int32_t otherwise) {
    (void)start, (void)otherwise;
    *bits |= ((uint64_t)o->value & ((UINT64_C(1) << at.width) - 1)) << at.shift;
    return !o->mods && !((uint64_t)o->value >> at.width);
}

static inline SHAPE_INLINE bool encode_f_at(const gisa_operand *o, uint64_t *bits, field at,
                                            gisa_operand start) {
    return encode_d_at(o, bits, at, start, 0);
}

static inline bool encode_b(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return banked_encode(bank_of(isa, op), op->neg, op->abs, o, bits);
}

static inline SHAPE_INLINE bool encode_b_at(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                                            uint64_t *bits, const bank_spec *b, field neg, field abs) {
    (void)isa, (void)op;
    return banked_encode(b, neg, abs, o, bits);
}

static inline bool encode_l(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return operand_encode(isa, op, o, bits);
}

static inline bool encode_w(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return !o->mods || operand_encode(isa, op, o, bits);
}

static inline bool encode_x(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    return operand_encode(isa, op, o, bits);
}

#endif
