/* SPDX-License-Identifier: MIT */
/* hiprtc with what C++ has: templates by name expressions, a header of the program's own, namespaces, variables; a source that is
 * wrong. With a second argument also a bundle of code objects that is loaded from a file (hip_bundle.hip). */
#include <cstring>
#include <hip/hiprtc.h>
#include <string>
#include <vector>

#include "hip.h"

enum { COUNT = 100 };

static const char source[] = R"(
#include "odd.h"
namespace inner {
template <typename T, int K> __global__ void scale(T *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = p[i] * K + OFFSET + odd(i);
}
__device__ int total = 5;
__constant__ float table[4];
}
extern "C" __global__ void mixed(int *out, float f, char c, double d, short s) {
    out[0] = (int)f;
    out[1] = c;
    out[2] = (int)d;
    out[3] = s;
    out[4] = inner::total++;
    out[5] = (int)inner::table[2];
}
)";
static const char *const header = "__device__ inline int odd(int i) { return i & 1; }\n", *const header_name = "odd.h";
static const char *const names[] = {"inner::scale<float, 3>", "inner::scale<int, 7>", "&inner::total", "&inner::table"};

static std::string architecture;

static hiprtcProgram compile(hipModule_t *module) {
    const char *options[] = {architecture.c_str(), "-DOFFSET=2", "-std=c++17"};
    hiprtcProgram program;
    size_t size = 0;
    const char *headers[] = {header}, *header_names[] = {header_name};
    check("a program", hiprtcCreateProgram(&program, source, "scale.hip", 1, headers, header_names) == HIPRTC_SUCCESS);
    for (const char *name : names)
        check(name, hiprtcAddNameExpression(program, name) == HIPRTC_SUCCESS);
    check("is compiled", hiprtcCompileProgram(program, 3, options) == HIPRTC_SUCCESS);
    check("has a size", hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS && size > 0);
    std::vector<char> code(size);
    check("has code", hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
    DO(hipModuleLoadData(module, code.data()));
    return program;
}

static const char *lowered(hiprtcProgram program, unsigned i) {
    const char *name = "";
    check("its name", hiprtcGetLoweredName(program, names[i], &name) == HIPRTC_SUCCESS);
    return name;
}

/* One gets its arguments one by one, the other as a block. */
static void templates(hipModule_t module, hiprtcProgram program) {
    float f[COUNT], *df;
    int n[COUNT], *dn, count = COUNT;
    hipFunction_t of_float, of_int;
    bool right = true;
    for (int i = 0; i < COUNT; i++)
        f[i] = (float)(n[i] = i);
    DO(hipModuleGetFunction(&of_float, module, lowered(program, 0)));
    DO(hipModuleGetFunction(&of_int, module, lowered(program, 1)));
    DO(hipMalloc(&df, sizeof f));
    DO(hipMalloc(&dn, sizeof n));
    DO(hipMemcpy(df, f, sizeof f, hipMemcpyHostToDevice));
    DO(hipMemcpy(dn, n, sizeof n, hipMemcpyHostToDevice));
    void *arguments[] = {&df, &count};
    DO(hipModuleLaunchKernel(of_float, 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL));
    struct {
        int *p;
        int n;
    } block = {dn, COUNT};
    size_t size = sizeof block;
    void *config[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &block, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    DO(hipModuleLaunchKernel(of_int, 2, 1, 1, 64, 1, 1, 0, NULL, NULL, config));
    DO(hipMemcpy(f, df, sizeof f, hipMemcpyDeviceToHost));
    DO(hipMemcpy(n, dn, sizeof n, hipMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++)
        right &= f[i] == (float)(3 * i + 2 + i % 2) && n[i] == 7 * i + 2 + i % 2;
    check("templates", right);
}

static void variables(hipModule_t module, hiprtcProgram program) {
    const float table[4] = {1, 2, 33, 4};
    hipFunction_t mixed;
    hipDeviceptr_t total, there;
    size_t size = 0;
    int value = 41, out[6], *dout;
    float f = 2.5f;
    char c = -3;
    double d = 9.5;
    short s = -7;
    DO(hipModuleGetFunction(&mixed, module, "mixed"));
    DO(hipModuleGetGlobal(&total, &size, module, lowered(program, 2)));
    check("a variable's size", size == 4);
    DO(hipMemcpyHtoD(total, &value, sizeof value));
    DO(hipModuleGetGlobal(&there, &size, module, lowered(program, 3)));
    check("a table's size", size == sizeof table);
    DO(hipMemcpyHtoD(there, (void *)table, sizeof table));
    DO(hipMalloc(&dout, sizeof out));
    void *arguments[] = {&dout, &f, &c, &d, &s};
    DO(hipModuleLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    DO(hipMemcpy(out, dout, sizeof out, hipMemcpyDeviceToHost));
    check("arguments of many sizes", out[0] == 2 && out[1] == -3 && out[2] == 9 && out[3] == -7);
    check("variables that the host has set", out[4] == 41 && out[5] == 33);
    DO(hipMemcpyDtoH(&value, total, sizeof value));
    check("and the kernel", value == 42);
}

static void mistakes() {
    const char *options[] = {architecture.c_str()};
    hiprtcProgram program;
    size_t size = 0;
    hiprtcCreateProgram(&program, "__global__ void f() { no_such_thing(); }", "wrong.hip", 0, NULL, NULL);
    check("what is wrong is not compiled", hiprtcCompileProgram(program, 1, options) == HIPRTC_ERROR_COMPILATION);
    check("and the log is there", hiprtcGetProgramLogSize(program, &size) == HIPRTC_SUCCESS && size > 20);
    std::vector<char> log(size + 1);
    hiprtcGetProgramLog(program, log.data());
    check("and names it", strstr(log.data(), "no_such_thing") != NULL);
    hiprtcDestroyProgram(&program);
}

static void bundle(const char *file) {
    int n[4] = {1, 2, 3, 4}, *dn;
    hipModule_t module;
    hipFunction_t twice;
    DO(hipModuleLoad(&module, file));
    DO(hipModuleGetFunction(&twice, module, "twice"));
    DO(hipMalloc(&dn, sizeof n));
    DO(hipMemcpy(dn, n, sizeof n, hipMemcpyHostToDevice));
    void *arguments[] = {&dn};
    DO(hipModuleLaunchKernel(twice, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL));
    DO(hipMemcpy(n, dn, sizeof n, hipMemcpyDeviceToHost));
    check("a bundle from a file", n[0] == 2 && n[3] == 8);
    DO(hipModuleUnload(module));
}

int main(int argc, char **argv) {
    hipModule_t module;
    architecture = std::string("--gpu-architecture=") + argv[1];
    hiprtcProgram program = compile(&module);
    templates(module, program);
    variables(module, program);
    hiprtcDestroyProgram(&program);
    DO(hipModuleUnload(module));
    mistakes();
    if (argc > 2)
        bundle(argv[2]);
    return summary();
}
