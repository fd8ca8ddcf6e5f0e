/* SPDX-License-Identifier: MIT */
/* A wave of a pixel stage: what its pixels are, and what it leaves of them. */
#ifndef GISA_STAGE_PIXELS_H
#define GISA_STAGE_PIXELS_H

#include "raster/raster.h"
#include "stage.h"

enum { QUADS = STAGE_LANES / RASTER_QUAD, CORNERS = RASTER_CORNERS, TARGETS = 8 };

/* A pixel of a wave. */
typedef struct pixel {
    uint32_t x, y;
    uint32_t covered; /* samples; where each has a lane of its own, that one */
    bool front;
    raster_point at, centre, centroid; /* at: of the sample, or the centre */
    float z[RASTER_SAMPLES];           /* of the samples */
} pixel;

/* What a lane has exported. */
typedef struct pixel_result {
    uint8_t written[TARGETS]; /* components: a bit each */
    float color[TARGETS][4];
    bool has_depth;
    float depth;
    uint32_t samples; /* those that the exported mask leaves */
} pixel_result;

/* A wave: quads of one primitive after the other. */
typedef struct batch {
    const gisa_stage_pixels *run;
    pixel pixel[STAGE_LANES];
    unsigned sample; /* that all lanes are of, where each sample has lanes */
    unsigned quads, primitives;
    uint32_t begins; /* bit i: quad i + 1 is the first one of a primitive */
    const gisa_stage_vertex *corner[QUADS][CORNERS];
    uint64_t valid; /* after the run: lanes that are pixels */
    pixel_result result[STAGE_LANES];
    gisa_stage_result end;
} batch;

/* pixel_wave.c: runs the batch in wave 0 of the stage; batch.end says how it ended. */
void pixels_run_wave(gisa_stage *stage, batch *b);

#endif
