/* SPDX-License-Identifier: MIT */
/* Floats of 64 bits: arithmetic, division and roots to the bit; denormals are always kept. */
//% libclc -O2
//% rocm -O0
//: add_sub_mul 400/64 f64[n*3] f64[n*2]=edge
//: fused 400/64 f64[n] f64[n*3]=any
//: divide 400/64 f64[n] f64[n*2]=any
//: divide_edges 400/64 f64[n] f64[n*2]=edge
//: square_root 400/64 f64[n] f64[n]=any
//: compare 400/64 u32[n] f64[n*2]=edge
//: min_max 400/64 f64[n*2] f64[n*2]=any
//: rounding 400/64 f64[n*5] f64[n]=edge
//: rounding_more 400/64 f64[n*4] f64[n]=hundred
//: signs 400/64 f64[n*3] f64[n*2]=edge
//: relations 400/64 u32[n] f64[n*2]=edge
//: parts 400/64 f64[n] i32[n*2] f64[n]=any
//: ldexps 400/64 f64[n] f64[n]=any i32[n]=small
//: denormals 300/64 f64[n*3] u64[n]=any
//: mandelbrot 24x16/8x8 u32[n]
//: stencil 30x20/10x5 f64[n] f64[n]=hundred
//: dot_product 70/64 f64[n] f64[n*20]=any f64[n*20]=any
//: newton 200/64 f64[n] f64[n]=unit
//: polynomial 200/64 f64[n] f64[n]=signed
//: lu_solve 30/30 f64[n*3] f64[n*12]=integer
//: constants 64/64 f64[n*3]
//: integers 300/64 f64[n*4] i64[n]=any i32[n]=any
//: to_float 400/64 f32[n] f64[n]=any
//: simpson 100/64 f64[n] u32:40

