/* SPDX-License-Identifier: MIT */
/* Bytes to many instructions in a row. One by one, a processor guesses where the next instruction begins and which operands it
 * has, and is wrong about every second one. So here all words of a block are looked up, whether an instruction begins
 * there or not, before anything is made of the sizes; and instructions with operands of the same shapes are decoded
 * together. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "decoder.h"

/* So that the size of a unit is a number that the compiler knows: a third of the time. */
#define KNOWN_UNIT __attribute__((always_inline))

enum { BLOCK = 512, GROUP = 64 }; /* units at a time */

/* What is found out of some units: the leaf in the tree for each, whether an instruction begins there or not, and where
 * instructions begin. */
typedef struct block {
    size_t count; /* of instructions */
    uint16_t leaf[BLOCK];
    uint16_t
        begin[BLOCK +
              1]; /* the unit where an instruction begins, and behind the last one, where the next one does */
} block;

/* Not 0 when it is. */
static inline unsigned leaf_is_long(const leaf_length *l, uint32_t first) {
#ifdef __SSE2__
    __m128i masked = _mm_and_si128(_mm_set1_epi32((int)first), _mm_load_si128((const __m128i *)l->mask));
    __m128i agree = _mm_cmpeq_epi32(masked, _mm_load_si128((const __m128i *)l->value));
    return (unsigned)_mm_movemask_epi8(agree);
#else
    unsigned is_long = 0;
    for (unsigned i = 0; i < LENGTH_CONDITIONS; i++)
        is_long |= (first & l->mask[i]) == l->value[i];
    return is_long;
#endif
}

/* Looks `count` units up, at most GROUP; a bit for each that has two units if an instruction begins there. */
static inline KNOWN_UNIT uint64_t look_up(const gisa_isa *isa, const uint8_t *code, size_t count,
                                          uint16_t *restrict leaves, unsigned unit) {
    uint64_t longs = 0;
    while (count-- > 0) {
        uint64_t bits = load64(code + count * unit);
        uint32_t leaf = find_leaf(isa, bits, unit);
        unsigned is_long = leaf_is_long(&isa->leaf_lengths[isa->leaf_length[leaf]], (uint32_t)bits);
        leaves[count] = (uint16_t)leaf;
        longs = 2 * longs + ((is_long + 0xffff) >> 16);
    }
    return longs;
}

/* Where instructions begin, a bit for each unit. What begins at a unit of `longs` takes the next one as well, so in a row of such
 * units every other one is a begin. An addition carries through the rows that begin at even units, and so tells them from the others.
 * *carry: the unit is the second one of the instruction before. */
static inline uint64_t begins_of(uint64_t longs, uint64_t *carry) {
    const uint64_t even = UINT64_C(0x5555555555555555);
    uint64_t rows = longs & ~*carry;
    uint64_t even_rows = rows & ~(rows + (rows & ~(rows << 1) & even));
    uint64_t begins = (even_rows & even) | (rows & ~even_rows & ~even); /* of two units */
    uint64_t seconds = begins << 1 | *carry;
    *carry = begins >> 63;
    return ~seconds;
}

/* Up to `count` instructions, unless there are not eight bytes to read. */
static inline KNOWN_UNIT void look_up_block(block *restrict b, const gisa_isa *isa, const uint8_t *code,
                                            size_t size, size_t count, unsigned unit) {
    size_t units = size >= 8 ? (size - 8) / unit + 1 : 0;
    size_t wanted = count < BLOCK ? count + count / 2 + 1 : BLOCK; /* more would hardly be used */
    uint64_t carry = 0;
    uint16_t *begin = b->begin;
    units = units > BLOCK ? BLOCK : units;
    units = units > wanted ? wanted : units;
    for (size_t first = 0; first < units; first += GROUP) {
        size_t some = units - first < GROUP ? units - first : GROUP;
        uint64_t begins = begins_of(look_up(isa, code + first * unit, some, b->leaf + first, unit), &carry);
        if (some < GROUP) {
            carry = ~begins >> some & 1;
            begins &= (UINT64_C(1) << some) - 1;
        }
        for (; begins; begins &= begins - 1)
            *begin++ = (uint16_t)(first + (unsigned)__builtin_ctzll(begins));
    }
    *begin = (uint16_t)(units + carry);
    b->count = (size_t)(begin - b->begin) < count ? (size_t)(begin - b->begin) : count;
}

/* What is rare: a form that a list has, or none. */
static __attribute__((noinline)) void set_rare(const gisa_isa *isa, const tree_leaf *leaf, uint32_t found,
                                               uint64_t bits, gisa_head *head) {
    head->form = found == SEARCH ? decoder_search(isa, leaf, bits) : found;
    if (head->form == isa->form_count) {
        head->form = 0;
        head->status = GISA_UNKNOWN;
    }
}

