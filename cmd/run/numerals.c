/* SPDX-License-Identifier: MIT */
/* Reads and writes numbers of a type, and lists of them. */
#include "numerals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- types ---- */

static const numeral_type types[] = {
    {"hex", 32, NUMERAL_HEX},      {"f16", 16, NUMERAL_FLOAT},    {"f32", 32, NUMERAL_FLOAT},
    {"f64", 64, NUMERAL_FLOAT},    {"i8", 8, NUMERAL_SIGNED},     {"u8", 8, NUMERAL_UNSIGNED},
    {"i16", 16, NUMERAL_SIGNED},   {"u16", 16, NUMERAL_UNSIGNED}, {"i32", 32, NUMERAL_SIGNED},
    {"u32", 32, NUMERAL_UNSIGNED}, {"i64", 64, NUMERAL_SIGNED},   {"u64", 64, NUMERAL_UNSIGNED},
    {"x64", 64, NUMERAL_HEX}};
enum { TYPES = sizeof types / sizeof *types };

const numeral_type *numeral_type_named(const char *name, size_t size) {
    for (unsigned i = 0; i < TYPES; i++)
        if (strlen(types[i].name) == size && memcmp(types[i].name, name, size) == 0)
            return &types[i];
    return NULL;
}

const numeral_type *numeral_type_plain(unsigned bits) {
    return bits == 64 ? &types[TYPES - 1] : &types[0];
}

/* ---- halves ---- */

/* The nearest multiple of a power of two, ties to even: adding the constant leaves no room for the
   bits below. */
static double round_to(double value, int exponent) {
    const double constant = 6755399441055744.0; /* 1.5 * 2^52 */
    const double scaled = exponent > 0 ? value / (double)(1 << exponent) : value * (double)(1 << -exponent);
    const volatile double sum = scaled + constant;
    const double whole = sum - constant;
    return exponent > 0 ? whole * (double)(1 << exponent) : whole / (double)(1 << -exponent);
}

/* The exponent of a number from 2^-14 on, below 2^16; of smaller ones -14. */
static int exponent_of(double value) {
    int exponent = -14;
    while (exponent < 15 &&
           value >= (exponent < -1 ? 1.0 / (1 << (-exponent - 1)) : (double)(1 << (exponent + 1))))
        exponent++;
    return exponent;
}

uint32_t numeral_half(double value) {
    const uint32_t sign = __builtin_signbit(value) ? 0x8000 : 0;
    const double size = sign ? -value : value;
    int exponent;
    double rounded;
    if (value != value)
        return sign | 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    exponent = exponent_of(size);
    rounded = round_to(size, exponent - 10);
    if (rounded >= 65536)
        return sign | 0x7c00;
    exponent = exponent_of(rounded);
    const uint32_t units = (uint32_t)(rounded * (double)(1 << 24) / (double)(1 << (exponent + 14)));
    return sign | ((uint32_t)(exponent + 14) * 1024 + units);
}

double numeral_of_half(uint32_t half) {
    const uint32_t exponent = half >> 10 & 31, part = half & 1023;
    const double size = exponent == 31 ? (part ? __builtin_nan("") : __builtin_inf())
                        : exponent     ? (double)((uint64_t)(1024 + part) << (exponent - 1)) / (1 << 24)
                                       : (double)part / (1 << 24);
    return half & 0x8000 ? -size : size;
}

/* ---- one number ---- */

