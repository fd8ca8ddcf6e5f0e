/* SPDX-License-Identifier: MIT */
/* Resources of buffers and images and samplers (V#, T#, S#), put together by the tables of the
 * spec: gisa run uses them, and so does the HSA runtime (hsa/images.c). */
#ifndef GISA_RESOURCES_H
#define GISA_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gisa.h"

enum { RESOURCE_BUFFER = 4, RESOURCE_IMAGE = 8, RESOURCE_SAMPLER = 4 /* words */ };

/* Sets a part of a resource to a value; false: the architecture has no such
   part. `pack` is BUFFER, IMAGE or IMAGE_SAMPLER. */
bool resource_part(const gisa_isa *isa, const char *pack, const char *part, uint32_t *words, uint64_t value);
/* The most that a part can hold; 0: there is none. */
uint64_t resource_most(const gisa_isa *isa, const char *pack, const char *part);
/* The value that has this name in a table, or the first `size` letters of it; false: none has. */
bool resource_value(const gisa_isa *isa, const char *table, const char *name, size_t size, unsigned *value);
/* What reads give in each component: "xyzw", "x001" (0 zero, 1 one). */
void resource_select(const gisa_isa *isa, const char *pack, const char *select, uint32_t *words);

/* A format as users write it: "32_32_32f", "8_8_8_8", "16_16i", "8_8_8_8:snorm": the layout of the
   components, and u, i or f for uint, sint and float, or a name; without either unorm. */
typedef struct resource_format {
    char layout[24];     /* "8_8_8_8" */
    const char *number;  /* "unorm": in the text, or a constant */
    unsigned components; /* 1 to 4 */
} resource_format;

/* False: it is no such text. Whether an architecture has the format is another question. */
bool resource_format_read(const char *text, resource_format *f);

/* A linear image with one level. */
typedef struct resource_image {
    const char *type;                     /* in table IMAGE_TYPE: "2d" */
    const char *data_format, *number;     /* in IMAGE_FORMAT, IMAGE_NUMBER: "8_8_8_8", "unorm" */
    const char *select;                   /* see resource_select */
    uint64_t base;                        /* a multiple of 256 */
    uint32_t width, height, depth, pitch; /* texels; depth: or slices */
} resource_image;

/* False: the architecture has no such type or format. */
bool resource_image_words(const gisa_isa *isa, const resource_image *from, uint32_t words[RESOURCE_IMAGE]);

/* Another address and another format for a resource. */
bool resource_image_retarget(const gisa_isa *isa, uint32_t words[RESOURCE_IMAGE], uint64_t base,
                             const char *data_format, const char *number, const char *select);

/* A buffer of elements that have a format. */
typedef struct resource_buffer {
    const char *data_format, *number, *select; /* in DFMT, NFMT; see resource_select */
    uint64_t base;
    uint32_t stride, count; /* bytes; elements */
} resource_buffer;

bool resource_buffer_words(const gisa_isa *isa, const resource_buffer *from, uint32_t words[RESOURCE_BUFFER]);

typedef struct resource_sampler {
    const char *clamp; /* in table CLAMP: "last_texel" */
    bool linear, unnormalized;
} resource_sampler;

/* All levels of an image are sampled, one at a time; the border is zeros. False: there is no such
   clamp. */
bool resource_sampler_words(const gisa_isa *isa, const resource_sampler *from,
                            uint32_t words[RESOURCE_SAMPLER]);

#endif
