/* SPDX-License-Identifier: MIT */
/* Copies by the whole work-group, memory blocks, and loops the compiler turns into calls or wide moves. */

kernel void stage(global const float *in, global float *out, local float *tmp)
{
    event_t e = async_work_group_copy(tmp, in + get_group_id(0) * 256, 256, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tmp[255 - get_local_id(0)];
    e = async_work_group_strided_copy(tmp, in, 64, 3, 0);
    prefetch(in, 16);
    wait_group_events(1, &e);
    out[get_global_id(0) + 1] = tmp[get_local_id(0) & 63];
}

typedef struct { uint w[40]; } block;

kernel void blocks(global block *a, global const block *b, global uchar *c)
{
    size_t g = get_global_id(0);
    a[g] = b[g + 1];
    __builtin_memset((void *)0 == 0 ? (global void *)(c + g * 64) : 0, 0x5a, 61);
    for (int i = 0; i < 33; i++)
        c[g * 100 + i + 200] = c[g * 100 + i];
}
