/* SPDX-License-Identifier: MIT */
/* Conversions between all scalar types: plain, saturating, with a rounding of their own, and of vectors. */
//% libclc -O2
//% rocm -O0
//: narrow 300/64 i8[n] u8[n] i16[n] u16[n] i32[n] i64[n]=edge
//: widen 300/64 i64[n*3] u64[n*3] i8[n]=edge i16[n]=edge i32[n]=edge
//: int_to_float 300/64 f32[n*2] i32[n]=edge
//: small_to_float 300/64 f32[n*4] i8[n]=any i16[n]=any
//: long_to_float 300/64 f32[n*2] i64[n]=edge
//: float_to_int 300/64 i32[n] u32[n] f32[n]=hundred
//: float_to_small 300/64 i8[n] u8[n] i16[n] u16[n] f32[n]=hundred
//: float_to_long 300/64 i64[n] u64[n] f32[n]=hundred
//: double_to_int 300/64 i32[n] u32[n] f64[n]=hundred
//: double_to_long 300/64 i64[n] u64[n] f64[n]=hundred
//: double_float 300/64 f32[n] f64[n] f64[n]=any
//: saturate_integers 300/64 i8[n] u8[n] i16[n] u16[n] i32[n]=edge
//: saturate_floats 300/64 i8[n] u8[n] i16[n] u16[n] i32[n] u32[n] f32[n]=edge
//: saturate_doubles 300/64 i32[n] u32[n] f64[n]=edge
//: round_float 300/64 i32[n*4] f32[n]=hundred
//: round_double 300/64 i32[n*4] f64[n]=hundred
//: round_to_float 300/64 f32[n*3] i32[n]=any
//: vector_bytes 300/64 u8[n*4] f32[n*4]=edge
//: vector_shorts 300/64 i16[n*4] i32[n*4]=edge
//: vector_floats 300/64 f32[n*4] u8[n*4]=any
//: vector_doubles 100/64 f64[n*4] i32[n*4]=any
//: vector_ints 100/64 i32[n*4] f32[n*4]=hundred
//: color_pack 300/64 u32[n] f32[n*4]=unit
//: color_unpack 300/64 f32[n*4] u32[n]=any
//: bool_convert 300/64 u32[n*3] f32[n]=edge i64[n]=edge

