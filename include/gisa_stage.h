/* SPDX-License-Identifier: MIT */
/*
 * gisa_stage.h - runs shaders of GCN stage by stage: a vertex stage over vertices, a pixel stage
 * over triangles, both together on a mesh, a compute stage over work-groups; any stage on registers
 * that the caller sets.
 *
 *     gisa_stage *ps = gisa_stage_new(gisa_find("gfx900"), GISA_STAGE_KIND_PS);
 *     gisa_stage_load(ps, code, size);
 *     gisa_stage_run_pixels(ps, &pixels, &target, &result);
 *
 * Waves begin as the hardware starts them: user data in s0, s1 ..., then the scalar registers of
 * the stage, its vector registers from v0 on, the attributes of pixels in LDS. The tables
 * PS_SGPR, PS_INPUT, VS_SGPR, VS_VGPR and so on of the spec say which these are (`gisa info
 * PS_INPUT`); registers that hardware leaves undefined are 0. Nothing is blended, and no
 * fixed-function unit is run but those that are named here.
 *
 * A stage is used by one thread at a time; different stages may be used by different threads.
 * Everything is allocated with malloc.
 */
#ifndef GISA_STAGE_H
#define GISA_STAGE_H

#include "gisa_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are those of the table STAGE. */
typedef enum gisa_stage_kind {
    GISA_STAGE_KIND_PS,
    GISA_STAGE_KIND_VS,
    GISA_STAGE_KIND_GS, /* gfx9: merged with the stage before it, as HS is */
    GISA_STAGE_KIND_ES,
    GISA_STAGE_KIND_HS,
    GISA_STAGE_KIND_LS,
    GISA_STAGE_KIND_CS,
    GISA_STAGE_KIND_COUNT
} gisa_stage_kind;

typedef struct gisa_stage gisa_stage;

/* NULL: no memory, or the architecture has no such stage (USSE; gfx9 has no ES and LS). */
GISA_API gisa_stage *gisa_stage_new(const gisa_isa *isa, gisa_stage_kind kind);
/* Likewise, with the memory of a machine, which outlives it: what is mapped and loaded there, and
 * its models. What a stage maps stays mapped there, and only one may run at a time. */
GISA_API gisa_stage *gisa_stage_new_in(gisa_machine *machine, gisa_stage_kind kind);
GISA_API void gisa_stage_free(gisa_stage *stage); /* NULL is allowed */

/* ---- What the chip's registers say ------------------------------------------------------- */

typedef struct gisa_stage_state {
    uint32_t user_sgprs; /* RSRC2.USER_SGPR */
    /* The scalar registers after them that are enabled: bits by their numbers in the table of the
     * stage. Those of merged stages are always there. */
    uint32_t sgprs;
    uint32_t vgprs;                       /* how many vector registers are initialised; not of PS */
    uint32_t ps_input_ena, ps_input_addr; /* SPI_PS_INPUT_ENA and _ADDR */
    /* SPI_SHADER_COL_FORMAT, four bits for each target by the table COL_FORMAT; 15: as the export
     * says, f16 with compr and 32 bits without. */
    uint32_t color_format;
    uint32_t float_mode; /* RSRC1.FLOAT_MODE: MODE[7:0] */
    bool dx10_clamp, ieee;
} gisa_stage_state;

/* The state, which may be changed while nothing runs. At first: no user data; PS: the mask of
 * primitives, and i and j at the centre of the pixel; CS: the number of the work-group and three
 * coordinates; others: all registers of the table, but stream output and tessellation; f16 and f64
 * denormals kept, those of f32 flushed; DX10_CLAMP set. */
GISA_API gisa_stage_state *gisa_stage_state_of(gisa_stage *stage);

/* Likewise from COMPUTE_PGM_RSRC1 and 2 or SPI_SHADER_PGM_RSRC1_xx and 2: user data, FLOAT_MODE,
 * DX10_CLAMP, IEEE. */
GISA_API void gisa_stage_set_rsrc(gisa_stage *stage, uint32_t rsrc1, uint32_t rsrc2);

/* A word of user data; user_sgprs becomes at least number + 1. GISA_STATUS_BAD_ARGUMENT: the
 * architecture has fewer. */
