/* SPDX-License-Identifier: MIT */
/* OpenMP offloading: each region runs on the GPU, and the host computes the same by itself. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { N = 5000 };

#pragma omp declare target
int table[16];
static int twice(int x) {
    return 2 * x;
}
struct pair {
    double x;
    int y[3];
};
#pragma omp end declare target

static void regions(void) {
    int device = 0, threads = 0, teams = 0;
#pragma omp target map(from : device)
    device = !omp_is_initial_device();
    check("a region runs on the GPU", device);
#pragma omp target teams num_teams(3) map(from : teams, threads)
    {
        teams = omp_get_num_teams();
#pragma omp parallel num_threads(4)
        if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
            threads = omp_get_num_threads();
    }
    check("teams", teams == 3);
    check("threads", threads == 4);
}

static void loops(int *a, int *b) {
    int ok = 1;
#pragma omp target teams distribute parallel for map(to : a[:N]) map(from : b[:N])
    for (int i = 0; i < N; i++)
        b[i] = 3 * a[i] + i % 7;
    for (int i = 0; i < N; i++)
        ok &= b[i] == 3 * a[i] + i % 7;
    check("teams distribute parallel for", ok);
#pragma omp target teams distribute parallel for simd collapse(2) map(tofrom : b[:N])
    for (int i = 0; i < N / 100; i++)
        for (int k = 0; k < 100; k++)
            b[100 * i + k] = i * k;
    ok = 1;
    for (int i = 0; i < N; i++)
        ok &= b[i] == i / 100 * (i % 100);
    check("collapse and simd", ok);
}

static void reductions(const int *a) {
    long sum = 0, expected = 0;
    int most = 0, highest = 0;
    double parts = 0, host = 0;
    for (int i = 0; i < N; i++) {
        expected += a[i];
        highest = a[i] > highest ? a[i] : highest;
        host += 1.0 / (i + 1);
    }
#pragma omp target teams distribute parallel for reduction(+ : sum) reduction(max : most) map(to : a[:N])
    for (int i = 0; i < N; i++) {
        sum += a[i];
        most = a[i] > most ? a[i] : most;
    }
    check("sum", sum == expected);
    check("maximum", most == highest);
#pragma omp target parallel for reduction(+ : parts) map(tofrom : parts)
    for (int i = 0; i < N; i++)
        parts += 1.0 / (i + 1);
    check("sum of doubles", parts > host - 1e-9 && parts < host + 1e-9);
}

static void maps(void) {
    struct pair p = {1.5, {1, 2, 3}};
    int local[100], kept = 0;
    int *device = omp_target_alloc(sizeof local, omp_get_default_device());
    for (int i = 0; i < 100; i++)
        local[i] = i;
#pragma omp target map(tofrom : p)
    {
        p.x *= 2;
        p.y[2] += 10;
    }
    check("a structure goes there and back", p.x == 3 && p.y[2] == 13 && p.y[0] == 1);
#pragma omp target data map(to : local)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 100; i++)
            local[i] += 100;
        kept = local[5];
#pragma omp target update from(local [50:10])
    }
    check("data stays there until it is asked for", kept == 5 && local[50] == 150 && local[60] == 60);
    omp_target_memcpy(device, local, sizeof local, 0, 0, omp_get_default_device(), omp_get_initial_device());
#pragma omp target is_device_ptr(device)
    for (int i = 0; i < 100; i++)
        device[i] = -device[i];
    omp_target_memcpy(local, device, sizeof local, 0, 0, omp_get_initial_device(), omp_get_default_device());
    omp_target_free(device, omp_get_default_device());
    check("memory of the GPU", local[50] == -150 && local[99] == -99);
}

static void declared(void) {
    int got = 0;
#pragma omp target map(from : got)
    {
        for (int i = 0; i < 16; i++)
            table[i] = twice(i);
        got = table[5];
    }
#pragma omp target update from(table)
    check("declare target", got == 10 && table[15] == 30);
}

static void together(void) {
    int count = 0, order = 0, ok = 1, slots[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom : count)
    for (int i = 0; i < N; i++)
#pragma omp atomic
        count++;
    check("atomic", count == N);
#pragma omp target parallel num_threads(4) map(tofrom : order)
    for (int i = 0; i < 50; i++)
#pragma omp critical
        order = order * 1 + 1;
    check("critical", order == 200);
#pragma omp target parallel num_threads(4) map(tofrom : slots)
    {
        int me = omp_get_thread_num();
        slots[me] = me + 1;
#pragma omp barrier
        slots[8 + me] = slots[(me + 1) % 4];
    }
    for (int i = 0; i < 4; i++)
        ok &= slots[8 + i] == (i + 1) % 4 + 1;
    check("barrier", ok);
}

static void later(void) {
    int x = 1, y = 0, z = 0;
#pragma omp target map(tofrom : x) nowait depend(out : x)
    x = x + 41;
#pragma omp target map(to : x) map(from : y) nowait depend(in : x) depend(out : y)
    y = x * 2;
#pragma omp target map(from : z) nowait
    z = 5;
#pragma omp taskwait
    check("nowait and depend", x == 42 && y == 84 && z == 5);
}

static void services(void) {
    int length = 0;
#pragma omp target
    printf("the GPU says %d %s %.3f\n", 7, "words", 1.5);
#pragma omp target map(from : length)
    {
        char *text = malloc(100);
        strcpy(text, "abc");
        length = (int)strlen(text);
        free(text);
    }
    check("malloc", length == 3);
}

int main(void) {
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = (i * 7919) % 1009;
    regions();
    loops(a, b);
    reductions(a);
    maps();
    declared();
    together();
    later();
    services();
    free(a);
    free(b);
    return summary();
}
