/* SPDX-License-Identifier: MIT */
/* The programs, their memory and their launches. Included by kernels.c. */

#define IN(n)                                                                                                \
    { BUFFER, n }
#define U(x)                                                                                                 \
    { UINT, x }
#define F(x)                                                                                                 \
    { FLOAT, x }
#define DBL(x)                                                                                               \
    { DOUBLE, x }

enum { KEYS = 1 << 16, SORT_GROUPS = KEYS / 256, DIGITS = 16 };

#define SORT_PASS(from, to, shift)                                                                           \
    {"radix_count", {KEYS, 0}, {256, 0}, {IN(2), IN(from), U(shift)}},                                       \
        {"radix_sum", {256, 0}, {256, 0}, {IN(2), U(DIGITS * SORT_GROUPS)}}, {                               \
        "radix_place", {KEYS, 0}, {256, 0}, {                                                                \
            IN(to), IN(from), IN(2), U(shift)                                                                \
        }                                                                                                    \
    }
#define HEAT(from, to)                                                                                       \
    {                                                                                                        \
        "stencil", {1024, 512}, {64, 4}, {                                                                   \
            IN(to), IN(from), DBL(0.1)                                                                       \
        }                                                                                                    \
    }

static const program programs[] = {
    {"saxpy",
     "2^20 floats",
     {{4 << 20, UNIT}, {4 << 20, UNIT}},
     0,
     'f',
     1e-6,
     {{"saxpy", {1 << 20, 0}, {256, 0}, {IN(0), IN(1), F(0.7)}}}},
    {"mandelbrot",
     "512 x 384 points, 256 steps",
     {{512 * 384 * 4, ZERO}},
     0,
     'u',
     0,
     {{"mandelbrot", {512, 384}, {64, 4}, {IN(0), F(-2.0), F(-1.125), F(3.0 / 512), U(256)}}}},
    {"nbody",
     "2048 bodies, 1 step",
     {{2048 * 16, UNIT}, {2048 * 16, ZERO}, {2048 * 16, ZERO}},
     1,
     'f',
     1e-3,
     {{"nbody", {2048, 0}, {256, 0}, {IN(0), IN(1), IN(2), F(1e-6)}}}},
    {"sgemm",
     "384 x 384, tiles of 16",
     {{384 * 384 * 4, ZERO}, {384 * 384 * 4, UNIT}, {384 * 384 * 4, UNIT}},
     0,
     'f',
     1e-4,
     {{"sgemm", {384, 384}, {16, 16}, {IN(0), IN(1), IN(2), U(384)}}}},
    {"sha256",
     "2^15 messages",
     {{8 * 4 << 15, ZERO}, {16 * 4 << 15, MESSAGES}},
     0,
     'u',
     0,
     {{"sha256", {1 << 15, 0}, {256, 0}, {IN(0), IN(1)}}}},
    {"histogram",
     "2^22 bytes, LDS atomics",
     {{1024, ZERO}, {1 << 22, ANY}},
     0,
     'u',
     0,
     {{"histogram", {1 << 15, 0}, {256, 0}, {IN(0), IN(1), U(32)}}}},
    {"radix",
     "2^16 keys, 8 passes",
     {{4 * KEYS, ANY}, {4 * KEYS, ZERO}, {4 * DIGITS * SORT_GROUPS, ZERO}},
     0,
     'u',
     0,
     {SORT_PASS(0, 1, 0), SORT_PASS(1, 0, 4), SORT_PASS(0, 1, 8), SORT_PASS(1, 0, 12), SORT_PASS(0, 1, 16),
      SORT_PASS(1, 0, 20), SORT_PASS(0, 1, 24), SORT_PASS(1, 0, 28)}},
    {"stencil",
     "1024 x 512 doubles, 4 steps",
     {{8 << 19, UNIT64}, {8 << 19, ZERO}},
     0,
     'd',
     1e-12,
     {HEAT(0, 1), HEAT(1, 0), HEAT(0, 1), HEAT(1, 0)}},
};
