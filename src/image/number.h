/* SPDX-License-Identifier: MIT */
/* Small functions of numbers that libc alone does not have. */
#ifndef GISA_IMAGE_NUMBER_H
#define GISA_IMAGE_NUMBER_H

#include <math.h> /* macros alone: NAN, INFINITY, isnan */
#include <stdint.h>
#include <string.h>

static inline uint32_t number_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float number_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Within `most`, which is below 2^52; NaN becomes 0. */
static inline double number_limit(double x, double most) {
    return x != x ? 0 : x > most ? most : x < -most ? -most : x;
}

/* The greatest integer that is not above x, whose magnitude is below 2^52. */
static inline int64_t number_floor(double x) {
    int64_t n = (int64_t)x;
    return n - ((double)n > x);
}

/* The nearest integer, the even one of two; likewise. */
static inline int64_t number_nearest(double x) {
    int64_t n = number_floor(x);
    double part = x - (double)n;
    return n + (part > 0.5 || (part == 0.5 && (n & 1)));
}

#endif
