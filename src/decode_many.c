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

enum { BLOCK = CHAIN_LENGTH }; /* units or instructions at a time */

/* Of an instruction that begins at a unit: its leaf in the tree, and whether it has two units. */
enum { LONG = 1 << 16, LEAF = LONG - 1 };

static inline bool leaf_is_long(const leaf_length *l, uint32_t first) {
#ifdef __SSE2__
    __m128i masked = _mm_and_si128(_mm_set1_epi32((int)first), _mm_loadu_si128((const __m128i *)l->mask));
    __m128i agree = _mm_cmpeq_epi32(masked, _mm_loadu_si128((const __m128i *)l->value));
    return _mm_movemask_epi8(agree);
#else
    bool is_long = false;
    for (unsigned i = 0; i < LENGTH_CONDITIONS; i++)
        is_long |= (first & l->mask[i]) == l->value[i];
    return is_long;
#endif
}

static inline uint32_t look_up(const gisa_isa *isa, const uint8_t *code, size_t unit) {
    uint64_t bits = load64(code);
    uint32_t leaf = find_leaf(isa, code + unit - 2, bits);
    uint32_t first = (uint32_t)bits;
    return leaf | leaf_is_long(&isa->leaf_lengths[isa->leaf_length[leaf]], first) * (uint32_t)LONG;
}

static gisa_head last_head(const gisa_isa *isa, const uint8_t *code, size_t size) {
    gisa_insn insn;
    gisa_decode_head(isa, code, size, &insn);
    return (gisa_head){insn.bits, insn.form, insn.size, insn.status, 0};
}

/* The units of a block in which instructions may begin: behind each of them there is one more to read. */
typedef struct block {
    size_t units;
    uint32_t what[BLOCK];
} block;

/* The head at unit *at, which moves behind it: not by way of memory, which would take longer than the rest. */
static inline __attribute__((always_inline)) gisa_head next_head(const gisa_isa *isa, const block *b,
                                                                 const uint8_t *code, size_t *at) {
    uint32_t what = b->what[*at];
    uint32_t is_long = what / LONG, leaf = what & LEAF;
    uint64_t bits = load64(code + (*at << isa->unit_log2));
    uint32_t found = form_of_leaf(isa, leaf, bits);
    uint32_t status = GISA_OK;
    if (found == isa->form_count) {
        found = 0;
        status = GISA_UNKNOWN;
    }
    *at += 1 + is_long;
    return (gisa_head){.bits = bits & (-(uint64_t)is_long | isa->unit_mask),
                       .form = found,
                       .size = (uint8_t)(isa->unit << is_long),
                       .status = (uint8_t)status};
}

static void look_up_block(block *restrict b, const gisa_isa *isa, const uint8_t *code, size_t size,
                          size_t count) {
    b->units = size >= 8 ? (size - 8) / isa->unit + 1 : 0;
    if (b->units > BLOCK)
        b->units = BLOCK;
    if (b->units > 2 * count) /* more are not going to be used */
        b->units = 2 * count;
    for (size_t i = 0, unit = isa->unit; i < b->units; i++, code += unit)
        b->what[i] = look_up(isa, code, unit);
}

size_t gisa_decode_heads(const gisa_isa *isa, const void *code, size_t size, gisa_head *restrict heads,
                         size_t count, size_t *used) {
    const uint8_t *p = code;
    size_t left = size, n = 0;
    while (n < count && left) {
        block b;
        size_t at = 0;
        look_up_block(&b, isa, p, left, count - n);
        for (; at < b.units && n < count; n++)
            heads[n] = next_head(isa, &b, p, &at);
        p += at << isa->unit_log2;
        left -= at << isa->unit_log2;
        if (!b.units) {
            heads[n] = last_head(isa, p, left);
            p += heads[n].size;
            left -= heads[n++].size;
        }
    }
    if (used)
        *used = size - left;
    return n;
}

/* ---- operands ---- */

/* Instructions of one shape, linked by their indices: the last one, and for each the one before it. */
typedef struct chains {
    decode_chain c;
    uint16_t last[MAX_SHAPES];
    uint16_t shapes[BLOCK + 1], shape_count; /* those that occur */
} chains;

static inline void add_to_chain(chains *c, const form *f, size_t i) {
    uint16_t before = c->last[f->shape]; /* CHAIN_END = there is none */
    c->shapes[c->shape_count] = f->shape;
    c->shape_count = (uint16_t)(c->shape_count + (before == CHAIN_END));
    c->c.before[i] = before;
    c->c.first_op[i] = f->first_op;
    c->last[f->shape] = (uint16_t)i;
}

static inline void begin_insn(const gisa_isa *isa, chains *c, gisa_head head, gisa_insn *insn, size_t i) {
    const form *f = &isa->forms[head.form];
    insn->bits = head.bits;
    insn->form = head.form;
    insn->size = head.size;
    insn->status = head.status;
    insn->spare = 0;
    if (head.status == GISA_OK) {
        begin_operands(f, insn);
        add_to_chain(c, f, i);
    } else {
        insn->operand_count = 0;
        insn->rest = 0;
    }
}

size_t gisa_decode_many(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insns, size_t count,
                        size_t *used) {
    const uint8_t *p = code;
    size_t left = size, n = 0;
    chains c;
    while (n < count && left) {
        block b;
        gisa_insn *first = &insns[n];
        size_t at = 0, i = 0;
        c.shape_count = 0;
        memset(c.last, 0xff, sizeof *c.last * isa->shape_count);
        look_up_block(&b, isa, p, left, count - n);
        for (; at < b.units && i < count - n; i++)
            begin_insn(isa, &c, next_head(isa, &b, p, &at), &first[i], i);
        if (!b.units) {
            begin_insn(isa, &c, last_head(isa, p, left), first, i++);
            p += first->size, left -= first->size;
        }
        for (unsigned k = 0; k < c.shape_count; k++)
            isa->shapes[c.shapes[k]].decode_all(isa, &c.c, c.last[c.shapes[k]], first);
        n += i;
        p += at << isa->unit_log2;
        left -= at << isa->unit_log2;
    }
    if (used)
        *used = size - left;
    return n;
}
