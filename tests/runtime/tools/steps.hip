// SPDX-License-Identifier: MIT
// A kernel to be stepped through, twice; run.sh has the line numbers. The program reads a number
// from its standard input.
#include <hip/hip_runtime.h>

#include <cstdio>

__device__ int total;

__global__ void fill(int *numbers) {
    numbers[threadIdx.x] = 1;
}

__global__ void steps(int *numbers, int factor) {
    const int i = threadIdx.x;
    const int before = numbers[i];                     // the load
    const int after = before * factor + i;             // the product
    numbers[i] = after;                                // the store
    if (i == 0)
        total += factor;                               // a variable of the device
}

int main() {
    int *numbers, host[64], sum = 0, all = 0, read = -1;
    if (scanf("%d", &read) > 1 || hipMalloc((void **)&numbers, sizeof host))
        return 1;
    fill<<<1, 64>>>(numbers);
    steps<<<1, 64>>>(numbers, 10);
    steps<<<1, 64>>>(numbers, 2);
    (void)hipMemcpy(host, numbers, sizeof host, hipMemcpyDeviceToHost);
    (void)hipMemcpyFromSymbol(&all, total, sizeof all);
    for (int n : host)
        sum += n;
    printf("read %d, sum %d, total %d\n", read, sum, all);
    return 0;
}
