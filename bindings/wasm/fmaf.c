/* SPDX-License-Identifier: MIT */
/* fmaf of wasi-libc needs rounding modes, which WebAssembly does not have: without them it rounds
   twice. Models in tests use it. */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The product of two floats is exact. Their sum is rounded to odd: its last bit says that bits have
   been lost, so that rounding it again gives what rounding once would. */
float fmaf(float x, float y, float z) {
    const double product = (double)x * (double)y, sum = product + (double)z;
    const double back = sum - product, lost = (product - (sum - back)) + ((double)z - back);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (lost == 0 || !isfinite(sum) || (bits & 1))
        return (float)sum;
    bits += (lost > 0) == (sum > 0) ? 1 : UINT64_MAX;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return (float)odd;
}
