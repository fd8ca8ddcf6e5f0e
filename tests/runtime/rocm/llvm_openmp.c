/* SPDX-License-Identifier: MIT */
/* OpenMP as clang compiles it for AMD's GPUs, with LLVM's own runtime, which opens the HSA runtime
   as libhsa-runtime64.so. */
#include <omp.h>
#include <stdio.h>

static unsigned passed, failed;

static void ok(int good, const char *what) {
    if (good)
        passed++;
    else {
        failed++;
        printf("failed: %s\n", what);
    }
}

enum { SIZE = 10000 };
static int a[SIZE], b[SIZE];

#pragma omp declare target
static int table[4] = {1, 2, 3, 4};
static int sum_of_table(void) {
    return table[0] + table[1] + table[2] + table[3];
}
#pragma omp end declare target

int main(void) {
    int on_host = 1, sum = 0, of_table = 0, right = 1, count = 0;
    double real = 0;
    ok(omp_get_num_devices() == 1, "a device");
#pragma omp target map(from : on_host)
    on_host = omp_is_initial_device();
    ok(!on_host, "a region on the device");
    for (int i = 0; i < SIZE; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for map(to : a) map(from : b)
    for (int i = 0; i < SIZE; i++)
        b[i] = 3 * a[i] + 1;
    for (int i = 0; i < SIZE; i++)
        right &= b[i] == 3 * i + 1;
    ok(right, "a parallel loop");
#pragma omp target teams distribute parallel for reduction(+ : sum, real) map(to : a) map(tofrom : sum, real)
    for (int i = 0; i < SIZE; i++) {
        sum += a[i];
        real += 0.5 * a[i];
    }
    ok(sum == SIZE / 2 * (SIZE - 1) && real == 0.5 * sum, "reductions");
#pragma omp target map(from : of_table)
    {
        table[3] = 14;
        of_table = sum_of_table();
    }
    ok(of_table == 20, "a variable of the device");
#pragma omp target parallel num_threads(32) map(tofrom : count)
    {
#pragma omp atomic
        count++;
#pragma omp barrier
    }
    ok(count > 1 && count <= 32, "atomic operations and a barrier");
#pragma omp target data map(tofrom : a)
    {
#pragma omp target teams distribute parallel for nowait depend(inout : a)
        for (int i = 0; i < SIZE; i++)
            a[i] += 1;
#pragma omp target teams distribute parallel for nowait depend(inout : a)
        for (int i = 0; i < SIZE; i++)
            a[i] *= 2;
#pragma omp taskwait
    }
    right = 1;
    for (int i = 0; i < SIZE; i++)
        right &= a[i] == 2 * (i + 1);
    ok(right, "regions in order");
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
