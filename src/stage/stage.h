/* SPDX-License-Identifier: MIT */
/* A shader stage (gisa_stage.h): what its parts share. */
#ifndef GISA_STAGE_STAGE_H
#define GISA_STAGE_STAGE_H

#include "../emu/wave_watch.h"
#include "gen/gcn_facts.h"
#include "gisa_stage.h"

enum { STAGE_LANES = GISA_WAVE_LANES, STAGE_WAVES = 16, STAGE_USER_DATA = 32, STAGE_INPUTS = 64 };

/* A register that a wave finds an input in. */
typedef struct stage_input {
    const char *name;
    uint16_t number; /* in its table */
    uint8_t part;    /* of entries with the same number, which one */
    bool vector;
    uint32_t at; /* the register */
} stage_input;

typedef struct stage_layout {
    stage_input input[STAGE_INPUTS];
    unsigned count;
    unsigned user_data; /* the first scalar register of user data */
} stage_layout;

/* What has been given to the stage, for others like it that threads run. */
typedef struct stage_given {
    void *code;
    size_t code_size;
    struct stage_map {
        uint64_t address;
        void *memory;
        size_t size;
        bool writable;
    } * map;
    struct stage_choice {
        char *model, *option;
    } * choice;
    unsigned maps, choices;
    uint64_t palette; /* 0: none */
} stage_given;

struct gisa_stage {
    const gisa_isa *isa;
    gisa_stage_kind kind;
    gisa_stage_state state;
    uint32_t user_data[STAGE_USER_DATA];
    gisa_wave *wave[STAGE_WAVES]; /* of a work-group; the first one is always there */
    uint64_t entry;               /* of code that was in memory already; 0: it has a copy */
    bool is_observed;
    watched_place place; /* of the next group, where it is observed */
    stage_layout layout; /* of the run */
    stage_given given;
};

/* Another one like it, for another thread; NULL: no memory. */
gisa_stage *stage_copy(const gisa_stage *stage);

/* layout.c: which registers the state gives to which inputs. */
void stage_lay_out(const gisa_stage *stage, stage_layout *layout);
/* False: the architecture has no such stage. */
bool stage_exists(const gisa_isa *isa, gisa_stage_kind kind);
void stage_default_state(const gisa_isa *isa, gisa_stage_kind kind, gisa_stage_state *state);
/* Scalar registers of this number in the table of the stage, vector ones of this number and part;
   NULL: the wave has none. */
const stage_input *stage_scalar(const gisa_stage *stage, unsigned number);
const stage_input *stage_vector(const gisa_stage *stage, unsigned number, unsigned part);

/* stage.c: a wave with its user data, MODE and EXEC, all else 0. */
void stage_begin_wave(gisa_stage *stage, unsigned which, uint64_t exec);
/* Sets an input; NULL: does nothing. */
void stage_put_scalar(gisa_stage *stage, unsigned which, const stage_input *input, uint32_t value);
/* The row of a vector input; NULL: there is none. */
uint32_t *stage_row(gisa_stage *stage, unsigned which, const stage_input *input);
/* Runs the wave to its end; false: result says why not. */
bool stage_run_wave(gisa_stage *stage, const gisa_stage_limits *limits, gisa_stage_result *result);
/* Likewise `count` waves of a work-group. */
bool stage_run_group(gisa_stage *stage, unsigned count, const gisa_stage_limits *limits,
                     gisa_stage_result *result);
/* A rule of the stage is broken; false. */
bool stage_breaks(gisa_stage_result *result, const char *rule);
/* A run begins. */
void stage_begin_run(gisa_stage *stage, gisa_stage_result *result);
void stage_begin_result(gisa_stage_result *result);

/* colours.c: puts what a lane has exported to a colour target into a pixel, whose other components
   stay; `format` is one of COL_FORMAT, or 15. Returns those that were put, a bit each. */
unsigned colours_put(const gisa_wave_export *export, unsigned format, unsigned lane, float color[4]);
/* Whether the format is one of an export like this one. */
bool colours_fit(const gisa_wave_export *export, unsigned format);

#endif
