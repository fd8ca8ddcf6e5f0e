// SPDX-License-Identifier: MIT
// How fast kernels that do little else than load and store are: five of them on doubles, in GB/s
// read and written, next to memcpy on as many threads as there are processors. What is there
// afterwards is compared with what it should be. usage: stream [NUMBERS [TIMES]]
#include <hip/hip_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static const int GROUP = 1024, GROUPS = 256;
static const double SCALE = 0.25;

__global__ void fill(double *a, double *b, double *c) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    a[i] = 1;
    b[i] = 2;
    c[i] = 0;
}

__global__ void copy(const double *a, double *c) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    c[i] = a[i];
}

__global__ void scale(double *b, const double *c) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    b[i] = SCALE * c[i];
}

__global__ void add(const double *a, const double *b, double *c) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

__global__ void triad(double *a, const double *b, const double *c) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    a[i] = b[i] + SCALE * c[i];
}

__global__ void dot(const double *a, const double *b, double *sums, int count) {
    __shared__ double part[GROUP];
    const int own = threadIdx.x;
    part[own] = 0;
    for (int i = blockDim.x * blockIdx.x + own; i < count; i += blockDim.x * gridDim.x)
        part[own] += a[i] * b[i];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (own < half)
            part[own] += part[own + half];
    }
    if (own == 0)
        sums[blockIdx.x] = part[0];
}

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void must(hipError_t e) {
    if (e != hipSuccess) {
        std::fprintf(stderr, "stream: %s\n", hipGetErrorString(e));
        std::exit(1);
    }
}

static double *take(size_t bytes) {
    void *at;
    must(hipMalloc(&at, bytes));
    return static_cast<double *>(at);
}

/* The least time of one call. */
template <class call> static double least(int times, const call &run) {
    double best = 1e9;
    for (int i = 0; i < times; i++) {
        const double begun = now();
        run();
        must(hipDeviceSynchronize());
        best = std::fmin(best, now() - begun);
    }
    return best;
}

static double memcpy_seconds(int times, size_t bytes) {
    const unsigned threads = std::thread::hardware_concurrency();
    std::vector<char> from(bytes, 1), to(bytes, 2);
    return least(times, [&] {
        std::vector<std::thread> all;
        for (unsigned t = 0; t < threads; t++)
            all.emplace_back([&, t] {
                const size_t at = bytes / threads * t;
                std::memcpy(&to[at], &from[at], bytes / threads);
            });
        for (std::thread &t : all)
            t.join();
    });
}

int main(int argc, char **argv) {
    const int count = (argc > 1 ? std::atoi(argv[1]) : 1 << 25) / GROUP * GROUP,
              times = argc > 2 ? std::atoi(argv[2]) : 100;
    const size_t bytes = 8 * static_cast<size_t>(count);
    double *a = take(bytes), *b = take(bytes), *c = take(bytes), *sums = take(8 * GROUPS);
    const dim3 all(count / GROUP), group(GROUP);
    const double begun = now();
    fill<<<all, group>>>(a, b, c);
    const struct {
        const char *name;
        int arrays;
        double seconds;
    } rows[] = {{"copy", 2, least(times, [&] { copy<<<all, group>>>(a, c); })},
                {"scale", 2, least(times, [&] { scale<<<all, group>>>(b, c); })},
                {"add", 3, least(times, [&] { add<<<all, group>>>(a, b, c); })},
                {"triad", 3, least(times, [&] { triad<<<all, group>>>(a, b, c); })},
                {"dot", 2, least(times, [&] { dot<<<dim3(GROUPS), group>>>(a, b, sums, count); })}};
    const double took = now() - begun, reference = 2e-9 * bytes / memcpy_seconds(times < 5 ? times : 5, bytes);
    for (const auto &row : rows) {
        const double speed = 1e-9 * row.arrays * bytes / row.seconds;
        std::printf("%-6s %6.1f GB/s, %.2f of memcpy\n", row.name, speed, speed / reference);
    }
    std::printf("%d numbers, %d times: %.1f s; memcpy %.1f GB/s\n", count, times, took, reference);
    /* c = a = 1, b = c / 4, c = a + b, a = b + c / 4 */
    double last = 0, sum = 0;
    must(hipMemcpy(&last, a + count - 1, 8, hipMemcpyDeviceToHost));
    for (int i = 0; i < GROUPS; i++) {
        double part;
        must(hipMemcpy(&part, sums + i, 8, hipMemcpyDeviceToHost));
        sum += part;
    }
    const bool right = last == 0.5625 && std::fabs(sum - 0.5625 * 0.25 * count) < 1e-9 * count;
    if (!right)
        std::printf("wrong: a is %g, and the sum %g\n", last, sum);
    return !right;
}
