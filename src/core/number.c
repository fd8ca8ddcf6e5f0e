/* SPDX-License-Identifier: MIT */
/* Reads integers and decimal fractions; fractions are rounded correctly, whatever the locale
   says. */
#include <float.h>

#include "number.h"

#include <stdbool.h>
#include <string.h>

uint32_t number_bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t number_bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint16_t number_half_of_double(double value) {
    uint64_t bits = number_bits_of_double(value);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    int exponent = (int)(bits >> 52 & 2047) - 1023;
    uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000; /* 1.52 bits */
    int drop = 42;                                                   /* 52 - 10 */
    uint64_t kept, lost, tie;
    if (exponent == 1024)
        return (uint16_t)(sign | 0x7c00 | (bits & 0xfffffffffffff ? 0x200 : 0));
    if (exponent < -14) {
        drop += -14 - exponent;
        if (drop > 54)
            return sign;
    }
    kept = mantissa >> drop;
    lost = mantissa & ((UINT64_C(1) << drop) - 1);
    tie = UINT64_C(1) << (drop - 1);
    if (lost > tie || (lost == tie && (kept & 1)))
        kept++;
    kept = exponent < -14 ? kept : kept + ((uint64_t)(exponent + 14) << 10);
    return (uint16_t)(sign | (kept > 0x7c00 ? 0x7c00 : kept));
}

/* ---- decimal fractions: mantissa * 10^power, by long division on big integers -------------- */

enum { WORDS = 64, MAX_DIGITS = 40, MAX_POWER = 400 };

typedef struct big {
    uint32_t w[WORDS]; /* lowest first */
    int n;
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add) {
    uint64_t carry = add;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * factor;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && b->n < WORDS)
        b->w[b->n++] = (uint32_t)carry;
}

static int big_bits(const big *b) {
    int bits = 32 * b->n;
    if (!b->n)
        return 0;
    for (uint32_t top = b->w[b->n - 1]; !(top >> 31); top <<= 1)
        bits--;
    return bits;
}

static void big_double(big *b, int times) {
    while (times-- > 0)
        big_multiply_add(b, 2, 0);
}

static int big_compare(const big *a, const big *b) {
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (int i = a->n; i-- > 0;)
        if (a->w[i] != b->w[i])
            return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}

static void big_subtract(big *a, const big *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        borrow += (int64_t)a->w[i] - (i < b->n ? b->w[i] : 0);
        a->w[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->n && !a->w[a->n - 1])
        a->n--;
}

/* The quotient's bits one by one: 53 of them, then round to nearest even. */
static double divide(big *num, big *den) {
    int power = big_bits(num) - big_bits(den), bits = 54;
    uint64_t quotient = 0;
    double result;
    if (power > 0)
        big_double(den, power);
    else
        big_double(num, -power);
    if (big_compare(num, den) < 0) {
        big_double(num, 1);
        power--;
    }
    if (power < -1022)
        bits -= -1022 - power;
    if (bits < 0)
        return 0;
    for (int i = 0; i < bits; i++) {
        quotient <<= 1;
        if (big_compare(num, den) >= 0) {
            big_subtract(num, den);
            quotient |= 1;
        }
        big_double(num, 1);
    }
    /* the last bit is the half; what is left of num decides ties */
    bool half = quotient & 1, more = num->n > 0;
    quotient >>= 1;
    if (half && (more || (quotient & 1)))
        quotient++;
    result = (double)quotient;
    for (int e = power - (bits - 2); e > 0; e--)
        result *= 2;
    for (int e = power - (bits - 2); e < 0; e++)
        result /= 2;
    return result;
}

/* Up to 15 digits and 10^22 are exact doubles, so that one operation on them rounds once. False:
   there is more. */
