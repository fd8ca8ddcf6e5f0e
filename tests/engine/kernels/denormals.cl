/* SPDX-License-Identifier: MIT */
/* Numbers of 32 bits that are denormal, where the program asks for them to be kept. */
//% libclc -O2 -cl-fp32-correctly-rounded-divide-sqrt -Xclang -fdenormal-fp-math-f32=ieee
//: small_sums 300/64 f32[n*4] u32[n]=any
//: small_quotients 300/64 f32[n*2] u32[n]=any
//: small_conversions 300/64 f64[n] f32[n] u32[n]=any
//: into_denormals 300/64 f32[n*3] f32[n]=any
//: small_compares 300/64 u32[n] u32[n]=any

kernel void small_sums(global float *out, global const uint *in) {
    uint i = get_global_id(0);
    float a = as_float(in[i] & 0x807fffff), b = as_float(in[i] >> 3 & 0x00ffffff);
    out[4 * i] = a + b;
    out[4 * i + 1] = a * 0x1p20f;
    out[4 * i + 2] = b - a * 3.0f;
    out[4 * i + 3] = fma(a, 7.0f, b);
}
kernel void small_quotients(global float *out, global const uint *in) {
    uint i = get_global_id(0);
    float a = as_float(in[i] & 0x807fffff), b = as_float(in[i] >> 3 & 0x00ffffff | 1);
    out[2 * i] = a / b;
    out[2 * i + 1] = sqrt(fabs(a));
}
kernel void small_conversions(global double *out, global float *narrow, global const uint *in) {
    uint i = get_global_id(0);
    float a = as_float(in[i] & 0x807fffff);
    out[i] = a;
    narrow[i] = (float)((double)a * 0.3);
}
kernel void into_denormals(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[i] * 0x1p-100f;
    out[3 * i] = a * 0x1p-30f;
    out[3 * i + 1] = a * a * 0x1p80f;
    out[3 * i + 2] = a / 0x1p33f;
}
kernel void small_compares(global uint *out, global const uint *in) {
    uint i = get_global_id(0);
    float a = as_float(in[i] & 0x807fffff), b = as_float(in[i] >> 7 & 0x007fffff);
    out[i] = (a < b) | (a == 0) << 1 | (a == b) << 2 | (fmin(a, b) == b) << 3 | isnormal(a) << 4 | (floor(a) < 0) << 5;
}
