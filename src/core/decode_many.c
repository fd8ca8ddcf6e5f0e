/* SPDX-License-Identifier: MIT */
/* Bytes to many instructions in a row. One by one, a processor guesses where the next instruction
 * begins and which operands it has, and is wrong about every second one. So here all words of a
 * group are looked up, whether an instruction begins there or not, before anything is made of the
 * sizes; and instructions with operands of the same shapes are decoded together. */
#include <stddef.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "decoder.h"

enum {
    HALF = 4,
    WHOLE = 8, /* bytes of an instruction */
    GROUP = 64 /* halves at a time: a bit each */
};

enum { AHEAD = 1024 }; /* bytes: memory is asked for code that far before it is looked at */

#define ALWAYS_INLINE __attribute__((always_inline))

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

/* Looks `count` units up, at most GROUP, whether an instruction begins there or not: the leaf in
 * the tree for each, and a bit for each that has two units if one does. */
static inline uint64_t look_up(const gisa_isa *isa, const uint8_t *code, size_t count,
                               uint16_t *restrict leaves) {
    uint64_t longs = 0;
    for (unsigned line = 0; line < GROUP * HALF; line += 64) /* processors expect no way back */
        __builtin_prefetch((const void *)((uintptr_t)code + AHEAD + line));
    while (count-- > 0) {
        uint64_t bits = load64(code + count * HALF);
        uint32_t leaf = find_leaf(isa, bits, HALF);
        unsigned is_long = leaf_is_long(&isa->leaf_lengths[isa->leaf_length[leaf]], (uint32_t)bits);
        leaves[count] = (uint16_t)leaf;
        longs = 2 * longs + ((is_long + 0xffff) >> 16);
    }
    return longs;
}

/* Where instructions begin, a bit for each unit. What begins at a unit of `longs` takes the next
 * one as well, so in a row of such units every other one is a begin. An addition carries through
 * the rows that begin at even units, and so tells them from the others. */
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
        head->status = GISA_STATUS_UNKNOWN;
    }
}

/* `kept`: those bits that are the instruction's. */
static inline ALWAYS_INLINE void put_head(const gisa_isa *isa, const tree_leaf *leaf, uint64_t bits,
                                          uint64_t kept, size_t size, gisa_head *restrict head) {
    uint32_t found = leaf_form(isa->tests, leaf, bits);
    *head = (gisa_head){.bits = kept, .form = found, .size = (uint8_t)size, .status = GISA_OK};
    if (found >= isa->form_count)
        set_rare(isa, leaf, found, bits, head);
}

/* The heads of the instructions in up to GROUP units of half an instruction, at most `count`; there
 * are eight bytes to read at each. Returns how many; *used = their bytes. */
static inline size_t decode_halves(const gisa_isa *restrict isa, const uint8_t *restrict code, size_t units,
                                   gisa_head *restrict heads, size_t count, size_t *used) {
    uint16_t leaves[GROUP];
    uint64_t longs = look_up(isa, code, units, leaves);
    uint64_t begins = begins_of(longs) & UINT64_MAX >> (GROUP - units);
    gisa_head *head = heads, *end = heads + count;
    size_t at = 0, more = 0;
    for (; begins && head < end; begins &= begins - 1, head++) {
        at = (size_t)__builtin_ctzll(begins);
        more = longs >> at & 1;
        uint64_t bits = load64(code + at * HALF);
        put_head(isa, &isa->leaves[leaves[at]], bits, more ? bits : (uint32_t)bits, (more + 1) * HALF, head);
    }
    *used = (at + more + 1) * HALF;
    return (size_t)(head - heads);
}

/* Likewise where each unit is an instruction. */
static inline size_t decode_wholes(const gisa_isa *restrict isa, const uint8_t *restrict code,
                                   gisa_head *restrict heads, size_t count, size_t *used) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = load64(code + WHOLE * i);
        put_head(isa, &isa->leaves[find_leaf(isa, bits, WHOLE)], bits, bits, WHOLE, &heads[i]);
    }
    *used = WHOLE * count;
    return count;
}

