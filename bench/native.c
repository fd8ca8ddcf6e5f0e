/* SPDX-License-Identifier: MIT */
/* The kernels on the host's processor: by OpenCL, where it is there (pocl). Its headers may be
   missing when this is built. */
#include "kernels.h"

#ifndef WITH_OPENCL

native *native_new(unsigned threads, const char **why) {
    (void)threads;
    *why = "built without OpenCL: install ocl-icd-opencl-dev and pocl-opencl-icd, then `make bench` again";
    return NULL;
}
void native_load(native *n, const char *path, const program *p) {
    (void)n, (void)path, (void)p;
}
void native_write(native *n, unsigned buffer, const void *from) {
    (void)n, (void)buffer, (void)from;
}
void native_run(native *n) {
    (void)n;
}
void native_read(native *n, unsigned buffer, void *to) {
    (void)n, (void)buffer, (void)to;
}
void native_unload(native *n) {
    (void)n;
}
void native_free(native *n) {
    (void)n;
}
const char *native_name(const native *n) {
    (void)n;
    return "";
}

#else

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct native {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program built;
    cl_mem memory[BUFFERS];
    cl_kernel kernel[STEPS];
    const program *program;
    char name[400];
};

static void must(cl_int status, const char *what) {
    char why[40];
    snprintf(why, sizeof why, "OpenCL's error %d", (int)status);
    if (status != CL_SUCCESS)
        stop(what, why);
}

native *native_new(unsigned threads, const char **why) {
    native *n = calloc(1, sizeof *n);
    cl_platform_id platform;
    cl_uint count = 0;
    cl_int status;
    char version[200] = "", device[200] = "", number[12];
    snprintf(number, sizeof number, "%u", threads);
    setenv("POCL_MAX_PTHREAD_COUNT", number, 1);
    if (!n || clGetPlatformIDs(1, &platform, &count) != CL_SUCCESS || !count ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &n->device, &count) != CL_SUCCESS || !count) {
        *why = "no OpenCL for this processor: install pocl-opencl-icd";
        free(n);
        return NULL;
    }
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    clGetDeviceInfo(n->device, CL_DEVICE_NAME, sizeof device, device, NULL);
    snprintf(n->name, sizeof n->name, "%.150s; %.150s", version, device);
    must(clGetDeviceInfo(n->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, NULL), "device");
    if (count != threads) {
        *why = "OpenCL does not keep to so many threads; POCL_MAX_PTHREAD_COUNT does that for pocl";
        free(n);
        return NULL;
    }
    n->context = clCreateContext(NULL, 1, &n->device, NULL, NULL, &status);
    must(status, "context");
    n->queue = clCreateCommandQueue(n->context, n->device, 0, &status);
    must(status, "queue");
    return n;
}

const char *native_name(const native *n) {
    return n->name;
}

static void build(native *n, const char *path) {
    static char source[1 << 16], log[4000];
    const char *text = source;
    FILE *f = fopen(path, "rb");
    size_t size = f ? fread(source, 1, sizeof source, f) : 0;
    cl_int status;
    if (!size || size == sizeof source)
        stop(path, "cannot be read");
    fclose(f);
    n->built = clCreateProgramWithSource(n->context, 1, &text, &size, &status);
    must(status, path);
    if (clBuildProgram(n->built, 1, &n->device, "", NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(n->built, n->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        stop(path, log);
    }
}

static void set_argument(native *n, cl_kernel kernel, cl_uint i, const argument *a) {
    cl_uint u = (cl_uint)a->value;
    cl_float f = (cl_float)a->value;
    cl_double d = a->value;
    if (a->kind == BUFFER)
        must(clSetKernelArg(kernel, i, sizeof(cl_mem), &n->memory[u]), "argument");
    else if (a->kind == UINT)
        must(clSetKernelArg(kernel, i, sizeof u, &u), "argument");
    else if (a->kind == FLOAT)
        must(clSetKernelArg(kernel, i, sizeof f, &f), "argument");
    else
        must(clSetKernelArg(kernel, i, sizeof d, &d), "argument");
}

void native_load(native *n, const char *path, const program *p) {
    cl_int status;
    n->program = p;
    build(n, path);
    for (unsigned i = 0; i < BUFFERS; i++)
        if (p->buffers[i].size) {
            n->memory[i] = clCreateBuffer(n->context, CL_MEM_READ_WRITE, p->buffers[i].size, NULL, &status);
            must(status, "buffer");
        }
    for (unsigned s = 0; s < STEPS && p->steps[s].kernel; s++) {
        n->kernel[s] = clCreateKernel(n->built, p->steps[s].kernel, &status);
        must(status, p->steps[s].kernel);
        for (unsigned i = 0; i < ARGUMENTS && p->steps[s].argument[i].kind; i++)
            set_argument(n, n->kernel[s], i, &p->steps[s].argument[i]);
    }
}

void native_run(native *n) {
    for (unsigned s = 0; s < STEPS && n->kernel[s]; s++) {
        const step *at = &n->program->steps[s];
        size_t grid[2] = {at->grid[0], at->grid[1]}, group[2] = {at->group[0], at->group[1]};
        must(
            clEnqueueNDRangeKernel(n->queue, n->kernel[s], grid[1] ? 2 : 1, NULL, grid, group, 0, NULL, NULL),
            at->kernel);
    }
    must(clFinish(n->queue), n->program->name);
}

void native_write(native *n, unsigned i, const void *from) {
    must(clEnqueueWriteBuffer(n->queue, n->memory[i], CL_TRUE, 0, n->program->buffers[i].size, from, 0, NULL,
                              NULL),
         "writing");
}

void native_read(native *n, unsigned i, void *to) {
    must(clEnqueueReadBuffer(n->queue, n->memory[i], CL_TRUE, 0, n->program->buffers[i].size, to, 0, NULL,
                             NULL),
         "reading");
}

void native_unload(native *n) {
    for (unsigned s = 0; s < STEPS; s++)
        if (n->kernel[s])
            clReleaseKernel(n->kernel[s]);
    for (unsigned i = 0; i < BUFFERS; i++)
        if (n->memory[i])
            clReleaseMemObject(n->memory[i]);
    clReleaseProgram(n->built);
    memset(n->kernel, 0, sizeof n->kernel);
    memset(n->memory, 0, sizeof n->memory);
}

void native_free(native *n) {
    if (!n)
        return;
    clReleaseCommandQueue(n->queue);
    clReleaseContext(n->context);
    free(n);
}

#endif
