/* SPDX-License-Identifier: MIT */
/* Floats of 32 bits where every result is defined to the bit: arithmetic, comparisons, rounding, parts of numbers. */
//% libclc -O2 -cl-fp32-correctly-rounded-divide-sqrt
//% rocm -O0 -cl-fp32-correctly-rounded-divide-sqrt
//: add_sub_mul 500/64 f32[n*3] f32[n*2]=edge
//: fused 500/64 f32[n] f32[n*3]=any
//: divide 500/64 f32[n] f32[n*2]=any
//: divide_edges 500/64 f32[n] f32[n*2]=edge
//: square_root 500/64 f32[n] f32[n]=any
//: compare 500/64 u32[n] f32[n*2]=edge
//: min_max 500/64 f32[n*3] f32[n*2]=any
//: min_max_nan 500/64 f32[n*2] f32[n*2]=edge
//: rounding 500/64 f32[n*5] f32[n]=edge
//: rounding_more 500/64 f32[n*5] f32[n]=hundred
//: signs 500/64 f32[n*4] f32[n*2]=edge
//: relations 500/64 u32[n] f32[n*2]=edge
//: parts 500/64 f32[n] i32[n*2] f32[n]=any
//: modf_parts 500/64 f32[n*2] f32[n]=hundred
//: ldexps 500/64 f32[n] f32[n]=any i32[n]=small
//: steps 500/64 f32[n] f32[n*2]=any
//: remainders 300/64 f32[n*2] f32[n*2]=hundred
//: steps_and_mixes 300/64 f32[n*4] f32[n*3]=unit
//: horner 300/64 f32[n] f32[n]=signed
//: kahan 100/64 f32[n] f32[n*10]=any
//: mandelbrot 20x15/8x8 u32[n]
//: newton 300/64 f32[n] f32[n]=unit
//: julia 16x16/16x4 u32[n] f32:-0.7269 f32:0.1889
//: constants 64/64 f32[n*4]
//: negative_zero 8/8 f32[n*4] f32[8]=zero
//: tiny 100/64 f32[n*2] f32[n]=any
//: magnitudes 300/64 f32[n*2] f32[n*2]=any
//: running_sums 100/64 f32[n] f32[n]=any n

