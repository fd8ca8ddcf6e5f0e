/* SPDX-License-Identifier: MIT */
/* Values of each type that worked examples are given, and how a value of a type is written. */
#include <stdio.h>

#include "worked.h"

enum { SOURCES = 4 };

/* The words of sources of a type, by set and by the number of the source. */
typedef struct type_values {
    uint8_t type; /* gisa_type */
    uint64_t value[SETS][SOURCES];
} type_values;

#define HALVES(high, low) ((uint64_t)(high) << 16 | (low))
static const type_values values[] = {
    {GISA_TYPE_F32,
     {{0x3fc00000, 0x3e800000, 0x40000000, 0},   /* 1.5, 0.25, 2 */
      {0xc0700000, 0x3dcccccd, 0x42c80000, 0},   /* -3.75, 0.1, 100 */
      {0x7f800000, 0xbf800000, 0x3f800000, 0}}}, /* inf, -1, 1 */
    {GISA_TYPE_F16, {{0x3e00, 0x3400, 0x4000, 0}, {0xc380, 0x2e66, 0x5640, 0}, {0x7c00, 0xbc00, 0x3c00, 0}}},
    {GISA_TYPE_F64,
     {{0x3ff8000000000000, 0x3fd0000000000000, 0x4000000000000000, 0},
      {0xc00e000000000000, 0x3fb999999999999a, 0x4059000000000000, 0},
      {0x7ff0000000000000, 0xbff0000000000000, 0x3ff0000000000000, 0}}},
    {GISA_TYPE_V2F16,
     {{HALVES(0x3e00, 0x4000), HALVES(0x3400, 0x3c00), HALVES(0xbc00, 0x4200), 0},
      {HALVES(0xc380, 0x5640), HALVES(0x2e66, 0x4900), HALVES(0x3c00, 0x4000), 0},
      {HALVES(0x7c00, 0x3c00), HALVES(0xbc00, 0xbc00), HALVES(0x3c00, 0x3c00), 0}}},
    {GISA_TYPE_V2I16,
     {{HALVES(7, 12), HALVES(3, 5), HALVES(2, 1), 0},
      {HALVES(0xfffd, 100), HALVES(2, 0xffff), HALVES(9, 4), 0},
      {HALVES(0x7fff, 0xffff), HALVES(1, 1), HALVES(0, 1), 0}}},
    {GISA_TYPE_V2B16,
     {{HALVES(0x0ff0, 0x00ff), HALVES(3, 4), HALVES(2, 1), 0},
      {HALVES(0x8001, 0x7ffe), HALVES(1, 15), HALVES(9, 4), 0},
      {HALVES(0xffff, 0), HALVES(0, 8), HALVES(0, 1), 0}}},
    {GISA_TYPE_I16, {{7, 3, 2, 1}, {0xfffd, 100, 9, 4}, {0x7fff, 1, 0xffff, 0}}},
    {GISA_TYPE_U16, {{12, 5, 2, 1}, {0xfffd, 100, 9, 4}, {0xffff, 1, 3, 0}}},
    {GISA_TYPE_B16, {{0x0ff0, 3, 2, 1}, {0x8001, 15, 9, 4}, {0xffff, 8, 3, 0}}},
    {GISA_TYPE_I32, {{7, 3, 2, 1}, {0xfffffff9, 100, 9, 4}, {0x7fffffff, 1, 0xffffffff, 0}}},
    {GISA_TYPE_U32, {{12, 5, 3, 1}, {1000, 7, 100, 4}, {0xffffffff, 1, 2, 0}}},
    {GISA_TYPE_B32,
     {{0x00ff0ff0, 0x0f0f0f0f, 0x000000ff, 3}, {0x80000001, 4, 8, 1}, {0xffffffff, 0x12345678, 16, 0}}},
    {GISA_TYPE_I64, {{7, 3, 2, 1}, {0xfffffffffffffff9, 100, 9, 4}, {0x7fffffffffffffff, 1, 1, 0}}},
    {GISA_TYPE_U64, {{12, 5, 3, 1}, {0x100000000, 7, 100, 4}, {0xffffffffffffffff, 1, 2, 0}}},
    {GISA_TYPE_B64,
     {{0x00ff0ff000000001, 0x0f0f0f0f0f0f0f0f, 0xff, 3},
      {0x8000000000000001, 4, 8, 1},
      {0xffffffffffffffff, 0x123456789abcdef0, 16, 0}}},
};

bool sample(unsigned type, unsigned set, unsigned source, uint64_t *value) {
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].type == type) {
            *value = values[i].value[set][source % SOURCES];
            return true;
        }
    return false;
}

void say_value(text *t, unsigned type, uint64_t value) {
    char number[40];
    switch ((gisa_type)type) {
    case GISA_TYPE_F16: say_float(t, value, 16); return;
    case GISA_TYPE_F32: say_float(t, value, 32); return;
    case GISA_TYPE_F64: say_float(t, value, 64); return;
    case GISA_TYPE_V2F16:
        raw(t, "(");
        say_float(t, value & 0xffff, 16);
        raw(t, ", ");
        say_float(t, value >> 16 & 0xffff, 16);
        raw(t, ")");
        return;
    case GISA_TYPE_V2I16:
        say(t, "(%d, %d)", (int16_t)(value & 0xffff), (int16_t)(value >> 16 & 0xffff));
        return;
    case GISA_TYPE_I16: say(t, "%d", (int16_t)value); return;
    case GISA_TYPE_U16: say(t, "%u", (uint16_t)value); return;
    case GISA_TYPE_I32: say(t, "%d", (int32_t)value); return;
    case GISA_TYPE_U32: say(t, "%u", (uint32_t)value); return;
    case GISA_TYPE_I64: snprintf(number, sizeof number, "%lld", (long long)value); break;
    case GISA_TYPE_U64: snprintf(number, sizeof number, "%llu", (unsigned long long)value); break;
    default: snprintf(number, sizeof number, "0x%llx", (unsigned long long)value);
    }
    raw(t, number);
}
