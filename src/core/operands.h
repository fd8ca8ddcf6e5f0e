/* SPDX-License-Identifier: MIT */
/* Operands between their fields and struct gisa_operand: one codec per shape, in both
   directions. */
#ifndef GISA_OPERANDS_H
#define GISA_OPERANDS_H

#include <string.h>

#include "tables.h"

/* Codes from OPERAND_FIRST_VALUE up to the vector registers can be read only: constants, src_scc,
   ... */
enum { OPERAND_FIRST_VALUE = 128, OPERAND_LITERAL = 255, OPERAND_FIRST_VGPR = 256 };

static inline bool is_64bit(unsigned type) {
    return type >= GISA_TYPE_B64 && type <= GISA_TYPE_F64;
}
static inline bool is_16bit(unsigned type) {
    return type <= GISA_TYPE_F16 || (type >= GISA_TYPE_V2B16 && type <= GISA_TYPE_V2F16);
}

/* The bits of inline float constant `index` in an operand of `type`. */
static inline uint64_t operand_float(unsigned index, unsigned type) {
    const float_constant *f = &float_constants[index];
    return is_64bit(type) ? f->f64 : is_16bit(type) ? f->f16 : f->f32;
}

/* Everything of an operand before its value: it is put at once. */
static inline __attribute__((always_inline)) uint64_t operand_head(gisa_operand o) {
    uint64_t head;
    memcpy(&head, &o, sizeof head);
    return head;
}

static inline __attribute__((always_inline)) uint64_t operand_start(const op_start *start) {
    uint64_t head;
    memcpy(&head, start, sizeof head);
    return head;
}

static inline __attribute__((always_inline)) void operand_put(gisa_operand *restrict o, uint64_t head,
                                                              int64_t value) {
    memcpy(o, &head, sizeof head);
    o->value = value;
}

/* What an operand code stands for, after `start` and as a constant of `width`; `literal`: what the
 * code for a literal means. false: the code is reserved, or not good for `need` (enum code_use),
 * and is kept as it is. */
static inline __attribute__((always_inline)) bool operand_from_code(const gisa_isa *isa, unsigned need,
                                                                    unsigned width, unsigned code,
                                                                    uint64_t literal, uint64_t start,
                                                                    gisa_operand *restrict o) {
    const gisa_operand *is = &isa->code_operands[width][code % CODES];
    if (__builtin_expect((isa->code_uses[code % CODES] & need) != need, 0)) {
        operand_put(o, start | operand_head((gisa_operand){.kind = GISA_KIND_NAMED, .reg = (uint16_t)code}),
                    0);
        return false;
    }
    operand_put(o, start | operand_head(*is), is->value | (int64_t)literal);
    return true;
}

/* The second dword where this is the code for it. */
static inline uint64_t operand_literal_bits(unsigned code, uint64_t bits) {
    return (bits >> 32) & -(uint64_t)(code == OPERAND_LITERAL);
}

/* Fields of modifiers have one bit, or none: the width is the mask. */
static inline __attribute__((always_inline)) uint8_t operand_mods_at(uint64_t bits, field neg, field abs,
                                                                     field sext) {
    uint64_t mods = (bits >> sext.shift & sext.width) * GISA_MOD_SEXT;
    if (neg.width & abs.width && abs.shift == neg.shift + 1) /* side by side, and so are the flags */
        return (uint8_t)(mods | (bits >> neg.shift & (GISA_MOD_NEG | GISA_MOD_ABS)));
    return (uint8_t)(mods | (bits >> neg.shift & neg.width) * GISA_MOD_NEG |
                     (bits >> abs.shift & abs.width) * GISA_MOD_ABS);
}

static inline uint8_t operand_mods(const op_spec *op, uint64_t bits) {
    return operand_mods_at(bits, op->neg, op->abs, op->sext);
}

/* false: the field's value is reserved; *o then still holds enough to encode it again. */
bool operand_decode(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o);

/* The operand code of a register or constant, -1 = it has none. */
static inline int operand_code(const gisa_isa *isa, const gisa_operand *o) {
    switch (o->kind) {
    case GISA_KIND_VGPR: return OPERAND_FIRST_VGPR + o->reg;
    case GISA_KIND_LITERAL: return OPERAND_LITERAL;
    case GISA_KIND_NAMED:
    case GISA_KIND_INLINE: return o->reg;
    case GISA_KIND_SGPR:
    case GISA_KIND_TTMP: return o->reg < isa->file_size[o->kind] ? isa->file_first[o->kind] + o->reg : -1;
    default: return -1;
    }
}

/* Puts the operand into *bits, whose bits are 0 where it goes; false: it does not fit. */
bool operand_encode(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits);

/* encode.c: the words of a whole instruction, and how many bytes of them count. On
 * GISA_STATUS_BAD_OPERAND they hold what does fit. */
gisa_status encode_bits(const gisa_isa *isa, const gisa_insn *insn, uint64_t *bits, size_t *size);

/* How many registers the operand has, when other fields may decide that. */
unsigned operand_count(const gisa_isa *isa, const op_spec *op, uint64_t bits);

/* Exports: what the fields hold that the text of the sources does not show. With `compr` sources 1
 * and 3 repeat 0 and 2, and the fields of 2 and 3 are not used. `bits`: those of the whole
 * instruction. */
void operand_settle_exports(const gisa_isa *isa, gisa_insn *insn, uint64_t bits);

/* Does neg:1 in CLRX's syntax count it among the sources? */
static inline bool operand_is_source(const op_spec *op) {
    return (op->codec == CODEC_CODE || op->codec == CODEC_VGPR) && !(op->start.access & GISA_ACCESS_WRITE);
}

/* Likewise as CLRX writes it, which counts some registers that LLVM does not. */
unsigned operand_clrx_count(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t bits);

/* The first operand that is one scalar value too many for a vector instruction; op_count when all
   is well. */
unsigned operand_second_scalar(const gisa_isa *isa, const form *f, const gisa_insn *insn);

/* The bits of a literal; what is pending counts as 0. */
static inline uint32_t operand_literal(const gisa_operand *o) {
    return o->flags & GISA_OPERAND_PENDING ? 0 : (uint32_t)o->value;
}

#endif
