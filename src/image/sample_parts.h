/* SPDX-License-Identifier: MIT */
/* What the files of samples share: src/image/sample.c puts the parts together. */
#ifndef GISA_IMAGE_SAMPLE_PARTS_H
#define GISA_IMAGE_SAMPLE_PARTS_H

#include "number.h"
#include "sample.h"

static inline unsigned sample_option(const sample_source *s, sample_model which) {
    return s->models->option[which];
}

static inline bool sample_in_texels(const sample_source *s, const sample_point *p) {
    return p->in_texels || s->sampler->unnormalized;
}

/* ---- sample_lod.c: the level of detail, and what follows from it --------------------- */

typedef struct sample_filter {
    unsigned level[2];
    unsigned level_weight; /* of the second level, of 256 */
    bool linear, linear_z;
    unsigned count; /* samples of an anisotropic filter, along `along` */
    float along[3];
} sample_filter;

sample_filter sample_choose(const sample_source *source, const sample_point *point);

/* ---- sample_place.c: from a coordinate to texels --------------------------------------- */

enum { SAMPLE_BORDER = -1 };

/* The texels of one axis: one, or two and the weight of the second, of 256. `raw` before
   wrapping. */
typedef struct sample_pair {
    int64_t raw[2];
    int32_t texel[2]; /* SAMPLE_BORDER: the border colour */
    unsigned weight, count;
} sample_pair;

typedef enum sample_mode {
    SAMPLE_POINT,
    SAMPLE_LINEAR,
    SAMPLE_BOTH /* two texels from the point on */
} sample_mode;

sample_pair sample_texels(const sample_source *source, const sample_point *point, unsigned axis, float at,
                          uint32_t size, sample_mode mode);

/* The slice, counted from the first one of the view; of cubes a face of one. */
uint32_t sample_slice(const sample_source *source, const sample_point *point);

/* The texel of a neighbouring face in place of one outside of face `slice` in one direction. */
typedef struct sample_seam {
    uint32_t slice;
    int32_t x, y;
} sample_seam;

sample_seam sample_across(uint32_t slice, uint32_t last_slice, uint32_t size, int64_t x, int64_t y);

/* ---- sample_texel.c: one texel --------------------------------------------------------- */

typedef struct sample_texel {
    uint32_t c[4]; /* floats, or integers of integer formats */
} sample_texel;

/* x, y, z inside the level, or SAMPLE_BORDER; decoded, and compared if the point says so. */
sample_texel sample_fetch(const sample_source *source, const sample_point *point, unsigned level, int32_t x,
                          int32_t y, int32_t z);

bool sample_is_integer(const sample_source *source);

#endif
