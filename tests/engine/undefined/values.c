/* SPDX-License-Identifier: MIT */
/* Operations of C on 8 bits, some of them undefined, against all values that these can have. */
#include <stdlib.h>

#include "../../test.h"
#include "glue.h"

#define TWO(a, b) ((a) << 8 | (b))

static int computed(unsigned op, int x, int y) {
    switch (op) {
    case '+': return x + y;
    case '-': return x - y;
    case '*': return x * y;
    case '&': return x & y;
    case '|': return x | y;
    case '^': return x ^ y;
    case '<': return x < y;
    case '>': return x > y;
    case TWO('=', '='): return x == y;
    case TWO('!', '='): return x != y;
    case TWO('<', '='): return x <= y;
    case TWO('>', '='): return x >= y;
    case TWO('<', '<'): return (int)((unsigned)x << y);
    default: return x >> y;
    }
}

static int as(char kind, unsigned x) {
    return kind == 'i' ? (int8_t)x : (int)x;
}

/* Bits of the result that are not always the same; *some is one of the results. */
static unsigned truth(unsigned op, char kind, const shadow_value *a, const shadow_value *b, unsigned *some) {
    unsigned vary = 0;
    const unsigned ua = (unsigned)a->undefined, ub = (unsigned)b->undefined;
    *some = (unsigned)computed(op, as(kind, (unsigned)a->value), as(kind, (unsigned)b->value)) & 255;
    for (unsigned i = 0; i < 256; i++)
        for (unsigned j = 0; !(i & ~ua) && j < 256; j++)
            if (!(j & ~ub))
                vary |= *some ^ (unsigned)computed(op, as(kind, (unsigned)a->value | i),
                                                   as(kind, (unsigned)b->value | j));
    return vary & 255;
}

static shadow_value any_value(unsigned *seed, unsigned most) {
    shadow_value x = {.origin = 1};
    *seed = *seed * 1103515245 + 12345;
    x.undefined = *seed >> 16 & *seed >> 9 & (*seed >> 24 & 1 ? most : 0);
    *seed = *seed * 1103515245 + 12345;
    x.value = *seed >> 16 & most & ~x.undefined;
    return x;
}

/* Is it precise where that is asked for? Then nothing that is always the same is called
 * undefined. */
static void operation(unsigned op, bool precise, unsigned *seed) {
    unsigned missed = 0, wrong = 0, undefined = 0, alarms = 0;
    const bool shift = op == TWO('<', '<') || op == TWO('>', '>');
    for (unsigned i = 0; i < 4000; i++) {
        const shadow_type type = {i & 1 ? 'u' : 'i', 8};
        const shadow_value a = any_value(seed, 255), b = any_value(seed, shift ? 7 : 255);
        const shadow_value x = shadow_binary(op, type, a, b);
        unsigned some, vary = truth(op, type.kind, &a, &b, &some);
        missed += (vary & ~(unsigned)x.undefined) != 0;
        wrong += ((some ^ (unsigned)x.value) & ~(unsigned)x.undefined & 255) != 0;
        undefined += vary != 0;
        alarms += ((unsigned)x.undefined & ~vary) != 0;
    }
    test_check(undefined > 50 && missed == 0 && wrong == 0);
    test_check(!precise || alarms == 0);
}

void values_test(void) {
    unsigned seed = 1;
    const unsigned precise[] = {'&',           '|',           '^',           '<',          '>',
                                TWO('=', '='), TWO('!', '='), TWO('<', '='), TWO('>', '=')},
                   careful[] = {'+', '-', '*', TWO('<', '<'), TWO('>', '>')};
    for (unsigned i = 0; i < sizeof precise / sizeof *precise; i++)
        operation(precise[i], true, &seed);
    for (unsigned i = 0; i < sizeof careful / sizeof *careful; i++)
        operation(careful[i], false, &seed);
}
