// SPDX-License-Identifier: MIT
// A sum of two groups through LDS; a barrier is missing, unless it is compiled with -DREPAIRED.
// `freed`: a kernel that writes to memory which has been freed.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

enum { ITEMS = 256 };

__global__ void sum(const float *in, float *out) {
    __shared__ float part[ITEMS];
    unsigned i = threadIdx.x;
    part[i] = in[blockIdx.x * ITEMS + i];
    __syncthreads();
    for (unsigned n = ITEMS / 2; n; n /= 2) {
        if (i < n)
            part[i] += part[i + n];
#ifdef REPAIRED
        __syncthreads();
#endif
    }
    if (i == 0)
        out[blockIdx.x] = part[0];
}

__global__ void write(int *to) {
    to[threadIdx.x] = 1;
}

int main(int argc, char **) {
    std::vector<float> numbers(2 * ITEMS);
    float *in, *out, sums[2];
    for (unsigned i = 0; i < numbers.size(); i++)
        numbers[i] = (float)i;
    if (hipMalloc((void **)&in, numbers.size() * sizeof(float)) || hipMalloc((void **)&out, sizeof sums))
        return 1;
    if (argc > 1) {
        (void)hipFree(in);
        write<<<1, 64>>>((int *)in);
        return hipDeviceSynchronize() ? 1 : 0;
    }
    (void)hipMemcpy(in, numbers.data(), numbers.size() * sizeof(float), hipMemcpyHostToDevice);
    sum<<<2, ITEMS>>>(in, out);
    (void)hipMemcpy(sums, out, sizeof sums, hipMemcpyDeviceToHost);
    printf("%g %g\n", sums[0], sums[1]);
    return 0;
}
