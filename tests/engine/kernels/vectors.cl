/* SPDX-License-Identifier: MIT */
/* Vector types: components, swizzles, comparisons, selections, geometric functions. */
//% libclc -O2
//% rocm -O0
//: add4 200/64 i32[n*4] i32[n*4]=any i32[n*4]=any
//: float4_mul 200/64 f32[n*4] f32[n*4]=any f32[n*4]=any
//: swizzle 200/64 u32[n*4] u32[n*4]=any
//: char16_ops 100/64 i8[n*16] i8[n*16]=any
//: short8_ops 100/64 i16[n*8] i16[n*8]=any
//: ushort2_ops 100/64 u16[n*2] u16[n*2]=any
//: long4_ops 100/64 i64[n*4] i64[n*4]=any
//: float16_ops 50/50 f32[n*16] f32[n*16]=any
//: compare4 200/64 i32[n*4] i32[n*4]=edge i32[n*4]=edge
//: compare_float4 200/64 i32[n*4] f32[n*4]=edge f32[n*4]=edge
//: select4 200/64 f32[n*4] f32[n*4]=any f32[n*4]=any i32[n*4]=any
//: any_all 200/64 u32[n] i32[n*4]=edge
//: shuffles 200/64 u32[n*4] u32[n*8]=any u32[n*4]=any
//: index_component 200/64 u32[n] u32[n*4]=any
//: minmax4 200/64 i32[n*4] i32[n*4]=edge i32[n*4]=edge
//: dots 200/64 f32[n*3]~8 f32[n*4]=unit f32[n*4]=unit
//: crosses 200/64 f32[n*4]~4 f32[n*4]=integer f32[n*4]=integer
//: lengths 200/64 f32[n*2]~8 f32[n*4]=hundred f32[n*4]=hundred
//: normals 200/64 f32[n*4]~8 f32[n*4]=unit
//: saturate4 200/64 u8[n*4] u8[n*4]=any u8[n*4]=any
//: rotate4 200/64 u32[n*4] u32[n*4]=any u32[n*4]=any
//: matrix_vector 200/64 f32[n*4] f32[16]=integer f32[n*4]=integer
//: bit_casts 200/64 u32[n*4] f32[n*4]=any
//: low_high 100/64 u32[n*8] u32[n*8]=any
//: vector_loop 100/64 u32[n*4] u32[n*4]=any
//: double_vectors 100/64 f64[n*4] f64[n*4]=any
//: halves_of_words 100/64 u16[n*4] u32[n]=any u32[n]=any

