/* SPDX-License-Identifier: MIT */
/*
 * Tests the exact floating-point words of src/emu/real*.c against references that know nothing of
 * them: published results, the host's floating-point unit, MPFR, rules in plain arithmetic.
 * usage: arithmetic [--all]: with more trials, and all sources of functions of f32, which takes
 * minutes.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arithmetic.h"

const format f16 = {"f16", 16, 10, 15}, f32 = {"f32", 32, 23, 127}, f64 = {"f64", 64, 52, 1023};

/* ---- Bits ------------------------------------------------------------------------------------ */

uint64_t sign_of(const format *f) {
    return UINT64_C(1) << (f->bits - 1);
}

uint64_t infinity_of(const format *f) {
    return sign_of(f) - (UINT64_C(1) << f->fraction);
}

uint64_t quiet_of(const format *f) {
    return UINT64_C(1) << (f->fraction - 1);
}

uint64_t default_nan(const format *f) {
    return f == &f16 ? 0xfe00 : f == &f32 ? 0xffc00000 : UINT64_C(0xfff8000000000000);
}

bool is_nan(const format *f, uint64_t x) {
    return (x & (sign_of(f) - 1)) > infinity_of(f);
}

bool is_denormal(const format *f, uint64_t x) {
    uint64_t magnitude = x & (sign_of(f) - 1);
    return magnitude && magnitude < UINT64_C(1) << f->fraction;
}

double value_of(const format *f, uint64_t x) {
    int field = (int)((x & (sign_of(f) - 1)) >> f->fraction);
    double fraction = ldexp((double)(x & ((UINT64_C(1) << f->fraction) - 1)), -f->fraction);
    double magnitude = field == 2 * f->bias + 1 ? INFINITY
                       : field                  ? ldexp(1 + fraction, field - f->bias)
                                                : ldexp(fraction, 1 - f->bias);
    return x & sign_of(f) ? -magnitude : magnitude;
}

uint64_t bits_of(const format *f, double value) {
    uint64_t sign = signbit(value) ? sign_of(f) : 0;
    int exponent;
    double magnitude = fabs(value), half = frexp(magnitude, &exponent);
    if (isinf(value))
        return sign | infinity_of(f);
    if (value == 0)
        return sign;
    if (exponent - 1 < 1 - f->bias)
        return sign | (uint64_t)ldexp(magnitude, f->fraction + f->bias - 1);
    const uint64_t field = (uint64_t)(exponent - 1 + f->bias);
    return sign | field << f->fraction | (uint64_t)ldexp(2 * half - 1, f->fraction);
}

/* ---- MODE ------------------------------------------------------------------------------------ */

unsigned round_of(const gisa_modes *m, const format *f) {
    return f == &f32 ? m->round32 : m->round64;
}

bool keeps_in(const gisa_modes *m, const format *f) {
    return f == &f32 ? m->in32 : m->in64;
}

bool keeps_out(const gisa_modes *m, const format *f) {
    return f == &f32 ? m->out32 : m->out64;
}

uint64_t flush_in(const gisa_modes *m, const format *f, uint64_t x) {
    return is_denormal(f, x) && !keeps_in(m, f) ? x & sign_of(f) : x;
}

uint64_t quieted(const gisa_modes *m, const format *f, uint64_t nan) {
    return m->ieee ? nan | quiet_of(f) : nan;
}

/* ---- Trials ---------------------------------------------------------------------------------- */

