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
/* bench/programs/sort.cl: keys, work-items with 256 of them each, those that sum up 64 counts. */
enum { MANY_KEYS = 1 << 24, SORT_ITEMS = MANY_KEYS / 256, SORT_RUNS = SORT_ITEMS * DIGITS / 64 };
enum { ROWS = 1 << 18, ELEMENTS = ROWS * 16 + 16, POINTS = 1 << 20 };

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

#define MANY_PASS(from, to, shift)                                                                           \
    {"sort_count", {SORT_ITEMS, 0}, {64, 0}, {IN(2), IN(from), U(shift)}},                                   \
        {"sort_runs", {SORT_RUNS, 0}, {64, 0}, {IN(3), IN(2)}},                                              \
        {"sort_sums", {256, 0}, {256, 0}, {IN(3), U(SORT_RUNS)}},                                            \
        {"sort_spread", {SORT_RUNS, 0}, {64, 0}, {IN(2), IN(3)}}, {                                          \
        "sort_place", {SORT_ITEMS, 0}, {64, 0}, {                                                            \
            IN(to), IN(from), IN(2), U(shift)                                                                \
        }                                                                                                    \
    }
#define FFT(from, to, done)                                                                                  \
    {                                                                                                        \
        "fft", {POINTS / 4, 0}, {256, 0}, {                                                                  \
            IN(to), IN(from), IN(2), U(done)                                                                 \
        }                                                                                                    \
    }

static const program programs[] = {
    {"kernels",
     "saxpy",
     "2^20 floats",
     {{4 << 20, UNIT}, {4 << 20, UNIT}},
     0,
     'f',
     1e-6,
     0,
     0,
     false,
     {{"saxpy", {1 << 20, 0}, {256, 0}, {IN(0), IN(1), F(0.7)}}}},
    {"kernels",
     "mandelbrot",
     "512 x 384 points, 256 steps",
     {{512 * 384 * 4, ZERO}},
     0,
     'u',
     0,
     0,
     0,
     false,
     {{"mandelbrot", {512, 384}, {64, 4}, {IN(0), F(-2.0), F(-1.125), F(3.0 / 512), U(256)}}}},
    {"kernels",
     "nbody",
     "2048 bodies, 1 step",
     {{2048 * 16, UNIT}, {2048 * 16, ZERO}, {2048 * 16, ZERO}},
     1,
     'f',
     1e-3,
     0,
     0,
     false,
     {{"nbody", {2048, 0}, {256, 0}, {IN(0), IN(1), IN(2), F(1e-6)}}}},
    {"kernels",
     "sgemm",
     "384 x 384, tiles of 16",
     {{384 * 384 * 4, ZERO}, {384 * 384 * 4, UNIT}, {384 * 384 * 4, UNIT}},
     0,
     'f',
     1e-4,
     0,
     0,
     false,
     {{"sgemm", {384, 384}, {16, 16}, {IN(0), IN(1), IN(2), U(384)}}}},
    {"kernels",
     "sha256",
     "2^15 messages",
     {{8 * 4 << 15, ZERO}, {16 * 4 << 15, MESSAGES}},
     0,
     'u',
     0,
     0,
     0,
     false,
     {{"sha256", {1 << 15, 0}, {256, 0}, {IN(0), IN(1)}}}},
    {"kernels",
     "histogram",
     "2^22 bytes, LDS atomics",
     {{1024, ZERO}, {1 << 22, ANY}},
     0,
     'u',
     0,
     0,
     0,
     false,
     {{"histogram", {1 << 15, 0}, {256, 0}, {IN(0), IN(1), U(32)}}}},
    {"kernels",
     "radix",
     "2^16 keys, 8 passes",
     {{4 * KEYS, ANY}, {4 * KEYS, ZERO}, {4 * DIGITS * SORT_GROUPS, ZERO}},
     0,
     'u',
     0,
     0,
     0,
     false,
     {SORT_PASS(0, 1, 0), SORT_PASS(1, 0, 4), SORT_PASS(0, 1, 8), SORT_PASS(1, 0, 12), SORT_PASS(0, 1, 16),
      SORT_PASS(1, 0, 20), SORT_PASS(0, 1, 24), SORT_PASS(1, 0, 28)}},
    {"kernels",
     "stencil",
     "1024 x 512 doubles, 4 steps",
     {{8 << 19, UNIT64}, {8 << 19, ZERO}},
     0,
     'd',
     1e-12,
     0,
     0,
     false,
     {HEAT(0, 1), HEAT(1, 0), HEAT(0, 1), HEAT(1, 0)}},
    {"programs",
     "sort",
     "2^24 keys, 8 passes",
     {{4 * MANY_KEYS, ANY}, {4 * MANY_KEYS, ZERO}, {4 * DIGITS * SORT_ITEMS, ZERO}, {4 * SORT_RUNS, ZERO}},
     0,
     'u',
     0,
     0,
     0,
     true,
     {MANY_PASS(0, 1, 0), MANY_PASS(1, 0, 4), MANY_PASS(0, 1, 8), MANY_PASS(1, 0, 12), MANY_PASS(0, 1, 16),
      MANY_PASS(1, 0, 20), MANY_PASS(0, 1, 24), MANY_PASS(1, 0, 28)}},
    {"programs",
     "spmv",
     "2^18 rows, 2^22 elements",
     {{4 * ROWS, ZERO},
      {4 * (ROWS + 1), STARTS},
      {4 * ELEMENTS, COLUMNS},
      {4 * ELEMENTS, UNIT},
      {4 << 18, UNIT}},
     0,
     'f',
     1e-5,
     0,
     0,
     true,
     {{"spmv", {ROWS, 0}, {256, 0}, {IN(0), IN(1), IN(2), IN(3), IN(4)}}}},
    {"programs",
     "fft",
     "2^20 points, 10 passes",
     {{8 * POINTS, UNIT}, {8 * POINTS, ZERO}, {8 * POINTS, TURNS}},
     0,
     'f',
     1e-5,
     1e-5,
     0,
     true,
     {FFT(0, 1, 1), FFT(1, 0, 1 << 2), FFT(0, 1, 1 << 4), FFT(1, 0, 1 << 6), FFT(0, 1, 1 << 8),
      FFT(1, 0, 1 << 10), FFT(0, 1, 1 << 12), FFT(1, 0, 1 << 14), FFT(0, 1, 1 << 16), FFT(1, 0, 1 << 18)}},
    {"programs",
     "paths",
     "512 x 384 points, 4 samples",
     {{512 * 384 * 16, ZERO}},
     0,
     'f',
     1e-3,
     1e-3,
     0.005, /* a path that hits something else */
     true,
     {{"paths", {512, 384}, {64, 4}, {IN(0), U(4)}}}},
    {"programs",
     "search",
     "SHA-256 of 2^20 numbers",
     {{12, ZERO}, {64, ANY}},
     0,
     'u',
     0,
     0,
     0,
     true,
     {{"search", {1 << 17, 0}, {256, 0}, {IN(0), IN(1), U(8), U(14)}}}},
    {"programs",
     "convolve",
     "3 x 3, 3840 x 2160 points",
     {{3840 * 2160 * 4, ZERO}, {3840 * 2160 * 4, ANY}, {36, ANY}},
     0,
     'u',
     0,
     0,
     0,
     true,
     {{"convolve", {3840, 2160}, {64, 4}, {IN(0), IN(1), IN(2)}}}},
};
