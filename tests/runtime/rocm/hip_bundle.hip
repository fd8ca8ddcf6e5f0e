/* SPDX-License-Identifier: MIT */
/* For hiprtc_templates.cpp: a kernel that is compiled for several chips into one file. */
#include <hip/hip_runtime.h>

extern "C" __global__ void twice(int *p) {
    p[threadIdx.x] *= 2;
}
