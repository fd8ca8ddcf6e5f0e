// SPDX-License-Identifier: MIT
// HIP: managed memory with advice and prefetches, pieces of matrices copied by several streams and host threads, memory that kernels
// allocate and hand on to other kernels, occupancy.
#include <thread>
#include <vector>

#include "hip.h"

// ---- managed memory ---------------------------------------------------------------------------------------------------

__global__ void scale(float *values, float by, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        values[i] = values[i] * by + 1;
}

struct node {
    node *next;
    int value;
};

__global__ void walk(const node *list, long long *sum) {
    long long total = 0;
    for (; list; list = list->next)
        total += list->value;
    *sum = total;
}

static void managed() {
    const int count = 100000;
    float *values;
    node *nodes;
    long long *sum;
    int device = 0, answer = -5, can = 0;
    hipStream_t stream;
    bool same = true;
    DO(hipGetDevice(&device));
    DO(hipDeviceGetAttribute(&can, hipDeviceAttributeManagedMemory, device));
    check("the device has managed memory", can == 1);
    DO(hipStreamCreate(&stream));
    DO(hipMallocManaged((void **)&values, count * sizeof *values));
    for (int i = 0; i < count; i++)
        values[i] = i;
    DO(hipMemAdvise(values, count * sizeof *values, hipMemAdviseSetPreferredLocation, device));
    DO(hipMemAdvise(values, count * sizeof *values, hipMemAdviseSetReadMostly, device));
    DO(hipMemRangeGetAttribute(&answer, sizeof answer, hipMemRangeAttributePreferredLocation, values, count * sizeof *values));
    check("the preferred place is told", answer == device);
    DO(hipMemRangeGetAttribute(&answer, sizeof answer, hipMemRangeAttributeReadMostly, values, count * sizeof *values));
    check("mostly read", answer == 1);
    DO(hipMemAdvise(values, count * sizeof *values, hipMemAdviseUnsetReadMostly, device));
    DO(hipMemPrefetchAsync(values, count * sizeof *values, device, stream));
    scale<<<64, 128, 0, stream>>>(values, 2, count);
    DO(hipMemPrefetchAsync(values, count * sizeof *values, hipCpuDeviceId, stream));
    DO(hipStreamSynchronize(stream));
    DO(hipMemRangeGetAttribute(&answer, sizeof answer, hipMemRangeAttributeLastPrefetchLocation, values, count * sizeof *values));
    check("the last prefetch was to the host", answer == hipCpuDeviceId);
    for (int i = 0; i < count; i++)
        same &= values[i] == 2.0f * i + 1;
    check("host and device use the same managed memory", same);
    DO(hipMallocManaged((void **)&nodes, 1000 * sizeof *nodes));
    DO(hipMallocManaged((void **)&sum, sizeof *sum));
    for (int i = 0; i < 1000; i++)
        nodes[i] = {i + 1 < 1000 ? &nodes[(i * 7 + 7) % 1000] : nullptr, i};
    nodes[0].next = &nodes[7];
    long long expected = 0;
    int steps = 0;
    for (node *n = nodes; n && steps < 100; n = n->next, steps++) {
        expected += n->value;
        if (steps == 99)
            n->next = nullptr;
    }
    walk<<<1, 1>>>(nodes, sum);
    DO(hipDeviceSynchronize());
    check("a list with pointers of the host's", *sum == expected && expected > 0);
    DO(hipFree(values));
    DO(hipFree(nodes));
    DO(hipFree(sum));
    for (int i = 0; i < 50; i++) { // memory comes and goes at the same addresses
        int *some, *plain;
        DO(hipMallocManaged((void **)&some, 4096 * (1 + i % 7)));
        some[i] = i;
        DO(hipFree(some));
        DO(hipMalloc((void **)&plain, 4096 * (1 + i % 5)));
        DO(hipFree(plain));
    }
    DO(hipStreamDestroy(stream));
}

// ---- pieces of matrices, streams, threads --------------------------------------------------------------------------------

