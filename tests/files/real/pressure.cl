/* SPDX-License-Identifier: MIT */
/* More values alive than registers: spills of vector and scalar registers. */

__attribute__((amdgpu_num_vgpr(32))) kernel void spill(global float *p, global const float *q)
{
    float v[48];
    size_t g = get_global_id(0);
#pragma unroll
    for (int i = 0; i < 48; i++)
        v[i] = q[g + i * 64];
#pragma unroll
    for (int i = 0; i < 48; i++)
#pragma unroll
        for (int j = 1; j < 4; j++)
            v[i] = fma(v[i], v[(i * 7 + j) % 48], v[47 - i]);
#pragma unroll
    for (int i = 0; i < 48; i++)
        p[g + i * 64] = v[i];
}

kernel void many_scalars(global int *p, int4 a, int4 b, int4 c, int4 d, int8 e, int8 f, int16 h)
{
    int16 s = (int16)(a, b, c, d) * h + (int16)(e, f);
    for (int i = 0; i < p[0]; i++)
        s = s * h + (int16)(f, e) - (s >> (int16)(a, a, b, c));
    p[get_global_id(0)] = s.s0 ^ s.s1 ^ s.s2 ^ s.s3 ^ s.s4 ^ s.s5 ^ s.s6 ^ s.s7 ^ s.s8 ^ s.s9 ^ s.sa ^ s.sb ^ s.sf;
}

kernel void matrix(global const float *a, global const float *b, global float *c, int n)
{
    float sum[4][4] = {{0}};
    int x = (int)get_global_id(0) * 4, y = (int)get_global_id(1) * 4;
    for (int k = 0; k < n; k++) {
        float4 va = vload4(0, a + k * n + y), vb = vload4(0, b + k * n + x);
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum[i][j] += va[i] * vb[j];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(y + i) * n + x + j] = sum[i][j];
}
