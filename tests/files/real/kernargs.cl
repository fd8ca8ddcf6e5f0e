/* SPDX-License-Identifier: MIT */
/* Kernel arguments of every kind: sizes, alignments, qualifiers and address spaces in the metadata. */

typedef struct { char c; long l; short s; float4 v; } mixture;
typedef struct { int a[5]; } five;

kernel void all(char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f, double d, char3 c3,
                float16 f16, mixture m, five v, global int *restrict out, const global volatile int *in,
                constant float *k, local double *tmp)
{
    tmp[get_local_id(0)] = d + k[i & 3];
    out[get_global_id(0)] = c + uc + s + us + i + (int)ui + (int)l + (int)ul + (int)f + c3.z + (int)f16.s9 + m.s +
                            (int)m.v.y + v.a[i & 3] + in[0] + (int)tmp[0];
}

kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(8, 8, 1)))
__attribute__((reqd_work_group_size(8, 4, 2))) void hints(global float4 *p)
{
    p[get_global_id(2)] *= 2.0f;
}

kernel __attribute__((amdgpu_flat_work_group_size(64, 128))) __attribute__((amdgpu_waves_per_eu(2, 4))) void limits(global int *p)
{
    p[get_local_id(0)] = (int)get_global_id(1);
}

/* Everything the runtime tells through hidden arguments and the dispatch packet. */
kernel void sizes(global ulong *p)
{
    for (uint d = 0; d < 3; d++) {
        p[d] = get_global_id(d) + get_global_offset(d) + get_num_groups(d);
        p[d + 3] = get_local_size(d) + get_global_size(d) + get_group_id(d);
    }
    p[6] = get_work_dim();
#if !__gfx600__
    p[7] = get_enqueued_local_size(0) + get_local_linear_id() + get_global_linear_id();
#endif
}
