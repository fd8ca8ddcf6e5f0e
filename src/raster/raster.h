/* SPDX-License-Identifier: MIT */
/* Finds the pixels of a triangle, for the stages of GCN and the programs of USSE. */
#ifndef GISA_RASTER_RASTER_H
#define GISA_RASTER_RASTER_H

#include <stdbool.h>
#include <stdint.h>

enum { RASTER_CORNERS = 3, RASTER_QUAD = 4, RASTER_SAMPLES = 16, RASTER_CLIPS = 8 };

/* A place in a triangle. */
typedef struct raster_point {
    float persp[2], linear[2]; /* i and j: the parts of the second and the third corner */
    float w;                   /* of clip space */
    float z;                   /* in the window, 0 to 1 */
} raster_point;

typedef struct raster_pixel {
    uint32_t x, y;
    uint32_t covered;    /* samples: a bit each */
    raster_point centre; /* whether it is covered or not */
} raster_pixel;

typedef struct raster_view {
    uint32_t width, height;
    bool up_is_positive;
    bool from_minus_one;              /* depths of clip space: -w to w, not 0 to w */
    bool rectangle;                   /* each triangle is three corners of a rectangle */
    uint8_t clips;                    /* distances to clip planes that count: a bit each */
    unsigned samples;                 /* 0: one, the centre */
    int8_t sample[RASTER_SAMPLES][2]; /* from the centre, in 1/16 of a pixel */
} raster_view;

typedef struct raster_corner {
    const float *position; /* in clip space: x, y, z, w */
    const float *clip;     /* distances to clip planes; needed where the view has some */
} raster_corner;

typedef struct raster_triangle {
    raster_corner corner[RASTER_CORNERS];
    double x[3], y[3], z[3], w[3];  /* in the window, times w */
    double edge[3][3], volume;      /* see raster.c */
    bool behind;                    /* a corner has w <= 0; otherwise: */
    int64_t fixed_x[3], fixed_y[3]; /* in 1/256 of a pixel */
    int64_t area;
    bool clockwise;                   /* as seen */
    int64_t left, top, right, bottom; /* pixels that it may cover: right and bottom are outside */
} raster_triangle;

/* False: it covers nothing. */
bool raster_open(const raster_view *view, const raster_corner corner[RASTER_CORNERS], raster_triangle *t);
/* The quad whose first pixel is (x, y); false: it covers no sample. */
bool raster_quad(const raster_view *view, const raster_triangle *t, uint32_t x, uint32_t y,
                 raster_pixel quad[RASTER_QUAD]);
/* Sample number i of a pixel. */
void raster_at_sample(const raster_view *view, const raster_triangle *t, const raster_pixel *p, unsigned i,
                      raster_point *point);
/* The centre of a pixel that is covered as a whole; otherwise the covered sample nearest to it, as
   drivers set PA_SC_CENTROID_PRIORITY. */
void raster_at_centroid(const raster_view *view, const raster_triangle *t, const raster_pixel *p,
                        raster_point *point);

/* The first quad of a triangle, and the one after it, row by row; false: there is none. The place
   is that of its first pixel. */
bool raster_first(const raster_view *view, const raster_triangle *t, uint32_t place[2],
                  raster_pixel quad[RASTER_QUAD]);
bool raster_next(const raster_view *view, const raster_triangle *t, uint32_t place[2],
                 raster_pixel quad[RASTER_QUAD]);

/* Where samples are if nothing else is said: those of Direct3D and Vulkan, for 1, 2, 4, 8 and 16;
   false: another count. */
bool raster_set_samples(raster_view *view, unsigned samples);

#endif
