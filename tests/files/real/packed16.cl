/* SPDX-License-Identifier: MIT */
/* 16-bit integers and pairs: packed arithmetic on gfx9, SDWA on gfx8 and gfx9, plain code before. */

kernel void pairs(global short2 *p, global ushort2 *q, short2 k)
{
    size_t g = get_global_id(0);
    p[g] = p[g] * k + p[g + 1];
    p[g + 2] = max(p[g + 2], p[g + 3]) - min(p[g + 4], k);
    p[g + 5] = p[g + 5] << (short2)(3, 1);
    p[g + 6] = p[g + 6] >> k;
    q[g] = q[g] >> (ushort2)(2, 2);
    q[g + 1] = max(q[g + 1], q[g + 2]) + (ushort2)(7, 9);
    p[g + 7] = p[g + 7].yx + p[g + 8].xx;
    q[g + 3] = add_sat(q[g + 4], q[g + 5]);
    p[g + 9] = sub_sat(p[g + 9], p[g + 10]);
}

kernel void narrow(global uchar *b, global char *c, global ushort *h, global short *s)
{
    size_t g = get_global_id(0);
    b[g] = b[g + 1] + b[g + 2] * b[g + 3];
    c[g] = c[g + 1] >> (c[g + 2] & 7);
    h[g] = h[g + 1] * h[g + 2] + h[g + 3];
    s[g] = max(s[g + 1], (short)(s[g + 2] - s[g + 3]));
    h[g + 4] = (ushort)(b[g + 5] << 8 | b[g + 6]);
    s[g + 5] = s[g + 6] < s[g + 7] ? s[g + 8] : c[g + 3];
}

/* Bytes of a word: the selects that SDWA was made for. */
kernel void bytes(global uint *p, global float *f)
{
    size_t g = get_global_id(0);
    uint a = p[g], b = p[g + 1];
    uint r = ((a & 0xff) + (b & 0xff)) | ((a >> 8 & 0xff) + (b >> 16 & 0xff)) << 8;
    p[g] = r ^ ((a >> 24) * (b >> 24)) << 16;
    f[g] = (float)(a & 0xff) + (float)(a >> 8 & 0xff) + (float)(a >> 16 & 0xff) + (float)(a >> 24);
    p[g + 2] = (uint)((int)(short)a + (int)(char)(b >> 8));
}

#if __gfx803__ || __gfx900__ || __OPTIMIZE__
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_pairs(global half2 *p, half2 k, global float *f)
{
    size_t g = get_global_id(0);
    p[g] = fma(p[g], k, -p[g + 1]);
    p[g + 2] = p[g + 2].yx * -p[g + 3].xx;
    p[g + 4] = fmin(p[g + 4], (half2)(1.0h, -1.0h));
    p[g + 5] = clamp(p[g + 5] + k, (half2)(0.0h), (half2)(1.0h));
    f[g] = (float)p[g + 6].y * f[g + 1] + (float)p[g + 7].x;
}
#endif
