/* SPDX-License-Identifier: MIT */
/*
 * gisa_shade.h - executes shaders of the PS Vita (USSE): vertex and fragment programs, from .gxp
 * files or raw words.
 *
 * A machine holds a program and what all its instances share: uniforms (sa registers), memory,
 * textures, and the choices where it is unknown what the hardware does. A draw runs the program for
 * many instances (vertices, or fragments), in batches of up to 64. The caller fills in the
 * registers of each batch before it runs and looks at them afterwards; registers lie row by row,
 * one word of each instance next to the other.
 *
 * Four instances in a row are a quad, (x, y) (x + 1, y) (x, y + 1) (x + 1, y + 1), of which dsx,
 * dsy and the level of detail of samples are made. What an instance computes depends on the others
 * of its quad at most, never on threads or the size of batches.
 *
 * Nothing here is called by several threads at once but gisa_shade_draw itself, on machines that
 * no other thread changes meanwhile. Everything that is allocated is allocated with malloc.
 */
#ifndef GISA_SHADE_H
#define GISA_SHADE_H

#include "gisa.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GISA_SHADE_LANES = 64, GISA_SHADE_BANK = 128 /* registers of a bank, 32 bits each */ };

typedef struct gisa_shade gisa_shade;

/* NULL: no memory, or the architecture is none whose shaders can be executed. */
GISA_API gisa_shade *gisa_shade_new(const gisa_isa *isa);
GISA_API void gisa_shade_free(gisa_shade *machine); /* no draw may run; NULL is allowed */

/* ---- The program ---- */

/* Words of 64 bits as they stand in memory, which are copied. The secondary program runs once
 * before each draw; what it leaves in sa registers the instances of the primary one begin with. Any
 * bytes are taken: a word that is no instruction is a fault when it is executed.
 * GISA_STATUS_NO_MEMORY; GISA_STATUS_BAD_ARGUMENT where `size` is not a multiple of 8. */
GISA_API gisa_status gisa_shade_primary(gisa_shade *machine, const void *code, size_t size);
GISA_API gisa_status gisa_shade_secondary(gisa_shade *machine, const void *code, size_t size);

/* Both programs, literals, texture units, and the registers for the numbers of the vertex and the
   instance of a file. */
GISA_API gisa_status gisa_shade_load(gisa_shade *machine, const gisa_gxp *shader);

/* ---- What the instances share ---- */

/* The sa registers, GISA_SHADE_BANK words, to be filled in before a draw. */
GISA_API uint32_t *gisa_shade_uniforms(gisa_shade *machine);

/* The program may read and write `size` bytes of the host's memory at its own addresses from
 * `address` on. GISA_STATUS_BAD_ARGUMENT: it overlaps with what is mapped, or does not fit into 32
 * bits. */
GISA_API gisa_status gisa_shade_map(gisa_shade *machine, uint32_t address, void *memory,
                                    uint32_t size);

/* Gives a program of a file one of its uniform buffers (0 to 13; 14 = the default one): `size`
 * bytes of the host's memory, at most 16 MB, are mapped at an address of the buffer's own, which
 * goes to the registers where the program looks for it; registers that hold a part of the buffer
 * are loaded from there. gisa_gxp_parameter_at says what lies where. Statuses as those of
 * gisa_shade_map. */
GISA_API gisa_status gisa_shade_bind(gisa_shade *machine, const gisa_gxp *shader, unsigned buffer,
                                     void *memory, uint32_t size);

typedef enum gisa_wrap { GISA_WRAP_REPEAT, GISA_WRAP_CLAMP, GISA_WRAP_MIRROR } gisa_wrap;

/* Texels of four floats, red, green, blue, alpha, row by row from the top; of a cube six such
 * pictures, +x -x +y -y +z -z. The caller's memory, as long as the machine uses it. Mipmaps:
 * `levels` pictures one after another, each half as wide and high as the one before, at least 1
 * x 1; of a cube all faces of a level, then those of the next. */
typedef struct gisa_shade_texture {
    const float *texels;
    uint32_t width, height, levels;
    bool cube, bilinear, trilinear;
    uint8_t wrap[2]; /* gisa_wrap, along x and y */
} gisa_shade_texture;

/* Unit 0 to 15; NULL takes it away. A program that samples itself finds it through the first word
 * of its sampler state, which is the unit's number: gisa_shade_load puts it there. */
GISA_API gisa_status gisa_shade_set_texture(gisa_shade *machine, unsigned unit,
                                            const gisa_shade_texture *texture);

/* ---- Choices ---- */