GISA_API gisa_status gisa_stage_set_user_data(gisa_stage *stage, unsigned number, uint32_t value);

/* The code, and memory that it may touch: as gisa_wave_load and gisa_wave_map. */
GISA_API gisa_status gisa_stage_load(gisa_stage *stage, const void *code, size_t size);
/* In place of gisa_stage_load: code that is in memory already, for instance of a code object. */
GISA_API gisa_status gisa_stage_enter(gisa_stage *stage, uint64_t address);
GISA_API gisa_status gisa_stage_map(gisa_stage *stage, uint64_t address, void *memory, size_t size,
                                    bool writable);
GISA_API gisa_status gisa_stage_choose(gisa_stage *stage, const char *model, const char *option);

/* As gisa_machine_set_border_palette. */
GISA_API gisa_status gisa_stage_set_border_palette(gisa_stage *stage, uint64_t address);

/* The register in which a wave finds an input, by its name in the tables of the stage: "vertex_id",
 * "prim_mask", "persp_center", "user_data" (all of it). GISA_STATUS_SYNTAX: the state has no such
 * input. */
GISA_API gisa_status gisa_stage_find(const gisa_stage *stage, const char *name,
                                     gisa_wave_register *reg);

/* Runs are observed as launches are, by one thread, up to the call with NULL. Each wave is a
 * work-group of its own, whose number in x is how many began before it since this call, in y the
 * kind of stage; those of CS are where the dispatch has them. GISA_STATUS_NO_MEMORY: nothing is
 * observed. */
GISA_API gisa_status gisa_stage_observe(gisa_stage *stage, const gisa_observer *observer);

/* ---- Runs -------------------------------------------------------------------------------- */

typedef enum gisa_stage_end {
    GISA_STAGE_END_ENDED,
    GISA_STAGE_END_FAULT,
    GISA_STAGE_END_LIMIT,
    GISA_STAGE_END_STOPPED
} gisa_stage_end;

typedef struct gisa_stage_result {
    gisa_stage_end end;
    uint64_t instructions, waves;
    gisa_wave_fault fault; /* cause GISA_CAUSE_NONE: of a rule of the stage, see the message */
    char message[480];     /* one sentence, where end is not GISA_STAGE_END_ENDED */
} gisa_stage_result;

/* Limits of a run; zeros: none. */
typedef struct gisa_stage_limits {
    uint64_t instructions;    /* of one wave */
    const volatile int *stop; /* not 0: end soon; may be NULL */
} gisa_stage_limits;

/* Any stage: runs `count` instances, 64 in a wave. `begin` and `end` may be NULL; they are called
 * before each wave runs, when its lanes and user data are set, and after it; `first` is the first
 * instance of the wave. */
typedef struct gisa_stage_run {
    uint64_t count;
    void (*begin)(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes);
    void (*end)(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes);
    void *ctx;
    gisa_stage_limits limits;
} gisa_stage_run;

GISA_API gisa_status gisa_stage_run_waves(gisa_stage *stage, const gisa_stage_run *run,
                                          gisa_stage_result *result);

/* CS: work-groups, each of size[0] * size[1] * size[2] work-items, at most 1024. */
GISA_API gisa_status gisa_stage_dispatch(gisa_stage *stage, const uint32_t groups[3],
                                         const uint32_t size[3], const gisa_stage_limits *limits,
                                         gisa_stage_result *result);

enum { GISA_STAGE_PARAMS = 32 };

/* What a vertex has become. */
typedef struct gisa_stage_vertex {
    float position[4];                 /* in clip space: x, y, z, w */
    float param[GISA_STAGE_PARAMS][4]; /* what was not exported is 0 */
} gisa_stage_vertex;

/* VS: `indices` (NULL: 0, 1, 2 ...) of one instance. */
typedef struct gisa_stage_vertices {
    const uint32_t *indices;
    uint64_t count;
    uint32_t base_vertex, instance, step_rate; /* step_rate 0 = 1 */
    gisa_stage_vertex *vertex;                 /* as many */
    uint32_t params; /* becomes those that some vertex has exported: a bit each */
    gisa_stage_limits limits;
} gisa_stage_vertices;

