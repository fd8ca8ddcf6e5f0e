/* SPDX-License-Identifier: MIT */
/* OpenMP offloading, what openmp.c leaves out: structures with pointers, reductions over
 * structures, chains of tasks, memory of the device, recursion, atomic captures. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "check.h"

enum { N = 10000 };

typedef struct total {
    double sum, most;
    int count;
} total;

#pragma omp declare target
double scale = 1.5;
int squares[16];
static total plus(total a, total b) {
    return (total){a.sum + b.sum, a.most > b.most ? a.most : b.most, a.count + b.count};
}
static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
#pragma omp end declare target
#pragma omp declare reduction(plus:total                                                                     \
                              : omp_out = plus(omp_out, omp_in))                                             \
    initializer(omp_priv = (total){0, -1e300, 0})

typedef struct box {
    int n;
    double *data;
    struct {
        float *weights;
        int m;
    } inner;
} box;

static void structures(void) {
    box b = {N, malloc(N * sizeof(double)), {malloc(100 * sizeof(float)), 100}};
    int ok = 1;
    for (int i = 0; i < N; i++)
        b.data[i] = i;
    for (int i = 0; i < 100; i++)
        b.inner.weights[i] = (float)(i % 4);
#pragma omp target enter data map(to : b) map(to : b.data[:N]) map(to : b.inner.weights[:100])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < b.n; i++)
        b.data[i] = 2 * b.data[i] + b.inner.weights[i % b.inner.m];
#pragma omp target update from(b.data[:N])
    for (int i = 0; i < N; i++)
        ok &= b.data[i] == 2 * i + i % 100 % 4;
    check("a structure and what it points to", ok);
#pragma omp target exit data map(release : b.inner.weights[:100]) map(release : b.data[:N]) map(release : b)
    free(b.data);
    free(b.inner.weights);
}

static void reductions(void) {
    total t = {0, -1e300, 0};
    int least = 1 << 30, bits = 0, least_here = 1 << 30, bits_here = 0;
#pragma omp target teams distribute parallel for reduction(plus : t) map(tofrom : t)
    for (int i = 0; i < N; i++)
        t = plus(t, (total){i, (i * 7919) % N, 1});
    check("a reduction over a structure",
          t.sum == (double)N * (N - 1) / 2 && t.most == N - 1 && t.count == N);
#pragma omp target teams distribute parallel for reduction(min : least) reduction(^ : bits) map(tofrom : least, bits)
    for (int i = 0; i < N; i++) {
        int v = (i * 7919 + 13) % 10007;
        least = v < least ? v : least;
        bits ^= v;
    }
    for (int i = 0; i < N; i++) {
        int v = (i * 7919 + 13) % 10007;
        least_here = v < least_here ? v : least_here;
        bits_here ^= v;
    }
    check("two at once", least == least_here && bits == bits_here);
}

static void globals(void) {
    int sum = 0;
    for (int i = 0; i < 16; i++)
        squares[i] = i * i;
#pragma omp target update to(squares)
#pragma omp target map(tofrom : sum)
    {
        for (int i = 0; i < 16; i++)
            sum += squares[i];
        squares[3] = 100;
        scale *= 2;
    }
    check("a table of the device", sum == 1240);
#pragma omp target update from(squares, scale)
    check("that it has changed", squares[3] == 100 && scale == 3.0);
}

/* b and c wait for a; the host's task for both. */
static void chain(void) {
    static int a[N], b[N], c[N];
    int ok = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait depend(out : a) map(from : a)
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp target nowait depend(in : a) depend(out : b) map(to : a) map(from : b)
        for (int i = 0; i < N; i++)
            b[i] = 3 * a[i];
#pragma omp target nowait depend(in : a) depend(out : c) map(to : a) map(from : c)
        for (int i = 0; i < N; i++)
            c[i] = a[i] + 1;
#pragma omp task depend(inout : b) depend(in : c)
        for (int i = 0; i < N; i++)
            b[i] += c[i];
#pragma omp taskwait
    }
    for (int i = 0; i < N; i++)
        ok &= b[i] == 4 * i + 1;
    check("a chain of tasks", ok);
}

static void memory_of_the_device(void) {
    static int here[N];
    int device = omp_get_default_device(), host = omp_get_initial_device(), ok = 1;
    int *there = omp_target_alloc(sizeof here, device);
    double *u = malloc(100 * sizeof *u), *v = malloc(100 * sizeof *v);
    for (int i = 0; i < N; i++)
        here[i] = i;
    check("memory of the device", there && !omp_target_memcpy(there, here, sizeof here, 0, 0, device, host));
#pragma omp target teams distribute parallel for is_device_ptr(there)
    for (int i = 0; i < N; i++)
        there[i] *= there[i];
    check("and back", !omp_target_memcpy(here, there, sizeof here, 0, 0, host, device));
    for (int i = 0; i < N; i++)
        ok &= here[i] == i * i;
    check("is right", ok);
    omp_target_free(there, device);
    for (int i = 0; i < 100; i++)
        u[i] = i;
#pragma omp target data map(to : u[:100]) map(from : v[:100])
#pragma omp target data use_device_ptr(u, v)
#pragma omp target is_device_ptr(u, v)
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        v[i] = u[i] + 0.5;
    ok = 1;
    for (int i = 0; i < 100; i++)
        ok &= v[i] == i + 0.5;
    check("use_device_ptr", ok);
    free(u);
    free(v);
}

static void others(void) {
    static int seen[1000];
    static float grid[20][30][40];
    int next = 0, f = 0, ok = 1, on_host = 0;
    double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : next, seen)
    for (int i = 0; i < 1000; i++) {
        int mine;
#pragma omp atomic capture
        mine = next++;
        seen[mine] = 1;
    }
    for (int i = 0; i < 1000; i++)
        ok &= seen[i];
    check("atomic capture", ok && next == 1000);
#pragma omp target map(from : f)
    f = fibonacci(15);
    check("recursion", f == 610);
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
    for (int i = 1; i <= 1000; i++)
        sum += sin(i) * sin(i) + cos(i) * cos(i) + sqrt(i) * sqrt(i) - i + log(exp(1.0));
    check("functions of the C library", fabs(sum - 2000) < 1e-6);
#pragma omp target teams distribute parallel for simd collapse(3) map(from : grid) schedule(static, 1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            for (int k = 0; k < 40; k++)
                grid[i][j][k] = (float)(i * 10000 + j * 100 + k);
    ok = 1;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            for (int k = 0; k < 40; k++)
                ok &= grid[i][j][k] == (float)(i * 10000 + j * 100 + k);
    check("three loops in one", ok);
#pragma omp target if (0) map(from : on_host)
    on_host = omp_is_initial_device();
    check("if", on_host);
}

int main(void) {
    structures();
    reductions();
    globals();
    chain();
    memory_of_the_device();
    others();
    return summary();
}
