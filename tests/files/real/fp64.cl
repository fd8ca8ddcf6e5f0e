/* SPDX-License-Identifier: MIT */
/* Double precision: arithmetic, division, square root, conversions, comparisons. */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void mandelbrot(global int *out, double x0, double y0, double step)
{
    double cx = x0 + (double)get_global_id(0) * step, cy = y0 + (double)get_global_id(1) * step;
    double x = 0, y = 0;
    int n = 0;
    for (; n < 256 && x * x + y * y < 4.0; n++) {
        double t = fma(x, x, -y * y) + cx;
        y = 2.0 * x * y + cy;
        x = t;
    }
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = n;
}

kernel void basics(global double *d, global float *f, global long *l, global int *i)
{
    size_t g = get_global_id(0);
    double a = d[g], b = d[g + 1];
    d[g + 2] = a / b;
    d[g + 3] = sqrt(fabs(a)) + 0.1;
    d[g + 4] = fmin(a, b) + fmax(a, -b);
    d[g + 5] = floor(a) + ceil(b) + trunc(a) + rint(b);
    d[g + 6] = ldexp(a, 3) * 0x1p-1022;
    d[g + 7] = a > b ? a : isnan(b) ? 1.0 : -4.0;
    f[g] = (float)a;
    i[g] = (int)a;
    i[g + 1] = (int)(uint)b;
    l[g] = (long)a;
    l[g + 1] = (long)(ulong)b;
    d[g + 8] = (double)i[g + 2] + (double)f[g + 1] + (double)l[g + 2] + (double)(ulong)l[g + 3];
}