GISA_API gisa_status gisa_stage_run_vertices(gisa_stage *stage, gisa_stage_vertices *run,
                                             gisa_stage_result *result);

/* How a pixel stage gets an attribute: SPI_PS_INPUT_CNTL. */
typedef enum gisa_stage_mode {
    GISA_STAGE_MODE_SMOOTH,
    GISA_STAGE_MODE_FLAT, /* the value of the first corner */
    GISA_STAGE_MODE_RAW,  /* P0, P10, P20 are the values of the three corners */
    GISA_STAGE_MODE_CONSTANT
} gisa_stage_mode;

typedef struct gisa_stage_attribute {
    uint8_t param; /* which of the corner's; CONSTANT: DEFAULT_VAL */
    uint8_t mode;  /* gisa_stage_mode */
} gisa_stage_attribute;

enum { GISA_STAGE_SAMPLES = 16 };

/* Where pixels go. Row 0 is the top one. Where pixels have samples, those of a pixel follow each
 * other, in `color` and in `depth`. */
typedef struct gisa_stage_target {
    uint32_t width, height;
    /* Red, green, blue, alpha of colour target i; NULL: not wanted. Integer formats: as numbers. */
    float *color[8];
    float *depth; /* NULL: there is no depth test; otherwise what is nearer (smaller) passes */
} gisa_stage_target;

typedef enum gisa_stage_cull {
    GISA_STAGE_CULL_NONE,
    GISA_STAGE_CULL_BACK,
    GISA_STAGE_CULL_FRONT
} gisa_stage_cull;

/* PS: triangles of three corners each. The clip space is that of Vulkan and Direct3D in depth (0 to
 * 1) and of Vulkan in y (downwards); up_is_positive: y points up. A pixel is covered where its
 * centre is inside, or on a top or left edge; corners are rounded to 1/256 of a pixel. */
typedef struct gisa_stage_pixels {
    const gisa_stage_vertex *corners;
    uint64_t triangles;
    bool rectangles; /* each three corners are those of a rectangle: the fourth is v1 + v2 - v0 */
    bool up_is_positive, front_is_clockwise;
    bool from_minus_one; /* depths of clip space are -w to w (OpenGL) */
    gisa_stage_cull cull;
    /* Multisampling; 0 or 1: a pixel is its centre. A pixel runs once where any sample is covered,
     * and covered samples take its colour; per_sample: once for each (PS_ITER_SAMPLE), with pos_x
     * to pos_w, persp_sample and linear_sample at the sample, which otherwise are at the centre. */
    unsigned samples;
    bool per_sample;
    int8_t sample[GISA_STAGE_SAMPLES][2]; /* x and y from the centre, in 1/16 of a pixel: -8 to 7 */
    /* Threads; 0 = 1. Pictures do not depend on it. A shader that changes memory, LDS or GDS runs
     * in one. */
    unsigned threads;
    gisa_stage_attribute attribute[GISA_STAGE_PARAMS];
    unsigned attributes;
    gisa_stage_limits limits;
} gisa_stage_pixels;

/* 1, 2, 4, 8 or 16 samples where Direct3D and Vulkan have them unless a program says otherwise. */
GISA_API gisa_status gisa_stage_set_samples(gisa_stage_pixels *run, unsigned samples);

/* The mean of the samples of each pixel; `picture` may be `color`. */
GISA_API void gisa_stage_resolve(const float *color, uint64_t pixels, unsigned samples,
                                 float *picture);

/* A pixel takes what its lane has exported last to the target where the lane was valid at the last
 * export. The centroid is the centre of a pixel that is covered as a whole, otherwise its covered
 * sample nearest to the centre. An exported mask of samples (mrtz.z) leaves out the others. Faults,
 * beside those of waves: a wave that ends without an export that says done; no
 * input of persp_... or linear_... is enabled, with which hardware hangs. */
GISA_API gisa_status gisa_stage_run_pixels(gisa_stage *stage, const gisa_stage_pixels *run,
                                           const gisa_stage_target *target,
                                           gisa_stage_result *result);

#ifdef __cplusplus
}
#endif
#endif