double numeral_value(const numeral_type *type, uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float f;
    double d;
    memcpy(&f, &low, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return type->bits == 64 ? d : type->bits == 32 ? (double)f : numeral_of_half(low);
}

static bool float_bits(unsigned bits, const char *text, char **end, uint64_t *to) {
    const double d = strtod(text, end);
    const float f = strtof(text, NULL);
    uint32_t low;
    memcpy(&low, &f, sizeof low);
    memcpy(to, &d, sizeof *to);
    if (bits < 64)
        *to = bits == 32 ? low : numeral_half(d);
    return bits >= 16;
}

static bool fits(const numeral_type *type, bool negative, uint64_t value) {
    const bool may_be_negative = type->kind != NUMERAL_UNSIGNED;
    if (negative)
        return may_be_negative && (type->bits == 64 || (int64_t)value >= -((int64_t)1 << (type->bits - 1)));
    return type->bits == 64 || value >> type->bits == 0;
}

static bool integer_bits(const numeral_type *type, const char *text, char **end, uint64_t *to) {
    const bool negative = *text == '-';
    const char *digits = text + (negative || *text == '+');
    errno = 0;
    *to = negative ? (uint64_t)strtoll(text, end, 0) : strtoull(text, end, 0);
    if (errno || *digits < '0' || *digits > '9' || !fits(type, negative, *to))
        return false;
    if (type->bits < 64)
        *to &= (UINT64_C(1) << type->bits) - 1;
    return true;
}

/* Does it look like a float? Hexadecimal digits do not. */
static bool looks_float(const char *text) {
    if (strpbrk(text, "xX"))
        return false;
    return strpbrk(text, ".eEnN") != NULL;
}

size_t numeral_read(const numeral_type *type, const char *text, uint64_t *bits) {
    const size_t size = strcspn(text, ", \t\r\n");
    char copy[64], *end = copy;
    bool good;
    if (!size || size >= sizeof copy)
        return 0;
    memcpy(copy, text, size);
    copy[size] = 0;
    if (type->kind == NUMERAL_FLOAT ? !strpbrk(copy, "xX") : type->kind == NUMERAL_HEX && looks_float(copy))
        good = float_bits(type->bits, copy, &end, bits);
    else
        good = integer_bits(type, copy, &end, bits);
    return good && end > copy && !*end ? size : 0;
}

void numeral_text(const numeral_type *type, uint64_t bits, char text[NUMERAL_TEXT]) {
    const unsigned unused = 64u - type->bits;
    switch (type->kind) {
    case NUMERAL_HEX:
        snprintf(text, NUMERAL_TEXT, "0x%0*llx", type->bits / 4, (unsigned long long)bits);
        return;
    case NUMERAL_SIGNED: snprintf(text, NUMERAL_TEXT, "%lld", (long long)(bits << unused) >> unused); return;
    case NUMERAL_UNSIGNED:
        snprintf(text, NUMERAL_TEXT, "%llu", (unsigned long long)(bits << unused >> unused));
        return;
    case NUMERAL_FLOAT:
        snprintf(text, NUMERAL_TEXT, "%.*g",
                 type->bits == 64   ? 17
                 : type->bits == 32 ? 9
                                    : 5,
                 numeral_value(type, bits));
    }
}

/* ---- lists ---- */

/* "63*" before a number: how often it stands there. */
static uint64_t read_times(const char **text) {
    char *end;
    unsigned long long times;
    if (**text < '0' || **text > '9')
        return 1;
    times = strtoull(*text, &end, 10);
    if (*end != '*')
        return 1;
    *text = end + 1;
    return times;
}

static const char *add_items(numeral_list *list, size_t *room, numeral_item item, uint64_t times) {
    enum { MOST = 1 << 20 };
    if (!times || times > MOST - list->count)
        return "too many numbers";
    if (list->count + times > *room) {
        *room = 2 * (list->count + (size_t)times);
        numeral_item *more = realloc(list->at, *room * sizeof *more);
        if (!more)
            return "out of memory";
        list->at = more;
    }
    while (times--)
        list->at[list->count++] = item;
    return NULL;
}

static const char *read_item(const numeral_type *type, const char **text, numeral_item *item) {
    const bool any = **text == '?';
    const size_t used = any ? 1 : numeral_read(type, *text, &item->bits);
    if (!used)
        return type->kind == NUMERAL_HEX ? "not a number, or too large" : "not a number of that type";
    item->any = any;
    *text += used;
    return **text && !strchr(", \t\r\n", **text) ? "expected a comma or a blank after a number" : NULL;
}

const char *numerals_read(const numeral_type *type, const char *text, numeral_list *list) {
    const char *why = NULL;
    size_t room = 0;
    *list = (numeral_list){NULL, 0};
    text += strspn(text, " \t\r\n");
    do {
        numeral_item item = {0};
        const uint64_t times = read_times(&text);
        why = read_item(type, &text, &item);
        if (!why)
            why = add_items(list, &room, item, times);
        text += strspn(text, " \t\r\n");
        if (!why && *text == ',')
            text += 1 + strspn(text + 1, " \t\r\n");
        else if (!why && !*text)
            return NULL;
    } while (!why);
    numerals_free(list);
    return why;
}

void numerals_free(numeral_list *list) {
    free(list->at);
    *list = (numeral_list){NULL, 0};
}
