/* SPDX-License-Identifier: MIT */
/* A pass of Stockham's FFT: each work-item does four points of a transform of `length` points that is 4 times as long as
 * those that have been done. The turns are exp(-2 pi i k / points) for all points. */
float2 times(float2 a, float2 b) {
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

kernel void fft(global float2 *to, global const float2 *from, global const float2 *turns, uint done) {
    uint i = get_global_id(0), quarter = get_global_size(0), k = i & (done - 1), out = (i - k) * 4 + k;
    uint step = quarter / done; /* between the turns of a transform of 4 * done points */
    float2 a = from[i], b = times(from[i + quarter], turns[k * step]);
    float2 c = times(from[i + 2 * quarter], turns[2 * k * step]), d = times(from[i + 3 * quarter], turns[3 * k * step]);
    float2 ac = a + c, a_c = a - c, bd = b + d, b_d = (float2)(b.y - d.y, d.x - b.x); /* times -i */
    to[out] = ac + bd;
    to[out + done] = a_c + b_d;
    to[out + 2 * done] = ac - bd;
    to[out + 3 * done] = a_c - b_d;
}
