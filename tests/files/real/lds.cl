/* SPDX-License-Identifier: MIT */
/* Work-group memory: reductions and a transposition through LDS, with barriers. */

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void reduce(global const float *in, global float *out)
{
    local float part[256];
    uint l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 128; step > 0; step >>= 1) {
        if (l < step)
            part[l] += part[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void transpose(global const float *in, global float *out, uint n)
{
    local float tile[16][17];
    uint x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[get_global_id(1) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + y) * n + get_group_id(1) * 16 + x] = tile[x][y];
}

/* The memory of the caller, in all widths. */
kernel void widths(local uchar *b, local ushort *h, local uint *w, local ulong *d, local uint4 *q, global ulong *out)
{
    uint l = get_local_id(0);
    b[l] = (uchar)l;
    h[l] = (ushort)(l * 3);
    w[l] = l * 5;
    d[l] = (ulong)l << 33;
    q[l] = (uint4)(l, l + 1, l + 2, l + 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint r = get_local_size(0) - 1 - l;
    uint4 v = q[r];
    out[l] = b[r] + h[r] + w[r] + w[r ^ 1] + d[r] + d[r ^ 64] + v.x + v.w + (ulong)(char)b[r ^ 1] + (ulong)(short)h[r ^ 1];
}

kernel void scan(global uint *data, local uint *tmp)
{
    uint l = get_local_id(0), n = get_local_size(0);
    tmp[l] = data[get_global_id(0)];
    for (uint d = 1; d < n; d <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint add = l >= d ? tmp[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[l] += add;
    }
    data[get_global_id(0)] = tmp[l];
}