kernel void add4(global int4 *out, global const int4 *a, global const int4 *b) {
    uint i = get_global_id(0);
    out[i] = as_int4(as_uint4(a[i]) + as_uint4(b[i]) * 3 - (uint4)(1, 2, 3, 4));
}
kernel void float4_mul(global float4 *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    out[i] = a[i] * b[i] + a[i].yzwx - 0.5f;
}
kernel void swizzle(global uint4 *out, global const uint4 *in) {
    uint i = get_global_id(0);
    uint4 a = in[i], b = 0;
    b.xz = a.wy;
    b.s1 = a.s2 + a.s0;
    b.w = a.hi.x ^ a.lo.y;
    b.yw += a.even;
    out[i] = b;
}
kernel void char16_ops(global char16 *out, global const char16 *in) {
    uint i = get_global_id(0);
    char16 a = in[i];
    out[i] = as_char16(as_uchar16(a) + as_uchar16(a.sfedcba9876543210)) ^ (a >> (char16)2);
}
kernel void short8_ops(global short8 *out, global const short8 *in) {
    uint i = get_global_id(0);
    short8 a = in[i];
    out[i] = a.s76543210 * (short8)3 + (a & (short8)0xff) - (a >> (short8)4);
}
kernel void ushort2_ops(global ushort2 *out, global const ushort2 *in) {
    uint i = get_global_id(0);
    ushort2 a = in[i], b = a.yx;
    ushort2 c = max(a, b) - min(a, b);
    out[i] = (ushort2)(c * (ushort2)5 + (a >> (ushort2)3)) ^ (b << (ushort2)2);
}
kernel void long4_ops(global long4 *out, global const long4 *in) {
    uint i = get_global_id(0);
    long4 a = in[i];
    out[i] = as_long4(as_ulong4(a) * as_ulong4(a.wxyz)) + (a >> (long4)17);
}
kernel void float16_ops(global float16 *out, global const float16 *in) {
    uint i = get_global_id(0);
    float16 a = in[i];
    a.lo *= a.hi;
    a.even += 1.0f;
    out[i] = a;
}
kernel void compare4(global int4 *out, global const int4 *a, global const int4 *b) {
    uint i = get_global_id(0);
    out[i] = (a[i] < b[i]) + ((a[i] == b[i]) & 2) + ((as_uint4(a[i]) > as_uint4(b[i])) & 16);
}
kernel void compare_float4(global int4 *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    out[i] = ((a[i] < b[i]) & 1) | ((a[i] <= b[i]) & 2) | ((a[i] == b[i]) & 4) | ((a[i] != b[i]) & 8) |
             ((a[i] > b[i]) & 16) | ((a[i] >= b[i]) & 32);
}
kernel void select4(global float4 *out, global const float4 *a, global const float4 *b, global const int4 *c) {
    uint i = get_global_id(0);
    float4 r = select(a[i], b[i], c[i]);
    r.x = bitselect(r.x, b[i].y, as_float(c[i].z));
    out[i] = c[i].w & 1 ? r : c[i].x > 0 ? a[i] : (c[i] > 0 ? a[i] : b[i]);
}
kernel void any_all(global uint *out, global const int4 *in) {
    uint i = get_global_id(0);
    out[i] = any(in[i] < 0) | all(in[i] < 2) << 1 | any(in[i] == 31) << 2 | all(in[i] != 0) << 3;
}
kernel void shuffles(global uint4 *out, global const uint4 *in, global const uint4 *mask) {
    uint i = get_global_id(0);
    out[i] = shuffle(in[2 * i], mask[i]) + shuffle2(in[2 * i], in[2 * i + 1], mask[i] >> 4);
}
kernel void index_component(global uint *out, global const uint4 *in) {
    uint i = get_global_id(0);
    uint4 a = in[i];
    uint r = 0;
    for (uint k = 0; k < 4; k++)
        r = r * 3 + ((uint *)&a)[(k + i) & 3];
    out[i] = r;
}
kernel void minmax4(global int4 *out, global const int4 *a, global const int4 *b) {
    uint i = get_global_id(0);
    out[i] = (max(a[i], b[i]) >> 1) - (min(a[i], b[i]) >> 1);
}
kernel void dots(global float *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    out[3 * i] = dot(a[i], b[i]);
    out[3 * i + 1] = dot(a[i].xyz, b[i].xyz);
    out[3 * i + 2] = dot(a[i].xy, b[i].xy);
}
kernel void crosses(global float4 *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    out[i] = (float4)(cross(a[i].xyz, b[i].xyz), 1.0f);
}
kernel void lengths(global float *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    out[2 * i] = length(a[i]);
    out[2 * i + 1] = distance(a[i], b[i]);
}
kernel void normals(global float4 *out, global const float4 *in) {
    uint i = get_global_id(0);
    out[i] = normalize(in[i] + 0.1f);
}
kernel void saturate4(global uchar4 *out, global const uchar4 *a, global const uchar4 *b) {
    uint i = get_global_id(0);
    out[i] = add_sat(a[i], b[i]) ^ sub_sat(a[i], b[i]);
}
kernel void rotate4(global uint4 *out, global const uint4 *a, global const uint4 *by) {
    uint i = get_global_id(0);
    out[i] = rotate(a[i], by[i]) + popcount(a[i]) + clz(by[i]);
}
kernel void matrix_vector(global float4 *out, constant float4 *m, global const float4 *in) {
    uint i = get_global_id(0);
    float4 v = in[i];
    out[i] = m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w;
}
kernel void bit_casts(global uint4 *out, global const float4 *in) {
    uint i = get_global_id(0);
    uint4 a = as_uint4(in[i]);
    ushort8 h = as_ushort8(a);
    uchar16 b = as_uchar16(a);
    out[i] = a + (uint4)(h.s0, h.s3, b.s5, b.sf);
}
kernel void low_high(global uint8 *out, global const uint8 *in) {
    uint i = get_global_id(0);
    uint8 a = in[i];
    out[i] = (uint8)(a.odd, a.even) + (uint8)(a.hi, a.lo);
}
kernel void vector_loop(global uint4 *out, global const uint4 *in) {
    uint i = get_global_id(0);
    uint4 a = in[i], sum = 0;
    while (any(as_int4(a << 31) < 0) || a.x > 1000) {
        sum += a;
        a = (a >> 1) & ~(uint4)(0, 1, 2, 3);
        if (sum.y > 0xf0000000)
            break;
    }
    out[i] = sum;
}
kernel void double_vectors(global double4 *out, global const double4 *in) {
    uint i = get_global_id(0);
    out[i] = in[i] * in[i].wzyx - in[i].x;
}
kernel void halves_of_words(global ushort4 *out, global const ushort2 *a, global const ushort2 *b) {
    uint i = get_global_id(0);
    out[i] = (ushort4)(a[i].y, b[i].x, a[i] + b[i]);
}
