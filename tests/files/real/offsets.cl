/* SPDX-License-Identifier: MIT */
/* Addressing: large and negative constant offsets, wide scalar loads, strided accesses, bytes and shorts. */

kernel void far(global int *p, global uchar *b, int k)
{
    int g = (int)get_global_id(0);
    p[g + 1] = p[g - 1];
    p[g + 1023] = p[g - 1024];
    p[g + 1024] = p[g + 100000];
    b[g + 4095] = b[g - 4096];
    b[k] = b[k + 5000];
}

kernel void wide(constant int16 *p, constant int8 *q, constant int4 *r, constant int2 *s, int k, global int *out)
{
    int16 a = p[k];
    int8 b = q[k + 1];
    int4 c = r[k + 300];
    int2 d = s[k + 70000];
    out[get_global_id(0)] = a.s0 * a.sf + b.s3 * b.s7 + c.x * c.w + d.x * d.y + a.s7 * b.s1;
}

kernel void sub_word(global const char *c, global const uchar *uc, global const short *s, global const ushort *us, global int *out)
{
    size_t g = get_global_id(0);
    out[g] = c[g] + uc[g * 3] + s[g + 7] + us[g * 5 + 2];
    ((global char *)out)[g * 4 + 9999] = (char)g;
    ((global short *)out)[g * 2 + 777] = (short)g;
}

kernel void streams(global float4 *p, global const float *q)
{
    size_t g = get_global_id(0);
    p[g] = __builtin_nontemporal_load(p + g + 1) + q[0] + q[1] + q[2] + q[3] + q[4] + q[5] + q[6] + q[7];
    __builtin_nontemporal_store(p[g + 2], p + g + 3);
    *(volatile global float *)(p + g + 4) = q[g];
}
