/* SPDX-License-Identifier: MIT */
/* OpenACC on the GPU; the host computes the same. */
#include <openacc.h>
#include <stdlib.h>

#include "check.h"

enum { N = 3000 };

int main(void) {
    float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    double sum = 0, expected = 0;
    int ok = 1, on_gpu = 0;
    acc_init(acc_device_radeon);
    check("there is a GPU", acc_get_num_devices(acc_device_radeon) > 0);
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i % 100);
        expected += a[i];
    }
#pragma acc parallel copyout(on_gpu)
    on_gpu = acc_on_device(acc_device_radeon);
    check("a region runs on the GPU", on_gpu);
#pragma acc parallel loop copyin(a [0:N]) copyout(b [0:N])
    for (int i = 0; i < N; i++)
        b[i] = a[i] * 2 + 1;
    for (int i = 0; i < N; i++)
        ok &= b[i] == a[i] * 2 + 1;
    check("parallel loop", ok);
#pragma acc parallel loop reduction(+ : sum) copyin(a [0:N])
    for (int i = 0; i < N; i++)
        sum += a[i];
    check("reduction", sum == expected);
#pragma acc data copy(b [0:N])
    {
#pragma acc parallel loop gang vector async(1)
        for (int i = 0; i < N; i++)
            b[i] += 1;
#pragma acc parallel loop gang worker vector async(1)
        for (int i = 0; i < N; i++)
            b[i] *= 2;
#pragma acc wait(1)
    }
    ok = 1;
    for (int i = 0; i < N; i++)
        ok &= b[i] == (a[i] * 2 + 2) * 2;
    check("async, gangs, workers, vectors", ok);
#pragma acc kernels copy(a [0:N])
    for (int i = 0; i < N; i++)
        a[i] = a[i] < 50 ? 0 : 1;
    ok = 1;
    for (int i = 0; i < N; i++)
        ok &= a[i] == (i % 100 >= 50);
    check("kernels", ok);
    free(a);
    free(b);
    return summary();
}
