/* SPDX-License-Identifier: MIT */
/* gisa run on shader stages of GCN. */
#ifndef GISA_CMD_RUN_STAGE_H
#define GISA_CMD_RUN_STAGE_H

#include "gisa_stage.h"
#include "run_shader.h"
#include "test/case.h"

enum { STAGE_MOST = 64 /* options of a kind */, STAGE_WORDS = 32, STAGE_GIVEN = 256 };

/* Memory that user data point to. */
typedef struct stage_memory {
    unsigned char *bytes;
    size_t size, room; /* room: that are mapped */
    const char *out;   /* the file that it is written to after the run; NULL: none */
} stage_memory;

/* A shader and what it is given. */
typedef struct stage_program {
    gisa_stage *stage;
    const char *file; /* NULL: `code` is it */
    const void *code;
    size_t code_size;
    const char *data[STAGE_MOST], *state[STAGE_MOST];
    unsigned data_count, state_count;
    stage_memory memory[STAGE_MOST];
    unsigned memory_count;
} stage_program;

/* Pixels of four floats, and how the run ended, of a case. */
typedef struct stage_picture {
    image image;
    gisa_stage_result result;
} stage_picture;

typedef struct stage_run {
    const gisa_isa *isa;
    gisa_stage_kind kind;
    bool has_kind;
    stage_program first, pixel; /* `pixel`: --pixel, after a vertex stage */
    parameter_data attribute[GISA_STAGE_PARAMS];
    unsigned attribute_count;
    parameter_data input[STAGE_MOST];
    unsigned input_count;
    const char *dump[STAGE_MOST];
    unsigned dump_count;
    const char *corners, *indices, *picture, *palette;
    gisa_syntax syntax;
    code_kind format;
    int primitive, cull;
    uint64_t vertex_count, instances;
    uint32_t width, height, grid[3], group[3];
    bool from_minus_one, per_sample; /* --sample-shading */
    unsigned samples, positions, threads;
    int8_t position[GISA_STAGE_SAMPLES][2];
    bool up, clockwise, depth, quiet, help, bad_dump;
    gisa_stage_attribute mode[GISA_STAGE_PARAMS]; /* of --interp, where mode_set has the bit */
    uint32_t mode_set;
    uint64_t input_float; /* inputs that are floats: a bit each */
    run_models models;
    gisa_stage_limits limits;
    /* Options as they were written, for --case: what a case has to say again. */
    struct stage_given {
        const char *name, *value; /* NULL: without a value */
    } given[STAGE_GIVEN];
    unsigned given_count;
    const char *case_file;
    stage_picture *taken;     /* where the picture goes instead; NULL: nowhere */
    gisa_stage_result result; /* of the last run */
    /* What comes of it stays here for stage_put; nothing is printed before. */
    bool holds;
    gisa_stage_target target;
    gisa_stage_vertices vertices; /* of the last instance */
    /* Makes the stage of a program, with its code, in some other way; false: has said what is
       wrong. NULL: the usual way. */
    bool (*make)(void *ctx, stage_program *p, gisa_stage_kind kind);
    void *make_ctx;
} stage_run;

/* run_stage.c: the options, in the order of the help; what takes one; what has to be said together;
   false: has said what is wrong. */
extern const option stage_options[];
extern const command_info *stage_command; /* for messages */
bool stage_take(void *run, char id, const char *value);
bool stage_check(const stage_run *r);
/* Makes the stages and what they are given. stage_close is due in either case. */
bool stage_open(stage_run *r);
void stage_close(stage_run *r);

/* run_stage_data.c: "4=0x10,1.5", "0-3=V#:FILE,stride=16,fmt=32_32_32f"; false: has said what is
   wrong. */
bool stage_data(stage_program *p, const gisa_isa *isa, const char *text);
/* A file of border colours; likewise. */
bool stage_palette(stage_program *p, const char *file);
/* Writes the memory that files are wanted of; returns the exit status. */
int stage_memory_finish(const stage_program *p);
void stage_memory_free(stage_program *p);

/* run_stage_state.c: "ps_input_ena=persp_center+pos_x", "rsrc1=0x..."; likewise. */
bool stage_state(stage_program *p, const gisa_isa *isa, const char *text);

/* run_stage.c: a stage of a case, with options as `gisa run` takes them. The picture is the
   caller's to free; result.end says how the run ended. False: it could not be run, which has been
   said. */
typedef struct stage_case {
    const gisa_isa *isa;
    int argc; /* options, after the first word */
    char **argv;
    const void *code;
    size_t code_size;
    uint64_t limit;
} stage_case;
bool stage_case_run(const stage_case *c, stage_picture *picture);

/* "ps", "vs" ... */
const char *stage_name(gisa_stage_kind kind);

/* run_stage_case.c: --case; false: has said what is wrong. */
bool stage_case_write(const stage_run *r, const image *picture);

/* run_stage_draw.c: runs it, and, but where it holds, puts out what comes of it; returns the exit
   status. */
int stage_draw(stage_run *r);
int stage_put(stage_run *r);
void stage_forget(stage_run *r); /* what has come of it */

#endif