/* One of the models of part 9 of gisa.h. GISA_STATUS_BAD_ARGUMENT: there is no such model or
   option. */
GISA_API gisa_status gisa_shade_choose(gisa_shade *machine, const char *model, const char *option);

/* ---- Draws ---- */

/* The registers of a batch. */
typedef struct gisa_shade_batch gisa_shade_batch;

/* A row: the register of each instance, GISA_SHADE_LANES words. `bank` is GISA_KIND_TEMP,
 * GISA_KIND_OUTPUT, GISA_KIND_PRIMARY or GISA_KIND_SECONDARY (reg below GISA_SHADE_BANK),
 * GISA_KIND_INTERNAL (reg 0 to 15: four channels of four registers, f32) or GISA_KIND_INDEX (1, 2).
 * NULL: there is no such register. */
GISA_API uint32_t *gisa_shade_row(gisa_shade_batch *batch, unsigned bank, unsigned reg);

/* The instances of which predicate 0 to 3 is set, and those that were not discarded: a bit each. */
GISA_API uint64_t *gisa_shade_predicate(gisa_shade_batch *batch, unsigned predicate);
GISA_API uint64_t gisa_shade_alive(const gisa_shade_batch *batch);

/* The depth that fragments have written, 0 of the others; NULL where none has. */
GISA_API const float *gisa_shade_depth_row(const gisa_shade_batch *batch);

/* Samples texture unit `unit` at coordinates x, y (rows of floats) for each instance, as the
 * hardware does before a program begins; to four rows of floats. Where there is no such texture,
 * they are 0. */
GISA_API void gisa_shade_presample(gisa_shade_batch *batch, unsigned unit, const float *x,
                                   const float *y, float *result[4]);

typedef struct gisa_shade_draw {
    uint64_t instances;
    /* What a vertex program of a file finds in the registers of gisa_gxp_info.vertex_index and
     * .instance_index, before `begin`. The vertices of an instance follow each other, from number
     * first_vertex on; then comes the next instance. */
    uint64_t vertices; /* of an instance; 0 = all */
    uint32_t first_vertex, first_instance;
    unsigned threads;         /* 0 = 1 */
    unsigned batch;           /* instances in a batch, a multiple of 4 up to 64; 0 = 64 */
    uint64_t limit;           /* of instructions that one batch executes; 0 = none */
    const volatile int *stop; /* not 0: end soon; may be NULL */
    /* Called for each batch, by several threads at once: before it runs, with all registers 0 but
     * sa and those numbers, and afterwards. `first` is the number of its first instance, `count`
     * how many there are. May be NULL. */
    void (*begin)(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count);
    void (*end)(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count);
    void *ctx;
    /* `end` is called for one batch at a time, in order; not for those after a fault. */
    bool in_order;
    /* Observation; it makes draws slower. All may be NULL. */
    /* gisa_form_count numbers, to which is added how often batches have executed each form */
    uint64_t *executed;
    uint64_t *lanes; /* likewise, how many instances were active then */
    /* 32 numbers, to which is added how often an instruction depended on each model */
    uint64_t *models;
    void (*trace)(void *ctx,
                  const char *line); /* a line for each instruction; the draw has one thread then */
    /* Watches the draw, on one thread: see gisa_observe.h. Each batch is a wave, alone in its
     * group; the group's id is the number of the batch, `observed_as`, and 1 where it is the
     * secondary program. Lanes are instances, `exec` those that the instruction is for. Registers
     * are read by gisa_wave.h alone. Addresses of code are those of a program at `observed_code`,
     * which the secondary one follows. gisa_observed_launch has the number of groups alone. */
    const struct gisa_observer *observer;
    uint64_t observed_code;
    uint32_t observed_as;
} gisa_shade_draw;

/* What the program would read there; how many bytes of it are mapped, from the first one on. */
GISA_API size_t gisa_shade_read(const gisa_shade *machine, uint32_t address, void *to, size_t size);

typedef enum gisa_shade_end {
    GISA_SHADE_END_ENDED,
    GISA_SHADE_END_FAULT,
    GISA_SHADE_END_LIMIT,
    GISA_SHADE_END_STOPPED
} gisa_shade_end;

typedef struct gisa_shade_result {
    gisa_shade_end end;
    uint64_t instructions; /* that batches have executed */
    uint64_t instance;     /* of a fault */
    uint32_t pc;           /* likewise: the number of the instruction, from 0 */
    bool secondary;        /* likewise: of the secondary program */
    char message[400];     /* one sentence: what, in which instruction, where, for which instance */
} gisa_shade_result;

