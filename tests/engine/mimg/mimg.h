/* SPDX-License-Identifier: MIT */
/* Tests of image instructions: a picture in memory, one instruction on it in a wave, and a model of
 * what it has to give, written from public documents and not from src/. */
#ifndef TESTS_MIMG_H
#define TESTS_MIMG_H

#include <stdint.h>
#include <string.h>

#include "gisa_wave.h"
#include "image/image.h"
#include "../../test.h"

enum { LANES = 64, MEMORY = 1 << 20, LEVELS = 3, SLICES = 12, SIZE = 16 };
#define BASE UINT64_C(0x1000000)

void check(bool good, const char *text, ...) __attribute__((format(printf, 2, 3)));
uint32_t random32(void);
float random_float(float low, float high);

/* ---- pictures (picture.c) ---- */

typedef enum kind { K1D, K2D, K3D, KCUBE, K1DARRAY, K2DARRAY, K2DMSAA, K2DMSAAARRAY, KINDS } kind;
extern const char *const kind_names[KINDS];

typedef enum number { UNORM, SNORM, UINT = 4, SINT = 5, FLOAT = 7 } number;

typedef struct format {
    const char *name;
    unsigned data, number, count, width;
} format;

extern const format formats[];
extern const unsigned format_count;

static inline bool is_integer(const format *f) {
    return f->number == UINT || f->number == SINT;
}

typedef union texel {
    float f[4];
    uint32_t u[4];
} texel;

typedef struct picture {
    kind kind;
    const format *format;
    unsigned width, height, depth, slices, levels, first_level, samples;
    uint8_t select[4];
    float min_lod;
    uint32_t words[8]; /* T# */
    uint8_t *memory;   /* at BASE */
    size_t size;
    image read;    /* as src/image finds it: where texels are is tested elsewhere */
    texel *texels; /* as the format holds them, of all levels, slices and samples */
} picture;

/* A picture with random texels; false: src/image does not have such images (yet). */
bool picture_make(picture *p, const gisa_isa *isa, unsigned gen, kind k, const format *f, unsigned levels);
void picture_free(picture *p);
unsigned picture_axes(kind k);
unsigned picture_size(const picture *p, unsigned axis, unsigned level); /* level from first_level */
texel *picture_at(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample);
/* What stands in memory now. */
texel picture_stored(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample);

void put_bits(uint32_t *words, unsigned low, unsigned width, uint32_t value);

/* ---- the model (model.c) ---- */

typedef struct filter {
    unsigned clamp[3], compare, mag, min, z, mip, mode, border, aniso;
    bool unnormalized, truncates, no_cube_wrap;
    float min_lod, max_lod, bias;
    uint32_t words[4]; /* S# */
} filter;

void filter_make(filter *s);

/* What a lane's registers say. */
typedef struct lane {
    float at[3], slice, step[2][3], bias, reference, lod, least;
    uint32_t number[3], slice_number, fragment, mip;
    int offset[3];
} lane;

typedef struct request {
    bool compares, zero, given, steps, gathers, in_texels;
    unsigned component; /* of a gather */
    unsigned gen;
} request;

/* `nudge`: is added to the level of detail, which implementations may round in another way. */
texel model_sample(const picture *p, const filter *s, const lane *l, const request *r, double nudge);
void model_lod(const picture *p, const filter *s, const lane *l, double lods[2]);
texel model_select(const picture *p, texel t);

/* ---- running (run.c) ---- */

typedef struct runner {
    const gisa_isa *isa;
    gisa_wave *wave;
    unsigned gen;
    picture *picture;
} runner;

bool runner_open(runner *r, const gisa_isa *isa, unsigned gen);
void runner_close(runner *r);
void runner_picture(runner *r, picture *p);
void set_vgpr(runner *r, unsigned reg, unsigned which, uint32_t value);
uint32_t get_vgpr(runner *r, unsigned reg, unsigned which);
void set_sgprs(runner *r, unsigned reg, const uint32_t *words, unsigned count);
void set_exec(runner *r, uint64_t exec);
/* Assembles and runs it; false, and a failed check: there is a fault, unless `fault` takes it. */
bool run(runner *r, const char *text, gisa_wave_fault *fault);

/* All rows, or instead those of neo that are like others but for derivatives of 16 bits. */
void test_rows(const gisa_isa *isa, unsigned gen, bool halves);
void test_cases(const gisa_isa *isa, unsigned gen);
void test_hostile(const gisa_isa *isa, unsigned gen);

#endif