uint64_t random64(void) {
    static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

gisa_modes random_modes(void) {
    uint64_t r = random64() >> 32;
    gisa_modes m = {.round32 = r & 3,
                    .round64 = r >> 2 & 3,
                    .in32 = r >> 4 & 1,
                    .out32 = r >> 5 & 1,
                    .in64 = r >> 6 & 1,
                    .out64 = r >> 7 & 1,
                    .ieee = r >> 8 & 1,
                    .dx10_clamp = r >> 9 & 1,
                    .ovfl16 = r >> 10 & 1,
                    .minmax_by_mode = r >> 11 & 1,
                    .half_by_mode = r >> 12 & 1,
                    .mixed_flushes = r >> 16 & 1,
                    .frexp_is_naive = r >> 13 & 1,
                    .fract64_uncapped = r >> 14 & 1,
                    .turns_limit = r >> 15 & 1 ? 256 : 0};
    return m;
}

uint64_t random_source(const format *f, int near) {
    const uint64_t least = UINT64_C(1) << f->fraction, infinity = infinity_of(f),
                   one = (uint64_t)f->bias * least;
    const uint64_t edges[] = {0,
                              1,
                              2,
                              3,
                              least / 2,
                              least / 2 + 1,
                              least - 1,
                              least,
                              least + 1,
                              2 * least,
                              one - least,
                              one - 1,
                              one,
                              one + 1,
                              one + least,
                              infinity - 1,
                              infinity,
                              infinity | quiet_of(f),
                              infinity | quiet_of(f) | 5,
                              infinity | 1,
                              infinity | quiet_of(f) >> 1};
    uint64_t r = random64(), kind = random64() >> 60, bits = r >> 8 & (sign_of(f) - 1);
    if (kind < 4) {
        bits = edges[r % (sizeof edges / sizeof *edges)];
    } else {
        if (kind < 12 && near >= 0) {
            int field = near + (int)(r >> 32 & 7) - 3;
            field = field < 0 ? 0 : field > 2 * f->bias ? 2 * f->bias : field;
            bits = (bits & (least - 1)) + (uint64_t)field * least;
        }
        if (kind & 1) { /* a fraction with a few bits at either end */
            uint64_t few = (r >> 20 & 7) | (r >> 23 & 7) << (f->fraction - 3);
            bits = (bits & ~(least - 1)) | (r >> 60 & 1 ? few : ~few & (least - 1));
        }
    }
    return random64() >> 63 ? bits | sign_of(f) : bits;
}

static int field_of(const format *f, uint64_t x) {
    return (int)((x & (sign_of(f) - 1)) >> f->fraction);
}

void random_sources(const format *f, uint64_t *s, unsigned count) {
    s[0] = random_source(f, -1);
    if (count > 1) {
        unsigned kind = random64() >> 61;
        int a = field_of(f, s[0]);
        int near = kind < 3   ? a               /* sums that cancel */
                   : kind < 5 ? f->bias + 1 - a /* products at the smallest number */
                   : kind < 6 ? 3 * f->bias - a /* and at the largest */
                   : kind < 7 ? a - f->fraction - 1
                              : -1; /* sums that lose one source */
        s[1] = random_source(f, near);
    }
    if (count > 2) {
        int product = field_of(f, s[0]) + field_of(f, s[1]) - f->bias;
        int away = random64() >> 63 ? 0 : (int)(random64() >> 32) % (2 * f->fraction + 4);
        s[2] = random_source(f, product + (random64() >> 63 ? away : -away));
    }
}

/* ---- Counting -------------------------------------------------------------------------------- */

static unsigned passed, failed, skipped, wrong;
static char current[64];

void begin(const char *name, const char *of) {
    snprintf(current, sizeof current, "%s %s", name, of);
    wrong = 0;
}

void compare(const gisa_modes *m, const uint64_t *s, unsigned count, uint64_t got, uint64_t expected) {
    if (got == expected)
        return;
    if (wrong++ < 4) {
        printf("%s:", current);
        for (unsigned i = 0; i < count; i++)
            printf(" %llx", (unsigned long long)s[i]);
        printf(
            " gives %llx, expected %llx (round %u %u, denormals %u%u %u%u, ieee %u, ovfl16 %u, minmax %u, half %u)\n",
            (unsigned long long)got, (unsigned long long)expected, m->round32, m->round64, m->in32, m->out32,
            m->in64, m->out64, m->ieee, m->ovfl16, m->minmax_by_mode, m->half_by_mode);
    }
}

void end(void) {
    if (wrong) {
        printf("%s: %u wrong\n", current, wrong);
        failed++;
    } else {
        passed++;
    }
}

void expect(const char *name, uint64_t got, uint64_t expected) {
    if (got == expected) {
        passed++;
        return;
    }
    printf("%s gives %llx, expected %llx\n", name, (unsigned long long)got, (unsigned long long)expected);
    failed++;
}

void skip(const char *why) {
    printf("skipped: %s\n", why);
    skipped++;
}

int main(int argc, char **argv) {
    const bool all = argc > 1 && !strcmp(argv[1], "--all");
    test_vectors();
    test_rules();
    test_host();
    test_lanes(all ? 1 : 2003);
    test_division();
    test_tininess();
    test_mpfr(all ? 50 : 1);
    test_sources(all ? 1 : 997);
    if (skipped)
        printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    else
        printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
