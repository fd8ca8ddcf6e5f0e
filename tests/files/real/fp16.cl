/* SPDX-License-Identifier: MIT */
/* Half precision: arithmetic where the target has it, loads and stores everywhere. */

kernel void widen(global const half *in, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = vload_half(i, in) + vload_half(i + 1, in);
    vstore_half(out[i], i, (global half *)out);
    vstore_half_rtz(out[i], i + 2, (global half *)out);
}

/* Before gfx8 clang 19 compiles what follows only with optimisation: it fails in the library's functions. */
#if __gfx803__ || __gfx900__ || __OPTIMIZE__
kernel void widen4(global const half *in, global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = vload_half4(i, in);
    vstore_half4(out[i], i, (global half *)out);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void poly(global half *p, half a)
{
    size_t i = get_global_id(0);
    half x = p[i];
    half y = fma(x, a, (half)0.5h) * (half)-2.0h + (half)0.1h;
    y = x < a ? fmin(y, -x) : fmax(fabs(y), a);
    p[i] = y / x + sqrt(y) + (half)(int)floor(x);
    p[i + 1] = clamp(y, (half)0.0h, (half)1.0h);
    p[i + 2] = (half)(short)x + (half)(float)y;
}

kernel void vectors(global half4 *p, global half8 *q, half2 k)
{
    size_t i = get_global_id(0);
    p[i] = fma(p[i], p[i + 1], (half4)(k, k)) - p[i + 2].wzyx;
    q[i] = max(q[i], q[i + 1]) * (half8)(k, k, k, k);
}

kernel void library(global half *p)
{
    size_t i = get_global_id(0);
    p[i] = exp(p[i]) + log2(p[i + 1]) + rsqrt(p[i + 2]) + ldexp(p[i + 3], 2) + sin(p[i + 4]);
}
#endif
