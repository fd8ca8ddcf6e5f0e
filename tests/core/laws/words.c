/* SPDX-License-Identifier: MIT */
/* Random words: mostly what assemblers write, sometimes anything. The same seed gives the same
   words. */
#include "words.h"

static uint64_t state = 0x9e3779b97f4a7c15;

void words_seed(uint64_t seed) {
    state = seed ? seed : 1;
}

void words_stir(uint64_t more) {
    state ^= more * UINT64_C(0xd1342543de82ef95);
}

uint64_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(2685821657736338717);
}

unsigned below(unsigned limit) {
    return (unsigned)(any() >> 33) % limit;
}

static uint64_t place(uint64_t bits, field f, uint64_t value) {
    uint64_t mask = (UINT64_C(1) << f.width) - 1;
    return (bits & ~(mask << f.shift)) | (value & mask) << f.shift;
}

/* An operand code: often what assemblers write, sometimes anything. */
static uint64_t likely_code(const gisa_isa *isa, const op_spec *op) {
    unsigned width = op->f[0].width, code;
    if (op->scale > 1)
        return below(isa->codes[0].last / op->scale);
    switch (below(8)) {
    case 0: code = below(isa->codes[0].last - 16u) & ~3u; break;
    case 1: code = 128 + below(81); break;
    case 2: code = 240 + below(9); break;
    case 3: code = 104 + below(24); break;
    case 4: code = (op->flags & OP_LITERAL) ? 255 : below(256); break;
    case 5: code = below(512); break;
    default: code = width == 9 ? 256 + below(250) : below(104) & ~1u;
    }
    return code & ((1u << width) - 1);
}

static uint64_t likely_name(const gisa_isa *isa, const op_spec *op) {
    const name_table *t = &isa->names[op->names - 1];
    const name_entry *e = &isa->entries[t->first + below(t->count)];
    return below(4) ? e->value + below(e->span) : any();
}

/* The dword that may be a literal: small integers, inline floats and their neighbours, halves,
   anything. */
static uint64_t likely_literal(const gisa_isa *isa) {
    const float_constant *c = &float_constants[below(isa->float_count)];
    switch (below(8)) {
    case 0: return below(80);
    case 1: return (uint32_t) - (int)below(20);
    case 2: return c->f32 + below(2);
    case 3: return c->f16 + below(2);
    case 4: return (c->f64 >> 32) + below(2);
    case 5: return below(0x10000);
    case 6: return 0xffff0000u | below(0x10000);
    default: return any() & 0xffffffff;
    }
}

static uint64_t likely_operand(const gisa_isa *isa, const op_spec *op, uint64_t bits) {
    field modifiers[3] = {op->neg, op->abs, op->sext};
    for (int i = 0; i < 3; i++)
        if (modifiers[i].width && below(3))
            bits = place(bits, modifiers[i], 0);
    switch (op->codec) {
    case CODEC_CODE: return place(bits, op->f[0], likely_code(isa, op));
    case CODEC_VGPR:
        if (op->scalar.width && below(2))
            return place(place(bits, op->scalar, 1), op->f[0], likely_code(isa, op));
        return below(8) ? place(bits, op->f[0], below(240)) : bits;
    case CODEC_CHOICE: return place(bits, op->f[0], likely_name(isa, op));
    case CODEC_DPP_CTRL: return place(bits, op->f[0], below(2) ? below(256) : likely_name(isa, op));
    case CODEC_FLAG: return below(2) ? place(bits, op->f[0], 0) : bits;
    case CODEC_NUMBER:
        return op->flags & OP_MODIFIER && below(2) ? place(bits, op->f[0], (uint64_t)op->otherwise) : bits;
    case CODEC_LITERAL: return (bits & 0xffffffff) | likely_literal(isa) << 32;
    case CODEC_SWIZZLE: return below(2) ? place(bits, op->f[0], 0x8000 | below(256)) : bits;
    default: return bits;
    }
}

/* Most of what `bits` says about operands is made legal or likely. */
static uint64_t likely(const gisa_isa *isa, const form *f, uint64_t bits) {
    if (isa->lengths[f - isa->forms].mask[0])
        bits = (bits & 0xffffffff) | likely_literal(isa) << 32;
    switch (below(16)) {
    case 0: break; /* as it is */
    case 1:
        bits = (bits & ~(f->zero | f->unused)) | (UINT64_C(1) << below(64) & (f->zero | f->unused));
        break;
    case 2: bits &= ~f->zero; break;
    default: bits = (bits & ~(f->zero | f->unused)) | f->preset;
    }
    if (below(4))
        for (unsigned i = 0; i < f->op_count; i++)
            bits = likely_operand(isa, form_op(isa, f, i), bits);
    return (bits & ~f->mask) | f->value;
}

uint64_t word_of(const gisa_isa *isa, const form *f) {
    return likely(isa, f, any());
}

uint32_t second_of(const gisa_isa *isa, const form *f, uint32_t first) {
    return (uint32_t)(likely(isa, f, first | any() << 32) >> 32);
}
