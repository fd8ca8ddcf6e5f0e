// SPDX-License-Identifier: MIT
// A kernel that asks the host for something; run.sh has the line numbers.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void says(int *out) {
    const int i = threadIdx.x;
    out[i] = i;                          // before
    if (i == 0)
        printf("hello %d\n", i + 40);
    out[i] += 5;                         // after
}

int main() {
    int *out, all[64];
    if (hipMalloc((void **)&out, sizeof all))
        return 1;
    says<<<1, 64>>>(out);
    (void)hipMemcpy(all, out, sizeof all, hipMemcpyDeviceToHost);
    printf("%d %d\n", all[0], all[63]);
    return 0;
}
