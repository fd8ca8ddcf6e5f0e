/* SPDX-License-Identifier: MIT */
/* Images and samplers: reads, filtered reads, writes, sizes. */

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void copy(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, nearest, at).wxyz);
}

kernel void sampled(read_only image2d_t in, read_only image3d_t in3, read_only image2d_array_t layers, sampler_t s, global float4 *p)
{
    float2 at = (float2)(get_global_id(0), get_global_id(1)) * 0.125f;
    p[get_global_id(0)] = read_imagef(in, s, at) + read_imagef(in3, s, (float4)(at, 0.5f, 0.0f)) +
                          read_imagef(layers, s, (float4)(at, 1.0f, 0.0f));
}

kernel void integers(read_only image1d_t line, write_only image3d_t volume, read_only image1d_buffer_t buf, global int *p)
{
    int i = (int)get_global_id(0);
    int4 v = read_imagei(line, i) + read_imagei(buf, i + 1);
    write_imageui(volume, (int4)(i, 1, 2, 0), as_uint4(v));
    p[0] = get_image_width(line);
}

kernel void both(read_write image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(image, at, read_imagef(image, at) * 0.5f);
}
