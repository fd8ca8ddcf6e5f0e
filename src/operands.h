/* SPDX-License-Identifier: MIT */
/* Operands between their fields and struct gisa_operand: one codec per shape, in both directions. */
#ifndef GISA_OPERANDS_H
#define GISA_OPERANDS_H

#include <string.h>

#include "tables.h"

/* Codes from OPERAND_FIRST_VALUE up to the vector registers can be read only: constants, src_scc, ... */
enum { OPERAND_FIRST_VALUE = 128, OPERAND_LITERAL = 255, OPERAND_FIRST_VGPR = 256 };

/* The bits of inline float constant `index` in an operand of `type`. */
uint64_t operand_float(unsigned index, unsigned type);

/* What an operand code stands for. false: the code is reserved, or not good for `need` (enum code_use). */
static inline __attribute__((always_inline)) bool operand_from_code(const gisa_isa *isa, const op_spec *op,
                                                                    unsigned code, uint64_t bits,
                                                                    gisa_operand *restrict o) {
    const gisa_operand *is = &isa->code_operands[op->width][code % CODES];
    uint64_t head, start, literal = (bits >> 32) & -(uint64_t)(code == OPERAND_LITERAL);
    if (__builtin_expect((isa->code_uses[code % CODES] & op->need) != op->need,
                         0)) { /* a reserved one keeps its code */
        o->kind = GISA_NAMED;
        o->reg = (uint16_t)code;
        return false;
    }
    memcpy(&head, is, sizeof head); /* everything in front of the value at once */
    memcpy(&start, &op->start, sizeof start);
    head |= start;
    memcpy(o, &head, sizeof head);
    o->value = is->value | (int64_t)literal;
    return true;
}

/* Fields of modifiers have one bit, or none: the width is the mask. */
static inline uint8_t operand_mods(const op_spec *op, uint64_t bits) {
    return (uint8_t)((bits >> op->neg.shift & op->neg.width) * GISA_NEG |
                     (bits >> op->abs.shift & op->abs.width) * GISA_ABS |
                     (bits >> op->sext.shift & op->sext.width) * GISA_SEXT);
}

/* false: the field's value is reserved; *o then still holds enough to encode it again. */
bool operand_decode(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o);

/* The operand code of a register or constant, -1 = it has none. */
static inline int operand_code(const gisa_isa *isa, const gisa_operand *o) {
    switch (o->kind) {
    case GISA_VGPR: return OPERAND_FIRST_VGPR + o->reg;
    case GISA_LITERAL: return OPERAND_LITERAL;
    case GISA_NAMED:
    case GISA_INLINE: return o->reg;
    case GISA_SGPR:
    case GISA_TTMP: return o->reg < isa->file_size[o->kind] ? isa->file_first[o->kind] + o->reg : -1;
    default: return -1;
    }
}

/* Puts the operand into *bits, whose bits are 0 where it goes; false: it does not fit. */
bool operand_encode(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits);

/* encode.c: the words of a whole instruction, and how many bytes of them count. On GISA_BAD_OPERAND they hold what does
 * fit. */
gisa_status encode_bits(const gisa_isa *isa, const gisa_insn *insn, uint64_t *bits, size_t *size);

/* How many registers the operand has, when other fields may decide that. */
unsigned operand_count(const gisa_isa *isa, const op_spec *op, uint64_t bits);

/* The first operand that is one scalar value too many for a vector instruction; op_count when all is well. */
unsigned operand_second_scalar(const gisa_isa *isa, const form *f, const gisa_insn *insn);

/* The bits of a literal; what is pending counts as 0. */
static inline uint32_t operand_literal(const gisa_operand *o) {
    return o->flags & GISA_PENDING ? 0 : (uint32_t)o->value;
}

static inline bool is_64bit(unsigned type) {
    return type >= GISA_B64 && type <= GISA_F64;
}
static inline bool is_16bit(unsigned type) {
    return type <= GISA_F16 || (type >= GISA_V2B16 && type <= GISA_V2F16);
}

#endif
