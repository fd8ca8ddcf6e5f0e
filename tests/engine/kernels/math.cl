/* SPDX-License-Identifier: MIT */
/* The mathematical functions of 32 bits, within the distance that OpenCL 1.2 allows, and half a unit for libm's rounding.
 * For tgamma it allows 16 units, but libclc is up to 24 away. */
//% libclc -O2
//% rocm -O2
//: math_sin 300/64 f32[n]~4.5 f32[n]=hundred
//: math_cos 300/64 f32[n]~4.5 f32[n]=hundred
//: math_tan 300/64 f32[n]~5.5 f32[n]=hundred
//: math_asin 300/64 f32[n]~4.5 f32[n]=signed
//: math_acos 300/64 f32[n]~4.5 f32[n]=signed
//: math_atan 300/64 f32[n]~5.5 f32[n]=hundred
//: math_sinh 300/64 f32[n]~4.5 f32[n]=hundred
//: math_cosh 300/64 f32[n]~4.5 f32[n]=hundred
//: math_tanh 300/64 f32[n]~5.5 f32[n]=signed
//: math_asinh 300/64 f32[n]~4.5 f32[n]=hundred
//: math_acosh 300/64 f32[n]~4.5 f32[n]=hundred
//: math_atanh 300/64 f32[n]~5.5 f32[n]=signed
//: math_exp 300/64 f32[n]~3.5 f32[n]=hundred
//: math_exp2 300/64 f32[n]~3.5 f32[n]=hundred
//: math_exp10 300/64 f32[n]~3.5 f32[n]=hundred
//: math_expm1 300/64 f32[n]~3.5 f32[n]=signed
//: math_log 300/64 f32[n]~3.5 f32[n]=any
//: math_log2 300/64 f32[n]~3.5 f32[n]=any
//: math_log10 300/64 f32[n]~3.5 f32[n]=any
//: math_log1p 300/64 f32[n]~2.5 f32[n]=unit
//: math_sqrt 300/64 f32[n]~3.5 f32[n]=any
//: math_rsqrt 300/64 f32[n]~2.5 f32[n]=any
//: math_cbrt 300/64 f32[n]~2.5 f32[n]=any
//: math_erf 300/64 f32[n]~16.5 f32[n]=signed
//: math_erfc 300/64 f32[n]~16.5 f32[n]=signed
//: math_tgamma 300/64 f32[n]~24.5 f32[n]=unit
//: math_sinpi 300/64 f32[n]~4.5 f32[n]=signed
//: math_cospi 300/64 f32[n]~4.5 f32[n]=signed
//: math_atanpi 300/64 f32[n]~5.5 f32[n]=hundred
//: math_pow 300/64 f32[n]~16.5 f32[n]=any f32[n]=signed
//: math_atan2 300/64 f32[n]~6.5 f32[n]=any f32[n]=any
//: math_hypot 300/64 f32[n]~4.5 f32[n]=any f32[n]=any
//: math_fmod 300/64 f32[n] f32[n]=hundred f32[n]=hundred
//: math_powr 300/64 f32[n]~16.5 f32[n]=any f32[n]=signed
//: math_pown 300/64 f32[n]~16.5 f32[n]=hundred i32[n]=small
//: math_rootn 300/64 f32[n]~16.5 f32[n]=any
//: math_sincos 300/64 f32[n*2]~4.5 f32[n]=hundred
//: math_lgamma 300/64 f32[n]~24.5 f32[n]=unit
//: math_fract 300/64 f32[n*2] f32[n]=hundred
//: math_divide 300/64 f32[n]~3 f32[n*2]=any
//: natives 300/64 f32[n*6]~64 f32[n]=unit
//: large_angles 300/64 f32[n*2]~4.5 f32[n]=any
//: special_values 64/64 f32[n*8]~4 f32[n]=edge
//: degrees_radians 100/64 f32[n*2]~3 f32[n]=hundred
//: smooth 100/64 f32[n*2]~16 f32[n*3]=unit
//: vector_math 100/64 f32[n*4]~4.5 f32[n*4]=hundred

