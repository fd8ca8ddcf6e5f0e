/* SPDX-License-Identifier: MIT */
/* HIP compiles a kernel while the program runs, and loads it. */
#include <hip/hiprtc.h>
#include <string>
#include <vector>

#include "hip.h"

static const char *source = "extern \"C\" __global__ void square(const float *in, float *out, int count) {\n"
                            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    if (i < count)\n"
                            "        out[i] = in[i] * in[i] + OFFSET;\n"
                            "}\n";

int main(int, char **argv) {
    const int count = 1000;
    std::string architecture = std::string("--gpu-architecture=") + argv[1];
    const char *options[] = {architecture.c_str(), "-DOFFSET=3.0f"};
    hiprtcProgram program;
    size_t size = 0;
    hipModule_t module;
    hipFunction_t function;
    std::vector<float> in(count), out(count);
    float *din, *dout;
    int n = count;
    bool right = true;
    check("a program", hiprtcCreateProgram(&program, source, "square.hip", 0, NULL, NULL) == HIPRTC_SUCCESS);
    check("is compiled", hiprtcCompileProgram(program, 2, options) == HIPRTC_SUCCESS);
    check("has a size", hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS && size > 0);
    std::vector<char> code(size);
    check("has code", hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
    DO(hipModuleLoadData(&module, code.data()));
    DO(hipModuleGetFunction(&function, module, "square"));
    for (int i = 0; i < count; i++)
        in[i] = (float)i * 0.5f;
    DO(hipMalloc(&din, count * sizeof(float)));
    DO(hipMalloc(&dout, count * sizeof(float)));
    DO(hipMemcpy(din, in.data(), count * sizeof(float), hipMemcpyHostToDevice));
    void *arguments[] = {&din, &dout, &n};
    DO(hipModuleLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
    DO(hipMemcpy(out.data(), dout, count * sizeof(float), hipMemcpyDeviceToHost));
    for (int i = 0; i < count; i++)
        right &= out[i] == in[i] * in[i] + 3;
    check("is right", right);
    DO(hipModuleUnload(module));
    return summary();
}
