/* SPDX-License-Identifier: MIT */
/* Samples: what a sampler makes of the texels of an image around a point. Independent of waves; the
 * memory is the caller's. What public documents leave open is a model (isa/gcn/models.isa). */
#ifndef GISA_IMAGE_SAMPLE_H
#define GISA_IMAGE_SAMPLE_H

#include "image.h"

/* The models that samples depend on; their options are numbered as in the spec, 0 is the
   default. */
typedef enum sample_model {
    SAMPLE_TEXEL_FRACTION,   /* eight, six */
    SAMPLE_TEXEL_ROUNDING,   /* nearest, down */
    SAMPLE_LOD_OPERAND_BIAS, /* added, ignored */
    SAMPLE_MAG_THRESHOLD,    /* zero, half */
    SAMPLE_QUAD_GRADIENTS,   /* coarse, fine */
    SAMPLE_ANISOTROPY,       /* samples, isotropic, refused */
    SAMPLE_CUBE_CORNER,      /* average, clamp */
    SAMPLE_COMPARE_SELECT,   /* ignored, applied */
    SAMPLE_REFERENCE_CLAMP,  /* unorm, never */
    SAMPLE_INTEGER_GATHER,   /* chip, ideal */
    SAMPLE_MODEL_COUNT
} sample_model;

typedef struct sample_models {
    uint8_t option[SAMPLE_MODEL_COUNT];
} sample_models;

/* The name of a model, as in the spec, and how many options it has. */
const char *sample_model_name(sample_model which);
unsigned sample_model_options(sample_model which);

/* Reads `size` bytes, at most 16; false: they may not be read, and the sample does not matter. */
typedef bool sample_read(void *memory, uint64_t address, unsigned size, void *to);

/* What all lanes of an instruction share. */
typedef struct sample_source {
    const image *image;
    const sampler *sampler;
    const sample_models *models;
    sample_read *read;
    void *memory;
    uint64_t palette;             /* address of the border colours; 0: not known */
    bool integer_gathers_nearest; /* gathers of integers take the texels to the right and below a
                                     point, not those around it (gfx6 to gfx8) */
} sample_source;

typedef enum sample_level { SAMPLE_LEVEL_ZERO, SAMPLE_LEVEL_GIVEN, SAMPLE_LEVEL_STEPS } sample_level;

/* Where a lane samples. */
typedef struct sample_point {
    float at[3]; /* x, y, z: from 0 to 1, or in texels; of cubes as the instruction takes them, from
                      1 to 2 */
    float slice; /* of arrays; of cubes the face plus 8 times the number of the cube */
    int8_t offset[3];
    bool in_texels; /* the instruction says so */
    bool compares;
    float reference;
    sample_level level;
    float lod;        /* SAMPLE_LEVEL_GIVEN */
    float step[2][3]; /* SAMPLE_LEVEL_STEPS: how `at` changes to the right and downwards */
    float bias, least;
} sample_point;

/* Why a sample cannot be done, a sentence about "the image" or "the sampler"; NULL: it can. */
const char *sample_refusal(const sample_source *source, const sample_point *any, bool gathers);

/* How many of x, y and z a kind of image has. */
unsigned sample_axes(image_kind kind);

/* Four components, as a register has them: floats, or integers of integer formats. */
void sample_image(const sample_source *source, const sample_point *point, uint32_t result[4]);

/* One component (after the selection of the resource) of the four texels of a linear filter: lower
   left, lower right, upper right, upper left; or of four texels side by side. */
void sample_gather(const sample_source *source, const sample_point *point, unsigned component, bool row,
                   uint32_t result[4]);

/* The level of detail, counted from the first level of the image: as it is used, and before it is
   clamped. */
void sample_lod(const sample_source *source, const sample_point *point, float result[2]);

#endif