kernel void narrow(global char *a, global uchar *b, global short *c, global ushort *d, global int *e,
                   global const long *in) {
    uint i = get_global_id(0);
    long x = in[i];
    a[i] = x;
    b[i] = x;
    c[i] = x;
    d[i] = x;
    e[i] = x;
}
kernel void widen(global long *s, global ulong *u, global const char *a, global const short *b, global const int *c) {
    uint i = get_global_id(0);
    s[3 * i] = a[i];
    s[3 * i + 1] = b[i];
    s[3 * i + 2] = c[i];
    u[3 * i] = (uchar)a[i];
    u[3 * i + 1] = (ushort)b[i];
    u[3 * i + 2] = (uint)c[i];
}
kernel void int_to_float(global float *out, global const int *in) {
    uint i = get_global_id(0);
    out[2 * i] = in[i];
    out[2 * i + 1] = (uint)in[i];
}
kernel void small_to_float(global float *out, global const char *a, global const short *b) {
    uint i = get_global_id(0);
    out[4 * i] = a[i];
    out[4 * i + 1] = (uchar)a[i];
    out[4 * i + 2] = b[i];
    out[4 * i + 3] = (ushort)b[i];
}
kernel void long_to_float(global float *out, global const long *in) {
    uint i = get_global_id(0);
    out[2 * i] = in[i];
    out[2 * i + 1] = (ulong)in[i];
}
kernel void float_to_int(global int *s, global uint *u, global const float *in) {
    uint i = get_global_id(0);
    s[i] = (int)(in[i] * 1e6f);
    u[i] = (uint)fabs(in[i] * 4e7f);
}
kernel void float_to_small(global char *a, global uchar *b, global short *c, global ushort *d, global const float *in) {
    uint i = get_global_id(0);
    a[i] = (char)in[i];
    b[i] = (uchar)fabs(in[i] * 2);
    c[i] = (short)(in[i] * 300);
    d[i] = (ushort)fabs(in[i] * 600);
}
kernel void float_to_long(global long *s, global ulong *u, global const float *in) {
    uint i = get_global_id(0);
    s[i] = (long)(in[i] * 1e15f);
    u[i] = (ulong)fabs(in[i] * 1e17f);
}
kernel void double_to_int(global int *s, global uint *u, global const double *in) {
    uint i = get_global_id(0);
    s[i] = (int)(in[i] * 2e7);
    u[i] = (uint)fabs(in[i] * 4e7);
}
kernel void double_to_long(global long *s, global ulong *u, global const double *in) {
    uint i = get_global_id(0);
    s[i] = (long)(in[i] * 9e16);
    u[i] = (ulong)fabs(in[i] * 1.8e17);
}
kernel void double_float(global float *narrow, global double *wide, global const double *in) {
    uint i = get_global_id(0);
    float f = (float)in[i];
    narrow[i] = f;
    wide[i] = (double)f - in[i];
}
kernel void saturate_integers(global char *a, global uchar *b, global short *c, global ushort *d,
                              global const int *in) {
    uint i = get_global_id(0);
    a[i] = convert_char_sat(in[i]);
    b[i] = convert_uchar_sat(in[i]);
    c[i] = convert_short_sat(in[i]);
    d[i] = convert_ushort_sat(in[i]);
}
kernel void saturate_floats(global char *a, global uchar *b, global short *c, global ushort *d, global int *e,
                            global uint *f, global const float *in) {
    uint i = get_global_id(0);
    float x = isnan(in[i]) ? 1.0f : in[i] * 1000.0f; /* NaN gives any value before OpenCL 2 */
    a[i] = convert_char_sat(x);
    b[i] = convert_uchar_sat(x);
    c[i] = convert_short_sat(x);
    d[i] = convert_ushort_sat(x);
    e[i] = convert_int_sat(x);
    f[i] = convert_uint_sat(x);
}
kernel void saturate_doubles(global int *e, global uint *f, global const double *in) {
    uint i = get_global_id(0);
    double x = isnan(in[i]) ? 1.0 : in[i] * 1e6;
    e[i] = convert_int_sat(x);
    f[i] = convert_uint_sat(x);
}
kernel void round_float(global int *out, global const float *in) {
    uint i = get_global_id(0);
    float x = in[i] * 2;
    out[4 * i] = convert_int_rte(rint(x) + 0.5f);
    out[4 * i + 1] = convert_int_rtz(x);
    out[4 * i + 2] = convert_int_rtp(x);
    out[4 * i + 3] = convert_int_rtn(x);
}
kernel void round_double(global int *out, global const double *in) {
    uint i = get_global_id(0);
    double x = in[i] * 2;
    out[4 * i] = convert_int_rte(rint(x) + 0.5);
    out[4 * i + 1] = convert_int_rtz(x);
    out[4 * i + 2] = convert_int_rtp(x);
    out[4 * i + 3] = convert_int_rtn(x);
}
kernel void round_to_float(global float *out, global const int *in) {
    uint i = get_global_id(0);
    out[3 * i] = convert_float_rtz(in[i]);
    out[3 * i + 1] = convert_float_rtp(in[i]);
    out[3 * i + 2] = convert_float_rtn(in[i]);
}
kernel void vector_bytes(global uchar4 *out, global const float4 *in) {
    uint i = get_global_id(0);
    float4 x = in[i];
    x = (float4)(isnan(x.x) ? 1 : x.x, isnan(x.y) ? 2 : x.y, isnan(x.z) ? 3 : x.z, isnan(x.w) ? 4 : x.w);
    out[i] = convert_uchar4_sat(x);
}
kernel void vector_shorts(global short4 *out, global const int4 *in) {
    uint i = get_global_id(0);
    out[i] = convert_short4_sat(in[i]);
}
kernel void vector_floats(global float4 *out, global const uchar4 *in) {
    uint i = get_global_id(0);
    out[i] = convert_float4(in[i]) * 0.5f;
}
kernel void vector_doubles(global double4 *out, global const int4 *in) {
    uint i = get_global_id(0);
    out[i] = convert_double4(in[i]) * 0.3;
}
kernel void vector_ints(global int4 *out, global const float4 *in) {
    uint i = get_global_id(0);
    out[i] = convert_int4(in[i] * 3.0f) - convert_int4(convert_short4(in[i]));
}
kernel void color_pack(global uint *out, global const float4 *in) {
    uint i = get_global_id(0);
    float4 c = in[i] * 255.0f + 0.5f;
    out[i] = (uint)c.x | (uint)c.y << 8 | (uint)c.z << 16 | (uint)c.w << 24;
}
kernel void color_unpack(global float4 *out, global const uint *in) {
    uint i = get_global_id(0), c = in[i];
    out[i] = (float4)(c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24) * (1.0f / 256.0f);
}
kernel void bool_convert(global uint *out, global const float *f, global const long *l) {
    uint i = get_global_id(0);
    bool a = f[i], b = l[i], c = (int)(uint)l[i];
    out[3 * i] = a;
    out[3 * i + 1] = b + (a && !c);
    out[3 * i + 2] = c ? 5 : a ? 6 : 7;
}
