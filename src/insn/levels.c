/* SPDX-License-Identifier: MIT */
/* Chooses among the levels of the host's instruction set that were built: with ONE_LEVEL, the
   baseline alone. */
#include <string.h>

#include "level.h"

extern const gisa_level level_baseline;
#if defined(__x86_64__) && !defined(ONE_LEVEL)
#define HAS_LEVELS
extern const gisa_level level_avx2, level_avx512;

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

static const gisa_level *named(const char *name) {
#ifdef HAS_LEVELS
    if (strcmp(name, level_avx512.name) == 0)
        return has_avx512() ? &level_avx512 : NULL;
    if (strcmp(name, level_avx2.name) == 0)
        return has_avx2() ? &level_avx2 : NULL;
#endif
    return strcmp(name, level_baseline.name) == 0 ? &level_baseline : NULL;
}

static const gisa_level *best(void) {
#ifdef HAS_LEVELS
    return has_avx512() ? &level_avx512 : has_avx2() ? &level_avx2 : &level_baseline;
#else
    return &level_baseline;
#endif
}

static const gisa_level *chosen;

bool level_use(const char *name) {
    const gisa_level *level = name ? named(name) : NULL;
    if (name && !level)
        return false;
    chosen = level;
    return true;
}

const gisa_level *level_best(void) {
    return chosen ? chosen : best();
}
