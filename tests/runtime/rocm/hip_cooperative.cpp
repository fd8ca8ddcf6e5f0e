/* SPDX-License-Identifier: MIT */
/* HIP: cooperative launches, whose work-groups wait for each other, more of them than the host has threads. */
#include <vector>

#include "hip.h"
// It needs what hip.h includes.
#include <hip/hip_cooperative_groups.h>

namespace groups = cooperative_groups;

enum { BLOCKS = 90, THREADS = 128, ROUNDS = 3 };

/* Three times each thread adds what the next block's thread has. */
__global__ void ring(int *a, int *b) {
    groups::grid_group grid = groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + blockDim.x) % (gridDim.x * blockDim.x);
    for (int round = 0; round < ROUNDS; round++) {
        b[i] = a[i] + a[next];
        grid.sync();
        int *other = a;
        a = b;
        b = other;
    }
}

int main() {
    std::vector<int> host(BLOCKS * THREADS);
    int *a, *b, allowed = 0, fit = 0;
    DO(hipDeviceGetAttribute(&allowed, hipDeviceAttributeCooperativeLaunch, 0));
    check("cooperative launches", allowed == 1);
    DO(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fit, ring, THREADS, 0));
    check("several blocks fit on a compute unit", fit > 1);
    for (size_t i = 0; i < host.size(); i++)
        host[i] = (int)(i / THREADS);
    DO(hipMalloc((void **)&a, host.size() * sizeof(int)));
    DO(hipMalloc((void **)&b, host.size() * sizeof(int)));
    DO(hipMemcpy(a, host.data(), host.size() * sizeof(int), hipMemcpyHostToDevice));
    void *arguments[] = {&a, &b};
    DO(hipLaunchCooperativeKernel((const void *)ring, dim3(BLOCKS), dim3(THREADS), arguments, 0, 0));
    DO(hipDeviceSynchronize());
    DO(hipMemcpy(host.data(), b, host.size() * sizeof(int), hipMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int g = i / THREADS, n = BLOCKS;
        right &= host[i] == g + 3 * ((g + 1) % n) + 3 * ((g + 2) % n) + (g + 3) % n;
    }
    check("a barrier of the grid", right);
    check("too many blocks are refused",
          hipLaunchCooperativeKernel((const void *)ring, dim3(100000), dim3(THREADS), arguments, 0, 0) ==
              hipErrorCooperativeLaunchTooLarge);
    return summary();
}
