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

/* Is it nearer to `value` than to any other float of the width? */
static bool is_same(double again, double value, unsigned width) {
    if (width == 64)
        return again == value;
    if (width == 32)
        return (float)again == (float)value;
    return again == value ||
           fabs(again - value) < ldexp(1, (fabs(value) < ldexp(1, -14) ? -14 : ilogb(value)) - 11);
}

/* So many digits, without an exponent where that is easy to read. */
static void print_digits(char digits[60], double value, int count) {
    int exponent;
    snprintf(digits, 60, "%.*e", count - 1, value);
    exponent = atoi(strchr(digits, 'e') + 1);
    if (exponent >= -5 && exponent < 9)
        snprintf(digits, 60, "%.*f", count - 1 > exponent ? count - 1 - exponent : 1, value);
}

/* With the fewest digits that say which float it is. */
void say_float(text *t, uint64_t bits, unsigned width) {
    double value = from_bits(bits, width);
    char digits[60];
    if (isnan(value))
        raw(t, "nan");
    else if (isinf(value))
        raw(t, value < 0 ? "-inf" : "inf");
    else if (value == 0)
        raw(t, signbit(value) ? "-0.0" : "0.0");
    else {
        for (int n = 1; n <= 17; n++) {
            print_digits(digits, value, n);
            if (is_same(strtod(digits, NULL), value, width))
                break;
        }
        raw(t, digits);
    }
}
