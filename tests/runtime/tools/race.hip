// SPDX-License-Identifier: MIT
// Two groups add their numbers through LDS. A barrier is missing, unless this is compiled with
// -DREPAIRED. Line numbers are in run.sh.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <sys/wait.h>

enum { ITEMS = 128 };

__global__ void sum(const int *in, int *out) {
    __shared__ int part[ITEMS];
    const unsigned i = threadIdx.x;
    part[i] = in[blockIdx.x * ITEMS + i];
#ifdef REPAIRED
    __syncthreads();
#endif
    if (i == 0)
        for (unsigned n = 0; n < ITEMS; n++)
            out[blockIdx.x] += part[n];
}

static int work() {
    int in[2 * ITEMS], sums[2] = {0, 0}, *numbers, *out;
    for (int i = 0; i < 2 * ITEMS; i++)
        in[i] = i;
    if (hipMalloc((void **)&numbers, sizeof in) || hipMalloc((void **)&out, sizeof sums))
        return 1;
    (void)hipMemcpy(numbers, in, sizeof in, hipMemcpyHostToDevice);
    (void)hipMemcpy(out, sums, sizeof sums, hipMemcpyHostToDevice);
    sum<<<2, ITEMS>>>(numbers, out);
    (void)hipMemcpy(sums, out, sizeof sums, hipMemcpyDeviceToHost);
    printf("%d %d\n", sums[0], sums[1]);
    return 0;
}

// `children`: two processes at once do the work.
int main(int argc, char **argv) {
    int status = 0, one;
    if (argc == 1)
        return work();
    fflush(stdout);
    for (int i = 0; i < atoi(argv[1]); i++)
        if (fork() == 0)
            exit(work());
    while (wait(&one) > 0)
        status |= one;
    return status != 0;
}
