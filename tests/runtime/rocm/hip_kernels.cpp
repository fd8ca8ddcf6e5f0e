/* SPDX-License-Identifier: MIT */
/* HIP: what kernels do with each other's work: LDS, atomics, waves, function pointers, floating point; the host computes the same. */
#include <cmath>
#include <vector>

#include "hip.h"
// It needs what hip.h includes.
#include <hip/hip_cooperative_groups.h>

namespace groups = cooperative_groups;

__global__ void sum(const int *in, int *out) {
    extern __shared__ int part[];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned left = blockDim.x / 2; left; left /= 2) {
        if (threadIdx.x < left)
            part[threadIdx.x] += part[threadIdx.x + left];
        __syncthreads();
    }
    if (!threadIdx.x)
        atomicAdd(out, part[0]);
}

__global__ void waves(int *out) {
    int lane = threadIdx.x, all = lane;
    for (int distance = 32; distance; distance /= 2)
        all += __shfl_xor(all, distance);
    out[lane] = all;
    out[64 + lane] = __shfl_up(lane, 3);
    out[128 + lane] = __shfl(lane * 10, 5);
    unsigned long long odd = __ballot(lane & 1);
    out[192 + lane] = __popcll(odd & ((1ull << lane) - 1)) + __any(lane == 7) * 1000 + __all(lane < 64) * 2000;
}

__global__ void grouped(int *out) {
    groups::thread_block block = groups::this_thread_block();
    groups::thread_block_tile<16> tile = groups::tiled_partition<16>(block);
    int value = (int)block.thread_rank();
    for (int distance = 8; distance; distance /= 2)
        value += tile.shfl_down(value, distance);
    block.sync();
    if (tile.thread_rank() == 0)
        out[block.thread_rank() / 16] = value;
}

__global__ void atomics(int *n, unsigned *u, unsigned long long *q, float *f, int *slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&n[0], i);
    atomicMax(&n[1], (i * 7919) % 1000);
    atomicMin(&n[2], (i * 7919) % 1000 + 3);
    atomicOr(&u[0], 1u << i % 32);
    atomicXor(&u[1], (unsigned)i);
    atomicInc(&u[2], 99);
    atomicAdd(q, 1ull << 33);
    atomicAdd(f, 0.5f);
    slots[atomicAdd(&n[3], 1)] = i;
    if (threadIdx.x % 64 == 0) { // a spin lock; one lane of a wave, since a wave goes on when all its lanes do
        while (atomicCAS(&n[4], 0, 1)) {
        }
        n[5] += 1;
        __threadfence();
        atomicExch(&n[4], 0);
    }
}

typedef int function(int);
__device__ int add_one(int x) {
    return x + 1;
}
__device__ int twice(int x) {
    return 2 * x;
}
__device__ function *functions[2] = {add_one, twice};
__device__ int depth(int n) { // recursion: a stack in private memory
    return n < 2 ? n : depth(n - 1) + depth(n - 2);
}

__global__ void calls(int *out, int which) {
    out[threadIdx.x] = functions[which](threadIdx.x);
    out[64 + threadIdx.x] = depth(threadIdx.x % 12);
}

__global__ void floats(const float *x, const double *y, float *out, double *wide) {
    int i = threadIdx.x;
    out[i] = sqrtf(x[i]) + sinf(x[i]) * expf(-x[i]) + logf(x[i] + 1) / x[i];
    wide[i] = sqrt(y[i]) + sin(y[i]) * exp(-y[i]) + pow(y[i], 1.5) / (y[i] + 3);
}

