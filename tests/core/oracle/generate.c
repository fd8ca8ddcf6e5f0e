/* SPDX-License-Identifier: MIT */
/* Words of one form: most of the time legal, with what is worth trying: constants, literals,
   modifiers. */
#include "generate.h"

static uint64_t seed = 88172645463325252u;
static uint64_t any(void) { /* xorshift64* */
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 2685821657736338717u;
}
static bool one_in(unsigned n) {
    return (any() >> 32) % n == 0;
}

/* ---- words ------------------------------------------------------------------------- */

static void put(uint64_t *bits, field f, uint64_t value) {
    uint64_t mask = (UINT64_C(1) << f.width) - 1;
    *bits = (*bits & ~(mask << f.shift)) | (value & mask) << f.shift;
}

/* What often stands in the second word when it is a literal. */
static uint32_t literal_like(void) {
    static const uint32_t some[] = {0,          1,          64,         65,         0xffffffff,
                                    0xfffffff0, 0xffffffef, 0x3f000000, 0xbf000000, 0x3f800000,
                                    0xc0800000, 0x3e22f983, 0x3800,     0x3118,     0xffff,
                                    0x10000,    0x3fe00000, 0x3ff00000, 0x80000000, 0x7fffffff};
    switch (any() >> 40 & 3) {
    case 0: return some[(any() >> 33) % (sizeof some / sizeof *some)];
    case 1: return (uint32_t)(any() >> 33) & 0x7f;
    case 2: return (uint32_t)(any() >> 33) & 0xffff;
    default: return (uint32_t)(any() >> 32);
    }
}

static void settle_operand(const op_spec *op, uint64_t *bits, bool legal) {
    uint64_t value = field_get(*bits, op->f[0]);
    if (one_in(2)) {
        put(bits, op->neg, 0);
        put(bits, op->abs, 0);
        put(bits, op->sext, 0);
    }
    switch (op->codec) {
    case CODEC_CODE:
        if (op->f[0].width == 9 && one_in(2))
            put(bits, op->f[0], value |= 256);
        if (op->f[0].width <= 9 && op->scale == 1 && value < 128 && op->count >= 2 && (legal || !one_in(8)))
            put(bits, op->f[0], value &= op->count >= 3 ? ~UINT64_C(3) : ~UINT64_C(1));
        if ((op->flags & OP_LITERAL) && one_in(8))
            put(bits, op->f[0], 255);
        if ((op->flags & OP_LDS_DIRECT) && one_in(24))
            put(bits, op->f[0], 254);
        if ((op->start.access & GISA_ACCESS_WRITE) && op->f[0].width >= 8 && (legal || !one_in(8)))
            put(bits, op->f[0], value & 127);
        break;
    case CODEC_CHOICE: /* beyond the names stands what is reserved; some of it makes LLVM's process die */
        if (legal || !one_in(op->key ? 200 : 4))
            put(bits, op->f[0], (any() >> 33) % (op->f[0].width <= 2 ? 3 : 7));
        break;
    case CODEC_DPP_CTRL:
        if (one_in(2))
            put(bits, op->f[0], any() >> 33 & 0xff);
        break;
    case CODEC_EXP_SOURCE: /* what `compr` does not use must be 0 */
        if (op->index >= 2 && field_get(*bits, op->f[2]) && (legal || one_in(2)))
            put(bits, op->f[0], 0);
        break;
    case CODEC_LITERAL: put(bits, op->f[0], literal_like()); break;
    default: break;
    }
}

uint64_t generate_any(void) {
    return any();
}

uint64_t generate_word(const gisa_isa *isa, const form *f, bool legal) {
    uint64_t bits = any();
    if (f->size == 4)
        bits = (bits & UINT32_MAX) | (uint64_t)literal_like() << 32;
    for (unsigned i = 0; i < f->op_count; i++)
        settle_operand(form_op(isa, f, i), &bits, legal);
    if (!legal && one_in(8))
        bits = (bits & ~f->zero) | (f->zero & UINT64_C(1) << (any() >> 58));
    else
        bits &= ~f->zero;
    if (legal || one_in(2))
        bits = (bits & ~f->unused) | f->preset;
    if (!legal && (f->unused & 511) == 511 && one_in(8)) /* SDWA and DPP of instructions without sources */
        bits = (bits & ~UINT64_C(511)) | (249 + (any() >> 40 & 1));
    return (bits & ~f->mask) | f->value;
}
