/* SPDX-License-Identifier: MIT */
/* Vector types of all widths: loads, stores, swizzles, shuffles, conversions, selects. */

kernel void swizzle(global float4 *f, global int8 *i, global uchar16 *b, global double2 *d)
{
    size_t g = get_global_id(0);
    f[g] = f[g].wzyx * f[g + 1].xxzz + f[g + 2].s0213;
    i[g] = (int8)(i[g].odd, i[g].even) + i[g + 1];
    b[g] = b[g].s0f1e2d3c4b5a6978 ^ b[g + 1];
    d[g] = d[g].yx - d[g + 1];
}

kernel void convert(global float4 *f, global uchar4 *b, global short4 *s, global uint4 *u, global long4 *l)
{
    size_t g = get_global_id(0);
    b[g] = convert_uchar4_sat(f[g] * 255.0f);
    s[g] = convert_short4_sat_rte(f[g + 1]);
    u[g] = convert_uint4_rtp(f[g + 2]);
    l[g] = convert_long4(s[g + 1]) * convert_long4(u[g + 1]);
    f[g + 3] = convert_float4(b[g + 1]) + convert_float4(s[g + 2]);
}

kernel void choose(global int4 *a, global float4 *f, int4 m)
{
    size_t g = get_global_id(0);
    a[g] = select(a[g], a[g + 1], a[g + 2] > m);
    f[g] = select(f[g], f[g + 1], isless(f[g], f[g + 2]));
    a[g + 3] = (int4)(any(a[g] < 0), all(a[g] < 0), dot(f[g], f[g]) > 1.0f, (int)length(f[g + 1]));
    f[g + 4] = normalize(f[g + 4]);
    f[g + 5] = cross(f[g + 5], f[g + 6]);
}

kernel void three(global float *p, global uint *q)
{
    size_t g = get_global_id(0);
    vstore3(vload3(g, p) * 2.0f, g + 1, p);
    vstore16(vload16(g, q) + 1u, g + 1, q);
}

kernel void moving(global uint4 *p, uint4 mask)
{
    size_t g = get_global_id(0);
    p[g] = shuffle2(p[g], p[g + 1], mask);
    p[g + 2] = shuffle(p[g + 2], mask & 3);
}
