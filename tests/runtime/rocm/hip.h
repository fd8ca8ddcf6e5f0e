/* SPDX-License-Identifier: MIT */
/* For programs of HIP: calls that must succeed. */
#include <hip/hip_runtime.h>

#include "check.h"

#define DO(call)                                                                                             \
    do {                                                                                                     \
        hipError_t status_ = (call);                                                                         \
        if (status_ != hipSuccess) {                                                                         \
            printf("FAILED %s: %s\n", #call, hipGetErrorString(status_));                                    \
            failed++;                                                                                        \
        }                                                                                                    \
    } while (0)
