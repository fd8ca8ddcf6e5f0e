/* SPDX-License-Identifier: MIT */
/* Bytes to many instructions in a row. One by one, a processor guesses where the next instruction begins and which operands it
 * has, and is wrong about every second one. So here all words of a group are looked up, whether an instruction begins
 * there or not, before anything is made of the sizes; and instructions with operands of the same shapes are decoded
 * together. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "decoder.h"

/* So that the size of a unit is a number that the compiler knows: a third of the time. */
#define KNOWN_UNIT __attribute__((always_inline))

enum { GROUP = 64 }; /* units at a time: a bit each */

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

/* Looks `count` units up, at most GROUP, whether an instruction begins there or not: the leaf in the tree for each, and a bit
 * for each that has two units if one does. */
static inline KNOWN_UNIT uint64_t look_up(const gisa_isa *isa, const uint8_t *code, size_t count,
                                          uint16_t *restrict leaves, unsigned unit) {
    uint64_t longs = 0;
    while (count-- > 0) {
        uint64_t bits = load64(code + count * unit);
        uint32_t leaf = find_leaf(isa, bits, unit);
        leaves[count] = (uint16_t)leaf;
        if (unit < 8) { /* others have no second one */
            unsigned is_long = leaf_is_long(&isa->leaf_lengths[isa->leaf_length[leaf]], (uint32_t)bits);
            longs = 2 * longs + ((is_long + 0xffff) >> 16);
        }
    }
    return longs;
}

/* Where instructions begin, a bit for each unit. What begins at a unit of `longs` takes the next one as well, so in a row of such
 * units every other one is a begin. An addition carries through the rows that begin at even units, and so tells them from the
 * others. */
static inline uint64_t begins_of(uint64_t longs) {
    const uint64_t even = UINT64_C(0x5555555555555555);
    uint64_t even_rows = longs & ~(longs + (longs & ~(longs << 1) & even));
    uint64_t begins = (even_rows & even) | (longs & ~even_rows & ~even); /* of two units */
    return ~(begins << 1);
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

/* The heads of the instructions in up to GROUP units, at most `count`; there are eight bytes to read at each. Returns how many;
 * *used = their bytes. */
static inline KNOWN_UNIT size_t decode_group(const gisa_isa *isa, const uint8_t *code, size_t units,
                                             gisa_head *restrict heads, size_t count, size_t *used,
                                             unsigned unit) {
    uint16_t leaves[GROUP];
    uint64_t longs = look_up(isa, code, units, leaves, unit);
    uint64_t begins = begins_of(longs) & UINT64_MAX >> (GROUP - units);
    const tree_leaf *all_leaves = isa->leaves;
    const tree_test *tests = isa->tests;
    gisa_head *head = heads, *end = heads + count;
    size_t at = 0, more = 0;
    for (; begins && head < end; begins &= begins - 1, head++) {
        at = (size_t)__builtin_ctzll(begins);
        more = longs >> at & 1;
        uint64_t bits = load64(code + at * unit);
        const tree_leaf *leaf = &all_leaves[leaves[at]];
        uint32_t found = leaf_form(tests, leaf, bits);
        head->bits = unit == 8 || more ? bits : (uint32_t)bits;
        head->form = found;
        head->size = (uint8_t)((more + 1) * unit);
        head->status = GISA_OK;
        head->spare = 0;
        if (found >= isa->form_count)
            set_rare(isa, leaf, found, bits, head);
    }
    *used = (at + more + 1) * unit;
    return (size_t)(head - heads);
}

/* At least one, if there are `count` and bytes. */
static inline KNOWN_UNIT size_t some_heads(const gisa_isa *isa, const uint8_t *code, size_t size,
                                           gisa_head *restrict heads, size_t count, size_t *used,
                                           unsigned unit) {
    size_t wanted = count + count / 2 + 1; /* more would hardly be used */
    size_t units = size >= 8 ? (size - 8) / unit + 1 : 0;
    if (!units) {
        gisa_insn insn;
        gisa_decode_head(isa, code, size, &insn);
        heads[0] = (gisa_head){insn.bits, insn.form, insn.size, insn.status, 0};
        *used = insn.size;
        return 1;
    }
    units = units < wanted ? units : wanted;
    return decode_group(isa, code, units < GROUP ? units : GROUP, heads, count, used, unit);
}

static inline KNOWN_UNIT size_t all_heads(const gisa_isa *isa, const uint8_t *code, size_t size,
                                          gisa_head *restrict heads, size_t count, size_t *used,
                                          unsigned unit) {
    size_t left = size, n = 0, bytes;
    for (; n < count && left; code += bytes, left -= bytes)
        n += some_heads(isa, code, left, heads + n, count - n, &bytes, unit);
    *used = size - left;
    return n;
}

size_t gisa_decode_heads(const gisa_isa *isa, const void *code, size_t size, gisa_head *restrict heads,
                         size_t count, size_t *used) {
    size_t bytes, n = isa->unit == 4 ? all_heads(isa, code, size, heads, count, &bytes, 4)
                                     : all_heads(isa, code, size, heads, count, &bytes, 8);
    if (used)
        *used = bytes;
    return n;
}

/* ---- operands ---- */

/* Instructions of one shape, linked by their indices: the last one, and for each the one before it. */
typedef struct chains {
    decode_chain c;
    uint16_t last[MAX_SHAPES];
    uint16_t shapes[CHAIN_LENGTH + 1]; /* those that occur */
} chains;

/* Returns where the next shape goes that occurs. */
static inline uint16_t *add_to_chain(chains *c, uint16_t *shapes, const form *f, size_t i) {
    uint16_t before = c->last[f->shape]; /* CHAIN_END = there is none */
    *shapes = f->shape;
    c->c.before[i] = before;
    c->c.first_op[i] = f->first_op;
    c->last[f->shape] = (uint16_t)i;
    return shapes + (before == CHAIN_END);
}

static inline uint16_t *begin_insn(const gisa_isa *isa, chains *c, uint16_t *shapes, const gisa_head *head,
                                   gisa_insn *insn, size_t i) {
    const form *f = &isa->forms[head->form];
    bool good = head->status == GISA_OK;
    insn->bits = head->bits;
    insn->form = head->form;
    insn->size = head->size;
    insn->operand_count = good ? f->op_count : 0;
    insn->status = head->status;
    insn->spare = 0;
    insn->rest = good ? (head->bits ^ f->preset) & (f->zero | f->unused) : 0;
    return good ? add_to_chain(c, shapes, f, i) : shapes;
}

/* All of them at once: at most CHAIN_LENGTH. */
static void decode_chains(const gisa_isa *isa, const gisa_head *heads, gisa_insn *insns, size_t count) {
    chains c;
    uint16_t *end = c.shapes;
    memset(c.last, 0xff, sizeof *c.last * isa->shape_count);
    for (size_t i = 0; i < count; i++)
        end = begin_insn(isa, &c, end, &heads[i], &insns[i], i);
    for (const uint16_t *shape = c.shapes; shape < end; shape++)
        isa->shapes[*shape].decode_all(isa, &c.c, c.last[*shape], insns);
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
