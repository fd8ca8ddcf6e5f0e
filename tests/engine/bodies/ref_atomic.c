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
    case 0: r = old + x; break;
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

/* ---- by the names of FLAT and MUBUF ------------------------------------------------------ */

int ref_atomic_bits(const char *name) {
    return strstr(name, "_x2") ? 64 : 32;
}

bool ref_memory_atomic(const char *name, uint64_t old, uint64_t first, uint64_t second, uint64_t *result) {
    static const struct {
        const char *name, *op;
        char type;
        bool compare;
    } table[] = {{"swap", "wrxchg", 'b', 0}, {"cmpswap", "cmpst", 'b', 1}, {"add", "add", 'u', 0},
                 {"sub", "sub", 'u', 0},     {"rsub", "rsub", 'u', 0},     {"smin", "min", 'i', 0},
                 {"umin", "min", 'u', 0},    {"smax", "max", 'i', 0},      {"umax", "max", 'u', 0},
                 {"and", "and", 'b', 0},     {"or", "or", 'b', 0},         {"xor", "xor", 'b', 0},
                 {"inc", "inc", 'u', 0},     {"dec", "dec", 'u', 0},       {"fcmpswap", "cmpst", 'f', 1},
                 {"fmin", "min", 'f', 0},    {"fmax", "max", 'f', 0}};
    size_t length = strcspn(name, "_"), i = 0;
    while (i < sizeof table / sizeof *table &&
           (strlen(table[i].name) != length || memcmp(table[i].name, name, length) != 0))
        i++;
    /* the new value comes first, the value to compare with second */
    return i < sizeof table / sizeof *table &&
           ref_atomic(table[i].op, strlen(table[i].op), table[i].type, ref_atomic_bits(name), old,
                      table[i].compare ? second : first, first, result);
}
