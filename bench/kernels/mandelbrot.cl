/* SPDX-License-Identifier: MIT */
/* How many steps it takes each point of a picture to get away; unfused, so that the number is the same everywhere. */
#pragma OPENCL FP_CONTRACT OFF

kernel void mandelbrot(global uint *steps, float left, float top, float step, uint most) {
    uint i = get_global_id(0), j = get_global_id(1), n = 0;
    float cx = left + step * (float)i, cy = top + step * (float)j;
    float x = 0, y = 0, xx = 0, yy = 0;
    while (n < most && xx + yy <= 4.0f) {
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        n++;
    }
    steps[j * get_global_size(0) + i] = n;
}
