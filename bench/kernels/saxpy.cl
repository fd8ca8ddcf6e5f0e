/* SPDX-License-Identifier: MIT */
/* A vector that is scaled and added to another. */
kernel void saxpy(global float *y, global const float *x, float a) {
    size_t i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
