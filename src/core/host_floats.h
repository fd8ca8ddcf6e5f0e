/* SPDX-License-Identifier: MIT */
/* How the host's floats work: rounding, denormals and traps belong to the thread, and a program may
   have changed them (-ffast-math does). The library needs them as C begins, and leaves them as it
   found them. */
#ifndef GISA_HOST_FLOATS_H
#define GISA_HOST_FLOATS_H

#include <stdint.h>

/* Rounding to the nearest, denormals as they are, no traps. Returns what was set before. */
static inline uint64_t host_floats_begin(void) {
#if defined __GNUC__ && defined __x86_64__
    enum { USUAL = 0x1f80, FLAGS = 0x3f }; /* of MXCSR: all exceptions masked */
    const uint64_t before = __builtin_ia32_stmxcsr();
    if ((before & ~(uint64_t)FLAGS) != USUAL)
        __builtin_ia32_ldmxcsr(USUAL);
    __asm__ volatile("" ::: "memory");
    return before;
#elif defined __GNUC__ && defined __aarch64__
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    if (before)
        __asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)0) : "memory");
    return before;
#else
    return 0; /* what other processors have is not changed */
#endif
}

/* As it was, on x86-64 with the flags of exceptions. */
static inline void host_floats_end(uint64_t before) {
#if defined __GNUC__ && defined __x86_64__
    __asm__ volatile("" ::: "memory");
    if (__builtin_ia32_stmxcsr() != before)
        __builtin_ia32_ldmxcsr((uint32_t)before);
#elif defined __GNUC__ && defined __aarch64__
    if (before)
        __asm__ volatile("msr fpcr, %0" ::"r"(before) : "memory");
#else
    (void)before;
#endif
}

#endif
