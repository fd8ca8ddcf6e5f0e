/* SPDX-License-Identifier: MIT */
/* Calls into the double-precision device library. */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void functions(global double *p)
{
    size_t i = get_global_id(0);
    double c, s = sincos(p[i], &c);
    p[i] = s * c + exp(p[i + 1]) + log(p[i + 2]);
    p[i + 1] = pow(p[i + 3], p[i + 4]) + atan(p[i + 5]);
    p[i + 2] = rsqrt(p[i + 6]) + cbrt(p[i + 7]) + fmod(p[i + 8], p[i + 9]);
}
