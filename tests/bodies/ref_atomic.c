/* SPDX-License-Identifier: MIT */
/* Reference for the operations on one memory element, written over bits. */
#include <string.h>

#include "bodies.h"

static double number(uint64_t bits, int width) {
    float f;
    double d;
    uint32_t low = (uint32_t)bits;
    memcpy(&f, &low, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return width == 32 ? (double)f : d;
}

static uint64_t float_sum(uint64_t a, uint64_t b) {
    uint32_t low[2] = {(uint32_t)a, (uint32_t)b};
    volatile float f[2];
    float sum;
    memcpy((void *)(uintptr_t)&f[0], &low[0], 4);
    memcpy((void *)(uintptr_t)&f[1], &low[1], 4);
    sum = f[0] + f[1];
    memcpy(low, &sum, 4);
    return low[0];
}

/* Both numbers moved so that comparing them as unsigned compares them as signed. */
static bool below(char type, int bits, uint64_t a, uint64_t b) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    switch (type) {
    case 'f': return number(a, bits) < number(b, bits);
    case 'i': return (a ^ sign) < (b ^ sign);
    default: return a < b;
    }
}

static bool same(char type, int bits, uint64_t a, uint64_t b) {
    return type == 'f' ? number(a, bits) == number(b, bits) : a == b;
}

bool ref_atomic(const char *op, size_t op_size, char type, int bits, uint64_t old, uint64_t x, uint64_t y,
                uint64_t *result) {
    static const char *const ops[] = {"add", "sub", "rsub",  "inc",   "dec",  "min",    "max",  "and",
                                      "or",  "xor", "mskor", "cmpst", "wrap", "wrxchg", "write"};
    uint64_t mask = bits == 32 ? 0xffffffff : ~UINT64_C(0), r = 0;
    size_t i = 0;
    while (i < sizeof ops / sizeof *ops && (strlen(ops[i]) != op_size || memcmp(ops[i], op, op_size) != 0))
        i++;
    switch (i) {
    case 0: r = type == 'f' ? float_sum(old, x) : old + x; break;
    case 1: r = old + ~x + 1; break;
    case 2: r = x + ~old + 1; break;
    case 3: r = old < x ? old + 1 : 0; break;
    case 4: r = old != 0 && old <= x ? old - 1 : x; break;
    case 5: r = below(type, bits, x, old) ? x : old; break;
    case 6: r = below(type, bits, old, x) ? x : old; break;
    case 7: r = ~(~old | ~x); break;
    case 8: r = ~(~old & ~x); break;
    case 9: r = (old | x) - (old & x); break;
    case 10: r = y | (old - (old & x)); break;
    case 11: r = same(type, bits, old, x) ? y : old; break;
    case 12: r = old < x ? old + y : old - x; break;
    case 13:
    case 14: r = x; break;
    default: return false;
    }
    *result = r & mask;
    return true;
}