static bool short_decimal(const char *digits, int count, int power, double *value) {
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t whole = 0;
    if (FLT_EVAL_METHOD != 0 || count > 15 || power < -22 || power > 22)
        return false;
    for (int i = 0; i < count; i++)
        whole = whole * 10 + (digits[i] - '0');
    *value = power < 0 ? (double)whole / tens[-power] : (double)whole * tens[power];
    return true;
}

static double decimal(const char *digits, int count, int power) {
    double value;
    if (short_decimal(digits, count, power, &value))
        return value;
    big num = {{0}, 0}, den = {{1}, 1};
    for (int i = 0; i < count; i++)
        big_multiply_add(&num, 10, (uint32_t)(digits[i] - '0'));
    if (!num.n)
        return 0;
    if (power > MAX_POWER - MAX_DIGITS)
        return 1e308 * 10;
    if (power < -MAX_POWER)
        return 0;
    for (; power > 0; power--)
        big_multiply_add(&num, 10, 0);
    for (; power < 0; power++)
        big_multiply_add(&den, 10, 0);
    return divide(&num, &den);
}

/* ---- tokens ----------------------------------------------------------------------------- */

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t read_integer(const char *text, const char *end, int base, uint64_t *value) {
    const char *p = text;
    *value = 0;
    for (; p < end && digit_of(*p) < base; p++) {
        if (*value > (UINT64_MAX - (unsigned)digit_of(*p)) / (unsigned)base)
            return 0;
        *value = *value * (unsigned)base + (unsigned)digit_of(*p);
    }
    return (size_t)(p - text);
}

/* Digits, point, digits, exponent. */
static size_t read_fraction(const char *text, const char *end, double *value) {
    char digits[MAX_DIGITS];
    int count = 0, power = 0;
    bool point = false, any = false;
    const char *p = text;
    for (; p < end && (is_digit(*p) || (*p == '.' && !point)); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        if (count < MAX_DIGITS) {
            if (count || *p != '0')
                digits[count++] = *p;
            power -= point;
        } else
            power += !point;
    }
    if (!any)
        return 0;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *e = p + 1;
        int sign = 1, exponent = 0;
        if (e < end && (*e == '-' || *e == '+'))
            sign = *e++ == '-' ? -1 : 1;
        if (e < end && is_digit(*e)) {
            for (; e < end && is_digit(*e); e++)
                exponent = exponent < 10000 ? exponent * 10 + (*e - '0') : exponent;
            power += sign * exponent;
            p = e;
        }
    }
    *value = decimal(digits, count, power);
    return (size_t)(p - text);
}

size_t number_read(const char *text, const char *end, gisa_value *value) {
    const char *p = text, *q;
    bool negative = p < end && *p == '-';
    uint64_t integer;
    size_t used;
    int base = 10;
    if (p < end && (*p == '-' || *p == '+'))
        for (p++; p < end && (*p == ' ' || *p == '\t');)
            p++;
    if (p == end || (!is_digit(*p) && *p != '.'))
        return 0;
    for (q = p; q < end && is_digit(*q); q++)
        ;
    if (q < end && (*q == '.' || ((*q == 'e' || *q == 'E') && q > p)) &&
        !(*p == '0' && p + 1 < end && (p[1] | 32) == 'x')) {
        used = read_fraction(p, end, &value->real);
        value->kind = GISA_VALUE_FLOAT;
        value->integer = 0;
        if (negative)
            value->real = -value->real;
        return used ? (size_t)(p - text) + used : 0;
    }
    if (*p == '0' && end - p > 2 && ((p[1] | 32) == 'x' || (p[1] | 32) == 'b')) {
        base = (p[1] | 32) == 'x' ? 16 : 2;
        p += 2;
    } else if (*p == '0' && end - p > 1)
        base = 8;
    used = read_integer(p, end, base, &integer);
    if (!used)
        return 0;
    value->kind = GISA_VALUE_INT;
    value->integer = (int64_t)(negative ? 0 - integer : integer);
    value->real = 0;
    return (size_t)(p - text) + used;
}
