/* SPDX-License-Identifier: MIT */
/* For code object versions 2 and 3, which need an older clang that cannot read the device library: no library calls. */

constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__attribute__((noinline)) float blur(global const float *p, uint i)
{
    float sum = 0;
    for (uint k = 0; k < 5; k++)
        sum += weights[k] * p[i + k];
    return sum;
}

kernel void smooth(global const float *in, global float *out, uint n)
{
    uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
    if (i + 4 < n)
        out[i] = blur(in, i);
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(global int *p, local int *l, struct { int a, b; } pair)
{
    uint i = __builtin_amdgcn_workitem_id_x();
    l[i] = p[i] * pair.a + pair.b;
    __builtin_amdgcn_s_barrier();
    p[i] = l[63 - i];
}
