/* SPDX-License-Identifier: MIT */
/* Kernels that read and write whole images of every kind, for images.py. `size` is what the image
 * has of texels; the grid has one work-item for each. */
#define X ((int)get_global_id(0) % size.x)
#define Y ((int)get_global_id(0) / size.x % size.y)
#define Z ((int)get_global_id(0) / size.x / size.y)

#define KIND(name, type, at)                                                                                 \
    kernel void read_f_##name(read_only type image, global float4 *out, int3 size)                           \
    {                                                                                                        \
        out[get_global_id(0)] = read_imagef(image, at);                                                      \
    }                                                                                                        \
    kernel void read_i_##name(read_only type image, global int4 *out, int3 size)                             \
    {                                                                                                        \
        out[get_global_id(0)] = read_imagei(image, at);                                                      \
    }                                                                                                        \
    kernel void read_u_##name(read_only type image, global uint4 *out, int3 size)                            \
    {                                                                                                        \
        out[get_global_id(0)] = read_imageui(image, at);                                                     \
    }                                                                                                        \
    kernel void write_f_##name(write_only type image, global float4 *in, int3 size)                          \
    {                                                                                                        \
        write_imagef(image, at, in[get_global_id(0)]);                                                       \
    }                                                                                                        \
    kernel void write_i_##name(write_only type image, global int4 *in, int3 size)                            \
    {                                                                                                        \
        write_imagei(image, at, in[get_global_id(0)]);                                                       \
    }                                                                                                        \
    kernel void write_u_##name(write_only type image, global uint4 *in, int3 size)                           \
    {                                                                                                        \
        write_imageui(image, at, in[get_global_id(0)]);                                                      \
    }

KIND(1d, image1d_t, X)
KIND(1d_buffer, image1d_buffer_t, X)
KIND(1d_array, image1d_array_t, (int2)(X, Y))
KIND(2d, image2d_t, (int2)(X, Y))
KIND(2d_array, image2d_array_t, (int4)(X, Y, Z, 0))
KIND(3d, image3d_t, (int4)(X, Y, Z, 0))

/* ---- what they say of themselves ---- */

kernel void asked(read_only image1d_t a, read_only image1d_array_t b, read_only image2d_t c,
                  read_only image2d_array_t d, read_only image3d_t e, global int *out)
{
    out[0] = get_image_width(a);
    out[1] = get_image_width(b);
    out[2] = get_image_array_size(b);
    out[3] = get_image_width(c);
    out[4] = get_image_height(c);
    out[5] = get_image_width(d);
    out[6] = get_image_height(d);
    out[7] = get_image_array_size(d);
    out[8] = get_image_width(e);
    out[9] = get_image_height(e);
    out[10] = get_image_depth(e);
    out[11] = get_image_dim(e).z;
}

/* ---- samplers of the program, and of an argument ---- */

#define SAMPLERS(mode)                                                                                       \
    constant sampler_t near_##mode = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST | mode;                 \
    constant sampler_t linear_##mode = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR | mode;                \
    kernel void near_at_##mode(read_only image2d_t image, global float *out, float first, float step,        \
                               float y)                                                                      \
    {                                                                                                        \
        int i = get_global_id(0);                                                                            \
        out[i] = read_imagef(image, near_##mode, (float2)(first + i * step, y)).x;                           \
    }                                                                                                        \
    kernel void linear_at_##mode(read_only image2d_t image, global float *out, float first, float step,      \
                                 float y)                                                                    \
    {                                                                                                        \
        int i = get_global_id(0);                                                                            \
        out[i] = read_imagef(image, linear_##mode, (float2)(first + i * step, y)).x;                         \
    }

SAMPLERS(CLK_ADDRESS_CLAMP)
SAMPLERS(CLK_ADDRESS_CLAMP_TO_EDGE)
SAMPLERS(CLK_ADDRESS_REPEAT)
SAMPLERS(CLK_ADDRESS_MIRRORED_REPEAT)

kernel void sampled(read_only image2d_t image, global float *out, float first, float step, float y,
                    sampler_t how)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, how, (float2)(first + i * step, y)).x;
}
