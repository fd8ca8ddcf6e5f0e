/* SPDX-License-Identifier: MIT */
/*
 * Proofs about f32, source by source. Reciprocals and roots: the exact result lies between the
 * middles to the next numbers, which takes a few exact operations of doubles to see. exp2, log2,
 * sin and cos: no result before rounding comes so near to a point where rounding to nearest turns
 * that the error of the kernel could matter. Exact results have no error.
 */
#include <math.h>
#include <stdio.h>

#include "float/real_special.h"
#include "words.h"

static gisa_number sine(gisa_number x) {
    return real_sin_kernel(x, 0);
}

static gisa_number cosine(gisa_number x) {
    return real_sin_kernel(x, 1);
}

/* How far the significand is from the middle between two numbers of f32, in units of 2^-128 of
   itself. */
static gisa_u128 distance(gisa_number y) {
    const gisa_u128 half = (gisa_u128)1 << 127, rest = y.significand << 24;
    return (rest > half ? rest - half : half - rest) >> 24;
}

static void closest(const char *name, gisa_number (*kernel)(gisa_number), uint32_t first, uint32_t last,
                    uint64_t step) {
    const gisa_format single = {23, 127};
    gisa_u128 least = (gisa_u128)1 << 127;
    uint32_t at = 0;
    for (uint64_t bits = first; bits <= last; bits += step) {
        gisa_number y = kernel(real_unpack(&single, bits));
        if (!(y.significand & 1)) /* exact */
            continue;
        gisa_u128 d = distance(real_normal(y));
        if (d < least) {
            least = d;
            at = (uint32_t)bits;
        }
    }
    double nearest = log2((double)least) - 128;
    printf("%s: from %08x to %08x the nearest is 2^%.1f of the result, at %08x\n", name, first, last, nearest,
           at);
    expect(name, nearest > -GISA_KERNEL_BITS + 1, 1);
}

TRY_1(rcp, f32, 32)
TRY_1(sqrt, f32, 32)
TRY_1(rsq, f32, 32)

/* The signs of rcp: a * x - 1, sqrt: a * a - x and rsq: a * a * x - 1; sources and middles have so
 * few bits that only the last step rounds. */
static double rcp_excess(double a, double x) {
    return fma(a, x, -1);
}

static double sqrt_excess(double a, double x) {
    return fma(a, a, -x);
}

static double rsq_excess(double a, double x) {
    return fma(a * a, x, -1);
}

/* All fractions, with an even and an odd exponent. */
static void root(const char *name, word try, double (*excess)(double, double), uint64_t step) {
    static const gisa_modes m = {.round32 = GISA_ROUND_UP};
    begin(name, "in f32 is the nearest");
    for (uint64_t x = 0x3f800000; x < 0x40800000; x += step) {
        const uint64_t y = try(&m, &x);
        const double source = value_of(&f32, x), result = value_of(&f32, y);
        const double low = (result + value_of(&f32, y - 1)) / 2, high = (result + value_of(&f32, y + 1)) / 2;
        compare(&m, &x, 1, excess(low, source) <= 0 && excess(high, source) >= 0, true);
    }
    end();
}

void test_sources(uint64_t step) {
    root("rcp", try_rcp_f32, rcp_excess, step / 32 + 1);
    root("sqrt", try_sqrt_f32, sqrt_excess, step / 32 + 1);
    root("rsq", try_rsq_f32, rsq_excess, step / 32 + 1);
    const uint32_t negative = 0x80000000;
    /* from where a power is next to 1, to where it overflows */
    closest("exp2", real_exp2_kernel, 0x32800000, 0x43000000, step);
    closest("exp2", real_exp2_kernel, negative | 0x32800000, negative | 0x43000000, step);
    closest("log2", real_log2_kernel, 0x00800000, 0x7f7fffff, step);
    /* from where sin is a multiple of the angle, but for 2^-67 of it, and cos is next to 1; to the
       integers */
    closest("sin", sine, 0x2d800000, 0x4b000000, step);
    closest("cos", cosine, 0x37800000, 0x4b000000, step);
}
