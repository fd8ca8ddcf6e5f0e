// SPDX-License-Identifier: MIT
// Three launches, whose waves are counted by hand; run.sh has the line numbers. With a number: so
// many processes do it.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void half(int *numbers, int bound) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (blockIdx.x < bound)           // every wave
        __builtin_amdgcn_s_sleep(1);  // those of the first groups
    else
        numbers[i] = 7;               // the others
}

__global__ void never(int *numbers) {
    numbers[0] = 1;             // no launch
}

static int work() {
    int *numbers, last = 0;
    if (hipMalloc((void **)&numbers, 4 * 64 * sizeof(int)))
        return 1;
    half<<<4, 64>>>(numbers, 1);
    half<<<4, 64>>>(numbers, 3);
    half<<<2, 64>>>(numbers, 2);
    if (getenv("NEVER"))
        never<<<1, 64>>>(numbers);
    (void)hipMemcpy(&last, numbers + 3 * 64, sizeof last, hipMemcpyDeviceToHost);
    printf("%d\n", last);
    return hipFree(numbers) ? 1 : 0;
}

int main(int argc, char **argv) {
    int status = 0, one;
    if (argc == 1)
        return work();
    for (int i = 0; i < atoi(argv[1]); i++)
        if (fork() == 0)
            exit(work());
    while (wait(&one) > 0)
        status |= one;
    return status != 0;
}
