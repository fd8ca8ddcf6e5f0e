/* SPDX-License-Identifier: MIT */
/* A kernel with images for clang and `gisa run` (docs/testing-without-a-gpu.md): how much the
 * colours change from the left to the right and from above to below. */
kernel void edges(read_only image2d_t from, write_only image2d_t to, sampler_t how)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 x = read_imagef(from, how, at + (int2)(1, 0)) - read_imagef(from, how, at - (int2)(1, 0));
    float4 y = read_imagef(from, how, at + (int2)(0, 1)) - read_imagef(from, how, at - (int2)(0, 1));
    float4 edge = sqrt(x * x + y * y);
    edge.w = 1;
    write_imagef(to, at, edge);
}
