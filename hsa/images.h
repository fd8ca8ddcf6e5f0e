/* SPDX-License-Identifier: MIT */
/* Images and samplers: what the parts of the runtime know of them. */
#ifndef GISA_HSA_IMAGES_H
#define GISA_HSA_IMAGES_H

#include <hsa/hsa_ext_image.h>

#include "runtime.h"

#define NO_FORMAT ((hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED)
#define NO_SIZE ((hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED)
#define NO_PITCH ((hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED)
#define NO_SAMPLER ((hsa_status_t)HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED)

enum { IMAGE_ALIGNMENT = 256 /* of images and their rows */ };

/* Texels that have a format of HSA's, in the names of the spec. */
typedef struct image_format {
    char data[16];       /* in table IMAGE_FORMAT: "8_8_8_8" */
    const char *number;  /* in IMAGE_NUMBER: "unorm" */
    const char *select;  /* what reads give: "xyzw", "x001" */
    uint32_t size;       /* bytes of a texel */
    uint32_t capability; /* HSA_EXT_IMAGE_CAPABILITY_* */
} image_format;

/* image_formats.c. False: no image of this geometry has the format. */
bool image_format_find(image_format *f, hsa_ext_image_geometry_t geometry,
                       const hsa_ext_image_format_t *format);

typedef hsa_ext_image_descriptor_t image_descriptor;

/* The runtime's part of an image. Kernels have its resource and what AMD's device libraries want to
   know of it. */
typedef struct own_image {
    handle_head head;
    agent *agent;
    image_descriptor is;
    image_format format;
    uint8_t *data;                  /* for the host */
    uint32_t width, height, slices; /* texels; 1 where the geometry has none */
    size_t row, slice;              /* bytes from one to the next; row 0: it is not linear */
} own_image;

own_image *image_find(hsa_ext_image_t handle); /* NULL: there is none */
/* The resource of one that has a texel of this format, in memory of 256 bytes. */
bool image_one_texel(const agent *a, const image_format *f, const void *texel, uint32_t words[8]);

#endif
