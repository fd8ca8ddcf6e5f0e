/* SPDX-License-Identifier: MIT */
/* The mathematical functions of 64 bits, within the distance that OpenCL 1.2 allows, and a unit for libm's own. */
//% libclc -O2
//% rocm -O2
//: math_sin 300/64 f64[n]~4.5 f64[n]=hundred
//: math_cos 300/64 f64[n]~4.5 f64[n]=hundred
//: math_tan 300/64 f64[n]~5.5 f64[n]=hundred
//: math_asin 300/64 f64[n]~4.5 f64[n]=signed
//: math_acos 300/64 f64[n]~4.5 f64[n]=signed
//: math_atan 300/64 f64[n]~5.5 f64[n]=hundred
//: math_sinh 300/64 f64[n]~4.5 f64[n]=hundred
//: math_cosh 300/64 f64[n]~4.5 f64[n]=hundred
//: math_exp 300/64 f64[n]~3.5 f64[n]=hundred
//: math_exp2 300/64 f64[n]~3.5 f64[n]=hundred
//: math_log 300/64 f64[n]~3.5 f64[n]=any
//: math_log2 300/64 f64[n]~3.5 f64[n]=any
//: math_log10 300/64 f64[n]~3.5 f64[n]=any
//: math_sqrt 300/64 f64[n]~1 f64[n]=any
//: math_rsqrt 300/64 f64[n]~2.5 f64[n]=any
//: math_cbrt 300/64 f64[n]~2.5 f64[n]=any
//: math_erf 300/64 f64[n]~16.5 f64[n]=signed
//: math_pow 300/64 f64[n]~16.5 f64[n]=any f64[n]=signed
//: math_atan2 300/64 f64[n]~6.5 f64[n]=any f64[n]=any
//: math_hypot 300/64 f64[n]~4.5 f64[n]=any f64[n]=any

#define ONE(NAME, X)                                                                                                   \
    kernel void math_##NAME(global double *out, global const double *in) {                                               \
        uint i = get_global_id(0);                                                                                     \
        out[i] = NAME(X);                                                                                              \
    }
#define TWO(NAME, X)                                                                                                   \
    kernel void math_##NAME(global double *out, global const double *in, global const double *b) {                        \
        uint i = get_global_id(0);                                                                                     \
        out[i] = NAME(X, b[i]);                                                                                        \
    }
ONE(sin, in[i])
ONE(cos, in[i])
ONE(tan, in[i])
ONE(asin, in[i])
ONE(acos, in[i])
ONE(atan, in[i])
ONE(sinh, in[i] * 0.2)
ONE(cosh, in[i] * 0.2)
ONE(exp, in[i] * 0.2)
ONE(exp2, in[i] * 0.2)
ONE(log, fabs(in[i]))
ONE(log2, fabs(in[i]))
ONE(log10, fabs(in[i]))
ONE(sqrt, fabs(in[i]))
ONE(rsqrt, fabs(in[i]))
ONE(cbrt, in[i])
ONE(erf, in[i])
TWO(pow, fabs(in[i]))
TWO(atan2, in[i])
TWO(hypot, in[i])
