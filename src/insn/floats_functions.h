/* SPDX-License-Identifier: MIT */
/*
 * Powers, logarithms and waves for all lanes at once. Results are the exact ones rounded to
 * nearest, and series in double are much nearer to these than a float is to the next: where one is
 * not next to the middle between two floats, it is rounded as the exact result would be. Other
 * lanes are odd, and so are those whose source or result is not a usual number.
 */
#ifndef GISA_INSN_FLOATS_FUNCTIONS_H
#define GISA_INSN_FLOATS_FUNCTIONS_H

/* The series' results are nearer than 2^-45 of themselves; 2^-29 is half of the distance between
   floats. */
enum { NEXT_TO_MIDDLE = 1 << 9 };
WORD_ float rounded(uint32_t *odd, uint64_t *odd64, double exact) {
    const uint64_t from_middle = (bits_f64(exact) & 0x1fffffff) - (0x10000000 - NEXT_TO_MIDDLE);
    const float r = (float)exact;
    *odd |= nan_f32(r) | is_tiny_f32(SIZE_(f32, r));
    *odd64 |= mark_f64(from_middle <= 2 * NEXT_TO_MIDDLE);
    return r;
}

/* The nearest whole number, if it has no more than 31 bits: also as the low bits of the sum with
   WHOLE. */
#define WHOLE 0x1.8p52
WORD_ double nearest(double x) {
    return x + WHOLE - WHOLE;
}

WORD_ double power(uint32_t *odd, float a) {
    static const double terms[] = {
        1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
        1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1,           1};
    const float size = as_f32(abs_bits_f32(a));
    const bool usual = size < 126; /* not NaN */
    const double x = usual ? a : 0, whole = nearest(x), t = (x - whole) * 0.693147180559945309417;
    double sum = 0;
#pragma GCC unroll 13
    for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
        sum = sum * t + terms[i];
    *odd |= mark_f32(!usual);
    return as_f64(bits_f64(sum) + (bits_f64(x + WHOLE) << FRACTION_f64));
}

/* x = 2^n * m, where m is from about sqrt(1/2) to sqrt(2), and z = (m - 1) / (m + 1):
   log m = 2 z (1 + z^2/3 + z^4/5 + ...) */
WORD_ double logarithm(uint32_t *odd, float a) {
    enum { ROOT_HALF = 0x3f3504f3 };
    static const double terms[] = {1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
                                   1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3,  1};
    const uint32_t bits = bits_f32(a), usual = bits - NORMAL_f32 < 0x7f800000 - NORMAL_f32;
    const uint32_t over = bits - ROOT_HALF;
    const double n = (int32_t)over >> FRACTION_f32, m = as_f32((over & 0x7fffff) + ROOT_HALF);
    const double z = (m - 1) / (m + 1), square = z * z;
    double sum = 0;
#pragma GCC unroll 10
    for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
        sum = sum * square + terms[i];
    *odd |= mark_f32(!usual);
    return n + sum * z * 2.885390081777926815;
}

/* The sine of `a` turns and some quarters of a turn. The nearest quarter is taken off: of the rest
   it is the sine or the cosine. Zero is +0, but that of -0 is -0. */
WORD_ double sine(uint32_t *odd, float a, unsigned quarters) {
    enum { MOST = 256 }; /* some hardware ends there */
    static const double sines[] = {-1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880,
                                   -1.0 / 5040,          1.0 / 120,        -1.0 / 6,        1};
    static const double cosines[] = {1.0 / 20922789888000,
                                     -1.0 / 87178291200,
                                     1.0 / 479001600,
                                     -1.0 / 3628800,
                                     1.0 / 40320,
                                     -1.0 / 720,
                                     1.0 / 24,
                                     -1.0 / 2,
                                     1};
    const float size = as_f32(abs_bits_f32(a));
    const bool usual = size <= MOST;
    const double x = usual ? 4 * (double)a : 0, whole = nearest(x);
    const double t = (x - whole) * 1.57079632679489661923, square = t * t;
    const uint64_t quarter = bits_f64(x + WHOLE) + quarters;
    double sin = 0, cos = 0;
#pragma GCC unroll 8
    for (unsigned i = 0; i < sizeof sines / sizeof *sines; i++)
        sin = sin * square + sines[i];
#pragma GCC unroll 9
    for (unsigned i = 0; i < sizeof cosines / sizeof *cosines; i++)
        cos = cos * square + cosines[i];
    const double r = quarter & 1 ? cos : sin * t;
    *odd |= mark_f32(!usual);
    return r != 0 ? as_f64(bits_f64(r) ^ (quarter & 2) << 62) : quarters || a != 0 ? 0 : a;
}

WORD_ float exp2_f32(CONTEXT_, float a) {
    return rounded(odd, odd64, power(odd, a));
}
WORD_ float log2_f32(CONTEXT_, float a) {
    return rounded(odd, odd64, logarithm(odd, a));
}
WORD_ float sin_f32(CONTEXT_, float a) {
    *odd |= is_tiny_f32(SIZE_(f32, a));
    return rounded(odd, odd64, sine(odd, a, 0));
}
WORD_ float cos_f32(CONTEXT_, float a) {
    *odd |= is_tiny_f32(SIZE_(f32, a));
    return rounded(odd, odd64, sine(odd, a, 1));
}

#undef WHOLE

#endif