#define ONE(NAME, X)                                                                                                   \
    kernel void math_##NAME(global float *out, global const float *in) {                                               \
        uint i = get_global_id(0);                                                                                     \
        out[i] = NAME(X);                                                                                              \
    }
#define TWO(NAME, X)                                                                                                   \
    kernel void math_##NAME(global float *out, global const float *in, global const float *b) {                        \
        uint i = get_global_id(0);                                                                                     \
        out[i] = NAME(X, b[i]);                                                                                        \
    }
ONE(sin, in[i])
ONE(cos, in[i])
ONE(tan, in[i])
ONE(asin, in[i])
ONE(acos, in[i])
ONE(atan, in[i])
ONE(sinh, in[i] * 0.2f)
ONE(cosh, in[i] * 0.2f)
ONE(tanh, in[i])
ONE(asinh, in[i])
ONE(acosh, fabs(in[i]) + 1)
ONE(atanh, in[i])
ONE(exp, in[i] * 0.2f)
ONE(exp2, in[i] * 0.2f)
ONE(exp10, in[i] * 0.2f)
ONE(expm1, in[i])
ONE(log, fabs(in[i]))
ONE(log2, fabs(in[i]))
ONE(log10, fabs(in[i]))
ONE(log1p, in[i])
ONE(sqrt, fabs(in[i]))
ONE(rsqrt, fabs(in[i]))
ONE(cbrt, in[i])
ONE(erf, in[i])
ONE(erfc, in[i])
ONE(tgamma, in[i] * 8 + 0.5f)
ONE(sinpi, in[i])
ONE(cospi, in[i])
ONE(atanpi, in[i])
TWO(pow, fabs(in[i]))
TWO(atan2, in[i])
TWO(hypot, in[i])
TWO(fmod, in[i])
TWO(powr, fabs(in[i]))

kernel void math_pown(global float *out, global const float *in, global const int *n) {
    uint i = get_global_id(0);
    out[i] = pown(in[i], n[i] % 19 - 9);
}
kernel void math_rootn(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = rootn(fabs(in[i]), 1 + i % 7);
}
kernel void math_sincos(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float c;
    out[2 * i] = sincos(in[i], &c);
    out[2 * i + 1] = c;
}
kernel void math_lgamma(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = lgamma(in[i] * 30 + 3);
}
kernel void math_fract(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float whole;
    out[2 * i] = fract(in[i], &whole);
    out[2 * i + 1] = whole;
}
kernel void math_divide(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = in[2 * i] / in[2 * i + 1];
}
kernel void natives(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float x = in[i] + 0.25f;
    out[6 * i] = native_sin(x);
    out[6 * i + 1] = native_exp(x);
    out[6 * i + 2] = native_log(x + 2);
    out[6 * i + 3] = native_sqrt(x);
    out[6 * i + 4] = native_rsqrt(x);
    out[6 * i + 5] = native_recip(x);
}
/* Angles up to 2^60: the reduction needs many bits of pi. */
kernel void large_angles(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float x = in[i] * 0x1p40f;
    out[2 * i] = sin(x);
    out[2 * i + 1] = cos(x);
}
kernel void special_values(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float x = in[i];
    out[8 * i] = exp(x);
    out[8 * i + 1] = log(x);
    out[8 * i + 2] = sin(x);
    out[8 * i + 3] = sqrt(x);
    out[8 * i + 4] = atan(x);
    out[8 * i + 5] = exp2(x);
    out[8 * i + 6] = tanh(x);
    out[8 * i + 7] = cbrt(x);
}
kernel void degrees_radians(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[2 * i] = degrees(in[i]);
    out[2 * i + 1] = radians(in[i]);
}
kernel void smooth(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[2 * i] = smoothstep(0.25f, 0.75f, in[3 * i]);
    out[2 * i + 1] = mix(in[3 * i] + 1.0f, in[3 * i + 1] + 2.0f, in[3 * i + 2]);
}
kernel void vector_math(global float4 *out, global const float4 *in) {
    uint i = get_global_id(0);
    float4 x = sin(in[i]);
    out[i] = exp(x);
}