/* That of instruction i of the block. */
static inline KNOWN_UNIT void set_head(const gisa_isa *isa, const block *b, const uint8_t *code, size_t i,
                                       gisa_head *restrict head, unsigned unit) {
    static const uint64_t masks[] = {0, UINT32_MAX, UINT64_MAX};
    unsigned at = b->begin[i], units = b->begin[i + 1] - at;
    uint64_t bits = load64(code + at * unit);
    const tree_leaf *leaf = &isa->leaves[b->leaf[at]];
    uint32_t found = leaf_form(isa, leaf, bits);
    head->bits = unit == 4 ? bits & masks[units] : bits;
    head->form = found;
    head->size = (uint8_t)(units * unit);
    head->status = GISA_OK;
    head->spare = 0;
    if (found >= isa->form_count)
        set_rare(isa, leaf, found, bits, head);
}

/* The heads of up to BLOCK instructions. Returns how many; *used = their bytes. */
static inline KNOWN_UNIT size_t decode_block(const gisa_isa *isa, const uint8_t *code, size_t size,
                                             gisa_head *restrict heads, size_t count, size_t *used,
                                             unsigned unit) {
    block b;
    look_up_block(&b, isa, code, size, count, unit);
    if (!b.count) {
        gisa_insn insn;
        gisa_decode_head(isa, code, size, &insn);
        heads[0] = (gisa_head){insn.bits, insn.form, insn.size, insn.status, 0};
        *used = insn.size;
        return 1;
    }
    for (size_t i = 0; i < b.count; i++)
        set_head(isa, &b, code, i, &heads[i], unit);
    *used = (size_t)b.begin[b.count] * unit;
    return b.count;
}

static size_t some_heads(const gisa_isa *isa, const uint8_t *code, size_t size, gisa_head *restrict heads,
                         size_t count, size_t *used) {
    return isa->unit == 4 ? decode_block(isa, code, size, heads, count, used, 4)
                          : decode_block(isa, code, size, heads, count, used, 8);
}

size_t gisa_decode_heads(const gisa_isa *isa, const void *code, size_t size, gisa_head *restrict heads,
                         size_t count, size_t *used) {
    const uint8_t *p = code;
    size_t left = size, n = 0, bytes;
    for (; n < count && left; p += bytes, left -= bytes)
        n += some_heads(isa, p, left, heads + n, count - n, &bytes);
    if (used)
        *used = size - left;
    return n;
}

/* ---- operands ---- */

/* Instructions of one shape, linked by their indices: the last one, and for each the one before it. */
typedef struct chains {
    decode_chain c;
    uint16_t last[MAX_SHAPES];
    uint16_t shapes[CHAIN_LENGTH + 1], shape_count; /* those that occur */
} chains;

static inline void add_to_chain(chains *c, const form *f, size_t i) {
    uint16_t before = c->last[f->shape]; /* CHAIN_END = there is none */
    c->shapes[c->shape_count] = f->shape;
    c->shape_count = (uint16_t)(c->shape_count + (before == CHAIN_END));
    c->c.before[i] = before;
    c->c.first_op[i] = f->first_op;
    c->last[f->shape] = (uint16_t)i;
}

static inline void begin_insn(const gisa_isa *isa, chains *c, const gisa_head *head, gisa_insn *insn,
                              size_t i) {
    const form *f = &isa->forms[head->form];
    insn->bits = head->bits;
    insn->form = head->form;
    insn->size = head->size;
    insn->status = head->status;
    insn->spare = 0;
    if (head->status == GISA_OK) {
        begin_operands(f, insn);
        add_to_chain(c, f, i);
    } else {
        insn->operand_count = 0;
        insn->rest = 0;
    }
}

/* All of them at once: at most CHAIN_LENGTH. */
static void decode_chains(const gisa_isa *isa, const gisa_head *heads, gisa_insn *insns, size_t count) {
    chains c;
    c.shape_count = 0;
    memset(c.last, 0xff, sizeof *c.last * isa->shape_count);
    for (size_t i = 0; i < count; i++)
        begin_insn(isa, &c, &heads[i], &insns[i], i);
    for (unsigned k = 0; k < c.shape_count; k++)
        isa->shapes[c.shapes[k]].decode_all(isa, &c.c, c.last[c.shapes[k]], insns);
}

size_t gisa_decode_many(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insns, size_t count,
                        size_t *used) {
    const uint8_t *p = code;
    size_t left = size, n = 0, bytes;
    while (n < count && left) {
        gisa_head heads[CHAIN_LENGTH];
        size_t some = gisa_decode_heads(isa, p, left, heads,
                                        count - n < CHAIN_LENGTH ? count - n : CHAIN_LENGTH, &bytes);
        decode_chains(isa, heads, insns + n, some);
        n += some, p += bytes, left -= bytes;
    }
    if (used)
        *used = size - left;
    return n;
}