/* Runs the secondary program, then the primary one for all instances. GISA_OK: result->end says how
 * it ended; GISA_STATUS_BAD_ARGUMENT (on a big-endian host always, and result->message says so),
 * GISA_STATUS_NO_MEMORY. Of several faults the one of the lowest instance is told. */
GISA_API gisa_status gisa_shade_run(gisa_shade *machine, const gisa_shade_draw *draw,
                                    gisa_shade_result *result);

/* ---- Vertices into pictures ---- */

/* What vertices pass on to fragments, by the numbers that files have for it. */
enum {
    GISA_SHADE_TEXCOORD0,   /* to 9 */
    GISA_SHADE_COLOR0 = 10, /* and 11 */
    GISA_SHADE_FOG = 12,
    GISA_SHADE_POSITION = 13, /* of a fragment: x and y of its centre, its depth, 1 / w */
    GISA_SHADE_VALUES,
    GISA_SHADE_CLIPS = 8
};

/* The number of "texcoord0", "color1"; -1: it has none. */
GISA_API int gisa_shade_value(const char *name);

typedef struct gisa_shade_vertex {
    float position[4];                 /* in clip space: x, y, z, w */
    float value[GISA_SHADE_VALUES][4]; /* what the program does not give is 0 */
    float clip[GISA_SHADE_CLIPS];      /* distances to clip planes: inside where not negative */
} gisa_shade_vertex;

typedef struct gisa_shade_passed {
    uint32_t values; /* a bit each */
    uint8_t clips;
} gisa_shade_passed;

/* What a vertex program gives, or a fragment program takes (without its position). */
GISA_API gisa_shade_passed gisa_shade_passes(const gisa_gxp *shader);

/* The first `count` vertices of a batch of a vertex program, after it has run. */
GISA_API void gisa_shade_take(gisa_shade_batch *batch, const gisa_gxp *shader, unsigned count,
                              gisa_shade_vertex *vertex);

/* The values of a batch of fragments. */
typedef struct gisa_shade_values {
    float row[GISA_SHADE_VALUES][4][GISA_SHADE_LANES];
} gisa_shade_values;

/* Puts them where a fragment program finds them, in its formats, and samples the textures that it
 * wants sampled before it begins. `given`: the values that are there, a bit each; registers of
 * others stay as they are. */
GISA_API void gisa_shade_give(gisa_shade_batch *batch, const gisa_gxp *shader,
                              const gisa_shade_values *values, uint32_t given);

typedef enum gisa_shade_cull {
    GISA_SHADE_CULL_NONE,
    GISA_SHADE_CULL_BACK,
    GISA_SHADE_CULL_FRONT
} gisa_shade_cull;

/* Where fragments go. Row 0 is the top one. */
typedef struct gisa_shade_target {
    uint32_t width, height; /* at most 32768 */
    float *color;           /* red, green, blue, alpha; integers of 8 bits as fractions */
    float *depth; /* NULL: there is no depth test; otherwise what is nearer (smaller) passes */
} gisa_shade_target;

/* Triangles of three corners each. The viewport is the whole target, and its depths are 0 to 1. A
 * fragment is covered where its centre is inside, or on a top or left edge; corners are rounded to
 * 1/256 of a pixel. Values are interpolated in space, in double precision; the other fragments of
 * a quad compute along, but store nothing. */
typedef struct gisa_shade_triangles {
    const gisa_shade_vertex *corners;
    uint64_t triangles;
    gisa_shade_passed passed; /* what the corners have */
    bool up_is_positive;      /* y points up in clip space */
    bool from_minus_one;      /* depths of clip space are -w to w, not 0 to w */
    bool front_is_clockwise;
    gisa_shade_cull cull;
    /* threads, batch, limit, stop, observation; the rest is not looked at. Pictures do not depend
     * on threads. */
    gisa_shade_draw draw;
} gisa_shade_triangles;

/* Runs a fragment program, which gisa_shade_load has put into the machine. A fragment that is
 * neither discarded nor fails the depth test replaces what was there; a depth that the program
 * writes replaces that of the triangle. A fault, beside those of gisa_shade_run: the corners lack
 * a value that the program takes; its result has a format that is not executed. Until a fault the
 * target has what lower fragments have left. */
GISA_API gisa_status gisa_shade_draw_triangles(gisa_shade *machine, const gisa_gxp *shader,
                                               const gisa_shade_triangles *run,
                                               const gisa_shade_target *target,
                                               gisa_shade_result *result);

#ifdef __cplusplus
}
#endif
#endif