kernel void add_sub_mul(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = a + b;
    out[3 * i + 1] = a - b;
    out[3 * i + 2] = a * b;
}
kernel void fused(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[i] = fma(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
}
kernel void divide(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[i] = in[2 * i] / in[2 * i + 1];
}
kernel void divide_edges(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[i] = in[2 * i] / in[2 * i + 1];
}
kernel void square_root(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[i] = sqrt(fabs(in[i]));
}
kernel void compare(global uint *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[2 * i], b = in[2 * i + 1];
    out[i] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 | !(a < b) << 6;
}
kernel void min_max(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[2 * i] = fmin(in[2 * i], in[2 * i + 1]);
    out[2 * i + 1] = fmax(in[2 * i], in[2 * i + 1]);
}
kernel void rounding(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[i];
    out[5 * i] = floor(a);
    /* On gfx600, which has no such instructions, clang makes 0 of -0. */
    out[5 * i + 1] = ceil(a) + 0.0;
    out[5 * i + 2] = trunc(a);
    out[5 * i + 3] = rint(a) + 0.0;
    out[5 * i + 4] = round(a);
}
kernel void rounding_more(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[i] * 1e5;
    out[4 * i] = floor(a) - a;
    out[4 * i + 1] = ceil(a);
    out[4 * i + 2] = rint(floor(a) + 0.5);
    out[4 * i + 3] = trunc(a * 1e12);
}
kernel void signs(global double *out, global const double *in) {
    uint i = get_global_id(0);
    out[3 * i] = fabs(in[2 * i]);
    out[3 * i + 1] = -in[2 * i];
    out[3 * i + 2] = copysign(in[2 * i], in[2 * i + 1]);
}
kernel void relations(global uint *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[2 * i], b = in[2 * i + 1];
    out[i] = isnan(a) | isinf(a) << 1 | isfinite(a) << 2 | (signbit(a) != 0) << 3 | isless(a, b) << 4 |
             isunordered(a, b) << 5 | islessgreater(a, b) << 6;
}
kernel void parts(global double *out, global int *exponents, global const double *in) {
    uint i = get_global_id(0);
    int e;
    out[i] = frexp(in[i], &e);
    exponents[2 * i] = e;
    exponents[2 * i + 1] = ilogb(in[i]);
}
kernel void ldexps(global double *out, global const double *in, global const int *by) {
    uint i = get_global_id(0);
    out[i] = ldexp(in[i], by[i] * 9 - 1200);
}
kernel void denormals(global double *out, global const ulong *in) {
    uint i = get_global_id(0);
    double a = as_double(in[i] & 0x800fffffffffffff), b = as_double(in[i] >> 3 & 0x001fffffffffffff);
    out[3 * i] = a + b;
    out[3 * i + 1] = a * 0x1p40;
    out[3 * i + 2] = fma(a, 5.0, b);
}
kernel void mandelbrot(global uint *out) {
    uint x = get_global_id(0), y = get_global_id(1), n = 0;
    double cr = x * 0.125 - 2.0, ci = y * 0.125 - 1.0, zr = 0, zi = 0;
    while (n < 150 && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = t;
        n++;
    }
    out[y * get_global_size(0) + x] = n;
}
kernel void stencil(global double *out, global const double *in) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    double c = in[y * w + x];
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        c = c * 0.5 + 0.125 * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
    out[y * w + x] = c;
}
kernel void dot_product(global double *out, global const double *a, global const double *b) {
    uint i = get_global_id(0), n = get_global_size(0);
    double sum = 0;
    for (uint k = 0; k < 20; k++)
        sum = fma(a[k * n + i], b[k * n + i], sum);
    out[i] = sum;
}
kernel void newton(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double a = in[i] + 0.25, x = 1;
    for (int k = 0; k < 40; k++) {
        double next = 0.5 * (x + a / x);
        if (fabs(next - x) < 1e-15)
            break;
        x = next;
    }
    out[i] = x;
}
kernel void polynomial(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double x = in[i], r = 1.0 / 3.0;
    for (int k = 1; k < 15; k++)
        r = r * x + 1.0 / (double)k;
    out[i] = r;
}
/* Three equations by elimination with the largest pivot. */
kernel void lu_solve(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double m[3][4];
    for (int k = 0; k < 12; k++)
        m[k / 4][k % 4] = in[12 * i + k] + (k % 5 == 0 ? 300.0 : 0.0);
    for (int c = 0; c < 3; c++) {
        int best = c;
        for (int r = c + 1; r < 3; r++)
            if (fabs(m[r][c]) > fabs(m[best][c]))
                best = r;
        for (int k = 0; k < 4; k++) {
            double t = m[c][k];
            m[c][k] = m[best][k];
            m[best][k] = t;
        }
        for (int r = 0; r < 3; r++)
            if (r != c) {
                double f = m[r][c] / m[c][c];
                for (int k = c; k < 4; k++)
                    m[r][k] -= f * m[c][k];
            }
    }
    for (int c = 0; c < 3; c++)
        out[3 * i + c] = m[c][3] / m[c][c];
}
kernel void constants(global double *out) {
    uint i = get_global_id(0);
    double x = i;
    out[3 * i] = x * 0.1 + 4.0;
    out[3 * i + 1] = x * -0.5 - 1e100;
    out[3 * i + 2] = x / 7.0;
}
kernel void integers(global double *out, global const long *wide, global const int *in) {
    uint i = get_global_id(0);
    out[4 * i] = in[i];
    out[4 * i + 1] = (uint)in[i];
    out[4 * i + 2] = wide[i];
    out[4 * i + 3] = (ulong)wide[i];
}
kernel void to_float(global float *out, global const double *in) {
    uint i = get_global_id(0);
    out[i] = (float)in[i];
}
kernel void simpson(global double *out, uint steps) {
    uint i = get_global_id(0);
    double b = (i + 1) * 0.1, h = b / steps, sum = 0;
    for (uint k = 0; k <= steps; k++) {
        double x = k * h, f = 1.0 / (1.0 + x * x);
        sum += f * (k == 0 || k == steps ? 1.0 : k & 1 ? 4.0 : 2.0);
    }
    out[i] = sum * h / 3.0;
}
