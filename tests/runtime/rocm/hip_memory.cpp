/* SPDX-License-Identifier: MIT */
/* HIP: devices, and memory of all kinds there and back. */
#include <cstring>
#include <vector>

#include "hip.h"

__global__ void scale(float factor, const float *from, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] += factor * from[i];
}

__device__ int variable = 5;
__constant__ int constants[4];
__managed__ int managed = 7;

__global__ void read_variables(int *out) {
    out[0] = variable;
    out[1] = constants[2];
    out[2] = managed;
    variable = 99;
    managed = 8;
}

static void devices(const char *name) {
    hipDeviceProp_t properties;
    size_t free_, all;
    int count = 0;
    DO(hipGetDeviceCount(&count));
    check("one device", count == 1);
    DO(hipGetDeviceProperties(&properties, 0));
    check("its architecture", strncmp(properties.gcnArchName, name, strlen(name)) == 0);
    check("its waves", properties.warpSize == 64 && properties.maxThreadsPerBlock == 1024);
    check("its LDS", properties.sharedMemPerBlock == 65536);
    DO(hipMemGetInfo(&free_, &all));
    check("its memory", free_ <= all && all == properties.totalGlobalMem && all >= 1u << 30);
}

static void copies(size_t size) {
    std::vector<unsigned char> a(size), b(size), c(size);
    void *x, *y;
    bool same = true;
    for (size_t i = 0; i < size; i++)
        a[i] = (unsigned char)(i * 7 + i / 256);
    DO(hipMalloc(&x, size));
    DO(hipMalloc(&y, size));
    DO(hipMemcpy(x, a.data(), size, hipMemcpyHostToDevice));
    DO(hipMemcpy(b.data(), x, size, hipMemcpyDeviceToHost));
    check("host, device, host", a == b);
    DO(hipMemcpy(y, x, size, hipMemcpyDeviceToDevice));
    DO(hipMemset(x, 0x5a, size));
    DO(hipMemcpy(b.data(), y, size, hipMemcpyDeviceToHost));
    check("device, device", a == b);
    DO(hipMemcpy(c.data(), x, size, hipMemcpyDeviceToHost));
    for (unsigned char byte : c)
        same &= byte == 0x5a;
    check("memset", same);
    if (size > 100) {
        DO(hipMemcpy((char *)x + 13, a.data() + 5, size - 50, hipMemcpyHostToDevice));
        DO(hipMemcpy(b.data(), (char *)x + 13, size - 50, hipMemcpyDeviceToHost));
        check("odd addresses", memcmp(b.data(), a.data() + 5, size - 50) == 0);
    }
    DO(hipFree(x));
    DO(hipFree(y));
}

static void other_copies() {
    unsigned short halves[100];
    unsigned words[100];
    char from[20][32], to[20][32];
    void *x;
    bool same = true;
    DO(hipMalloc(&x, 400));
    DO(hipMemsetD16((hipDeviceptr_t)x, 0x1234, 100));
    DO(hipMemcpy(halves, x, sizeof halves, hipMemcpyDeviceToHost));
    DO(hipMemsetD32((hipDeviceptr_t)x, 0x12345678, 100));
    DO(hipMemcpy(words, x, sizeof words, hipMemcpyDeviceToHost));
    for (int i = 0; i < 100; i++)
        same &= halves[i] == 0x1234 && words[i] == 0x12345678;
    check("memset of 2 and 4 bytes", same);
    DO(hipFree(x));
    for (int y = 0; y < 20; y++)
        for (int i = 0; i < 32; i++)
            from[y][i] = (char)(y * 32 + i);
    memset(to, 0, sizeof to);
    DO(hipMalloc(&x, 48 * 20)); /* hipMallocPitch wants images */
    DO(hipMemcpy2D(x, 48, from, 32, 24, 20, hipMemcpyHostToDevice));
    DO(hipMemcpy2D(&to[0][4], 32, x, 48, 24, 20, hipMemcpyDeviceToHost));
    same = true;
    for (int y = 0; y < 20; y++)
        same &= memcmp(&to[y][4], from[y], 24) == 0 && to[y][3] == 0 && to[y][28] == 0;
    check("copies of rectangles", same);
    DO(hipFree(x));
}

static void variables() {
    const int four[4] = {1, 2, 3, 4};
    int *out, got[3], value = 0;
    DO(hipMalloc(&out, sizeof got));
    DO(hipMemcpyToSymbol(HIP_SYMBOL(constants), four, sizeof four));
    read_variables<<<1, 1>>>(out);
    DO(hipDeviceSynchronize());
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    DO(hipMemcpyFromSymbol(&value, HIP_SYMBOL(variable), sizeof value));
    check("variables", got[0] == 5 && got[1] == 3 && value == 99);
    check("managed variables", got[2] == 7 && managed == 8);
    DO(hipFree(out));
}

static void memory_of_the_host() {
    const int count = 5000;
    std::vector<float> registered(count, 3.0f);
    float *pinned, *shared;
    void *seen;
    bool same = true;
    DO(hipHostMalloc((void **)&pinned, count * sizeof *pinned, 0));
    DO(hipMallocManaged((void **)&shared, count * sizeof *shared));
    for (int i = 0; i < count; i++) {
        pinned[i] = (float)i;
        shared[i] = 1;
    }
    scale<<<20, 256>>>(2, pinned, shared, count);
    DO(hipDeviceSynchronize());
    for (int i = 0; i < count; i++)
        same &= shared[i] == 1 + 2.0f * (float)i;
    check("pinned and managed memory", same);
    DO(hipHostRegister(registered.data(), count * sizeof(float), 0));
    DO(hipHostGetDevicePointer(&seen, registered.data(), 0));
    scale<<<20, 256>>>(1, pinned, (float *)seen, count);
    DO(hipDeviceSynchronize());
    DO(hipHostUnregister(registered.data()));
    same = true;
    for (int i = 0; i < count; i++)
        same &= registered[i] == (float)i + 3;
    check("registered memory", same);
    DO(hipFree(shared));
    DO(hipHostFree(pinned));
}

int main(int, char **argv) {
    devices(argv[1]);
    for (size_t size : {4u, 333u, 15u << 10, 17u << 10, 1u << 20, 8u << 20})
        copies(size);
    other_copies();
    variables();
    memory_of_the_host();
    return summary();
}
