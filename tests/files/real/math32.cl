/* SPDX-License-Identifier: MIT */
/* Calls into the single-precision device library: long straight code and large reductions. */

kernel void trig(global float *p)
{
    size_t i = get_global_id(0);
    float c, s = sincos(p[i], &c);
    p[i] = s + c + tan(p[i + 1]) + atan2(p[i + 2], p[i + 3]);
    p[i + 4] = sinpi(p[i + 4]) + acos(p[i + 5]);
}

kernel void powers(global float *p)
{
    size_t i = get_global_id(0);
    p[i] = pow(p[i], p[i + 1]) + exp(p[i + 2]) + log(p[i + 3]) + exp10(p[i + 4]);
    p[i + 1] = cbrt(p[i + 5]) + hypot(p[i], p[i + 6]) + pown(p[i + 7], 5) + tanh(p[i + 8]);
    p[i + 2] = erf(p[i + 9]) + lgamma(p[i + 10]);
}

kernel void rounding(global float *p, global int *n)
{
    size_t i = get_global_id(0);
    int e;
    p[i] = fmod(p[i], p[i + 1]) + remainder(p[i + 2], p[i + 3]) + frexp(p[i + 4], &e) + ldexp(p[i + 5], e);
    p[i + 1] = round(p[i + 6]) + rint(p[i + 7]) + fract(p[i + 8], p + i + 9) + nextafter(p[i + 10], 1.0f);
    n[i] = ilogb(p[i + 11]) + e + convert_int_rte(p[i + 12]);
}

kernel void native(global float *p)
{
    size_t i = get_global_id(0);
    p[i] = native_sin(p[i]) * native_cos(p[i + 1]) + native_exp2(p[i + 2]) - native_log2(p[i + 3]);
    p[i + 1] = native_rsqrt(p[i + 4]) + native_recip(p[i + 5]) + native_divide(p[i + 6], p[i + 7]);
    p[i + 2] = mad(p[i + 8], p[i + 9], p[i + 10]) + p[i + 11] / p[i + 12] + sqrt(p[i + 13]);
}