static bool right_floats() {
    float x[64], *dx, *dout, got[64];
    double y[64], *dy, *dwide, wide[64];
    bool right = true;
    for (int i = 0; i < 64; i++) {
        x[i] = 0.1f + (float)i * 0.37f;
        y[i] = 0.1 + i * 0.37;
    }
    DO(hipMalloc(&dx, sizeof x));
    DO(hipMalloc(&dy, sizeof y));
    DO(hipMalloc(&dout, sizeof got));
    DO(hipMalloc(&dwide, sizeof wide));
    DO(hipMemcpy(dx, x, sizeof x, hipMemcpyHostToDevice));
    DO(hipMemcpy(dy, y, sizeof y, hipMemcpyHostToDevice));
    floats<<<1, 64>>>(dx, dy, dout, dwide);
    DO(hipMemcpy(got, dout, sizeof got, hipMemcpyDeviceToHost));
    DO(hipMemcpy(wide, dwide, sizeof wide, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) {
        double a = x[i], near_ = std::sqrt(a) + std::sin(a) * std::exp(-a) + std::log(a + 1) / a;
        double exact = std::sqrt(y[i]) + std::sin(y[i]) * std::exp(-y[i]) + std::pow(y[i], 1.5) / (y[i] + 3);
        right &= std::fabs(got[i] - near_) < 4e-6 * std::fabs(near_) && std::fabs(wide[i] - exact) < 1e-14 * std::fabs(exact);
    }
    return right;
}

static bool right_sum(int *out) {
    std::vector<int> numbers(4096);
    int *in, got = 0;
    for (int i = 0; i < 4096; i++)
        numbers[i] = i;
    DO(hipMalloc(&in, 4096 * sizeof(int)));
    DO(hipMemcpy(in, numbers.data(), 4096 * sizeof(int), hipMemcpyHostToDevice));
    DO(hipMemset(out, 0, sizeof(int)));
    sum<<<16, 256, 256 * sizeof(int)>>>(in, out);
    DO(hipMemcpy(&got, out, sizeof got, hipMemcpyDeviceToHost));
    DO(hipFree(in));
    return got == 4096 * 4095 / 2;
}

static bool right_waves(int *out) {
    int got[256];
    bool right = true;
    waves<<<1, 64>>>(out);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        right &= got[i] == 2016 && got[64 + i] == (i < 3 ? i : i - 3) && got[128 + i] == 50 &&
                 got[192 + i] == i / 2 + 3000;
    return right;
}

static bool right_groups(int *out) {
    int got[16];
    bool right = true;
    grouped<<<1, 256>>>(out);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        right &= got[i] == 16 * 16 * i + 120;
    return right;
}

static bool right_atomics() {
    const int first[6] = {0, 0, 1 << 30, 0, 0, 0};
    const int count = 20 * 128;
    int n[6], *dn, *slots, most = 0, least = 1 << 30;
    unsigned u[3], *du, parity = 0;
    unsigned long long q, *dq;
    float f, *df;
    std::vector<int> places(count), seen(count);
    bool right = true;
    DO(hipMalloc(&dn, sizeof n));
    DO(hipMalloc(&du, sizeof u));
    DO(hipMalloc(&dq, sizeof q));
    DO(hipMalloc(&df, sizeof f));
    DO(hipMalloc(&slots, count * sizeof(int)));
    DO(hipMemcpy(dn, first, sizeof first, hipMemcpyHostToDevice));
    DO(hipMemset(du, 0, sizeof u));
    DO(hipMemset(dq, 0, sizeof q));
    DO(hipMemset(df, 0, sizeof f));
    atomics<<<20, 128>>>(dn, du, dq, df, slots);
    DO(hipMemcpy(n, dn, sizeof n, hipMemcpyDeviceToHost));
    DO(hipMemcpy(u, du, sizeof u, hipMemcpyDeviceToHost));
    DO(hipMemcpy(&q, dq, sizeof q, hipMemcpyDeviceToHost));
    DO(hipMemcpy(&f, df, sizeof f, hipMemcpyDeviceToHost));
    DO(hipMemcpy(places.data(), slots, count * sizeof(int), hipMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) {
        int value = (i * 7919) % 1000;
        most = value > most ? value : most;
        least = value + 3 < least ? value + 3 : least;
        parity ^= (unsigned)i;
        seen[places[i]]++;
    }
    for (int times : seen)
        right &= times == 1;
    return right && n[0] == count * (count - 1) / 2 && n[1] == most && n[2] == least && n[5] == count / 64 &&
           u[0] == ~0u && u[1] == parity && u[2] == count % 100 && q == (unsigned long long)count << 33 &&
           f == 0.5f * count;
}

static bool right_calls(int *out) {
    int got[128];
    const int fibonacci[12] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    bool right = true;
    for (int which = 0; which < 2; which++) {
        calls<<<1, 64>>>(out, which);
        DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
        for (int i = 0; i < 64; i++)
            right &= got[i] == (which ? 2 * i : i + 1) && got[64 + i] == fibonacci[i % 12];
    }
    return right;
}

int main() {
    int *out;
    DO(hipMalloc(&out, 4096));
    check("LDS and barriers", right_sum(out));
    check("operations of waves", right_waves(out));
    check("groups and tiles", right_groups(out));
    check("atomic operations", right_atomics());
    check("function pointers, recursion", right_calls(out));
    check("floating point", right_floats());
    return summary();
}
