/* SPDX-License-Identifier: MIT */
/* HIP: kernels that ask the host for something. "print" prints a line for each of 128 work-items; "assert" fails; "wild"
 * writes where there is no memory; "leave" ends the program while a kernel runs. */
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "hip.h"

__global__ void print() {
    printf("block %d thread %d %s %.2f\n", (int)blockIdx.x, (int)threadIdx.x, "text", threadIdx.x * 0.25);
}

__global__ void fail(int x) {
    assert(x == 1 && "as it should");
}

__global__ void write_wildly(int **where) {
    **where = 1;
}

__global__ void spin(volatile int *until) {
    while (!*until) {
    }
}

__global__ void allocate(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, *memory = (int *)malloc(16);
    if (!memory) {
        out[i] = -1;
        return;
    }
    memory[0] = i;
    memory[3] = 2 * i;
    __threadfence();
    out[i] = memory[0] + memory[3];
    free(memory);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *device, got[1024], wild[2] = {0x56789000, 0x1234};
    bool right = true;
    DO(hipMalloc(&device, sizeof got));
    DO(hipMemset(device, 0, sizeof got));
    if (strcmp(what, "print") == 0)
        print<<<2, 64>>>();
    else if (strcmp(what, "assert") == 0)
        fail<<<1, 2>>>(2);
    else if (strcmp(what, "wild") == 0) {
        DO(hipMemcpy(device, wild, sizeof wild, hipMemcpyHostToDevice));
        write_wildly<<<1, 1>>>((int **)device);
    } else if (strcmp(what, "leave") == 0) {
        spin<<<1, 1>>>(device);
        exit(5);
    } else {
        allocate<<<16, 64>>>(device);
        DO(hipMemcpy(got, device, sizeof got, hipMemcpyDeviceToHost));
        for (int i = 0; i < 1024; i++)
            right &= got[i] == 3 * i;
        check("malloc", right);
        return summary();
    }
    DO(hipDeviceSynchronize());
    return failed;
}
