/* SPDX-License-Identifier: MIT */
/* Numbers as people write them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

static double half(unsigned bits) {
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31  ? (fraction ? (double)NAN : (double)INFINITY)
                   : exponent == 0 ? ldexp(fraction, -24)
                                   : ldexp(1024 + fraction, (int)exponent - 25);
    return bits >> 15 ? -value : value;
}

static double from_bits(uint64_t bits, unsigned width) {
    uint32_t word = (uint32_t)bits;
    float single;
    double value;
    if (width == 16)
        return half((unsigned)bits & 0xffff);
    if (width == 32) {
        memcpy(&single, &word, sizeof single);
        return (double)single;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* With the fewest digits that say which float it is. */
void say_float(text *t, uint64_t bits, unsigned width) {
    double value = from_bits(bits, width);
    char digits[40];
    for (int n = 1; n <= 17; n++) {
        double again;
        snprintf(digits, sizeof digits, "%.*g", n, value);
        again = strtod(digits, NULL);
        if (width == 64 ? again == value : (float)again == (float)value)
            break;
    }
    if (isnan(value))
        snprintf(digits, sizeof digits, "nan");
    say(t, "%s", digits);
    if (isfinite(value) && !strpbrk(digits, ".e"))
        raw(t, ".0");
}
