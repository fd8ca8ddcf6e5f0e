/* SPDX-License-Identifier: MIT */
/* Chooses the wide bodies that were built for the best instruction set that this host has. */
#include "op.h"

extern gisa_wide *const gisa_gcn_wide_baseline[];
#ifdef __x86_64__
extern gisa_wide *const gisa_gcn_wide_avx2[];
extern gisa_wide *const gisa_gcn_wide_avx512[];
#endif

static gisa_wide *const *best(void) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return gisa_gcn_wide_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return gisa_gcn_wide_avx2;
#endif
    return gisa_gcn_wide_baseline;
}

gisa_wide *gisa_wide_body(unsigned body_number) {
    return best()[body_number];
}
