/* SPDX-License-Identifier: MIT */
/* Operands as nearly all of them are written: v12, s[4:7]. What is written otherwise is left to parse_operand.c, and so are
 * faults. */
#ifndef GISA_PARSE_USUAL_H
#define GISA_PARSE_USUAL_H

#include "parser.h"

/* Up to four digits. Returns where they end; `p` = there are none. */
static inline const char *usual_number(const char *p, const char *end, unsigned *number) {
    const char *limit = end - p > 4 ? p + 4 : end;
    unsigned n = 0, digit;
    for (; p < limit && (digit = (unsigned)(uint8_t)*p - '0') < 10; p++)
        n = n * 10 + digit;
    *number = n;
    return p;
}

/* A register or a group of registers that there are. Returns where it ends; `p` = it is something else. */
static inline __attribute__((always_inline)) const char *parse_usual_group(const gisa_isa *isa, const char *p,
                                                                           const char *end, uint8_t *kind,
                                                                           unsigned *first, unsigned *count) {
    const char *begin = p, *digits;
    unsigned last;
    if (p == end || (*p != 'v' && *p != 's'))
        return begin;
    *kind = *p == 'v' ? GISA_VGPR : GISA_SGPR;
    if (++p == end)
        return begin;
    if (*p == '[') {
        digits = p + 1;
        p = usual_number(digits, end, first);
        if (p == digits || p == end || *p != ':')
            return begin;
        digits = p + 1;
        p = usual_number(digits, end, &last);
        if (p == digits || p == end || *p++ != ']' || last < *first)
            return begin;
    } else {
        digits = p;
        p = usual_number(digits, end, first);
        if (p == digits || (p < end && parse_kind(*p, IN_WORD)))
            return begin;
        last = *first;
    }
    *count = last - *first + 1;
    return last < isa->file_size[*kind] && *count <= 32 ? p : begin;
}

/* A register that the operand takes without more questions. Returns where it ends; `p` = it is something else. */
static inline __attribute__((always_inline)) const char *parse_usual_register(const gisa_isa *isa,
                                                                              const op_spec *op,
                                                                              const char *p, const char *end,
                                                                              gisa_operand *o) {
    uint8_t kind;
    unsigned first, count;
    const char *behind = parse_usual_group(isa, p, end, &kind, &first, &count);
    if (behind == p || !(op->takes >> kind & 1) || (count != op->count && !(op->takes & TAKES_ANY_COUNT)) ||
        (kind == GISA_SGPR && first & (count == 1   ? 0
                                       : count == 2 ? 1
                                                    : 3)))
        return p;
    o->kind = kind;
    o->reg = (uint16_t)first;
    o->count = (uint8_t)count;
    return behind;
}

/* Behind ", ", or a blank in front of the first operand, where something follows; NULL = it is not so. */
static inline const char *parse_usual_separator(const char *p, const char *end, bool first) {
    if (!first && (p == end || *p++ != ','))
        return NULL;
    return end - p >= 2 && *p == ' ' ? p + 1 : NULL;
}

#endif
