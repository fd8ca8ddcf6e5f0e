// SPDX-License-Identifier: MIT
// OpenMP under GISA_CHECK, for GCC and clang: a region has one bug, which is marked; with -DFIXED
// it is repaired.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../command/watch/seed.h"

#ifdef __clang__ /* a thread is a work-item */
enum { THREADS = 256 };
#else /* a wave */
enum { THREADS = 4 };
#endif
enum { N = 512 };
static int in[N], out[N];
#define REGION static __attribute__((noinline)) void
#define DO(text) _Pragma(#text)

// A sum without reduction.
REGION sum(void) {
    int total = 0;
    FIX(DO(omp target parallel for map(tofrom: total) map(to: in) reduction(+: total)))
    BUGGY(DO(omp target parallel for map(tofrom: total) map(to: in)))
    for (int i = 0; i < N; i++)
        total += in[i]; // BUG races
    out[0] = total;
}

// Neighbours in place.
REGION in_place(void) {
    int from[N];
    memcpy(from, in, sizeof from);
#pragma omp target parallel for map(tofrom : out) map(to : from) num_threads(THREADS)
    for (int i = 0; i < N; i++)
        out[i] = (BUGGY(out) FIX(from))[(i + N / 2 + 70) % N] + i; // BUG races
}

// Two loops without a barrier between them.
REGION no_wait(void) {
    int a[N];
#pragma omp target parallel map(from : out) map(to : in) map(alloc : a) num_threads(THREADS)
    {
        BUGGY(DO(omp for nowait)) FIX(DO(omp for))
        for (int i = 0; i < N; i++)
            a[i] = in[i] * 2 + i;
#pragma omp for
        for (int i = 0; i < N; i++)
            out[i] = a[N - 1 - i]; // BUG races
    }
}

// Two iterations write one place.
REGION halves(void) {
#pragma omp target parallel for map(tofrom : out) num_threads(THREADS)
    for (int i = 0; i < N; i++)
        out[i BUGGY(% (N / 2 - 70))] = i + 1; // BUG races
}

REGION largest(void) {
    int most = -1;
#pragma omp target parallel for map(tofrom : most) map(to : in) num_threads(THREADS)
    for (int i = 0; i < N; i++) {
        FIX(DO(omp critical))
        if (in[i] + i > most)
            most = in[i] + i; // BUG races
    }
    out[0] = most;
}

REGION counted(void) {
    int bin[8] = {0};
#pragma omp target parallel for map(tofrom : bin) map(to : in) num_threads(THREADS)
    for (int i = 0; i < N; i++) {
        FIX(DO(omp atomic))
        bin[in[i] % 8] += i; // BUG races
    }
    out[0] = bin[3];
}

// One thread writes, the others do not wait.
REGION one_writes(void) {
    int said = 0;
#pragma omp target parallel map(tofrom : said) map(from : out) map(to : in) num_threads(THREADS)
    {
        if (omp_get_thread_num() == 0)
            said = in[3] + 5;
        FIX(DO(omp barrier))
        out[omp_get_thread_num()] = said + 1; // BUG races
    }
}

// Teams have no order.
REGION teams(void) {
    int total = 0;
#pragma omp target teams distribute map(tofrom : total) map(to : in) num_teams(3)
    for (int i = 0; i < 6; i++) {
        FIX(DO(omp atomic))
        total += in[i] + 1; // BUG races
    }
    out[0] = total;
}

// A value that some iterations alone set.
REGION kept(void) {
#pragma omp target map(tofrom : out) map(to : in)
    {
        int table[16];
        for (int i = 0; i < BUGGY(10) FIX(16); i++)
            table[i] = in[i] * 3;
        for (int i = 0; i < 16; i++)
            out[i] = table[(in[i] + 4) % 16]; // BUG undefined
    }
}

int main(int argc, char **argv) {
    static void (*const regions[])(void) = {sum,     in_place,   no_wait, halves, largest,
                                            counted, one_writes, teams,   kept};
    for (int i = 0; i < N; i++)
        in[i] = i % 50;
    for (unsigned i = 0; i < sizeof regions / sizeof *regions; i++)
        if (argc < 2 || (unsigned)atoi(argv[1]) == i)
            regions[i]();
    return 0;
}