/* At least one, if there are `count` and bytes. */
static size_t some_heads(const gisa_isa *isa, const uint8_t *code, size_t size, gisa_head *restrict heads,
                         size_t count, size_t *used) {
    if (size < WHOLE) {
        gisa_insn insn;
        gisa_decode_head(isa, code, size, &insn);
        heads[0] = (gisa_head){insn.bits, insn.form, insn.size, insn.status, 0};
        *used = insn.size;
        return 1;
    }
    if (isa->unit == WHOLE)
        return decode_wholes(isa, code, heads, size / WHOLE < count ? size / WHOLE : count, used);
    size_t units = (size - WHOLE) / HALF + 1, wanted = count + count / 2 + 1; /* more would hardly be used */
    units = units < wanted ? units : wanted;
    return decode_halves(isa, code, units < GROUP ? units : GROUP, heads, count, used);
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

/* ---- where instructions begin, and few of them ---- */

void decoder_want(const gisa_isa *isa, const uint8_t *forms, uint8_t *leaves) {
    for (uint32_t i = 0; i < isa->leaf_count; i++) {
        const tree_test *test = &isa->tests[isa->leaves[i].test];
        uint16_t found[] = {isa->leaves[i].form, test->form};
        leaves[i] = 0;
        for (unsigned k = 0; k < 2; k++)
            leaves[i] |= found[k] == SEARCH || (found[k] < isa->form_count && forms[found[k]]);
    }
}

static inline uint64_t wanted_halves(const uint16_t *found, size_t count, const uint8_t *leaves) {
    uint64_t wanted = 0;
    for (size_t i = 0; i < count; i++)
        wanted |= (uint64_t)leaves[found[i]] << i;
    return wanted;
}

static size_t scan_halves(const gisa_isa *restrict isa, const uint8_t *restrict code, size_t units,
                          const uint8_t *restrict leaves, uint64_t *begins, uint64_t *wanted) {
    uint16_t found[GROUP];
    uint64_t longs = look_up(isa, code, units, found);
    *begins = begins_of(longs) & UINT64_MAX >> (GROUP - units);
    *wanted = wanted_halves(found, units, leaves) & *begins;
    size_t last = 63 - (size_t)__builtin_clzll(*begins);
    return (last + 1 + (longs >> last & 1)) * HALF;
}

static size_t scan_wholes(const gisa_isa *restrict isa, const uint8_t *restrict code, size_t units,
                          const uint8_t *restrict leaves, uint64_t *begins, uint64_t *wanted) {
    *begins = UINT64_MAX >> (GROUP - units);
    *wanted = 0;
    for (size_t i = 0; i < units; i++)
        *wanted |= (uint64_t)leaves[find_leaf(isa, load64(code + WHOLE * i), WHOLE)] << i;
    return units * WHOLE;
}

size_t decoder_scan(const gisa_isa *isa, const uint8_t *code, size_t size, const uint8_t *leaves,
                    uint64_t *begins, uint64_t *wanted) {
    *begins = *wanted = size ? 1 : 0;
    if (size < WHOLE) {
        gisa_insn insn;
        gisa_decode_head(isa, code, size, &insn);
        return insn.size;
    }
    size_t units = isa->unit == WHOLE ? size / WHOLE : (size - WHOLE) / HALF + 1;
    units = units < GROUP ? units : GROUP;
    return isa->unit == WHOLE ? scan_wholes(isa, code, units, leaves, begins, wanted)
                              : scan_halves(isa, code, units, leaves, begins, wanted);
}

/* ---- operands ---- */

enum { CHAIN_LENGTH = 512, CHAIN_END = 0xffff };

/* Instructions of one shape, linked by their indices: the last one, and for each the one before
   it. */
typedef struct chains {
    uint16_t before[CHAIN_LENGTH], first_op[CHAIN_LENGTH];
    uint16_t last[MAX_SHAPES];
    uint16_t shapes[CHAIN_LENGTH + 1]; /* those that occur */
} chains;

/* Everything of an instruction but its operands. From the form on a good head has what an
 * instruction has, but a status that is 0 where the number of operands goes: all of that is put at
 * once. */
enum { HEAD_REST = offsetof(gisa_head, form), INSN_REST = offsetof(gisa_insn, form) };
_Static_assert(offsetof(gisa_head, size) - HEAD_REST == offsetof(gisa_insn, size) - INSN_REST &&
                   offsetof(gisa_head, status) - HEAD_REST == offsetof(gisa_insn, operand_count) - INSN_REST,
               "heads and instructions agree");

static inline ALWAYS_INLINE void put_rest(const gisa_head *head, uint64_t bits, bool good,
                                          const operand_shape *shape, gisa_insn *restrict insn) {
    const gisa_head counted = {.status = (uint8_t)shape->count};
    uint64_t from, more;
    memcpy(&from, (const char *)head + HEAD_REST, sizeof from);
    memcpy(&more, (const char *)&counted + HEAD_REST, sizeof more);
    from |= more;
    memcpy((char *)insn + INSN_REST, &from, sizeof from);
    insn->bits = bits;
    insn->rest = (bits ^ shape->preset) & shape->rest;
    if (!good)
        insn->status = GISA_STATUS_RESERVED;
}

/* Decodes instruction `i` and those before it of the same shape. */
static void decode_chain(const gisa_isa *restrict isa, const operand_shape *restrict shape,
                         const chains *restrict c, const gisa_head *restrict heads, uint16_t i,
                         gisa_insn *restrict insns) {
    const operand_shape is = *shape;
    for (; i != CHAIN_END; i = c->before[i]) {
        bool good = is.decode(isa, c->first_op[i], heads[i].bits, insns[i].operand);
        put_rest(&heads[i], heads[i].bits, good, &is, &insns[i]);
    }
}

/* Returns where the next shape goes that occurs. */
static inline uint16_t *add_to_chain(chains *c, uint16_t *shapes, form_shape f, size_t i) {
    uint16_t before = c->last[f.shape]; /* CHAIN_END = there is none */
    *shapes = f.shape;
    c->before[i] = before;
    c->first_op[i] = f.first_op;
    c->last[f.shape] = (uint16_t)i;
    return shapes + (before == CHAIN_END);
}

/* What has no operands that are known. */
static __attribute__((noinline)) void set_formless(const gisa_head *head, gisa_insn *insn) {
    insn->bits = head->bits;
    insn->rest = 0;
    insn->form = head->form;
    insn->size = head->size;
    insn->operand_count = 0;
    insn->status = head->status;
    insn->spare = 0;
}

/* Decodes the `count` instructions whose heads are there. */
static void decode_chains(const gisa_isa *isa, const gisa_head *heads, gisa_insn *insns, size_t count) {
    chains c;
    uint16_t *end = c.shapes;
    memset(c.last, 0xff, sizeof *c.last * isa->shape_count);
    for (size_t i = 0; i < count; i++) {
        const gisa_head *head = &heads[i];
        if (__builtin_expect(head->status != GISA_OK, 0))
            set_formless(head, &insns[i]);
        else
            end = add_to_chain(&c, end, isa->form_shapes[head->form], i);
    }
    for (const uint16_t *number = c.shapes; number < end; number++)
        decode_chain(isa, &isa->shapes[*number], &c, heads, c.last[*number], insns);
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
