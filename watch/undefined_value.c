/* SPDX-License-Identifier: MIT */
/* Arithmetic on values of which some bits are undefined. */
#include "undefined_bits.h"

shadow_bits shadow_mask(unsigned bits) {
    return bits >= 128 ? ~(shadow_bits)0 : ((shadow_bits)1 << bits) - 1;
}

shadow_value shadow_known(shadow_bits value) {
    return (shadow_value){.value = value};
}

shadow_value shadow_unknown(unsigned bits) {
    return (shadow_value){.unknown = shadow_mask(bits)};
}

shadow_value shadow_undefined(unsigned bits, uint32_t origin) {
    return (shadow_value){.undefined = shadow_mask(bits), .origin = origin};
}

bool shadow_is_known(const shadow_value *x) {
    return !x->unknown && !x->undefined;
}

/* An undefined bit is not unknown as well, and has no value. */
static shadow_value made(shadow_bits value, shadow_bits unknown, shadow_bits undefined, uint32_t origin) {
    unknown &= ~undefined;
    return (shadow_value){value & ~(unknown | undefined), unknown, undefined, undefined ? origin : 0};
}

static uint32_t origin_of(const shadow_value *a, const shadow_value *b) {
    return a->undefined ? a->origin : b->origin;
}

/* Bits that may be 1, or 0. */
static shadow_bits open(const shadow_value *x) {
    return x->unknown | x->undefined;
}

static shadow_bits most(const shadow_value *x) {
    return x->value | open(x);
}

shadow_value shadow_mix(const shadow_value *values, unsigned count, unsigned bits) {
    for (unsigned i = 0; i < count; i++)
        if (values[i].undefined)
            return shadow_undefined(bits, values[i].origin | SHADOW_COMPUTED);
    return shadow_unknown(bits);
}

shadow_value shadow_truth(shadow_value x) {
    if (x.value)
        return shadow_known(1);
    if (x.undefined)
        return shadow_undefined(1, x.origin | SHADOW_COMPUTED);
    return x.unknown ? shadow_unknown(1) : shadow_known(0);
}

static shadow_bits signs(shadow_bits x, unsigned bits) {
    return x >> (bits - 1) & 1 ? x | ~shadow_mask(bits) : x;
}

shadow_value shadow_convert(shadow_value x, shadow_type from, shadow_type to) {
    const shadow_bits mask = shadow_mask(to.bits);
    if (!to.kind || !from.kind)
        return x;
    if (to.kind == 't')
        return shadow_truth(x);
    if ((from.kind == 'f') != (to.kind == 'f') || (from.kind == 'f' && from.bits != to.bits))
        return shadow_mix(&x, 1, to.bits);
    if (from.kind == 'i' && from.bits < to.bits)
        return made(signs(x.value, from.bits) & mask, signs(x.unknown, from.bits) & mask,
                    signs(x.undefined, from.bits) & mask, x.origin);
    return made(x.value & mask, x.unknown & mask, x.undefined & mask, x.origin);
}

shadow_value shadow_not(shadow_value x, unsigned bits) {
    return made(~x.value & shadow_mask(bits), x.unknown, x.undefined, x.origin);
}

shadow_value shadow_either(shadow_value a, shadow_value b) {
    return made(a.value, (a.value ^ b.value) | a.unknown | b.unknown, a.undefined | b.undefined,
                origin_of(&a, &b));
}

shadow_value shadow_choose(shadow_value condition, shadow_value yes, shadow_value no) {
    if (shadow_is_known(&condition))
        return condition.value ? yes : no;
    shadow_value both = shadow_either(yes, no);
    return condition.undefined
               ? made(both.value, 0, both.undefined | both.unknown, condition.origin | SHADOW_COMPUTED)
               : both;
}

/* ---- logic ---------------------------------------------------------------------------------- */

static shadow_value both_bits(const shadow_value *a, const shadow_value *b) {
    const shadow_bits may_a = most(a), may_b = most(b);
    return made(a->value & b->value, (a->unknown & may_b) | (b->unknown & may_a),
                (a->undefined & may_b) | (b->undefined & may_a), origin_of(a, b));
}

static shadow_value any_bits(const shadow_value *a, const shadow_value *b, unsigned bits) {
    const shadow_value x = shadow_not(*a, bits), y = shadow_not(*b, bits);
    return shadow_not(both_bits(&x, &y), bits);
}

static shadow_value other_bits(const shadow_value *a, const shadow_value *b) {
    return made(a->value ^ b->value, a->unknown | b->unknown, a->undefined | b->undefined, origin_of(a, b));
}

/* ---- sums and products ---------------------------------------------------------------------- */

/* All bits from the lowest one of x on. */
static shadow_bits upward(shadow_bits x) {
    return x ? ~((x & -x) - 1) : 0;
}

/* Bits vary where the smallest and the largest sum differ, and where a bit of one varies. */
static shadow_value sum(const shadow_value *a, const shadow_value *b, bool minus, unsigned bits) {
    const shadow_bits low = minus ? a->value - most(b) : a->value + b->value,
                      high = minus ? most(a) - b->value : most(a) + most(b),
                      vary = ((low ^ high) | open(a) | open(b)) & shadow_mask(bits);
    return made(low & shadow_mask(bits), vary, vary & upward(a->undefined | b->undefined),
                origin_of(a, b) | SHADOW_COMPUTED);
}

