/* SPDX-License-Identifier: MIT */
/* Operands as nearly all of them are written: v12, s[4:7]. What is written otherwise is left to
 * parse_operand.c, and so are faults. */
#ifndef GISA_PARSE_USUAL_H
#define GISA_PARSE_USUAL_H

#include "load.h"
#include "parser.h"

enum { TEXT_WINDOW = 8 };

/* The eight bytes at `p`, the first one lowest, and 0 for those from `end` on; before `end`
 * there are as many to read. No loop, and no branch on how much there is, which would
 * be unpredictable. */
static inline __attribute__((always_inline)) uint64_t text_window(const char *p, const char *end) {
    size_t left = (size_t)(end - p);
    bool few = left < TEXT_WINDOW;
    uint64_t bytes = load64((const uint8_t *)(few ? end - TEXT_WINDOW : p));
    return left ? bytes >> (few ? 8 * (TEXT_WINDOW - left) : 0) : 0;
}

/* The same, however short the text is. */
static inline uint64_t parse_window(const parser *s, const char *p) {
    uint64_t bytes = 0;
    if (s->end - s->begin >= TEXT_WINDOW)
        return text_window(p, s->end);
    for (unsigned i = 0; p + i < s->end; i++)
        bytes |= (uint64_t)(uint8_t)p[i] << 8 * i;
    return bytes;
}

/* How many digits `text` begins with, the first one in its lowest byte, and their number; up to
   four, 0 = none or more. */
static inline unsigned usual_number(uint64_t text, unsigned *number) {
    uint64_t values = text ^ 0x3030303030303030; /* digits are below 10 */
    uint64_t others = (values | (values + 0x7676767676767676)) & 0x8080808080808080;
    unsigned n = (unsigned)__builtin_ctzll(others | UINT64_C(1) << 63) / 8;
    if (n - 1 > 3)
        return 0;
    uint32_t v = (uint32_t)values << (32 - 8 * n); /* zeros in front */
    v = (v * 10 + (v >> 8)) & 0x00ff00ff;          /* of each pair */
    *number = (v * 100 + (v >> 16)) & 0xffff;
    return n;
}

static inline char text_byte(uint64_t text, unsigned i) {
    return (char)(text >> 8 * i);
}

/* A register or a group of registers that there are. `text`: the window at `p`. Returns where it
   ends; `p` = it is something else. */
static inline __attribute__((always_inline)) const char *parse_usual_group(const gisa_isa *isa, uint64_t text,
                                                                           const char *p, const char *end,
                                                                           uint8_t *kind, unsigned *first,
                                                                           unsigned *count) {
    const char *behind;
    unsigned digits, last;
    if (text_byte(text, 0) != 'v' && text_byte(text, 0) != 's')
        return p;
    *kind = text_byte(text, 0) == 'v' ? GISA_KIND_VGPR : GISA_KIND_SGPR;
    if (text_byte(text, 1) == '[') {
        digits = usual_number(text >> 16, first);
        if (!digits || text_byte(text >> 16, digits) != ':')
            return p;
        behind = p + 2 + digits + 1;
        text = text_window(behind, end);
        digits = usual_number(text, &last);
        if (!digits || text_byte(text, digits) != ']' || last < *first)
            return p;
        behind += digits + 1;
    } else {
        digits = usual_number(text >> 8, first);
        if (!digits || parse_kind(text_byte(text >> 8, digits), IN_WORD))
            return p;
        behind = p + 1 + digits;
        last = *first;
    }
    *count = last - *first + 1;
    return last < isa->file_size[*kind] && *count <= 32 ? behind : p;
}

/* A register that the operand takes without more questions. */
static inline __attribute__((always_inline)) const char *
parse_usual_register(const gisa_isa *isa, const op_spec *op, uint64_t text, const char *p, const char *end,
                     gisa_operand *o) {
    uint8_t kind;
    unsigned first, count;
    const char *behind = parse_usual_group(isa, text, p, end, &kind, &first, &count);
    if (behind == p || !(op->takes >> kind & 1) || (count != op->count && !(op->takes & TAKES_ANY_COUNT)) ||
        (kind == GISA_KIND_SGPR && first & (count == 1   ? 0
                                            : count == 2 ? 1
                                                         : 3)))
        return p;
    o->kind = kind;
    o->reg = (uint16_t)first;
    o->count = (uint8_t)count;
    return behind;
}

/* An integer that is an inline constant, where the operand takes those. */
static inline __attribute__((always_inline)) const char *
parse_usual_integer(const gisa_isa *isa, const op_spec *op, uint64_t text, const char *p, gisa_operand *o) {
    bool negative = text_byte(text, 0) == '-';
    unsigned number, digits = usual_number(text >>= 8 * negative, &number), code;
    char behind = text_byte(text, digits);
    if (!digits || (behind && behind != ',') || (text_byte(text, 0) == '0' && digits > 1) || number > 127 ||
        !(op->takes & TAKES_CONSTANT) ||
        !(code = isa->inline_codes[128 + (negative ? -(int)number : (int)number)]))
        return p;
    o->kind = GISA_KIND_INLINE;
    o->reg = (uint16_t)code;
    o->value = negative ? -(int64_t)number : (int64_t)number;
    return p + negative + digits;
}

static inline __attribute__((always_inline)) const char *parse_usual_operand(const gisa_isa *isa,
                                                                             const op_spec *op, uint64_t text,
                                                                             const char *p, const char *end,
                                                                             gisa_operand *o) {
    const char *behind = parse_usual_register(isa, op, text, p, end, o);
    return behind > p ? behind : parse_usual_integer(isa, op, text, p, o);
}

/* Behind ", ", or a blank before the first operand, where something follows; NULL = it is not
   so. */
static inline const char *parse_usual_separator(const char *p, const char *end, bool first) {
    if (!first && (p == end || *p++ != ','))
        return NULL;
    return end - p >= 2 && *p == ' ' ? p + 1 : NULL;
}

#endif
