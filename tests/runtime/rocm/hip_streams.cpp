/* SPDX-License-Identifier: MIT */
/* HIP: streams, events, callbacks, host threads, and many launches. */
#include <thread>
#include <vector>

#include "hip.h"

__global__ void add(int *to, int value) {
    atomicAdd(to, value);
}

__global__ void scale(float factor, const float *from, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] += factor * from[i];
}

static void count_up(hipStream_t, hipError_t, void *number) {
    ++*(int *)number;
}

static int value_of(const int *device) {
    int value = -1;
    DO(hipMemcpy(&value, device, sizeof value, hipMemcpyDeviceToHost));
    return value;
}

static void events() {
    const int count = 10000;
    std::vector<float> x(count), y(count);
    hipEvent_t first, last;
    hipStream_t one, two;
    float *dx, *dy, milliseconds = -1;
    bool same = true;
    for (int i = 0; i < count; i++)
        x[i] = (float)i;
    DO(hipMalloc(&dx, count * sizeof(float)));
    DO(hipMalloc(&dy, count * sizeof(float)));
    DO(hipEventCreate(&first));
    DO(hipEventCreate(&last));
    DO(hipStreamCreate(&one));
    DO(hipStreamCreate(&two));
    DO(hipMemcpyAsync(dx, x.data(), count * sizeof(float), hipMemcpyHostToDevice, one));
    DO(hipMemsetAsync(dy, 0, count * sizeof(float), one));
    DO(hipEventRecord(first, one));
    scale<<<40, 256, 0, one>>>(1, dx, dy, count);
    DO(hipEventRecord(last, one));
    DO(hipStreamWaitEvent(two, last, 0));
    scale<<<40, 256, 0, two>>>(2, dx, dy, count);
    DO(hipMemcpyAsync(y.data(), dy, count * sizeof(float), hipMemcpyDeviceToHost, two));
    DO(hipStreamSynchronize(two));
    for (int i = 0; i < count; i++)
        same &= y[i] == 3.0f * (float)i;
    check("a stream waits for another one", same);
    DO(hipEventSynchronize(last));
    DO(hipEventElapsedTime(&milliseconds, first, last));
    check("time passes", milliseconds > 0 && milliseconds < 10000);
    DO(hipStreamDestroy(one));
    DO(hipStreamDestroy(two));
}

static void callbacks(int *number) {
    hipStream_t stream;
    int called = 0;
    DO(hipStreamCreate(&stream));
    DO(hipMemset(number, 0, sizeof *number));
    for (int i = 0; i < 5; i++) {
        add<<<1, 64, 0, stream>>>(number, 1);
        DO(hipStreamAddCallback(stream, count_up, &called, 0));
    }
    DO(hipStreamSynchronize(stream));
    check("callbacks", called == 5 && value_of(number) == 320);
    DO(hipStreamDestroy(stream));
}

static void launch_many(int *number) {
    hipStream_t stream;
    DO(hipStreamCreate(&stream));
    for (int i = 0; i < 100; i++)
        add<<<2, 64, 0, stream>>>(number, 1);
    DO(hipStreamSynchronize(stream));
    DO(hipStreamDestroy(stream));
}

static void threads(int *number) {
    std::vector<std::thread> all;
    DO(hipMemset(number, 0, sizeof *number));
    for (int i = 0; i < 4; i++)
        all.emplace_back(launch_many, number);
    for (std::thread &thread : all)
        thread.join();
    check("threads of the host", value_of(number) == 4 * 100 * 128);
}

static void many(int *number) {
    DO(hipMemset(number, 0, sizeof *number));
    for (int i = 0; i < 5000; i++) /* more than a queue has places */
        add<<<1, 1>>>(number, 1);
    DO(hipDeviceSynchronize());
    check("5000 launches", value_of(number) == 5000);
    for (int i = 0; i < 100; i++) {
        hipStream_t stream;
        DO(hipStreamCreate(&stream));
        add<<<1, 1, 0, stream>>>(number, 1);
        DO(hipStreamSynchronize(stream));
        DO(hipStreamDestroy(stream));
    }
    check("100 streams", value_of(number) == 5100);
}

/* What a stream is told is recorded, and done twice. */
static void graph(int *number) {
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t ready;
    DO(hipMemset(number, 0, sizeof *number));
    DO(hipStreamCreate(&stream));
    DO(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    add<<<1, 64, 0, stream>>>(number, 1);
    add<<<1, 64, 0, stream>>>(number, 10);
    DO(hipStreamEndCapture(stream, &graph));
    check("nothing is done while it is recorded", value_of(number) == 0);
    DO(hipGraphInstantiate(&ready, graph, NULL, NULL, 0));
    for (int i = 0; i < 2; i++)
        DO(hipGraphLaunch(ready, stream));
    DO(hipStreamSynchronize(stream));
    check("a graph", value_of(number) == 2 * 64 * 11);
    DO(hipGraphExecDestroy(ready));
    DO(hipGraphDestroy(graph));
    DO(hipStreamDestroy(stream));
}

int main() {
    int *number;
    DO(hipMalloc(&number, sizeof *number));
    events();
    callbacks(number);
    graph(number);
    threads(number);
    many(number);
    return summary();
}
