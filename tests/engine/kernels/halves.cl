/* SPDX-License-Identifier: MIT */
/* Floats of 16 bits: arithmetic (on gfx600 and gfx700 in 32 bits), conversions, packed pairs. Denormals are kept. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
//% libclc -O2
//% rocm -O0
//: add_sub_mul 500/64 f16[n*3] f16[n*2]=any
//: edges 500/64 f16[n*3] f16[n*2]=edge
//: pairs 300/64 f16[n*2] f16[n*2]=hundred f16[n*2]=signed
//: quads 200/64 f16[n*4] f16[n*4]=hundred
//: compare 500/64 u32[n] f16[n*2]=edge
//: to_float 500/64 f32[n] f16[n]=edge
//: from_float 500/64 f16[n] f32[n]=any
//: from_float_edges 500/64 f16[n] f32[n]=edge
//: load_store 500/64 f16[n] f16[n]=edge
//: to_integers 500/64 i32[n] u32[n] f16[n]=hundred
//: from_integers 500/64 f16[n*2] i32[n]=small
//: all_bits 1024/64 f32[n] u32[n]=index
//: min_max 300/64 f16[n*2] f16[n*2]=hundred
//: sums 100/50 f16[n] f16[n*10]=signed
//: mixed 300/64 f32[n] f16[n*2]=signed f32[n]=signed
//: through_local 256/64 f16[n] f16[n]=any
//: negate 300/64 f16[n*2] f16[n]=edge

/* Where there is no arithmetic of 16 bits, clang forgets to round what is used at once. */
#if defined(__gfx600__) || defined(__gfx700__)
half rounded(half x) {
    volatile half y = x;
    return y;
}
half2 rounded2(half2 x) {
    volatile half2 y = x;
    return y;
}
half4 rounded4(half4 x) {
    volatile half4 y = x;
    return y;
}
#else
#define rounded(x) (x)
#define rounded2(x) (x)
#define rounded4(x) (x)
#endif

kernel void add_sub_mul(global half *out, global const half *in) {
    uint i = get_global_id(0);
    half a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = a + b;
    out[3 * i + 1] = a - b;
    out[3 * i + 2] = a * b;
}
kernel void edges(global half *out, global const half *in) {
    uint i = get_global_id(0);
    half a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = a + b;
    out[3 * i + 1] = b - a;
    out[3 * i + 2] = a * b;
}
kernel void pairs(global half2 *out, global const half2 *a, global const half2 *b) {
    uint i = get_global_id(0);
    half2 t = rounded2(a[i] * b[i]);
    out[i] = rounded2(t + a[i].yx) - (half2)(1.5h, 0.25h);
}
kernel void quads(global half4 *out, global const half4 *in) {
    uint i = get_global_id(0);
    half4 a = in[i];
    out[i] = rounded4(a + a.wzyx) * a.yxwz;
}
kernel void compare(global uint *out, global const half *in) {
    uint i = get_global_id(0);
    half a = in[2 * i], b = in[2 * i + 1];
    out[i] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 | !(a < b) << 6;
}
kernel void to_float(global float *out, global const half *in) {
    uint i = get_global_id(0);
    out[i] = (float)in[i];
}
kernel void from_float(global half *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = (half)in[i];
}
kernel void from_float_edges(global half *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = (half)in[i];
}
kernel void load_store(global half *out, global const half *in) {
    uint i = get_global_id(0);
    vstore_half(vload_half(i, in) * 0.5f, i, out);
}
kernel void to_integers(global int *s, global uint *u, global const half *in) {
    uint i = get_global_id(0);
    s[i] = (int)in[i];
    u[i] = (uint)rounded(in[i] * in[i]) + (ushort)(short)in[i];
}
kernel void from_integers(global half *out, global const int *in) {
    uint i = get_global_id(0);
    out[2 * i] = (half)(in[i] * 17 - 2000);
    out[2 * i + 1] = (half)(ushort)(in[i] * 200);
}
kernel void all_bits(global float *out, global const uint *in) {
    uint i = get_global_id(0);
    float sum = 0;
    for (uint k = 0; k < 62; k++) {
        half h = as_half((ushort)(in[i] + 1024 * (k < 31 ? k : k + 1))); /* no infinities, no NaNs */
        sum = sum * 0.5f + (float)h;
    }
    out[i] = sum;
}
kernel void min_max(global half *out, global const half *in) {
    uint i = get_global_id(0);
    half a = in[2 * i], b = in[2 * i + 1];
    out[2 * i] = a < b ? a : b;
    out[2 * i + 1] = a > b ? a : b;
}
kernel void sums(global half *out, global const half *in) {
    uint i = get_global_id(0);
    half sum = 0;
    for (uint k = 0; k < 10; k++)
        sum = rounded(sum + rounded(in[10 * i + k] * in[i]));
    out[i] = sum;
}
kernel void mixed(global float *out, global const half *in, global const float *c) {
    uint i = get_global_id(0);
    out[i] = (float)in[2 * i] * (float)in[2 * i + 1] + c[i];
}
kernel void through_local(global half *out, global const half *in) {
    local half tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[63 - l] + tile[l ^ 1];
}
kernel void negate(global half *out, global const half *in) {
    uint i = get_global_id(0);
    out[2 * i] = -in[i];
    out[2 * i + 1] = in[i] < 0 ? -in[i] : in[i];
}