static unsigned length(shadow_bits x) {
    unsigned n = 0;
    while (x) {
        n++;
        x >>= 1;
    }
    return n;
}

static unsigned zeros_below(shadow_bits x) {
    return x ? length(x & -x) - 1 : 128;
}

/* The lowest bit of a product into which these bits of one factor go. */
static shadow_bits product_bits(shadow_bits bits, const shadow_value *other, unsigned length_a,
                                unsigned length_b) {
    const unsigned from = zeros_below(bits) + zeros_below(most(other));
    if (!bits || !most(other) || from >= 128)
        return 0;
    return shadow_mask(length_a + length_b) & ~(shadow_mask(from));
}

static shadow_value product(const shadow_value *a, const shadow_value *b, unsigned bits) {
    const unsigned m = length(most(a)), n = length(most(b));
    const shadow_bits undefined = product_bits(a->undefined, b, m, n) | product_bits(b->undefined, a, n, m),
                      unknown = product_bits(a->unknown, b, m, n) | product_bits(b->unknown, a, n, m);
    return made(a->value * b->value & shadow_mask(bits), unknown & shadow_mask(bits),
                undefined & shadow_mask(bits), origin_of(a, b) | SHADOW_COMPUTED);
}

static shadow_value quotient(unsigned op, shadow_type of, const shadow_value *a, const shadow_value *b) {
    const shadow_value both[2] = {*a, *b};
    if (!shadow_is_known(a) || !shadow_is_known(b) || !b->value || of.bits > 64)
        return shadow_mix(both, 2, of.bits);
    if (of.kind != 'i')
        return shadow_known(op == '/' ? a->value / b->value : a->value % b->value);
    const shadow_signed x = (shadow_signed)signs(a->value, of.bits),
                        y = (shadow_signed)signs(b->value, of.bits);
    return shadow_known((shadow_bits)(op == '/' ? x / y : x % y) & shadow_mask(of.bits));
}

/* ---- shifts --------------------------------------------------------------------------------- */

static shadow_bits shifted(shadow_bits x, bool left, shadow_type of, unsigned n) {
    if (left)
        return x << n & shadow_mask(of.bits);
    return of.kind == 'i' ? (shadow_bits)((shadow_signed)signs(x, of.bits) >> n) & shadow_mask(of.bits)
                          : x >> n;
}

static shadow_value shift(const shadow_value *a, const shadow_value *by, bool left, shadow_type of) {
    const unsigned n = (unsigned)by->value;
    const shadow_value both[2] = {*a, *by};
    if (shadow_is_known(a) && !a->value)
        return shadow_known(0);
    if (!shadow_is_known(by) || by->value >= 128)
        return shadow_mix(both, 2, of.bits);
    return made(shifted(a->value, left, of, n), shifted(a->unknown, left, of, n),
                shifted(a->undefined, left, of, n), a->origin | (n % 8 ? SHADOW_COMPUTED : 0));
}

/* ---- comparisons ---------------------------------------------------------------------------- */

static shadow_value answer(const shadow_value *a, const shadow_value *b) {
    const shadow_value both[2] = {*a, *b};
    return shadow_mix(both, 2, 1);
}

static shadow_value equal(const shadow_value *a, const shadow_value *b) {
    if ((a->value ^ b->value) & ~(open(a) | open(b)))
        return shadow_known(0);
    return open(a) | open(b) ? answer(a, b) : shadow_known(1);
}

/* a < b, from the smallest and the largest that they may be. */
static shadow_value less(shadow_value a, shadow_value b, shadow_type of) {
    const shadow_bits flip = of.kind == 'i' ? (shadow_bits)1 << (of.bits - 1) : 0;
    a.value ^= flip & ~open(&a);
    b.value ^= flip & ~open(&b);
    if (most(&a) < b.value)
        return shadow_known(1);
    if (a.value >= most(&b))
        return shadow_known(0);
    return answer(&a, &b);
}

/* ------------------------------------------------------------------------------------------ */

#define TWO(a, b) ((a) << 8 | (b))

static shadow_value compared(unsigned op, shadow_type of, shadow_value a, shadow_value b) {
    switch (op) {
    case TWO('=', '='): return equal(&a, &b);
    case TWO('!', '='): return shadow_not(equal(&a, &b), 1);
    case '<': return less(a, b, of);
    case '>': return less(b, a, of);
    case TWO('<', '='): return shadow_not(less(b, a, of), 1);
    default: return shadow_not(less(a, b, of), 1);
    }
}

shadow_value shadow_binary(unsigned op, shadow_type of, shadow_value a, shadow_value b) {
    const shadow_value both[2] = {a, b};
    const bool compares = op == '<' || op == '>' || (op >> 8 && op != TWO('<', '<') && op != TWO('>', '>'));
    if (of.kind == 'f')
        return shadow_mix(both, 2, compares ? 1 : of.bits);
    switch (op) {
    case '&': return both_bits(&a, &b);
    case '|': return any_bits(&a, &b, of.bits);
    case '^': return other_bits(&a, &b);
    case '+': return sum(&a, &b, false, of.bits);
    case '-': return sum(&a, &b, true, of.bits);
    case '*': return product(&a, &b, of.bits);
    case '/':
    case '%': return quotient(op, of, &a, &b);
    case TWO('<', '<'): return shift(&a, &b, true, of);
    case TWO('>', '>'): return shift(&a, &b, false, of);
    default: return compared(op, of, a, b);
    }
}
