/* SPDX-License-Identifier: MIT */
/* The OpenMP program of README.md: its loop runs on an AMD GPU, real or emulated, and it says where
   it ran. */
#include <omp.h>
#include <stdio.h>

int main(void) {
    double sum = 0;
    int on_host = 1;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 1; i <= 1000; i++)
        sum += i;
#pragma omp target map(from : on_host)
    on_host = omp_is_initial_device();
    printf("%g, computed on the %s\n", sum, on_host ? "host" : "GPU");
    return 0;
}
