/* SPDX-License-Identifier: MIT */
/* A kernel for clang and `gisa run` (docs/testing-without-a-gpu.md): each y is the sum of three neighbours in x with weights; at the ends the last one counts twice. */
kernel void smooth(global const float *x, global float *y, float3 w, int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = w.x * x[max(i - 1, 0)] + w.y * x[i] + w.z * x[min(i + 1, n - 1)];
}