__global__ void transpose(const int *from, int *to, int n, int pitch) {
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = from[y * pitch + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    to[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// A square of 64 out of a host's matrix of 200 goes to the device with another pitch, is transposed, and comes back.
static bool one_piece(int seed) {
    const int n = 64, wide = 200, pitch = 96;
    std::vector<int> matrix(wide * wide), back(wide * wide, -1);
    int *from, *to;
    hipStream_t stream;
    bool same = true;
    for (int i = 0; i < wide * wide; i++)
        matrix[i] = i * 3 + seed;
    if (hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) || hipMalloc((void **)&from, n * pitch * 4) ||
        hipMalloc((void **)&to, n * n * 4))
        return false;
    same &= !hipMemset2DAsync(from, pitch * 4, 0xee, n * 4, n, stream);
    same &= !hipMemcpy2DAsync(from, pitch * 4, &matrix[10 * wide + 20], wide * 4, n * 4, n, hipMemcpyHostToDevice, stream);
    transpose<<<dim3(n / 16, n / 16), dim3(16, 16), 0, stream>>>(from, to, n, pitch);
    same &= !hipMemcpy2DAsync(&back[5 * wide + 7], wide * 4, to, n * 4, n * 4, n, hipMemcpyDeviceToHost, stream);
    same &= !hipStreamSynchronize(stream);
    for (int y = 0; y < wide; y++)
        for (int x = 0; x < wide; x++) {
            bool in = y >= 5 && y < 5 + n && x >= 7 && x < 7 + n;
            same &= back[y * wide + x] == (in ? matrix[(10 + x - 7) * wide + 20 + y - 5] : -1);
        }
    same &= !hipFree(from) && !hipFree(to) && !hipStreamDestroy(stream);
    return same;
}

static void pieces() {
    bool good[6] = {};
    std::vector<std::thread> threads;
    check("a piece of a matrix", one_piece(1));
    for (int i = 0; i < 6; i++)
        threads.emplace_back([&good, i] {
            bool all = true;
            for (int k = 0; k < 5; k++)
                all &= one_piece(100 * i + k);
            good[i] = all;
        });
    for (auto &t : threads)
        t.join();
    check("six threads with streams of their own", good[0] && good[1] && good[2] && good[3] && good[4] && good[5]);
}

// ---- memory that kernels allocate --------------------------------------------------------------------------------------------

__device__ int *kept[256];

__global__ void build() {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int *mine = (int *)malloc((me % 13 + 1) * sizeof(int));
    for (int i = 0; mine && i <= me % 13; i++)
        mine[i] = me * 100 + i;
    kept[me] = mine;
}

__global__ void use(int *bad, unsigned long long *sum) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int *mine = kept[255 - me];
    unsigned long long total = 0;
    if (!mine) {
        atomicAdd(bad, 1);
        return;
    }
    for (int i = 0; i <= (255 - me) % 13; i++)
        total += mine[i];
    atomicAdd(sum, total);
    free(mine);
}

static void allocating() {
    int *bad;
    unsigned long long *sum, expected = 0;
    DO(hipMallocManaged((void **)&bad, sizeof *bad));
    DO(hipHostMalloc((void **)&sum, sizeof *sum));
    *bad = 0;
    *sum = 0;
    build<<<4, 64>>>();
    use<<<4, 64>>>(bad, sum);
    DO(hipDeviceSynchronize());
    for (int me = 0; me < 256; me++)
        for (int i = 0; i <= me % 13; i++)
            expected += me * 100 + i;
    check("kernels hand on memory that others have allocated", *bad == 0 && *sum == expected);
    DO(hipFree(bad));
    DO(hipHostFree(sum));
}

// ---- what a kernel needs -------------------------------------------------------------------------------------------------------

static void needs() {
    hipFuncAttributes attributes = {};
    int blocks = 0;
    DO(hipFuncGetAttributes(&attributes, (const void *)transpose));
    check("LDS of a kernel", attributes.sharedSizeBytes == 16 * 17 * 4 && attributes.numRegs > 0);
    DO(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose, 256, 0));
    check("blocks of a compute unit", blocks >= 1);
}

int main() {
    managed();
    pieces();
    allocating();
    needs();
    return summary();
}