kernel void add_sub_mul(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = a + b;
    out[3 * i + 1] = a - b;
    out[3 * i + 2] = a * b;
}
kernel void fused(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = fma(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
}
kernel void divide(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = in[2 * i] / in[2 * i + 1];
}
kernel void divide_edges(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = in[2 * i] / in[2 * i + 1];
}
kernel void square_root(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = sqrt(fabs(in[i]));
}
kernel void compare(global uint *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[i] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 | !(a < b) << 6 |
             !(a >= b) << 7;
}
kernel void min_max(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = fmin(a, b);
    out[3 * i + 1] = fmax(a, b);
    out[3 * i + 2] = clamp(a, -1.0f, 1.0f);
}
/* The sign of a zero is open. */
kernel void min_max_nan(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[2 * i] = fmin(a, b) + 0.0f;
    out[2 * i + 1] = fmax(a, b) + 0.0f;
}
kernel void rounding(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[i];
    out[5 * i] = floor(a);
    out[5 * i + 1] = ceil(a);
    out[5 * i + 2] = trunc(a);
    out[5 * i + 3] = rint(a);
    out[5 * i + 4] = round(a);
}
kernel void rounding_more(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[i] * 2 - 0.5f;
    out[5 * i] = floor(a) * 0.5f;
    out[5 * i + 1] = ceil(a) + 0.25f;
    out[5 * i + 2] = trunc(a) - a;
    out[5 * i + 3] = rint(floor(a) + 0.5f);
    out[5 * i + 4] = round(floor(a) + 0.5f);
}
kernel void signs(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[4 * i] = fabs(a);
    out[4 * i + 1] = -a;
    out[4 * i + 2] = copysign(a, b);
    out[4 * i + 3] = -fabs(b);
}
kernel void relations(global uint *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[2 * i], b = in[2 * i + 1];
    out[i] = isnan(a) | isinf(a) << 1 | isfinite(a) << 2 | isnormal(a) << 3 | (signbit(a) != 0) << 4 |
             isless(a, b) << 5 | isgreaterequal(a, b) << 6 | isequal(a, b) << 7 | isnotequal(a, b) << 8 |
             isunordered(a, b) << 9 | islessgreater(a, b) << 10;
}
kernel void parts(global float *out, global int *exponents, global const float *in) {
    uint i = get_global_id(0);
    int e;
    out[i] = frexp(in[i], &e);
    exponents[2 * i] = e;
    exponents[2 * i + 1] = ilogb(in[i]);
}
kernel void modf_parts(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float whole;
    out[2 * i] = modf(in[i], &whole);
    out[2 * i + 1] = whole;
}
kernel void ldexps(global float *out, global const float *in, global const int *by) {
    uint i = get_global_id(0);
    out[i] = ldexp(in[i], by[i] % 60 - 30);
}
kernel void steps(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[i] = nextafter(in[2 * i], in[2 * i + 1]);
}
kernel void remainders(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[2 * i] = fmod(in[2 * i], in[2 * i + 1]);
    out[2 * i + 1] = remainder(in[2 * i], in[2 * i + 1]);
}
kernel void steps_and_mixes(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
    out[4 * i] = step(a, b);
    out[4 * i + 1] = sign(a - b);
    out[4 * i + 2] = fdim(a, b);
    out[4 * i + 3] = fmin(fmax(a, b), c);
}
kernel void horner(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float x = in[i], r = 0.01f;
    for (int k = 0; k < 20; k++)
        r = r * x + (float)k * 0.3f;
    out[i] = r;
}
kernel void kahan(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float sum = 0, c = 0;
    for (int k = 0; k < 10; k++) {
        float y = in[10 * i + k] - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    out[i] = sum + c;
}
kernel void mandelbrot(global uint *out) {
    uint x = get_global_id(0), y = get_global_id(1), n = 0;
    float cr = (float)x * 0.15f - 2.0f, ci = (float)y * 0.133f - 1.0f, zr = 0, zi = 0;
    while (n < 100 && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        n++;
    }
    out[y * get_global_size(0) + x] = n;
}
kernel void newton(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[i] + 0.5f, x = 1;
    for (int k = 0; k < 30; k++) {
        float next = 0.5f * (x + a / x);
        if (next == x)
            break;
        x = next;
    }
    out[i] = x;
}
kernel void julia(global uint *out, float cr, float ci) {
    uint x = get_global_id(0), y = get_global_id(1), n = 0;
    float zr = ((float)x - 8.0f) / 6.0f, zi = ((float)y - 8.0f) / 6.0f;
    for (; n < 100; n++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0f)
            break;
        zi = fma(2.0f * zr, zi, ci);
        zr = r2 - i2 + cr;
    }
    out[y * get_global_size(0) + x] = n;
}
kernel void constants(global float *out) {
    uint i = get_global_id(0);
    float x = (float)i;
    out[4 * i] = x + 0.15915494f;
    out[4 * i + 1] = x * 4.0f - 2.0f;
    out[4 * i + 2] = x * -0.5f + 1.0f;
    out[4 * i + 3] = x * 3.1415927f;
}
kernel void negative_zero(global float *out, global const float *zero) {
    uint i = get_global_id(0);
    float z = zero[i];
    out[4 * i] = -z;
    out[4 * i + 1] = z - z;
    out[4 * i + 2] = -z + -z;
    out[4 * i + 3] = -z * 5.0f;
}
/* Nearly down to where numbers become denormal. */
kernel void tiny(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a = in[i] * 0x1p-60f;
    out[2 * i] = a * 0x1p-20f;
    out[2 * i + 1] = (a + 0x1p-100f) * 0x1p-10f;
}
kernel void magnitudes(global float *out, global const float *in) {
    uint i = get_global_id(0);
    out[2 * i] = maxmag(in[2 * i], in[2 * i + 1]);
    out[2 * i + 1] = minmag(in[2 * i], in[2 * i + 1]);
}
kernel void running_sums(global float *out, global const float *in, uint n) {
    uint i = get_global_id(0);
    float sum = 0;
    for (uint k = i; k < n; k += 3)
        sum += in[k];
    out[i] = sum;
}
