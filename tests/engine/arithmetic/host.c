/* SPDX-License-Identifier: MIT */
/* f32 and f64 arithmetic on the host's floating-point unit; on x86 with flushing as well, which
 * tells what is tiny after rounding, too. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "words.h"

#ifdef __SSE2__
#include <xmmintrin.h>
enum { CAN_FLUSH = 1 };

static void set_host(const gisa_modes *m, const format *f) {
    static const unsigned rounds[] = {0, 2, 1, 3};
    unsigned csr = 0x1f80 | rounds[round_of(m, f)] << 13;
    csr |= keeps_in(m, f) ? 0 : 0x40;
    csr |= keeps_out(m, f) ? 0 : 0x8000;
    _mm_setcsr(csr);
}

static void reset_host(void) {
    _mm_setcsr(0x1f80);
}
#else
enum { CAN_FLUSH = 0 };

static void set_host(const gisa_modes *m, const format *f) {
    static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(rounds[round_of(m, f)]);
}

static void reset_host(void) {
    fesetround(FE_TONEAREST);
}
#endif

/* With the unit's own fused multiply-add, when there is one. */
#if defined(__x86_64__)
#define FUSED __attribute__((target("fma")))
#define HAS_FUSED __builtin_cpu_supports("fma")
#else
#define FUSED
#define HAS_FUSED !CAN_FLUSH
#endif

#define HOST_2(name, of, type, operator)                                                                     \
    static type host_##name##_##of(volatile type *x) {                                                       \
        volatile type y = x[0] operator x[1];                                                                \
        return y;                                                                                            \
    }
#define HOST_FMA(of, type, function)                                                                         \
    FUSED static type host_fma_##of(volatile type *x) {                                                      \
        volatile type y = function(x[0], x[1], x[2]);                                                        \
        return y;                                                                                            \
    }
HOST_2(add, f32, float, +)
HOST_2(sub, f32, float, -)
HOST_2(mul, f32, float, *)
HOST_FMA(f32, float, __builtin_fmaf)
HOST_2(add, f64, double, +)
HOST_2(sub, f64, double, -)
HOST_2(mul, f64, double, *)
HOST_FMA(f64, double, __builtin_fma)

#define RUN(of, type, uint)                                                                                  \
    static void run_##of(const char *name, word try, type (*host)(volatile type *), unsigned count) {        \
        uint64_t s[3] = {0};                                                                                 \
        begin(name, "on the host, " #of);                                                                    \
        for (unsigned i = 0; i < 200000; i++) {                                                              \
            gisa_modes m = random_modes();                                                                   \
            volatile type x[3];                                                                              \
            bool nan = false;                                                                                \
            if (!CAN_FLUSH)                                                                                  \
                m.in32 = m.in64 = m.out32 = m.out64 = true;                                                  \
            random_sources(&of, s, count);                                                                   \
            for (unsigned k = 0; k < count; k++) {                                                           \
                uint bits = (uint)s[k];                                                                      \
                type copy;                                                                                   \
                memcpy(&copy, &bits, sizeof copy);                                                           \
                x[k] = copy;                                                                                 \
                nan = nan || is_nan(&of, s[k]);                                                              \
            }                                                                                                \
            if (nan)                                                                                         \
                continue;                                                                                    \
            set_host(&m, &of);                                                                               \
            type y = host(x);                                                                                \
            reset_host();                                                                                    \
            uint bits;                                                                                       \
            memcpy(&bits, &y, sizeof bits);                                                                  \
            compare(&m, s, count, try(&m, s), is_nan(&of, bits) ? default_nan(&of) : bits);                  \
        }                                                                                                    \
        end();                                                                                               \
    }
RUN(f32, float, uint32_t)
RUN(f64, double, uint64_t)

TRY_2(add, f32, 32)
TRY_2(sub, f32, 32)
TRY_2(mul, f32, 32)
TRY_3(fma, f32, 32)
TRY_2(add, f64, 64)
TRY_2(sub, f64, 64)
TRY_2(mul, f64, 64)
TRY_3(fma, f64, 64)

void test_host(void) {
    run_f32("add", try_add_f32, host_add_f32, 2);
    run_f32("sub", try_sub_f32, host_sub_f32, 2);
    run_f32("mul", try_mul_f32, host_mul_f32, 2);
    run_f64("add", try_add_f64, host_add_f64, 2);
    run_f64("sub", try_sub_f64, host_sub_f64, 2);
    run_f64("mul", try_mul_f64, host_mul_f64, 2);
    if (HAS_FUSED) {
        run_f32("fma", try_fma_f32, host_fma_f32, 3);
        run_f64("fma", try_fma_f64, host_fma_f64, 3);
    } else {
        skip("no fused multiply-add on this machine");
    }
}
